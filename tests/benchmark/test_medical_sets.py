"""Published sets of medical questions become items."""

import gzip
import json
from pathlib import Path

import pytest

from entailed.benchmark.items import Excluded
from entailed.benchmark.medical_sets import MedicalSet, read_medical_set
from entailed.errors import ReadError
from entailed.oarag import PERSONAS, OneOption, YesNoMaybe

MEDQA = {
    "question": "Which organ pumps?",
    "options": {"A": "liver", "B": "heart"},
    "answer_idx": "B",
    "answer": "heart",
}
MEDMCQA = {"id": "x", "question": "Which gas?", "opa": "N", "opb": "O", "opc": "Ar", "opd": "He", "cop": 2, "exp": None}
PUBMEDQA = {
    "QUESTION": "Does salt melt ice?",
    "CONTEXTS": ["Ice is slippery.", "It melted."],
    "LABELS": ["BACKGROUND", "RESULTS"],
    "LONG_ANSWER": "It does.",
    "final_decision": "yes",
}
STEP = [{"no": 7, "question": "Which bone?", "options": {"A": "ulna", "B": "femur", "C": ""}}]


def written(folder: Path, name: str, *values: object) -> Path:
    path = folder / name
    path.write_text("\n".join(json.dumps(value) for value in values), encoding="utf-8")
    return path


def test_medqa_gives_the_text_of_the_right_option(tmp_path: Path) -> None:
    (item,) = read_medical_set(MedicalSet.MEDQA, written(tmp_path, "test.jsonl", MEDQA)).items
    persona = PERSONAS["medqa"]
    assert item.question == OneOption(text="Which organ pumps?", options=("liver", "heart"), persona=persona)
    assert (item.id, item.data_set, item.gold, item.construction) == ("medqa-1", "medqa", "heart", None)


def test_a_compressed_file_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "test.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(MEDQA).encode()))
    assert len(read_medical_set(MedicalSet.MEDQA, path).items) == 1


def test_medmcqa_counts_options_from_one_where_a_four_occurs_and_from_zero_where_a_zero_does(tmp_path: Path) -> None:
    others = [MEDMCQA | {"id": f"y{cop}", "cop": cop} for cop in (0, 3, -1)]
    fourth = MEDMCQA | {"id": "y4", "cop": 4}
    one_based = read_medical_set(MedicalSet.MEDMCQA, written(tmp_path, "dev.json", MEDMCQA, fourth))
    zero_based = read_medical_set(MedicalSet.MEDMCQA, written(tmp_path, "copy.json", MEDMCQA, *others))
    assert [item.gold for item in one_based.items] == ["O", "He"]
    assert [item.gold for item in zero_based.items] == ["Ar", "N", "He"]
    assert zero_based.excluded == (Excluded("medmcqa-y-1", "there is no answer"),)


def test_options_with_the_same_text_become_one_and_a_question_with_one_left_is_excluded(tmp_path: Path) -> None:
    twice = MEDMCQA | {"opd": "o ", "cop": 4}
    all_alike = MEDMCQA | {"id": "z"} | dict.fromkeys(("opa", "opb", "opc", "opd"), "He")
    read = read_medical_set(MedicalSet.MEDMCQA, written(tmp_path, "dev.json", twice, all_alike))
    (item,) = read.items
    assert isinstance(item.question, OneOption)
    assert (item.question.options, item.gold) == (("N", "O", "Ar"), "O")
    assert (read.excluded, read.merged_options) == ((Excluded("medmcqa-z", "all options have the same text"),), 4)


def test_an_option_that_stands_empty_is_none(tmp_path: Path) -> None:
    padded = MEDMCQA | {"opa": None, "opc": " ", "cop": 4}
    without_answer = MEDMCQA | {"id": "z", "opb": ""}
    read = read_medical_set(MedicalSet.MEDMCQA, written(tmp_path, "dev.json", padded, without_answer))
    (item,) = read.items
    assert isinstance(item.question, OneOption)
    assert (item.question.options, item.gold) == (("O", "He"), "He")
    assert read.excluded == (Excluded("medmcqa-z", "there is no answer"),)


