"""A model that knows nothing, held to the form: it cannot get the form wrong. What it answers is of no interest.

`ENTAILED_LOCAL_QUESTIONS=30 pytest tests/oarag/test_constrained_decoding.py` asks it that many questions from end to
end, which takes 10 to 25 minutes; without the variable, none.
"""

import os
from collections import Counter
from collections.abc import Sequence
from itertools import count, islice
from pathlib import Path
from typing import Unpack

import pytest

from entailed.agent import Limits, Outcome, StepKind, run_loop
from entailed.errors import ModelRefusedError
from entailed.llm import (
    ChatModel,
    CompletionOptions,
    FinishReason,
    LocalModel,
    Message,
    RecordingModel,
    Reply,
    ScriptedModel,
    Usage,
)
from entailed.llm.recording import read_recording
from entailed.oarag import (
    AnsweringLimits,
    Decoding,
    FreeText,
    ListOfNames,
    OneOption,
    Question,
    SeveralOptions,
    Strategy,
    YesNoMaybe,
    answer,
    answer_json,
)
from entailed.oarag.decoding import constraint_for
from entailed.oarag.queries import QueryTool
from entailed.service import OntologyService
from entailed.service.query_language import parse


class Warm:
    """Samples, so that a model which would always answer at once writes queries too; alike in every run."""

    def __init__(self, model: ChatModel) -> None:
        self.name = model.name
        self._model = model
        self._seeds = count(1)

    def complete(self, messages: Sequence[Message], *, max_tokens: int, **options: Unpack[CompletionOptions]) -> Reply:
        options |= {"temperature": 1.0, "seed": next(self._seeds)}
        return self._model.complete(messages, max_tokens=max_tokens, **options)


USABLE = {StepKind.CALLED, StepKind.REPEATED, StepKind.ANSWERED}


def questions() -> list[tuple[Question, Decoding]]:
    """Six of each kind, half of them with seen names only."""
    dishes = ("lasagne", "hummus", "satay sauce", "fish pie", "Greek salad", "meringue")
    asked: list[Question] = []
    for dish, other in zip(dishes, (*dishes[1:], dishes[0]), strict=True):
        asked += [
            YesNoMaybe(text=f"Does {dish} contain gluten?"),
            OneOption(text=f"What is {dish}?", options=("dish", "frying", "refrigerator")),
            SeveralOptions(text="Which of these contain egg protein?", options=(dish, other)),
            ListOfNames(text=f"Which foods are part of {dish}?"),
            FreeText(text=f"How is {dish} prepared?"),
        ]
    return [(one, (Decoding.FORM, Decoding.SEEN_NAMES)[number % 2]) for number, one in enumerate(asked)]


def test_every_step_of_a_small_model_is_usable(smollm: LocalModel, kitchen: OntologyService):
    question = ListOfNames(text="Which dishes contain egg protein?")
    constraint = constraint_for(question, Decoding.SEEN_NAMES, kitchen, ())
    assert constraint is not None
    example = 'Thought: Look.\nAction: query(DESCRIBE "gluten")'  # shows it to be brief, which saves time
    trajectory = run_loop(
        smollm,
        [
            Message(role="user", content="What is gluten?"),
            Message(role="assistant", content=example),
            Message(role="user", content=question.text),
        ],
        [QueryTool(service=kitchen, only=constraint.names)],
        limits=Limits(max_steps=2, max_observation_chars=300),
        answer_rules=constraint.answer,
    )
    assert trajectory.outcome in (Outcome.ANSWERED, Outcome.STEP_LIMIT)
    assert {step.kind for step in trajectory.steps} <= USABLE
    assert all(step.constrained for step in trajectory.steps)


def test_many_questions_end_and_every_reply_has_its_form(smollm: LocalModel, kitchen: OntologyService, tmp_path: Path):
    number = int(os.environ.get("ENTAILED_LOCAL_QUESTIONS", "0"))
    if not number:
        pytest.skip("set ENTAILED_LOCAL_QUESTIONS to the number of questions to ask")
    recording = tmp_path / "calls.jsonl"
    limits = AnsweringLimits(loop=Limits(max_actions=2, max_steps=4))
    model = RecordingModel(Warm(smollm), recording)
    kinds: Counter[StepKind] = Counter()
    for asked, (question, decoding) in enumerate(islice(questions(), number)):
        strategy = Strategy.EVIDENCE_FIRST if asked % 3 == 0 else Strategy.REACT
        given = answer(question, service=kitchen, model=model, strategy=strategy, decoding=decoding, limits=limits)
        # The steps before the model's own are of the implied queries.
        written = [step for step in given.steps if step.usage.calls]
        kinds.update(step.kind for step in written)
        assert given.value is not None, given.grounding.reason
        assert {step.kind for step in written} <= USABLE
        assert all(step.constrained for step in written)
        assert bool(given.evidence) is (given.grounding.reported is not None), given.grounding.reason
    replies = [call.reply for call in read_recording(recording)]
    assert {reply.finish_reason for reply in replies} == {FinishReason.STOP}
    assert all(reply.constrained for reply in replies)
    assert number < 10 or kinds[StepKind.CALLED] > 0, "no query was written"


