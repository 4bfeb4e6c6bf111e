"""Concepts for which text speaks: theirs, or that of the concepts above them. A ranking of evidence, not of facts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from entailed.reasoning import Closure
from entailed.reasoning.rows import IntArray, distinct
from entailed.search import words
from entailed.service.linking import Link
from entailed.service.mention_index import Mentions
from entailed.service.opened_index import OpenedIndex
from entailed.service.phrases import BoolArray
from entailed.service.results import FallbackRow, TextEvidence, Tier

FloatArray = NDArray[np.float64]

MOST_ROWS = 5
_FROM_THE_STRONGEST = sorted(frozenset(Tier) - {Tier.NOTHING}, reverse=True)
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

    Of these, the ones whose conditions are spoken for most directly in sum: fewer rows than asked for are better than
    weaker ones. Where there are none, of the concepts that text speaks for those that lack the conditions of the least
    weight.

    Args:
        index: Of the ontology.
        conditions: At least one.
        within: The concepts that satisfy all other conditions; None where there are no others.
    """
    spoken = _SpokenFor(index, conditions)
    allowed = np.ones(index.closure.class_count, np.bool_) if within is None else _marked(index.closure, within)
    for tier in _FROM_THE_STRONGEST:
        spoken.take_in(tier)
        if tier is Tier.SENTENCE:
            continue  # It tells little more than a mention: the two are weighed together.
        concepts = index.worth_listing(np.flatnonzero(np.logical_and.reduce([allowed, *spoken.marks])))
        if len(concepts):
            return spoken.rows(concepts, tier)
    concepts = index.worth_listing(np.flatnonzero(allowed & spoken.by_text()))
    weights = spoken.weights()[concepts]
    return spoken.rows(concepts[weights == weights.max(initial=0)], Tier.NOTHING)


class _SpokenFor:
    """What is spoken for, condition by condition, as the tiers are taken in from the strongest on."""

    def __init__(self, index: OpenedIndex, conditions: Sequence[RelationCondition]) -> None:
        self._index = index
        self._conditions = conditions
        self._searched = [_searched(index, condition) for condition in conditions]
        self._mentions = [index.mentions.linked(*wanted) for wanted in self._searched]
        self.marks = [_marked(index.closure, condition.entailed) for condition in conditions]
        """By condition and concept, whether it is entailed or spoken for."""
        classes = np.arange(index.closure.class_count)
        self._represented = np.flatnonzero(index.closure.representative != classes)
        self._by_name = self.marks
        """The same by tiers in which the relation stands before the filler: by all, until others are taken in."""
        self._strength = np.zeros(index.closure.class_count, np.int32)
        """By concept, how directly its conditions are spoken for in sum."""

    def take_in(self, tier: Tier) -> None:
        """Let mentions of the next tier speak."""
        closure = self._index.closure
        if tier is Tier.SENTENCE:
            self._by_name = [marks.copy() for marks in self.marks]
            bare = [self._index.mentions.bare(*wanted) for wanted in self._searched]
            self._mentions = [linked.and_those(others) for linked, others in zip(self._mentions, bare, strict=True)]
        for marks, found in zip(self.marks, self._mentions, strict=True):
            _mark_with_those_below(closure, found.subjects[found.tiers == tier], self._represented, marks)
            self._strength += marks

    def by_text(self) -> BoolArray:
        """By concept, whether text speaks for a condition that does not follow anyway."""
        entailed = [_marked(self._index.closure, condition.entailed) for condition in self._conditions]
        said = [marks & ~known for marks, known in zip(self.marks, entailed, strict=True)]
        found: BoolArray = np.logical_or.reduce(said)
        return found

    def weights(self) -> FloatArray:
        """By concept, the weight of the conditions that it has: of one, the more, the fewer concepts are fillers."""
        weights = np.zeros(self._index.closure.class_count)
        for marks, (fillers, _) in zip(self.marks, self._searched, strict=True):
            weights += marks * np.log(len(weights) / max(len(fillers), 1))
        return weights

    def rows(self, concepts: IntArray, tier: Tier) -> tuple[FallbackRow, ...]:
        """The best of some concepts, with the mentions of a tier and of stronger ones as evidence.

        Only those that are spoken for most directly in sum; the ones first that are spoken for most closely, then those
        whose cards match best, then by name.
        """
        mentions = [found.at_least(tier) for found in self._mentions]
        strength = self._strength[concepts]
        concepts = self._index.classes.by_name(concepts[strength == strength.max(initial=0)])
        best = np.lexsort((-self._card_scores(concepts), -self._closeness(concepts, mentions)))[:MOST_ROWS]
        return tuple(_row(self._index, int(concept), self._conditions, mentions) for concept in concepts[best])

    def _closeness(self, concepts: IntArray, mentions: Sequence[Mentions]) -> FloatArray:
        """By concept, how closely those conditions are spoken for in sum that no relation before a filler tells of."""
        closeness = np.zeros(len(concepts))
        for marks, by_name, found in zip(self.marks, self._by_name, mentions, strict=True):
            if len(at := np.flatnonzero((marks & ~by_name)[concepts])):
                closeness[at] += _of_closest(self._index.closure, concepts[at], found)
        return closeness

    def _card_scores(self, concepts: IntArray) -> FloatArray:
        scores = np.zeros(self._index.closure.class_count)
        if len(concepts) > MOST_ROWS:
            names = " ".join(link.name.text for c in self._conditions for link in (c.relation, c.filler))
            for hit in self._index.card_search.best(words(names), _RANKED_BY_CARD):
                scores[hit.document] = hit.score
        return scores[concepts]


