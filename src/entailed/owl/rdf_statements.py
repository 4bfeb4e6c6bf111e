"""The axioms that single triples state.

Source: OWL 2 Mapping to RDF Graphs (W3C Recommendation, 11 December 2012), section 3.2.5, table 16.
"""

from collections.abc import Callable, Sequence
from typing import Any

from entailed.owl import model as owl
from entailed.owl.annotations import OWL, RDF, RDFS, XSD
from entailed.owl.rdf_annotations import AxiomAnnotations
from entailed.owl.rdf_expressions import CONNECTIVES, FORMING, STRUCTURE, Expressions
from entailed.owl.rdf_graph import (
    BUILT_IN_ANNOTATIONS,
    ENTITY_KINDS,
    PROPERTY_CHAIN,
    SUB_PROPERTY_OF,
    TYPE,
    Graph,
    Node,
    Triple,
    UnreadableError,
    is_blank,
)

_Annotations = tuple[owl.Annotation, ...]
_Property = type[owl.ObjectProperty] | type[owl.DataProperty] | type[owl.AnnotationProperty]

_CHARACTERISTICS: dict[Node, str] = {
    OWL + f"{name}Property": f"{name}ObjectProperty"
    for name in ("InverseFunctional", "Reflexive", "Irreflexive", "Symmetric", "Asymmetric", "Transitive")
}
_SAYS_NOTHING = {
    *(OWL + name for name in ("Ontology", "Restriction")),
    *(RDF + name for name in ("List", "Property")),
    RDFS + "Resource",
}
"""Types that only repeat what the rest of the graph says."""
_DEPRECATED: dict[Node, owl.Literal] = dict.fromkeys(
    (OWL + "DeprecatedClass", OWL + "DeprecatedProperty"),
    owl.Literal("true", XSD + "boolean"),
)


