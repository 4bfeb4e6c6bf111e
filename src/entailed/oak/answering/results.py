"""The result of a function as a model reads it: rows within bounds, and what was left out of them and why."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from entailed.oak.answering.answers import OperatorStep
from entailed.oak.functions.calls import FunctionResult
from entailed.oak.operators.values import Aggregate, CallAccount, Lookup, OperatorCall, Rows

_MOST_ROWS = 50
_MOST_REMARKS = 10
_ROOM_FOR_THE_HEAD = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledFunction:
    """A call of a function that gave a result."""

    given: Mapping[str, Any]
    """The arguments that the model wrote."""
    result: FunctionResult
    operators: tuple[OperatorStep, ...]
    """Those that it called, in order, failed calls too."""
    shown_whole: bool
    """The model was shown all of the result."""

    @property
    def call(self) -> str:
        """The call as it is written."""
        return f"{self.result.function}({written_arguments(self.result.arguments)})"

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in the result."""
        return self.result.value is None or self.result.value in ([], {}, "")


def written_arguments(arguments: Mapping[str, Any]) -> str:
    """Arguments as a call has them."""
    return ", ".join(f"{name}={_json(value)}" for name, value in arguments.items())


def result_text(value: Any, *, max_chars: int) -> tuple[str, bool]:
    """A result in at most so many characters, and whether all of it is there."""
    match value:
        case None:
            return "no value", True
        case list():
            lines = [_json(item) for item in value[:_MOST_ROWS]]
            head = f"{len(value):,} {'row' if len(value) == 1 else 'rows'}"
        case dict():
            lines = [f"{_json(key)}: {_json(item)}" for key, item in list(value.items())[:_MOST_ROWS]]
            head = f"{len(value):,} {'entry' if len(value) == 1 else 'entries'}"
        case _:
            text = _json(value)
            return text[:max_chars], len(text) <= max_chars
    shown = list(_fitting(lines, max_chars - _ROOM_FOR_THE_HEAD))
    whole = len(shown) == len(value)
    if not whole:
        head += f", the first {len(shown)} of them shown; call with narrower arguments to see others"
    return "\n".join([head, *shown]), whole


def remarks(steps: Sequence[OperatorStep]) -> list[str]:
    """What bears on a result without standing in it, as sentences."""
    told = list(dict.fromkeys(remark for step in steps for remark in _remarks(step.call, step.account)))
    left = len(told) - _MOST_REMARKS
    return told[:_MOST_REMARKS] + [f"There are {left} more such notes."] * (left > 0)


def _remarks(call: OperatorCall, account: CallAccount | None) -> Iterator[str]:
    match call.result:
        case Lookup(matched="nothing", suggestions=suggestions):
            close = f" Close names: {', '.join(_json(one.name) for one in suggestions)}." if suggestions else ""
            yield f"No entity is named {_json(call.arguments.get('name'))}.{close}"
        case Lookup(matched="fuzzy") if account and account.sample:
            found = ", ".join(str(value) for value in account.sample[0].values())
            yield f"{_json(call.arguments.get('name'))} was taken for {_json(found)}."
        case Rows(tied=tied) if tied:
            yield f"{tied:,} more entities tie with the last row in `{call.arguments.get('order_by')}`."
        case Aggregate(excluded=excluded) if excluded:
            yield f"Without a usable `{call.arguments.get('property')}`, and not counted in: {_counted(excluded)}."
    if account and account.excluded:
        yield f"Without a usable `{call.arguments.get('property')}`, and left out: {_counted(account.excluded)}."


def _counted(excluded: dict[str, int]) -> str:
    return ", ".join(f"{count:,} ({reason})" for reason, count in excluded.items())


def _fitting(lines: Sequence[str], room: int) -> Iterator[str]:
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return
        yield line


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
