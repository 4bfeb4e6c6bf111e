"""Existential restrictions in words: each ∃r.C of a class becomes a phrase, and its phrases become sentences.

Several wordings say the same, from the most literal to one that shares few words with the labels, so that what reads
the sentences is not measured on one manner of writing alone. `docs/benchmark-data.md` shows them side by side.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from entailed.benchmark.entity_names import EntityNames
from entailed.owl import ClassExpression, Iri
from entailed.owl import model as owl


class Phrase(NamedTuple):
    """A restriction of a class, in words."""

    relation: str
    """The label, such as `part of`."""
    filler: str
    """A name, or words for a complex filler: `wall that surrounds some cell`."""


class Wording(StrEnum):
    """A manner of putting restrictions into sentences."""

    LITERAL = "literal"
    """A sentence for each, with the labels as they are."""
    COORDINATED = "coordinated"
    """One sentence for all."""
    INFLECTED = "inflected"
    """One sentence for all, the relations as participles."""
    PARAPHRASED = "paraphrased"
    """One sentence for all, the relations in other words and the fillers by a synonym."""
    NONE = "none"
    """Nothing is said: what the ontology's own text says has to do."""


def sentences(
    restrictions: Sequence[tuple[Iri, ClassExpression]], names: EntityNames, wording: Wording, chance: random.Random
) -> tuple[str, ...]:
    """For each restriction of one class the sentence that says it; several may share one.

    Args:
        restrictions: Relation and filler; of the fillers, those that `can_be_said`.
        names: What they are called.
        wording: The manner.
        chance: Chooses the synonyms of `PARAPHRASED`.
    """
    if wording is Wording.NONE:
        return ("",) * len(restrictions)

    def name(iri: Iri) -> str:
        others = names.synonyms.get(iri, ()) if wording is Wording.PARAPHRASED else ()
        return chance.choice(others) if others else names.labels[iri]

    phrases = [Phrase(names.labels[relation], _filler(filler, name)) for relation, filler in restrictions]
    return _WORDINGS[wording](phrases)


# ---- fillers


def can_be_said(filler: ClassExpression) -> bool:
    """Whether there are words for a filler: class names joined by ∃, ⊓ and ⊔."""
    match filler:
        case owl.Class():
            return True
        case owl.ObjectSomeValuesFrom(owl.ObjectProperty(), inner):
            return can_be_said(inner)
        case owl.ObjectIntersectionOf(operands) | owl.ObjectUnionOf(operands):
            return all(map(can_be_said, operands))
    return False


def _filler(filler: ClassExpression, name: Callable[[Iri], str]) -> str:
    match filler:
        case owl.Class(iri):
            return name(iri)
        case owl.ObjectUnionOf(operands):
            return " or ".join(_filler(operand, name) for operand in operands)
        case owl.ObjectIntersectionOf(operands):
            # Restrictions come last: a name behind "that is part of some cell and" would seem to be part of the clause.
            limits = [operand for operand in operands if isinstance(operand, owl.ObjectSomeValuesFrom)]
            kinds = [_filler(operand, name) for operand in operands if operand not in limits]
            clauses = [_filler(limit, name).removeprefix("thing that ") for limit in limits]
            what = " and ".join(kinds) or "thing"
            return f"{what} that {' and '.join(clauses)}" if clauses else what
        case owl.ObjectSomeValuesFrom(owl.ObjectProperty(relation), inner):
            return f"thing that {verb(name(relation))} some {_filler(inner, name)}"
    raise ValueError(f"there are no words for {filler}: pass what `can_be_said`")


# ---- wordings


def _literal(phrases: Sequence[Phrase]) -> tuple[str, ...]:
    return tuple(f"It {verb(relation)} some {filler}." for relation, filler in phrases)


def _coordinated(phrases: Sequence[Phrase]) -> tuple[str, ...]:
    parts = " and ".join(f"{verb(relation)} at least one {filler}" for relation, filler in phrases)
    return (f"In every case a thing of this sort {parts}, so far as anyone has seen.",) * len(phrases)


def _inflected(phrases: Sequence[Phrase]) -> tuple[str, ...]:
    parts = ", and as ".join(f"{participle(relation)} the {filler}" for relation, filler in phrases)
    return (f"Described as {parts}.",) * len(phrases)


def _paraphrased(phrases: Sequence[Phrase]) -> tuple[str, ...]:
    parts = "; then, it ".join(f"{PARAPHRASES.get(relation, verb(relation))} the {name}" for relation, name in phrases)
    return (f"What is meant {parts}.",) * len(phrases)


_WORDINGS: Mapping[Wording, Callable[[Sequence[Phrase]], tuple[str, ...]]] = {
    Wording.LITERAL: _literal,
    Wording.COORDINATED: _coordinated,
    Wording.INFLECTED: _inflected,
    Wording.PARAPHRASED: _paraphrased,
}

PARAPHRASES: Mapping[str, str] = {
    "part of": "belongs to",
    "has part": "includes",
    "regulates": "controls how fast one sees",
    "negatively regulates": "slows down or stops",
    "positively regulates": "speeds up or starts",
    "occurs in": "takes place inside",
    "happens during": "is observed only in the course of",
    "ends during": "is over before the end of",
    "starts during": "sets in after the onset of",
    "derives from": "is made out of",
    "in taxon": "belongs to the species",
    "has ingredient": "is prepared with",
    "has quality": "is known for being",
    "produced by": "comes from the work of",
    "output of": "results from",
    "located in": "is found at",
    "caused by": "is owed to",
}
"""Words for common relations that share none with their labels; others are said as they are."""


def verb(relation: str) -> str:
    """A relation's label as a verb, for behind a subject.

    >>> verb("part of"), verb("negatively regulates"), verb("has part"), verb("process output of")
    ('is part of', 'negatively regulates', 'has part', 'is process output of')
    """
    said = any(word.endswith("s") and not word.endswith("ss") for word in relation.split()[:2])
    return relation if said else f"is {relation}"


def participle(relation: str) -> str:
    """A relation's label as a participle, for behind "as".

    >>> participle("part of"), participle("negatively regulates"), participle("has part"), participle("located in")
    ('forming part of', 'negatively regulating', 'having part', 'being located in')
    """
    first, *rest = relation.split()
    if first.endswith("ly") and rest:
        return f"{first} {participle(' '.join(rest))}"
    if first in _IRREGULAR:
        form = _IRREGULAR[first]
    elif not first.endswith("s") or first.endswith("ss"):
        form = f"being {first}"
    else:
        form = f"{first.removesuffix('es')}ing" if first.endswith("es") else f"{first[:-1]}ing"
    return " ".join((form, *rest))


_IRREGULAR = {"has": "having", "is": "being", "occurs": "occurring", "part": "forming part", "does": "doing"}
