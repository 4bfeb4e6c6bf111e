"""The triples of a document, by subject: what reading them as OWL needs to look up."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from entailed.owl import model as owl
from entailed.owl.annotations import OWL, RDF, RDFS
from entailed.owl.formats import Declared

Node: TypeAlias = str | owl.Literal
"""An IRI, a blank node (`_:` and its name) or a literal."""


class Triple(NamedTuple):
    """A statement."""

    subject: str
    predicate: owl.Iri
    object: Node


class UnreadableError(Exception):
    """Triples that state something that OWL 2 does not know, or that are not complete; the text says what."""


TYPE, FIRST, REST, NIL = RDF + "type", RDF + "first", RDF + "rest", RDF + "nil"

ENTITY_KINDS: dict[Node, type[owl.Entity]] = {
    OWL + "Class": owl.Class,
    RDFS + "Class": owl.Class,
    OWL + "DeprecatedClass": owl.Class,
    RDFS + "Datatype": owl.Datatype,
    OWL + "DataRange": owl.Datatype,
    OWL + "ObjectProperty": owl.ObjectProperty,
    OWL + "DatatypeProperty": owl.DataProperty,
    OWL + "AnnotationProperty": owl.AnnotationProperty,
    OWL + "OntologyProperty": owl.AnnotationProperty,
    OWL + "NamedIndividual": owl.NamedIndividual,
    OWL + "InverseFunctionalProperty": owl.ObjectProperty,
    OWL + "ReflexiveProperty": owl.ObjectProperty,
    OWL + "IrreflexiveProperty": owl.ObjectProperty,
    OWL + "SymmetricProperty": owl.ObjectProperty,
    OWL + "AsymmetricProperty": owl.ObjectProperty,
    OWL + "TransitiveProperty": owl.ObjectProperty,
}
"""The kind that a type says an entity to be of; those from `InverseFunctionalProperty` on say it by the way."""

BUILT_IN_ANNOTATIONS = {
    *(RDFS + name for name in ("label", "comment", "seeAlso", "isDefinedBy")),
    *(
        OWL + name
        for name in ("deprecated", "versionInfo", "priorVersion", "backwardCompatibleWith", "incompatibleWith")
    ),
}
SUB_PROPERTY_OF = RDFS + "subPropertyOf"
PROPERTY_CHAIN = OWL + "propertyChainAxiom"
_ABOUT_PROPERTIES = {
    SUB_PROPERTY_OF,
    PROPERTY_CHAIN,
    *(RDFS + name for name in ("domain", "range")),
    *(OWL + name for name in ("onProperty", "assertionProperty", "inverseOf", "equivalentProperty")),
    OWL + "propertyDisjointWith",
}
"""Predicates of axioms that have a property for subject or object."""


def is_blank(node: Node) -> bool:
    """Whether a node is blank."""
    return isinstance(node, str) and node.startswith("_:")


class Graph:
    """Triples, each once, in the order of the document."""

    def __init__(self, triples: Iterable[Triple], declared: Declared) -> None:
        self.triples = list(dict.fromkeys(triples))
        self._declared = declared
        self._of: dict[str, dict[owl.Iri, list[Node]]] = {}
        self._with_literals: set[owl.Iri] = set()
        self._kinds: dict[str, frozenset[type[owl.Entity]]] = {}
        self._relating: set[Node] = set()
        self._hierarchy: dict[Node, list[Node]] = defaultdict(list)
        chains = []
        for subject, predicate, object_ in self.triples:
            self._of.setdefault(subject, {}).setdefault(predicate, []).append(object_)
            if isinstance(object_, owl.Literal):
                self._with_literals.add(predicate)
            if predicate in _ABOUT_PROPERTIES:
                self._relating.update((subject, object_))
            if predicate == SUB_PROPERTY_OF:
                self._hierarchy[subject].append(object_)
                self._hierarchy[object_].append(subject)
            elif predicate == PROPERTY_CHAIN:
                chains.append(object_)
        for chain in chains:
            with suppress(UnreadableError):
                self._relating.update(self.items(chain)[0])

    def about(self, node: Node) -> dict[owl.Iri, list[Node]]:
        """What is said of a node: objects by predicate."""
        return self._of.get(node, {}) if isinstance(node, str) else {}

    def subjects(self) -> Iterator[tuple[str, dict[owl.Iri, list[Node]]]]:
        """The nodes of which something is said, and what."""
        return iter(self._of.items())

    def one(self, node: Node, predicate: owl.Iri) -> Node:
        """The only object of a predicate.

        Raises:
            UnreadableError: there is none, or there are several.
        """
        match self.about(node).get(predicate, []):
            case [object_]:
                return object_
            case found:
                raise UnreadableError(f"{len(found) or 'no'} objects of <{predicate}> stand where one should")

    def items(self, node: Node) -> tuple[list[Node], set[Node]]:
        """The items of a list, and the nodes that it is made of.

        Raises:
            UnreadableError: the list is not complete, or runs into itself.
        """
        items: list[Node] = []
        nodes: set[Node] = set()
        while node != NIL:
            if node in nodes:
                raise UnreadableError("a list runs into itself")
            nodes.add(node)
            items.append(self.one(node, FIRST))
            node = self.one(node, REST)
        return items, nodes

    # kinds of entities

    def kinds(self, node: Node) -> frozenset[type[owl.Entity]]:
        """The kinds that an entity is declared to be of, or, for want of these, its super- and sub-properties."""
        if isinstance(node, owl.Literal):
            return frozenset()
        if node not in self._kinds:
            neighbours = (self._declared_kinds(other) for other in self._hierarchy.get(node, ()))
            self._kinds[node] = self._declared_kinds(node) or frozenset().union(*neighbours)
        return self._kinds[node]

    def _declared_kinds(self, node: Node) -> frozenset[type[owl.Entity]]:
        here = frozenset(ENTITY_KINDS[kind] for kind in self.about(node).get(TYPE, ()) if kind in ENTITY_KINDS)
        return here or self._declared.get(str(node), frozenset())

    def relates(self, property_: Node) -> bool:
        """Whether axioms say of a property how it relates individuals."""
        return property_ in self._relating

    def has_literals(self, property_: Node) -> bool:
        """Whether a property has a literal for a value."""
        return property_ in self._with_literals

    def is_misdeclared(self, property_: Node) -> bool:
        """Whether an object property has literals for values, and no axiom is about it: it can only annotate."""
        return (
            self.has_literals(property_) and owl.ObjectProperty in self.kinds(property_) and not self.relates(property_)
        )
