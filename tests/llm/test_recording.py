"""What was recorded is replayed, and what was not is explained."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from chat_server import Answer, ChatServer, completion

from entailed.errors import ModelError, ReplayError
from entailed.llm import FinishReason, Message, OpenAICompatibleModel, RecordingModel, ReplayModel, Reply, ScriptedModel


def conversation(question: str) -> list[Message]:
    return [Message(role="system", content="You are brief."), Message(role="user", content=question)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "calls.jsonl"


def record(path: Path, *questions: str) -> list[Reply]:
    """Each question answered by its number, 'Reply 1' onwards."""
    model = RecordingModel(ScriptedModel([f"Reply {number}" for number, _ in enumerate(questions, start=1)]), path)
    return [model.complete(conversation(question), max_tokens=64) for question in questions]


def test_equal_requests_are_replayed_in_recorded_order_whatever_comes_between(path: Path):
    recorded = record(path, "a", "b", "a")
    replay = ReplayModel(path)
    replayed = [replay.complete(conversation(question), max_tokens=64) for question in ("a", "a", "b")]
    assert replayed == [recorded[0], recorded[2], recorded[1]]


def test_everything_that_was_asked_and_replied_survives_the_file(path: Path):
    usage = {"prompt_tokens": 21, "completion_tokens": 4}
    answer = completion("nucleus ⊑ \u2028 “organelle”\n", finish_reason="length", usage=usage)
    asked = {"max_tokens": 9, "stop": ["END", "\n\n"], "temperature": 0.5, "seed": 3, "grammar": 'root ::= "a"\n'}
    models = Answer(body={"data": [{"id": "m", "owned_by": "vllm"}]})
    with (
        ChatServer([answer], models=models) as server,
        closing(OpenAICompatibleModel("m", base_url=server.url)) as model,
    ):
        recording = RecordingModel(model, path)
        reply = recording.complete(conversation("é"), **asked)
    assert recording.name == "openai:m"
    assert (reply.finish_reason, reply.constrained) == (FinishReason.LENGTH, True)
    assert ReplayModel(path).complete(conversation("é"), **asked) == reply
    with pytest.raises(ReplayError, match=r"differs in grammar\. Grammar: recorded .*, asked 'None'"):
        ReplayModel(path).complete(conversation("é"), **asked | {"grammar": None})


def test_recording_adds_to_a_file(path: Path):
    record(path, "a")
    record(path, "b")
    assert ReplayModel(path).complete(conversation("a"), max_tokens=64).text == "Reply 1"
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2


def test_a_file_that_cannot_be_written_is_refused_before_the_first_call(tmp_path: Path):
    with pytest.raises(ModelError, match=r"missing.calls\.jsonl: the recording cannot be written: No such file"):
        RecordingModel(ScriptedModel([]), tmp_path / "missing" / "calls.jsonl")


def test_a_request_asked_more_often_than_recorded_has_no_reply(path: Path):
    record(path, "a", "b")
    replay = ReplayModel(path)
    replay.complete(conversation("b"), max_tokens=64)
    with pytest.raises(ReplayError, match="request of line 2: call 2 has no reply: the script holds 1"):
        replay.complete(conversation("b"), max_tokens=64)


def test_an_unknown_request_is_compared_with_the_nearest_recorded_one(path: Path):
    record(path, "Is the liver an organ?", "Is the nucleolus part of the nucleus?")
    with pytest.raises(ReplayError) as caught:
        ReplayModel(path).complete(conversation("Is the nucleolus part of the nuclear lumen?"), max_tokens=64)
    assert "the nearest, of line 2, differs in turn 2 (user)." in str(caught.value)
    assert "recorded 'us part of the nucleus?', asked 'us part of the nuclear lumen?'" in str(caught.value)


def test_the_nearest_request_is_the_one_with_the_fewest_differences(path: Path):
    longer = [*conversation("a"), Message(role="assistant", content="b"), Message(role="user", content="c")]
    recording = RecordingModel(ScriptedModel(["one", "two"]), path)
    for messages in (longer[:2], longer):
        recording.complete(messages, max_tokens=64)
    with pytest.raises(ReplayError, match=r"of line 2, differs in turn 4 \(user\)\."):
        ReplayModel(path).complete([*longer[:3], Message(role="user", content="d")], max_tokens=64)


def test_every_differing_part_of_an_unknown_request_is_named(path: Path):
    record(path, "a")
    longer = [*conversation("a"), Message(role="assistant", content="Reply 1")]
    with pytest.raises(ReplayError, match=r"differs in turn 3 \(assistant\), max_tokens, stop\. Turn 3"):
        ReplayModel(path).complete(longer, max_tokens=32, stop=["END"])
    with pytest.raises(ReplayError, match=r"differs in max_tokens\. Max_tokens: recorded '64', asked '32'"):
        ReplayModel(path).complete(conversation("a"), max_tokens=32)


def test_a_script_is_replayed_in_order_whatever_is_asked(path: Path):
    path.write_text('{"reply": "one END two"}\n\n{"reply": {"text": "three four"}}\n', encoding="utf-8")
    replay = ReplayModel(path)
    assert replay.name == f"replay:{path}"
    assert replay.complete(conversation("x"), max_tokens=64, stop=[" END"]).text == "one"
    assert replay.complete(conversation("y"), max_tokens=1).finish_reason is FinishReason.LENGTH
    with pytest.raises(ReplayError, match="call 3 has no reply: the script holds 2"):
        replay.complete(conversation("z"), max_tokens=64)


def test_a_file_of_both_kinds_of_lines_is_refused(path: Path):
    record(path, "a")
    with path.open("a", encoding="utf-8") as file:
        file.write('{"reply": "one"}\n')
    with pytest.raises(ModelError, match="line 2 holds no `request`, others do"):
        ReplayModel(path)


REQUEST = {"messages": [], "max_tokens": 1, "stop": [], "temperature": 0.0, "seed": None}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"reply": "cut off', "Unterminated string"),
        ('"reply"', "expected an object with `reply`"),
        ('{"text": "a"}', "expected an object with `reply`"),
        ('{"reply": {"text": null}}', "`reply` is neither"),
        ('{"reply": {"text": "a", "finish_reason": "tired", "usage": {}}}', "`reply` is neither"),
        (json.dumps({"request": REQUEST | {"stop": [1]}, "reply": "a"}), "`request` is not"),
        (json.dumps({"request": REQUEST | {"messages": ["a"]}, "reply": "a"}), "a message is not"),
        (json.dumps({"request": REQUEST | {"grammar": 1}, "reply": "a"}), "`grammar` is neither"),
        (json.dumps({"request": REQUEST | {"tools": []}, "reply": "a"}), "`request` is not"),
    ],
)
def test_a_broken_line_is_named(path: Path, line: str, problem: str):
    path.write_text('{"reply": "fine"}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(ModelError, match=rf"calls\.jsonl, line 2: not a recorded call: {problem}"):
        ReplayModel(path)


def test_a_file_without_a_call_is_refused(path: Path):
    path.touch()
    with pytest.raises(ModelError, match="holds no call"):
        ReplayModel(path)


def test_a_file_that_is_not_there_is_refused(path: Path):
    with pytest.raises(ModelError, match=r"calls\.jsonl: the recording cannot be read"):
        ReplayModel(path)
