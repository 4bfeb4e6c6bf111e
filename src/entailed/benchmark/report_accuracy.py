"""The tables of a report that say how often answers are right."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from statistics import fmean
from typing import TypeAlias

from entailed.benchmark.intervals import Estimate, mean_interval, paired_difference
from entailed.benchmark.items import Conditions, Masked
from entailed.benchmark.records import Record, System, grouped, kind_of
from entailed.benchmark.report_tables import Row, Table

_Column: TypeAlias = tuple[int, str, str]

SYSTEM = ("model", "method", "settings")
"""Columns of a `System`."""


def system_cells(record: Record) -> tuple[str, str, str]:
    """What the columns `SYSTEM` hold."""
    return record.system.model, record.system.method, record.system.settings


def accuracy(records: Sequence[Record]) -> Estimate | None:
    """The share of right answers among all questions."""
    return mean_interval([record.correct for record in records])


def none_wrong(records: Sequence[Record]) -> Estimate | None:
    """The share of answers with something right and nothing wrong among all questions."""
    return mean_interval([record.none_wrong for record in records])


def column_of(record: Record) -> _Column:
    """The column of the main table that a record counts in: its test, and its kind or data set."""
    if record.test.number == 3:
        return 3, record.test.data_set, ""
    return record.test.number, "", kind_of(record.item)


def column_title(column: _Column) -> str:
    """The column of the main table by name: `Test 1 MCQ`, `Test 3 medqa`."""
    number, data_set, kind = column
    return f"Test {number} {data_set or kind}"


# ---- all systems beside each other


def main_table(records: Sequence[Record]) -> Table:
    """A row for each system, a column for each test and kind of question, as in the paper's Table 1."""
    columns = [column for column, _ in grouped(records, column_of)]
    rows: list[Row] = []
    for system, of_system in grouped(records, system_cells):
        cells = {column: accuracy(group) for column, group in grouped(of_system, column_of)}
        rows.append((*system, *map(cells.get, columns), _average(cells, columns)))
    return Table(
        name="main",
        title="Accuracy",
        note="Per cent of all questions that were put, with 95 % intervals; a question without an answer counts as not "
        "answered rightly. The average is that of the tests, each the average of its columns, for systems put to all.",
        columns=(*SYSTEM, *map(column_title, columns), "average"),
        rows=rows,
    )


def _average(cells: Mapping[_Column, Estimate | None], columns: Sequence[_Column]) -> float | None:
    if cells.keys() != set(columns):
        return None
    tests = {number for number, _, _ in columns}
    return 100 * fmean(fmean(cell.mean for column, cell in cells.items() if cell and column[0] == n) for n in tests)


# ---- what the accuracies are made of


_SCORES = ("test", "data set", "kind", "n", "no answer", "failed", "of all", "of answered", "none wrong")


def scores_table(records: Sequence[Record]) -> Table:
    """Each system on each data set: what became of the questions, and the accuracy counted in both ways."""
    rows: list[Row] = []
    for key, group in grouped(records, lambda r: (*system_cells(r), r.test.number, r.test.data_set, kind_of(r.item))):
        scored = [record for record in group if record.score is not None]
        failed = sum(record.prediction is None for record in group)
        unanswered = len(group) - len(scored) - failed
        rows.append((*key, len(group), unanswered, failed, accuracy(group), accuracy(scored), none_wrong(group)))
    return Table(
        name="scores",
        title="By data set",
        note="*No answer*: the method ended without an answer in the question's form. *Failed*: asking failed, and "
        "running again asks again. *Of all* counts both as not right, *of answered* leaves them out. *None wrong*: at "
        "least one right answer and no wrong one, of all.",
        columns=(*SYSTEM, *_SCORES),
        rows=rows,
    )


def construction_table(records: Sequence[Record]) -> Table:
    """Accuracy by how questions were made, as in the paper's Figure 7."""
    rows: list[Row] = []
    for key, of_test in grouped(records, lambda r: (*system_cells(r), r.test.number)):
        parts = [(part, record) for record in of_test for part in constructed(record)]
        for part in sorted({part for part, _ in parts}):
            group = [record for other, record in parts if other == part]
            rows.append((*key, *part, len(group), accuracy(group), none_wrong(group)))
    return Table(
        name="construction",
        title="By construction",
        note="Per cent of all questions. *None wrong* as above.",
        columns=(*SYSTEM, "test", "made by", "is", "n", "accuracy", "none wrong"),
        rows=rows,
    )


def constructed(record: Record) -> tuple[tuple[str, str], ...]:
    """How a question was made, in terms of the paper's Appendix D; nothing where it was not made from an ontology."""
    match record.item.construction:
        case Masked(slot=slot):
            return ("masked slot", str(slot)), ("right options", str(len(record.item.gold)))
        case Conditions(restrictions=restrictions):
            return (("conditions", str(len(restrictions))),)
        case None:
            return ()


# ---- pairs


def differences_table(records: Sequence[Record], against: str | None = None) -> Table:
    """By how much each method differs from one of them on the same questions, model by model.

    Args:
        records: What became of the questions.
        against: The method to compare with, in each of its settings; None for the most accurate of each model.
    """
    rows: list[Row] = []
    for (model,), of_model in grouped(records, lambda r: (r.system.model,)):
        by_system = {s: group for (s,), group in grouped(of_model, lambda r: (r.system,))}
        for reference, (system, group) in product(_references(by_system, against), by_system.items()):
            if system != reference:
                rows += [
                    (model, *_names(system), *_names(reference), column_title(column), *difference)
                    for column, difference in _differences(group, by_system[reference])
                ]
    return Table(
        name="differences",
        title="Paired differences",
        note="Percentage points by which a method's accuracy exceeds the other's on the questions that both were put, "
        "with 95 % intervals. An interval that holds 0 leaves open which is better.",
        columns=("model", "method", "settings", "against", "its settings", "on", "n", "difference"),
        rows=rows,
    )


def _names(system: System) -> tuple[str, str]:
    return system.method, system.settings


def _references(by_system: dict[System, list[Record]], against: str | None) -> list[System]:
    if against is not None:
        return [system for system in by_system if system.method == against]
    return [max(by_system, key=lambda system: fmean(record.correct for record in by_system[system]))]


def _differences(
    first: Sequence[Record], second: Sequence[Record]
) -> list[tuple[_Column, tuple[int, Estimate | None]]]:
    others = {(record.test, record.item.id): record for record in second}
    pairs = [
        (column, [(record, others[key]) for record in group if (key := (record.test, record.item.id)) in others])
        for column, group in grouped(first, column_of)
    ]
    return [
        (column, (len(both), paired_difference([one.correct for one, _ in both], [other.correct for _, other in both])))
        for column, both in pairs
        if both
    ]


# ---- without a score


def unscored_table(records: Sequence[Record]) -> Table:
    """Why there is no score, most frequent first."""
    unscored = [record for record in records if record.score is None]
    rows: list[Row] = []
    for key, group in grouped(unscored, lambda r: (*system_cells(r), r.test.number, kind_of(r.item))):
        why = Counter(
            ("failed", record.error) if record.prediction is None else ("no answer", record.prediction.why_none)
            for record in group
        )
        by_frequency = sorted(why.items(), key=lambda reason: (-reason[1], reason[0]))
        rows += [(*key, *reason, times) for reason, times in by_frequency[:_REASONS]]
    return Table(
        name="unscored",
        title="Without a score",
        note=f"At most {_REASONS} reasons for each system, test and kind of question.",
        columns=(*SYSTEM, "test", "kind", "what", "why", "n"),
        rows=rows,
    )


_REASONS = 5
