"""An ontology whose existential restrictions stand in its definitions and no longer in its axioms."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from entailed.owl import Ontology
from entailed.owl.annotations import DEFINITION, HAS_EXACT_SYNONYM, RDFS_LABEL
from entailed.owl.model import (
    AnnotationAssertion,
    AnnotationProperty,
    Axiom,
    Class,
    ClassExpression,
    EquivalentClasses,
    Literal,
    ObjectIntersectionOf,
    ObjectProperty,
    ObjectSomeValuesFrom,
    SubClassOf,
)


class Restriction(NamedTuple):
    """A ⊑ ∃r.B, by IRI, as an axiom states it."""

    concept: str
    relation: str
    filler: str


class Names(NamedTuple):
    """By IRI, the first label of everything and the exact synonyms."""

    labels: dict[str, str]
    synonyms: dict[str, list[str]]


def names_in(ontology: Ontology) -> Names:
    names = Names({}, {})
    for axiom in ontology.axioms:
        match axiom:
            case AnnotationAssertion(AnnotationProperty(property_), str(subject), Literal(text)):
                if property_ == RDFS_LABEL:
                    names.labels.setdefault(subject, text.replace("_", " "))
                elif property_ == HAS_EXACT_SYNONYM:
                    names.synonyms.setdefault(subject, []).append(text)
    return names


def without_restrictions(ontology: Ontology) -> tuple[list[Axiom], list[Restriction]]:
    """The axioms that are left, and the restrictions on named classes that were in the others.

    Of A ≡ D ⊓ ∃r.B, A ⊑ D is left.
    """
    left: list[Axiom] = []
    restrictions: dict[Restriction, None] = {}
    for axiom in ontology.axioms:
        statements = list(_statements(axiom))
        found = [r for concept, part in statements if (r := _restriction(concept, part))]
        if found:
            restrictions |= dict.fromkeys(found)
            left += [SubClassOf(Class(concept), p) for concept, p in statements if not _restriction(concept, p)]
        else:
            left.append(axiom)
    return left, list(restrictions)


def _statements(axiom: Axiom) -> Iterator[tuple[str, ClassExpression]]:
    """The conjuncts that an axiom puts above a named class."""
    match axiom:
        case SubClassOf(Class(iri), sup):
            yield from ((iri, part) for part in _conjuncts(sup))
        case EquivalentClasses((Class(iri), other)) | EquivalentClasses((other, Class(iri))):
            yield from ((iri, part) for part in _conjuncts(other))


def _conjuncts(expression: ClassExpression) -> Iterator[ClassExpression]:
    if isinstance(expression, ObjectIntersectionOf):
        for operand in expression.operands:
            yield from _conjuncts(operand)
    else:
        yield expression


def _restriction(concept: str, part: ClassExpression) -> Restriction | None:
    match part:
        case ObjectSomeValuesFrom(ObjectProperty(relation), Class(filler)):
            return Restriction(concept, relation, filler)
    return None


def with_sentences(ontology: Ontology, axioms: Iterable[Axiom], sentences: Mapping[str, str]) -> Ontology:
    """The ontology with other axioms, and a sentence added to the definition of each class that has one."""
    remaining = dict(sentences)
    revised: list[Axiom] = []
    for axiom in axioms:
        match axiom:
            case AnnotationAssertion(AnnotationProperty(iri) as property_, str(subject), Literal(text)) if (
                iri == DEFINITION and subject in remaining
            ):
                stop = "" if text.rstrip().endswith(".") else "."
                value = Literal(f"{text.rstrip()}{stop} {remaining.pop(subject)}")
                revised.append(AnnotationAssertion(property_, subject, value))
            case _:
                revised.append(axiom)
    for subject, text in remaining.items():
        revised.append(AnnotationAssertion(AnnotationProperty(DEFINITION), subject, Literal(text)))
    return Ontology(iri=ontology.iri, axioms=tuple(revised), prefixes=ontology.prefixes)


# ---- wordings

Phrases = list[tuple[str, str]]
"""The relation's label and the filler's name of each restriction of a class."""


def one_each(phrases: Phrases) -> str:
    return " ".join(f"It {_verb(relation)} some {filler}." for relation, filler in phrases)


def coordinated(phrases: Phrases) -> str:
    parts = " and ".join(f"{_verb(relation)} at least one {filler}" for relation, filler in phrases)
    return f"In every case a thing of this sort {parts}, so far as anyone has seen."


def inflected(phrases: Phrases) -> str:
    return f"Described as {', and as '.join(f'{_participle(relation)} the {filler}' for relation, filler in phrases)}."


def paraphrased(phrases: Phrases) -> str:
    parts = "; then, it ".join(f"{PARAPHRASES.get(relation, relation)} the {filler}" for relation, filler in phrases)
    return f"What is meant {parts}."


WORDINGS: Mapping[str, Callable[[Phrases], str] | None] = {
    "one each": one_each,
    "coordinated": coordinated,
    "inflected": inflected,
    "paraphrased": paraphrased,
    "original only": None,
}

PARAPHRASES = {
    "part of": "belongs to",
    "has part": "includes",
    "regulates": "controls how fast one sees",
    "negatively regulates": "slows down or stops",
    "positively regulates": "speeds up or starts",
    "occurs in": "takes place inside",
    "happens during": "is observed only in the course of",
    "ends during": "is over before the end of",
    "starts during": "sets in after the onset of",
}
"""Words for GO's relations that share none with their labels."""


def sentences(
    restrictions: Iterable[Restriction], names: Names, wording: Callable[[Phrases], str] | None
) -> dict[str, str]:
    """By class, what a wording makes of its restrictions. The paraphrased wording calls fillers by a synonym."""
    if wording is None:
        return {}
    chance = random.Random(5)
    phrases: dict[str, Phrases] = {}
    for concept, relation, filler in restrictions:
        if concept in names.labels and filler in names.labels:
            label = names.labels[filler]
            name = chance.choice(names.synonyms.get(filler, [label])) if wording is paraphrased else label
            phrases.setdefault(concept, []).append((names.labels[relation], name))
    return {concept: wording(found) for concept, found in phrases.items()}


def _verb(relation: str) -> str:
    """The label as a verb: "is part of", but "regulates" and "negatively regulates" as they are."""
    return relation if any(word.endswith("s") for word in relation.split()[:2]) else f"is {relation}"


def _participle(relation: str) -> str:
    first, *rest = relation.split()
    if first.endswith("ly"):
        return f"{first} {_participle(' '.join(rest))}"
    forms = {"has": "having", "occurs": "occurring", "part": "forming part"}
    form = forms.get(first) or (f"{first.removesuffix('es')}ing" if first.endswith("es") else f"{first[:-1]}ing")
    return " ".join((form, *rest))
