"""SSSOM/TSV: what a line says, and which lines say nothing."""

import gzip
from pathlib import Path

import pytest

from entailed.errors import ReadError
from entailed.owl import model as owl
from entailed.owl.sssom import Mapping, MappingFile, read_sssom

HEADER = """\
#mapping_set_id: https://example.org/food-chem
#license: https://creativecommons.org/publicdomain/zero/1.0/
#mapping_date: 2024-13-45
#curie_map:
#  FOOD: https://example.org/food/
#  NO: "https://example.org/chem#"
"""
COLUMNS = "subject_id\tsubject_label\tpredicate_id\tpredicate_modifier\tobject_id\tmapping_justification\tconfidence\n"
EXACT = "http://www.w3.org/2004/02/skos/core#exactMatch"


def read(folder: Path, text: str, **options: tuple[tuple[str, str], ...]) -> MappingFile:
    path = folder / "m.sssom.tsv"
    path.write_bytes(text.encode())
    return read_sssom(path, **options)


def read_rows(folder: Path, *rows: str) -> MappingFile:
    return read(folder, HEADER + COLUMNS + "\n".join(rows) + "\n")


def test_a_line_is_a_mapping_with_its_place(tmp_path: Path) -> None:
    found = read_rows(tmp_path, "FOOD:1\tapple\tskos:exactMatch\t\tNO:7\tsemapv:LexicalMatching\t0.75")
    assert found == MappingFile(
        (
            Mapping(
                subject="https://example.org/food/1",
                predicate=EXACT,
                object="https://example.org/chem#7",
                source=str(tmp_path / "m.sssom.tsv"),
                line=8,
                justification="semapv:LexicalMatching",
                confidence=0.75,
            ),
        ),
        (),
    )


def test_columns_come_in_any_order_and_only_three_are_needed(tmp_path: Path) -> None:
    found = read(tmp_path, HEADER + "object_id\tother\tpredicate_id\tsubject_id\r\nNO:7\t\tskos:exactMatch\tFOOD:1\r\n")
    (mapping,) = found.mappings
    assert (mapping.subject, mapping.object) == ("https://example.org/food/1", "https://example.org/chem#7")
    assert [(f.kind, f.message) for f in found.findings] == [("doubtful", "a mapping without a mapping_justification")]


def test_identifiers_may_be_iris_and_cells_may_be_quoted(tmp_path: Path) -> None:
    row = '<https://e.org/a/b>\t"a ""red""\tapple"\tskos:exactMatch\t\thttps://e.org/c\tsemapv:X\t'
    (mapping,) = read_rows(tmp_path, row).mappings
    assert (mapping.subject, mapping.predicate, mapping.object) == ("https://e.org/a/b", EXACT, "https://e.org/c")


def test_the_prefixes_of_the_file_go_before_those_that_are_given(tmp_path: Path) -> None:
    row = "FOOD:1\t\tskos:exactMatch\t\tCHEM:7\tsemapv:X\t"
    given = (("FOOD", "https://wrong.example/"), ("CHEM", "https://example.org/given/"))
    (mapping,) = read(tmp_path, HEADER + COLUMNS + row, prefixes=given).mappings
    assert (mapping.subject, mapping.object) == ("https://example.org/food/1", "https://example.org/given/7")


def test_a_file_without_prefixes_is_read_with_those_of_the_ontologies_and_says_so(tmp_path: Path) -> None:
    found = read(tmp_path, COLUMNS + "GO:0000001\t\tskos:exactMatch\t\tGO:0000002\tsemapv:X\t")
    assert found.mappings[0].subject == "http://purl.obolibrary.org/obo/GO_0000001"
    assert [(finding.kind, finding.line) for finding in found.findings] == [("doubtful", None)]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("FOOD:1\t\tskos:exactMatch\tNot\tNO:7\tsemapv:X\t", "predicate_modifier Not: it says what does not match"),
        ("FOOD:1\t\tskos:exactMatch\t\tsssom:NoTermFound\tsemapv:X\t", "a mapping to nothing"),
        ("FOOD:1\t\tskos:exactMatch\t\t\tsemapv:X\t", "a mapping without object_id"),
        ("FOOD:1", "a mapping without predicate_id"),
        ("an apple\t\tskos:exactMatch\t\tNO:7\tsemapv:X\t", "subject_id is neither a CURIE nor an IRI"),
        ('FOOD:1\t"never closed\tskos:exactMatch\t\tNO:7\tsemapv:X\t', "a mapping without predicate_id"),
        (f"FOOD:1\t{'x' * 200_000}\tskos:exactMatch\t\tNO:7\tsemapv:X\t", "a mapping without subject_id"),
    ],
)
def test_a_line_that_states_no_mapping_is_a_finding_and_stops_nothing(tmp_path: Path, row: str, reason: str) -> None:
    good = "FOOD:1\t\tskos:exactMatch\t\tNO:7\tsemapv:X\t"
    found = read_rows(tmp_path, good, row, "", "# a remark", good)
    assert [mapping.line for mapping in found.mappings] == [8, 12]
    (finding,) = found.findings
    assert (finding.kind, finding.line) == ("skipped", 9)
    assert reason in finding.message


