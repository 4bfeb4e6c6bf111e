"""What docs/kernel-answers.md and docs/json-kernel.md say."""

import json
import re
import shlex
import shutil
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest
from terminal import Command

DOCS = Path(__file__).parents[2] / "docs"
ANSWERS = (DOCS / "kernel-answers.md").read_text(encoding="utf-8")
JSON = (DOCS / "json-kernel.md").read_text(encoding="utf-8")


@pytest.fixture
def hotels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entailed: Command) -> None:
    """The folder of the demo, and its graph, in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENTAILED_CACHE", str(tmp_path / "cache"))
    with as_file(files("entailed") / "examples" / "hotels") as folder:
        shutil.copytree(folder, "hotels")
    replies = ("--model", "replay:hotels/repaired-replies.jsonl", "--concurrency", 1, "--output", "hotels.duckdb")
    assert entailed("kernel", "extract", "hotels/repaired/schema.yaml", "hotels/documents", *replies).code == 0
    assert entailed("kernel", "freeze", "hotels/repaired").code == 0


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", ANSWERS, re.MULTILINE | re.DOTALL)


def command() -> tuple[list[str], str]:
    """The arguments of the command that the page shows, and its output."""
    (shown,) = blocks("console")
    typed, _, printed = shown.removeprefix("$ ").partition("\n")
    return shlex.split(typed)[1:], printed


def test_the_page_shows_what_the_command_prints(hotels: None, entailed: Command) -> None:
    arguments, printed = command()
    lines = [line.rstrip() for line in entailed(*arguments).out.splitlines()]
    expected = printed.splitlines()
    assert lines[: len(expected)] == expected


def test_the_page_shows_what_python_prints(hotels: None, capsys: pytest.CaptureFixture[str]) -> None:
    (program,), (printed,) = blocks("python"), blocks("text")
    exec(compile(program, "docs", "exec"), {})
    assert capsys.readouterr().out == printed


def test_every_key_of_an_answer_is_described(hotels: None, entailed: Command) -> None:
    arguments, _ = command()
    answer = json.loads(entailed(*arguments, "--json").out)
    evidence = answer["evidence"][0]
    shown: dict[str, Any] = {
        "Answer": answer,
        "Evidence": evidence,
        "Operator": evidence["operators"][0],
        "Fact": evidence["facts"][0],
    }
    for heading, value in shown.items():
        section = JSON.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
        assert list(value) == re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE), heading
