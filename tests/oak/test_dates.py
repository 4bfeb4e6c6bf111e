"""Dates are read from the words of a text, never more exactly than they state them."""

import csv
from pathlib import Path

import pytest

from entailed.oak.extraction.dates import read_date


def test_k10_the_words_and_not_the_model_say_what_the_date_is(shared: Path) -> None:
    folder = shared / "cases" / "K10_dates"
    with (folder / "dates.csv").open(encoding="utf-8") as file:
        read = [read_date(row["source_text"], row["llm_value"]) for row in csv.DictReader(file)]
    with (folder / "expected.csv").open(encoding="utf-8") as file:
        expected = [(row["value"], row["note"]) for row in csv.DictReader(file)]
    assert [(one.value or "", one.note) for one in read] == expected


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("May 6th, 1991", "1991-05-06"),
        ("the 6th of May, 1991", "1991-05-06"),
        ("on 1991-05-06.", "1991-05-06"),
        ("1991/05/06", "1991-05-06"),
        ("5/5/1991", "1991-05-05"),
        ("31.12.1991", "1991-12-31"),
        ("Sept. 2001", "2001-09"),
        ("1991-05", "1991-05"),
        ("1991年", "1991"),
    ],
)
def test_a_date_is_as_exact_as_its_words(words: str, value: str) -> None:
    assert read_date(words).value == value


@pytest.mark.parametrize(
    ("words", "note"),
    [
        ("31/02/1991", "no such day"),
        ("1991-13-01", "no such day"),
        ("soon", "not a date"),
        ("in the 15th century", "not a date (century)"),
        ("room 12, 4-5 guests, 3.1999.2", "not a date"),
        ("from 3 May 2020 to 5 June 2020", "the words state several dates"),
    ],
)
def test_what_is_no_date_is_none(words: str, note: str) -> None:
    read = read_date(words)
    assert (read.value, read.note) == (None, note)


def test_of_several_dates_the_one_that_is_meant_is_read() -> None:
    words = "from 3 May 2020 to June 2020"
    assert read_date(words, "2020-05-03").value == "2020-05-03"
    assert read_date(words, "2020-06-01").value == "2020-06"
    assert read_date(words, "2021-06-01").value is None
