"""An ontology out of triples: each of them becomes part of an axiom, or is counted among what was skipped.

Source: OWL 2 Mapping to RDF Graphs (W3C Recommendation, 11 December 2012), section 3.2. Other than there, entities need
no declaration: where the kind of one matters and none is declared, it is taken from how the entity is used.
"""

from collections.abc import Iterable
from dataclasses import replace

from entailed.owl import model as owl
from entailed.owl.annotations import OWL
from entailed.owl.formats import Declared
from entailed.owl.rdf_annotations import AxiomAnnotations
from entailed.owl.rdf_expressions import STRUCTURE, Expressions
from entailed.owl.rdf_graph import TYPE, Graph, Node, Triple, UnreadableError, is_blank
from entailed.owl.rdf_rules import SWRL, rule_text
from entailed.owl.rdf_statements import Statements
from entailed.owl.report import Findings

_ONTOLOGY, _IMPORTS, _VERSION = OWL + "Ontology", OWL + "imports", OWL + "versionIRI"


def read_graph(triples: Iterable[Triple], *, declared: Declared, source: str, findings: Findings) -> owl.Ontology:
    """Read the triples of a document.

    Args:
        triples: In the order of the document.
        declared: Entities that the document uses, and others declare.
        source: Names the document in errors.
        findings: Where it is noted what was skipped, and what was supposed.

    Raises:
        ReadError: an expression is nested too deeply.
    """
    graph = Graph(triples, declared)
    expressions = Expressions(graph, source=source)
    annotations = AxiomAnnotations(graph, expressions, findings, source=source)
    statements = Statements(graph, expressions, annotations)
    name = _ontology_node(graph)
    header = graph.about(name) if name else {}
    wholes = _Wholes(graph, expressions, annotations, statements)
    axioms: list[owl.Axiom] = []
    for triple in graph.triples:
        subject, predicate, object_ = triple
        if subject == name or subject in annotations.nodes:
            continue
        try:
            if subject in wholes.nodes:
                axiom = wholes.axiom(subject, object_) if predicate == TYPE else None
            else:
                axiom = statements.axiom(triple)
        except UnreadableError as error:
            findings.add("skipped", f"a statement of <{predicate}> that cannot be read: {error}")
        else:
            if axiom is not None:
                axioms.append(axiom)
    _annotate_repeated(axioms, annotations, statements, findings)
    _count_unused(graph, expressions, findings)
    for iris, what in (
        (statements.supposed, "used but not declared, read as an annotation property"),
        (statements.misdeclared, "an object property with literals, read as an annotation property"),
    ):
        if iris:
            others = " and others" if len(iris) > 1 else ""
            findings.add("repaired", f"{what}: <{next(iter(iris))}>{others}", count=len(iris))
    imports, versions = (_iris(header.get(predicate, []), predicate, findings) for predicate in (_IMPORTS, _VERSION))
    if versions[1:]:
        findings.add("skipped", "a version IRI of the ontology after its first", count=len(versions) - 1)
    if header and len(header[TYPE]) > 1:
        findings.add("skipped", "a type of the ontology other than owl:Ontology", count=len(header[TYPE]) - 1)
    return owl.Ontology(
        iri=None if name is None or is_blank(name) else name,
        version_iri=next(iter(versions), None),
        imports=tuple(imports),
        annotations=tuple(annotations.on(name, (TYPE, _IMPORTS, _VERSION))) if name else (),
        axioms=tuple(dict.fromkeys(axioms)),
    )


def _ontology_node(graph: Graph) -> str | None:
    """The node of the ontology; of several, the first that no other imports."""
    nodes = [node for node, about in graph.subjects() if _ONTOLOGY in about.get(TYPE, ())]
    imported = {iri for node in nodes for iri in graph.about(node).get(_IMPORTS, ())}
    return next(iter([*(node for node in nodes if node not in imported), *nodes]), None)


def _iris(nodes: list[Node], predicate: owl.Iri, findings: Findings) -> list[owl.Iri]:
    iris = [node for node in nodes if isinstance(node, str) and not is_blank(node)]
    if len(iris) < len(nodes):
        findings.add("skipped", f"an object of <{predicate}> that is no IRI", count=len(nodes) - len(iris))
    return iris


