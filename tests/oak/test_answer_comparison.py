"""Answers beside results: the same, a part, in words, or neither."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.agent import JsonProblem
from entailed.oak.answering.comparison import AnswerValue, Match, compare, read_answer

ROWS = [{"name": "Delta Pumps", "sales": 12.5}, {"name": "Kappa", "sales": 1200}]


@pytest.mark.parametrize(
    ("answer", "result", "match"),
    [
        ("delta_pumps ", "Delta  Pumps", Match.EQUAL),
        ("ﬁne", "FINE", Match.EQUAL),
        (3, 3.0, Match.EQUAL),
        ("3.0", 3, Match.EQUAL),
        (True, True, Match.EQUAL),
        ("Yes", True, Match.EQUAL),
        ("true", True, Match.EQUAL),
        (1, True, Match.ABSENT),
        ((1, 2), [2, 1], Match.EQUAL),
        ((1,), [2, 1], Match.CONTAINED),
        ((1, 2, 3), [2, 1], Match.ABSENT),
        (("Kappa", "Delta Pumps"), ROWS, Match.EQUAL),
        (("Kappa",), ROWS, Match.CONTAINED),
        ((12.5, 1200), ROWS, Match.CONTAINED),
        ("Kappa", ROWS[1], Match.EQUAL),
        (1200, ROWS[1], Match.CONTAINED),
        ("sales", ROWS, Match.ABSENT),
        (5, [{"total": 5}], Match.EQUAL),
        ("red", {"red": 2, "blue": 1}, Match.CONTAINED),
        (2, {"red": 2, "blue": 1}, Match.CONTAINED),
        (33.33, 100 / 3, Match.CONTAINED),
        (33.34, 100 / 3, Match.ABSENT),
        ("1e-9999999", 1e300, Match.ABSENT),
        ("1e9999999", 1e300, Match.ABSENT),
        ("nan", "NaN", Match.EQUAL),
        ("Kappa sells the most, 1,200 in all", ROWS, Match.MENTIONED),
        ("In 2024, Kappa sold the most", ROWS, Match.MENTIONED),
        ("In 2023, Kappa sold the most", ROWS, Match.ABSENT),
        ("Kappas are birds", ROWS, Match.ABSENT),
        ("It is private", [{"name": "Kappa", "kind": "private"}], Match.ABSENT),
        ("Either red or blue", ["red", "blue"], Match.MENTIONED),
        ("It never was Kappa", ROWS, Match.ABSENT),
        ("no idea", None, Match.ABSENT),
        ("x", [], Match.ABSENT),
        ("x", {}, Match.ABSENT),
        ("x", [[["x"]]], Match.CONTAINED),
    ],
)
def test_an_answer_is_compared_with_a_result(answer: AnswerValue, result: Any, match: Match) -> None:
    assert compare(answer, [result], names={"name"}, question="Who sold the most in 2024?") is match


@given(st.lists(st.text(min_size=1) | st.integers() | st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_a_result_equals_itself_in_any_order(values: list[str | int | float]) -> None:
    assert compare(tuple(reversed(values)), [values], names=(), question="") is Match.EQUAL
    assert compare(values[0], [values[0]], names=(), question="") is Match.EQUAL


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"answer": "x"}', "x"),
        ('It is:\n```json\n{"answer": [1, "b", true]}\n```', (1, "b", True)),
        ('{"answer": null}', None),
        ('{"answer": []}', ()),
        ("Delta Pumps", "Delta Pumps"),
    ],
)
def test_an_answer_is_read(text: str, value: AnswerValue | None) -> None:
    assert read_answer(text) == value


@pytest.mark.parametrize(
    "text", ["", '{"answer": ""}', '{"answer": [[1]]}', '{"answer": {"a": 1}}', '{"value": 1}', "{x"]
)
def test_what_is_no_answer_is_a_problem(text: str) -> None:
    assert isinstance(read_answer(text), JsonProblem)
