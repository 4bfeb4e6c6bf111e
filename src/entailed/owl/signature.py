"""The entities that axioms mention."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from entailed.owl.model import (
    AnnotationAssertion,
    AnnotationProperty,
    AnnotationPropertyAxiom,
    AnonymousIndividual,
    Class,
    DataProperty,
    Datatype,
    Declaration,
    Entity,
    Literal,
    NamedIndividual,
    ObjectProperty,
    Ontology,
    SubClassOf,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Entities by kind, each in the order in which the axioms first mention it, declarations included."""

    classes: tuple[Class, ...]
    object_properties: tuple[ObjectProperty, ...]
    data_properties: tuple[DataProperty, ...]
    annotation_properties: tuple[AnnotationProperty, ...]
    datatypes: tuple[Datatype, ...]
    """Those standing as data ranges; the datatypes of literals are not listed."""
    individuals: tuple[NamedIndividual, ...]


def signature(ontology: Ontology) -> Signature:
    """The entities mentioned by the axioms and annotations of an ontology, whether declared or not."""
    seen: dict[type, dict[Any, None]] = {kind: {} for kind in _ENTITIES}
    annotation_properties = seen[AnnotationProperty]
    classes = seen[Class]
    for part in (*ontology.annotations, *ontology.axioms):
        if isinstance(part, AnnotationAssertion):
            # These three are nearly all axioms of a large ontology, and what they mention is plain to see.
            annotation_properties[part.property] = None
            for annotation in part.annotations:
                annotation_properties[annotation.property] = None
                if annotation.annotations:
                    annotation_properties.update(dict.fromkeys(entities(annotation.annotations)))
            continue
        if not part.annotations:
            match part:
                case Declaration(entity):
                    seen[type(entity)][entity] = None
                    continue
                case SubClassOf(Class() as sub, Class() as sup):
                    classes[sub] = None
                    classes[sup] = None
                    continue
        for entity in entities(part):
            seen[type(entity)][entity] = None
    return Signature(
        classes=tuple(seen[Class]),
        object_properties=tuple(seen[ObjectProperty]),
        data_properties=tuple(seen[DataProperty]),
        annotation_properties=tuple(seen[AnnotationProperty]),
        datatypes=tuple(seen[Datatype]),
        individuals=tuple(seen[NamedIndividual]),
    )


_ENTITIES = (Class, ObjectProperty, DataProperty, AnnotationProperty, Datatype, NamedIndividual)
_LEAVES = (str, int, Literal, AnonymousIndividual, type(None))


def entities(part: object) -> Iterator[Entity]:
    """Walk an axiom, an expression, an annotation or a tuple of them; an entity comes once for each mention."""
    pending: list[Any] = [part]
    while pending:
        item = pending.pop()
        if isinstance(item, _ENTITIES):
            yield item
        elif isinstance(item, AnnotationPropertyAxiom) and item.kind == "SubAnnotationPropertyOf":
            pending += [item.annotations, AnnotationProperty(item.value), item.property]
        elif isinstance(item, tuple):
            pending.extend(reversed(item))
        elif not isinstance(item, _LEAVES):
            pending.extend(getattr(item, name) for name in _children(item.__class__))


@cache
def _children(kind: type) -> tuple[str, ...]:
    """Names of the fields of a model class, last first, as a stack takes them."""
    return tuple(field.name for field in reversed(fields(kind)))
