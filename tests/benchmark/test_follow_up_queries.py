"""i-MedRAG, call by call."""

import pytest

from entailed.benchmark import Prediction
from entailed.benchmark.documents import DocumentSearch
from entailed.benchmark.methods import make_method
from entailed.llm import FinishReason, Reply, ScriptedModel, Usage
from entailed.llm.token_estimates import estimate_tokens
from entailed.oarag import OneOption

QUESTION = OneOption(text="Which element causes blind staggers?", options=("selenium", "molybdenum"))
LISTED = '{"queries": ["What are blind staggers?", "What does selenium do?", "What does molybdenum do?"]}'


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> DocumentSearch:
    folder = tmp_path_factory.mktemp("documents")
    file = folder / "corpus.jsonl"
    file.write_text(
        '{"id": "a", "title": "Selenium", "text": "Cattle with blind staggers have eaten selenium."}\n'
        '{"id": "b", "text": "Molybdenum binds copper."}\n',
        encoding="utf-8",
    )
    return DocumentSearch(file, folder / "cache")


def run(documents: DocumentSearch, *replies: str | Reply, window: int = 8192) -> tuple[Prediction, ScriptedModel]:
    model = ScriptedModel(replies)
    method = make_method("i-medrag", model=model, documents=documents, context_window=window)
    return method.answer(QUESTION), model


def rounds(count: int, answer: str = "Eating it.") -> list[str]:
    return [reply for n in range(count) for reply in (f"## Queries\n1. of round {n}", LISTED, *[f"{answer} ({n})"] * 3)]


def test_four_rounds_and_the_answer_are_22_calls(documents: DocumentSearch) -> None:
    given, model = run(documents, *rounds(4), "## Answer\nSelenium.", '{"answer": "A"}')
    assert (given.value, given.usage.calls, len(model.requests)) == ("selenium", 22, 22)
    assert given.tool_calls == {"search": 12}
    assert given.shown == ("Selenium. Cattle with blind staggers have eaten selenium.", "Molybdenum binds copper.")
    ask, listed, first, *_ = (request[-1].content for request in model.requests)
    assert "No query has been asked so far." in ask
    assert "of round 0" in listed
    assert "Question: What are blind staggers?" in first
    assert "Cattle with blind staggers" in first
    last_ask, conclude, format_ = (model.requests[call][-1].content for call in (15, 20, 21))
    assert "Query: What does selenium do?\nAnswer: Eating it. (2)" in last_ask
    assert "(3)" in conclude
    assert "Selenium." in format_


def test_a_round_whose_queries_cannot_be_read_brings_none_and_further_queries_are_left_out(
    documents: DocumentSearch,
) -> None:
    four = '{"queries": ["one selenium", "two", "", "three", "four"]}'
    replies = ["ask", "no list", "ask", four, "1", "2", "3", *rounds(2), "so", '{"answer": "B"}']
    given, model = run(documents, *replies)
    assert (given.value, given.tool_calls) == ("molybdenum", {"search": 9})
    assert len(model.requests) == len(replies)


def test_an_answer_that_is_not_in_the_form_is_no_answer(documents: DocumentSearch) -> None:
    given, _ = run(documents, *rounds(4), "## Answer\nSelenium.", "Selenium.")
    assert given.value is None
    assert given.why_none


@pytest.mark.parametrize(("window", "kept"), [(8192, False), (262_144, True)])
def test_earlier_answers_are_shortened_to_the_window(documents: DocumentSearch, window: int, kept: bool) -> None:
    long = "Selenium is an element.\n" * 400
    _, model = run(documents, *rounds(4, long), "## Answer\nSelenium.", '{"answer": "A"}', window=window)
    prompts = [estimate_tokens(*(message.content for message in request)) for request in model.requests]
    assert max(prompts) <= window
    assert (long.strip() in model.requests[20][-1].content) == kept
    assert model.requests[20][-1].content.count("Query: ") == 12


def test_a_reply_that_the_window_cuts_is_used_as_far_as_it_goes(documents: DocumentSearch) -> None:
    cut = Reply(text="It is selen", finish_reason=FinishReason.LENGTH, usage=Usage(calls=1))
    given, model = run(documents, *rounds(4), cut, '{"answer": "A"}')
    assert given.value == "selenium"
    assert "It is selen" in model.requests[-1][-1].content
