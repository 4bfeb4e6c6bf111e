"""How text becomes a value of a property: once, as SQL, for tables and for what was extracted.

Every fact arrives as text. A text that is no value of its property is kept aside with the reason, never guessed at:
a number with another unit, `true` for a number, a date without its day.
"""

from collections.abc import Sequence
from typing import NamedTuple

from entailed.oak.graph.tables import literal
from entailed.oak.schema.model import Property, ValueType
from entailed.service.spelling import fold

PLACEHOLDERS = ("-", "--", "?", "n/a", "nil", "none", "not available", "not specified", "null", "tbd", "unknown")
"""Texts in lower case that say that there is no value. In an enumeration that declares one, it is a value."""

COLUMN_TYPES = {
    ValueType.STRING: "VARCHAR",
    ValueType.INTEGER: "BIGINT",
    ValueType.NUMBER: "DOUBLE",
    ValueType.BOOLEAN: "BOOLEAN",
    ValueType.DATE: "DATE",
    ValueType.DATETIME: "TIMESTAMP",
}

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_FOLDED_BUT_FOR_CASE = r"[!-\^`-~]+(?: [!-\^`-~]+)*"
"""Most names: printable ASCII, single blanks, no underscore."""
_ZONE = r"(?:Z|[+-]\d{2}:?\d{2})"
_SOME_UNIT = r"\s*[^\d\s].*"


class Conversion(NamedTuple):
    """Two SQL expressions over the same text."""

    value: str
    """NULL where the text is none."""
    fault: str
    """Why it is none; NULL for a value, and for a text that is missing or blank."""


def fold_sql(text: str) -> str:
    """SQL that folds a text as `service.spelling.fold` does, which it calls (as `fold_text`) for what is not simple."""
    simple = f"regexp_full_match({text}, {literal(_FOLDED_BUT_FOR_CASE)})"
    return f"CASE WHEN {simple} THEN lower({text}) ELSE fold_text({text}) END"


def column_type(declared: Property) -> str:
    """The SQL type of the column of a property."""
    return COLUMN_TYPES[declared.type] + ("[]" if declared.multivalued else "")


def trimmed(text: str) -> str:
    """SQL for a text without the blanks around it; NULL for none."""
    # Only where there is something to trim: taking away a set of characters is slow.
    return f"nullif(CASE WHEN regexp_matches({text}, '^\\s|\\s$') THEN trim({text}, E' \\t\\r\\n') ELSE {text} END, '')"


def convert(text: str, declared: Property) -> Conversion:
    """Read a text as one value of a property.

    Args:
        text: SQL for a trimmed text or NULL, best a column: it is evaluated several times.
        declared: The property.
    """
    match declared.type:
        case ValueType.STRING:
            read = _string(text, declared.enum)
        case ValueType.INTEGER | ValueType.NUMBER:
            read = _number(text, declared)
        case ValueType.BOOLEAN:
            read = _boolean(text)
        case ValueType.DATE:
            read = _date(text)
        case ValueType.DATETIME:
            read = _datetime(text)
    unread = f"{text} IS NOT NULL AND ({read.value}) IS NULL"
    return Conversion(read.value, f"CASE WHEN {unread} THEN {read.fault} END")


def _string(text: str, enum: Sequence[str] | None) -> Conversion:
    if enum is None:
        placeholders = ", ".join(map(literal, PLACEHOLDERS))
        return Conversion(f"CASE WHEN lower({text}) NOT IN ({placeholders}) THEN {text} END", "'placeholder'")
    spelled = " ".join(f"WHEN {literal(fold(value))} THEN {literal(value)}" for value in enum)
    return Conversion(f"CASE {fold_sql(text)} {spelled} END", "'not in the enumeration'")


def _number(text: str, declared: Property) -> Conversion:
    number = _without_unit(text, declared.unit) if declared.unit else text
    double = f"TRY_CAST({number} AS DOUBLE)"
    is_number = f"regexp_full_match({number}, {literal(_NUMBER)}) AND isfinite({double})"
    valid, value = [is_number], double
    faults = [
        (f"lower({text}) IN ('true', 'false')", "boolean"),
        (f"NOT ({is_number}) AND regexp_full_match({text}, {literal(_NUMBER + _SOME_UNIT)})", "unit"),
        (f"NOT ({is_number})", "not numeric"),
    ]
    if declared.type == ValueType.INTEGER:
        # By way of a double, integers above 2^53 would lose digits.
        digits = f"CASE WHEN regexp_full_match({number}, '[+-]?\\d+') THEN TRY_CAST({number} AS BIGINT) END"
        value = f"coalesce({digits}, TRY_CAST({double} AS BIGINT))"
        valid.append(f"{double} = floor({double})")
        faults.append((f"{double} <> floor({double})", "not an integer"))
    if declared.minimum is not None:
        valid.append(f"{double} >= {declared.minimum!r}")
        faults.append((f"{double} < {declared.minimum!r}", "below the minimum"))
    if declared.maximum is not None:
        valid.append(f"{double} <= {declared.maximum!r}")
        faults.append((f"{double} > {declared.maximum!r}", "above the maximum"))
    reasons = " ".join(f"WHEN {condition} THEN {literal(reason)}" for condition, reason in faults)
    return Conversion(f"CASE WHEN {' AND '.join(valid)} THEN {value} END", f"CASE {reasons} ELSE 'too large' END")


def _without_unit(text: str, unit: str) -> str:
    """The text without the declared unit after or before it."""
    folded, written = f"lower({text})", literal(unit.strip().lower())
    return (
        f"CASE WHEN ends_with({folded}, {written}) THEN trim(left({text}, -{len(unit.strip())})) "
        f"WHEN starts_with({folded}, {written}) THEN trim(substr({text}, {len(unit.strip()) + 1})) ELSE {text} END"
    )


def _boolean(text: str) -> Conversion:
    known = (("true", True), ("yes", True), ("false", False), ("no", False))
    cases = " ".join(f"WHEN {literal(written)} THEN {value}" for written, value in known)
    return Conversion(f"CASE lower({text}) {cases} END", "'not true or false'")


def _date(text: str) -> Conversion:
    # A year or a month is not a date: a day is never made up.
    return Conversion(
        rf"CASE WHEN regexp_full_match({text}, '\d{{4}}-\d{{2}}-\d{{2}}') THEN TRY_CAST({text} AS DATE) END",
        rf"CASE WHEN regexp_full_match({text}, '\d{{4}}') THEN 'year only' "
        rf"WHEN regexp_full_match({text}, '\d{{4}}-\d{{2}}') THEN 'month only' ELSE 'not a date' END",
    )


def _datetime(text: str) -> Conversion:
    pattern = literal(rf"\d{{4}}-\d{{2}}-\d{{2}}[T ]\d{{2}}:\d{{2}}(?::\d{{2}}(?:\.\d+)?)?{_ZONE}?")
    zoned = f"regexp_matches({text}, {literal(_ZONE + '$')})"
    # A time in a zone is kept in UTC; the cast to TIMESTAMP alone would leave the zone out without a word.
    utc = f"make_timestamp(epoch_us(TRY_CAST({text} AS TIMESTAMPTZ)))"
    read = f"CASE WHEN {zoned} THEN {utc} ELSE TRY_CAST({text} AS TIMESTAMP) END"
    return Conversion(f"CASE WHEN regexp_full_match({text}, {pattern}) THEN {read} END", "'not a date and time'")
