"""What each keyword of functional syntax makes of its arguments: the grammar of OWL 2 as a table.

A form names the kind of each argument in turn, as in `number role class?`: `?` is after one that may be missing, and
`*` after one that takes all that remain.

Source: OWL 2 Structural Specification and Functional-Style Syntax (W3C Recommendation, 11 December 2012).
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from entailed.owl import model as owl
from entailed.owl.functional_arguments import Import, MisfitError, RulePart


class Form(NamedTuple):
    """A keyword's arguments, and what is made of them."""

    make: Callable[..., Any]
    arguments: str
    annotated: bool = False
    """Whether annotations may stand before the arguments."""


def _data(name: str, arguments: str) -> Form:
    def make(*values: Any, annotations: tuple[owl.Annotation, ...]) -> owl.Axiom:
        return owl.DataPropertyAxiom(name, values, annotations)

    return Form(make, arguments, annotated=True)


def _key(keyed: Any, roles: Any, data: Any, *, annotations: tuple[owl.Annotation, ...]) -> owl.Axiom:
    return owl.DataPropertyAxiom("HasKey", (keyed, (*roles, *data)), annotations)


def _restriction(datatype: owl.Datatype, parts: tuple[Any, ...]) -> owl.DatatypeRestriction:
    facets = tuple(zip(parts[::2], parts[1::2], strict=False))
    if not parts or len(parts) % 2 or not all(isinstance(f, str) and isinstance(v, owl.Literal) for f, v in facets):
        raise MisfitError("`DatatypeRestriction` takes a datatype, and pairs of a facet and a literal")
    return owl.DatatypeRestriction(datatype, facets)


def _rule(parts: tuple[str, ...], *, annotations: tuple[owl.Annotation, ...]) -> owl.Axiom:
    return owl.SwrlRule(f"DLSafeRule({''.join(parts)})", annotations)


def _atom(keyword: str, separator: str = " ") -> Form:
    return Form(lambda parts: RulePart(f"{keyword}({separator.join(parts)})"), "rule-part*")


def _entity(entity: Any) -> Any:
    return entity


