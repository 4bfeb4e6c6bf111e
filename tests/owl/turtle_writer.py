"""Axioms as Turtle, by the mapping from OWL 2 to RDF graphs (section 2.1); knows nothing of the reader it tests."""

from collections.abc import Iterable
from itertools import count

from entailed.owl import model as owl

HEAD = """\
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""
CONNECTIVES = {
    owl.ObjectIntersectionOf: "owl:intersectionOf",
    owl.ObjectUnionOf: "owl:unionOf",
    owl.DataIntersectionOf: "owl:intersectionOf",
    owl.DataUnionOf: "owl:unionOf",
}
CARDINALITIES = {
    owl.ObjectMinCardinality: ("owl:minQualifiedCardinality", "owl:onClass"),
    owl.ObjectMaxCardinality: ("owl:maxQualifiedCardinality", "owl:onClass"),
    owl.ObjectExactCardinality: ("owl:qualifiedCardinality", "owl:onClass"),
    owl.DataMinCardinality: ("owl:minQualifiedCardinality", "owl:onDataRange"),
    owl.DataMaxCardinality: ("owl:maxQualifiedCardinality", "owl:onDataRange"),
    owl.DataExactCardinality: ("owl:qualifiedCardinality", "owl:onDataRange"),
}
TYPES = {owl.DataProperty: "owl:DatatypeProperty", owl.Datatype: "rdfs:Datatype"}
PROPERTY_PREDICATES = {
    "SubDataPropertyOf": "rdfs:subPropertyOf",
    "DataPropertyDomain": "rdfs:domain",
    "DataPropertyRange": "rdfs:range",
    "DatatypeDefinition": "owl:equivalentClass",
    "SubAnnotationPropertyOf": "rdfs:subPropertyOf",
    "AnnotationPropertyDomain": "rdfs:domain",
    "AnnotationPropertyRange": "rdfs:range",
}


class Writer:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self._numbers = count(1)

    def blank(self, *stated: tuple[str, str]) -> str:
        node = f"_:n{next(self._numbers)}"
        for predicate, value in stated:
            self.state(node, predicate, value)
        return node

    def state(self, *triple: str) -> tuple[str, ...]:
        self.lines.append(f"{' '.join(triple)} .")
        return triple

    def list(self, values: Iterable[object]) -> str:
        node = "rdf:nil"
        for value in reversed([self.node(value) for value in values]):
            node = self.blank(("rdf:first", value), ("rdf:rest", node))
        return node

    def node(self, value: object) -> str:
        match value:
            case str(iri):
                return f"<{iri}>"
            case owl.Literal(text, datatype, language):
                escaped = "".join(f"\\U{ord(character):08X}" for character in text)
                return f'"{escaped}"' + (f"@{language}" if language else f"^^<{datatype}>")
            case owl.ObjectInverseOf(property_):
                return self.blank(("owl:inverseOf", self.node(property_)))
            case owl.ObjectComplementOf(operand):
                return self.blank(("a", "owl:Class"), ("owl:complementOf", self.node(operand)))
            case owl.DataComplementOf(operand):
                return self.blank(("a", "rdfs:Datatype"), ("owl:datatypeComplementOf", self.node(operand)))
            case owl.ObjectOneOf(members):
                return self.blank(("a", "owl:Class"), ("owl:oneOf", self.list(members)))
            case owl.DataOneOf(members):
                return self.blank(("a", "rdfs:Datatype"), ("owl:oneOf", self.list(members)))
            case owl.DatatypeRestriction(datatype, facets):
                nodes = [self.blank((self.node(facet), self.node(literal))) for facet, literal in facets]
                restrictions = "rdf:nil"
                for node in reversed(nodes):
                    restrictions = self.blank(("rdf:first", node), ("rdf:rest", restrictions))
                return self.blank(
                    ("a", "rdfs:Datatype"),
                    ("owl:onDatatype", self.node(datatype)),
                    ("owl:withRestrictions", restrictions),
                )
        if type(value) in CONNECTIVES:
            kind = "rdfs:Datatype" if type(value).__name__.startswith("Data") else "owl:Class"
            return self.blank(("a", kind), (CONNECTIVES[type(value)], self.list(value.operands)))
        if hasattr(value, "property"):
            return self._restriction(value)
        return f"<{value.iri}>"

    def _restriction(self, value: object) -> str:
        on = [("a", "owl:Restriction"), ("owl:onProperty", self.node(value.property))]
        match value:
            case owl.ObjectSomeValuesFrom(_, filler) | owl.DataSomeValuesFrom(_, filler):
                return self.blank(*on, ("owl:someValuesFrom", self.node(filler)))
            case owl.ObjectAllValuesFrom(_, filler) | owl.DataAllValuesFrom(_, filler):
                return self.blank(*on, ("owl:allValuesFrom", self.node(filler)))
            case owl.ObjectHasValue(_, filler) | owl.DataHasValue(_, filler):
                return self.blank(*on, ("owl:hasValue", self.node(filler)))
            case owl.ObjectHasSelf():
                return self.blank(*on, ("owl:hasSelf", "true"))
        counted, qualified = CARDINALITIES[type(value)]
        filler = value.filler if hasattr(value, "filler") else value.range
        return self.blank(*on, (counted, str(value.cardinality)), (qualified, self.node(filler)))

    def axiom(self, axiom: owl.Axiom) -> None:
        triple = self._main_triple(axiom)
        if triple is not None:
            self._annotate(triple, axiom.annotations)

    def _annotate(
        self, triple: tuple[str, ...], annotations: Iterable[owl.Annotation], kind: str = "owl:Axiom"
    ) -> None:
        if annotations:
            source, predicate, target = triple
            node = self.blank(
                ("a", kind),
                ("owl:annotatedSource", source),
                ("owl:annotatedProperty", "rdf:type" if predicate == "a" else predicate),
                ("owl:annotatedTarget", target),
            )
            self._notes(node, annotations)

    def _notes(self, node: str, annotations: Iterable[owl.Annotation]) -> None:
        for note in annotations:
            triple = self.state(node, self.node(note.property), self.node(note.value))
            self._annotate(triple, note.annotations, kind="owl:Annotation")

    def _whole(self, kind: str, annotations: Iterable[owl.Annotation], *stated: tuple[str, str]) -> None:
        self._notes(self.blank(("a", kind), *stated), annotations)

    def _main_triple(self, axiom: owl.Axiom) -> tuple[str, ...] | None:
        node = self.node
        match axiom:
            case owl.Declaration(entity):
                return self.state(node(entity), "a", TYPES.get(type(entity), f"owl:{type(entity).__name__}"))
            case owl.SubClassOf(sub, sup):
                return self.state(node(sub), "rdfs:subClassOf", node(sup))
            case owl.EquivalentClasses((first, second)):
                return self.state(node(first), "owl:equivalentClass", node(second))
            case owl.DisjointClasses((first, second)):
                return self.state(node(first), "owl:disjointWith", node(second))
            case owl.DisjointClasses(operands, annotations):
                return self._whole("owl:AllDisjointClasses", annotations, ("owl:members", self.list(operands)))
            case owl.DisjointUnion(union, operands):
                return self.state(node(union), "owl:disjointUnionOf", self.list(operands))
            case owl.SubObjectPropertyOf(owl.ObjectPropertyChain(chain), sup):
                return self.state(node(sup), "owl:propertyChainAxiom", self.list(chain))
            case owl.SubObjectPropertyOf(sub, sup):
                return self.state(node(sub), "rdfs:subPropertyOf", node(sup))
            case owl.EquivalentObjectProperties((first, second)) | owl.DataPropertyAxiom(
                "EquivalentDataProperties", ((first, second),)
            ):
                return self.state(node(first), "owl:equivalentProperty", node(second))
            case owl.DisjointObjectProperties((first, second)) | owl.DataPropertyAxiom(
                "DisjointDataProperties", ((first, second),)
            ):
                return self.state(node(first), "owl:propertyDisjointWith", node(second))
            case owl.DisjointObjectProperties(operands, annotations) | owl.DataPropertyAxiom(
                "DisjointDataProperties", (operands,), annotations
            ):
                return self._whole("owl:AllDisjointProperties", annotations, ("owl:members", self.list(operands)))
            case owl.InverseObjectProperties(first, second):
                return self.state(node(first), "owl:inverseOf", node(second))
            case owl.ObjectPropertyDomain(property_, domain):
                return self.state(node(property_), "rdfs:domain", node(domain))
            case owl.ObjectPropertyRange(property_, range_):
                return self.state(node(property_), "rdfs:range", node(range_))
            case owl.ObjectPropertyCharacteristic(name, property_):
                return self.state(node(property_), "a", f"owl:{name.replace('ObjectProperty', 'Property')}")
            case owl.DataPropertyAxiom("FunctionalDataProperty", (property_,)):
                return self.state(node(property_), "a", "owl:FunctionalProperty")
            case owl.DataPropertyAxiom("HasKey", (keyed, properties)):
                return self.state(node(keyed), "owl:hasKey", self.list(properties))
            case owl.DataPropertyAxiom(kind, (first, second)) | owl.AnnotationPropertyAxiom(kind, first, second):
                return self.state(node(first), PROPERTY_PREDICATES[kind], node(second))
            case owl.SameIndividual((first, second)):
                return self.state(node(first), "owl:sameAs", node(second))
            case owl.DifferentIndividuals((first, second)):
                return self.state(node(first), "owl:differentFrom", node(second))
            case owl.DifferentIndividuals(individuals, annotations):
                return self._whole("owl:AllDifferent", annotations, ("owl:members", self.list(individuals)))
            case owl.ClassAssertion(kind, individual):
                return self.state(node(individual), "a", node(kind))
            case owl.ObjectPropertyAssertion(negative=True) | owl.DataPropertyAssertion(negative=True):
                target = "owl:targetValue" if isinstance(axiom, owl.DataPropertyAssertion) else "owl:targetIndividual"
                return self._whole(
                    "owl:NegativePropertyAssertion",
                    axiom.annotations,
                    ("owl:sourceIndividual", node(axiom.source)),
                    ("owl:assertionProperty", node(axiom.property)),
                    (target, node(axiom.target)),
                )
            case owl.ObjectPropertyAssertion(property_, source, target) | owl.DataPropertyAssertion(
                property_, source, target
            ):
                return self.state(node(source), node(property_), node(target))
            case owl.AnnotationAssertion(property_, subject, value):
                return self.state(node(subject), node(property_), node(value))
        raise ValueError(f"no single axiom of RDF: {axiom}")


def turtle(axioms: Iterable[owl.Axiom]) -> str:
    """A document with the axioms, each of which one triple or one node can express."""
    writer = Writer()
    for axiom in axioms:
        writer.axiom(axiom)
    return HEAD + "\n".join(writer.lines)
