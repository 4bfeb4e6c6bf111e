"""`entailed index` with several ontologies and the mappings between them."""

import json
from pathlib import Path

import pytest
from terminal import Command

PREFIX = "Prefix(:=<http://purl.obolibrary.org/obo/>)"
SSSOM = """\
#curie_map:
#  A: http://purl.obolibrary.org/obo/A_
#  B: http://purl.obolibrary.org/obo/B_
subject_id\tpredicate_id\tobject_id\tmapping_justification
A:1\tskos:exactMatch\tB:1\tsemapv:ManualMappingCuration
A:2\tskos:exactMatch\tB:2\tsemapv:ManualMappingCuration
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    first, second, mapping = tmp_path / "a.ofn", tmp_path / "b.obo", tmp_path / "ab.sssom.tsv"
    label = 'AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> :A_1 "egg")'
    first.write_text(f"{PREFIX}Ontology(<http://example.org/a> SubClassOf(:A_1 :A_3) {label})", encoding="utf-8")
    second.write_text(
        "format-version: 1.4\n\n[Term]\nid: B:1\nname: ovum\nis_a: B:2\n\n[Term]\nid: B:2\nname: cell\n",
        encoding="utf-8",
    )
    mapping.write_text(SSSOM, encoding="utf-8")
    return first, second, mapping


def test_several_ontologies_are_asked_as_one(entailed: Command, tmp_path: Path, files: tuple[Path, Path, Path]) -> None:
    first, second, mapping = files
    folder = tmp_path / "ab.index"
    report = entailed("index", first, second, "--mapping", mapping, "--equate-exact-matches", "-o", folder).out
    lines = ["".join(line.split()) for line in report.splitlines()]
    assert f"source{first}(functionalsyntax,2axioms)" in "".join(lines)
    assert f"source{second}(OBO," in "".join(lines)
    assert f"mappingsfrom{mapping}" in "".join(lines)
    assert "mappings1(1ofthemreasonedwith)" in lines
    assert "line6:amappingwhosesubjectisnoclassoftheontologies" in "".join(lines)
    answer = entailed("query", folder, 'ASK { "egg" "is a" "cell" }').out
    assert "ENTAILED (with mappings)" in answer
    assert f"It rests on the mapping egg (A:1) skos:exactMatch ovum (B:1), {mapping} line 5." in answer
    assert "mapped; skos:exactMatch," in entailed("explain", folder, "egg", "is a", "cell").out


def test_what_the_report_says_is_in_its_json(entailed: Command, tmp_path: Path, files: tuple[Path, Path, Path]) -> None:
    first, second, mapping = files
    outcome = entailed("index", first, second, "--mapping", mapping, "-o", tmp_path / "index", "--json")
    report = json.loads(outcome.out)
    assert [document["source"] for document in report["report"]["given"]] == [str(first), str(second)]
    assert report["mapping_files"] == [str(mapping)]
    assert (report["counts"]["mappings"], report["counts"]["mappings_reasoned"]) == (1, 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("index", "a.ofn", "b.obo"), "More than one ontology"),
        (("index", "a.ofn", "--mapping", "m.tsv"), "--mapping"),
        (("index", "a.ofn", "--equate-exact-matches"), "--mapping"),
    ],
)
def test_an_index_of_its_own_needs_a_place(entailed: Command, arguments: tuple[str, ...], said: str) -> None:
    outcome = entailed(*arguments)
    assert outcome.code == 2
    assert said in outcome.err


def test_a_file_that_is_missing_is_named(entailed: Command, tmp_path: Path, files: tuple[Path, Path, Path]) -> None:
    outcome = entailed("index", files[0], "absent.obo", "-o", tmp_path / "index")
    assert outcome.code == 1
    assert "absent.obo: there is no such file." in outcome.err