FORMS = {
    # entities and what they stand in
    "Class": Form(_entity, "named-class"),
    "ObjectProperty": Form(_entity, "named-role"),
    "DataProperty": Form(_entity, "data-property"),
    "AnnotationProperty": Form(_entity, "annotation-property"),
    "Datatype": Form(_entity, "datatype"),
    "NamedIndividual": Form(_entity, "named-individual"),
    "Import": Form(Import, "iri"),
    "Annotation": Form(owl.Annotation, "annotation-property annotation-value", annotated=True),
    # expressions
    "ObjectInverseOf": Form(owl.ObjectInverseOf, "named-role"),
    "ObjectPropertyChain": Form(owl.ObjectPropertyChain, "role*"),
    "DataIntersectionOf": Form(owl.DataIntersectionOf, "range*"),
    "DataUnionOf": Form(owl.DataUnionOf, "range*"),
    "DataComplementOf": Form(owl.DataComplementOf, "range"),
    "DataOneOf": Form(owl.DataOneOf, "literal*"),
    "DatatypeRestriction": Form(_restriction, "datatype facet-part*"),
    "ObjectIntersectionOf": Form(owl.ObjectIntersectionOf, "class*"),
    "ObjectUnionOf": Form(owl.ObjectUnionOf, "class*"),
    "ObjectComplementOf": Form(owl.ObjectComplementOf, "class"),
    "ObjectOneOf": Form(owl.ObjectOneOf, "individual*"),
    "ObjectSomeValuesFrom": Form(owl.ObjectSomeValuesFrom, "role class"),
    "ObjectAllValuesFrom": Form(owl.ObjectAllValuesFrom, "role class"),
    "ObjectHasValue": Form(owl.ObjectHasValue, "role individual"),
    "ObjectHasSelf": Form(owl.ObjectHasSelf, "role"),
    "ObjectMinCardinality": Form(owl.ObjectMinCardinality, "number role class?"),
    "ObjectMaxCardinality": Form(owl.ObjectMaxCardinality, "number role class?"),
    "ObjectExactCardinality": Form(owl.ObjectExactCardinality, "number role class?"),
    "DataSomeValuesFrom": Form(owl.DataSomeValuesFrom, "data-property range"),
    "DataAllValuesFrom": Form(owl.DataAllValuesFrom, "data-property range"),
    "DataHasValue": Form(owl.DataHasValue, "data-property literal"),
    "DataMinCardinality": Form(owl.DataMinCardinality, "number data-property range?"),
    "DataMaxCardinality": Form(owl.DataMaxCardinality, "number data-property range?"),
    "DataExactCardinality": Form(owl.DataExactCardinality, "number data-property range?"),
    # axioms
    "Declaration": Form(owl.Declaration, "entity", annotated=True),
    "SubClassOf": Form(owl.SubClassOf, "class class", annotated=True),
    "EquivalentClasses": Form(owl.EquivalentClasses, "class*", annotated=True),
    "DisjointClasses": Form(owl.DisjointClasses, "class*", annotated=True),
    "DisjointUnion": Form(owl.DisjointUnion, "named-class class*", annotated=True),
    "SubObjectPropertyOf": Form(owl.SubObjectPropertyOf, "role-or-chain role", annotated=True),
    "EquivalentObjectProperties": Form(owl.EquivalentObjectProperties, "role*", annotated=True),
    "DisjointObjectProperties": Form(owl.DisjointObjectProperties, "role*", annotated=True),
    "InverseObjectProperties": Form(owl.InverseObjectProperties, "role role", annotated=True),
    "ObjectPropertyDomain": Form(owl.ObjectPropertyDomain, "role class", annotated=True),
    "ObjectPropertyRange": Form(owl.ObjectPropertyRange, "role class", annotated=True),
    **{
        name: Form(partial(owl.ObjectPropertyCharacteristic, name), "role", annotated=True)
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
    "SubDataPropertyOf": _data("SubDataPropertyOf", "data-property data-property"),
    "EquivalentDataProperties": _data("EquivalentDataProperties", "data-property*"),
    "DisjointDataProperties": _data("DisjointDataProperties", "data-property*"),
    "DataPropertyDomain": _data("DataPropertyDomain", "data-property class"),
    "DataPropertyRange": _data("DataPropertyRange", "data-property range"),
    "FunctionalDataProperty": _data("FunctionalDataProperty", "data-property"),
    "DatatypeDefinition": _data("DatatypeDefinition", "datatype range"),
    "HasKey": Form(_key, "class roles data-properties", annotated=True),
    "SameIndividual": Form(owl.SameIndividual, "individual*", annotated=True),
    "DifferentIndividuals": Form(owl.DifferentIndividuals, "individual*", annotated=True),
    "ClassAssertion": Form(owl.ClassAssertion, "class individual", annotated=True),
    "ObjectPropertyAssertion": Form(owl.ObjectPropertyAssertion, "role individual individual", annotated=True),
    "NegativeObjectPropertyAssertion": Form(
        partial(owl.ObjectPropertyAssertion, negative=True), "role individual individual", annotated=True
    ),
    "DataPropertyAssertion": Form(owl.DataPropertyAssertion, "data-property individual literal", annotated=True),
    "NegativeDataPropertyAssertion": Form(
        partial(owl.DataPropertyAssertion, negative=True), "data-property individual literal", annotated=True
    ),
    "AnnotationAssertion": Form(
        owl.AnnotationAssertion, "annotation-property annotation-subject annotation-value", annotated=True
    ),
    "SubAnnotationPropertyOf": Form(
        partial(owl.AnnotationPropertyAxiom, "SubAnnotationPropertyOf"), "annotation-property iri", annotated=True
    ),
    "AnnotationPropertyDomain": Form(
        partial(owl.AnnotationPropertyAxiom, "AnnotationPropertyDomain"), "annotation-property iri", annotated=True
    ),
    "AnnotationPropertyRange": Form(
        partial(owl.AnnotationPropertyAxiom, "AnnotationPropertyRange"), "annotation-property iri", annotated=True
    ),
    # rules, which are kept as text
    "DLSafeRule": Form(_rule, "rule-part*", annotated=True),
    "Body": _atom("Body", separator=""),
    "Head": _atom("Head", separator=""),
    **{
        name: _atom(name)
        for name in (
            "ClassAtom",
            "DataRangeAtom",
            "ObjectPropertyAtom",
            "DataPropertyAtom",
            "BuiltInAtom",
            "SameIndividualAtom",
            "DifferentIndividualsAtom",
            "Variable",
        )
    },
}
"""The forms by keyword."""
