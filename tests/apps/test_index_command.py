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
    assert report["INFO"] == "not reasoned over: ObjectUnionOf: 1"
    assert "seafood (KIT:0000204): in EquivalentClasses" in outcome.out


def test_the_report_as_json(entailed: Command, tmp_path: Path) -> None:
    report = json.loads(entailed("index", "example:kitchen", "-o", tmp_path / "index", "--json").out)
    assert report["counts"]["classes"] == 142
    assert report["counts"]["obsolete"] == 2
    assert report["not_reasoned"] == {"ObjectUnionOf": 1}
    assert report["report"]["format"] == "OBO"
    assert report["source"].endswith("kitchen.obo")
    assert [check["check"] for check in report["checks"]] == [
        "duplicate exact synonym",
        "not reasoned over: ObjectUnionOf",
    ]


def test_what_is_left_out_is_reported_with_its_line(entailed: Command, tmp_path: Path) -> None:
    source = tmp_path / f"{'long' * 30}.obo"
    source.write_text("format-version: 1.4\n\n[Term]\nid: T:1\n\n[Chapter]\nid: T:2\n", encoding="utf-8")
    report = "".join(entailed("index", source).out.split())
    assert "WARNskipped:1line6:aframe[Chapter]" in report
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
    assert report["ERROR"].strip() == "missing label: 2"
    assert entailed("query", cat, 'DESCRIBE "Cat"').out.startswith("Cat\nparents: Animal\n")


# ---- for a curator

TWINS = "format-version: 1.4\nontology: twins\n\n" + "\n".join(
    f"[Term]\nid: T:{number}\nname: {name}\n" for number, name in enumerate("aabbccddee")
)


@pytest.fixture
def twins(tmp_path: Path) -> Path:
    path = tmp_path / "twins.obo"
    path.write_text(TWINS, encoding="utf-8")
    return path


def test_a_few_instances_are_shown_and_a_file_has_all(entailed: Command, twins: Path, tmp_path: Path) -> None:
    outcome = entailed("index", twins, "--report", tmp_path / "all.tsv")
    assert rows(outcome.out)["ERROR"].strip() == "duplicate label: 5"
    assert 'c (T:4): "c" is a label of c (T:5) too' in outcome.out
    assert "d (T:6)" not in outcome.out
    assert "… 2 more" in outcome.out
    headings, *instances = (tmp_path / "all.tsv").read_text(encoding="utf-8").splitlines()
    assert headings.split("\t")[:4] == ["level", "check", "name", "identifier"]
    assert [line.split("\t")[3] for line in instances] == ["T:0", "T:2", "T:4", "T:6", "T:8"]


def test_the_report_file_is_the_json_of_the_command(entailed: Command, twins: Path, tmp_path: Path) -> None:
    printed = json.loads(entailed("index", twins, "--json", "--report", tmp_path / "all.json").out)
    assert json.loads((tmp_path / "all.json").read_text(encoding="utf-8")) == printed
    refused = entailed("index", twins, "--report", tmp_path / "all.pdf")
    assert refused.code == 2
    assert ".json or .tsv" in refused.err


def test_strict_shows_what_it_fails_on_and_writes_no_index(entailed: Command, twins: Path, tmp_path: Path) -> None:
    outcome = entailed("index", twins, "--strict", "-o", tmp_path / "index")
    assert outcome.code == 1
    assert "duplicate label: 5" in outcome.out
    assert "--strict allows nothing" in outcome.err
    assert [path.name for path in tmp_path.iterdir()] == ["twins.obo"]


def test_strict_fails_on_an_index_that_is_kept_too(entailed: Command, twins: Path) -> None:
    assert entailed("index", twins).code == 0
    assert entailed("index", twins, "--strict").code == 1


def test_strict_has_nothing_against_a_clean_ontology(entailed: Command, twins: Path, tmp_path: Path) -> None:
    twins.write_text(TWINS.split("[Term]")[0] + "[Term]\nid: T:1\nname: only\n", encoding="utf-8")
    assert entailed("index", twins, "--strict", "-o", tmp_path / "index").code == 0
    assert (tmp_path / "index").exists()


def test_a_line_break_in_a_name_makes_no_row_of_its_own(entailed: Command, tmp_path: Path) -> None:
    source = tmp_path / "broken.ofn"
    label = 'AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> <http://example.org/{}> "two\nlines")'
    source.write_text(
        f"Ontology(SubClassOf(<http://example.org/a> <http://example.org/b>) {label.format('a')} {label.format('b')})"
    )
    entailed("index", source, "--report", tmp_path / "all.tsv")
    assert len((tmp_path / "all.tsv").read_text(encoding="utf-8").splitlines()) == 2


def test_an_index_folder_is_checked_byte_by_byte(entailed: Command, twins: Path, tmp_path: Path) -> None:
    entailed("index", twins, "-o", tmp_path / "index")
    assert "files are as they were written" in entailed("index", tmp_path / "index", "--check").out
    path = tmp_path / "index" / "cards.utf8"
    path.write_bytes(path.read_bytes().replace(b"T", b"U"))
    outcome = entailed("index", tmp_path / "index", "--check")
    assert outcome.code == 1
    assert "cards.utf8 is damaged" in outcome.err


@pytest.mark.parametrize("option", [("--json",), ("--strict",), ("--format", "obo")])
def test_checking_an_index_takes_no_other_option(entailed: Command, tmp_path: Path, option: tuple[str, ...]) -> None:
    outcome = entailed("index", tmp_path, "--check", *option)
    assert outcome.code == 2
    assert f"leave out {option[0]}." in " ".join(outcome.err.replace("│", " ").split())