def _annotate_repeated(
    axioms: list[owl.Axiom], annotations: AxiomAnnotations, statements: Statements, findings: Findings
) -> None:
    """Annotate axioms whose annotations refer to a repetition of them.

    Published files hold many: their writer repeated the nodes of a class expression where it should have referred to
    the first ones. The repetition is no statement of the graph, but stands for the same axiom.
    """
    places = {axiom: place for place, axiom in enumerate(axioms)} if annotations.unclaimed() else {}
    for subject, predicate, object_ in annotations.unclaimed():
        try:
            annotated = statements.axiom(Triple(str(subject), str(predicate), object_))
        except UnreadableError:
            annotated = None
        place = None if annotated is None else places.get(replace(annotated, annotations=()))
        if annotated is None or place is None:
            findings.add("skipped", "annotations of an axiom that the graph does not state itself")
        else:
            axioms[place] = annotated


def _count_unused(graph: Graph, expressions: Expressions, findings: Findings) -> None:
    unused = sum(
        is_blank(node) and node not in expressions.used and not STRUCTURE.isdisjoint(about)
        for node, about in graph.subjects()
    )
    if unused:
        findings.add(
            "skipped", "a class expression, or an item of a list, that no axiom that was read refers to", count=unused
        )


# ---- axioms with a node of their own

_WHOLES = {OWL + "AllDisjointClasses", OWL + "AllDisjointProperties", OWL + "AllDifferent"}
_WHOLES |= {OWL + "NegativePropertyAssertion", SWRL + "Imp"}
_MEMBERS = (OWL + "members", OWL + "distinctMembers")
_NEGATIVE = [OWL + name for name in ("sourceIndividual", "assertionProperty", "targetIndividual", "targetValue")]


class _Wholes:
    """Axioms that a node stands for, which are annotated by statements about the node; and the parts of rules."""

    def __init__(
        self, graph: Graph, expressions: Expressions, annotations: AxiomAnnotations, statements: Statements
    ) -> None:
        self._graph = graph
        self._expressions = expressions
        self._annotations = annotations
        self._statements = statements
        self.nodes = {node for node, about in graph.subjects() if any(map(self._is_whole, about.get(TYPE, ())))}

    def _is_whole(self, kind: Node) -> bool:
        return kind in _WHOLES or (isinstance(kind, str) and kind.startswith(SWRL))

    def axiom(self, node: str, kind: Node) -> owl.Axiom | None:
        """The axiom that a node of some type stands for; None for a type that is none of these.

        Raises:
            UnreadableError: a part of it is missing or is none.
        """
        if kind not in _WHOLES:
            return None
        match str(kind).removeprefix(OWL):
            case "AllDisjointClasses":
                operands = tuple(map(self._expressions.class_, self._members(node)))
                return owl.DisjointClasses(operands, self._notes(node, kind, _MEMBERS))
            case "AllDisjointProperties":
                return self._statements.disjoint_properties(self._members(node), self._notes(node, kind, _MEMBERS))
            case "AllDifferent":
                individuals = tuple(map(self._expressions.individual, self._members(node)))
                return owl.DifferentIndividuals(individuals, self._notes(node, kind, _MEMBERS))
            case "NegativePropertyAssertion":
                return self._negative(node, self._notes(node, kind, _NEGATIVE))
        text = rule_text(node, self._graph, self._expressions)
        return owl.SwrlRule(text, self._notes(node, kind, (SWRL + "body", SWRL + "head")))

    def _members(self, node: str) -> list[Node]:
        about = self._graph.about(node)
        predicate = next((predicate for predicate in _MEMBERS if predicate in about), _MEMBERS[0])
        return self._expressions.items(self._graph.one(node, predicate))

    def _notes(self, node: str, kind: Node, parts: Iterable[owl.Iri]) -> tuple[owl.Annotation, ...]:
        """Stated of the node, or of the triple that gives its type."""
        return (*self._annotations.on(node, {TYPE, *parts}), *self._annotations.of(Triple(node, TYPE, kind)))

    def _negative(self, node: str, annotations: tuple[owl.Annotation, ...]) -> owl.Axiom:
        source = self._expressions.individual(self._graph.one(node, OWL + "sourceIndividual"))
        property_ = self._graph.one(node, OWL + "assertionProperty")
        if OWL + "targetValue" in self._graph.about(node):
            value = self._expressions.literal(self._graph.one(node, OWL + "targetValue"))
            data_property = self._expressions.entity(owl.DataProperty, property_)
            return owl.DataPropertyAssertion(data_property, source, value, negative=True, annotations=annotations)
        target = self._expressions.individual(self._graph.one(node, OWL + "targetIndividual"))
        role = self._expressions.role(property_)
        return owl.ObjectPropertyAssertion(role, source, target, negative=True, annotations=annotations)
