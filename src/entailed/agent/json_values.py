"""Find the JSON value that a reply ends with.

Nothing is repaired: a value that is not JSON becomes a `JsonProblem` with its position, to be asked for again. A
repair would have to guess where an unescaped quote was meant to end, and a wrong guess is an invented value.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, TypeVar

from entailed.agent.replies import without_reasoning

Value = TypeVar("Value", dict[Any, Any], list[Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonProblem:
    """Why a reply holds no usable JSON value; `problem` can be told to the model."""

    problem: str


def find_json_object(text: str) -> dict[str, Any] | JsonProblem:
    """The last top-level JSON object of a reply.

    Prose, fences (closed or not) and other values may stand around it; a `<think>` block is ignored. After something
    that looks like JSON but is none, an object counts only if it begins a line: otherwise it may be a piece of the
    broken value. A broken value that begins a line was meant as the answer, and what came before it does not count.
    """
    return _find_last(text, dict)


def find_json_array(text: str) -> list[Any] | JsonProblem:
    """The last top-level JSON array of a reply; see `find_json_object`."""
    return _find_last(text, list)


# `[E1]` or `{x}` in prose is no attempt at JSON; a bracket followed by a string, a number or a bracket is.
_ATTEMPT = re.compile(r"""\{\s*["'}]|\[\s*["'{\[\]\d-]""")
_LINE_BEGIN = re.compile(r"[ \t]*(?:```\w*[ \t]*)?")
_CLOSES = {"}": "{", "]": "["}


def _find_last(text: str, kind: type[Value]) -> Value | JsonProblem:
    text = without_reasoning(text)
    found: Value | None = None
    problem = JsonProblem(problem=f"the reply holds no JSON {'object' if kind is dict else 'array'}")
    broken = False
    position = 0
    while (attempt := _ATTEMPT.search(text, position)) is not None:
        start = attempt.start()
        begins_line = _LINE_BEGIN.fullmatch(text, text.rfind("\n", 0, start) + 1, start) is not None
        try:
            value, position = _DECODER.raw_decode(text, start)
            json.dumps(value, ensure_ascii=False).encode()  # half of a character (`\ud83d`) can be written nowhere
        except (ValueError, RecursionError) as error:
            problem, broken = _problem(text, start, error), True
            found = None if begins_line else found
            position = _span_end(text, start)
            continue
        if isinstance(value, kind) and (begins_line or not broken):
            found = value
    return problem if found is None else found


def _problem(text: str, start: int, error: Exception) -> JsonProblem:
    if not isinstance(error, json.JSONDecodeError):
        return JsonProblem(problem=f"the JSON value is not usable: {error}")
    near = " ".join(text[max(start, error.pos - 20) : error.pos + 20].split())
    return JsonProblem(
        problem=f"invalid JSON at line {error.lineno}, column {error.colno} ({error.msg}), near `{near}`; "
        'a double quote inside a string is written \\"'
    )


def _span_end(text: str, start: int) -> int:
    """Where a broken value ends by its brackets alone; the end of the text where they do not match."""
    open_brackets: list[str] = []
    for position in range(start, len(text)):
        sign = text[position]
        if sign in "{[":
            open_brackets.append(sign)
        elif sign in "}]":
            if open_brackets.pop() != _CLOSES[sign]:
                break
            if not open_brackets:
                return position + 1
    return len(text)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("an object states the same key twice")
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_constant=_no_constant, strict=False)
"""Not strict about line breaks inside strings: what they mean is never in doubt."""
