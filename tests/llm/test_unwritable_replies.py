"""Replies that are well-formed JSON and yet hold what cannot be sent back, written down or counted."""

from contextlib import closing
from pathlib import Path

import pytest
from chat_server import Answer, ChatServer, completion

from entailed.errors import ModelError
from entailed.llm import Message, OpenAICompatibleModel, RecordingModel, ReplayModel

QUESTION = Message(role="user", content="Which is it? \udcff")


def test_half_a_character_does_not_stop_the_next_request_nor_the_recording(tmp_path: Path) -> None:
    with (
        ChatServer([completion("It is \ud83d."), completion("Yes.")]) as server,
        closing(OpenAICompatibleModel("m", base_url=server.url)) as endpoint,
    ):
        model = RecordingModel(endpoint, tmp_path / "run.jsonl")
        first = model.complete([QUESTION], max_tokens=9)
        again = [QUESTION, Message(role="assistant", content=first.text), Message(role="user", content="Sure?")]
        assert model.complete(again, max_tokens=9).text == "Yes."
    assert first.text == "It is ?."
    assert server.requests[0]["messages"][0]["content"] == "Which is it? ?"
    assert ReplayModel(tmp_path / "run.jsonl").complete([QUESTION], max_tokens=9) == first


def test_a_number_of_tokens_without_end_is_no_reply() -> None:
    body = '{"choices": [{"message": {"content": "Yes."}}], "usage": {"prompt_tokens": 1e999}}'
    with (
        ChatServer([Answer(body=body)]) as server,
        closing(OpenAICompatibleModel("m", base_url=server.url)) as model,
        pytest.raises(ModelError, match="not a chat completion"),
    ):
        model.complete([QUESTION], max_tokens=9)
