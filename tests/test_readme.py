"""Every example of the README and the documentation runs, and shows what it says."""

import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DURATION = re.compile(r"\b[\d,.]+ (ms|s)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    language: str
    text: str
    output: str | None = None
    """The `text` block that follows at once, if there is one."""


def blocks(page: str) -> Iterator[Block]:
    found = list(_BLOCK.finditer(page))
    for block, following in pairwise([*found, None]):
        assert block is not None
        shown = following and following[1] == "text" and not page[block.end() : following.start()].strip()
        yield Block(language=block[1], text=block[2], output=following[2] if following and shown else None)


def commands(console: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output shown below it."""
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def comparable(output: str) -> list[str]:
    """The lines without the blanks at their ends, blank lines around them, and durations."""
    return _DURATION.sub(r"# \1", "\n".join(line.rstrip() for line in output.splitlines())).strip("\n").splitlines()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like the project's to the examples, and can be written to."""
    (tmp_path / "src").symlink_to(PROJECT / "src")
    for name in [name for name in os.environ if name.startswith(("ENTAILED_", "OPENAI_")) or name == "FORCE_COLOR"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("ENTAILED_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PATH", os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    monkeypatch.chdir(tmp_path)
    return tmp_path


RUN_ELSEWHERE = {"kernel-answers.md", "kernel-tables.md"}
"""Pages whose examples need what other pages make, and have a test of their own that does."""


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.name not in RUN_ELSEWHERE],
    ids=lambda page: page.relative_to(PROJECT).as_posix(),
)
@pytest.mark.usefixtures("folder")
def test_examples_show_what_they_print(page: Path) -> None:
    namespace: dict[str, object] = {}
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language == "console":
            for command, shown in commands(block.text):
                if command.startswith("entailed "):
                    run = subprocess.run(command, shell=True, capture_output=True, encoding="utf-8", timeout=120)
                    assert run.returncode == 0, f"{command}\n{run.stderr}"
                    if shown:
                        assert comparable(run.stdout) == comparable(shown), command
        elif block.language == "python":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block.text, str(page), "exec"), namespace)
            if block.output is not None:
                assert comparable(printed.getvalue()) == comparable(block.output), block.text


def test_the_readme_shows_the_terminal_and_python() -> None:
    shown = {block.language for block in blocks(PAGES[0].read_text(encoding="utf-8"))}
    assert {"console", "python", "text"} <= shown


@pytest.mark.parametrize("page", [*sorted(PROJECT.glob("*.md")), *PAGES[1:]], ids=lambda page: page.name)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[\w-]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
