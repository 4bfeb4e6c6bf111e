"""Numbers as texts write them: with separators, in words up to twelve, with `million`, with a sign of a currency."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_SCALES = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "k": 3, "bn": 9}
"""As powers of ten."""
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"}
_SIGN = rf"[{re.escape(''.join(_CURRENCIES))}]|\b(?:{'|'.join(_CURRENCIES.values())})\b"
_GROUPED = r"\d{1,3}(?:[,'’\u00a0\u202f]\d{3}){1,9}(?:\.\d{1,15})?"
_DIGITS = rf"(?:{_GROUPED}|\d{{1,30}}(?:[.,]\d{{1,15}})?(?:e[+-]?\d{{1,2}})?)(?!\d)"
_NUMBER = re.compile(
    rf"(?P<before>{_SIGN})?\s?(?<![\d.,])(?P<minus>(?<!\w)[-−])?(?:(?P<digits>{_DIGITS})|\b(?P<word>{'|'.join(_WORDS)})\b)"
    rf"(?:[ -]?(?P<scale>{'|'.join(_SCALES)})\b)?(?:\s?(?P<after>{_SIGN}))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedNumber:
    """A number of a text."""

    value: Decimal
    currency: str
    """As its three letters; empty where it has no sign of one."""
    start: int
    end: int


@lru_cache(maxsize=1_024)
def find_numbers(text: str) -> tuple[StatedNumber, ...]:
    """The numbers in a text.

    >>> [float(stated.value) for stated in find_numbers("four rooms, $1,200 or 2.5 million; -3 to 1e3")]
    [4.0, 1200.0, 2500000.0, -3.0, 1000.0]
    """
    return tuple(_stated(found) for found in _NUMBER.finditer(text))


def _stated(found: re.Match[str]) -> StatedNumber:
    value = _digits(found["digits"]) if found["digits"] else Decimal(_WORDS.index(found["word"].lower()))
    value = value.scaleb(_SCALES[found["scale"].lower()]) if found["scale"] else value
    sign = (found["before"] or found["after"] or "").upper()
    start, end = found.span()
    return StatedNumber(
        value=-value if found["minus"] else value, currency=_CURRENCIES.get(sign, sign), start=start, end=end
    )


def _digits(text: str) -> Decimal:
    """A number without its separators: a comma before three digits is one, before others it is the decimal point."""
    grouped = re.fullmatch(_GROUPED, text)
    return Decimal(re.sub(r"[^\d.]", "", text) if grouped else text.replace(",", "."))


def currency(unit: str) -> str:
    """The three letters of a currency, by them or its sign; empty for every other unit."""
    name = _CURRENCIES.get(unit, unit.upper())
    return name if name in _CURRENCIES.values() else ""
