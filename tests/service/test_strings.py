"""String tables: what was written is read, and what was damaged is refused."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.service.strings import StringTable

TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"])))


def written(folder: Path, strings: list[str]) -> StringTable:
    StringTable.write(folder / "table", strings)
    return StringTable.open(folder / "table")


@given(TEXTS)
def test_strings_come_back_by_number(strings: list[str]) -> None:
    with TemporaryDirectory() as folder:
        table = written(Path(folder), strings)
        assert list(table) == strings
        assert [table.bytes_of(number).decode() for number in range(len(table))] == strings


@given(TEXTS, st.text())
def test_strings_are_found_in_a_sorted_table(strings: list[str], other: str) -> None:
    ordered = sorted(set(strings), key=str.encode)
    with TemporaryDirectory() as folder:
        table = written(Path(folder), ordered)
        assert [table.find(text) for text in ordered] == list(range(len(ordered)))
        assert table.find(other) == (ordered.index(other) if other in ordered else None)


def test_an_empty_table_is_a_table(tmp_path: Path) -> None:
    table = written(tmp_path, [])
    assert len(table) == 0
    assert table.find("") is None


@pytest.mark.parametrize("keep", [0, 3])
def test_a_file_cut_short_is_refused(tmp_path: Path, keep: int) -> None:
    written(tmp_path, ["one", "two"])
    path = tmp_path / "table.utf8"
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(ValueError, match=f"{keep} bytes where 6 are due"):
        StringTable.open(tmp_path / "table")


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        StringTable.open(tmp_path / "table")
