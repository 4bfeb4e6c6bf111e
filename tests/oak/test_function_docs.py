"""What docs/kernel-functions.md shows: a function, the commands, and Python."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hotel_kernel import HOTELS, hotel_graph

from entailed.oak.functions.folder import freeze
from entailed.oak.functions.sandbox import Sandbox

TEXT = (Path(__file__).parents[2] / "docs" / "kernel-functions.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return [text for found, text in re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.M | re.S) if found == language]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With the kernel `hotels` as the page has it, and a graph."""
    monkeypatch.chdir(tmp_path)
    (function,) = blocks("python")
    (tmp_path / "hotels" / "functions").mkdir(parents=True)
    (tmp_path / "hotels" / "schema.yaml").write_bytes((HOTELS / "schema.yaml").read_bytes())
    (tmp_path / "hotels" / "functions" / "cheapest_hotels.py").write_text(function, encoding="utf-8")
    hotel_graph(tmp_path / "hotels.duckdb").database.close()
    return tmp_path


def comparable(output: str) -> list[str]:
    named = re.sub(r"frozen as \w{12}", "frozen as …", output)
    lines = [line.rstrip() for line in named.splitlines() if not line.endswith("calls of operators")]
    return list(filter(None, lines))


RUN_ALL = """
import json, sys
from entailed.apps.cli import main
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["entailed", *arguments]
    try:
        main()
    except SystemExit:
        pass
    print("----", flush=True)
"""
"""Commands one after the other in one process, as starting the program is most of what each takes."""


def test_the_page_shows_what_commands_and_python_print(folder: Path) -> None:
    shown = blocks("")
    commands = [part for text in shown if text.startswith("$ ") for part in re.split(r"^\$ ", text, flags=re.M)[1:]]
    frozen_first = sorted(commands, key=lambda part: " freeze " not in part)
    arguments = [part.partition("\n")[0].split()[1:] for part in frozen_first]
    program = [sys.executable, "-c", RUN_ALL, json.dumps(arguments)]
    run = subprocess.run(
        program,
        env={**os.environ, "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
    )
    printed = run.stdout.split("----\n")
    for part, output in zip(frozen_first, printed[:-1], strict=True):
        command, _, expected = part.partition("\n")
        assert comparable(output) == comparable(expected), command


def test_the_page_shows_what_python_prints(folder: Path) -> None:
    with Sandbox() as sandbox:
        freeze(folder / "hotels", sandbox=sandbox)
    (python,) = [text for text in blocks("") if text.startswith("from ")]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(python, "docs", "exec"), {})
    assert printed.getvalue().splitlines() == re.findall(r"# (\[.*)$", python, re.M)
