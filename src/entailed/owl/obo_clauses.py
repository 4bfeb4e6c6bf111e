"""What single clauses of OBO frames state: tables from tag to annotation, and from tag to property axiom."""

import re
from collections.abc import Callable
from typing import TypeAlias

from entailed.owl import annotations as iris
from entailed.owl import model as owl
from entailed.owl.annotations import OBO, OBO_IN_OWL, XSD
from entailed.owl.obo_syntax import Clause
from entailed.owl.obo_values import Annotations, Values

Stated: TypeAlias = tuple[owl.Iri, owl.AnnotationValue, Annotations] | None
"""Property, value and annotations of an annotation assertion; None where the clause states nothing."""

_Reader: TypeAlias = Callable[[Values, Clause], Stated]

# ---- annotation clauses


def _text(property_: owl.Iri) -> _Reader:
    return lambda values, clause: (property_, values.text(clause), ())


def _identifier(property_: owl.Iri) -> _Reader:
    """An identifier of something else, kept as text."""
    return lambda values, clause: (property_, owl.Literal(values.identifier(clause)), ())


def _reference(property_: owl.Iri) -> _Reader:
    """An identifier of something in an ontology, as its IRI."""
    return lambda values, clause: (property_, owl.IriValue(values.iri(values.identifier(clause))), ())


_TRUE = owl.Literal("true", XSD + "boolean")


def _flag(property_: owl.Iri) -> _Reader:
    """A boolean clause; `false` is what its absence says too."""
    return lambda values, clause: (property_, _TRUE, ()) if values.truth(clause) else None


def _quoted(property_: owl.Iri) -> _Reader:
    """A text with cross-references."""

    def stated(values: Values, clause: Clause) -> Stated:
        value = values.quoted(clause)
        if value.words:
            values.repaired(clause, f"words after the text of a `{clause.tag}`, left out")
        return property_, owl.Literal(value.text), values.xrefs(clause, value)

    return stated


def _xref(values: Values, clause: Clause) -> Stated:
    xref = values.xref(clause)
    return xref.property.iri, xref.value, xref.annotations


SCOPES = ("EXACT", "BROAD", "NARROW", "RELATED")


def _synonym(values: Values, clause: Clause) -> Stated:
    value = values.quoted(clause)
    scope, kinds = clause.tag.removesuffix("synonym").rstrip("_").upper(), value.words
    if kinds and kinds[0].upper() in SCOPES:
        if kinds[0] not in SCOPES:
            values.repaired(clause, "the scope of a synonym in small letters")
        scope, *kinds = kinds[0].upper(), *kinds[1:]
    elif not scope:
        values.repaired(clause, "a synonym without a scope, read as related")
    annotations = values.xrefs(clause, value)
    if kinds:
        has_type = values.annotation_property(iris.HAS_SYNONYM_TYPE)
        annotations = (owl.Annotation(has_type, owl.IriValue(values.iri(kinds[0]))), *annotations)
    if kinds[1:]:
        values.repaired(clause, "words after the type of a synonym, left out")
    return f"{OBO_IN_OWL}has{(scope or 'RELATED').capitalize()}Synonym", owl.Literal(value.text), annotations


_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T.*)?")


def _creation_date(values: Values, clause: Clause) -> Stated:
    if not _DATE.fullmatch(clause.value):
        values.doubtful(clause, "a `creation_date` that is not yyyy-MM-dd")
    return iris.CREATION_DATE, values.text(clause), ()


