"""Several ontologies read as one."""

from pathlib import Path

import pytest

from entailed.errors import ReadError
from entailed.owl import GivenFile, ReadOptions, ReadResult, read_ontology
from entailed.owl import model as owl
from entailed.owl.report import MOST_LINES, Findings

PREFIXES = "Prefix(:=<http://example.org/>)"
IMPORTING = f"{PREFIXES}Ontology(<http://example.org/a> Import(<http://example.org/b>) SubClassOf(:A :B))"
IMPORTED = f"{PREFIXES}Prefix(b:=<http://example.org/b/>)Ontology(<http://example.org/b> SubClassOf(:B :C))"


def read(folder: Path, **texts: str) -> ReadResult:
    paths = []
    for stem, text in texts.items():
        name, _, suffix = stem.rpartition("_")
        paths.append(folder / f"{name}.{suffix}")
        paths[-1].write_text(text, encoding="utf-8")
    return read_ontology(paths[0], ReadOptions(beside=[GivenFile(path) for path in paths[1:]]))


def test_the_axioms_of_all_are_there_under_the_name_of_the_first(tmp_path: Path) -> None:
    obo = "format-version: 1.4\n\n[Term]\nid: X:1\nis_a: X:2\n"
    ontology, report = read(tmp_path, a_ofn=IMPORTED, b_obo=obo)
    assert ontology.iri == "http://example.org/b"
    assert ("b", "http://example.org/b/") in ontology.prefixes
    subclasses = {(axiom.sub, axiom.sup) for axiom in ontology.axioms if isinstance(axiom, owl.SubClassOf)}
    assert len(subclasses) == 2
    assert report.source == f"{tmp_path / 'a.ofn'}, {tmp_path / 'b.obo'}"
    assert report.format == "functional syntax, OBO"
    assert [(document.source, document.format) for document in report.given] == [
        (str(tmp_path / "a.ofn"), "functional syntax"),
        (str(tmp_path / "b.obo"), "OBO"),
    ]


def test_one_that_another_imports_is_found_among_them(tmp_path: Path) -> None:
    _, report = read(tmp_path, a_ofn=IMPORTING, b_ofn=IMPORTED)
    assert report.findings == ()
    assert report.imported == ()


def test_findings_say_in_which_file(tmp_path: Path) -> None:
    bad = "format-version: 1.4\n\n[Term]\nid: X:1\n\n[Unknown]\nid: X:2\n"
    _, report = read(tmp_path, a_ofn=IMPORTED, b_obo=bad, c_obo=bad)
    places = {finding.message.rpartition(" (in ")[2] for finding in report.findings}
    assert places == {f"{tmp_path / 'b.obo'})", f"{tmp_path / 'c.obo'})"}


def test_what_one_declares_holds_for_the_others(tmp_path: Path) -> None:
    """An undeclared property between IRIs annotates in RDF; its declaration may be in another file."""
    ttl = "@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> ."
    uses = f"{ttl} :i a owl:NamedIndividual ; :r :j . :j a owl:NamedIndividual ."
    declares = f"{ttl} <http://example.org/b> a owl:Ontology . :r a owl:ObjectProperty ."
    ontology, _ = read(tmp_path, a_ttl=uses, b_ttl=declares)
    assert any(isinstance(axiom, owl.ObjectPropertyAssertion) for axiom in ontology.axioms)


def test_a_file_that_is_given_twice_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "b.ofn").write_text(IMPORTED, encoding="utf-8")
    _, report = read_ontology(tmp_path / "b.ofn", ReadOptions(beside=[GivenFile(tmp_path / "b.ofn")]))
    assert report.given == ()
    assert report.source == str(tmp_path / "b.ofn")


def test_each_goes_by_the_name_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "b.ofn").write_text(IMPORTED, encoding="utf-8")
    beside = [GivenFile(tmp_path / "absent.owl", "https://example.org/absent.owl")]
    with pytest.raises(ReadError, match=r"^https://example.org/absent.owl: there is no such file"):
        read_ontology(tmp_path / "b.ofn", ReadOptions(beside=beside))


def test_a_finding_keeps_no_more_lines_than_one_of_a_file_where_several_go_by_one_name() -> None:
    together, one = Findings(), Findings()
    for line in range(MOST_LINES + 1):
        one.add("skipped", "a line", line=line)
    for _ in range(2):
        together.include(one, source="name")
    (finding,) = together.grouped()
    assert (finding.count, len(finding.further_lines)) == (2 * (MOST_LINES + 1), MOST_LINES - 1)
