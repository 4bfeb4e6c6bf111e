"""A model from a file, run in the process."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from entailed.errors import ModelRefusedError
from entailed.llm import FinishReason, LocalModel, Message, OpenAICompatibleModel, open_model

QUESTION = [Message(role="system", content="You are brief."), Message(role="user", content="Name a fruit.")]


def test_a_reply_has_its_text_its_end_and_its_usage(smollm: LocalModel):
    reply = smollm.complete(QUESTION, max_tokens=5, seed=1)
    assert reply.text
    assert reply.finish_reason is FinishReason.LENGTH
    assert (reply.usage.calls, reply.usage.output_tokens) == (1, 5)
    assert reply.usage.input_tokens > 10
    assert not reply.constrained


def test_the_likeliest_reply_is_the_same_every_time(smollm: LocalModel):
    assert len({smollm.complete(QUESTION, max_tokens=8).text for _ in range(3)}) == 1


def test_under_a_grammar_a_reply_is_what_the_grammar_derives(smollm: LocalModel):
    reply = smollm.complete(
        QUESTION, max_tokens=20, temperature=1.5, grammar='root ::= "It is " ("red" | "blue") "."\n'
    )
    assert reply.text in ("It is red.", "It is blue.")
    assert reply.finish_reason is FinishReason.STOP
    assert reply.constrained


def test_threads_may_share_it(smollm: LocalModel):
    def ask(word: str) -> str:
        return smollm.complete(QUESTION, max_tokens=9, grammar=f'root ::= "{word}"\n').text

    words = ["one", "two", "three", "four"]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, words)) == words


def test_a_stop_string_ends_a_reply(smollm: LocalModel):
    reply = smollm.complete(QUESTION, max_tokens=20, stop=["blue"], grammar='root ::= "red, blue, green"\n')
    assert reply.text == "red, "


def test_what_llama_cpp_refuses_is_said_in_its_words(smollm: LocalModel):
    with pytest.raises(ModelRefusedError, match="failed to parse grammar"):
        smollm.complete(QUESTION, max_tokens=5, grammar="root ::= missing\n")
    with pytest.raises(ModelRefusedError, match="exceeds the available context size"):
        smollm.complete([Message(role="user", content="word " * 9000)], max_tokens=5)


def test_a_file_that_is_none_or_no_model_is_refused(smollm: LocalModel, tmp_path: Path):
    with pytest.raises(ModelRefusedError, match="there is no such file"):
        open_model(f"local:{tmp_path / 'missing.gguf'}")
    (tmp_path / "text.gguf").write_text("no model", encoding="utf-8")
    with pytest.raises(ModelRefusedError, match=r"llama\.cpp cannot run this file"):
        open_model(f"local:{tmp_path / 'text.gguf'}")


def test_a_grammar_holds_at_a_server_of_llama_cpp_s(smollm_file: Path):
    xllamacpp = pytest.importorskip("xllamacpp")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(smollm_file)
    settings.n_ctx, settings.n_parallel, settings.warmup, settings.verbosity = 512, 1, False, 0
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(settings)
    with closing(OpenAICompatibleModel("any", base_url=f"{server.listening_address}/v1")) as model:
        reply = model.complete(QUESTION, max_tokens=20, grammar='root ::= "It is " ("red" | "blue") "."\n')
    assert reply.text in ("It is red.", "It is blue.")
    assert reply.constrained
