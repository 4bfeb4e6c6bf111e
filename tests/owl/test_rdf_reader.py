"""What RDF graphs say that the OWL parser alone would not."""

import pytest

from entailed.owl import ReadResult, read_ontology
from entailed.owl import model as owl

PROLOGUE = """\
@prefix : <http://e/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://e/o> a owl:Ontology .
:A a owl:Class . :B a owl:Class . :C a owl:Class . :r a owl:ObjectProperty . :s a owl:ObjectProperty .
:d a owl:DatatypeProperty . :e a owl:DatatypeProperty . :p a owl:AnnotationProperty .
"""

A, B, C = (owl.Class(f"http://e/{name}") for name in "ABC")
R, S = owl.ObjectProperty("http://e/r"), owl.ObjectProperty("http://e/s")
D, E = owl.DataProperty("http://e/d"), owl.DataProperty("http://e/e")


@pytest.fixture
def read(tmp_path):
    def read_graph(triples: str) -> ReadResult:
        path = tmp_path / "graph.ttl"
        path.write_text(PROLOGUE + triples, encoding="utf-8")
        return read_ontology(path)

    return read_graph


def stated(result: ReadResult) -> list[owl.Axiom]:
    return [axiom for axiom in result.ontology.axioms if not isinstance(axiom, owl.Declaration)]


@pytest.mark.parametrize(
    ("triples", "axioms"),
    [
        ("[] a owl:AllDisjointClasses ; owl:members ( :A :B :C ) .", [owl.DisjointClasses((A, B, C))]),
        ("[] a owl:AllDisjointProperties ; owl:members ( :r :s ) .", [owl.DisjointObjectProperties((R, S))]),
        (
            "[] a owl:AllDisjointProperties ; owl:members ( :d :e ) .",
            [owl.DataPropertyAxiom("DisjointDataProperties", ((D, E),))],
        ),
        (
            "[] a owl:AllDisjointClasses ; owl:members ( :A [ a owl:Class ; owl:complementOf :B ] ) .",
            [owl.DisjointClasses((A, owl.ObjectComplementOf(B)))],
        ),
        (":A owl:intersectionOf ( :B :C ) .", [owl.EquivalentClasses((A, owl.ObjectIntersectionOf((B, C))))]),
        (":A owl:complementOf :B .", [owl.EquivalentClasses((A, owl.ObjectComplementOf(B)))]),
    ],
)
def test_axiom_the_parser_drops_is_read(read, triples, axioms):
    result = read(triples)
    assert stated(result) == axioms
    assert result.report.findings == ()


def test_list_that_runs_into_itself_ends(read):
    triples = "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
    triples += "_:l rdf:first :A ; rdf:rest _:l . [] a owl:AllDisjointClasses ; owl:members _:l ."
    assert owl.DisjointClasses((A,)) in stated(read(triples))


def test_definition_of_an_undeclared_class_is_read(read):
    result = read(":X owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :A :B ) ] .")
    assert stated(result) == [owl.EquivalentClasses((owl.Class("http://e/X"), owl.ObjectIntersectionOf((A, B))))]
    assert [finding.kind for finding in result.report.findings] == ["repaired"]


def test_undeclared_entities_are_in_the_counts(read):
    result = read(":X rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :q ; owl:someValuesFrom :Y ] .")
    assert result.report.classes == 5
    assert result.report.object_properties == 3


@pytest.mark.parametrize(
    ("triples", "value"),
    [
        (':A :note "text" .', owl.Literal("text")),
        (":A :note :B .", owl.IriValue("http://e/B")),
        (':note a owl:ObjectProperty . :A :note "text" .', owl.Literal("text")),
        (':note a owl:ObjectProperty , owl:AnnotationProperty . :A :note "text" .', owl.Literal("text")),
    ],
)
def test_property_that_can_only_annotate_is_read_as_an_annotation_property(read, triples, value):
    result = read(triples)
    note = owl.AnnotationProperty("http://e/note")
    assert stated(result) == [owl.AnnotationAssertion(note, "http://e/A", value)]
    assert [finding.kind for finding in result.report.findings] == ["repaired"]


def test_undeclared_property_that_axioms_relate_individuals_by_stays_one(read):
    result = read(":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :q ; owl:someValuesFrom :B ] . :i :q :j .")
    i, j = owl.NamedIndividual("http://e/i"), owl.NamedIndividual("http://e/j")
    assert owl.ObjectPropertyAssertion(owl.ObjectProperty("http://e/q"), i, j) in stated(result)


def test_undeclared_parent_of_an_annotation_property(read):
    result = read(":p rdfs:subPropertyOf :q .")
    p = owl.AnnotationProperty("http://e/p")
    assert stated(result) == [owl.AnnotationPropertyAxiom("SubAnnotationPropertyOf", p, "http://e/q")]


def test_annotation_of_an_axiom_that_is_not_stated_is_counted(read):
    axiom = "[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ;"
    result = read(
        f':A rdfs:subClassOf :B . {axiom} owl:annotatedTarget :B ; :p "x" . {axiom} owl:annotatedTarget :C ; :p "y" .'
    )
    (finding,) = result.report.findings
    assert (finding.kind, finding.count) == ("skipped", 1)
    note = owl.Annotation(owl.AnnotationProperty("http://e/p"), owl.Literal("x"))
    assert stated(result) == [owl.SubClassOf(A, B, (note,))]


def test_one_iri_may_name_a_class_and_an_individual(read):
    result = read(":eagle a owl:Class , owl:NamedIndividual , :A ; rdfs:subClassOf :B .")
    eagle = "http://e/eagle"
    assert set(stated(result)) == {
        owl.SubClassOf(owl.Class(eagle), B),
        owl.ClassAssertion(A, owl.NamedIndividual(eagle)),
    }
