"""One cache folder for the tests of the command, and the ways to start it."""

import sys
from importlib.resources import as_file, files
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from terminal import SETTINGS, Command, Outcome, Terminal

from entailed.service import open_ontology


@pytest.fixture(scope="session")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """Starts processes; the example ontologies are in their cache already, so that nothing reports progress."""
    cache = tmp_path_factory.mktemp("cache")
    with as_file(files("entailed") / "examples") as folder:
        for name in ("kitchen.obo", "livestock.ofn"):
            open_ontology(folder / name, cache)
    return Terminal(cache)


@pytest.fixture
def entailed(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Calls the command in this process, with the cache folder of `terminal`."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ENTAILED_CACHE", str(terminal.cache))
    monkeypatch.setenv("COLUMNS", "100")  # before the import: the width of the output is settled there
    from entailed.apps.cli import main

    def call(*arguments: object, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "argv", ["entailed", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin)))
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return Outcome(code=int(ended.value.code or 0), out=out, err=err)

    return call


@pytest.fixture(scope="session")
def livestock_replies() -> Path:
    """The bundled script of a model's replies to the livestock question."""
    with as_file(files("entailed") / "examples" / "livestock-replies.jsonl") as path:
        return path


@pytest.fixture(scope="session")
def large_ontology(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree of 30,000 classes: reading and reasoning take long enough to be reported or interrupted."""
    path = tmp_path_factory.mktemp("large") / "tree.ofn"
    lines = ["Prefix(:=<http://example.org/tree#>)", "Ontology(<http://example.org/tree>"]
    lines += ["Declaration(Class(:C1))"]
    lines += [f"SubClassOf(:C{number} :C{number // 2})" for number in range(2, 30_001)]
    path.write_text("\n".join([*lines, ")"]), encoding="utf-8")
    return path
