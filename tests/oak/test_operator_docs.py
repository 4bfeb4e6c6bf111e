"""The examples of the operators' page run, and give what it says."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


def test_the_examples_of_the_operators_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = doctest.testfile(str(DOCS / "kernel-operators.md"), module_relative=False)
    assert outcome.attempted > 30
    assert outcome.failed == 0
