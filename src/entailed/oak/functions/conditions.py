"""Conditions of functions: expressions over the arguments, and over the result as `result`, that have to be true.

They are a small part of Python's expressions, and are evaluated in the sandbox, apart from the function: it cannot
change what its conditions mean, nor the arguments that they are about.
"""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from entailed.oak.functions.sandbox import Finished, Sandbox, Stopped

RESULT = "result"
"""The name of the result in a condition that is checked after the call."""
FUNCTIONS = ("abs", "all", "any", "len", "max", "min", "round", "set", "sorted", "sum")
"""What a condition may call."""
_LONGEST = 1_000
_FORMS = (
    ast.BoolOp | ast.UnaryOp | ast.BinOp | ast.Compare | ast.IfExp | ast.Call | ast.Constant | ast.Name | ast.Subscript
    | ast.Slice | ast.List | ast.Tuple | ast.GeneratorExp | ast.ListComp | ast.comprehension
    | ast.expr_context | ast.boolop | ast.unaryop | ast.cmpop | ast.Add | ast.Sub | ast.Mult | ast.Div | ast.FloorDiv
    | ast.Mod
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Something that has to hold before or after a call."""

    text: str
    """An expression."""
    line: int
    """1-based, in the file of the function."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedCondition:
    """A condition that did not hold."""

    condition: Condition
    problem: str
    """Why it could not be evaluated; empty where it is false."""


def condition_problem(text: str, names: Sequence[str]) -> str:
    """Why a text is no condition over names, as a sentence; empty where it is one."""
    if len(text) > _LONGEST:
        return f"a condition has up to {_LONGEST:,} characters, and this has {len(text):,}."
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return f"`{text}` is no Python expression."
    nodes = list(ast.walk(tree))
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    known = {*names, *bound}
    for node in nodes:
        match node:
            case ast.Attribute(attr=attribute):
                return f"a condition reads no attributes: write [{attribute!r}] for `.{attribute}`."
            case ast.Call(func=ast.Name(id=name), keywords=[]) if name in FUNCTIONS:
                pass
            case ast.Call():
                return f"a condition calls nothing but {', '.join(FUNCTIONS)}, and these without keywords."
            case ast.Name(id=name) if name not in known and id(node) not in called:
                return f"a condition knows no `{name}`; it knows {', '.join(names)}."
            case _ if not isinstance(node, _FORMS):
                return f"`{text}` is no condition: it has a part of the kind {type(node).__name__}."
    return ""


def failed(sandbox: Sandbox, conditions: Sequence[Condition], values: Mapping[str, Any]) -> tuple[FailedCondition, ...]:
    """The conditions that do not hold; one that cannot be evaluated, as where a value is missing, does not hold.

    Args:
        sandbox: Where they are evaluated.
        conditions: As `condition_problem` accepts them.
        values: Plain values by name.
    """
    if not conditions:
        return ()
    match sandbox.run(_program(conditions), inputs=values):
        case Stopped(problem=problem):
            problems: list[str | None] = [problem] * len(conditions)  # too large or too slow as a whole
        case Finished(value=found):
            problems = [_problem(value) for value in found]
    return tuple(
        FailedCondition(condition=condition, problem=problem)
        for condition, problem in zip(conditions, problems, strict=True)
        if problem is not None
    )


def _problem(value: Any) -> str | None:
    match value:
        case True:
            return None
        case False:
            return ""
        case str():
            return value
    return "it is neither true nor false."


def _program(conditions: Sequence[Condition]) -> str:
    """Code whose value is a list: for each condition its truth, the text of its error, or something else."""
    checks = "".join(f"def _{n}():\n    return ({condition.text}\n    )\n" for n, condition in enumerate(conditions))
    listed = "".join(f"_{n}, " for n in range(len(conditions)))
    return f"{checks}{_DRIVER.format(checks=listed)}"


_DRIVER = """
def _outcome(check):
    try:
        held = check()
    except Exception as error:
        return type(error).__name__ + ": " + str(error)[:300]
    return held if held is True or held is False else None

[_outcome(check) for check in ({checks})]
"""
