"""Anthropic's and Google's models, each in the protocol of its provider: what they have in common, told once."""

import importlib
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from chat_server import Answer, ChatServer

from entailed.errors import ModelError, ModelRefusedError, ModelUnavailableError
from entailed.llm import AnthropicModel, FinishReason, GoogleModel, Message, Reply, Usage

QUESTION = [
    Message(role="system", content="You are brief."),
    Message(role="user", content="Which is it?"),
    Message(role="assistant", content="The nucleus."),
    Message(role="user", content="Sure?"),
]


@dataclass(frozen=True, kw_only=True)
class Protocol:
    """How a provider's messages look on the wire."""

    model: type[AnthropicModel] | type[GoogleModel]
    package: str
    path: str
    key_header: str
    key: str
    """The value of the header, but for the key."""
    answer: Callable[[str, str], Answer]
    """With a text and the provider's word for why it ended."""
    error: Callable[[int, str], Answer]
    request: dict[str, Any]
    """As `QUESTION` is asked below."""
    stop: Callable[[dict[str, Any]], object]
    """The stop strings of a request; None where there are none."""
    reasons: dict[str, FinishReason]


def _message(text: str, reason: str) -> Answer:
    content = [{"type": "thinking", "thinking": "Hm.", "signature": ""}, {"type": "text", "text": text}]
    usage = {"input_tokens": 11, "cache_read_input_tokens": 10, "cache_creation_input_tokens": None, "output_tokens": 4}
    return Answer(
        body={"type": "message", "role": "assistant", "content": content, "stop_reason": reason, "usage": usage}
    )


def _generated(text: str, reason: str) -> Answer:
    content = {"role": "model", "parts": [{"text": "Hm.", "thought": True}, {"text": text}]}
    usage = {"promptTokenCount": 21, "candidatesTokenCount": 3, "thoughtsTokenCount": 1}
    return Answer(body={"candidates": [{"content": content, "finishReason": reason}], "usageMetadata": usage})


def _turn(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"text": text}]}


PROTOCOLS = [
    Protocol(
        model=AnthropicModel,
        package="anthropic",
        path="/v1/messages",
        key_header="Authorization",
        key="Bearer {}",
        answer=_message,
        error=lambda status, said: Answer(
            status=status, body={"type": "error", "error": {"type": "an_error", "message": said}}
        ),
        request={
            "model": "m",
            "system": "You are brief.",
            "messages": [
                {"role": "user", "content": "Which is it?"},
                {"role": "assistant", "content": "The nucleus."},
                {"role": "user", "content": "Sure?"},
            ],
            "max_tokens": 64,
            "stop_sequences": ["END"],
        },
        stop=lambda request: request.get("stop_sequences"),
        reasons={
            "end_turn": FinishReason.STOP,
            "stop_sequence": FinishReason.STOP,
            "max_tokens": FinishReason.LENGTH,
            "model_context_window_exceeded": FinishReason.LENGTH,
            "refusal": FinishReason.FILTERED,
        },
    ),
    Protocol(
        model=GoogleModel,
        package="google.genai",
        path="/v1beta/models/m:generateContent",
        key_header="x-goog-api-key",
        key="{}",
        answer=_generated,
        error=lambda status, said: Answer(
            status=status, body={"error": {"code": status, "message": said, "status": "AN_ERROR"}}
        ),
        request={
            "systemInstruction": _turn("user", "You are brief."),
            "contents": [_turn("user", "Which is it?"), _turn("model", "The nucleus."), _turn("user", "Sure?")],
            "generationConfig": {"maxOutputTokens": 64, "temperature": 0.5, "stopSequences": ["END"], "seed": 7},
        },
        stop=lambda request: request["generationConfig"].get("stopSequences"),
        reasons={
            "STOP": FinishReason.STOP,
            "MAX_TOKENS": FinishReason.LENGTH,
            "SAFETY": FinishReason.FILTERED,
            "MALFORMED_RESPONSE": FinishReason.FILTERED,
        },
    ),
]


@pytest.fixture(params=PROTOCOLS, ids=lambda protocol: protocol.package)
def protocol(request: pytest.FixtureRequest) -> Protocol:
    pytest.importorskip(request.param.package, reason=f"the package {request.param.package} is not installed")
    return request.param


@contextmanager
def serving(protocol: Protocol, answers: Any, **arguments: Any) -> Iterator[tuple[ChatServer, Any]]:
    """A server of the protocol, and the model there."""
    with (
        ChatServer(answers, path=protocol.path, key_header=protocol.key_header) as server,
        closing(protocol.model("m", **{"api_key": "sk-1", "base_url": server.origin} | arguments)) as model,
    ):
        yield server, model


def done(protocol: Protocol) -> str:
    return next(iter(protocol.reasons))


def test_a_conversation_is_put_as_the_protocol_has_it(protocol: Protocol):
    with serving(protocol, [protocol.answer("The nucleus.", done(protocol))]) as (server, model):
        reply = model.complete(QUESTION, max_tokens=64, stop=["END"], temperature=0.5, seed=7)
    assert reply == Reply(
        text="The nucleus.",
        finish_reason=FinishReason.STOP,
        usage=Usage(calls=1, input_tokens=21, output_tokens=4),
    )
    assert server.requests == [protocol.request]
    assert server.keys == [protocol.key.format("sk-1")]


