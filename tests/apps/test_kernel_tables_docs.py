"""What docs/kernel-tables.md says: its files, and what the commands make of them."""

import re
import shlex
from pathlib import Path

import pytest
from terminal import Command

from entailed.oak.graph.table_mapping import FORMATS

PAGE = (Path(__file__).parents[2] / "docs" / "kernel-tables.md").read_text(encoding="utf-8")


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The commands of the page with what they print; its files are in the current folder."""
    monkeypatch.chdir(tmp_path)
    consoles = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    parts = [part.partition("\n") for text in consoles for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]
    files = {command.removeprefix("cat "): text for command, _, text in parts if command.startswith("cat ")}
    files |= dict(re.findall(r"^```yaml\n# (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    for path, text in files.items():
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
    return [(command, text) for command, _, text in parts if not command.startswith("cat ")]


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


def test_the_page_shows_what_the_commands_print(shown: list[tuple[str, str]], entailed: Command) -> None:
    ((command, printed),) = shown
    assert lines(entailed(*shlex.split(command)[1:]).out) == lines(printed)


@pytest.mark.usefixtures("shown")
def test_the_mapping_of_the_page_is_a_part_of_a_kernel(entailed: Command) -> None:
    assert entailed("kernel", "freeze", "stays").code == 0
    assert "hotels.csv  City, Hotel, located_in" in lines(entailed("kernel", "show", "stays").out)


def test_every_ending_is_in_the_table() -> None:
    section = PAGE.partition("## Files")[2].partition("## Rows")[0]
    assert set(re.findall(r"`(\.\w+)`", section)) == set(FORMATS)
