"""Concepts for which text speaks: theirs, or that of the concepts above them. A ranking of evidence, not of facts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entailed.reasoning import Closure
from entailed.reasoning.rows import IntArray
from entailed.search import words
from entailed.service.linking import Link
from entailed.service.mention_index import Mentions
from entailed.service.opened_index import OpenedIndex
from entailed.service.phrases import BoolArray
from entailed.service.results import FallbackRow, TextEvidence, Tier

MOST_ROWS = 5
_RANKED_BY_CARD = 100
"""The concepts that BM25 over cards ranks among those that mentions do not tell apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationCondition:
    """A condition on concepts: that they are related to some filler."""

    relation: Link
    filler: Link
    entailed: IntArray
    """The concepts for which it follows from the axioms."""


def from_mentions(
    index: OpenedIndex, conditions: Sequence[RelationCondition], within: IntArray | None
) -> tuple[FallbackRow, ...]:
    """The concepts for which every condition is entailed or spoken for, in the best tier that any of them reaches.

    No more than there are: fewer rows than asked for are better than rows of a weaker tier.

    Args:
        index: Of the ontology.
        conditions: At least one.
        within: The concepts that satisfy all other conditions; None where there are no others.
    """
    searched = [_searched(index, condition) for condition in conditions]
    mentions = [index.mentions.linked(*wanted) for wanted in searched]
    spoken_for = [_marked(index.closure, condition.entailed) for condition in conditions]
    allowed = np.ones(index.closure.class_count, np.bool_) if within is None else _marked(index.closure, within)
    strength = np.zeros(index.closure.class_count, np.int32)
    for tier in reversed(Tier):
        if tier is Tier.SENTENCE:
            bare = [
                _of_others(index.closure, index.mentions.bare(fillers, roles), fillers) for fillers, roles in searched
            ]
            mentions = [linked.and_those(others) for linked, others in zip(mentions, bare, strict=True)]
        for marks, found in zip(spoken_for, mentions, strict=True):
            _mark_with_those_below(index.closure, found.subjects[found.tiers == tier], marks)
            strength += marks
        concepts = index.worth_listing(np.flatnonzero(np.logical_and.reduce([allowed, *spoken_for])))
        if len(concepts):
            best = _best(index, concepts, strength, conditions)
            strong = [found.at_least(tier) for found in mentions]
            return tuple(_row(index, int(concept), tier, conditions, strong) for concept in best)
    return ()


def _searched(index: OpenedIndex, condition: RelationCondition) -> tuple[IntArray, BoolArray]:
    """The concepts whose mentions speak for a condition, and by role whether it does."""
    fillers = index.closure.subconcepts(condition.filler.entity)
    return fillers, index.closure.superrole[:, condition.relation.entity]


def _of_others(closure: Closure, mentions: Mentions, concepts: IntArray) -> Mentions:
    """Without those of what subsumes their subject: "a raw piece of oak" says what a thing is.

    Mentioned are the concepts under some filler, all of which are given: so only such a subject can have a subsumer
    among them. It is looked for by bisection, for all mentions at once.
    """
    column = closure.subsumers.columns[0]
    at = np.flatnonzero(_marked(closure, concepts)[mentions.subjects])
    subjects, fillers = closure.representative[mentions.subjects[at]], closure.representative[mentions.fillers[at]]
    low, high = closure.subsumers.starts[subjects], closure.subsumers.starts[subjects + 1]
    ends = high
    while (low < high).any():
        middle = (low + high) // 2
        is_below = (low < high) & (column[np.minimum(middle, len(column) - 1)] < fillers)
        low, high = np.where(is_below, middle + 1, low), np.where(is_below | (low >= high), high, middle)
    is_subsumer = (low < ends) & (column[np.minimum(low, len(column) - 1)] == fillers)
    kept = np.ones(len(mentions.subjects), np.bool_)
    kept[at[is_subsumer]] = False
    return mentions.where(kept)


def _marked(closure: Closure, concepts: IntArray) -> BoolArray:
    marks = np.zeros(closure.class_count, np.bool_)
    marks[concepts] = True
    return marks


def _mark_with_those_below(closure: Closure, concepts: IntArray, marks: BoolArray) -> None:
    """Mark concepts and what they subsume: what is said of a concept is said of those below it."""
    new = np.flatnonzero(_marked(closure, closure.representative[concepts[~marks[concepts]]]))
    if not len(new):
        return
    below = np.zeros(len(closure.subsumers.starts) - 1, np.bool_)
    below[closure.subsumees.columns[0][closure.subsumees.positions(new)]] = True
    marks |= below[closure.representative]


def _best(
    index: OpenedIndex, concepts: IntArray, strength: IntArray, conditions: Sequence[RelationCondition]
) -> IntArray:
    """Those whose conditions are spoken for most directly in sum, then whose cards match best, then by name."""
    score = np.zeros(index.closure.class_count)
    if len(concepts) > MOST_ROWS:
        names = " ".join(link.name.text for c in conditions for link in (c.relation, c.filler))
        for hit in index.card_search.best(words(names), _RANKED_BY_CARD):
            score[hit.document] = hit.score
    concepts = index.classes.by_name(concepts)
    return concepts[np.lexsort((-score[concepts], -strength[concepts]))][:MOST_ROWS]


def _row(
    index: OpenedIndex,
    concept: int,
    tier: Tier,
    conditions: Sequence[RelationCondition],
    mentions: Sequence[Mentions],
) -> FallbackRow:
    evidence = tuple(_evidence(index, concept, *pair) for pair in zip(conditions, mentions, strict=True))
    return FallbackRow(
        entity=index.classes.named(concept),
        score=tier.score,
        text=" … ".join(dict.fromkeys(piece.sentence for piece in evidence if piece.tier)),
        evidence=evidence,
    )


def _evidence(index: OpenedIndex, concept: int, condition: RelationCondition, mentions: Mentions) -> TextEvidence:
    """The most direct mention; of equally direct ones that about the most specific concept, the first in its text."""
    relation, filler = condition.relation.name.entity, condition.filler.name.entity
    if concept in condition.entailed:
        return TextEvidence(relation=relation, filler=filler, tier=None)
    above = _marked(index.closure, index.closure.superconcepts(concept))
    at = np.flatnonzero(above[mentions.subjects])
    specificity = index.closure.specificity(mentions.subjects[at])
    best = at[np.lexsort((mentions.sentences[at], -specificity, -mentions.tiers[at]))[0]]
    return TextEvidence(
        relation=relation,
        filler=filler,
        tier=Tier(int(mentions.tiers[best])),
        sentence=index.mentions.sentence(int(mentions.sentences[best])),
        about=index.classes.named(int(mentions.subjects[best])),
        mentioned=index.classes.named(int(mentions.fillers[best])),
    )
