"""Text indexes that are built beside other work."""

from pathlib import Path

import pytest

from entailed.search import Builds, TextIndex, begin_text_index, words

# Enough of them for a process of its own; line breaks of every kind only separate words.
MANY = [f"spare part\u2028number\n{number}" for number in range(25_000)]


@pytest.mark.parametrize("texts", [MANY[:50], MANY])
def test_an_index_is_whole_once_the_builds_are_over(tmp_path: Path, texts: list[str]) -> None:
    with Builds() as builds:
        begin_text_index(builds, tmp_path / "parts", texts, "words")
    index = TextIndex(tmp_path / "parts")
    assert [hit.document for hit in index.best(["number", "42"], 1)] == [42]
    assert [hit.document for hit in index.best(words(MANY[41]), 1)] == [41]
    assert [path.name for path in tmp_path.iterdir()] == ["parts"]


def test_a_process_that_fails_is_an_error_that_says_why(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    with (
        pytest.raises(OSError, match=r"a part of the index could not be built; parts: FileExistsError: .*File exists"),
        Builds() as builds,
    ):
        begin_text_index(builds, tmp_path / "parts", MANY, "words")


def test_an_error_elsewhere_ends_the_builds(tmp_path: Path) -> None:
    def fail_meanwhile() -> None:
        with Builds() as builds:
            begin_text_index(builds, tmp_path / "parts", MANY * 40, "words_and_trigrams")
            raise KeyError("elsewhere")

    with pytest.raises(KeyError, match="elsewhere"):
        fail_meanwhile()
    with pytest.raises(OSError, match=r"."):
        TextIndex(tmp_path / "parts")


def test_what_lies_in_the_working_directory_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tantivy.py").write_text("raise SystemExit('not this one')")
    monkeypatch.chdir(tmp_path)
    with Builds() as builds:
        begin_text_index(builds, tmp_path / "parts", MANY, "words")
    assert TextIndex(tmp_path / "parts").best(["42"], 1)
