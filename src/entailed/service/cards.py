"""Concept cards: what an ontology states of each class, as one line of JSON per class.

Parents, children and equivalents are not stored here; they come from the taxonomy when a card is shown.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from entailed.owl import annotations as known
from entailed.owl.model import (
    Annotation,
    AnnotationAssertion,
    AnnotationValue,
    Class,
    ClassExpression,
    EquivalentClasses,
    IriValue,
    ObjectIntersectionOf,
    ObjectProperty,
    ObjectSomeValuesFrom,
    Ontology,
    SubClassOf,
)
from entailed.service.results import CardValue
from entailed.service.vocabulary import Notes, local_name, preferred, value_text


@dataclass(slots=True, kw_only=True)
class CardRecord:
    """The stored part of a card; entities are numbers."""

    definitions: list[CardValue] = field(default_factory=list)
    superclasses: list[int] = field(default_factory=list)
    """Stated, named."""
    relations: list[tuple[int, int]] = field(default_factory=list)
    """Stated, as (role, filler)."""
    comments: list[CardValue] = field(default_factory=list)
    annotations: list[tuple[str, list[CardValue]]] = field(default_factory=list)
    """The rest, by the property's label, in the order of the source."""
    replaced_by: list[str] = field(default_factory=list)
    """IRIs or identifiers, as the source gives them."""
    consider: list[str] = field(default_factory=list)

    def as_line(self) -> str:
        """The record as one line of JSON; empty fields are left out, and a value is its text or [text, pairs]."""
        stored = {
            "definitions": _stored(self.definitions),
            "superclasses": self.superclasses,
            "relations": self.relations,
            "comments": _stored(self.comments),
            "annotations": [(label, _stored(values)) for label, values in self.annotations],
            "replaced_by": self.replaced_by,
            "consider": self.consider,
        }
        return _ENCODE({k: v for k, v in stored.items() if v})

    @classmethod
    def from_line(cls, line: str) -> "CardRecord":
        """The way back from `as_line`."""
        stored = json.loads(line)
        return cls(
            definitions=_card_values(stored.get("definitions", ())),
            superclasses=stored.get("superclasses", []),
            relations=[(role, filler) for role, filler in stored.get("relations", ())],
            comments=_card_values(stored.get("comments", ())),
            annotations=[(label, _card_values(values)) for label, values in stored.get("annotations", ())],
            replaced_by=stored.get("replaced_by", []),
            consider=stored.get("consider", []),
        )

    def texts(self) -> Iterator[str]:
        """The definitions, comments and other values as text, for the search over cards."""
        for value in (*self.definitions, *self.comments):
            yield value.text
        for _, values in self.annotations:
            for value in values:
                yield value.text


_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _stored(values: Iterable[CardValue]) -> list[Any]:
    return [[value.text, value.annotations] if value.annotations else value.text for value in values]


def _card_values(stored: Iterable[Any]) -> list[CardValue]:
    return [
        CardValue(text=value) if isinstance(value, str) else CardValue(text=value[0], annotations=_pairs(value[1]))
        for value in stored
    ]


def _pairs(stored: Iterable[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((label, value) for label, value in stored)


def card_records(
    ontology: Ontology,
    notes: Mapping[str, Notes],
    classes: Sequence[str],
    roles: Sequence[str],
    *,
    grouping: Collection[str],
    language: str,
) -> list[CardRecord]:
    """One record for each class, in the order of `classes`; relations stand out of the `grouping` ones."""
    writer = _Writer(notes, language)
    records = [writer.record(notes.get(iri, Notes())) for iri in classes]
    _add_statements(ontology, records, classes, roles, grouping)
    return records


class _Writer:
    def __init__(self, notes: Mapping[str, Notes], language: str) -> None:
        self._notes = notes
        self._language = language
        self._labels: dict[str, str | None] = {}

    def record(self, notes: Notes) -> CardRecord:
        others: dict[str, list[CardValue]] = {}
        for axiom in notes.others:
            others.setdefault(self._label(axiom.property.iri), []).append(self._value(axiom))
        return CardRecord(
            definitions=[self._value(axiom) for axiom in notes.definitions],
            comments=[self._value(axiom) for axiom in notes.comments],
            annotations=list(others.items()),
            replaced_by=notes.replaced_by,
            consider=notes.consider,
        )

    def _value(self, axiom: AnnotationAssertion) -> CardValue:
        text = self._text(axiom.property.iri, axiom.value)
        return CardValue(text=text, annotations=tuple(self._annotations(axiom.annotations)))

    def _annotations(self, annotations: Iterable[Annotation]) -> Iterator[tuple[str, str]]:
        for annotation in annotations:
            yield self._label(annotation.property.iri), self._text(annotation.property.iri, annotation.value)

    def _text(self, property_: str, value: AnnotationValue) -> str:
        """A value as text; an IRI by the label of what it names; where it only names, by its last part."""
        if not isinstance(value, IriValue):
            return value_text(value)
        return self._label(value.iri, None if property_ in _OF_NAMES_ALONE else value.iri)

    def _label(self, iri: str, otherwise: str | None = None) -> str:
        if iri not in self._labels:
            notes = self._notes.get(iri)
            self._labels[iri] = preferred(notes.labels, self._language) if notes else None
        return self._labels[iri] or otherwise or known.READABLE.get(iri) or local_name(iri)


_OF_NAMES_ALONE = (known.IN_SUBSET, known.HAS_SYNONYM_TYPE)
"""Properties with values that only tell one from another."""


def _add_statements(
    ontology: Ontology,
    records: Sequence[CardRecord],
    classes: Sequence[str],
    roles: Sequence[str],
    grouping: Collection[str],
) -> None:
    """Add the named superclasses and the A ⊑ … ⊓ ∃r.B ⊓ … that axioms state of a class (paper, section 4.2.1)."""
    number = {iri: n for n, iri in enumerate(classes)}
    role_number = {iri: n for n, iri in enumerate(roles)}
    superclasses: dict[int, dict[int, None]] = {}
    relations: dict[int, dict[tuple[int, int], None]] = {}
    for subject, expression in _statements(ontology):
        concept = number[subject]
        for part in _conjuncts(expression, grouping):
            match part:
                case Class(iri) if iri != subject:
                    superclasses.setdefault(concept, {})[number[iri]] = None
                case ObjectSomeValuesFrom(ObjectProperty(role), Class(filler)):
                    relations.setdefault(concept, {})[role_number[role], number[filler]] = None
    for concept, found in superclasses.items():
        records[concept].superclasses = list(found)
    for concept, pairs in relations.items():
        records[concept].relations = list(pairs)


def _statements(ontology: Ontology) -> Iterator[tuple[str, ClassExpression]]:
    for axiom in ontology.logical_axioms():
        match axiom:
            case SubClassOf(Class(iri), sup):
                yield iri, sup
            case EquivalentClasses(operands):
                for operand in operands:
                    if isinstance(operand, Class):
                        yield from ((operand.iri, other) for other in operands if other is not operand)


def _conjuncts(expression: ClassExpression, grouping: Collection[str]) -> Iterator[ClassExpression]:
    match expression:
        case ObjectIntersectionOf(operands):
            for operand in operands:
                yield from _conjuncts(operand, grouping)
        case ObjectSomeValuesFrom(ObjectProperty(role), group) if role in grouping:
            for part in _conjuncts(group, grouping):
                # A class in a group says what the group is, and is no superclass.
                yield ObjectSomeValuesFrom(ObjectProperty(role), part) if isinstance(part, Class) else part
        case _:
            yield expression
