"""What every command has in common: help, streams, colours, exit codes."""

import os
import re
import select
import subprocess
import sys
from importlib.metadata import version

import pytest
from terminal import ENTAILED, Command, Terminal

COMMANDS = ("index", "query", "explain", "ask")
STATEMENT = 'ASK { "hummus" "contains" "sesame protein" }'
VERDICT = 'every "hummus" is related by "contains" to some "sesame protein": ENTAILED\n'


def test_the_installed_command_answers_on_stdout_and_is_silent_on_stderr(terminal: Terminal) -> None:
    outcome = terminal.run("query", "example:kitchen", STATEMENT)
    assert (outcome.code, outcome.out, outcome.err) == (0, VERDICT, "")


def test_the_installed_command_gives_errors_on_stderr_and_in_its_exit_code(terminal: Terminal) -> None:
    outcome = terminal.run("query", "example:kitchen", "ASK")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("error: column 4: ")


def test_the_version_is_that_of_the_package(entailed: Command) -> None:
    assert entailed("--version").out == f"entailed {version('entailed')}\n"


def test_without_a_command_the_commands_are_listed(entailed: Command) -> None:
    outcome = entailed()
    assert outcome.code == 2
    assert all(re.search(rf"^\W*{name} ", outcome.out, re.MULTILINE) for name in COMMANDS)


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(entailed: Command, command: str, flag: str) -> None:
    outcome = entailed(command, flag)
    assert (outcome.code, outcome.err) == (0, "")
    assert f"entailed {command} [OPTIONS]" in outcome.out
    assert "--json" in outcome.out
    assert "An ontology file, an index folder" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("nope",), "No such command 'nope'"),
        (("query", "example:kitchen"), "Missing argument"),
        (("query", "example:kitchen", STATEMENT, "--nope"), "No such option: --nope"),
        (("ask", "example:kitchen", "Why?", "--kind", "nope"), "'nope' is not one of"),
    ],
)
def test_wrong_use_is_told_with_the_usage(entailed: Command, arguments: tuple[str, ...], named: str) -> None:
    outcome = entailed(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert named in outcome.err
    assert "Usage: entailed" in outcome.err
    assert "Traceback" not in outcome.err


# ---- progress


def test_progress_goes_to_stderr_and_only_when_something_takes_long(entailed: Command, large_ontology: object) -> None:
    first = entailed("query", large_ontology, 'ASK { "C30000" "is a" "C1" }')
    assert first.out == 'every "C30000" is a "C1": ENTAILED\n'
    stages = [line.split("  ")[0] for line in first.err.splitlines()]
    assert stages == ["reading tree.ofn", "parsing functional syntax", "reasoning, names, cards", "writing the index"]
    assert all(re.search(r" \d+\.\d s$", line) for line in first.err.splitlines())
    assert "30,000 classes" in first.err

    again = entailed("query", large_ontology, 'ASK { "C30000" "is a" "C1" }')
    assert (again.out, again.err) == (first.out, "")


# ---- pipes and colours


def test_pipes_carry_no_escape_codes(terminal: Terminal) -> None:
    answer = terminal.run("ask", "example:kitchen", "Does hummus contain sesame protein?")
    assert "checked by the reasoner" in answer.out
    assert "\x1b" not in answer.out + answer.err
    assert "\x1b" not in terminal.run("query", "example:kitchen", "ASK").err


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
def test_a_terminal_shows_colours_unless_it_is_asked_not_to(terminal: Terminal) -> None:
    green = re.compile(r"\x1b\[(\d+;)*32m")
    assert green.search(_on_a_terminal(terminal))
    assert not re.search(r"\x1b\[(\d+;)*[34]\d", _on_a_terminal(terminal, NO_COLOR="1"))


def _on_a_terminal(terminal: Terminal, **more: str) -> str:
    """What `query` writes to a terminal."""
    ours, theirs = os.openpty()
    environment = terminal.environment(TERM="xterm-256color", **more)
    command = [ENTAILED, "query", "example:kitchen", STATEMENT]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        process.wait(timeout=60)
    written = b""
    while select.select([ours], [], [], 0)[0]:
        try:
            written += os.read(ours, 65536)
        except OSError:  # Linux says so when the other side is closed
            break
    os.close(ours)
    assert b"ENTAILED" in written
    return written.decode()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGPIPE")
def test_a_reader_that_leaves_early_causes_no_traceback(terminal: Terminal) -> None:
    with terminal.start("query", "example:kitchen", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        print(STATEMENT, file=process.stdin, flush=True)
        assert '"form": "ASK"' in process.stdout.readline()
        process.stdout.close()
        print(STATEMENT, file=process.stdin, flush=True)
        assert process.stderr.read() == ""
    assert process.returncode == 1


def test_a_locale_without_the_symbols_is_no_obstacle(terminal: Terminal) -> None:
    outcome = terminal.run("explain", "example:kitchen", "hummus", "contains", "chickpea", PYTHONIOENCODING="latin-1")
    assert "hummus ⊑ ∃ has main ingredient . chickpea" in outcome.out


def test_the_package_can_be_run_as_a_module() -> None:
    run = [sys.executable, "-m", "entailed", "--version"]
    assert subprocess.check_output(run, text=True) == subprocess.check_output([ENTAILED, "--version"], text=True)
