"""Class expressions, data ranges and property expressions out of triples.

Source: OWL 2 Mapping to RDF Graphs (W3C Recommendation, 11 December 2012), section 3.2.4, tables 11 to 15.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from entailed.owl import model as owl
from entailed.owl.annotations import OWL, RDFS, XSD
from entailed.owl.nesting import DEEPEST, too_deep
from entailed.owl.rdf_graph import FIRST, REST, Graph, Node, UnreadableError, is_blank

_COUNTED: dict[owl.Iri, tuple[Any, Any]] = {
    OWL + "minCardinality": (owl.ObjectMinCardinality, owl.DataMinCardinality),
    OWL + "minQualifiedCardinality": (owl.ObjectMinCardinality, owl.DataMinCardinality),
    OWL + "maxCardinality": (owl.ObjectMaxCardinality, owl.DataMaxCardinality),
    OWL + "maxQualifiedCardinality": (owl.ObjectMaxCardinality, owl.DataMaxCardinality),
    OWL + "cardinality": (owl.ObjectExactCardinality, owl.DataExactCardinality),
    OWL + "qualifiedCardinality": (owl.ObjectExactCardinality, owl.DataExactCardinality),
}
CONNECTIVES = {OWL + name for name in ("intersectionOf", "unionOf", "complementOf", "oneOf")}
_RESTRICTING = {OWL + name for name in ("someValuesFrom", "allValuesFrom", "hasValue", "hasSelf")} | _COUNTED.keys()
FORMING = CONNECTIVES | _RESTRICTING | {OWL + "datatypeComplementOf", OWL + "onDatatype"}
"""Predicates of which an expression has exactly one."""
STRUCTURE = FORMING | {
    FIRST,
    REST,
    *(OWL + name for name in ("onProperty", "onClass", "onDataRange", "withRestrictions", "inverseOf")),
}
"""Predicates that say what a blank node stands for."""

_Value = TypeVar("_Value")


class Expressions:
    """Reads what nodes stand for; every entity and every expression is made once."""

    def __init__(self, graph: Graph, *, source: str) -> None:
        self._graph = graph
        self._source = source
        self._made: dict[tuple[Any, Node], Any] = {}
        self._open: list[Node] = []
        self.used: set[Node] = set()
        """The blank nodes that were part of something."""

    # names

    def entity(self, kind: type[_Value], node: Node) -> _Value:
        """The entity that a node names.

        Raises:
            UnreadableError: the node is no IRI.
        """
        key = kind, node
        if key not in self._made:
            if isinstance(node, owl.Literal) or is_blank(node):
                raise UnreadableError(f"a {'blank node' if is_blank(node) else 'literal'} stands where a name should")
            self._made[key] = kind(node)  # type: ignore[call-arg]
        return self._made[key]  # type: ignore[no-any-return]

    def individual(self, node: Node) -> owl.Individual:
        """The individual that a node stands for."""
        return owl.AnonymousIndividual(str(node)) if is_blank(node) else self.entity(owl.NamedIndividual, node)

    def literal(self, node: Node) -> owl.Literal:
        """The node, which is to be a literal."""
        if isinstance(node, owl.Literal):
            return node
        raise UnreadableError("a name stands where a literal should")

    # expressions

    def role(self, node: Node) -> owl.ObjectPropertyExpression:
        """The object property, or its inverse, that a node stands for."""
        if not is_blank(node):
            return self.entity(owl.ObjectProperty, node)
        self.used.add(node)
        return owl.ObjectInverseOf(self.entity(owl.ObjectProperty, self._graph.one(node, OWL + "inverseOf")))

    def class_(self, node: Node) -> owl.ClassExpression:
        """The class expression that a node stands for."""
        return self._expression(node, owl.Class, self._class_expression)  # type: ignore[no-any-return]

    def range(self, node: Node) -> owl.DataRange:
        """The data range that a node stands for."""
        return self._expression(node, owl.Datatype, self._data_range)  # type: ignore[no-any-return]

    def formed(self, node: Node, forming: owl.Iri) -> owl.ClassExpression:
        """The class expression that one of several predicates of a node forms."""
        return self._class_expression(node, forming)

    def is_range(self, node: Node) -> bool:
        """Whether a node stands for a data range rather than a class."""
        if isinstance(node, owl.Literal):
            return False
        return node.startswith(XSD) or node == RDFS + "Literal" or owl.Datatype in self._graph.kinds(node)

    def items(self, node: Node) -> list[Node]:
        """The items of a list."""
        found, nodes = self._graph.items(node)
        self.used.update(nodes)
        return found

    def _expression(self, node: Node, kind: type[Any], read: Callable[[Node, owl.Iri], Any]) -> Any:
        if not is_blank(node):
            return self.entity(kind, node)
        key = kind, node
        if key not in self._made:
            if node in self._open:
                raise UnreadableError("an expression is part of itself")
            if len(self._open) == DEEPEST:
                raise too_deep(self._source)
            self._open.append(node)
            try:
                forming = [predicate for predicate in self._graph.about(node) if predicate in FORMING]
                if len(forming) != 1:
                    raise UnreadableError("a blank node stands for no expression, or for several")
                self._made[key] = read(node, forming[0])
            finally:
                self._open.pop()
                self.used.add(node)
        return self._made[key]

    def _class_expression(self, node: Node, forming: owl.Iri) -> owl.ClassExpression:
        value = self._graph.one(node, forming)
        match forming.removeprefix(OWL):
            case "intersectionOf":
                return owl.ObjectIntersectionOf(tuple(map(self.class_, self.items(value))))
            case "unionOf":
                return owl.ObjectUnionOf(tuple(map(self.class_, self.items(value))))
            case "complementOf":
                return owl.ObjectComplementOf(self.class_(value))
            case "oneOf":
                return owl.ObjectOneOf(tuple(map(self.individual, self.items(value))))
        property_ = self._graph.one(node, OWL + "onProperty")
        if self._is_data_restriction(property_, node, value):
            return self._data_restriction(self.entity(owl.DataProperty, property_), node, forming, value)
        return self._object_restriction(self.role(property_), node, forming, value)

    def _is_data_restriction(self, property_: Node, node: Node, value: Node) -> bool:
        kinds = self._graph.kinds(property_)
        if is_blank(property_) or len(kinds & {owl.ObjectProperty, owl.DataProperty}) == 1:
            return owl.DataProperty in kinds
        about = self._graph.about(node)
        is_number = not _COUNTED.keys().isdisjoint(about)
        return (
            OWL + "onDataRange" in about or self.is_range(value) or (isinstance(value, owl.Literal) and not is_number)
        )

    def _object_restriction(
        self, role: owl.ObjectPropertyExpression, node: Node, forming: owl.Iri, value: Node
    ) -> owl.ClassExpression:
        match forming.removeprefix(OWL):
            case "someValuesFrom":
                return owl.ObjectSomeValuesFrom(role, self.class_(value))
            case "allValuesFrom":
                return owl.ObjectAllValuesFrom(role, self.class_(value))
            case "hasValue":
                return owl.ObjectHasValue(role, self.individual(value))
            case "hasSelf":
                return owl.ObjectHasSelf(role)
        constructor, number = _COUNTED[forming][0], self._number(value)
        if OWL + "onClass" in self._graph.about(node):
            return constructor(number, role, self.class_(self._graph.one(node, OWL + "onClass")))  # type: ignore[no-any-return]
        return constructor(number, role)  # type: ignore[no-any-return]

    def _data_restriction(
        self, property_: owl.DataProperty, node: Node, forming: owl.Iri, value: Node
    ) -> owl.ClassExpression:
        match forming.removeprefix(OWL):
            case "someValuesFrom":
                return owl.DataSomeValuesFrom(property_, self.range(value))
            case "allValuesFrom":
                return owl.DataAllValuesFrom(property_, self.range(value))
            case "hasValue":
                return owl.DataHasValue(property_, self.literal(value))
            case "hasSelf":
                raise UnreadableError("a data property relates nothing to itself")
        constructor, number = _COUNTED[forming][1], self._number(value)
        if OWL + "onDataRange" in self._graph.about(node):
            return constructor(number, property_, self.range(self._graph.one(node, OWL + "onDataRange")))  # type: ignore[no-any-return]
        return constructor(number, property_)  # type: ignore[no-any-return]

    def _number(self, node: Node) -> int:
        lexical = self.literal(node).value.strip()
        if lexical.isdecimal() and len(lexical) < 10:
            return int(lexical)
        raise UnreadableError(f"`{lexical[:80]}` stands where a number should")

    def _data_range(self, node: Node, forming: owl.Iri) -> owl.DataRange:
        value = self._graph.one(node, forming)
        match forming.removeprefix(OWL):
            case "intersectionOf":
                return owl.DataIntersectionOf(tuple(map(self.range, self.items(value))))
            case "unionOf":
                return owl.DataUnionOf(tuple(map(self.range, self.items(value))))
            case "datatypeComplementOf" | "complementOf":
                return owl.DataComplementOf(self.range(value))
            case "oneOf":
                return owl.DataOneOf(tuple(map(self.literal, self.items(value))))
            case "onDatatype":
                restricted = self.items(self._graph.one(node, OWL + "withRestrictions"))
                return owl.DatatypeRestriction(self.entity(owl.Datatype, value), tuple(map(self._facet, restricted)))
        raise UnreadableError("a restriction of a property stands where a data range should")

    def _facet(self, node: Node) -> tuple[owl.Iri, owl.Literal]:
        self.used.add(node)
        match list(self._graph.about(node).items()):
            case [(facet, [owl.Literal() as literal])]:
                return facet, literal
        raise UnreadableError("a facet is not one statement with a literal")
