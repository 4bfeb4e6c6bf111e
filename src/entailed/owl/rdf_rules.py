"""SWRL rules out of triples, as text in functional syntax.

Source: SWRL (W3C Member Submission, 21 May 2004), section 5.
"""

from entailed.owl import model as owl
from entailed.owl.functional_syntax import part_text
from entailed.owl.rdf_expressions import Expressions
from entailed.owl.rdf_graph import TYPE, Graph, Node, UnreadableError

SWRL = "http://www.w3.org/2003/11/swrl#"
_KEYWORDS = {
    "IndividualPropertyAtom": "ObjectPropertyAtom",
    "DatavaluedPropertyAtom": "DataPropertyAtom",
    "BuiltinAtom": "BuiltInAtom",
}
"""The atoms that functional syntax calls by another name."""
_ARGUMENTS = [SWRL + "argument1", SWRL + "argument2"]


def rule_text(node: Node, graph: Graph, expressions: Expressions) -> str:
    """The rule that a node of type `swrl:Imp` stands for.

    Raises:
        UnreadableError: it is not complete, has an atom of no known kind, or another thing where a name should be.
    """
    body, head = (
        "".join(_atom(atom, graph, expressions) for atom in expressions.items(graph.one(node, SWRL + part)))
        for part in ("body", "head")
    )
    return f"DLSafeRule(Body({body})Head({head}))"


def _atom(node: Node, graph: Graph, expressions: Expressions) -> str:
    expressions.used.add(node)

    def stated(part: str) -> Node:
        return graph.one(node, SWRL + part)

    kinds = [kind for kind in graph.about(node).get(TYPE, ()) if isinstance(kind, str) and kind.startswith(SWRL)]
    kind = kinds[0].removeprefix(SWRL) if kinds else ""
    arguments = [graph.one(node, name) for name in _ARGUMENTS if name in graph.about(node)]
    match kind, len(arguments):
        case "ClassAtom", 1:
            predicate = part_text(expressions.class_(stated("classPredicate")))
        case "DataRangeAtom", 1:
            predicate = part_text(expressions.range(stated("dataRange")))
        case "IndividualPropertyAtom", 2:
            predicate = part_text(expressions.role(stated("propertyPredicate")))
        case "DatavaluedPropertyAtom", 2:
            property_ = expressions.entity(owl.DataProperty, stated("propertyPredicate"))
            predicate = part_text(property_)
        case "BuiltinAtom", 0:
            predicate = part_text(expressions.entity(owl.IriValue, stated("builtin")))
            arguments = expressions.items(stated("arguments"))
        case "SameIndividualAtom" | "DifferentIndividualsAtom", 2:
            predicate = ""
        case _:
            raise UnreadableError(
                "a rule has an atom of no known kind, or one with other arguments than its kind takes"
            )
    written = (_argument(argument, graph, expressions) for argument in arguments)
    return f"{_KEYWORDS.get(kind, kind)}({' '.join([predicate, *written]).lstrip()})"


def _argument(node: Node, graph: Graph, expressions: Expressions) -> str:
    if isinstance(node, owl.Literal):
        return part_text(node)
    name = part_text(expressions.individual(node))
    return f"Variable({name})" if SWRL + "Variable" in graph.about(node).get(TYPE, ()) else name