def test_pubmedqa_shows_the_abstract_without_its_conclusion(tmp_path: Path) -> None:
    (item,) = read_medical_set(MedicalSet.PUBMEDQA, written(tmp_path, "ori_pqal.json", {"11": PUBMEDQA})).items
    context = "BACKGROUND: Ice is slippery.\nRESULTS: It melted."
    assert item.question == YesNoMaybe(text="Does salt melt ice?", context=context, persona=PERSONAS["pubmedqa"])
    assert (item.id, item.gold) == ("pubmedqa-11", "yes")


def test_pubmedqa_with_its_ground_truth_is_its_test(tmp_path: Path) -> None:
    path = written(tmp_path, "ori_pqal.json", {"11": PUBMEDQA, "12": PUBMEDQA})
    read = read_medical_set(MedicalSet.PUBMEDQA, path, solutions=written(tmp_path, "truth.json", {"12": "no"}))
    assert [(item.id, item.gold) for item in read.items] == [("pubmedqa-12", "no")]


def test_usmle_takes_the_step_from_the_name_and_the_answer_from_the_solutions(tmp_path: Path) -> None:
    path = written(tmp_path, "step3.json", STEP)
    read = read_medical_set(MedicalSet.USMLE, path, solutions=written(tmp_path, "step3_solutions.json", {"7": "B"}))
    (item,) = read.items
    persona = PERSONAS["usmle-step-3"]
    assert item.question == OneOption(text="Which bone?", options=("ulna", "femur"), persona=persona)
    assert (item.id, item.data_set, item.gold) == ("usmle-step-3-7", "usmle-step-3", "femur")


def test_usmle_may_hold_its_answers_itself(tmp_path: Path) -> None:
    (item,) = read_medical_set(MedicalSet.USMLE, written(tmp_path, "Step_1.jsonl", MEDQA)).items
    assert (item.id, item.gold) == ("usmle-step-1-1", "heart")


@pytest.mark.parametrize(
    ("kind", "name", "text", "problem"),
    [
        (MedicalSet.MEDQA, "a.jsonl", '{"question": "Why?"}', "a.jsonl, line 1: Field required (options)"),
        (MedicalSet.MEDQA, "a.jsonl", "\n{", "a.jsonl, line 2: Invalid JSON"),
        (MedicalSet.MEDQA, "a.jsonl", "", "there are no questions in it"),
        (MedicalSet.MEDQA, "a.jsonl.gz", "not gzip", "it is not a whole gzip file"),
        (MedicalSet.PUBMEDQA, "a.json", "[]", "Input should be an object"),
        (MedicalSet.USMLE, "exam.json", "[]", "of which step"),
        (MedicalSet.MEDMCQA, "a.json", "\n".join([json.dumps(MEDMCQA | {"cop": 4})] * 2), "2 questions are called"),
        (MedicalSet.MEDMCQA, "a.json", json.dumps(MEDMCQA), "neither 0 nor 4"),
        (MedicalSet.MEDMCQA, "a.json", f"{json.dumps([MEDMCQA | {'cop': cop} for cop in (0, 4)])}", "both 0 and 4"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(
    tmp_path: Path, kind: MedicalSet, name: str, text: str, problem: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(ReadError) as error:
        read_medical_set(kind, tmp_path / name)
    assert problem in str(error.value)


def test_the_published_files_are_read_whole(shared: Path) -> None:
    folder = shared / "data/qa"
    medqa = read_medical_set(MedicalSet.MEDQA, folder / "medqa_us_4options_test.jsonl.gz")
    medmcqa = read_medical_set(MedicalSet.MEDMCQA, folder / "medmcqa_dev.jsonl.gz")
    pubmedqa = read_medical_set(MedicalSet.PUBMEDQA, folder / "pubmedqa_ori_pqal.json.gz")
    assert [len(read.items) for read in (medqa, medmcqa, pubmedqa)] == [1273, 4182, 1000]
    assert [len(read.excluded) for read in (medqa, medmcqa, pubmedqa)] == [0, 1, 0]
