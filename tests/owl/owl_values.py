"""Hypothesis strategies for the values of OWL 2: entities, expressions, annotations, axioms."""

from hypothesis import strategies as st

from entailed.owl import model as owl

XSD = "http://www.w3.org/2001/XMLSchema#"
FACETS = [XSD + name for name in ("minInclusive", "maxExclusive", "length", "pattern")]
CHARACTERISTICS = [
    f"{kind}ObjectProperty"
    for kind in ("Functional", "InverseFunctional", "Reflexive", "Irreflexive", "Symmetric", "Asymmetric", "Transitive")
]


def _named(kind: type, stem: str) -> st.SearchStrategy:
    """A few entities of a kind, among them IRIs that cannot be abbreviated; no IRI is of two kinds."""
    return st.sampled_from(
        [f"http://example.org/{stem}{tail}" for tail in ("1", "_two", "/x-3", ".4", "é", "?5=6")]
    ).map(kind)


def _some(values: st.SearchStrategy, least: int = 2) -> st.SearchStrategy:
    return st.lists(values, min_size=least, max_size=3, unique=True).map(tuple)


classes = _named(owl.Class, "C")
object_properties = _named(owl.ObjectProperty, "r")
data_properties = _named(owl.DataProperty, "d")
annotation_properties = _named(owl.AnnotationProperty, "a")
new_datatypes = _named(owl.Datatype, "t")
datatypes = st.one_of(new_datatypes, st.sampled_from([owl.Datatype(XSD + "integer"), owl.Datatype(XSD + "string")]))
named_individuals = _named(owl.NamedIndividual, "i")
individuals = st.one_of(named_individuals, st.sampled_from(["_:b1", "_:b2"]).map(owl.AnonymousIndividual))
roles = st.one_of(object_properties, object_properties.map(owl.ObjectInverseOf))
cardinalities = st.integers(0, 9)

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
literals = st.one_of(
    texts.map(owl.Literal),
    st.builds(owl.Literal, texts, st.sampled_from([XSD + "integer", "http://example.org/t1"])),
    st.builds(lambda text, tag: owl.Literal(text, language=tag), texts, st.sampled_from(["en", "de-AT-1996"])),
)

data_ranges = st.recursive(
    st.one_of(
        datatypes,
        _some(literals, 1).map(owl.DataOneOf),
        st.builds(owl.DatatypeRestriction, datatypes, _some(st.tuples(st.sampled_from(FACETS), literals), 1)),
    ),
    lambda inner: st.one_of(
        inner.map(owl.DataComplementOf),
        _some(inner).map(owl.DataIntersectionOf),
        _some(inner).map(owl.DataUnionOf),
    ),
    max_leaves=3,
)
class_expressions = st.recursive(
    st.one_of(
        classes,
        classes,
        _some(individuals, 1).map(owl.ObjectOneOf),
        roles.map(owl.ObjectHasSelf),
        st.builds(owl.ObjectHasValue, roles, individuals),
        st.builds(owl.DataSomeValuesFrom, data_properties, data_ranges),
        st.builds(owl.DataAllValuesFrom, data_properties, data_ranges),
        st.builds(owl.DataHasValue, data_properties, literals),
        st.builds(owl.DataMinCardinality, cardinalities, data_properties, data_ranges),
        st.builds(owl.DataMaxCardinality, cardinalities, data_properties, data_ranges),
        st.builds(owl.DataExactCardinality, cardinalities, data_properties, data_ranges),
    ),
    lambda inner: st.one_of(
        inner.map(owl.ObjectComplementOf),
        _some(inner).map(owl.ObjectIntersectionOf),
        _some(inner).map(owl.ObjectUnionOf),
        st.builds(owl.ObjectSomeValuesFrom, roles, inner),
        st.builds(owl.ObjectAllValuesFrom, roles, inner),
        st.builds(owl.ObjectMinCardinality, cardinalities, roles, inner),
        st.builds(owl.ObjectMaxCardinality, cardinalities, roles, inner),
        st.builds(owl.ObjectExactCardinality, cardinalities, roles, inner),
    ),
    max_leaves=4,
)

annotation_values = st.one_of(
    literals, st.just(owl.IriValue("http://example.org/C1")), st.just(owl.AnonymousIndividual("_:b1"))
)
annotations = st.recursive(
    st.builds(owl.Annotation, annotation_properties, annotation_values),
    lambda inner: st.builds(owl.Annotation, annotation_properties, annotation_values, st.tuples(inner)),
    max_leaves=2,
)
axiom_annotations = st.one_of(st.just(()), st.just(()), st.tuples(annotations))


def _axiom(constructor, *arguments: st.SearchStrategy, **named: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(constructor, *arguments, annotations=axiom_annotations, **named)


def _data_axiom(kind: str, *arguments: st.SearchStrategy) -> st.SearchStrategy:
    return _axiom(owl.DataPropertyAxiom, st.just(kind), st.tuples(*arguments))


entities = st.one_of(
    classes, object_properties, data_properties, annotation_properties, named_individuals, new_datatypes
)
keys = st.one_of(_some(object_properties, 1), _some(data_properties, 1), st.tuples(object_properties, data_properties))
logical_axioms = st.one_of(
    _axiom(owl.SubClassOf, class_expressions, class_expressions),
    _axiom(owl.EquivalentClasses, _some(class_expressions)),
    _axiom(owl.DisjointClasses, _some(class_expressions)),
    _axiom(owl.DisjointUnion, classes, _some(class_expressions)),
    _axiom(owl.SubObjectPropertyOf, st.one_of(roles, _some(roles).map(owl.ObjectPropertyChain)), roles),
    _axiom(owl.EquivalentObjectProperties, _some(roles)),
    _axiom(owl.DisjointObjectProperties, _some(roles)),
    _axiom(owl.InverseObjectProperties, object_properties, object_properties),
    _axiom(owl.ObjectPropertyDomain, roles, class_expressions),
    _axiom(owl.ObjectPropertyRange, roles, class_expressions),
    _axiom(owl.ObjectPropertyCharacteristic, st.sampled_from(CHARACTERISTICS), roles),
    _data_axiom("SubDataPropertyOf", data_properties, data_properties),
    _data_axiom("EquivalentDataProperties", _some(data_properties)),
    _data_axiom("DisjointDataProperties", _some(data_properties)),
    _data_axiom("DataPropertyDomain", data_properties, class_expressions),
    _data_axiom("DataPropertyRange", data_properties, data_ranges),
    _data_axiom("FunctionalDataProperty", data_properties),
    _data_axiom("DatatypeDefinition", new_datatypes, data_ranges),
    _data_axiom("HasKey", class_expressions, keys),
    _axiom(owl.SameIndividual, _some(individuals)),
    _axiom(owl.DifferentIndividuals, _some(individuals)),
    _axiom(owl.ClassAssertion, class_expressions, individuals),
    _axiom(owl.ObjectPropertyAssertion, roles, individuals, individuals, negative=st.booleans()),
    _axiom(owl.DataPropertyAssertion, data_properties, individuals, literals, negative=st.booleans()),
)
axioms = st.one_of(
    logical_axioms,
    _axiom(owl.Declaration, entities),
    _axiom(
        owl.AnnotationAssertion,
        annotation_properties,
        st.sampled_from(["http://example.org/C1", owl.AnonymousIndividual("_:b1")]),
        annotation_values,
    ),
    _axiom(
        owl.AnnotationPropertyAxiom,
        st.sampled_from(["SubAnnotationPropertyOf", "AnnotationPropertyDomain", "AnnotationPropertyRange"]),
        annotation_properties,
        st.just("http://example.org/a1"),
    ),
)
