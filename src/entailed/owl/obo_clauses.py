"""What single clauses of OBO frames state: tables from tag to annotation, and from tag to property axiom."""

from collections.abc import Callable
from typing import Any, TypeAlias

from entailed.owl import annotations as iris
from entailed.owl import model as owl
from entailed.owl.annotations import OBO, OBO_IN_OWL, XSD
from entailed.owl.obo_values import Values, text

Stated: TypeAlias = "tuple[owl.Iri, owl.AnnotationValue, tuple[owl.Annotation, ...]] | None"
"""Property, value and annotations of an annotation assertion; None where the clause states nothing."""

# ---- annotation clauses


def _def(values: Values, clause: Any) -> Stated:
    return iris.DEFINITION, owl.Literal(clause.definition), values.xrefs(clause.xrefs)


def _synonym(values: Values, clause: Any) -> Stated:
    synonym = clause.synonym
    annotations = values.xrefs(synonym.xrefs)
    if synonym.type is not None:
        kind = owl.IriValue(values.iri(text(synonym.type)))
        annotations = (owl.Annotation(values.annotation_property(iris.HAS_SYNONYM_TYPE), kind), *annotations)
    return f"{OBO_IN_OWL}has{synonym.scope.capitalize()}Synonym", owl.Literal(synonym.desc), annotations


def _xref(values: Values, clause: Any) -> Stated:
    return iris.HAS_DB_XREF, owl.Literal(text(clause.xref.id)), values.description(clause.xref)


_TRUE = owl.Literal("true", XSD + "boolean")


def _flag(property_: owl.Iri, attribute: str) -> Callable[[Values, Any], Stated]:
    """A boolean clause; `false` is what its absence says too."""
    return lambda _, clause: (property_, _TRUE, ()) if getattr(clause, attribute) else None


def _successor(property_: owl.Iri) -> Callable[[Values, Any], Stated]:
    def stated(values: Values, clause: Any) -> Stated:
        target = clause.term if hasattr(clause, "term") else clause.typedef
        return property_, owl.IriValue(values.iri(text(target))), ()

    return stated


ANNOTATION_CLAUSES: dict[str, Callable[[Values, Any], Stated]] = {
    "name": lambda _, clause: (iris.RDFS_LABEL, owl.Literal(clause.name.strip()), ()),
    "def": _def,
    "synonym": _synonym,
    "xref": _xref,
    "comment": lambda _, clause: (iris.RDFS_COMMENT, owl.Literal(clause.comment.strip()), ()),
    "namespace": lambda _, clause: (iris.HAS_OBO_NAMESPACE, owl.Literal(text(clause.namespace)), ()),
    "alt_id": lambda _, clause: (iris.HAS_ALTERNATIVE_ID, owl.Literal(text(clause.alt_id)), ()),
    "subset": lambda values, clause: (iris.IN_SUBSET, owl.IriValue(values.iri(text(clause.subset))), ()),
    "created_by": lambda _, clause: (iris.CREATED_BY, owl.Literal(clause.creator.strip()), ()),
    "creation_date": lambda _, clause: (iris.CREATION_DATE, owl.Literal(clause.raw_value()), ()),
    "is_obsolete": _flag(iris.DEPRECATED, "obsolete"),
    "replaced_by": _successor(iris.REPLACED_BY),
    "consider": _successor(iris.CONSIDER),
    "is_anti_symmetric": _flag(OBO + "IAO_0000427", "anti_symmetric"),
    "is_cyclic": _flag(OBO_IN_OWL + "is_cyclic", "cyclic"),
    "is_metadata_tag": _flag(OBO_IN_OWL + "is_metadata_tag", "metadata_tag"),
    "is_class_level": _flag(OBO_IN_OWL + "is_class_level", "class_level"),
    "expand_expression_to": lambda values, clause: (
        OBO + "IAO_0000424",
        owl.Literal(clause.definition),
        values.xrefs(clause.xrefs),
    ),
    "expand_assertion_to": lambda values, clause: (
        OBO + "IAO_0000425",
        owl.Literal(clause.definition),
        values.xrefs(clause.xrefs),
    ),
}


# ---- property clauses

_PropertyAxiom: TypeAlias = Callable[[Values, owl.ObjectProperty, Any], owl.Axiom | None]


def _characteristic(name: str, attribute: str) -> _PropertyAxiom:
    return lambda _, subject, clause: (
        owl.ObjectPropertyCharacteristic(name, subject) if getattr(clause, attribute) else None
    )


def _chain(values: Values, subject: owl.ObjectProperty, clause: Any) -> owl.Axiom:
    chain = values.object_property(text(clause.first)), values.object_property(text(clause.last))
    return owl.SubObjectPropertyOf(owl.ObjectPropertyChain(chain), subject)


def _transitive_over(values: Values, subject: owl.ObjectProperty, clause: Any) -> owl.Axiom:
    chain = owl.ObjectPropertyChain((subject, values.object_property(text(clause.typedef))))
    return owl.SubObjectPropertyOf(chain, subject)


def _related(values: Values, clause: Any) -> owl.ObjectProperty:
    return values.object_property(text(clause.typedef))


PROPERTY_CLAUSES: dict[str, _PropertyAxiom] = {
    "is_a": lambda values, subject, clause: owl.SubObjectPropertyOf(subject, _related(values, clause)),
    "equivalent_to": lambda values, subject, clause: owl.EquivalentObjectProperties(
        (subject, _related(values, clause))
    ),
    "disjoint_from": lambda values, subject, clause: owl.DisjointObjectProperties((subject, _related(values, clause))),
    "inverse_of": lambda values, subject, clause: owl.InverseObjectProperties(subject, _related(values, clause)),
    "domain": lambda values, subject, clause: owl.ObjectPropertyDomain(subject, values.class_(text(clause.domain))),
    "range": lambda values, subject, clause: owl.ObjectPropertyRange(subject, values.class_(text(clause.range))),
    "transitive_over": _transitive_over,
    "holds_over_chain": _chain,
    # The other direction of `equivalent_to_chain` is not expressible in OWL 2.
    "equivalent_to_chain": _chain,
    "is_transitive": _characteristic("TransitiveObjectProperty", "transitive"),
    "is_reflexive": _characteristic("ReflexiveObjectProperty", "reflexive"),
    "is_symmetric": _characteristic("SymmetricObjectProperty", "symmetric"),
    "is_asymmetric": _characteristic("AsymmetricObjectProperty", "asymmetric"),
    "is_functional": _characteristic("FunctionalObjectProperty", "functional"),
    "is_inverse_functional": _characteristic("InverseFunctionalObjectProperty", "inverse_functional"),
}
