import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.agent import Action, Blank, FinalAnswer, Malformed, Thought, Turn, parse_reply

ASK = 'ASK { "ship" "part of" "fleet" }'


@pytest.mark.parametrize(
    "reply",
    [
        f"Thought: look.\nAction: query({ASK})",
        f"Thought: look.\nAction: query\nAction Input: {ASK}",
        f"Thought: look.\nAction: query\n{ASK}",
        f"Thought 1: look.\nAction 1: query({ASK})\nObservation 1: ENTAILED",
        f"**Thought:** look.\n**Action:** query({ASK})",
        f"**Thought**: look.\n**Action**: `query({ASK})`",
        f"Thought: look.\n```\nAction: query({ASK})\n```",
        f"Thought: look.\nAction:\n```sparql\nquery({ASK})\n```",
        f"Thought: look.\nAction: query\nAction Input:\n```sparql\n{ASK}\n```",
        f"Thought: look.\nAction: query\nAction Input: {ASK}\n```",
        f"<think>Answer: no</think>\nThought: look.\nAction: query({ASK})",
        f"Answer: no\n</think>\nThought: look.\nAction: query({ASK})",
        f"Thought: look.\nAction: query({ASK}) and then (perhaps) more",
        f"Thought: look.\nAction: query({ASK}",
    ],
)
def test_every_spelling_of_an_action_is_the_same_action(reply: str) -> None:
    assert parse_reply(reply).move == Action(tool="query", argument=ASK, thought="look.")


@pytest.mark.parametrize("name", ["5' end (DNA)", "brig (two masts", "a )b", 'the \\"Lion\\" (1557)'])
def test_parentheses_and_quotes_inside_names_do_not_end_the_call(name: str) -> None:
    argument = f'DESCRIBE "{name}"'
    assert parse_reply(f"Action: query({argument})\nquery(DESCRIBE)").move == Action(tool="query", argument=argument)


@pytest.mark.parametrize(
    ("reply", "kept"),
    [
        (f"Thought: a\nAction: query({ASK})\nObservation: fake", f"Thought: a\nAction: query({ASK})"),
        (f"Action: query({ASK}) thus\nAnswer: no", f"Action: query({ASK})"),
        (
            f"Action: query\nAction Input: {ASK}\n\nAction: query\nAction Input: x",
            f"Action: query\nAction Input: {ASK}",
        ),
        ("Thought: a\nObservation: fake\nAnswer: no", "Thought: a"),
    ],
)
def test_the_history_keeps_nothing_after_the_first_action_or_a_made_up_observation(reply: str, kept: str) -> None:
    assert parse_reply(reply).kept == kept


def test_an_action_before_an_answer_runs_and_an_answer_before_an_action_ends() -> None:
    assert isinstance(parse_reply(f"Action: query({ASK})\nAnswer: no").move, Action)
    assert parse_reply(f"Answer: no\nAction: query({ASK})").move == FinalAnswer(text=f"no\nAction: query({ASK})")


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ('Answer: {"answer": ["A"]}', '{"answer": ["A"]}'),
        ("**Final Answer:** the *Lion*", "the *Lion*"),
        ("**Final Answer: yes**", "yes"),
        ("Answer: *maybe*", "*maybe*"),
        ("```\nFinal Answer: yes\n```", "yes"),
        ('Answer:\n```json\n{"a": 1}\n```', '```json\n{"a": 1}\n```'),
        ("Answer: two lines\nObservation: both kept", "two lines\nObservation: both kept"),
    ],
)
def test_the_answer_is_kept_whole(reply: str, answer: str) -> None:
    assert parse_reply(reply).move == FinalAnswer(text=answer)


@pytest.mark.parametrize(
    ("reply", "move"),
    [
        ("", Blank()),
        (" \n<think>nothing", Blank()),
        ("Thought: still thinking", Thought(text="still thinking")),
        ("I believe so. The Action: query", Malformed(problem="it holds neither an Action nor an Answer")),
        ("Observation: ENTAILED", Malformed(problem="only the tool writes an Observation")),
        ("Answer:  ", Malformed(problem="its Answer is empty")),
        ("Thought: a\nAction:", Malformed(problem="its Action names no tool")),
    ],
)
def test_what_is_neither_action_nor_answer_has_a_name(reply: str, move: object) -> None:
    assert parse_reply(reply).move == move


MARKERS = ["Thought:", "Action:", "Action Input:", "Answer:", "Observation:", "<think>", "</think>"]
SIGNS = ["query(", ")", '"', "'", "**", "```", "\n", " ", "\\", "{", "}", "word"]
PIECES = st.sampled_from([*MARKERS, *SIGNS])


@given(st.lists(PIECES, max_size=40).map("".join) | st.text())
def test_any_text_is_read_and_nothing_is_added_to_it(text: str) -> None:
    turn = parse_reply(text)
    assert isinstance(turn, Turn)
    assert turn.kept in text
    if isinstance(turn.move, Action):
        assert turn.move.tool in turn.kept
        assert turn.move.argument in text
