"""`entailed index`: the report, the folder, and what is kept in the cache."""

import json
from pathlib import Path

import pytest
from terminal import Command, files_below

CAT = """
Prefix(:=<http://example.org/cat#>)
Ontology(<http://example.org/cat>
Declaration(Class(:Cat))
Declaration(Class(:Animal))
SubClassOf(:Cat :Animal)
)
"""


@pytest.fixture
def cat(tmp_path: Path) -> Path:
    path = tmp_path / "cat.ofn"
    path.write_text(CAT, encoding="utf-8")
    return path


def rows(report: str) -> dict[str, str]:
    """The report's lines by their first column."""
    return dict(line.strip().split("  ", 1) for line in report.splitlines() if "  " in line.strip())


def test_the_report_says_what_was_read_and_what_was_left_out(entailed: Command, tmp_path: Path) -> None:
    outcome = entailed("index", "example:kitchen", "-o", tmp_path / "index")
    report = {key: value.strip() for key, value in rows(outcome.out).items()}
    assert report["classes"] == "142 (2 obsolete)"
    assert report["relations"] == "11"
    assert report["not reasoned over"] == "1 × ObjectUnionOf"


def test_the_report_as_json(entailed: Command, tmp_path: Path) -> None:
    report = json.loads(entailed("index", "example:kitchen", "-o", tmp_path / "index", "--json").out)
    assert report["counts"]["classes"] == 142
    assert report["counts"]["obsolete"] == 2
    assert report["not_reasoned"] == {"ObjectUnionOf": 1}
    assert report["report"]["format"] == "OBO"
    assert report["source"].endswith("kitchen.obo")


def test_what_is_left_out_is_reported_with_its_line(entailed: Command, tmp_path: Path) -> None:
    source = tmp_path / f"{'long' * 30}.obo"
    source.write_text("format-version: 1.4\n\n[Term]\nid: T:1\n\n[Instance]\nid: T:2\n", encoding="utf-8")
    report = "".join(entailed("index", source).out.split())
    assert "skippedline6:an[Instance]frame" in report
    assert f"{source}(OBO)" in report, "a long path is folded, not cut"


def test_an_index_folder_answers_without_its_source(entailed: Command, tmp_path: Path, cat: Path) -> None:
    entailed("index", cat, "-o", tmp_path / "cat.index")
    cat.unlink()
    assert "ENTAILED" in entailed("query", tmp_path / "cat.index", 'ASK { "Cat" "is a" "Animal" }').out


def test_a_new_index_replaces_the_old_one(entailed: Command, tmp_path: Path, cat: Path) -> None:
    folder = tmp_path / "cat.index"
    entailed("index", cat, "-o", folder)
    cat.write_text(CAT.replace(":Cat", ":Kitten"), encoding="utf-8")
    assert entailed("index", cat, "-o", folder).code == 0
    assert "UNKNOWN NAME" in entailed("query", folder, 'DESCRIBE "Cat"').out
    assert "parents: Animal" in entailed("query", folder, 'DESCRIBE "Kitten"').out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cat.index", "cat.ofn"]


def test_a_changed_file_is_indexed_again(entailed: Command, cat: Path) -> None:
    assert "parents: Animal" in entailed("query", cat, 'DESCRIBE "Cat"').out
    cat.write_text(CAT.replace(":Animal", ":Mammal"), encoding="utf-8")
    assert "parents: Mammal" in entailed("query", cat, 'DESCRIBE "Cat"').out


def test_a_damaged_index_in_the_cache_is_built_again(
    entailed: Command, cat: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("ENTAILED_CACHE", str(cache))
    entailed("index", cat)
    damaged = next(path for path in files_below(cache) if path.name == "cards.utf8")
    damaged.write_bytes(b"")
    assert "parents: Animal" in entailed("query", cat, 'DESCRIBE "Cat"').out
    assert damaged.stat().st_size > 0


def test_an_ontology_without_labels_goes_by_its_iris_and_the_report_says_so(entailed: Command, cat: Path) -> None:
    report = rows(entailed("index", cat).out)
    assert report["without a label"].startswith("2: they go by the last part of their IRI")
    assert entailed("query", cat, 'DESCRIBE "Cat"').out.startswith("Cat\nparents: Animal\n")
