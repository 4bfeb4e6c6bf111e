"""What an OpenAI-compatible server does, and what the caller gets."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from threading import Lock
from typing import Any

import pytest
from chat_server import Answer, ChatServer, completion, refusal

from entailed.errors import EntailedError, ModelError, ModelRefusedError, ModelUnavailableError
from entailed.llm import FinishReason, Message, OpenAICompatibleModel, Reply, Usage

QUESTION = [Message(role="system", content="You are brief."), Message(role="user", content="Which is it?")]
SOON = {"Retry-After": "0.01"}


@contextmanager
def opened(url: str, **arguments: Any) -> Iterator[OpenAICompatibleModel]:
    with closing(OpenAICompatibleModel("m", base_url=url, **arguments)) as model:
        yield model


def ask(url: str, *, stop: tuple[str, ...] = (), max_tokens: int = 64, **arguments: Any) -> Reply:
    with opened(url, **arguments) as model:
        return model.complete(QUESTION, max_tokens=max_tokens, stop=stop)


def test_a_reply_carries_its_text_and_usage():
    answer = completion("The nucleus.", usage={"prompt_tokens": 21, "completion_tokens": 4}, reasoning_content="Hm.")
    with ChatServer([answer]) as server, opened(server.url, api_key="sk-1") as model:
        reply = model.complete(QUESTION, max_tokens=64, stop=["END"], temperature=0.5, seed=7)
    assert reply == Reply(
        text="The nucleus.",
        finish_reason=FinishReason.STOP,
        usage=Usage(calls=1, input_tokens=21, output_tokens=4),
    )
    assert server.requests == [
        {
            "model": "m",
            "messages": [
                {"role": "system", "content": "You are brief."},
                {"role": "user", "content": "Which is it?"},
            ],
            "max_tokens": 64,
            "temperature": 0.5,
            "stop": ["END"],
            "seed": 7,
        }
    ]
    assert server.keys == ["Bearer sk-1"]
    assert model.name == "openai:m"


def test_a_server_without_usage_costs_a_call_and_no_tokens():
    with ChatServer([completion("Yes.")]) as server:
        assert ask(server.url).usage == Usage(calls=1)


def test_the_key_of_the_environment_is_not_sent_to_a_server_that_was_given_none(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    with ChatServer([completion("Yes.")]) as server:
        ask(server.url)
    assert "environment" not in str(server.keys)


@pytest.mark.parametrize(
    ("said", "meant"),
    [("length", FinishReason.LENGTH), ("content_filter", FinishReason.FILTERED), ("eos", FinishReason.STOP)],
)
def test_the_finish_reason_is_passed_on(said: str, meant: FinishReason):
    with ChatServer([completion("It is", finish_reason=said)]) as server:
        reply = ask(server.url)
    assert (reply.text, reply.finish_reason) == ("It is", meant)


def test_a_reply_without_content_is_empty():
    with ChatServer([completion(None, finish_reason="length")]) as server:
        assert ask(server.url).text == ""


def test_a_stop_string_holds_where_the_server_ignores_it():
    with ChatServer([completion("Action: look\nObservation: made up and cut", finish_reason="length")]) as server:
        reply = ask(server.url, stop=("\nObservation:",))
    assert (reply.text, reply.finish_reason) == ("Action: look", FinishReason.STOP)


def test_passing_failures_are_tried_again_when_the_server_says():
    failures = [refusal(status, "busy", headers=SOON) for status in (408, 409, 429, 500, 503)]
    with ChatServer([*failures, completion("Yes.")]) as server:
        assert ask(server.url, max_retries=5).text == "Yes."
    assert len(server.requests) == 6


def test_without_word_from_the_server_the_wait_is_short_but_real():
    with ChatServer([refusal(500, "oops"), completion("Yes.")]) as server:
        begun = time.monotonic()
        ask(server.url)
        assert 0.3 < time.monotonic() - begun < 2.0


def test_a_timed_out_request_is_tried_again():
    with ChatServer([Answer(delay_s=0.3), completion("Yes.")]) as server:
        assert ask(server.url, timeout_s=0.1).text == "Yes."
    assert len(server.requests) == 2


@pytest.mark.parametrize("status", [429, 503])
def test_giving_up_after_retries_says_how_often_and_why(status: int):
    with (
        ChatServer(lambda _: refusal(status, "Too busy.", headers=SOON)) as server,
        pytest.raises(ModelUnavailableError, match=rf"status {status} in 3 attempts: Too busy\. Try again later"),
    ):
        ask(server.url, max_retries=2)
    assert len(server.requests) == 3


def test_a_server_that_asks_for_a_long_wait_is_given_up_at_once():
    with (
        ChatServer([refusal(429, "Come back tomorrow.", headers={"Retry-After": "86400"})]) as server,
        pytest.raises(ModelUnavailableError, match="in 1 attempt: Come back tomorrow"),
    ):
        ask(server.url)


def test_a_time_out_says_how_long_it_waited():
    with (
        ChatServer([Answer(delay_s=0.3)]) as server,
        pytest.raises(ModelUnavailableError, match=r"no reply within 0\.05 s in 1 attempt\..* allow more time"),
    ):
        ask(server.url, timeout_s=0.05, max_retries=0)


def test_an_unreachable_server_is_named():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening, so that every connection is refused
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        with pytest.raises(ModelUnavailableError) as caught:
            ask(url, max_retries=0)
    assert f"openai:m at {url}: cannot be reached in 1 attempt" in str(caught.value)
    assert "refused" in str(caught.value)


def refusing(message: str, *names: str, status: int = 400, named: bool = True):
    """A server that refuses these parameters, with or without saying in `param` which it means."""

    def answer(request: dict[str, Any]) -> Answer:
        wrong = next((name for name in names if name in request), None)
        if wrong is None:
            return completion("A line.\nEND and more")
        return refusal(status, message.format(wrong), param=wrong if named else None)

    return answer


@pytest.mark.parametrize(
    "behaviour",
    [
        refusing("Unsupported parameter: '{}' is not supported with this model.", "stop"),
        refusing("'{}' is not supported, unlike max_tokens.", "stop"),
        refusing("Argument not supported on this model: {}", "stop", named=False),
        refusing("The model does not support the {}Sequences parameter.", "stop", named=False),
        refusing("body.{}: Extra inputs are not permitted", "stop", status=422, named=False),
    ],
)
def test_a_refused_parameter_is_left_out_once_and_for_all(behaviour):
    with ChatServer(behaviour) as server, opened(server.url) as model:
        replies = [model.complete(QUESTION, max_tokens=64, stop=["\nEND"], seed=1) for _ in range(2)]
    assert [reply.text for reply in replies] == ["A line.", "A line."]
    assert ["stop" in request for request in server.requests] == [True, False, False]
    assert all(request["seed"] == 1 and request["temperature"] == 0.0 for request in server.requests)


def test_a_model_that_refuses_every_parameter_is_asked_without_them_and_still_has_a_limit():
    behaviour = refusing("Unsupported: '{}'", "max_tokens", "temperature", "stop", "seed")
    with ChatServer(behaviour) as server, opened(server.url) as model:
        model.complete(QUESTION, max_tokens=64, stop=["\nEND"], seed=1)
        model.complete(QUESTION, max_tokens=32)
    assert len(server.requests) == 6
    assert server.requests[-2].keys() == {"model", "messages", "max_completion_tokens"}
    assert server.requests[-1]["max_completion_tokens"] == 32


def test_a_parameter_wrongly_suspected_is_sent_again_next_time():
    def too_long(request: dict[str, Any]) -> Answer:
        if len(request["messages"]) > 1:
            return refusal(400, "'max_tokens' is too large for this context.", param="max_tokens")
        return completion("Yes.")

    with ChatServer(too_long) as server, opened(server.url) as model:
        with pytest.raises(ModelRefusedError, match="'max_tokens' is too large for this context"):
            model.complete(QUESTION, max_tokens=64)
        model.complete(QUESTION[1:], max_tokens=64)
    assert ["max_tokens" in request for request in server.requests] == [True, False, True]


@pytest.mark.parametrize(
    ("status", "advice"),
    [(400, "length of the conversation"), (401, "API key"), (403, "API key"), (404, "model name, and the base URL")],
)
def test_a_refusal_says_what_to_check_and_is_not_tried_again(status: int, advice: str):
    with ChatServer([refusal(status, "No.")]) as server, pytest.raises(ModelRefusedError, match=f"No. Check.*{advice}"):
        ask(server.url)
    assert len(server.requests) == 1


def test_a_key_the_server_repeats_is_not_shown():
    with ChatServer([refusal(401, "Wrong key sk-secret!")]) as server, pytest.raises(ModelRefusedError) as caught:
        ask(server.url, api_key="sk-secret")
    assert "Wrong key [key]!" in str(caught.value)


@pytest.mark.parametrize("key", ["sk-1\n", "sk-\N{HORIZONTAL ELLIPSIS}"])
def test_a_key_that_cannot_be_sent_is_refused_without_being_shown(key: str):
    with pytest.raises(ModelRefusedError, match="API key") as caught:
        OpenAICompatibleModel("m", api_key=key)
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize("url", ["localhost:8000/v1", "http://", "http://localhost:port/v1"])
def test_a_base_url_that_is_none_is_refused(url: str):
    with pytest.raises(ModelRefusedError, match=f"the base URL `{url}` is not one"):
        OpenAICompatibleModel("m", base_url=url)


def test_a_body_that_is_no_chat_completion_is_shown():
    bodies = [
        "<html>\n<body>Welcome</body></html>",
        "",
        {"choices": []},
        {"choices": [{"message": None}]},
        {"choices": [{"message": {"content": 5}}]},
        {"error": {"message": "no capacity"}},
        [],
        None,
    ]
    with ChatServer([Answer(body=body) for body in bodies]) as server, opened(server.url) as model:
        errors = []
        for _ in bodies:
            with pytest.raises(ModelError, match=r"not a chat completion but begins `.*/v1") as caught:
                model.complete(QUESTION, max_tokens=9)
            errors.append(caught.value)
    assert {type(error) for error in errors} == {ModelError}
    assert "begins `<html> <body>Welcome" in str(errors[0])
    assert "no capacity" in str(errors[5])


def test_a_long_page_is_shown_in_part():
    with (
        ChatServer([Answer(body="<p>" + "x" * 9999)]) as server,
        pytest.raises(EntailedError, match="`<p>xxx") as caught,
    ):
        ask(server.url)
    assert len(str(caught.value)) < 500


def test_no_more_requests_are_under_way_than_allowed():
    under_way, most, lock = 0, 0, Lock()

    def answer(_: dict[str, Any]) -> Answer:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        time.sleep(0.02)
        with lock:
            under_way -= 1
        return completion("Yes.")

    with ChatServer(answer) as server, opened(server.url, max_concurrency=2) as model, ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda _: model.complete(QUESTION, max_tokens=9), range(8)))
    assert most == 2
    assert len(server.requests) == 8


def test_no_client_is_imported_before_it_is_used():
    code = "import sys, entailed.llm; sys.exit(bool({'openai', 'anthropic', 'google', 'xllamacpp'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ---- constrained decoding

GRAMMAR = 'root ::= "yes" | "no"\n'


def models(*owners: str, ours: int = 0) -> Answer:
    listed = [{"id": "m" if at == ours else f"other-{at}", "owned_by": owner} for at, owner in enumerate(owners)]
    return Answer(body={"object": "list", "data": listed})


@pytest.mark.parametrize(
    ("owner", "field"),
    [("llamacpp", {"grammar": GRAMMAR}), ("vllm", {"structured_outputs": {"grammar": GRAMMAR}})],
)
def test_a_grammar_is_sent_as_the_server_takes_it_and_the_reply_says_so(owner: str, field: dict[str, Any]):
    with ChatServer(lambda _: completion("yes"), models=models(owner)) as server, opened(server.url) as model:
        constrained = model.complete(QUESTION, max_tokens=9, grammar=GRAMMAR)
        free = model.complete(QUESTION, max_tokens=9)
    assert (constrained.constrained, free.constrained) == (True, False)
    assert server.requests[0] == server.requests[1] | field
    assert not field.keys() & server.requests[1].keys()


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (models("openai"), "openai"),
        (models("vllm", "library", ours=1), "library"),
        (models(), ""),
        (Answer(body="<html>Welcome"), ""),
        (Answer(body={"data": [{"id": "m"}]}), ""),
    ],
)
def test_a_server_that_may_ignore_a_grammar_is_not_sent_one(said: Answer, name: str):
    with (
        ChatServer([], models=said) as server,
        opened(server.url) as model,
        pytest.raises(ModelRefusedError, match=f"calls itself `{name}`.* Ask without constrained decoding"),
    ):
        model.complete(QUESTION, max_tokens=9, grammar=GRAMMAR)
    assert server.requests == []


def test_a_grammar_the_server_refuses_is_not_left_out():
    with (
        ChatServer([refusal(400, "Failed to parse grammar")], models=models("llamacpp")) as server,
        opened(server.url) as model,
        pytest.raises(ModelRefusedError, match="Failed to parse grammar"),
    ):
        model.complete(QUESTION, max_tokens=9, grammar="root ::=")
    assert len(server.requests) == 1
