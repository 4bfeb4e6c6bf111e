"""Functional syntax, RDF/XML, OWL/XML and Manchester, through `py-horned-owl`; the only module that imports it.

The library's values mostly carry our names, so a table of constructors and field names converts them. It keeps axioms
in a hash set: their order in the source is lost and changes from run to run. Ours are sorted by their functional
syntax, so that two readings of a file are equal.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

import pyhornedowl

from entailed.errors import ReadError
from entailed.owl import model as owl
from entailed.owl.nesting import refuse_deep_nesting, too_deep
from entailed.owl.report import Findings

Serialization: TypeAlias = Literal["ofn", "rdf", "owx", "omn"]


def read_horned(text: str, serialization: Serialization, *, source: str, findings: Findings) -> owl.Ontology:
    """Parse a document and convert every component of it.

    Raises:
        ReadError: the library does not accept the text, with the line where the library says one; or an expression is
            nested too deeply.
    """
    if serialization != "rdf":
        refuse_deep_nesting(text, tags=serialization == "owx", source=source)
    try:
        parsed = pyhornedowl.open_ontology_from_string(text, serialization=serialization)
    except ValueError as error:
        raise _read_error(str(error), text, source) from error
    components = _Components(findings)
    try:
        for item in sorted(parsed.get_components(), key=_sort_key):
            components.add(item.component, item.ann)
    except RecursionError as error:  # RDF nests by blank nodes, and shows its depth only here
        raise too_deep(source) from error
    return components.ontology(prefixes=tuple(parsed.prefix_mapping))


def _sort_key(item: Any) -> tuple[str, list[str]]:
    return str(item.component), sorted(map(str, item.ann))


# ---- errors

_PLACE = re.compile(r"line_col: Pos\(\((\d+), (\d+)\)\)")
_OFFSET = re.compile(r"Byte(?:Position|Span)\((\d+)")
_EXPECTED = re.compile(r"positives: \[([^\]]*)\]")


def _read_error(message: str, text: str, source: str) -> ReadError:
    """Turn the library's debug print into a line number and a sentence."""
    advice = "Correct it there, or convert the file with another tool."
    if place := _PLACE.search(message):
        line, column = int(place[1]), int(place[2])
        here = text.split("\n")[line - 1][column - 1 :].strip()
        found = f"`{here[:80]}`" if here else "the end of the line"
        expected = _EXPECTED.search(message)
        problem = f"cannot go on at {found}" + (f"; expected one of {expected[1]}." if expected else ".")
        return ReadError(problem, source=source, line=line, advice=advice)
    offset = _OFFSET.search(message)
    line_of_offset = text.encode().count(b"\n", 0, int(offset[1])) + 1 if offset and int(offset[1]) else None
    problem = message.removeprefix("Failed to open ontology: ") + "."
    return ReadError(problem, source=source, line=line_of_offset, advice=advice)


# ---- components


