"""Every method end to end, over a model that replies by what it is asked for."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock

import pytest
from obliging import reply_to

from entailed.benchmark import Method, Prediction
from entailed.benchmark.documents import DocumentSearch
from entailed.benchmark.methods import METHODS, Need, make_method
from entailed.benchmark.ontology_search import OntologySearch
from entailed.errors import BudgetSpentError, ModelRefusedError, ReplayError
from entailed.llm import Budget, BudgetedModel, ChatModel, FinishReason, Message, Reply, ScriptedModel, Usage
from entailed.llm.token_estimates import estimate_tokens
from entailed.oarag import GroundingLevel, ListOfNames, SeveralOptions
from entailed.service import OntologyService

DISHES = ("lasagne", "ratatouille", "moussaka", "Yorkshire pudding", "risotto", "ragù")
QUESTIONS = [
    SeveralOptions(text=f"Which of these contain gluten? ({number})", options=(*DISHES[number % 6 :], "soup", "salad"))
    for number in range(20)
]
GLUTEN = SeveralOptions(text="Which of these contain gluten?", options=("lasagne", "ratatouille", "Yorkshire pudding"))
RIGHT = ("lasagne", "Yorkshire pudding")
ANSWER = '{"answer": ["A", "C"]}'
DOCUMENTS = 40


class Obliging:
    """A chat model that gives each prompt the reply it asks for, and adds up what that costs."""

    name = "obliging"

    def __init__(self) -> None:
        self.usage = Usage()
        self.longest = 0
        self._lock = Lock()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        temperature: float = 0.0,
        seed: int | None = None,
        grammar: str | None = None,
    ) -> Reply:
        text = reply_to([message.content for message in messages], ANSWER)
        read = sum(len(message.content.split()) for message in messages)
        usage = Usage(calls=1, input_tokens=read, output_tokens=len(text.split()))
        with self._lock:
            self.usage += usage
            self.longest = max(self.longest, max_tokens + estimate_tokens(*(m.content for m in messages)))
        return Reply(text=text, finish_reason=FinishReason.STOP, usage=usage, constrained=grammar is not None)


@pytest.fixture(scope="session")
def search(kitchen: OntologyService, tmp_path_factory: pytest.TempPathFactory) -> OntologySearch:
    return OntologySearch(kitchen, tmp_path_factory.mktemp("search"))


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> DocumentSearch:
    folder = tmp_path_factory.mktemp("documents")
    file = folder / "corpus.jsonl"
    lines = [
        f'{{"id": "d{n}", "title": "Gluten {n}", "text": "{"Gluten is a protein of wheat. " * 40}"}}'
        for n in range(DOCUMENTS)
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    return DocumentSearch(file, folder / "cache")


@pytest.fixture
def make(kitchen: OntologyService, search: OntologySearch, documents: DocumentSearch) -> Callable[..., Method]:
    def make(name: str, model: ChatModel, **more: int) -> Method:
        return make_method(name, model=model, service=kitchen, search=search, documents=documents, **more)

    return make


def ask(make: Callable[..., Method], name: str, *replies: str) -> tuple[Prediction, ScriptedModel]:
    model = ScriptedModel(replies)
    return make(name, model).answer(GLUTEN), model


@pytest.mark.parametrize("name", METHODS)
def test_every_method_answers_twenty_questions_within_the_window_and_counts_what_the_model_counts(
    name: str, make: Callable[..., Method]
) -> None:
    model = Obliging()
    method = make(name, model)
    given = [method.answer(question) for question in QUESTIONS]
    assert all(prediction.value == (q.options[0], q.options[2]) for prediction, q in zip(given, QUESTIONS, strict=True))
    assert sum((prediction.usage for prediction in given), Usage()) == model.usage
    assert model.longest <= 8192
    assert all(prediction.constrained == ("constrained" in name) for prediction in given)


CALLS = {
    "base": 1,
    "cot": 1,
    "rag-ont-text": 1,
    "rag-ont-query": 2,
    "react-ont": 2,
    "rag-doc": 1,
    "medrag": 1,
    "i-medrag": 22,
    "oa-rag": 5,
    "oa-rag-constrained": 5,
    "oa-rag-pre-tool-only": 1,
    "oa-rag-no-answering": 3,
    "oa-rag-no-fallback": 5,
    "oa-rag-search": 5,
}


@pytest.mark.parametrize("name", CALLS)
def test_a_method_makes_as_many_calls_as_its_source_says(name: str, make: Callable[..., Method]) -> None:
    assert make(name, Obliging()).answer(GLUTEN).usage.calls == CALLS[name]


@pytest.mark.parametrize("name", METHODS)
def test_a_method_fails_without_what_the_table_says_it_needs_and_only_then(
    name: str, kitchen: OntologyService, search: OntologySearch, documents: DocumentSearch
) -> None:
    everything = {"service": kitchen, "search": search, "documents": documents}
    for need in everything:
        others = {key: value for key, value in everything.items() if key != need}
        if need in METHODS[name].needs:
            with pytest.raises(ValueError, match=f"the method `{name}` needs .*: give `{need}`"):
                make_method(name, model=Obliging(), **others)  # type: ignore[arg-type]
        else:
            make_method(name, model=Obliging(), **others)  # type: ignore[arg-type]


def test_a_name_that_is_no_method_is_told_which_there_are() -> None:
    with pytest.raises(ValueError, match=r"there is no method `rag`: choose one of base, cot, .*oa-rag-search"):
        make_method("rag", model=Obliging())


def test_a_model_without_grammars_refuses_the_methods_that_need_one(make: Callable[..., Method]) -> None:
    class Free(Obliging):
        def complete(self, messages: Sequence[Message], *, max_tokens: int, **options: object) -> Reply:  # type: ignore[override]
            if options.get("grammar"):
                raise ModelRefusedError("no grammars here.")
            return super().complete(messages, max_tokens=max_tokens)

    for name, kind in METHODS.items():
        method = make(name, Free())
        if Need.GRAMMAR in kind.needs:
            with pytest.raises(ModelRefusedError):
                method.answer(GLUTEN)
        else:
            assert method.answer(GLUTEN).value is not None


# ---- what each method shows


def test_the_model_alone_is_shown_the_question_only(make: Callable[..., Method]) -> None:
    given, model = ask(make, "cot", f"Wheat.\n{ANSWER}")
    assert (given.value, given.shown) == (RIGHT, ())
    assert "step by step" in model.requests[0][0].content
    assert model.requests[0][1].content.startswith("Question: Which of these contain gluten?")
    given, model = ask(make, "base", ANSWER)
    assert "without any reasoning" in model.requests[0][0].content


def test_a_reply_without_an_answer_is_followed_by_one_call_for_the_answer_alone(make: Callable[..., Method]) -> None:
    given, _ = ask(make, "cot", "It must be the pasta.", ANSWER)
    assert (given.value, given.usage.calls) == (RIGHT, 2)
    given, model = ask(make, "cot", "It must be the pasta. " * 1500, ANSWER)
    assert given.value == RIGHT
    first, second = (estimate_tokens(*(message.content for message in request)) for request in model.requests)
    assert first < second <= 8192 - 256
    given, _ = ask(make, "cot", "It must be the pasta.", "I said so.")
    assert given.value is None
    assert "even when asked again" in given.why_none


def test_cards_and_axioms_are_shown_whole(make: Callable[..., Method]) -> None:
    given, model = ask(make, "rag-ont-text", ANSWER)
    assert len(given.shown) == 10
    assert any(card.startswith("ratatouille\n") and "\nparents:" in card for card in given.shown[:5])
    assert 'Every Yorkshire pudding is related by "has ingredient" to some egg.' in given.shown[5:]
    assert all(record.splitlines()[0] in model.requests[0][1].content for record in given.shown)


def test_one_query_is_run_and_its_result_shown(make: Callable[..., Method]) -> None:
    query = 'SELECT ?x WHERE { VALUES ?x { "lasagne" "ratatouille" } ?x "contains" "gluten" }'
    given, model = ask(make, "rag-ont-query", f"Action: query({query})", ANSWER)
    assert given.tool_calls == {"SELECT": 1}
    assert given.shown == (f'query({query})\n"lasagne": ENTAILED\n"ratatouille": NOT ENTAILED',)
    assert "toy brig" in model.requests[0][1].content
    given, _ = ask(make, "rag-ont-query", "I need no query.", ANSWER)
    assert (given.tool_calls, given.shown, given.value) == ({"malformed": 1}, (), RIGHT)


def test_a_search_shows_the_field_that_matched_and_axioms(make: Callable[..., Method]) -> None:
    given, model = ask(
        make,
        "react-ont",
        "Thought: look.\nAction: search(thin sheets of pasta)",
        "Thought: again.\nAction: search(zzzzz)",
        f"Thought: settled.\nAnswer: {ANSWER}",
    )
    assert given.tool_calls == {"search": 2}
    assert len(given.shown) == 1
    concepts, _, axioms = given.shown[0].partition("Axioms:")
    assert len(concepts.splitlines()) == 6
    assert "definition:" in concepts
    assert "parents:" not in concepts.splitlines()[1]
    assert len(axioms.split("\n")) == 6
    assert "Nothing was found" in model.requests[2][-1].content


def test_a_search_that_ends_at_its_limit_is_asked_for_its_answer(make: Callable[..., Method]) -> None:
    searches = [f"Thought: look.\nAction: search(gluten {n})" for n in range(10)]
    given, model = ask(make, "react-ont", *searches, f"Thought: so.\nAnswer: {ANSWER}")
    assert (given.value, given.tool_calls) == (RIGHT, {"search": 10})
    assert "no room for another action" in model.requests[-1][-1].content


def test_documents_are_cut_to_their_budget(make: Callable[..., Method]) -> None:
    few, _ = ask(make, "rag-doc", ANSWER)
    assert len(few.shown) == 5
    given, model = ask(make, "medrag", ANSWER)
    assert 5 < len(given.shown) < 32
    assert estimate_tokens(*(message.content for message in model.requests[0])) <= 7168 + 512
    wide = make("medrag", ScriptedModel([ANSWER]), context_window=100_000).answer(GLUTEN)
    assert len(wide.shown) == 32


def test_medrag_searches_by_the_question_alone_and_rag_doc_by_the_options_too(tmp_path: Path) -> None:
    file = tmp_path / "corpus.jsonl"
    texts = ("Gluten is in wheat.", "Ratatouille is a stew.")
    file.write_text("".join(f'{{"id": "{text[:1]}", "text": "{text}"}}\n' for text in texts), encoding="utf-8")
    documents = DocumentSearch(file, tmp_path / "cache")
    shown = {
        name: make_method(name, model=ScriptedModel([ANSWER]), documents=documents).answer(GLUTEN).shown
        for name in ("medrag", "rag-doc")
    }
    assert shown["medrag"] == texts[:1]
    assert set(shown["rag-doc"]) == set(texts)


# ---- OA-RAG and its ablations

ASK = 'Thought: check.\nAction: query(ASK { "lasagne" "contains" "gluten" })'
SELECT = 'Thought: check.\nAction: query(SELECT ?x WHERE { ?x "made from" "gluten" })'
DONE = f"Thought: settled.\nAnswer: {ANSWER}"
CITED = '{"evidence": ["E1"], "grounding": "supported"}'


def test_oa_rag_tells_what_it_was_shown_what_it_cites_and_both_levels(make: Callable[..., Method]) -> None:
    again = 'Thought: more.\nAction: query(DESCRIBE "lasagne")'
    given, _ = ask(make, "oa-rag", ANSWER, ASK, again, "Thought: oh.\nAction: query(ASK lasagne)", DONE, ANSWER, CITED)
    assert given.tool_calls == {"ASK": 1, "DESCRIBE": 1, "malformed": 1}
    assert "ENTAILED" in given.shown[0]
    assert given.shown[1].startswith('query(DESCRIBE "lasagne")\nlasagne\n')
    assert (given.cited, given.reported) == ((0,), GroundingLevel.SUPPORTED)
    assert given.verified is not None


def test_without_the_answering_step_the_tool_phase_has_the_last_word(make: Callable[..., Method]) -> None:
    given, _ = ask(make, "oa-rag-no-answering", '{"answer": ["B"]}', ASK, DONE)
    assert (given.value, given.reported) == (RIGHT, None)
    given, _ = ask(make, "oa-rag-no-answering", '{"answer": ["B"]}', ASK, "", "", "")
    assert given.value == ("ratatouille",)


def test_before_the_tool_there_is_the_draft_alone(make: Callable[..., Method]) -> None:
    assert ask(make, "oa-rag-pre-tool-only", ANSWER)[0].value == RIGHT
    given, _ = ask(make, "oa-rag-pre-tool-only", "I do not know.")
    assert given.value is None
    assert given.why_none


def test_without_the_fallback_no_text_is_found(make: Callable[..., Method]) -> None:
    question = ListOfNames(text="What is prepared by olive oil?")
    query = 'Thought: look.\nAction: query(SELECT ?x WHERE { ?x "prepared by" "olive oil" })'
    replies = ['{"answer": []}', query, 'Thought: none.\nAnswer: {"answer": []}', '{"answer": []}', CITED]
    with_text = make("oa-rag", ScriptedModel(replies)).answer(question)
    without = make("oa-rag-no-fallback", ScriptedModel(replies)).answer(question)
    assert "Not verified, from text" in with_text.shown[0]
    assert without.shown == ()


def test_the_ablation_with_search_cites_what_it_found(make: Callable[..., Method]) -> None:
    look = "Thought: look.\nAction: search({})"
    given, model = ask(
        make, "oa-rag-search", ANSWER, look.format("gluten"), look.format("lasagne"), DONE, ANSWER,
        '{"evidence": ["E2", "E9"], "grounding": "supported"}',
    )  # fmt: skip
    assert (given.value, given.cited, given.reported) == (RIGHT, (1,), GroundingLevel.SUPPORTED)
    assert given.shown[1].splitlines()[1] == "lasagne: lasagne"
    assert "[E2]" in model.requests[-2][1].content
    given, model = ask(make, "oa-rag-search", ANSWER, DONE, ANSWER)
    assert (given.shown, given.reported) == ((), None)
    assert "from your own knowledge" in model.requests[-1][0].content


@pytest.mark.parametrize("name", ["oa-rag", "cot"])
def test_a_budget_that_is_spent_is_an_error_and_no_wrong_answer(name: str, make: Callable[..., Method]) -> None:
    model = BudgetedModel(Obliging(), Budget(tokens=100))
    with pytest.raises(BudgetSpentError):
        make(name, model).answer(GLUTEN)


def test_what_was_spent_before_an_error_is_told(make: Callable[..., Method]) -> None:
    model, told = ScriptedModel(["I do not know."]), list[Usage]()
    with pytest.raises(ReplayError):  # there is no second reply
        make("cot", model).answer(GLUTEN, on_failure=told.append)
    assert [usage.calls for usage in told] == [1]
