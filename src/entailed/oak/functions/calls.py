"""A function of a kernel, called: arguments checked, run in the sandbox over a graph, result checked."""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from entailed.errors import FunctionCallError, OperatorError
from entailed.oak.functions.conditions import RESULT, FailedCondition, failed
from entailed.oak.functions.model import Function
from entailed.oak.functions.plain_types import PlainType
from entailed.oak.functions.plain_values import NotPlainError, plain_copy
from entailed.oak.functions.sandbox import Finished, Sandbox, Stopped
from entailed.oak.operators.operators import OPERATORS, Operators
from entailed.oak.operators.values import OperatorCall


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionResult:
    """What a call of a function came to; all its conditions held."""

    function: str
    arguments: Mapping[str, Any]
    """Defaults too."""
    value: Any
    """None, truth values, numbers, texts, and lists and mappings (by text) of such."""
    calls: Sequence[OperatorCall]
    """The operators it called, in order, failed calls too."""
    printed: str


def call_function(
    function: Function, given: Mapping[str, Any], *, operators: Operators, sandbox: Sandbox
) -> FunctionResult:
    """Call a function.

    Args:
        function: It need not have been checked.
        given: Plain values by argument.
        operators: Over the graph that it is to read; its trace goes on.
        sandbox: Where it runs.

    Raises:
        FunctionCallError: the arguments are not those of the function or a condition on them does not hold; it fails,
            or uses more than it may; the result is not of its type, or a condition on it does not hold.
        ModelError: slots were to be filled, and the model failed.
    """
    arguments = _plain(function.bound(given), function, sandbox)
    if broken := failed(sandbox, function.requires, arguments):
        raise FunctionCallError(_demanded(broken, arguments), function=function.name, stage="arguments")
    before = len(operators.trace)
    outcome = sandbox.run(
        f"{function.source}\n\n{function.name}(**{_ARGUMENTS})",
        inputs={_ARGUMENTS: arguments},
        functions={name: _checked(operators, name) for name in OPERATORS},
        interrupt=operators.graph.database.interrupt,
    )
    match outcome:
        case Stopped(problem=problem, line=line):
            at = f"line {line}: " if line else ""
            raise FunctionCallError(f"{at}{problem}", function=function.name, stage="run")
        case Finished(value=value, printed=printed):
            pass
    if problem := function.returns.problem(value):
        raise FunctionCallError(f"its result {problem}", function=function.name, stage="result")
    if broken := failed(sandbox, function.ensures, {**arguments, RESULT: value}):
        raise FunctionCallError(_promised(broken), function=function.name, stage="result")
    calls = tuple(operators.trace[before:])
    return FunctionResult(function=function.name, arguments=arguments, value=value, calls=calls, printed=printed)


_ARGUMENTS = "_arguments_of_the_call"


def _plain(arguments: Mapping[str, Any], function: Function, sandbox: Sandbox) -> dict[str, Any]:
    """A copy of arguments, each within the limits of a run: a parameter of the type `Any` takes anything."""
    limits = sandbox.limits
    plain: dict[str, Any] = {}
    for name, value in arguments.items():
        try:
            plain[name] = plain_copy(value, most_items=limits.items, most_characters=limits.characters)
        except NotPlainError as error:
            raise FunctionCallError(f"`{name}` {error}", function=function.name, stage="arguments") from None
    return plain


def _demanded(broken: Sequence[FailedCondition], arguments: Mapping[str, Any]) -> str:
    shown = ", ".join(f"{name}={str(value)[:60]}" for name, value in arguments.items())
    return f"it requires {_listed(broken)}; it was called with {shown}."


def _promised(broken: Sequence[FailedCondition]) -> str:
    return f"it promises {_listed(broken)}, and its result is otherwise. The function has to be mended."


def _listed(broken: Sequence[FailedCondition]) -> str:
    return " and ".join(
        f"`{failure.condition.text}`" + (f" (which gave: {failure.problem.rstrip('.')})" if failure.problem else "")
        for failure in broken
    )


# ---- operators, called by code that nobody has read


def _checked(operators: Operators, operator: str) -> Callable[..., Any]:
    """An operator that is certain to be given arguments of its types."""
    parameters = _parameters(operator)

    def call(**arguments: Any) -> Any:
        for name, value in arguments.items():
            if name not in parameters:
                raise OperatorError(f"`{operator}` has no argument `{name}`; it has {', '.join(parameters)}.")
            if problem := parameters[name].type.problem(value):
                raise OperatorError(f"`{name}` of `{operator}` {problem}")
        for name, parameter in parameters.items():
            if parameter.required and name not in arguments:
                raise OperatorError(f"`{operator}` needs `{name}`.")
        return getattr(operators, operator)(**arguments)

    return call


@dataclass(frozen=True, slots=True, kw_only=True)
class _OperatorParameter:
    type: PlainType
    required: bool


@cache
def _parameters(operator: str) -> Mapping[str, _OperatorParameter]:
    stated = inspect.signature(getattr(Operators, operator)).parameters
    return {
        name: _OperatorParameter(
            type=PlainType(text=_without_modules(parameter.annotation), form=TypeAdapter(parameter.annotation)),
            required=parameter.default is inspect.Parameter.empty,
        )
        for name, parameter in stated.items()
        if name != "self"
    }


def _without_modules(annotation: Any) -> str:
    return re.sub(r"\b(?:[a-z_]\w*\.)+", "", inspect.formatannotation(annotation))
