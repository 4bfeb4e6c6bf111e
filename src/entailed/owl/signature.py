"""The entities that axioms mention."""

import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
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
    # Several rooms ask for that of the same ontology, and it takes a tenth of the time of reading it.
    key = id(ontology)
    if key not in _FOUND:
        _FOUND[key] = _signature(ontology)
        weakref.finalize(ontology, _FOUND.pop, key, None).atexit = False
    return _FOUND[key]


_FOUND: dict[int, Signature] = {}
"""By the identity of an ontology, as long as it exists."""


def _signature(ontology: Ontology) -> Signature:
    seen: dict[type, dict[str, Any]] = {kind: {} for kind in _ENTITIES}  # by IRI, whose hash is kept
    annotation_properties, classes = seen[AnnotationProperty], seen[Class]
    for part in (*ontology.annotations, *ontology.axioms):
        # These three are nearly all axioms of a large ontology, and what they mention is plain to see.
        if isinstance(part, AnnotationAssertion):
            annotation_properties.setdefault(part.property.iri, part.property)
            for annotation in part.annotations:
                annotation_properties.setdefault(annotation.property.iri, annotation.property)
                for entity in entities(annotation.annotations) if annotation.annotations else ():
                    seen[type(entity)].setdefault(entity.iri, entity)
        elif isinstance(part, Declaration) and not part.annotations:
            seen[type(part.entity)].setdefault(part.entity.iri, part.entity)
        elif (
            isinstance(part, SubClassOf)
            and not part.annotations
            and isinstance(part.sub, Class)
            and isinstance(part.sup, Class)
        ):
            classes.setdefault(part.sub.iri, part.sub)
            classes.setdefault(part.sup.iri, part.sup)
        else:
            for entity in entities(part):
                seen[type(entity)].setdefault(entity.iri, entity)
    return Signature(
        classes=tuple(classes.values()),
        object_properties=tuple(seen[ObjectProperty].values()),
        data_properties=tuple(seen[DataProperty].values()),
        annotation_properties=tuple(annotation_properties.values()),
        datatypes=tuple(seen[Datatype].values()),
        individuals=tuple(seen[NamedIndividual].values()),
    )


_ENTITIES = (Class, ObjectProperty, DataProperty, AnnotationProperty, Datatype, NamedIndividual)
_ENTITY_TYPES = frozenset(_ENTITIES)
_LEAF_TYPES = frozenset((str, int, bool, Literal, AnonymousIndividual, type(None)))


def entities(part: object) -> Iterator[Entity]:
    """Walk an axiom, an expression, an annotation or a tuple of them; an entity comes once for each mention."""
    pending: list[Any] = [part]
    while pending:
        item = pending.pop()
        kind: Any = type(item)
        if kind in _ENTITY_TYPES:
            yield item
        elif kind is tuple:
            pending.extend(reversed(item))
        elif kind is AnnotationPropertyAxiom and item.kind == "SubAnnotationPropertyOf":
            pending += [item.annotations, AnnotationProperty(item.value), item.property]
        elif kind not in _LEAF_TYPES:
            pending.extend(_children_of(kind)(item))


@cache
def _children_of(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """What gives the fields of a model value, last first, as a stack takes them."""
    names = [field.name for field in reversed(fields(kind))]
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda item: (get(item),)
