"""Sentences of consulted records that speak of both sides of a claim: all that text can say for it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from entailed.oarag.evidence import Evidence
from entailed.service.results import IS_A, ConceptCard, DescribeResult, LinkedName, UnresolvedName

NEGATION = re.compile(
    r"\b(?:no|not|non|never|none|neither|nor|without|except|excluding|unlike|lacks?|lacking|absen(?:ce|t)|free|cannot"
    r"|fails?|least|incorrect|false|wrong)\b|n't\b",
    re.IGNORECASE,
)
"""Words with which a sentence may deny what its other words say; a list of words cannot tell what it does deny."""

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_WORDS = re.compile(r"\w+")
_GENUS_END = re.compile(
    r"\b(?:of|that|which|who|in|for|with|without|from|to|by|on|at|where|when|used|made|kept|obtained)\b|[,:(]",
    re.IGNORECASE,
)
"""Where the part of a definition ends that says what kind of thing is defined."""
_LITTLE_WORDS = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "has", "in", "is", "of", "on", "to", "with")
)
_INFLECTION = 3
_SHORTEST_STEM = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A sentence that speaks of both sides of a claim."""

    evidence: str
    """The number of the evidence that shows it."""
    concept: str
    """Whose record it stands in."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """What a claim speaks of, and the names under which a text may do so."""

    iri: str | None
    """None where the ontology does not know it."""
    names: tuple[str, ...]

    @classmethod
    def of(cls, name: str, linked: LinkedName | UnresolvedName | None) -> "Thing":
        """What a name stands for."""
        if isinstance(linked, LinkedName):
            return cls(iri=linked.entity.iri, names=(name, linked.entity.name))
        return cls(iri=None, names=(name,))

    def is_named_in(self, text: str) -> bool:
        """Whether one of the names stands in a text as whole words, in any case; a plural -s is none of the word."""
        padded = f" {_folded(text)} "
        return any(f" {name} " in padded or f" {name}s " in padded for name in map(_folded, self.names) if name)


def _folded(text: str) -> str:
    return " ".join(_WORDS.findall(text.casefold()))


def find_span(
    evidence: Sequence[Evidence], subject: Thing, object_: Thing, *, relation: str | None = None
) -> Span | None:
    """The first sentence of a consulted record that speaks of both and holds no word of denial.

    Records count, and text that a search matched does not: nobody looked whether it speaks of what it was found for. A
    definition begins by speaking of the concept it defines, without naming it.

    Args:
        evidence: The results of the run.
        subject: One side of the claim.
        object_: The other.
        relation: The sentence has to hold one of its words too, in any inflection; for "is a", say first of all what
            the subject is. None where the relation is not known.
    """
    for item in evidence:
        if isinstance(item.result, DescribeResult) and (card := item.result.card) is not None:
            for text, is_definition in _sentences(card):
                named = [
                    thing.is_named_in(text) or (is_definition and thing.iri == card.entity.iri)
                    for thing in (subject, object_)
                ]
                if all(named) and _relates(text, relation, object_) and not NEGATION.search(text):
                    return Span(evidence=item.id, concept=card.entity.name, text=text)
    return None


def _relates(text: str, relation: str | None, object_: Thing) -> bool:
    if relation is None:
        return True
    if relation == IS_A.name:
        return object_.is_named_in(_GENUS_END.split(text)[0])
    wanted = [word for word in _WORDS.findall(relation.casefold()) if word not in _LITTLE_WORDS]
    said = _WORDS.findall(text.casefold())
    return not wanted or any(_same_stem(word, other) for word in wanted for other in said)


def _same_stem(word: str, other: str) -> bool:
    """Whether two words differ in their last letters only, as inflected forms do."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
    return shared >= max(len(word), len(other)) - _INFLECTION and shared >= min(len(word), _SHORTEST_STEM)


def _sentences(card: ConceptCard) -> Iterator[tuple[str, bool]]:
    """The sentences of definitions and comments, and whether each begins a definition."""
    for definition in card.definitions:
        for number, text in enumerate(_SENTENCE_END.split(definition.text)):
            yield text, number == 0
    for comment in card.comments:
        yield from ((text, False) for text in _SENTENCE_END.split(comment.text))


def bears_on(evidence: Evidence, things: Sequence[Thing]) -> bool:
    """Whether a result has to do with one of the things: it was asked about, or the result names it."""
    asked_about = {name.entity.iri for name in evidence.linked}
    return any(thing.iri in asked_about or thing.is_named_in(evidence.observation) for thing in things)
