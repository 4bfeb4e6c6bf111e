"""What RDF graphs say as axioms, and that whatever of them is left out is counted."""

import re

import pytest

from entailed.owl import ReadResult, read_ontology
from entailed.owl import model as owl
from entailed.owl.functional_syntax import write_ontology

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
def test_axioms_with_a_node_of_their_own_and_definitions_of_owl_1(read, triples, axioms):
    result = read(triples)
    assert stated(result) == axioms
    assert result.report.findings == ()


def test_definition_of_an_undeclared_class_is_read(read):
    result = read(":X owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :A :B ) ] .")
    assert stated(result) == [owl.EquivalentClasses((owl.Class("http://e/X"), owl.ObjectIntersectionOf((A, B))))]
    assert result.report.findings == ()


@pytest.mark.parametrize(
    ("triples", "reason"),
    [
        ("_:l rdf:first :B ; rdf:rest _:l . :A owl:equivalentClass [ owl:unionOf _:l ] .", "a list runs into itself"),
        (":A owl:equivalentClass [ owl:unionOf [ rdf:first :B ] ] .", "no objects of <[^>]*rest>"),
        ("_:x owl:complementOf _:x . :A rdfs:subClassOf _:x .", "an expression is part of itself"),
        (":A rdfs:subClassOf [ a owl:Class ] .", "a blank node stands for no expression"),
        (":A rdfs:subClassOf [ owl:unionOf ( :B ) ; owl:complementOf :C ] .", "or for several"),
        (":A rdfs:subClassOf [ owl:someValuesFrom :B ] .", "no objects of <[^>]*onProperty>"),
        (":A rdfs:subClassOf [ owl:onProperty :r , :s ; owl:someValuesFrom :B ] .", "2 objects of <[^>]*onProperty>"),
        (':A rdfs:subClassOf [ owl:onProperty :r ; owl:minCardinality "many" ] .', "`many` stands where a number"),
        (':A rdfs:subClassOf "B" .', "a literal stands where a name should"),
        (":i :d :j .", "a name stands where a literal should"),
        (":A owl:sameClassAs :B .", "it has no meaning there"),
        ('[ owl:complementOf :A ] :p "x" .', "it is about an expression"),
        ("[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :i ; owl:targetIndividual :j .", "no objects of"),
        (':i :r :j . [] owl:annotatedSource :i ; :p "x" .', "annotations of an axiom that cannot be read"),
    ],
)
def test_what_cannot_be_read_is_counted_and_costs_nothing_else(read, triples, reason):
    result = read(f"@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . :C rdfs:subClassOf :B . {triples}")
    assert owl.SubClassOf(C, B) in stated(result)
    assert re.search(reason, " ".join(f.message for f in result.report.findings if f.kind == "skipped"))


def test_an_expression_that_no_axiom_refers_to_is_counted(read):
    (finding,) = read("[] owl:complementOf :A . [] owl:unionOf ( :A :B ) .").report.findings
    assert (finding.kind, finding.count) == ("skipped", 4)


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


def test_annotation_of_an_axiom_whose_expression_is_repeated(read):
    expression = "[ a owl:Restriction ; owl:onProperty :r ; owl:someValuesFrom :B ]"
    result = read(
        f"""[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ;
            owl:annotatedTarget {expression} ; :p "x" . :A rdfs:subClassOf {expression} ."""
    )
    note = owl.Annotation(owl.AnnotationProperty("http://e/p"), owl.Literal("x"))
    assert stated(result) == [owl.SubClassOf(A, owl.ObjectSomeValuesFrom(R, B), (note,))]
    assert result.report.findings == ()


def test_annotated_disjointness_of_several_classes(read):
    (axiom,) = stated(read('[] a owl:AllDisjointClasses ; owl:members ( :A :B :C ) ; :p "x" .'))
    assert axiom == owl.DisjointClasses(
        (A, B, C), (owl.Annotation(owl.AnnotationProperty("http://e/p"), owl.Literal("x")),)
    )


