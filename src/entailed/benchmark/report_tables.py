"""Tables of a report, and how they are written: Markdown for people, CSV for everything else."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TypeAlias

from entailed.benchmark.intervals import Estimate

Cell: TypeAlias = str | int | float | Estimate | None
"""A fraction of 1 is an `Estimate`; None where there is nothing to say."""
Row: TypeAlias = tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under a title."""

    name: str
    """Of its CSV file, without the ending."""
    title: str
    note: str
    """What a reader has to know to read it, in sentences."""
    columns: tuple[str, ...]
    rows: Sequence[Row]
    """Each as long as the columns."""


def markdown(table: Table) -> str:
    """The table under its title, fractions in per cent with their intervals."""
    lines = [
        _line(table.columns),
        _line(["---"] * len(table.columns)),
        *(_line(map(_shown, row)) for row in table.rows),
    ]
    return "\n".join([f"## {table.title}", "", table.note, "", *lines, ""])


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|").replace("\n", " ") for cell in cells) + " |"


def _shown(cell: Cell) -> str:
    match cell:
        case None:
            return "–"
        case Estimate(mean, low, high):
            return f"{100 * mean:.1f} [{100 * low:.1f}, {100 * high:.1f}]"
        case float():
            return f"{cell:,.1f}"
        case int():
            return f"{cell:,}"
        case _:
            return cell


def as_csv(table: Table) -> str:
    """The table as CSV; an estimate takes three columns, fractions of 1, and nothing is rounded."""
    estimates = [any(isinstance(row[at], Estimate) for row in table.rows) for at in range(len(table.columns))]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        name
        for column, estimate in zip(table.columns, estimates, strict=True)
        for name in ([column, f"{column} low", f"{column} high"] if estimate else [column])
    )
    for row in table.rows:
        writer.writerow(
            value for cell, estimate in zip(row, estimates, strict=True) for value in _values(cell, estimate=estimate)
        )
    return text.getvalue()


def _values(cell: Cell, *, estimate: bool) -> Sequence[Cell]:
    if not estimate:
        return [cell]
    return list(cell) if isinstance(cell, Estimate) else ["", "", ""]


def as_objects(table: Table) -> list[dict[str, object]]:
    """The rows for JSON, by column; an estimate is a list of its mean, its lower and its upper bound."""
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]
