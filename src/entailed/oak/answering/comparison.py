"""Whether an answer is what a function returned, a part of it, or neither.

Texts are compared as keys are when entities are merged, numbers by their value.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from enum import IntEnum
from typing import Any, TypeAlias

from entailed.agent import JsonProblem, find_json_object
from entailed.oak.extraction.numbers import find_numbers
from entailed.oak.extraction.quotes import DENIAL, QuotedText
from entailed.oak.graph.facts import Value
from entailed.service.spelling import fold

AnswerValue: TypeAlias = Value | tuple[Value, ...]
"""One value, or a list of names or values."""

_Compared: TypeAlias = str | Decimal
_MOST_ITEMS = 1_000
_MOST_DIGITS = 12
"""Behind a decimal point; an answer with more is not taken for a rounded one."""
_LARGEST = Decimal(10) ** _MOST_DIGITS
"""Greater numbers are not rounded."""


class Match(IntEnum):
    """How far a result carries an answer; the greater the further."""

    ABSENT = 0
    MENTIONED = 1
    """A text that gives a name or a number of the result, and no number that is neither there nor in the question."""
    CONTAINED = 2
    """Every value of the answer is among those of the result, or one of them rounded."""
    EQUAL = 3
    """The answer is the result: its value, its list, or the names in all of its rows."""


def read_answer(text: str) -> AnswerValue | JsonProblem | None:
    """Read the answer of a model: its JSON object, or where there is none the text as it is."""
    found = find_json_object(text)
    if isinstance(found, JsonProblem):
        return found if "{" in text or not text.strip() else text.strip()
    match found.get("answer", ...):
        case None:
            return None
        case str() | int() | float() as value if value != "":
            return value
        case list() as items if len(items) <= _MOST_ITEMS and all(map(_is_value, items)):
            return tuple(items)
    return JsonProblem(problem='"answer" has to be a text, a number, true, false, null or a list of such')


def values_of(answer: AnswerValue) -> tuple[Value, ...]:
    """The values of an answer."""
    return answer if isinstance(answer, tuple) else (answer,)


def compare(answer: AnswerValue, results: Sequence[Any], *, names: Collection[str], question: str) -> Match:
    """Compare an answer with what functions returned, all taken together.

    Args:
        answer: With at least one value.
        results: Plain values.
        names: Properties that name entities; a row may have one of them among others and is then named by it.
        question: Whose numbers an answer in words may repeat.
    """
    wanted = {_compared(value) for value in values_of(answer)}
    wholes = [{_compared(value) for value in whole} for result in results for whole in _wholes(result, names)]
    if wanted in wholes:
        return Match.EQUAL
    there = {_compared(leaf) for result in results for leaf in leaves(result)}
    if all(value in there or _is_rounded(value, there) for value in wanted):
        return Match.CONTAINED
    if isinstance(answer, str) and _mentions(answer, set().union(*wholes), there, question):
        return Match.MENTIONED
    return Match.ABSENT


def leaves(result: Any) -> Iterator[Value]:
    """The values in a result, wherever they stand; of a mapping its keys too, which may be groups."""
    if isinstance(result, dict):
        yield from result
    pending = [result]
    while pending:
        match pending.pop():
            case list() as items:
                pending += items
            case dict() as entries:
                pending += entries.values()
            case None:
                pass
            case value:
                yield value


def unstated(arguments: Mapping[str, Any], question: str) -> dict[str, Any]:
    """The arguments with a text or a number that a question does not state in so many words."""
    quoted = QuotedText(question)
    numbers = {stated.value for stated in find_numbers(question)}

    def is_stated(value: Value) -> bool:
        match _compared(value):
            case Decimal() as number:
                return number in numbers
        return isinstance(value, bool) or next(quoted.find(str(value)), None) is not None

    return {name: given for name, given in arguments.items() if not all(map(is_stated, leaves([given])))}


def same(one: Value, other: Value) -> bool:
    """Whether two values are the same one."""
    return _compared(one) == _compared(other)


def _wholes(result: Any, names: Collection[str]) -> Iterator[list[Value]]:
    """The lists of values that say all of a result."""
    match result:
        case None:
            return
        case dict():
            yield from _wholes([result], names)
        case [dict(), *_] if all(isinstance(row, dict) for row in result):
            for column in result[0]:
                cells = [row.get(column) for row in result]
                if (column in names or len(result[0]) == 1) and all(_is_value(cell) for cell in cells):
                    yield cells
        case list():
            if result and all(map(_is_value, result)):
                yield result
        case value:
            yield [value]


def _is_value(value: Any) -> bool:
    return isinstance(value, str | int | float)


def _compared(value: Value) -> _Compared:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | float():
            text = str(value)
        case _:
            text = fold(value)
    try:
        number = Decimal(text)
    except InvalidOperation:
        return {"true": "yes", "false": "no"}.get(text, text)
    return number if number.is_finite() else text


def _is_rounded(value: _Compared, there: Collection[_Compared]) -> bool:
    """Whether a number is one of those there, to as many digits as it has."""
    if not isinstance(value, Decimal):
        return False
    digits = -int(value.as_tuple().exponent)
    if digits > _MOST_DIGITS:
        return False
    step = Decimal(1).scaleb(-max(digits, 0))
    numbers = (other for other in there if isinstance(other, Decimal) and -_LARGEST < other < _LARGEST)
    return any(other.quantize(step) == value for other in numbers)


def _mentions(text: str, names: Collection[_Compared], there: Collection[_Compared], question: str) -> bool:
    """Whether a text gives a name or a number, and no number of its own; what it denies is not understood."""
    if DENIAL.search(text):
        return False
    asked = {stated.value for stated in find_numbers(question)}
    said = {stated.value for stated in find_numbers(text)}
    if not all(number in asked or number in there or _is_rounded(number, there) for number in said):
        return False
    quoted = QuotedText(text)
    named = any(isinstance(value, str) and next(quoted.find(value), None) for value in names)
    return named or any(number in there for number in said - asked)


def written(answer: AnswerValue | None) -> str:
    """An answer on one line."""
    match answer:
        case None:
            return "no answer"
        case tuple():
            return ", ".join(map(written, answer)) or "none"
        case str():
            return answer
    return json.dumps(answer)
