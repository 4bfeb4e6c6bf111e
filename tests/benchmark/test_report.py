"""Tables and plots from records."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from kitchen_items import DISHES_ITEM, GLUTEN_ITEM

from entailed.benchmark import Item, Prediction
from entailed.benchmark.gold_evidence import EvidenceFound
from entailed.benchmark.intervals import Estimate, mean_interval, paired_difference
from entailed.benchmark.records import DataSetTest, Record, System
from entailed.benchmark.report import report_tables, write_report
from entailed.benchmark.report_tables import Row, Table, as_csv, markdown
from entailed.benchmark.scoring import Score
from entailed.llm import Usage
from entailed.oarag import GroundingLevel

RIGHT, HALF, WRONG = Score(True, True), Score(False, True), Score(False, False)
ENTAILED, RELATED = GroundingLevel.ENTAILED, GroundingLevel.RELATED


def records(method: str, scores: Sequence[Score | str | None], item: Item = GLUTEN_ITEM, test: int = 1) -> list[Record]:
    """One for each score; None is a question without an answer, a text the error of one that failed."""
    return [
        Record(
            system=System(model="openai:small", method=method),
            test=DataSetTest(number=test, data_set="kitchen"),
            item=replace(item, id=f"{item.id}-{number}"),
            prediction=None if isinstance(score, str) else prediction(score, number),
            error=score if isinstance(score, str) else "",
            score=score if isinstance(score, Score) else None,
            evidence=None if isinstance(score, str) else EvidenceFound(2, 2 if number % 2 else 1, number % 2),
        )
        for number, score in enumerate(scores)
    ]


def prediction(score: Score | None, number: int) -> Prediction:
    return Prediction(
        value=None if score is None else ("scone",),
        why_none="no JSON object" if score is None else "",
        usage=Usage(calls=number + 1, input_tokens=100, output_tokens=10),
        tool_calls={"ASK": 2, "SELECT": number},
        reported=ENTAILED if number else None,
        verified=RELATED if number else None,
    )


BOTH = [
    *records("oa-rag", [RIGHT, RIGHT, HALF, None, "down"]),
    *records("oa-rag", [RIGHT, WRONG], DISHES_ITEM),
    *records("base", [WRONG, RIGHT, WRONG, WRONG, WRONG]),
]


def rows_of(name: str, found: Sequence[Record] = BOTH, against: str | None = None) -> Sequence[Row]:
    return next(table.rows for table in report_tables(found, against) if table.name == name)


def means(row: Row) -> Row:
    """A row with estimates as their means."""
    return tuple(round(cell.mean, 3) if isinstance(cell, Estimate) else cell for cell in row)


# ---- intervals


def test_an_interval_is_that_of_resampled_questions() -> None:
    estimate = mean_interval([True] * 30 + [False] * 70)
    assert estimate is not None
    random = np.random.default_rng(7)
    drawn = random.choice([1.0] * 30 + [0.0] * 70, (20_000, 100)).mean(axis=1)
    assert estimate.mean == pytest.approx(0.3)
    assert (estimate.low, estimate.high) == pytest.approx(tuple(np.quantile(drawn, (0.025, 0.975))), abs=0.011)
    assert estimate == mean_interval([False] * 70 + [True] * 30)


def test_nothing_has_no_interval_and_certainty_is_a_point() -> None:
    assert mean_interval([]) is None
    assert mean_interval([1, 1, 1]) == (1.0, 1.0, 1.0)


def test_a_paired_difference_is_narrower_than_the_intervals_where_systems_agree() -> None:
    first, second = [1] * 50 + [0] * 50, [1] * 45 + [0] * 55
    difference, alone = paired_difference(first, second), mean_interval(first)
    assert difference is not None
    assert alone is not None
    assert difference.mean == pytest.approx(0.05)
    assert 0 < difference.low < difference.high < difference.low + (alone.high - alone.low) / 2
    with pytest.raises(ValueError, match="shorter"):
        paired_difference([1], [])


# ---- tables


def test_the_main_table_counts_all_questions() -> None:
    base, oa_rag = map(means, rows_of("main"))
    assert base == ("openai:small", "base", "", 0.2, None, None)
    assert oa_rag == ("openai:small", "oa-rag", "", 0.4, 0.5, 45.0)


def test_what_has_no_score_is_counted_apart_and_shown_both_ways() -> None:
    _, several, names = map(means, rows_of("scores"))
    #                     n, no answer, failed, of all, of answered, none wrong
    assert several[3:] == (1, "kitchen", "MCQ", 5, 1, 1, 0.4, 0.667, 0.6)
    assert names[3:] == (1, "kitchen", "OQ", 2, 0, 0, 0.5, 0.5, 0.5)
    assert [row[5:] for row in rows_of("unscored")] == [("failed", "down", 1), ("no answer", "no JSON object", 1)]


def test_a_test_of_ready_made_questions_has_a_column_for_each_data_set() -> None:
    (table,) = (table for table in report_tables(records("base", [RIGHT], test=3)) if table.name == "main")
    assert table.columns == ("model", "method", "settings", "Test 3 kitchen", "average")


def test_constructions_are_told_apart() -> None:
    found = {row[4:6]: means(row)[6:] for row in rows_of("construction") if row[1] == "oa-rag"}
    assert found == {
        ("conditions", "2"): (2, 0.5, 0.5),
        ("masked slot", "subject"): (5, 0.4, 0.6),
        ("right options", "2"): (5, 0.4, 0.6),
    }


def test_methods_are_compared_on_the_questions_that_both_were_put() -> None:
    (row,) = map(means, rows_of("differences"))
    assert row == ("openai:small", "base", "", "oa-rag", "", "Test 1 MCQ", 5, -0.2)
    (turned,) = map(means, rows_of("differences", against="base"))
    assert turned[1:4] == ("oa-rag", "", "base")
    assert turned[6:] == (5, 0.2)


def test_a_method_is_compared_with_in_each_of_its_settings() -> None:
    wide = [
        replace(record, system=replace(record.system, settings="window 9,000")) for record in records("base", [RIGHT])
    ]
    found = rows_of("differences", [*records("oa-rag", [RIGHT]), *records("base", [WRONG]), *wide], against="base")
    compared = {row[1:5]: means(row)[-1] for row in found if row[1] == "oa-rag"}
    assert compared == {("oa-rag", "", "base", ""): 1.0, ("oa-rag", "", "base", "window 9,000"): 0.0}


def test_grounding_levels_are_shares_with_accuracies() -> None:
    found = {row[4:6]: means(row)[6:] for row in rows_of("grounding", records("oa-rag", [RIGHT, RIGHT, WRONG]))}
    assert found["reported", "entailed"] == (2, 0.667, 0.5)
    assert found["verified", "related"] == (2, 0.667, 0.5)
    assert found["reported", "none"] == (1, 0.333, 1.0)
    assert found["verified", "entailed"] == (0, 0.0, None)
    agreement = {row[4]: row[5:] for row in rows_of("agreement", records("oa-rag", [RIGHT, RIGHT, WRONG]))}
    assert agreement["entailed"] == (0, 0, 2, 0, 0)  # entailed, supported, related, unrelated, none
    assert agreement["none"] == (0, 0, 0, 0, 1)


def test_gold_evidence_tool_calls_and_costs_are_of_what_did_not_fail() -> None:
    found = records("oa-rag", [RIGHT, RIGHT, WRONG, None, "down"])
    #                       n, completely, partly, not at all, n complete, cited
    assert means(rows_of("evidence", found)[0])[5:] == (4, 0.5, 0.5, 0.0, 2, 0.0)
    assert rows_of("tool_calls", found)[0][5:] == (4, 3.5, 2.0, 1.5)
    assert rows_of("costs", found)[0][5:] == (4, 2.5, 100.0, 10.0, 0, 440, None)


def test_what_failed_attempts_cost_is_counted_and_no_cost_is_told_where_a_part_is_unknown() -> None:
    spent = Usage(calls=1, input_tokens=30, output_tokens=3, cost=0.5)
    right, down = records("oa-rag", [RIGHT, "down"])
    assert right.prediction is not None
    priced = replace(right, prediction=replace(right.prediction, usage=replace(right.prediction.usage, cost=2.0)))
    lost = replace(down, failed_attempts=spent)
    #                                                       n, calls, in, out, failed tokens, all tokens, cost
    assert rows_of("costs", [priced, lost])[0][5:] == (1, 1.0, 100.0, 10.0, 33, 143, "2.50")
    assert rows_of("costs", [right, lost])[0][-1] is None
    assert rows_of("costs", [lost])[0][5:] == (0, None, None, None, 33, 33, "0.50")
    free = replace(right, item=DISHES_ITEM, prediction=replace(right.prediction, usage=Usage()))  # asked no model
    assert [row[-1] for row in rows_of("costs", [priced, free])] == ["2.00", None]


def test_a_system_that_does_not_cite_has_no_share_of_citations() -> None:
    found = records("oa-rag", [RIGHT, RIGHT])
    silent = [replace(r, prediction=replace(r.prediction, reported=None)) for r in found if r.prediction]
    citing = [replace(r, prediction=replace(r.prediction, cited=(0,))) for r in silent if r.prediction]
    assert rows_of("evidence", silent)[0][-1] is None
    assert [means(rows_of("evidence", those)[0])[-1] for those in (found, citing)] == [0.0, 0.0]


# ---- written


def test_estimates_are_per_cent_in_markdown_and_three_columns_in_csv() -> None:
    table = Table(
        name="t",
        title="T",
        note="Read it.",
        columns=("a|b", "share"),
        rows=(("x\ny", Estimate(0.5, 0.25, 1)), ("z", None)),
    )
    assert markdown(table).splitlines()[4:] == [
        r"| a\|b | share |",
        "| --- | --- |",
        "| x y | 50.0 [25.0, 100.0] |",
        "| z | – |",
    ]
    assert list(csv.reader(as_csv(table).splitlines(keepends=True))) == [
        ["a|b", "share", "share low", "share high"],
        ["x\ny", "0.5", "0.25", "1"],
        ["z", "", "", ""],
    ]


def test_a_report_is_written_and_the_same_records_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = (
        write_report(tmp_path / name, found, report_tables(found)) for name, found in (("a", BOTH), ("b", BOTH[::-1]))
    )
    assert [path.name for path in first] == [path.name for path in second]
    assert {"report.md", "main.csv", "main.png", "main.svg", "grounding.svg", "costs.png"} <= {p.name for p in first}
    assert [
        path.name for path, other in zip(first, second, strict=True) if path.read_bytes() != other.read_bytes()
    ] == []
    text = first[0].read_text(encoding="utf-8")
    assert "12 questions put to 2 systems. Test 1: kitchen." in text
    assert all(f"]({name}.png)" in text for name in ("main", "construction", "grounding", "tool_calls", "costs"))


def test_the_plot_of_costs_counts_what_failed_as_not_right(tmp_path: Path) -> None:
    plots = []
    for name, scores in (("failed", [RIGHT, "down"]), ("wrong", [RIGHT, WRONG]), ("neither", [RIGHT])):
        found = records("oa-rag", scores)
        write_report(tmp_path / name, found, report_tables(found))
        plots.append((tmp_path / name / "costs.svg").read_bytes())
    assert plots[0] == plots[1] != plots[2]


def test_what_has_nothing_to_show_is_left_out(tmp_path: Path) -> None:
    found = [replace(record, evidence=None, prediction=None, score=None, error="down") for record in BOTH]
    written = {path.name for path in write_report(tmp_path, found, report_tables(found))}
    assert {"grounding.png", "tool_calls.csv", "costs.svg", "evidence.csv"}.isdisjoint(written)
    assert {"report.md", "main.csv", "main.png", "unscored.csv"} <= written