def test_a_query_can_use_seen_names_only(kitchen: OntologyService):
    question = SeveralOptions(text="Which contain gluten?", options=("hummus", "a brick"))
    constraint = constraint_for(question, Decoding.SEEN_NAMES, kitchen, ())
    assert constraint is not None
    tool = QueryTool(service=kitchen, only=constraint.names)
    rules = tool.argument_rules(())
    assert rules["concept"] == r'("\"gluten\"" | "\"hummus\"" | "\"a brick\"")'
    assert rules["relation"] == r'("\"is a\"" | "\"contains\"")'


def test_names_in_results_have_been_seen(kitchen: OntologyService):
    replies = [
        'Thought: Look.\nAction: query(DESCRIBE "meringue")',
        'Thought: And?\nAction: query(ASK { "meringue" "contans" "pepper" })',
        'Thought: So?\nAnswer: {"answer": "no"}',
    ]
    question = YesNoMaybe(text="Is it sweet?")
    constraint = constraint_for(question, Decoding.SEEN_NAMES, kitchen, ())
    assert constraint is not None
    tool = QueryTool(service=kitchen, only=constraint.names)
    assert tool.argument_rules(()) == QueryTool(service=kitchen).argument_rules(())  # nothing is seen yet
    trajectory = run_loop(ScriptedModel(replies), [Message(role="user", content="?")], [tool], limits=Limits())
    rules = tool.argument_rules(trajectory.steps)
    assert '"\\"meringue\\""' in rules["concept"]
    assert '"\\"egg white\\""' in rules["concept"]
    assert '"\\"KIT:0000342\\""' in rules["concept"]  # a candidate of the ambiguous name, as it has to be called
    assert '"\\"contains\\""' in rules["relation"]
    assert '"\\"lasagne\\""' not in rules["concept"]


@pytest.mark.parametrize("constrained", [True, False])
def test_a_step_says_whether_its_reply_was_constrained_and_not_whether_it_was_asked_to_be(
    kitchen: OntologyService, constrained: bool
):
    texts = ['{"answer": "no"}', 'Thought: So?\nAnswer: {"answer": "no"}', '{"answer": "no"}']
    usage = Usage(calls=1, input_tokens=1, output_tokens=1)
    replies = [
        Reply(text=text, finish_reason=FinishReason.STOP, usage=usage, constrained=constrained) for text in texts
    ]
    given = answer(YesNoMaybe(text="Is it?"), service=kitchen, model=ScriptedModel(replies), decoding=Decoding.FORM)
    assert [step.constrained for step in given.steps] == [constrained]
    assert [step["constrained"] for step in answer_json(given)["steps"]] == [constrained]


def test_a_model_that_cannot_be_held_to_a_form_is_refused_rather_than_left_free(kitchen: OntologyService):
    class Unheld(ScriptedModel):
        def complete(self, messages, *, grammar=None, **more):
            if grammar is not None:
                raise ModelRefusedError("no grammars here")
            return super().complete(messages, **more)

    with pytest.raises(ModelRefusedError):
        answer(YesNoMaybe(text="Is it?"), service=kitchen, model=Unheld(["a"]), decoding=Decoding.FORM)


def test_every_seen_name_stands_in_a_query_that_is_read(kitchen: OntologyService):
    constraint = constraint_for(OneOption(text="?", options=('5" pipe', "\\ / ⊑")), Decoding.SEEN_NAMES, kitchen, ())
    assert constraint is not None
    rules = QueryTool(service=kitchen, only=constraint.names).argument_rules(())
    assert rules["concept"] == r'("\"5\\\" pipe\"" | "\"\\\\ / ⊑\"")'
    assert parse(r'DESCRIBE "5\" pipe"').subject == '5" pipe'
