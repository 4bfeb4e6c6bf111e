"""`entailed.open(path)` and what can be asked of it, from plain code and from coroutines."""

import asyncio
import json
import threading
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

import pytest

import entailed
from entailed.agent import Step
from entailed.llm import FinishReason, Reply

REPLIES = (
    '{"answer": "yes"}',
    'Thought: check.\nAction: query(ASK { "lasagne" "contains" "gluten" })',
    'Answer: {"answer": "yes"}',
    '{"answer": "yes"}',
    '{"evidence": ["E1"], "grounding": "entailed"}',
)
GLUTEN = "Does lasagne contain gluten?"


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> entailed.OpenOntology:
    return entailed.open("example:kitchen", cache=tmp_path_factory.mktemp("cache"))


class Held:
    """Waits in its second call until it is let go, and says when it got there."""

    name = "held"

    def __init__(self) -> None:
        self.reached, self.let_go = threading.Event(), threading.Event()
        self.calls = 0

    def complete(self, messages: Sequence[entailed.Message], *, max_tokens: int, **_: object) -> Reply:
        self.calls += 1
        if self.calls == 2:
            self.reached.set()
            self.let_go.wait(20)
        return Reply(text=REPLIES[1], finish_reason=FinishReason.STOP, usage=entailed.Usage(calls=1))


def test_a_question_in_words_is_asked_in_its_form(kitchen: entailed.OpenOntology) -> None:
    assert kitchen.ask("Which contain gluten?", options=["hummus", "lasagne"]).value == ("lasagne",)
    assert kitchen.ask("Which contains gluten?", options=["hummus", "lasagne"], kind="one-option").value == "lasagne"
    assert kitchen.ask(entailed.YesNoMaybe(text=GLUTEN)).value == "yes"
    assert kitchen.service.query('ASK { "lasagne" "contains" "gluten" }').verdict is entailed.Verdict.ENTAILED


def test_a_form_stated_twice_or_not_at_all_is_refused(kitchen: entailed.OpenOntology) -> None:
    with pytest.raises(ValueError, match="leave out kind, options"):
        kitchen.ask(entailed.YesNoMaybe(text=GLUTEN), options=["yes"], kind="options")
    with pytest.raises(ValueError, match="no kind of question `essay`: choose one of options"):
        kitchen.ask(GLUTEN, kind="essay")


def test_a_model_answers_and_its_steps_are_told(kitchen: entailed.OpenOntology) -> None:
    steps: list[Step] = []
    answer = kitchen.ask(GLUTEN, model=entailed.ScriptedModel(REPLIES), on_step=steps.append)
    assert (answer.value, len(steps), tuple(steps)) == ("yes", 2, answer.steps)


def test_a_model_is_named_as_in_the_terminal(kitchen: entailed.OpenOntology, tmp_path: Path) -> None:
    recording = Path(__file__).parents[2] / "src/entailed/examples/livestock-replies.jsonl"
    livestock = entailed.open("example:livestock", cache=tmp_path)
    asked = "Poisoning by which of these elements causes blind staggers (alkali disease) in livestock?"
    options = ["magnesium", "manganese", "selenium", "molybdenum"]
    named = livestock.ask(asked, options=options, kind="one-option", model=f"replay:{recording}")
    assert named.value == "selenium"
    with pytest.raises(entailed.ReplayError, match="no reply"):  # the model is still the one that has been read out
        livestock.ask("Something else?", model=f"replay:{recording}", kind="text")
    with pytest.raises(entailed.ModelError, match="cannot be read"):
        kitchen.ask(GLUTEN, model=f"replay:{tmp_path / 'none.jsonl'}")


def test_a_session_is_shared_by_its_questions(kitchen: entailed.OpenOntology) -> None:
    session = entailed.Session()
    kitchen.ask(GLUTEN, model=entailed.ScriptedModel(REPLIES), session=session)
    later = ('{"answer": "no"}', 'Answer: {"answer": "no"}', '{"answer": "no"}', REPLIES[-1])
    answer = kitchen.ask("Is it fit for all?", kind="yes-no", model=entailed.ScriptedModel(later), session=session)
    assert [item.id for item in answer.evidence if item.cited] == ["E1"]
    assert [answer.value for answer in session.answers] == ["yes", "no"]


def test_a_batch_of_questions(kitchen: entailed.OpenOntology, tmp_path: Path) -> None:
    (tmp_path / "questions").write_text(json.dumps({"question": GLUTEN}))
    report = kitchen.ask_batch(tmp_path / "questions", tmp_path / "answers")
    assert (report.answered, report.failed) == (1, ())


# ---- coroutines


def test_a_stream_gives_each_step_and_then_the_answer(kitchen: entailed.OpenOntology) -> None:
    async def events() -> list[Step | entailed.Answer]:
        return [event async for event in kitchen.stream(GLUTEN, model=entailed.ScriptedModel(REPLIES))]

    *steps, answer = asyncio.run(events())
    assert isinstance(answer, entailed.Answer)
    assert (answer.value, tuple(steps)) == ("yes", answer.steps)


def test_questions_are_awaited_side_by_side(kitchen: entailed.OpenOntology) -> None:
    """More of them than a machine has processors: all are in their second call before any may go on."""
    models = [Held() for _ in range(16)]

    async def all_of_them() -> list[entailed.Answer]:
        asked = [asyncio.create_task(kitchen.ask_async(GLUTEN, model=model)) for model in models]
        await asyncio.to_thread(lambda: [model.reached.wait(20) for model in models])
        for model in models:
            model.let_go.set()
        return await asyncio.gather(*asked)

    assert len(asyncio.run(all_of_them())) == 16


def test_the_error_of_the_model_is_raised_where_the_answer_is_awaited(kitchen: entailed.OpenOntology) -> None:
    with pytest.raises(entailed.ReplayError, match="call 2 has no reply"):
        asyncio.run(kitchen.ask_async(GLUTEN, model=entailed.ScriptedModel(REPLIES[:1])))


@pytest.mark.parametrize("by", ["cancelling", "leaving"])
def test_a_question_that_is_given_up_calls_the_model_no_more(kitchen: entailed.OpenOntology, by: str) -> None:
    model = Held()

    async def cancel() -> None:
        task = asyncio.create_task(kitchen.ask_async(GLUTEN, model=model))
        await asyncio.to_thread(model.reached.wait, 20)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    async def leave() -> None:
        async with aclosing(kitchen.stream(GLUTEN, model=model)) as events:
            first = asyncio.ensure_future(anext(events))
            await asyncio.to_thread(model.reached.wait, 20)
            first.cancel()
            await asyncio.wait([first])

    asyncio.run(cancel() if by == "cancelling" else leave())
    (thread,) = (thread for thread in threading.enumerate() if thread.name == "entailed")
    model.let_go.set()
    thread.join(20)
    assert (thread.is_alive(), model.calls) == (False, 2)
