"""Thousands of replies that no model should give: the loop ends within its limits, with an outcome that has a name.

`ENTAILED_RANDOM_RUNS=5000 pytest tests/agent/test_adversarial_replies.py` tries more of them.
"""

import os
import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.agent import Limits, Observation, Outcome, StepKind, find_json_object, parse_reply, run_loop
from entailed.errors import ModelError, ModelUnavailableError
from entailed.llm import FinishReason, Message, Reply, Usage

OPENING = (Message(role="user", content="Is a brig a ship? Use query(...)."),)
FORCED = (Outcome.ACTION_LIMIT, Outcome.STEP_LIMIT, Outcome.TOKEN_LIMIT)


class Echo:
    """A tool that gives back what it is asked, and a long list for `list`."""

    name = "query"
    paging = "add LIMIT"

    def __init__(self) -> None:
        self.calls: list[str] = []

    def call(self, argument: str) -> Observation:
        self.calls.append(argument)
        text = "row\n" * 2000 if argument == "list" else argument
        return Observation(text=text, informative=True, payload=argument)


class Adversary:
    """Goes through its replies for ever, or until its endpoint fails in a call of this number."""

    name = "adversary"

    def __init__(self, replies: Sequence[Reply], fails_in: int | None) -> None:
        self.replies = replies
        self.fails_in = fails_in
        self.requests: list[tuple[Message, ...]] = []
        self.asked: list[int] = []

    def complete(self, messages: Sequence[Message], *, max_tokens: int, **_: object) -> Reply:
        self.asked.append(max_tokens)
        self.requests.append(tuple(messages))
        if len(self.asked) == self.fails_in:
            raise ModelUnavailableError("the endpoint hung up")
        return self.replies[len(self.asked) % len(self.replies)]


MARKERS = [
    "Thought:",
    "Action:",
    "Action Input:",
    "**Action:**",
    "Answer:",
    "Final Answer:",
    "Observation:",
    "Action：",
    "## Answer:",
]
CALLS = [
    "query(list)",
    "query(a)",
    'query("a) b',
    "query",
    "fly(x)",
    "```sparql\nquery(a)\n```",
    '{"name": "query", "arguments": {}}',
]
SIGNS = [
    *("\n", "\r\n", "\x00", "\u2028", "\u202e", "\ud800", "`", "```", "``````", "<think>", "</think>", "<|im_end|>"),
    *("(", ")", '"', "\\", "{", "}", '{"answer": ["A"]}', '{"answer": ', "NaN", "9" * 400, "word " * 60),
]  # fmt: skip
PIECES = st.lists(st.sampled_from(["\n", *MARKERS, *CALLS, *SIGNS]), max_size=12).map("".join) | st.text()
ACTIONS = PIECES.map(lambda text: f"Thought: a\nAction: query({text})\nObservation: b\nAnswer: c")
USUAL = st.sampled_from(["", "Thought: a", "prose", "Action: query(a)", "Action: query(list)", "Action: fly(x)"])
USAGES = st.builds(Usage, calls=st.just(1), output_tokens=st.integers(0, 60))
REPLIES = st.builds(Reply, text=PIECES | ACTIONS | USUAL, finish_reason=st.sampled_from(FinishReason), usage=USAGES)
LIMITS = st.builds(
    Limits,
    max_actions=st.integers(1, 8),
    max_steps=st.integers(1, 30),
    max_generated_tokens=st.integers(1, 5000),
    max_reply_tokens=st.integers(1, 100),
    context_window=st.integers(1, 3000),
    max_observation_chars=st.integers(1, 500),
    max_same_action=st.integers(1, 3),
    max_empty=st.integers(1, 4),
    max_format_errors=st.integers(1, 8),
)


@settings(max_examples=int(os.environ.get("ENTAILED_RANDOM_RUNS", "450")), deadline=None)
@given(
    st.lists(REPLIES, min_size=4, max_size=12),
    st.sampled_from([None, None, None, 1, 3, 7]),
    LIMITS,
    st.sampled_from(["Answer!", None]),
)
def test_the_loop_ends_within_its_limits_with_an_answer_or_a_named_end(
    replies: list[Reply], fails_in: int | None, limits: Limits, final_prompt: str | None
) -> None:
    tool, model = Echo(), Adversary(replies, fails_in)
    try:
        trajectory = run_loop(model, OPENING, [tool], limits=limits, final_prompt=final_prompt)
    except ModelError:
        assert len(model.asked) == fails_in
        trajectory = None
    assert len(tool.calls) <= limits.max_actions
    assert len(model.asked) <= limits.max_steps
    assert all(1 <= tokens <= limits.max_reply_tokens for tokens in model.asked)
    assert all([message.role for message in request][-1] == "user" for request in model.requests)
    if trajectory is None:
        return
    assert (trajectory.answer is not None) == any(step.kind is StepKind.ANSWERED for step in trajectory.steps)
    assert (trajectory.answer is not None) or trajectory.outcome is not Outcome.ANSWERED
    assert all(step.usage.calls == 1 and step.seconds >= 0 for step in trajectory.steps)
    assert all(len(step.observation) <= limits.max_observation_chars for step in trajectory.steps if step.payload)
    told = [step.observation for step in trajectory.steps if step.kind in (StepKind.MALFORMED, StepKind.BLANK)]
    assert all("\n" not in correction for correction in told)
    before = trajectory.steps[:-1] if trajectory.outcome in FORCED and final_prompt else trajectory.steps
    spent = [step.usage.output_tokens for step in before]
    assert sum(spent[:-1]) < limits.max_generated_tokens


@pytest.mark.parametrize(
    "text",
    [
        "Action:" * 100_000,
        "Action: query(" * 50_000,
        "Action: query(" + '"' * 300_001,
        "\n" * 300_000 + "Thought:",
        " " * 300_000 + "Thought:",
        "<think>" * 50_000,
        "<think>\n" * 50_000,
        "```\n" * 100_000,
        "> " * 100_000 + "Answer: x",
        "*" * 300_000 + "Answer:",
        "[" * 300_000,
        '{"a":' * 100_000,
        '{"a"' * 100_000,
        '{"a": 1} ' * 50_000,
        "{'" * 100_000,
        '["' * 100_000,
    ],
    ids=lambda text: repr(text[:14]),
)
def test_reading_a_very_long_reply_takes_no_more_than_a_moment(text: str) -> None:
    began = time.process_time()
    parse_reply(text)
    find_json_object(text)
    assert time.process_time() - began < 2
