"""Dates as texts write them. A day or month is never made up: what a text leaves open stays open."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
_FORMS = re.compile(
    "|".join(
        rf"(?<![\w/.-]){form}(?![\w/-]|\.\d)"
        for form in (
            r"(?P<iso_year>\d{4})(?P<separator>[/.-])(?P<iso_month>\d{2})(?P=separator)(?P<iso_day>\d{2})",
            r"(?P<short_year>\d{4})-(?P<short_month>\d{2})",
            r"(?P<first>\d{1,2})(?P<sign>[/.-])(?P<second>\d{1,2})(?P=sign)(?P<numeric_year>\d{4})",
            rf"{_DAY}(?: of)? {_MONTH},? {_YEAR}",
            rf"{_MONTH} {_DAY},? {_YEAR}".replace("?P<", "?P<us_"),
            rf"{_MONTH},? {_YEAR}".replace("?P<", "?P<only_"),
            r"(?P<bare_year>[12]\d{3})",
        )
    ),
    re.IGNORECASE | re.ASCII,
)
_CENTURY = re.compile(r"\d{1,2}\s*(?:世紀|(?:st|nd|rd|th)[ -]century)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedDate:
    """A date of a text."""

    readings: tuple[str, ...]
    """In ISO 8601, with as much as is stated: a day, a month or a year. Several where day and month may be either way
    round; none where there is no such day."""
    start: int
    end: int


@lru_cache(maxsize=1_024)
def find_dates(text: str) -> tuple[StatedDate, ...]:
    """The dates in a text.

    >>> [stated.readings for stated in find_dates("May 2020, 23/06/1991 and 05/06/1991")]
    [('2020-05',), ('1991-06-23',), ('1991-05-06', '1991-06-05')]
    """
    return tuple(
        StatedDate(readings=tuple(sorted(set(_readings(found)))), start=found.start(), end=found.end())
        for found in _FORMS.finditer(text)
    )


def _readings(found: re.Match[str]) -> Iterator[str]:
    part = {name.rpartition("_")[2]: text for name, text in found.groupdict().items() if text}
    year = part["year"]
    if "first" in part:
        first, second = int(part["first"]), int(part["second"])
        yield from (*_day(year, second, first), *_day(year, first, second))
    elif "month" not in part:
        yield year
    else:
        month = int(part["month"]) if part["month"].isdigit() else _MONTHS.index(part["month"][:3].lower()) + 1
        if "day" in part:
            yield from _day(year, month, int(part["day"]))
        elif 1 <= month <= len(_MONTHS):
            yield f"{year}-{month:02}"


def _day(year: str, month: int, day: int) -> Iterator[str]:
    try:
        yield date(int(year), month, day).isoformat()
    except ValueError:
        return


@dataclass(frozen=True, slots=True, kw_only=True)
class DateReading:
    """The date that words state, as far as they do."""

    value: str | None
    """In ISO 8601: a day, a month or a year."""
    note: str = ""
    """What it lacks to be a day; why there is none."""
    start: int = 0
    """Where it stands in the words."""
    end: int = 0


def read_date(words: str, value: str = "") -> DateReading:
    """Read the date from the words that state it.

    Args:
        words: As they stand in the text.
        value: What a model makes of them: only to say which date is meant, where the words hold several.
    """
    stated = list({one.readings: one for one in reversed(find_dates(words))}.values())
    if not stated:
        return DateReading(value=None, note=f"not a date{' (century)' if _CENTURY.search(words) else ''}")
    if len(stated) > 1:
        stated = [one for one in stated if any(_agree(reading, value) for reading in one.readings)]
    if len(stated) != 1:
        return DateReading(value=None, note="the words state several dates")
    match stated[0].readings:
        case ():
            return DateReading(value=None, note="no such day")
        case (reading,):
            note = {4: "precision year", 7: "precision month"}.get(len(reading), "")
            return DateReading(value=reading, note=note, start=stated[0].start, end=stated[0].end)
        case readings:
            return DateReading(value=None, note=f"ambiguous: {' or '.join(readings)}")


def _agree(reading: str, value: str) -> bool:
    """Whether one is the other, or as much of it as is stated."""
    return bool(value) and (reading.startswith(value) or value.startswith(reading))
