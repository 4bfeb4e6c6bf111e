"""OWL 2 functional syntax: axioms and whole ontologies as text that every OWL tool reads.

The model's constructors carry the keywords of functional syntax and their arguments in its order, so one rule writes
most of them; the exceptions are the cases of `_Writer.text`.
"""

import re
from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from typing import Any, TextIO

from entailed.errors import WriteError
from entailed.owl import model as owl
from entailed.owl.iris import NOT_IN_IRI

_LOCAL_NAME = re.compile(r"[A-Za-z_](?:[\w-]*\w)?", re.ASCII)


def axiom_text(axiom: owl.Axiom, prefixes: Iterable[tuple[str, owl.Iri]] = ()) -> str:
    """One axiom, on one line unless a literal breaks it.

    Args:
        axiom: Any axiom. A `SwrlRule` is written as its reader printed it.
        prefixes: Prefix and namespace, for abbreviated IRIs; the longest namespace that fits wins.

    Raises:
        WriteError: an IRI holds a character that no IRI may hold.

    >>> eats, food = owl.ObjectProperty("urn:x:eats"), owl.Class("urn:x:Food")
    >>> axiom_text(owl.SubClassOf(owl.Class("urn:x:Cat"), owl.ObjectSomeValuesFrom(eats, food)), [("x", "urn:x:")])
    'SubClassOf(x:Cat ObjectSomeValuesFrom(x:eats x:Food))'
    """
    return _Writer(prefixes).text(axiom)


def part_text(
    part: owl.ClassExpression
    | owl.DataRange
    | owl.Literal
    | owl.ObjectPropertyExpression
    | owl.DataProperty
    | owl.Individual
    | owl.IriValue,
) -> str:
    """What stands in axioms, as text without prefixes; otherwise like `axiom_text`."""
    return _Writer(()).text(part)


def write_ontology(ontology: owl.Ontology, file: TextIO) -> None:
    """Write a document, an axiom at a time, with the prefixes of the ontology.

    Reading it gives the same axioms, but for the properties of a `HasKey`: object properties come back first.

    Raises:
        WriteError: an IRI holds a character that no IRI may hold; the document is then incomplete.
    """
    writer = _Writer(ontology.prefixes)
    for prefix, namespace in ontology.prefixes:
        file.write(f"Prefix({prefix}:={_full(namespace)})\n")
    names = " ".join(_full(iri) for iri in (ontology.iri, ontology.version_iri) if iri is not None)
    file.write(f"Ontology({names}\n")
    for iri in ontology.imports:
        file.write(f"Import({_full(iri)})\n")
    for part in (*ontology.annotations, *ontology.axioms):
        file.write(f"{writer.text(part)}\n")
    file.write(")\n")


class _Writer:
    def __init__(self, prefixes: Iterable[tuple[str, owl.Iri]]) -> None:
        self._longest_first = sorted(prefixes, key=lambda item: len(item[1]), reverse=True)
        self._iris: dict[owl.Iri, str] = {}

    def text(self, value: Any) -> str:
        """An axiom, an annotation, or anything that stands in them."""
        match value:
            case str():
                return self._iri(value)
            case int():
                return str(value)
            case tuple():
                return " ".join(map(self.text, value))
            case owl.Class(iri) | owl.ObjectProperty(iri) | owl.DataProperty(iri) | owl.AnnotationProperty(iri):
                return self._iri(iri)
            case owl.NamedIndividual(iri) | owl.Datatype(iri) | owl.IriValue(iri):
                return self._iri(iri)
            case owl.AnonymousIndividual(node_id):
                return "_:" + node_id.removeprefix("_:")
            case owl.Literal():
                return self._literal(value)
            case owl.DatatypeRestriction(datatype, facets):
                return self._applied("DatatypeRestriction", (datatype, *facets))
            case owl.Annotation(property, stated, annotations):
                return self._applied("Annotation", (property, stated), annotations)
            case owl.Declaration(entity, annotations):
                kind = type(entity).__name__
                return f"Declaration({self._before(annotations)}{kind}({self.text(entity)}))"
            case owl.ObjectPropertyCharacteristic(keyword, property, annotations):
                return self._applied(keyword, (property,), annotations)
            case owl.DataPropertyAxiom("HasKey", (keyed, tuple() as properties), annotations):
                data = tuple(p for p in properties if isinstance(p, owl.DataProperty))
                others = tuple(p for p in properties if not isinstance(p, owl.DataProperty))
                key = f"{self.text(keyed)} ({self.text(others)}) ({self.text(data)})"
                return f"HasKey({self._before(annotations)}{key})"
            case owl.DataPropertyAxiom(keyword, arguments, annotations):
                return self._applied(keyword, arguments, annotations)
            case owl.AnnotationPropertyAxiom(keyword, property, stated, annotations):
                return self._applied(keyword, (property, stated), annotations)
            case owl.ObjectPropertyAssertion() | owl.DataPropertyAssertion():
                keyword = ("Negative" if value.negative else "") + type(value).__name__
                return self._applied(keyword, (value.property, value.source, value.target), value.annotations)
            case owl.SwrlRule(text, annotations):
                keyword, _, atoms = text.partition("(")
                return f"{keyword}({self._before(annotations)}{atoms}"
        arguments = tuple(
            argument for name in _arguments(value.__class__) if (argument := getattr(value, name)) is not None
        )
        return self._applied(type(value).__name__, arguments, getattr(value, "annotations", ()))

    def _applied(self, keyword: str, arguments: tuple[Any, ...], annotations: tuple[owl.Annotation, ...] = ()) -> str:
        return f"{keyword}({self._before(annotations)}{self.text(arguments)})"

    def _before(self, annotations: tuple[owl.Annotation, ...]) -> str:
        return f"{self.text(annotations)} " if annotations else ""

    def _literal(self, literal: owl.Literal) -> str:
        quoted = '"' + literal.value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        if literal.language:
            return f"{quoted}@{literal.language}"
        return quoted if literal.datatype == owl.XSD_STRING else f"{quoted}^^{self._iri(literal.datatype)}"

    def _iri(self, iri: owl.Iri) -> str:
        if iri not in self._iris:
            self._iris[iri] = self._abbreviated(iri) or _full(iri)
        return self._iris[iri]

    def _abbreviated(self, iri: owl.Iri) -> str | None:
        for prefix, namespace in self._longest_first:
            if iri.startswith(namespace) and _LOCAL_NAME.fullmatch(iri, len(namespace)):
                return f"{prefix}:{iri[len(namespace) :]}"
        return None


@cache
def _arguments(kind: type) -> tuple[str, ...]:
    """The fields of a constructor that are written as its arguments."""
    return tuple(field.name for field in fields(kind) if field.name != "annotations")


def _full(iri: owl.Iri) -> str:
    if found := NOT_IN_IRI.search(iri):
        raise WriteError(f"`{iri}` is not an IRI: it holds {found[0]!r}. Percent-encode that character in the source.")
    return f"<{iri}>"