ANNOTATION_CLAUSES: dict[str, _Reader] = {
    "name": _text(iris.RDFS_LABEL),
    "def": _quoted(iris.DEFINITION),
    "synonym": _synonym,
    "xref": _xref,
    "comment": _text(iris.RDFS_COMMENT),
    "namespace": _text(iris.HAS_OBO_NAMESPACE),
    "alt_id": _identifier(iris.HAS_ALTERNATIVE_ID),
    "subset": _reference(iris.IN_SUBSET),
    "created_by": _text(iris.CREATED_BY),
    "creation_date": _creation_date,
    "is_obsolete": _flag(iris.DEPRECATED),
    "replaced_by": _reference(iris.REPLACED_BY),
    "consider": _reference(iris.CONSIDER),
    "is_anti_symmetric": _flag(OBO + "IAO_0000427"),
    "is_cyclic": _flag(OBO_IN_OWL + "is_cyclic"),
    "is_metadata_tag": _flag(OBO_IN_OWL + "is_metadata_tag"),
    "is_class_level": _flag(OBO_IN_OWL + "is_class_level"),
    "expand_expression_to": _quoted(OBO + "IAO_0000424"),
    "expand_assertion_to": _quoted(OBO + "IAO_0000425"),
    # of OBO 1.0
    "exact_synonym": _synonym,
    "broad_synonym": _synonym,
    "narrow_synonym": _synonym,
    "related_synonym": _synonym,
    "xref_analog": _xref,
    "xref_unknown": _xref,
    "use_term": _reference(iris.CONSIDER),
}

AT_MOST_ONCE = frozenset(("name", "def", "comment", "namespace"))
"""Tags that a frame may have once; a second one often tells of two frames that were merged."""

# ---- property clauses

_PropertyAxiom: TypeAlias = Callable[[Values, owl.ObjectProperty, Clause, Annotations], owl.Axiom | None]


def _characteristic(name: str) -> _PropertyAxiom:
    return lambda values, subject, clause, annotations: (
        owl.ObjectPropertyCharacteristic(name, subject, annotations) if values.truth(clause) else None
    )


def _pair(constructor: Callable[..., owl.Axiom]) -> _PropertyAxiom:
    return lambda values, subject, clause, annotations: constructor(
        (subject, values.object_property(values.identifier(clause))), annotations
    )


def _with_property(constructor: Callable[..., owl.Axiom]) -> _PropertyAxiom:
    return lambda values, subject, clause, annotations: constructor(
        subject, values.object_property(values.identifier(clause)), annotations
    )


def _with_class(constructor: Callable[..., owl.Axiom]) -> _PropertyAxiom:
    return lambda values, subject, clause, annotations: constructor(
        subject, values.class_(values.identifier(clause)), annotations
    )


def _chain(values: Values, subject: owl.ObjectProperty, clause: Clause, annotations: Annotations) -> owl.Axiom:
    chain = owl.ObjectPropertyChain(tuple(map(values.object_property, values.identifiers(clause, 2))))
    return owl.SubObjectPropertyOf(chain, subject, annotations)


def _transitive_over(
    values: Values, subject: owl.ObjectProperty, clause: Clause, annotations: Annotations
) -> owl.Axiom:
    chain = owl.ObjectPropertyChain((subject, values.object_property(values.identifier(clause))))
    return owl.SubObjectPropertyOf(chain, subject, annotations)


PROPERTY_CLAUSES: dict[str, _PropertyAxiom] = {
    "is_a": _with_property(owl.SubObjectPropertyOf),
    "equivalent_to": _pair(owl.EquivalentObjectProperties),
    "disjoint_from": _pair(owl.DisjointObjectProperties),
    "inverse_of": _with_property(owl.InverseObjectProperties),
    "domain": _with_class(owl.ObjectPropertyDomain),
    "range": _with_class(owl.ObjectPropertyRange),
    "transitive_over": _transitive_over,
    "holds_over_chain": _chain,
    # The other direction of `equivalent_to_chain` is not expressible in OWL 2.
    "equivalent_to_chain": _chain,
    "is_transitive": _characteristic("TransitiveObjectProperty"),
    "is_reflexive": _characteristic("ReflexiveObjectProperty"),
    "is_symmetric": _characteristic("SymmetricObjectProperty"),
    "is_asymmetric": _characteristic("AsymmetricObjectProperty"),
    "is_functional": _characteristic("FunctionalObjectProperty"),
    "is_inverse_functional": _characteristic("InverseFunctionalObjectProperty"),
}
