"""SWRL rules out of triples, as text in functional syntax.

Source: SWRL (W3C Member Submission, 21 May 2004), section 5.
"""

from entailed.owl.functional_syntax import part_text
from entailed.owl.rdf_expressions import Expressions
from entailed.owl.rdf_graph import TYPE, Graph, Node, UnreadableError, is_blank

SWRL = "http://www.w3.org/2003/11/swrl#"
_ARGUMENTS = [SWRL + "argument1", SWRL + "argument2"]
_PROPERTY_ATOMS = {"IndividualPropertyAtom": "ObjectPropertyAtom", "DatavaluedPropertyAtom": "DataPropertyAtom"}


def rule_text(node: Node, graph: Graph, expressions: Expressions) -> str:
    """The rule that a node of type `swrl:Imp` stands for.

    Raises:
        UnreadableError: it is not complete, or has an atom of no known kind.
    """
    body, head = (
        "".join(_atom(atom, graph, expressions) for atom in expressions.items(graph.one(node, SWRL + part)))
        for part in ("body", "head")
    )
    return f"DLSafeRule(Body({body})Head({head}))"


def _atom(node: Node, graph: Graph, expressions: Expressions) -> str:
    expressions.used.add(node)
    kinds = [kind for kind in graph.about(node).get(TYPE, ()) if isinstance(kind, str) and kind.startswith(SWRL)]
    kind = kinds[0].removeprefix(SWRL) if kinds else ""
    arguments = [_argument(graph.one(node, name), graph) for name in _ARGUMENTS if name in graph.about(node)]
    match kind:
        case "ClassAtom":
            stated = part_text(expressions.class_(graph.one(node, SWRL + "classPredicate")))
        case "DataRangeAtom":
            stated = part_text(expressions.range(graph.one(node, SWRL + "dataRange")))
        case "IndividualPropertyAtom":
            stated = part_text(expressions.role(graph.one(node, SWRL + "propertyPredicate")))
        case "DatavaluedPropertyAtom":
            stated = f"<{graph.one(node, SWRL + 'propertyPredicate')}>"
        case "BuiltinAtom":
            listed = expressions.items(graph.one(node, SWRL + "arguments"))
            builtin = f"<{graph.one(node, SWRL + 'builtin')}>"
            return f"BuiltInAtom({' '.join([builtin, *(_argument(argument, graph) for argument in listed)])})"
        case "SameIndividualAtom" | "DifferentIndividualsAtom":
            return f"{kind}({' '.join(arguments)})"
        case _:
            raise UnreadableError("a rule has an atom of no known kind")
    return f"{_PROPERTY_ATOMS.get(kind, kind)}({' '.join([stated, *arguments])})"


def _argument(node: Node, graph: Graph) -> str:
    if not isinstance(node, str):
        return part_text(node)
    if is_blank(node):
        return node
    is_variable = SWRL + "Variable" in graph.about(node).get(TYPE, ())
    return f"Variable(<{node}>)" if is_variable else f"<{node}>"