class _Components:
    """Sorts converted components into the parts of an ontology."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._convert = _Converter()
        self._iri: owl.Iri | None = None
        self._version_iri: owl.Iri | None = None
        self._imports: list[owl.Iri] = []
        self._annotations: list[owl.Annotation] = []
        self._axioms: list[owl.Axiom] = []

    def add(self, component: Any, annotations: Iterable[Any]) -> None:
        convert = self._convert
        match name := type(component).__name__:
            case "OntologyID":
                self._iri = convert.optional_iri(component.iri)
                self._version_iri = convert.optional_iri(component.viri)
            case "Import":
                self._imports.append(convert(component.first))
            case "OntologyAnnotation":
                self._annotations.append(convert.annotation(component.first))
            case "DocIRI":
                pass  # where the document was found; no part of the ontology
            case _ if name in _AXIOMS:
                self._axioms.append(_AXIOMS[name](convert, component, convert.annotations(annotations)))
            case _:
                self._findings.add("skipped", f"a component this version does not know: {name}")

    def ontology(self, prefixes: tuple[tuple[str, owl.Iri], ...]) -> owl.Ontology:
        return owl.Ontology(
            iri=self._iri,
            version_iri=self._version_iri,
            imports=tuple(self._imports),
            annotations=tuple(self._annotations),
            axioms=tuple(self._axioms),
            prefixes=prefixes,
        )


# ---- values


class _Converter:
    """Converts what axioms are made of; every entity is made once."""

    def __init__(self) -> None:
        self._entities: dict[tuple[type, owl.Iri], Any] = {}

    def __call__(self, value: Any) -> Any:
        """An entity, expression, literal, IRI, number, or a list of these."""
        if isinstance(value, str | int):
            return value
        if isinstance(value, list):
            return tuple(map(self, value))
        name = type(value).__name__
        if kind := _ENTITIES.get(name):
            return self._entity(kind, str(value.first))
        if name == "IRI":
            return str(value)
        if name == "Facet":
            return _facet(value)
        constructor, fields = _EXPRESSIONS[name]
        return constructor(*(self(getattr(value, field)) for field in fields))

    def _entity(self, kind: type, iri: owl.Iri) -> Any:
        key = kind, iri
        if key not in self._entities:
            self._entities[key] = kind(iri)
        return self._entities[key]

    def optional_iri(self, value: Any) -> owl.Iri | None:
        return None if value is None else str(value)

    def annotation(self, value: Any) -> owl.Annotation:
        return owl.Annotation(self(value.ap), self.annotation_value(value.av), self.annotations(value.ann))

    def annotations(self, values: Iterable[Any]) -> tuple[owl.Annotation, ...]:
        return tuple(self.annotation(value) for value in sorted(values, key=str))

    def annotation_value(self, value: Any) -> owl.AnnotationValue:
        converted = self(value)
        return owl.IriValue(converted) if isinstance(converted, str) else converted


_ENTITIES: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        owl.Class,
        owl.ObjectProperty,
        owl.DataProperty,
        owl.AnnotationProperty,
        owl.Datatype,
        owl.NamedIndividual,
    )
}


def _facet(facet: Any) -> owl.Iri:
    """The IRI of a facet, which the library prints as `Facet.MinInclusive`."""
    name = str(facet).removeprefix("Facet.")
    namespace = (
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#" if name == "LangRange" else "http://www.w3.org/2001/XMLSchema#"
    )
    return f"{namespace}{name[0].lower()}{name[1:]}"


_EXPRESSIONS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "AnonymousIndividual": (owl.AnonymousIndividual, ("first",)),
    "SimpleLiteral": (owl.Literal, ("literal",)),
    "DatatypeLiteral": (owl.Literal, ("literal", "datatype_iri")),
    "LanguageLiteral": (lambda text, tag: owl.Literal(text, language=tag), ("literal", "lang")),
    "InverseObjectProperty": (owl.ObjectInverseOf, ("first",)),
    "DataIntersectionOf": (owl.DataIntersectionOf, ("first",)),
    "DataUnionOf": (owl.DataUnionOf, ("first",)),
    "DataComplementOf": (owl.DataComplementOf, ("first",)),
    "DataOneOf": (owl.DataOneOf, ("first",)),
    "DatatypeRestriction": (owl.DatatypeRestriction, ("first", "second")),
    "FacetRestriction": (lambda facet, value: (facet, value), ("f", "l")),
    "ObjectIntersectionOf": (owl.ObjectIntersectionOf, ("first",)),
    "ObjectUnionOf": (owl.ObjectUnionOf, ("first",)),
    "ObjectComplementOf": (owl.ObjectComplementOf, ("first",)),
    "ObjectOneOf": (owl.ObjectOneOf, ("first",)),
    "ObjectSomeValuesFrom": (owl.ObjectSomeValuesFrom, ("ope", "bce")),
    "ObjectAllValuesFrom": (owl.ObjectAllValuesFrom, ("ope", "bce")),
    "ObjectHasValue": (owl.ObjectHasValue, ("ope", "i")),
    "ObjectHasSelf": (owl.ObjectHasSelf, ("first",)),
    "ObjectMinCardinality": (owl.ObjectMinCardinality, ("n", "ope", "bce")),
    "ObjectMaxCardinality": (owl.ObjectMaxCardinality, ("n", "ope", "bce")),
    "ObjectExactCardinality": (owl.ObjectExactCardinality, ("n", "ope", "bce")),
    "DataSomeValuesFrom": (owl.DataSomeValuesFrom, ("dp", "dr")),
    "DataAllValuesFrom": (owl.DataAllValuesFrom, ("dp", "dr")),
    "DataHasValue": (owl.DataHasValue, ("dp", "l")),
    "DataMinCardinality": (owl.DataMinCardinality, ("n", "dp", "dr")),
    "DataMaxCardinality": (owl.DataMaxCardinality, ("n", "dp", "dr")),
    "DataExactCardinality": (owl.DataExactCardinality, ("n", "dp", "dr")),
}


# ---- axioms

_AxiomMaker: TypeAlias = Callable[[_Converter, Any, tuple[owl.Annotation, ...]], owl.Axiom]


def _plain(constructor: Callable[..., owl.Axiom], *fields: str) -> _AxiomMaker:
    """An axiom whose fields convert one by one, in the order of our constructor."""
    return lambda convert, axiom, annotations: constructor(
        *(convert(getattr(axiom, field)) for field in fields), annotations=annotations
    )


def _named(constructor: Callable[..., owl.Axiom], name: str, *fields: str) -> _AxiomMaker:
    """An axiom of which ours keeps the name as its first field."""
    return lambda convert, axiom, annotations: constructor(
        name, *(convert(getattr(axiom, field)) for field in fields), annotations=annotations
    )


def _data(name: str, *fields: str) -> _AxiomMaker:
    return lambda convert, axiom, annotations: owl.DataPropertyAxiom(
        name, tuple(convert(getattr(axiom, field)) for field in fields), annotations
    )


def _negative(constructor: Callable[..., owl.Axiom], *fields: str) -> _AxiomMaker:
    return lambda convert, axiom, annotations: constructor(
        *(convert(getattr(axiom, field)) for field in fields), negative=True, annotations=annotations
    )


def _sub_object_property(convert: _Converter, axiom: Any, annotations: tuple[owl.Annotation, ...]) -> owl.Axiom:
    sub = convert(axiom.sub)
    chain = owl.ObjectPropertyChain(sub) if isinstance(sub, tuple) else sub
    return owl.SubObjectPropertyOf(chain, convert(axiom.sup), annotations)


def _annotation_assertion(convert: _Converter, axiom: Any, annotations: tuple[owl.Annotation, ...]) -> owl.Axiom:
    stated = axiom.ann
    value = convert.annotation_value(stated.av)
    return owl.AnnotationAssertion(convert(stated.ap), convert(axiom.subject), value, annotations)


def _sub_annotation_property(convert: _Converter, axiom: Any, annotations: tuple[owl.Annotation, ...]) -> owl.Axiom:
    sub, sup = convert(axiom.sub), convert(axiom.sup)
    return owl.AnnotationPropertyAxiom("SubAnnotationPropertyOf", sub, sup.iri, annotations)


def _rule(_: _Converter, axiom: Any, annotations: tuple[owl.Annotation, ...]) -> owl.Axiom:
    return owl.SwrlRule(str(axiom), annotations)


_AXIOMS: dict[str, _AxiomMaker] = {
    **{f"Declare{name}": _plain(owl.Declaration, "first") for name in _ENTITIES},
    "SubClassOf": _plain(owl.SubClassOf, "sub", "sup"),
    "EquivalentClasses": _plain(owl.EquivalentClasses, "first"),
    "DisjointClasses": _plain(owl.DisjointClasses, "first"),
    "DisjointUnion": _plain(owl.DisjointUnion, "first", "second"),
    "SubObjectPropertyOf": _sub_object_property,
    "EquivalentObjectProperties": _plain(owl.EquivalentObjectProperties, "first"),
    "DisjointObjectProperties": _plain(owl.DisjointObjectProperties, "first"),
    "InverseObjectProperties": _plain(owl.InverseObjectProperties, "first", "second"),
    "ObjectPropertyDomain": _plain(owl.ObjectPropertyDomain, "ope", "ce"),
    "ObjectPropertyRange": _plain(owl.ObjectPropertyRange, "ope", "ce"),
    **{
        name: _named(owl.ObjectPropertyCharacteristic, name, "first")
        for name in (
            "FunctionalObjectProperty",
            "InverseFunctionalObjectProperty",
            "ReflexiveObjectProperty",
            "IrreflexiveObjectProperty",
            "SymmetricObjectProperty",
            "AsymmetricObjectProperty",
            "TransitiveObjectProperty",
        )
    },
    "SubDataPropertyOf": _data("SubDataPropertyOf", "sub", "sup"),
    "EquivalentDataProperties": _data("EquivalentDataProperties", "first"),
    "DisjointDataProperties": _data("DisjointDataProperties", "first"),
    "DataPropertyDomain": _data("DataPropertyDomain", "dp", "ce"),
    "DataPropertyRange": _data("DataPropertyRange", "dp", "dr"),
    "FunctionalDataProperty": _data("FunctionalDataProperty", "first"),
    "DatatypeDefinition": _data("DatatypeDefinition", "kind", "range"),
    "HasKey": _data("HasKey", "ce", "vpe"),
    "SameIndividual": _plain(owl.SameIndividual, "first"),
    "DifferentIndividuals": _plain(owl.DifferentIndividuals, "first"),
    "ClassAssertion": _plain(owl.ClassAssertion, "ce", "i"),
    "ObjectPropertyAssertion": _plain(owl.ObjectPropertyAssertion, "ope", "source", "target"),
    "NegativeObjectPropertyAssertion": _negative(owl.ObjectPropertyAssertion, "ope", "source", "target"),
    "DataPropertyAssertion": _plain(owl.DataPropertyAssertion, "dp", "source", "target"),
    "NegativeDataPropertyAssertion": _negative(owl.DataPropertyAssertion, "dp", "source", "target"),
    "AnnotationAssertion": _annotation_assertion,
    "SubAnnotationPropertyOf": _sub_annotation_property,
    "AnnotationPropertyDomain": _named(owl.AnnotationPropertyAxiom, "AnnotationPropertyDomain", "ap", "iri"),
    "AnnotationPropertyRange": _named(owl.AnnotationPropertyAxiom, "AnnotationPropertyRange", "ap", "iri"),
    "Rule": _rule,
}