def test_text_is_mapped_to_nothing(tmp_path: Path) -> None:
    columns = "subject_id\tsubject_type\tpredicate_id\tobject_id\tmapping_justification\n"
    found = read(tmp_path, HEADER + columns + "FOOD:1\trdfs literal\tskos:exactMatch\tNO:7\tsemapv:X\n")
    assert not found.mappings
    assert "text, which names no entity" in found.findings[0].message


@pytest.mark.parametrize("confidence", ["1.1", "-0.1", "high", "nan"])
def test_a_confidence_that_is_none_is_left_out_and_the_mapping_stays(tmp_path: Path, confidence: str) -> None:
    found = read_rows(tmp_path, f"FOOD:1\t\tskos:exactMatch\t\tNO:7\tsemapv:X\t{confidence}")
    assert found.mappings[0].confidence is None
    assert [finding.line for finding in found.findings] == [8]


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "m.sssom.tsv.gz"
    path.write_bytes(gzip.compress((HEADER + COLUMNS + "FOOD:1\t\tskos:exactMatch\t\tNO:7\tsemapv:X\t").encode()))
    assert len(read_sssom(path).mappings) == 1


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("id: FOOD:1\nname: apple\n", 1, "no column subject_id, predicate_id, object_id"),
        (HEADER, 7, "no column"),
        (HEADER + "subject_id,predicate_id,object_id\n", 7, "no column"),
        ("#license: none\n#curie_map: [\n" + COLUMNS, 2, "its metadata are no YAML"),
        ("#" + "[" * 100_000 + "\n" + COLUMNS, 1, "its metadata are no YAML"),
        (("#" + "x" * 100 + "\n") * 11_000 + COLUMNS, None, "metadata are larger than 1 MB"),
    ],
)
def test_what_has_not_the_form_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int | None, problem: str
) -> None:
    with pytest.raises(ReadError, match=problem) as refused:
        read(tmp_path, text)
    assert refused.value.line == line


def test_metadata_of_another_shape_declare_no_prefixes(tmp_path: Path) -> None:
    for metadata in ("#- a list\n", "#just text\n", "#curie_map: none\n"):
        found = read(tmp_path, metadata + COLUMNS + "GO:1\t\tskos:exactMatch\t\tGO:2\tsemapv:X\t")
        assert len(found.mappings) == 1


@pytest.mark.parametrize(
    ("predicate", "equate", "axiom"),
    [
        ("owl:equivalentClass", False, owl.EquivalentClasses((owl.Class("s:a"), owl.Class("s:b")))),
        ("rdfs:subClassOf", False, owl.SubClassOf(owl.Class("s:a"), owl.Class("s:b"))),
        ("sssom:superClassOf", False, owl.SubClassOf(owl.Class("s:b"), owl.Class("s:a"))),
        ("skos:exactMatch", True, owl.EquivalentClasses((owl.Class("s:a"), owl.Class("s:b")))),
        ("skos:exactMatch", False, None),
        ("skos:closeMatch", True, None),
        ("oboInOwl:hasDbXref", True, None),
    ],
)
def test_what_a_mapping_states_in_owl(tmp_path: Path, predicate: str, equate: bool, axiom: owl.Axiom | None) -> None:
    text = f"#curie_map: {{x: 's:'}}\n{COLUMNS}x:a\t\t{predicate}\t\tx:b\tsemapv:X\t"
    (mapping,) = read(tmp_path, text).mappings
    assert mapping.axiom(equate_exact_matches=equate) == axiom
