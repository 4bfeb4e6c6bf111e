"""What cannot work fails with one line that names what was found and what to do, and leaves nothing behind."""

import gzip
import io
import json
import os
import signal
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from terminal import ENTAILED, Command, Terminal, failure, files_below

from llm.chat_server import Answer, ChatServer, completion

DESCRIBE = 'DESCRIBE "x"'

OBO = "format-version: 1.4\n\n[Term]\nid: T:1\nname: one\n"
FUNCTIONAL = "Prefix(:=<http://example.org/>)\nOntology(<http://example.org/>\nDeclaration(Class(:A))\n"
CONTRADICTION = """
Prefix(:=<http://example.org/>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Ontology(<http://example.org/>
SubClassOf(:Unicorn owl:Nothing)
ClassAssertion(:Unicorn :amalthea)
)
"""
XML = """<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#">
<owl:Class rdf:about="http://example.org/A">
</owl:Clas>
</rdf:RDF>
"""


@pytest.fixture
def empty_cache(entailed: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder in which a test must leave no file."""
    cache = tmp_path / "cache"
    monkeypatch.setenv("ENTAILED_CACHE", str(cache))
    yield cache
    assert list(files_below(cache)) == []


# ---- ontologies


def _zip() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("one.obo", OBO)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        (
            "line.ofn",
            f"{FUNCTIONAL}SubClassOf(:A :B\n)",
            ["line.ofn, line 5: the end comes before", "Correct it there"],
        ),
        ("line.owl", XML, ["line.owl, line 4: mismatched tag", "Correct it"]),
        (
            "page.owl",
            "<!DOCTYPE html>\n<title>404</title>\n",
            ["page.owl: this is no ontology but an HTML page", "Find"],
        ),
        (
            "pointer.owl",
            "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n",
            ["pointer.owl: this is no ontology but a Git LFS pointer to one", "git lfs pull"],
        ),
        ("empty.obo", "", ["empty.obo: the file is empty", "Fetch or write it again"]),
        ("blank.owl", " \n\n", ["blank.owl: the file is empty"]),
        ("header.obo", "format-version: 1.4\nontology: t\n", ["header.obo: the ontology has no class", "right file?"]),
        ("header.ofn", "Ontology(<http://example.org/>\n)", ["header.ofn: the ontology has no class", "right file?"]),
        ("unicorn.ofn", CONTRADICTION, ["unicorn.ofn: the axioms contradict each other", "remove it"]),
        ("cut.obo.gz", gzip.compress(OBO.encode())[:-10], ["cut.obo.gz: the gzip data is damaged", "Fetch"]),
        (
            "page.pdf",
            "%PDF-1.4\n1 0 obj\n<< >>\nendobj\n",
            ["page.pdf: this is no ontology but a PDF document", "right file?"],
        ),
        ("notes.txt", "Dear diary,\n", ["notes.txt: the format is not known", "Known formats: OBO"]),
        ("packed.zip", _zip(), ["packed.zip: this is no ontology but a zip archive", "unpack it"]),
        ("binary", b"\x7fELF\x02\x01\x01\0\0\0\xd0\xfe", ["binary: this is no ontology but binary data"]),
    ],
)
@pytest.mark.parametrize("command", [("index",), ("query", DESCRIBE)], ids=["index", "query"])
def test_a_file_that_is_no_usable_ontology(
    entailed: Command,
    empty_cache: Path,
    tmp_path: Path,
    command: tuple[str, ...],
    name: str,
    content: str | bytes,
    said: list[str],
) -> None:
    source = tmp_path / name
    source.write_bytes(content.encode() if isinstance(content, str) else content)
    message = failure(entailed(command[0], source, *command[1:]))
    assert str(source) in message
    assert [words for words in said if words not in message] == [], message


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize(
    ("ontology", "said"),
    [
        ("missing.obo", "missing.obo: there is no such file. Check the path."),
        ("example:nope", "example:nope: there is no such example. Bundled: example:kitchen, example:livestock."),
        ("ftp://example.org/a.owl", "only http and https are fetched. Download the file and name it."),
    ],
)
def test_an_ontology_that_is_not_there(entailed: Command, ontology: str, said: str) -> None:
    for command in (("index",), ("query", DESCRIBE), ("explain", "a", "is a", "b"), ("ask", "Is it?")):
        assert said in failure(entailed(command[0], ontology, *command[1:]))


@pytest.mark.usefixtures("empty_cache")
def test_a_folder_that_is_no_index(entailed: Command, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine")
    assert "notes: this folder is not an index" in failure(entailed("query", tmp_path / "notes", DESCRIBE))
    refused = failure(entailed("index", "example:kitchen", "-o", tmp_path / "notes"))
    assert "notes: something that is not an index is there. Choose another place" in refused
    assert (tmp_path / "notes" / "a.txt").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="every file is readable to root")
@pytest.mark.usefixtures("empty_cache")
def test_a_file_that_may_not_be_read(entailed: Command, tmp_path: Path) -> None:
    source = tmp_path / "secret.obo"
    source.write_text(OBO)
    source.chmod(0)
    assert "secret.obo: it cannot be opened: Permission denied. Check" in failure(entailed("index", source))


@pytest.mark.usefixtures("empty_cache")
def test_a_place_where_no_index_can_be_written(
    entailed: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("mine")
    told = ": Not a directory. Make sure that it can be read and written, or choose another place."
    assert failure(entailed("index", "example:kitchen", "-o", tmp_path / "file" / "a" / "index")).endswith(told)
    monkeypatch.setenv("ENTAILED_CACHE", str(tmp_path / "file"))
    assert failure(entailed("query", "example:kitchen", DESCRIBE)).startswith(str(tmp_path / "file"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_an_output_that_is_full(terminal: Terminal) -> None:
    with Path("/dev/full").open("w") as full:
        process = subprocess.run(
            [ENTAILED, "query", "example:kitchen", DESCRIBE],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=terminal.environment(),
        )
    assert process.returncode != 0
    assert process.stderr.startswith("error: the output: No space left on device. ")
    assert "Traceback" not in process.stderr


# ---- index folders


def _other_version(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    (folder / "manifest.json").write_text(json.dumps(manifest | {"format_version": 999}))


def _no_json(folder: Path) -> None:
    (folder / "manifest.json").write_text("{")


def _missing_part(folder: Path) -> None:
    (folder / "cards.utf8").unlink()


def _short_part(folder: Path) -> None:
    (folder / "cards.utf8").write_bytes(b"")


def _garbled_part(folder: Path) -> None:
    part = next((folder / "closure").iterdir())
    part.write_bytes(b"\0" * part.stat().st_size)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (_other_version, "the index has format version 999, and this program reads "),
        (_no_json, "its manifest cannot be read."),
        (_missing_part, "its file cards.utf8 is missing."),
        (_short_part, "its file cards.utf8 is damaged."),
        (_garbled_part, "its file closure/"),
    ],
)
def test_an_index_that_cannot_be_used(
    entailed: Command, tmp_path: Path, damage: Callable[[Path], None], said: str
) -> None:
    folder = tmp_path / "index"
    entailed("index", "example:livestock", "-o", folder)
    damage(folder)
    message = failure(entailed("query", folder, DESCRIBE))
    assert message.startswith(f"{folder}: {said}")
    assert "`entailed index" in message, "it names the command that builds it again"


@pytest.mark.skipif(os.name == "nt", reason="there are no POSIX signals")
def test_a_build_that_is_interrupted_leaves_nothing(terminal: Terminal, large_ontology: Path, tmp_path: Path) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background would pass on that it ignores it
    with terminal.start("index", large_ontology, "-o", tmp_path / "index") as process:
        deadline = time.monotonic() + 60
        while not list(tmp_path.glob("*building*")) and time.monotonic() < deadline:
            time.sleep(0.005)
        assert list(tmp_path.iterdir()), "the build wrote nothing in time"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode in (1, 130)
    assert out == ""
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


# ---- queries


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "column 1: the query is empty."),
        ("hello", "column 1: a query begins with DESCRIBE, ASK or SELECT, and this one with «hello»."),
        ('SELECT ?x WHERE { ?x "contains" "gluten"', "column 41: the query ends too early."),
        (f'DESCRIBE "{"x" * 100_000}"', "column 20001: the query has 100,011 characters; at most 20,000 are read."),
    ],
    ids=["empty", "no form", "cut short", "too long"],
)
def test_a_query_that_cannot_be_read(entailed: Command, query: str, said: str) -> None:
    message = failure(entailed("query", "example:kitchen", query), code=2)
    assert message.startswith(said)
    assert "Write it like this: " in message
    assert len(message) < 300


# ---- questions and models


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--kind", "names", "--option", "x"), "a question of kind `names` takes no options: leave them out"),
        (("--kind", "one-option"), "a question of kind `one-option` needs options: give them."),
        (("--option", "x", "--option", "X"), "options are empty or alike in ['x', 'X']: make each a text of its own."),
        (("--option", ""), "options are empty or alike in ['']: make each a text of its own."),
        (tuple(f"--option={number}" for number in range(27)), "27 options given: give 1 to 26."),
    ],
)
def test_a_question_in_no_possible_form(entailed: Command, arguments: tuple[str, ...], said: str) -> None:
    message = failure(entailed("ask", "example:kitchen", "Which contains gluten?", *arguments), code=2)
    assert message.startswith(said)


@pytest.mark.usefixtures("empty_cache")
def test_a_question_without_text(entailed: Command) -> None:
    assert failure(entailed("ask", "example:kitchen", " "), code=2) == "the question is empty: give its text."


def ask_kitchen(entailed: Command, *arguments: object) -> str:
    return failure(entailed("ask", "example:kitchen", "Which dishes contain gluten?", *arguments))


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("gpt", "`gpt` names no model. Write `openai:NAME` (any OpenAI-compatible endpoint), `anthropic:NAME`, "),
        ("openai:x", "openai:x at https://api.openai.com/v1: there is no API key. Set OPENAI_API_KEY"),
        ("replay:missing.jsonl", "missing.jsonl: the recording cannot be read"),
    ],
)
def test_a_model_that_cannot_be_opened(entailed: Command, model: str, said: str) -> None:
    assert ask_kitchen(entailed, "--model", model).startswith(said)


@pytest.mark.usefixtures("empty_cache")
def test_a_recording_that_cannot_be_written(entailed: Command, livestock_replies: Path, tmp_path: Path) -> None:
    place = tmp_path / "missing" / "run.jsonl"
    message = ask_kitchen(entailed, "--model", f"replay:{livestock_replies}", "--record", place)
    assert message.startswith(f"{place}: the recording cannot be written")
    assert message.endswith("Choose another file.")


def test_a_script_that_runs_out(entailed: Command, tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"reply": "Hm."}\n')
    message = ask_kitchen(entailed, "--model", f"replay:{script}")
    assert message.startswith(f"replay:{script}: ")


def test_a_model_that_is_down(entailed: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatServer([]) as server:
        closed = server.url
    monkeypatch.setenv("OPENAI_BASE_URL", closed)
    message = ask_kitchen(entailed, "--model", "openai:x")
    assert message.startswith(f"openai:x at {closed}: cannot be reached in ")
    assert message.endswith("Check the base URL, and that the server is running.")


def test_an_endpoint_that_is_no_model(entailed: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatServer(lambda _: Answer(body="<html>Welcome</html>")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        message = ask_kitchen(entailed, "--model", "openai:x")
    assert "the reply is not a chat completion but begins `<html>Welcome</html>`. Check the base URL" in message


def test_a_model_that_answers_nonsense_gets_no_answer_and_the_reason_is_said(
    entailed: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ChatServer(lambda _: completion("Colourless green ideas sleep furiously.")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        outcome = entailed("ask", "example:kitchen", "Which dishes contain gluten?", "--model", "openai:x")
    said = " ".join(outcome.out.split())
    assert outcome.code == 0
    assert said.startswith("no answer")
    assert "The model gave no final answer in the question's form, even when asked again" in said
    assert f"{len(server.requests)} calls" in said
