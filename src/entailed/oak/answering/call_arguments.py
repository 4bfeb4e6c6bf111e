"""The arguments of a call as a model writes them: `city="Bergen", guests=3`, or a JSON object.

Nothing is run and no value is converted: what is of another type than the parameter is refused by the function, and
the model told.
"""

import ast
from typing import Any

from entailed.agent import JsonProblem, find_json_object
from entailed.oak.functions.model import Function

_MOST_CHARACTERS = 20_000
_MOST_BITS = 64
_WORDS = {"true": True, "false": False, "null": None}
"""JSON's, which models write among Python's too."""


def read_arguments(text: str, function: Function) -> dict[str, Any] | JsonProblem:
    """Read the arguments of a call of a function.

    Args:
        text: What stands between its parentheses. Values without a name go to the parameters in their order; a single
            word needs no quotes.
        function: Which is called; whether the arguments are those it takes is for it to say.
    """
    text = text.strip()
    if len(text) > _MOST_CHARACTERS:
        return JsonProblem(problem=f"the arguments have {len(text):,} characters, and up to {_MOST_CHARACTERS:,} count")
    if text.startswith("{"):
        return find_json_object(text)
    try:
        call = ast.parse(f"call({' '.join(text.splitlines())}\n)", mode="eval").body
    except SyntaxError as error:
        return JsonProblem(problem=f"the arguments cannot be read ({error.msg})")
    except (ValueError, RecursionError, MemoryError):
        return JsonProblem(problem="the arguments cannot be read")
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return JsonProblem(problem="one call has one pair of parentheses")
    return _bound(call, function)


def _bound(call: ast.Call, function: Function) -> dict[str, Any] | JsonProblem:
    names = [parameter.name for parameter in function.parameters]
    if len(call.args) > len(names):
        return JsonProblem(problem=f"there are {len(call.args)} values, and the function takes {len(names)}")
    stated = list(zip(names, call.args, strict=False)) + [(part.arg, part.value) for part in call.keywords]
    given: dict[str, Any] = {}
    for name, node in stated:
        if name is None or name in given:
            return JsonProblem(problem="each argument is given once, by its name")
        try:
            given[name] = _plain(node)
        except (ValueError, TypeError, RecursionError, MemoryError):
            problem = f"`{name}` is no plain value: write a text in quotes, a number, true, false, null or a list"
            return JsonProblem(problem=problem)
    return given


def _plain(node: ast.expr) -> Any:
    """A value that is written out.

    Raises:
        ValueError: it would have to be worked out.
    """
    match node:
        case ast.Name(id=word):
            return _WORDS.get(word, word)
        case ast.List(elts=items):
            return [_plain(item) for item in items]
        case ast.Dict(keys=keys, values=values):
            return {_text(key): _plain(value) for key, value in zip(keys, values, strict=True)}
    value = ast.literal_eval(node)
    if not isinstance(value, str | int | float | bool | None):
        raise ValueError("no plain value")
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError("too long to be written")  # in hexadecimal it may have any number of digits
    return value


def _text(node: ast.expr | None) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
    raise ValueError("no text")
