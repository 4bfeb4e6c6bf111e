"""Triples changed where `py-horned-owl` 2.0 would drop them, misread them or refuse the document.

Each repair follows the mapping from RDF graphs to OWL 2 (W3C Recommendation, 11 December 2012) or, for an entity
without a declaration, the reading other tools give it.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from entailed.owl import model as owl
from entailed.owl.annotations import OWL, RDF, RDFS, XSD
from entailed.owl.report import Findings

_Term: TypeAlias = NamedNode | BlankNode | Literal | Triple
_Pairs: TypeAlias = dict[NamedNode, list[tuple[_Term, _Term]]]
"""Subjects and objects by predicate."""

_TYPE = NamedNode(RDF + "type")
_CLASS = NamedNode(OWL + "Class")
_ANNOTATION_PROPERTY = NamedNode(OWL + "AnnotationProperty")
_OBJECT_PROPERTY = NamedNode(OWL + "ObjectProperty")
_EQUIVALENT_CLASS = NamedNode(OWL + "equivalentClass")
_SUB_PROPERTY_OF = NamedNode(RDFS + "subPropertyOf")
_ALL_DISJOINT: dict[_Term, NamedNode] = {
    NamedNode(OWL + "AllDisjointClasses"): NamedNode(OWL + "disjointWith"),
    NamedNode(OWL + "AllDisjointProperties"): NamedNode(OWL + "propertyDisjointWith"),
}
_CONNECTIVES = [NamedNode(OWL + name) for name in ("intersectionOf", "unionOf", "complementOf", "oneOf")]


def repair(triples: list[Triple], findings: Findings) -> tuple[list[Triple], list[owl.Axiom]]:
    """The triples to read in place of the given ones, and axioms to add to what is read from them."""
    pairs: _Pairs = defaultdict(list)
    for triple in triples:
        pairs[triple.predicate].append((triple.subject, triple.object))
    types: dict[_Term, set[_Term]] = defaultdict(set)
    for subject, kind in pairs[_TYPE]:
        types[subject].add(kind)

    axioms, pairwise = _disjointness(pairs)
    added = [*pairwise, *_definitions_apart(pairs)]
    classes = _undeclared_classes(pairs, types)
    properties = _undeclared_annotation_properties(pairs, types)
    misdeclared = _object_properties_with_literals(pairs, types)
    for what, nodes, kind in (
        ("defined but not declared, read as a class", classes, _CLASS),
        ("used but not declared, read as an annotation property", properties, _ANNOTATION_PROPERTY),
        ("an object property with literals, read as an annotation property", misdeclared, _ANNOTATION_PROPERTY),
    ):
        if nodes:
            first = next(iter(nodes)).value
            findings.add("repaired", f"{what}: <{first}>" + (" and others" if len(nodes) > 1 else ""), count=len(nodes))
        added += [Triple(node, _TYPE, kind) for node in nodes]
    if lost := _annotations_of_nothing(pairs):
        findings.add("skipped", "annotations of an axiom that the graph does not state itself", count=lost)
    kept = [triple for triple in triples if not (triple.object == _OBJECT_PROPERTY and triple.subject in misdeclared)]
    return [*kept, *added], axioms


def _disjointness(pairs: _Pairs) -> tuple[list[owl.Axiom], list[Triple]]:
    """`AllDisjointClasses` and `AllDisjointProperties`, which the library drops.

    Among names they become one axiom; where an expression is among the members, a statement for each pair.
    """
    axioms: list[owl.Axiom] = []
    pairwise: list[Triple] = []
    members = dict(pairs[NamedNode(OWL + "members")])
    data_properties = {node for node, kind in pairs[_TYPE] if kind == NamedNode(OWL + "DatatypeProperty")}
    first, rest = dict(pairs[NamedNode(RDF + "first")]), dict(pairs[NamedNode(RDF + "rest")])
    for node, kind in pairs[_TYPE]:
        pair_predicate = _ALL_DISJOINT.get(kind)
        if pair_predicate is None or node not in members:
            continue
        operands = list(_items(members[node], first, rest))
        iris = [operand.value for operand in operands if isinstance(operand, NamedNode)]
        if len(iris) < len(operands):
            pairwise += [Triple(one, pair_predicate, other) for one, other in combinations(operands, 2)]
        elif kind == NamedNode(OWL + "AllDisjointClasses"):
            axioms.append(owl.DisjointClasses(tuple(map(owl.Class, iris))))
        elif data_properties.issuperset(operands):
            axioms.append(owl.DataPropertyAxiom("DisjointDataProperties", (tuple(map(owl.DataProperty, iris)),)))
        else:
            axioms.append(owl.DisjointObjectProperties(tuple(map(owl.ObjectProperty, iris))))
    return axioms, pairwise


def _items(node: _Term | None, first: dict[_Term, _Term], rest: dict[_Term, _Term]) -> Iterator[NamedNode | BlankNode]:
    """The resources in an RDF list; a list that runs into itself ends there."""
    seen = set()
    while node is not None and node in first and node not in seen:
        seen.add(node)
        item = first[node]
        if isinstance(item, NamedNode | BlankNode):
            yield item
        node = rest.get(node)


def _annotations_of_nothing(pairs: _Pairs) -> int:
    """How many annotated axioms have no triple of their own; the library drops their annotations.

    It happens where a writer repeated the blank node of a class expression in place of referring to it.
    """
    sources, targets = dict(pairs[NamedNode(OWL + "annotatedSource")]), dict(pairs[NamedNode(OWL + "annotatedTarget")])
    annotated = defaultdict(list)
    for node, predicate in pairs[NamedNode(OWL + "annotatedProperty")]:
        annotated[predicate].append((sources.get(node), targets.get(node)))
    lost = 0
    for predicate, ends in annotated.items():
        stated = set(pairs[predicate]) if isinstance(predicate, NamedNode) else set()
        lost += sum(pair not in stated for pair in ends)
    return lost


def _definitions_apart(pairs: _Pairs) -> Iterator[Triple]:
    """A named class with a connective of its own, as OWL 1 wrote definitions, is equivalent to a class that has it."""
    for connective in _CONNECTIVES:
        for subject, operands in pairs[connective]:
            if isinstance(subject, NamedNode):
                definition = BlankNode()
                yield Triple(subject, _EQUIVALENT_CLASS, definition)
                yield Triple(definition, _TYPE, _CLASS)
                yield Triple(definition, connective, operands)


def _undeclared_classes(pairs: _Pairs, types: dict[_Term, set[_Term]]) -> dict[NamedNode, None]:
    """Defined classes without a declaration, for which the library refuses the document."""
    return dict.fromkeys(
        subject
        for subject, _ in pairs[_EQUIVALENT_CLASS]
        if isinstance(subject, NamedNode) and subject not in types and not _is_reserved(subject)
    )


def _undeclared_annotation_properties(pairs: _Pairs, types: dict[_Term, set[_Term]]) -> dict[NamedNode, None]:
    """Predicates without a declaration, and undeclared parents of annotation properties.

    The library takes the first for data or object properties, and with the second a whole hierarchy.
    """
    logical = _logical_properties(pairs)
    predicates = [node for node in pairs if node not in types and node not in logical]
    parents = [
        parent
        for child, parent in pairs[_SUB_PROPERTY_OF]
        if _ANNOTATION_PROPERTY in types[child] and isinstance(parent, NamedNode) and parent not in types
    ]
    return dict.fromkeys(node for node in (*predicates, *parents) if not _is_reserved(node))


def _object_properties_with_literals(pairs: _Pairs, types: dict[_Term, set[_Term]]) -> dict[NamedNode, None]:
    """Properties declared as object properties that have literal values and stand in no axiom of their kind.

    The library would state their values of individuals, and drop the annotations of axioms that use them.
    """
    logical = _logical_properties(pairs)
    return dict.fromkeys(
        node
        for node, uses in pairs.items()
        if _OBJECT_PROPERTY in types[node] and node not in logical and any(isinstance(o, Literal) for _, o in uses)
    )


def _logical_properties(pairs: _Pairs) -> set[_Term]:
    """The properties that some axiom uses to relate individuals."""
    used = {object_ for _, object_ in pairs[NamedNode(OWL + "onProperty")]}
    for predicate in _STATES_A_PROPERTY:
        for pair in pairs[predicate]:
            used.update(pair)
    return used


_STATES_A_PROPERTY = [
    NamedNode(iri)
    for iri in (
        OWL + "assertionProperty",
        OWL + "equivalentProperty",
        OWL + "inverseOf",
        OWL + "propertyChainAxiom",
        OWL + "propertyDisjointWith",
        RDFS + "domain",
        RDFS + "range",
        RDFS + "subPropertyOf",
    )
]
_RESERVED = (OWL, RDF, RDFS, XSD, "http://www.w3.org/2003/11/swrl#")


def _is_reserved(node: NamedNode) -> bool:
    return node.value.startswith(_RESERVED)