class Statements:
    """Reads triples one by one."""

    def __init__(self, graph: Graph, expressions: Expressions, annotations: AxiomAnnotations) -> None:
        self._graph = graph
        self._expressions = expressions
        self._annotations = annotations
        self.supposed: dict[owl.Iri, None] = {}
        """Properties that are used and not declared, and were taken for annotation properties."""
        self.misdeclared: dict[owl.Iri, None] = {}
        """Object properties that have literals for values, and were taken for annotation properties."""
        self._readers: dict[owl.Iri, Callable[[str, Node, _Annotations], owl.Axiom | None]] = {
            TYPE: self._type,
            SUB_PROPERTY_OF: self._sub_property,
            PROPERTY_CHAIN: self._chain,
            RDFS + "subClassOf": self._sub_class,
            RDFS + "domain": self._domain,
            RDFS + "range": self._range,
            OWL + "equivalentClass": self._equivalent_classes,
            OWL + "disjointWith": self._disjoint_classes,
            OWL + "disjointUnionOf": self._disjoint_union,
            OWL + "hasKey": self._key,
            OWL + "equivalentProperty": self._equivalent_properties,
            OWL + "propertyDisjointWith": self._disjoint_properties,
            OWL + "inverseOf": self._inverse,
            OWL + "sameAs": self._same,
            OWL + "differentFrom": self._different,
        }

    def axiom(self, triple: Triple) -> owl.Axiom | None:
        """The axiom that a triple states; None for one that is part of something else, or says nothing.

        Raises:
            UnreadableError: it states nothing that OWL 2 knows.
        """
        subject, predicate, object_ = triple
        if predicate in STRUCTURE or predicate.startswith(XSD):  # those are facets
            if is_blank(subject):
                return None
            if predicate in CONNECTIVES:  # as OWL 1 wrote definitions
                return self._definition(subject, predicate, self._annotations.of(triple))
        reader = self._readers.get(predicate)
        if reader is not None:
            return reader(subject, object_, self._annotations.of(triple))
        if predicate.startswith((OWL, RDF)) and predicate not in BUILT_IN_ANNOTATIONS:
            raise UnreadableError("it has no meaning there")
        return self._assertion(subject, predicate, object_, self._annotations.of(triple))

    # ---- types

    def _type(self, subject: str, kind: Node, annotations: _Annotations) -> owl.Axiom | None:
        if kind == OWL + "FunctionalProperty":
            if self._kind_of(subject) is owl.DataProperty:
                property_ = self._expressions.entity(owl.DataProperty, subject)
                return owl.DataPropertyAxiom("FunctionalDataProperty", (property_,), annotations)
            return owl.ObjectPropertyCharacteristic(
                "FunctionalObjectProperty", self._expressions.role(subject), annotations
            )
        if kind in _CHARACTERISTICS:
            role = self._expressions.role(subject)
            return owl.ObjectPropertyCharacteristic(_CHARACTERISTICS[kind], role, annotations)
        if kind in _DEPRECATED:
            deprecated = self._expressions.entity(owl.AnnotationProperty, OWL + "deprecated")
            return owl.AnnotationAssertion(deprecated, _annotated(subject), _DEPRECATED[kind], annotations)
        if kind in ENTITY_KINDS:
            return self._declaration(subject, ENTITY_KINDS[kind], annotations)
        if kind in _SAYS_NOTHING:
            return None
        return owl.ClassAssertion(self._expressions.class_(kind), self._expressions.individual(subject), annotations)

    def _declaration(self, subject: str, kind: type[owl.Entity], annotations: _Annotations) -> owl.Declaration | None:
        if is_blank(subject) or (kind is owl.ObjectProperty and self._graph.is_misdeclared(subject)):
            return None
        return owl.Declaration(self._expressions.entity(kind, subject), annotations)

    # ---- classes

    def _sub_class(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        return owl.SubClassOf(self._expressions.class_(subject), self._expressions.class_(object_), annotations)

    def _equivalent_classes(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        if self._expressions.is_range(subject):
            datatype = self._expressions.entity(owl.Datatype, subject)
            definition = datatype, self._expressions.range(object_)
            return owl.DataPropertyAxiom("DatatypeDefinition", definition, annotations)
        return owl.EquivalentClasses(
            (self._expressions.class_(subject), self._expressions.class_(object_)), annotations
        )

    def _definition(self, subject: str, connective: owl.Iri, annotations: _Annotations) -> owl.Axiom:
        defined = self._expressions.entity(owl.Class, subject)
        return owl.EquivalentClasses((defined, self._expressions.formed(subject, connective)), annotations)

    def _disjoint_classes(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        return owl.DisjointClasses((self._expressions.class_(subject), self._expressions.class_(object_)), annotations)

    def _disjoint_union(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        operands = tuple(map(self._expressions.class_, self._expressions.items(object_)))
        return owl.DisjointUnion(self._expressions.entity(owl.Class, subject), operands, annotations)

    def _key(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        properties = self._expressions.items(object_)
        data = [node for node in properties if self._kind_of(node) is owl.DataProperty]
        roles = [self._expressions.role(node) for node in properties if node not in data]
        key = *roles, *(self._expressions.entity(owl.DataProperty, node) for node in data)
        return owl.DataPropertyAxiom("HasKey", (self._expressions.class_(subject), key), annotations)

    # ---- properties

    def _kind_of(self, *nodes: Node) -> _Property:
        """The kind of the properties that an axiom is about: a declared one, that of the first before the others'."""
        for node in nodes:
            if is_blank(node):
                return owl.ObjectProperty
            kinds = self._graph.kinds(node)
            for kind in (owl.ObjectProperty, owl.DataProperty, owl.AnnotationProperty):
                if kind in kinds:
                    return kind
        return owl.DataProperty if any(map(self._graph.has_literals, nodes)) else owl.ObjectProperty

    def _sub_property(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        kind = self._kind_of(subject, object_)
        if kind is owl.ObjectProperty:
            return owl.SubObjectPropertyOf(
                self._expressions.role(subject), self._expressions.role(object_), annotations
            )
        sub, sup = self._expressions.entity(kind, subject), self._expressions.entity(kind, object_)
        if isinstance(sub, owl.AnnotationProperty):
            return owl.AnnotationPropertyAxiom("SubAnnotationPropertyOf", sub, sup.iri, annotations)
        return owl.DataPropertyAxiom("SubDataPropertyOf", (sub, sup), annotations)

    def _chain(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        chain = owl.ObjectPropertyChain(tuple(map(self._expressions.role, self._expressions.items(object_))))
        return owl.SubObjectPropertyOf(chain, self._expressions.role(subject), annotations)

    def _domain(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        kind = self._kind_of(subject)
        if kind is owl.ObjectProperty:
            role, domain = self._expressions.role(subject), self._expressions.class_(object_)
            return owl.ObjectPropertyDomain(role, domain, annotations)
        property_ = self._expressions.entity(kind, subject)
        if isinstance(property_, owl.AnnotationProperty):
            iri = self._expressions.entity(owl.IriValue, object_).iri
            return owl.AnnotationPropertyAxiom("AnnotationPropertyDomain", property_, iri, annotations)
        domain = self._expressions.class_(object_)
        return owl.DataPropertyAxiom("DataPropertyDomain", (property_, domain), annotations)

    def _range(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        kind = self._kind_of(subject)
        if kind is owl.ObjectProperty and (self._graph.kinds(subject) or not self._expressions.is_range(object_)):
            role, range_ = self._expressions.role(subject), self._expressions.class_(object_)
            return owl.ObjectPropertyRange(role, range_, annotations)
        if kind is owl.AnnotationProperty:
            property_ = self._expressions.entity(owl.AnnotationProperty, subject)
            iri = self._expressions.entity(owl.IriValue, object_).iri
            return owl.AnnotationPropertyAxiom("AnnotationPropertyRange", property_, iri, annotations)
        stated = self._expressions.entity(owl.DataProperty, subject), self._expressions.range(object_)
        return owl.DataPropertyAxiom("DataPropertyRange", stated, annotations)

    def _equivalent_properties(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        properties = self._properties((subject, object_))
        if isinstance(properties[0], owl.DataProperty):
            return owl.DataPropertyAxiom("EquivalentDataProperties", (properties,), annotations)
        return owl.EquivalentObjectProperties(properties, annotations)

    def _disjoint_properties(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        return self.disjoint_properties((subject, object_), annotations)

    def disjoint_properties(self, nodes: Sequence[Node], annotations: _Annotations) -> owl.Axiom:
        """The axiom that says that no two of the properties relate the same."""
        properties = self._properties(nodes)
        if properties and isinstance(properties[0], owl.DataProperty):
            return owl.DataPropertyAxiom("DisjointDataProperties", (properties,), annotations)
        return owl.DisjointObjectProperties(properties, annotations)

    def _properties(self, nodes: Sequence[Node]) -> tuple[Any, ...]:
        """Object properties, or data properties where they are declared so."""
        if self._kind_of(*nodes) is owl.DataProperty:
            return tuple(self._expressions.entity(owl.DataProperty, node) for node in nodes)
        return tuple(map(self._expressions.role, nodes))

    def _inverse(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        return owl.InverseObjectProperties(
            self._expressions.role(subject), self._expressions.role(object_), annotations
        )

    # ---- individuals

    def _same(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        pair = self._expressions.individual(subject), self._expressions.individual(object_)
        return owl.SameIndividual(pair, annotations)

    def _different(self, subject: str, object_: Node, annotations: _Annotations) -> owl.Axiom:
        pair = self._expressions.individual(subject), self._expressions.individual(object_)
        return owl.DifferentIndividuals(pair, annotations)

    def _assertion(self, subject: str, predicate: owl.Iri, object_: Node, annotations: _Annotations) -> owl.Axiom:
        """A statement whose predicate is a property of the ontology."""
        if not FORMING.isdisjoint(self._graph.about(subject)) and is_blank(subject):
            raise UnreadableError("it is about an expression")
        kind = self._kind_in_statement(predicate, object_)
        property_ = self._expressions.entity(kind, predicate)
        match property_:
            case owl.ObjectProperty():
                source, target = self._expressions.individual(subject), self._expressions.individual(object_)
                return owl.ObjectPropertyAssertion(property_, source, target, annotations=annotations)
            case owl.DataProperty():
                source, value = self._expressions.individual(subject), self._expressions.literal(object_)
                return owl.DataPropertyAssertion(property_, source, value, annotations=annotations)
        return owl.AnnotationAssertion(property_, _annotated(subject), self._annotations.value(object_), annotations)

    def _kind_in_statement(self, predicate: owl.Iri, object_: Node) -> _Property:
        if predicate in BUILT_IN_ANNOTATIONS:
            return owl.AnnotationProperty
        kinds = self._graph.kinds(predicate)
        if self._graph.is_misdeclared(predicate):
            self.misdeclared[predicate] = None
            return owl.AnnotationProperty
        fitting = owl.DataProperty if isinstance(object_, owl.Literal) else owl.ObjectProperty
        for kind in (fitting, owl.AnnotationProperty, owl.ObjectProperty, owl.DataProperty):
            if kind in kinds:
                return kind
        if self._graph.relates(predicate):
            return fitting
        self.supposed[predicate] = None
        return owl.AnnotationProperty


def _annotated(subject: str) -> owl.Iri | owl.AnonymousIndividual:
    return owl.AnonymousIndividual(subject) if is_blank(subject) else subject
