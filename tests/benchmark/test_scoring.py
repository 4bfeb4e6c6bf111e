"""Answers against gold."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from kitchen_items import DISHES_ITEM, GLUTEN_ITEM

from entailed.agent import JsonProblem
from entailed.benchmark import Item
from entailed.benchmark.scoring import Score, score
from entailed.oarag import AnswerValue, ListOfNames, OneOption, Question, YesNoMaybe
from entailed.oarag.questions import read_answer
from entailed.service import OntologyService

RIGHT, HALF, WRONG = Score(True, True), Score(False, True), Score(False, False)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (("scone", "wheat flour"), RIGHT),
        (("scone",), HALF),
        (("scone", "ratatouille"), WRONG),
        (("wheat flour", "ratatouille", "scone"), WRONG),
        ((), WRONG),
    ],
)
def test_options_are_right_as_exactly_the_gold_set(answer: AnswerValue, expected: Score) -> None:
    assert score(GLUTEN_ITEM, answer) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (("lasagne",), RIGHT),
        (("moussaka", "Lasagne", "lasagna"), RIGHT),  # an exact synonym, and another case
        (("KIT:0000431", "http://purl.obolibrary.org/obo/KIT_0000433"), RIGHT),
        (("lasagne", "pesto pasta"), WRONG),
        (("lasagne", "a dish of pasta"), WRONG),  # names nothing
        ((), WRONG),
    ],
)
def test_names_are_right_where_all_name_answers(kitchen: OntologyService, answer: AnswerValue, expected: Score) -> None:
    assert score(DISHES_ITEM, answer, kitchen) == expected


def test_names_without_an_ontology_are_compared_as_texts() -> None:
    assert score(DISHES_ITEM, ("Moussaka",)) == RIGHT
    assert score(DISHES_ITEM, ("lasagna",)) == WRONG
    assert score(replace(DISHES_ITEM, question=ListOfNames(text="?"), construction=None), ("LASAGNE",)) == RIGHT


@pytest.mark.parametrize(
    ("question", "gold", "right", "wrong"),
    [
        (OneOption(text="Which?", options=("soup", "salad")), "soup", "soup", "salad"),
        (YesNoMaybe(text="Is it?"), "maybe", "maybe", "no"),
    ],
)
def test_a_single_answer_is_right_or_wrong(question: Question, gold: str, right: str, wrong: str) -> None:
    item = Item(id="1", data_set="toy", question=question, gold=gold)
    assert (score(item, right), score(item, wrong)) == (RIGHT, WRONG)


# ---- beside the parser of MIRAGE, which Test 3 is usually scored with


LETTERS = OneOption(text="Which?", options=("first", "second", "third", "fourth"))


def test_where_we_read_an_answer_mirage_reads_the_same_or_takes_it_for_a(shared: Path) -> None:
    """What MIRAGE's parser cannot read counts as A there, and has no score here."""
    lines = (shared / "data/oracle/mirage_parse.jsonl").read_text(encoding="utf-8").splitlines()
    theirs = {call["reply"].replace("answer_choice", "answer"): call["expected"] for call in map(json.loads, lines)}
    read = {reply: read_answer(LETTERS, reply) for reply in theirs}
    ours = {reply: "ABCD"[LETTERS.options.index(a)] for reply, a in read.items() if not isinstance(a, JsonProblem)}
    assert {reply: ours[reply] for reply in ours if ours[reply] != theirs[reply]} == {
        '{"answer":"D"}': "D",
        '{"answer": "b"}': "B",
        '{"answer": "(C)"}': "C",
    }
    assert all(theirs[reply] == "A" for reply in ours if ours[reply] != theirs[reply])
    assert len(ours) == 8
