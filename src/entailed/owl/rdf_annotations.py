"""Annotations of axioms out of triples: a node of type `owl:Axiom` or `owl:Annotation` names what it annotates."""

from collections import defaultdict
from collections.abc import Collection

from entailed.owl import model as owl
from entailed.owl.annotations import OWL
from entailed.owl.nesting import DEEPEST, too_deep
from entailed.owl.rdf_expressions import Expressions
from entailed.owl.rdf_graph import TYPE, Graph, Node, Triple, UnreadableError, is_blank
from entailed.owl.report import Findings

_SOURCE, _PROPERTY, _TARGET = (OWL + f"annotated{name}" for name in ("Source", "Property", "Target"))


class AxiomAnnotations:
    """Gives the annotations of each triple; what no triple asks for in the end annotates nothing."""

    def __init__(self, graph: Graph, expressions: Expressions, findings: Findings, *, source: str) -> None:
        self._graph = graph
        self._expressions = expressions
        self._source = source
        self._by_triple: dict[tuple[Node, Node, Node], list[str]] = defaultdict(list)
        self.nodes: set[Node] = set()
        """The nodes that annotate triples."""
        for node, about in graph.subjects():
            if _SOURCE in about or _TARGET in about:
                self.nodes.add(node)
                try:
                    triple = graph.one(node, _SOURCE), graph.one(node, _PROPERTY), graph.one(node, _TARGET)
                except UnreadableError as error:
                    findings.add("skipped", f"annotations of an axiom that cannot be read: {error}")
                else:
                    self._by_triple[triple].append(node)

    def of(self, triple: Triple, depth: int = 0) -> tuple[owl.Annotation, ...]:
        """The annotations of a triple."""
        nodes = self._by_triple.pop(triple, ())
        return tuple(note for node in nodes for note in self.on(node, (TYPE, _SOURCE, _PROPERTY, _TARGET), depth))

    def on(self, node: str, other_predicates: Collection[owl.Iri], depth: int = 0) -> list[owl.Annotation]:
        """What is said of a node, but for some predicates, as annotations."""
        if depth > DEEPEST:
            raise too_deep(self._source)
        return [
            owl.Annotation(
                self._expressions.entity(owl.AnnotationProperty, predicate),
                self.value(value),
                self.of(Triple(node, predicate, value), depth + 1),
            )
            for predicate, values in self._graph.about(node).items()
            if predicate not in other_predicates
            for value in values
        ]

    def value(self, node: Node) -> owl.AnnotationValue:
        """A node as the value of an annotation."""
        if isinstance(node, owl.Literal):
            return node
        return owl.AnonymousIndividual(node) if is_blank(node) else owl.IriValue(node)

    def unclaimed(self) -> list[tuple[Node, Node, Node]]:
        """The triples that are annotated, and were not asked for."""
        return list(self._by_triple)