def test_rule_is_kept_as_text(read):
    (rule,) = stated(
        read(
            """@prefix swrl: <http://www.w3.org/2003/11/swrl#> . :x a swrl:Variable . [] a swrl:Imp ;
            swrl:body ( [ a swrl:IndividualPropertyAtom ; swrl:propertyPredicate :r ;
                swrl:argument1 :x ; swrl:argument2 :i ] ) ;
            swrl:head ( [ a swrl:ClassAtom ; swrl:classPredicate :A ; swrl:argument1 :x ] ) ."""
        )
    )
    assert rule == owl.SwrlRule(
        "DLSafeRule(Body(ObjectPropertyAtom(<http://e/r> Variable(<http://e/x>) <http://e/i>))"
        "Head(ClassAtom(<http://e/A> Variable(<http://e/x>))))"
    )


SWRL = "@prefix swrl: <http://www.w3.org/2003/11/swrl#> . :x a swrl:Variable . "
RULE = SWRL + "[] a swrl:Imp ; swrl:body ( {} ) ; swrl:head ( [ a swrl:ClassAtom ; swrl:classPredicate :A ; {} ] ) ."


@pytest.mark.parametrize(
    "atom",
    [
        '[ a swrl:DatavaluedPropertyAtom ; swrl:propertyPredicate "d" ; swrl:argument1 :x ; swrl:argument2 1 ]',
        '[ a swrl:IndividualPropertyAtom ; swrl:propertyPredicate "r" ; swrl:argument1 :x ; swrl:argument2 :i ]',
        '[ a swrl:BuiltinAtom ; swrl:builtin "greater" ; swrl:arguments ( :x 1 ) ]',
        "[ a swrl:BuiltinAtom ; swrl:builtin [] ; swrl:arguments ( :x 1 ) ]",
        "[ a swrl:IndividualPropertyAtom ; swrl:propertyPredicate :r ; swrl:argument1 :x ]",
        "[ a swrl:SameIndividualAtom ; swrl:argument1 :x ]",
        "[ a swrl:ClassAtom ; swrl:classPredicate :A ]",
    ],
)
def test_rule_with_an_atom_that_is_none_is_counted_and_left_out(read, atom):
    result = read(RULE.format(atom, "swrl:argument1 :x"))
    assert not [axiom for axiom in result.ontology.axioms if isinstance(axiom, owl.SwrlRule)]
    assert any(finding.kind == "skipped" for finding in result.report.findings)


def test_anonymous_individuals_of_a_rule_are_written_and_read_back(read, tmp_path):
    atom = "[ a swrl:DatavaluedPropertyAtom ; swrl:propertyPredicate :d ; swrl:argument1 [] ; swrl:argument2 1 ] "
    atom += "[ a swrl:BuiltinAtom ; swrl:builtin :greater ; swrl:arguments ( 1 2 ) ]"
    result = read(RULE.format(atom, "swrl:argument1 []"))
    rules = [axiom for axiom in result.ontology.axioms if isinstance(axiom, owl.SwrlRule)]
    assert "_:b" in rules[0].text
    path = tmp_path / "written.ofn"
    with path.open("w", encoding="utf-8") as file:
        write_ontology(result.ontology, file)
    assert [axiom for axiom in read_ontology(path).ontology.axioms if isinstance(axiom, owl.SwrlRule)] == rules


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ('owl:imports "http://e/other"', "an object of <http://www.w3.org/2002/07/owl#imports> that is no IRI"),
        ("owl:imports []", "an object of <http://www.w3.org/2002/07/owl#imports> that is no IRI"),
        ('owl:versionIRI "1"', "an object of <http://www.w3.org/2002/07/owl#versionIRI> that is no IRI"),
        ("owl:versionIRI :v2", "a version IRI of the ontology after its first"),
        ("a owl:Class", "a type of the ontology other than owl:Ontology"),
    ],
)
def test_what_an_ontology_cannot_have_is_counted(read, statement, message):
    result = read(f"<http://e/o> owl:versionIRI :v1 ; owl:versionIRI :v1 ; a owl:Ontology ; {statement} .")
    assert (result.ontology.version_iri, result.ontology.imports) == ("http://e/v1", ())
    assert [(finding.kind, finding.message, finding.count) for finding in result.report.findings] == [
        ("skipped", message, 1)
    ]


def test_one_iri_may_name_a_class_and_an_individual(read):
    result = read(":eagle a owl:Class , owl:NamedIndividual , :A ; rdfs:subClassOf :B .")
    eagle = "http://e/eagle"
    assert set(stated(result)) == {
        owl.SubClassOf(owl.Class(eagle), B),
        owl.ClassAssertion(A, owl.NamedIndividual(eagle)),
    }
