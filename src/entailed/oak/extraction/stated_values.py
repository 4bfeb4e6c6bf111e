"""What quoted words state for a property, beside what a model says they do: the words have the last say.

A text, a number or a date has to stand in the words. Which entry of an enumeration they mean, and whether they affirm
something, is an interpretation, and is marked as one.
"""

from dataclasses import dataclass
from typing import TypeAlias

from entailed.oak.extraction.dates import read_date
from entailed.oak.extraction.numbers import StatedNumber, currency, find_numbers
from entailed.oak.extraction.quotes import QuotedText, Span
from entailed.oak.graph.facts import Value
from entailed.oak.schema.model import Property, ValueType


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A value, and the part of a text that states it."""

    value: Value
    span: Span
    literal: bool
    """It stands there; otherwise it is what a model takes the words to mean."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why words state no value."""

    why: str
    of_stated_date: bool = False
    """They do state a date, but not which one."""


Readings: TypeAlias = list[Reading] | Unreadable
"""Wherever the words state it, from left to right; at least one."""

NOT_THERE = "not in its words"


def read_value(value: Value, declared: Property, text: QuotedText, words: Span) -> Readings:
    """Read a value from words.

    Args:
        value: What a model says they state.
        declared: The property.
        text: Where the words stand.
        words: Which part of it they are.
    """
    if declared.enum is not None:
        return _literal(text, str(value), words) or [Reading(value=value, span=words, literal=False)]
    match declared.type:
        case ValueType.STRING:
            return _literal(text, str(value), words) or Unreadable(NOT_THERE)
        case ValueType.INTEGER | ValueType.NUMBER:
            return _number(value, declared, text, words)
        case ValueType.BOOLEAN:
            return [Reading(value=value, span=words, literal=False)]
        case ValueType.DATE:
            return _date(str(value), text, words)
        case ValueType.DATETIME:
            return _datetime(str(value), text, words)


def _literal(text: QuotedText, value: str, words: Span) -> list[Reading]:
    return [Reading(value=text.words(span), span=span, literal=True) for span in text.find(value, words)]


def _number(value: Value, declared: Property, text: QuotedText, words: Span) -> Readings:
    """The numbers of the words that are the value. One with a sign of another currency is left as it is written."""
    meant = find_numbers(str(value))
    if isinstance(value, bool) or len(meant) != 1:
        return _literal(text, str(value), words) or Unreadable(NOT_THERE)
    unit = currency(declared.unit or "")
    return [
        Reading(
            value=text.words(span) if unit and stated.currency not in ("", unit) else _plain(value, meant[0]),
            span=span,
            literal=True,
        )
        for stated in find_numbers(text.text[words.start : words.end])
        if stated.value == meant[0].value
        for span in [_part(words, stated.start, stated.end)]
    ] or Unreadable(NOT_THERE)


def _plain(value: Value, meant: StatedNumber) -> Value:
    """The number alone, unless there is more to the value: a unit, which is judged by the schema."""
    if isinstance(value, str) and value[: meant.start].strip() + value[meant.end :].strip():
        return value
    return int(meant.value) if meant.value == int(meant.value) else float(meant.value)


def _date(value: str, text: QuotedText, words: Span) -> Readings:
    read = read_date(text.text[words.start : words.end], value)
    if read.value is None:
        reason = read.note.partition(":")[0]
        return Unreadable(f"date: {reason}", of_stated_date=not reason.startswith("not a date"))
    return [Reading(value=read.value, span=_part(words, read.start, read.end), literal=True)]


def _datetime(value: str, text: QuotedText, words: Span) -> Readings:
    """As it is written; otherwise the day as the words state it, where the time of day stands there too."""
    day, _, time = value.replace(" ", "T", 1).partition("T")
    written = [found for form in (value, f"{day} {time}") for found in _literal(text, form, words)]
    if written:
        return written
    read = _date(day, text, words)
    if isinstance(read, Unreadable) or not time:
        return read
    if not any(_literal(text, form, words) for form in (time[:5], time[:5].removeprefix("0"))):
        return Unreadable(NOT_THERE)
    return [Reading(value=f"{one.value}T{time}", span=one.span, literal=True) for one in read]


def _part(words: Span, start: int, end: int) -> Span:
    return Span(words.start + start, words.start + end)
