"""Several documents as one ontology, and the names that it uses though none of them declares it."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, NamedTuple, get_args

from entailed.owl import model as owl
from entailed.owl.annotations import OWL, RDF, RDFS, XSD
from entailed.owl.quoted_text import QUOTED
from entailed.owl.signature import signature


def merged(ontologies: Sequence[owl.Ontology]) -> owl.Ontology:
    """The axioms of all, each once, under the name, the imports and the annotations of the first."""
    first, *others = ontologies
    if not others:
        return first
    axioms = dict.fromkeys(first.axioms)
    prefixes = dict(first.prefixes)
    for number, other in enumerate(others, start=2):
        # The same name of an anonymous individual means another one in each document.
        axioms.update(dict.fromkeys(_renamed(axiom, f"-{number}") for axiom in other.axioms))
        prefixes = dict(other.prefixes) | prefixes
    return replace(first, axioms=tuple(axioms), prefixes=tuple(prefixes.items()))


def _renamed(part: Any, suffix: str) -> Any:
    """An axiom or a part of one, with the suffix on the names of anonymous individuals."""
    match part:
        case owl.AnonymousIndividual(node_id):
            return owl.AnonymousIndividual(node_id + suffix)
        case owl.SwrlRule(text, annotations):
            text = _NAMES.sub(lambda name: name[0] + suffix if name["node"] else name[0], text)
            return owl.SwrlRule(text, _renamed(annotations, suffix))
        case owl.Declaration(annotations=()) | owl.SubClassOf(owl.Class(), owl.Class(), ()):
            return part
        case owl.AnnotationAssertion(_, str(), owl.Literal() | owl.IriValue(), ()):
            return part
        case tuple():
            return tuple(_renamed(item, suffix) for item in part)
    names = _parts(part.__class__)
    return part.__class__(*(_renamed(getattr(part, name), suffix) for name in names)) if names else part


_NAMES = re.compile(rf"{QUOTED}|<[^>]*>|(?P<node>_:[^\s()]+)", re.DOTALL)
"""Literals, IRIs, and anonymous individuals in the text of a rule."""
_LEAVES = (str, int, type(None), owl.Literal, owl.IriValue, *get_args(owl.Entity))


@cache
def _parts(kind: Any) -> tuple[str, ...]:
    return () if issubclass(kind, _LEAVES) else tuple(field.name for field in fields(kind))


# ---- names without a declaration


class Undeclared(NamedTuple):
    """Names of one namespace."""

    namespace: str
    """The beginning that they share."""
    iris: list[owl.Iri]


def undeclared(ontology: owl.Ontology) -> list[Undeclared]:
    """The classes, object and data properties that are used and not declared; the largest namespace first."""
    declared = {axiom.entity for axiom in ontology.axioms if isinstance(axiom, owl.Declaration)}
    mentioned = signature(ontology)
    found: dict[str, list[owl.Iri]] = defaultdict(list)
    used: tuple[owl.Entity, ...] = (*mentioned.classes, *mentioned.object_properties, *mentioned.data_properties)
    for entity in used:
        if entity not in declared and not entity.iri.startswith((OWL, RDF, RDFS, XSD)):
            found[_namespace(entity.iri)].append(entity.iri)
    return sorted((Undeclared(*names) for names in found.items()), key=lambda names: -len(names.iris))


def _namespace(iri: owl.Iri) -> str:
    return iri[: max(map(iri.rfind, "#/_:")) + 1]
