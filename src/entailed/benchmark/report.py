"""A report of runs: tables and plots in a folder."""

from collections.abc import Sequence
from pathlib import Path

from entailed.benchmark.plots import Plot, draw
from entailed.benchmark.records import Record
from entailed.benchmark.report_accuracy import (
    construction_table,
    differences_table,
    main_table,
    scores_table,
    unscored_table,
)
from entailed.benchmark.report_analyses import (
    agreement_table,
    costs_table,
    evidence_table,
    grounding_table,
    tool_calls_table,
)
from entailed.benchmark.report_tables import Table, as_csv, markdown


def report_tables(records: Sequence[Record], against: str | None = None) -> tuple[Table, ...]:
    """All tables that have rows.

    Args:
        records: What became of the questions.
        against: The method that others are compared with; None for the most accurate of each model.
    """
    tables = (
        main_table(records),
        scores_table(records),
        differences_table(records, against),
        construction_table(records),
        grounding_table(records),
        agreement_table(records),
        evidence_table(records),
        tool_calls_table(records),
        costs_table(records),
        unscored_table(records),
    )
    return tuple(table for table in tables if table.rows)


def write_report(folder: Path, records: Sequence[Record], tables: Sequence[Table]) -> tuple[Path, ...]:
    """Write `report.md`, a CSV file for each table, and each plot as PNG and SVG.

    Returns:
        The files, the report first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    plots = draw(records, folder)
    for table in tables:
        _write(folder / f"{table.name}.csv", as_csv(table))
    beside = {plot.beside: _picture(plot) for plot in plots}
    sections = [part for table in tables for part in (markdown(table), beside.get(table.name, ""))]
    _write(folder / "report.md", "\n".join([_head(records), *filter(None, sections)]))
    csv = (folder / f"{table.name}.csv" for table in tables)
    return (folder / "report.md", *csv, *(file for plot in plots for file in plot.files))


def _head(records: Sequence[Record]) -> str:
    systems, tests = ({record.system for record in records}, {record.test for record in records})
    numbers = sorted({test.number for test in tests})
    on = "; ".join(f"test {n}: {', '.join(sorted(t.data_set for t in tests if t.number == n))}" for n in numbers)
    return (
        f"# Report\n\n{len(records):,} questions put to {len(systems):,} systems. {on[:1].upper()}{on[1:]}.\n\n"
        "Intervals are of 95 %, by the bootstrap over questions. Accuracy of options is that of exactly the right set; "
        "of names, that of a list that is not empty and entirely right. Each table is beside this file as CSV, with "
        "fractions of 1 in place of per cent.\n"
    )


def _picture(plot: Plot) -> str:
    png, svg = plot.files
    return f"![{plot.caption}]({png.name})\n\n[{svg.name}]({svg.name})\n"


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
