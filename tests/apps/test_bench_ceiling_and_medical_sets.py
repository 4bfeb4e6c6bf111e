"""`entailed bench ceiling`, and `entailed bench build` with a published set of questions."""

import json
from pathlib import Path

from terminal import Command

from entailed.apps.bench_medical_command import MEDICAL_SETS
from entailed.benchmark.data_folder import read_test
from entailed.benchmark.medical_sets import MedicalSet

QUESTION = {"question": "Which organ pumps?", "options": {"A": "liver", "B": "heart"}, "answer_idx": "B"}


def test_the_sets_are_those_that_can_be_read() -> None:
    assert tuple(MedicalSet) == MEDICAL_SETS


def test_a_published_set_becomes_test_3(entailed: Command, tmp_path: Path) -> None:
    (tmp_path / "test.jsonl").write_text(json.dumps(QUESTION), encoding="utf-8")
    outcome = entailed("bench", "build", "medqa", str(tmp_path / "test.jsonl"), "-o", str(tmp_path / "medqa"), "--json")
    assert outcome.code == 0
    manifest = json.loads(outcome.out)
    assert manifest == json.loads((tmp_path / "medqa/manifest.json").read_text(encoding="utf-8"))
    assert (manifest["data_set"], manifest["tests"]) == ("medqa", {"test3": {"all": 1}})
    test = read_test(tmp_path / "medqa", 3)
    assert [(item.id, item.gold) for item in test.items] == [("medqa-1", "heart")]


def test_what_is_no_published_set_is_refused_in_one_line(entailed: Command, tmp_path: Path) -> None:
    (tmp_path / "test.jsonl").write_text("{}", encoding="utf-8")
    outcome = entailed("bench", "build", "medqa", str(tmp_path / "test.jsonl"), "-o", str(tmp_path / "medqa"))
    assert (outcome.code, outcome.out) == (1, "")
    assert "line 1" in outcome.err
    assert not (tmp_path / "medqa").exists()
    assert entailed("bench", "build", "medqa", "-o", str(tmp_path / "medqa")).code == 2


def test_ceilings_of_a_data_set_are_measured_and_written(entailed: Command, tmp_path: Path) -> None:
    folder = str(tmp_path / "kitchen")
    built = entailed("bench", "build", "example:kitchen", "-o", folder, "--open", "6", "--per-slot", "2")
    assert built.code == 0, built.err
    outcome = entailed("bench", "ceiling", folder, "--wording", "literal", "--names", "5", "--json")
    assert outcome.code == 0, outcome.err
    shown = json.loads(outcome.out)
    assert shown["tables"]["service"] == []
    assert [row["search"] for row in shown["tables"]["fallback"]] == ["mentions", "bm25"]
    assert Path(shown["report"]).is_file()
    assert entailed("bench", "ceiling", folder, "--wording", "shouted").code == 2