def test_the_finish_reason_is_passed_on(protocol: Protocol):
    with serving(protocol, [protocol.answer("It is", reason) for reason in protocol.reasons]) as (_, model):
        replies = [model.complete(QUESTION, max_tokens=9) for _ in protocol.reasons]
    assert [reply.finish_reason for reply in replies] == list(protocol.reasons.values())


def test_a_stop_string_holds_where_the_provider_ignores_it(protocol: Protocol):
    cut = next(word for word, reason in protocol.reasons.items() if reason is FinishReason.LENGTH)
    with serving(protocol, [protocol.answer("Action: look\nObservation: made up", cut)]) as (_, model):
        reply = model.complete(QUESTION, max_tokens=64, stop=("\nObservation:",))
    assert (reply.text, reply.finish_reason) == ("Action: look", FinishReason.STOP)


def test_a_refused_parameter_is_left_out_once_and_for_all(protocol: Protocol):
    def answer(request: dict[str, Any]) -> Answer:
        if protocol.stop(request) is not None:
            return protocol.error(400, "stop_sequences: not supported by this model, unlike stopSequences")
        return protocol.answer("A line.\nEND and more", done(protocol))

    with serving(protocol, answer) as (server, model):
        texts = [model.complete(QUESTION, max_tokens=64, stop=["\nEND"]).text for _ in range(2)]
    assert texts == ["A line.", "A line."]
    assert [protocol.stop(request) is None for request in server.requests] == [False, True, True]


@pytest.mark.parametrize("status", [429, 503])
def test_passing_failures_are_tried_again_and_giving_up_says_how_often(protocol: Protocol, status: int):
    with serving(protocol, lambda _: protocol.error(status, "Too busy."), max_retries=1) as (server, model):
        with pytest.raises(ModelUnavailableError, match=rf"status {status} in 2 attempts: Too busy\. Try again later"):
            model.complete(QUESTION, max_tokens=9)
        assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("status", "advice"), [(400, "length of the conversation"), (401, "API key"), (403, "API key"), (404, "model name")]
)
def test_a_refusal_says_what_to_check_and_is_not_tried_again(protocol: Protocol, status: int, advice: str):
    with serving(protocol, [protocol.error(status, "No, not with sk-1.")]) as (server, model):
        with pytest.raises(ModelRefusedError, match=rf"{model.name} at http.*: No, not with \[key\]\. Check.*{advice}"):
            model.complete(QUESTION, max_tokens=9)
        assert len(server.requests) == 1


def test_a_time_out_says_how_long_it_waited(protocol: Protocol):
    slow = Answer(delay_s=0.3)
    with (
        serving(protocol, [slow], max_retries=0, timeout_s=0.05) as (_, model),
        pytest.raises(ModelUnavailableError, match=r"no reply within 0\.05 s in 1 attempt\..* allow more time"),
    ):
        model.complete(QUESTION, max_tokens=9)


def test_an_unreachable_server_is_named(protocol: Protocol):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening, so that every connection is refused
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with (
            closing(protocol.model("m", api_key="sk-1", base_url=url, max_retries=0)) as model,
            pytest.raises(ModelUnavailableError, match=f"at {url}: cannot be reached in 1 attempt: .*refused"),
        ):
            model.complete(QUESTION, max_tokens=9)


@pytest.mark.parametrize("body", ["<html>\n<body>Welcome</body></html>", "", {}, [], {"content": 5}])
def test_a_body_of_no_such_protocol_is_refused_as_that(protocol: Protocol, body: Any):
    with (
        serving(protocol, [Answer(body=body)]) as (_, model),
        pytest.raises(ModelError, match=r"the reply is not a .* but begins `.*Check the base URL"),
    ):
        model.complete(QUESTION, max_tokens=9)


def test_a_question_that_google_blocks_is_withheld():
    pytest.importorskip("google.genai")
    blocked = Answer(body={"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 5}})
    with serving(PROTOCOLS[1], [blocked]) as (_, model):
        reply = model.complete(QUESTION, max_tokens=9)
    assert (reply.text, reply.finish_reason, reply.usage.input_tokens) == ("", FinishReason.FILTERED, 5)


def test_a_grammar_is_refused_before_anything_is_sent(protocol: Protocol):
    with serving(protocol, []) as (server, model):
        with pytest.raises(ModelRefusedError, match=r"cannot be held to a grammar.*Ask without constrained decoding"):
            model.complete(QUESTION, max_tokens=9, grammar='root ::= "yes"')
        assert server.requests == []


def test_the_keys_of_the_environment_are_not_sent_to_a_server_that_was_given_none(
    protocol: Protocol, monkeypatch: pytest.MonkeyPatch
):
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.setenv(name, "sk-of-the-environment")
    with serving(protocol, [protocol.answer("Yes.", done(protocol))], api_key=None) as (server, model):
        model.complete(QUESTION, max_tokens=9)
    assert server.keys == [protocol.key.format("none")]


@pytest.mark.parametrize("key", ["sk-1\n", "sk-\N{HORIZONTAL ELLIPSIS}"])
def test_a_key_that_cannot_be_sent_is_refused_without_being_shown(protocol: Protocol, key: str):
    importlib.import_module(protocol.package)
    with pytest.raises(ModelRefusedError, match="API key") as caught:
        protocol.model("m", api_key=key)
    assert "sk-" not in str(caught.value)
