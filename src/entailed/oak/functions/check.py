"""Whether a function can be trusted to run: its types, the names it uses, and its examples."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from entailed.errors import FunctionCallError
from entailed.oak.functions.calls import call_function
from entailed.oak.functions.conditions import RESULT, Condition
from entailed.oak.functions.model import Function
from entailed.oak.functions.sandbox import Sandbox
from entailed.oak.functions.static_report import static_report
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.operators import Operators
from entailed.oak.schema.model import Schema


def function_faults(function: Function, schema: Schema, sandbox: Sandbox) -> tuple[tuple[int, str], ...]:
    """What is wrong with a function before it runs: lines and sentences, in the order of the lines.

    Its types and those of its conditions are checked against the operators, and the names of types, properties and
    relations, as far as they are written out, against the schema.
    """
    return tuple(sorted({*_type_faults(function, sandbox), *static_report(function.source).strangers(schema)}))


def example_faults(function: Function, graph: Graph, sandbox: Sandbox) -> tuple[tuple[int, str], ...]:
    """Run the examples of a function over a graph: those that fail or return something else, by line."""
    found = []
    for example in function.examples:
        try:
            value = call_function(function, example.arguments, operators=Operators(graph), sandbox=sandbox).value
        except FunctionCallError as error:
            found.append((example.line, f"the example `{example.text}` fails. {error}"))
        else:
            if example.expects and value != example.expected:
                found.append((example.line, f"the example `{example.text}` gives {str(value)[:200]}."))
    return tuple(found)


@cache
def operator_declarations() -> str:
    """The operators as the type checker sees them, and as whoever writes a function can read them."""
    return files("entailed.oak.functions").joinpath("operator_declarations.pyi").read_text(encoding="utf-8")


def _type_faults(function: Function, sandbox: Sandbox) -> Iterator[tuple[int, str]]:
    """The faults that the checker finds in the file with its conditions written under it, each on a line of its own."""
    lines = function.source.split("\n")
    conditions = [*function.requires, *function.ensures]
    written = [_as_function(function, number, condition) for number, condition in enumerate(conditions)]
    code = "\n".join([*lines, *written])
    for fault in sandbox.type_faults(code, declarations=operator_declarations()):
        below = fault.line - len(lines)
        yield (conditions[below - 1].line if below > 0 else fault.line), fault.problem


def _as_function(function: Function, number: int, condition: Condition) -> str:
    parameters = [f"{parameter.name}: {parameter.type.text}" for parameter in function.parameters]
    if number >= len(function.requires):
        parameters.append(f"{RESULT}: {function.returns.text}")
    return f"def _condition_{number}({', '.join(parameters)}) -> object: return {condition.text}"
