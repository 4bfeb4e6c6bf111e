"""From what a user writes to a model."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from entailed.errors import MissingExtraError, ModelRefusedError
from entailed.llm import Message, MeteredModel, ReplayModel, ScriptedModel, Usage, open_model

QUESTION = [Message(role="user", content="Which is it?")]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.jsonl"
    path.write_text('{"reply": "The nucleus."}\n', encoding="utf-8")
    return path


def test_a_replay_is_opened_by_its_file(script: Path):
    assert open_model(f"replay:{script}").complete(QUESTION, max_tokens=9).text == "The nucleus."


def test_an_opened_model_can_be_recorded(script: Path, tmp_path: Path):
    recording = tmp_path / "recording.jsonl"
    reply = open_model(f"replay:{script}", record_to=recording).complete(QUESTION, max_tokens=9)
    assert ReplayModel(recording).complete(QUESTION, max_tokens=9) == reply


def test_an_endpoint_keeps_colons_in_its_model_name():
    assert open_model("openai:qwen3:8b", base_url="http://127.0.0.1:11434/v1").name == "openai:qwen3:8b"


def test_openai_itself_needs_a_key():
    assert open_model("openai:gpt-5-mini", api_key="sk-1").name == "openai:gpt-5-mini"
    with pytest.raises(ModelRefusedError, match=r"api\.openai\.com/v1: there is no API key\. Set OPENAI_API_KEY, or"):
        open_model("openai:gpt-5-mini")


@pytest.mark.parametrize("spec", ["gpt-5-mini", "openai:", "openai", "replay:", "", ":", "other:name"])
def test_an_unknown_form_is_refused_with_the_known_ones(spec: str):
    with pytest.raises(ModelRefusedError, match=rf"`{spec}` names no model\. Write `openai:NAME`.*`replay:FILE`"):
        open_model(spec, api_key="sk-1")


@pytest.mark.parametrize(
    ("spec", "package", "extra"),
    [
        ("anthropic:name", "anthropic", "anthropic"),
        ("google:name", "google", "google"),
        ("local:model.gguf", "xllamacpp", "local"),
    ],
)
def test_a_kind_whose_package_is_not_installed_says_how_to_install_it(
    spec: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=rf"pip install 'entailed\[{extra}\]'"):
        open_model(spec, api_key="sk-1")


@pytest.mark.parametrize(("kind", "key"), [("anthropic", "ANTHROPIC_API_KEY"), ("google", "GEMINI_API_KEY")])
def test_other_providers_need_a_key_too(kind: str, key: str):
    with pytest.raises(ModelRefusedError, match=rf"^{kind}:m at https://.*com: there is no API key\. Set {key}, or"):
        open_model(f"{kind}:m")


def test_a_metered_model_adds_up_the_usage_of_all_threads():
    metered = MeteredModel(ScriptedModel(["one two"] * 40))
    assert metered.usage == Usage()
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: metered.complete(QUESTION, max_tokens=9), range(40)))
    assert metered.usage == Usage(calls=40, input_tokens=120, output_tokens=80)
    assert metered.name == "scripted"