def _of_closest(closure: Closure, concepts: IntArray, mentions: Mentions) -> FloatArray:
    """By concept, how closely the closest of some mentions speaks for it; each has one.

    The fewer concepts a text is about, and the more of what is asked for it mentions, the less likely the mention is
    there by chance.
    """
    breadth = np.maximum(np.diff(closure.subsumees.starts), 1)  # an unsatisfiable class does not even subsume itself
    subjects, fillers = closure.representative[mentions.subjects], closure.representative[mentions.fillers]
    closest = np.full(len(breadth), -np.inf)
    np.maximum.at(closest, subjects, np.log(breadth[fillers] / breadth[subjects]))
    rows = closure.representative[concepts]
    lengths = closure.subsumers.starts[rows + 1] - closure.subsumers.starts[rows]
    above = closure.subsumers.columns[0][closure.subsumers.positions(rows)]
    found: FloatArray = np.maximum.reduceat(closest[above], np.cumsum(lengths) - lengths)
    return found


def _searched(index: OpenedIndex, condition: RelationCondition) -> tuple[IntArray, BoolArray]:
    """The concepts whose mentions speak for a condition, and by role whether it does."""
    fillers = index.closure.subconcepts(condition.filler.entity)
    return fillers, index.closure.superrole[:, condition.relation.entity]


def _marked(closure: Closure, concepts: IntArray) -> BoolArray:
    marks = np.zeros(closure.class_count, np.bool_)
    marks[concepts] = True
    return marks


def _mark_with_those_below(closure: Closure, concepts: IntArray, represented: IntArray, marks: BoolArray) -> None:
    """Mark concepts and what they subsume: what is said of a concept is said of those below it.

    Args:
        closure: What follows.
        concepts: Those to mark.
        represented: All that another concept represents.
        marks: By concept; equivalent ones have the same mark.
    """
    new = distinct(closure.representative[concepts[~marks[concepts]]])
    if not len(new):
        return
    below = closure.subsumees.columns[0][closure.subsumees.positions(new)]
    marks[below[below < closure.class_count]] = True
    marks[represented] = marks[closure.representative[represented]]


def _row(
    index: OpenedIndex, concept: int, conditions: Sequence[RelationCondition], mentions: Sequence[Mentions]
) -> FallbackRow:
    above = _marked(index.closure, index.closure.superconcepts(concept))
    evidence = tuple(
        _evidence(index, condition, None if concept in condition.entailed else found.where(above[found.subjects]))
        for condition, found in zip(conditions, mentions, strict=True)
    )
    return FallbackRow(
        entity=index.classes.named(concept),
        score=min(piece.tier for piece in evidence if piece.tier is not None).score,
        text=" … ".join(dict.fromkeys(piece.sentence for piece in evidence if piece.sentence)),
        evidence=evidence,
    )


def _evidence(index: OpenedIndex, condition: RelationCondition, mentions: Mentions | None) -> TextEvidence:
    """The most direct mention; of equally direct ones that about the most specific concept, the first in its text.

    Args:
        index: Of the ontology.
        condition: What the mentions speak for.
        mentions: Those about a concept and what subsumes it; None where the condition is entailed.
    """
    relation, filler = condition.relation.name.entity, condition.filler.name.entity
    if mentions is None:
        return TextEvidence(relation=relation, filler=filler, tier=None)
    if not len(mentions.tiers):
        return TextEvidence(relation=relation, filler=filler, tier=Tier.NOTHING)
    specificity = index.closure.specificity(mentions.subjects)
    best = np.lexsort((mentions.sentences, -specificity, -mentions.tiers))[0]
    return TextEvidence(
        relation=relation,
        filler=filler,
        tier=Tier(int(mentions.tiers[best])),
        sentence=index.mentions.sentence(int(mentions.sentences[best])),
        about=index.classes.named(int(mentions.subjects[best])),
        mentioned=index.classes.named(int(mentions.fillers[best])),
    )
