"""IRIs and language tags that are none: every reader repairs them in one way, so that what was read can be written."""

from collections.abc import Callable
from pathlib import Path

import pytest

from entailed.owl import Ontology, ReadResult, read_ontology
from entailed.owl import model as owl
from entailed.owl.functional_syntax import write_ontology
from entailed.owl.sssom import read_sssom
from owl import rf2_release as rf2

IRI = "an IRI with characters that none may hold: they were percent-encoded"
LANGUAGE = "a language tag with characters that none may hold: read with hyphens"
FUNCTIONAL = """Prefix(:=<http://e/{>)
Ontology(<http://e/ o> <http://e/v|> Import(<http://e/`>) SubClassOf(:A <a:b c>))"""
MANCHESTER = """Prefix: : <http://e/a b/>
Ontology: <http://e/ o>
Class: <http://e/red wine>
    SubClassOf: :A
"""
TURTLE = """@prefix : <http://e/{> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
<http://e/a b> a owl:Ontology ; owl:versionIRI <http://e/v> ; owl:imports <http://e/|> . :A a owl:Class ."""
RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"'
RDF_XML = f'<rdf:RDF {RDF} xmlns:x="http://e/a{{b}}"><owl:Class rdf:about="http://e/a|b"/></rdf:RDF>'
OBO = """format-version: 1.4
ontology: my onto
data-version: 1 {a}
import: http://e/im|port
idspace: EX http://e/{ex}/
<new>: x
property_value: X:1 "v" xsd:a|b

[Term]
id: http://e/red|wine
name: n {so<urce="x"}
is_a: EX:1
is_a: A"B:1
"""
OWL_XML = """<?xml version="1.0"?>
<!-- <Class IRI="http://e/a b"/> -->
<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://e/" ontologyIRI="http://e/o">
<Prefix name="x" IRI="http://e/x y/"/>
<SubClassOf><Class IRI='http://e/red wine'/><Class abbreviatedIRI="x:&quot;"/></SubClassOf>
<AnnotationAssertion><AnnotationProperty IRI="http://e/p"/><IRI>
  http://e/red&lt;w|ine?a=1&amp;b=2 </IRI>
<Literal datatypeIRI="http://e/{t}">a IRI="http://e/a b" or &lt;http://e/a b&gt;</Literal></AnnotationAssertion>
</Ontology>"""


def written(ontology: Ontology, path: Path) -> Ontology:
    with path.open("w", encoding="utf-8", newline="") as file:
        write_ontology(ontology, file)
    return read_ontology(path).ontology


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str, str], ReadResult]:
    """Reads a document, and sees to it that what was read is the same after it was written."""

    def read_text(document: str, suffix: str) -> ReadResult:
        path = tmp_path / f"document.{suffix}"
        path.write_text(document, encoding="utf-8")
        result = read_ontology(path)
        again = written(result.ontology, tmp_path / "written.ofn")
        assert set(again.axioms) == set(result.ontology.axioms)
        assert (again.iri, again.version_iri, again.imports) == (
            result.ontology.iri,
            result.ontology.version_iri,
            result.ontology.imports,
        )
        return result

    return read_text


def counts(result: ReadResult) -> dict[str, int]:
    return {finding.message: finding.count for finding in result.report.findings if finding.kind == "repaired"}


@pytest.mark.parametrize(
    ("document", "suffix", "count"),
    [
        (FUNCTIONAL, "ofn", 5),
        (OWL_XML, "owx", 5),
        (MANCHESTER, "omn", 3),
        (RDF_XML, "owl", 2),
        (TURTLE, "ttl", 4),
        (OBO, "obo", 9),
    ],
    ids=["functional", "OWL/XML", "Manchester", "RDF/XML", "Turtle", "OBO"],
)
def test_what_was_read_can_be_written(read, document, suffix, count):
    assert counts(read(document, suffix))[IRI] == count


@pytest.mark.parametrize(
    ("suffix", "document", "statement"),
    [
        ("ofn", "Ontology({})", "Declaration(Class(<http://e/a {}>))"),
        ("omn", "Ontology: <http://e/o>\n{}", "Class: <http://e/a {}>\n"),
        (
            "owx",
            '<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://e/o">{}</Ontology>',
            "<Declaration>\n<Class IRI='http://e/a {}'/></Declaration>",
        ),
        ("ttl", "{}", "<http://e/a {}> a <http://www.w3.org/2002/07/owl#Class> ."),
        ("obo", "ontology: o\n\n{}", "[Term]\nid: http://e/a|{}\n\n"),
    ],
    ids=["functional", "Manchester", "OWL/XML", "Turtle", "OBO"],
)
def test_many_bad_iris_are_one_finding(read, suffix, document, statement):
    result = read(document.format("".join(statement.format(number) for number in range(50))), suffix)
    assert counts(result) == {IRI: 50}
    (finding,) = (finding for finding in result.report.findings if finding.message == IRI)
    if suffix == "owx":
        assert (finding.line, finding.further_lines[:2]) == (2, (3, 4))


def test_owl_xml_is_repaired_in_tags_and_left_alone_in_texts(read):
    result = read(OWL_XML, "owx")
    assert owl.SubClassOf(owl.Class("http://e/red%20wine"), owl.Class("http://e/x%20y/%22")) in result.ontology.axioms
    (axiom,) = (axiom for axiom in result.ontology.axioms if isinstance(axiom, owl.AnnotationAssertion))
    assert axiom.subject == "http://e/red%3Cw%7Cine?a=1&b=2"
    assert axiom.value == owl.Literal('a IRI="http://e/a b" or <http://e/a b>', "http://e/%7Bt%7D")
    (finding,) = (finding for finding in result.report.findings if finding.message == IRI)
    assert (finding.line, finding.further_lines) == (4, (5, 5, 6, 8))


def test_identifiers_of_obo_keep_their_meaning(read):
    ontology = read(OBO, "obo").ontology
    assert ontology.iri == "http://purl.obolibrary.org/obo/my%20onto.owl"
    subject = owl.Class("http://e/red%7Cwine")
    supers = {axiom.sup.iri for axiom in ontology.axioms if isinstance(axiom, owl.SubClassOf) and axiom.sub == subject}
    assert supers == {"http://e/%7Bex%7D/1", "http://purl.obolibrary.org/obo/A%22B_1"}


def test_a_release_with_bad_identifiers_and_languages_can_be_written(tmp_path: Path) -> None:
    release = rf2.Release(language="en_US")
    release.named("1 2", "wheel", "part")
    release.under("7", rf2.ROOT)
    release.value("1 2", "a<b", "#5")
    result = read_ontology(release.write(tmp_path / "release"))
    assert counts(result) == {IRI: 2, LANGUAGE: 2}
    ontology = result.ontology
    assert set(written(ontology, tmp_path / "written.ofn").axioms) == set(ontology.axioms)
    assert owl.Declaration(owl.Class("http://snomed.info/id/1%202")) in ontology.axioms


def test_a_mapping_names_no_entity_by_a_bad_iri(tmp_path: Path) -> None:
    path = tmp_path / "m.sssom.tsv"
    columns = "subject_id\tpredicate_id\tobject_id\tmapping_justification"
    path.write_text(f"{columns}\n<http://e/red wine>\tskos:exactMatch\thttp://e/a\tsemapv:X\n", encoding="utf-8")
    found = read_sssom(path)
    assert found.mappings[0].subject == "http://e/red%20wine"
    assert [(finding.message, finding.line) for finding in found.findings if finding.kind == "repaired"] == [(IRI, 2)]


@pytest.mark.parametrize(
    ("document", "suffix"),
    [
        ('Ontology(AnnotationAssertion(<http://e/p> <http://e/A> "x"@en_US))', "ofn"),
        (
            f'<rdf:RDF {RDF} xmlns:e="http://e/"><rdf:Description rdf:about="http://e/A"><e:p xml:lang="en_US">x</e:p>'
            "</rdf:Description></rdf:RDF>",
            "owl",
        ),
    ],
)
def test_a_language_tag_with_an_underscore_is_repaired(read, document, suffix):
    result = read(document, suffix)
    assert counts(result)[LANGUAGE] == 1
    (value,) = (axiom.value for axiom in result.ontology.axioms if isinstance(axiom, owl.AnnotationAssertion))
    assert value.language.lower() == "en-us"
