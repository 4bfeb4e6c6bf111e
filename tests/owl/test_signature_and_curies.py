import doctest

import pytest

from entailed.owl import Curies, Ontology, curies, signature
from entailed.owl import model as owl

A, B, C = (owl.Class(f"http://e/{name}") for name in "ABC")
R, S = owl.ObjectProperty("http://e/r"), owl.ObjectProperty("http://e/s")


def test_signature_holds_everything_mentioned_in_the_order_of_first_mention():
    note, parent = owl.AnnotationProperty("http://e/note"), owl.AnnotationProperty("http://e/parent")
    individual, integer = owl.NamedIndividual("http://e/i"), owl.Datatype("http://e/integer")
    data_property = owl.DataProperty("http://e/d")
    ontology = Ontology(
        iri=None,
        axioms=(
            owl.SubClassOf(
                B, owl.ObjectSomeValuesFrom(S, owl.ObjectIntersectionOf((C, owl.ObjectOneOf((individual,)))))
            ),
            owl.Declaration(A),
            owl.SubObjectPropertyOf(owl.ObjectPropertyChain((owl.ObjectInverseOf(R), S)), S),
            owl.DataPropertyAxiom("DataPropertyRange", (data_property, integer)),
            owl.AnnotationAssertion(note, A.iri, owl.Literal("x"), (owl.Annotation(parent, owl.Literal("y")),)),
        ),
    )
    found = signature(ontology)
    assert found.classes == (B, C, A)
    assert found.object_properties == (S, R)
    assert found.data_properties == (data_property,)
    assert found.datatypes == (integer,)
    assert found.individuals == (individual,)
    assert found.annotation_properties == (note, parent)


def test_signature_holds_the_parents_of_annotation_properties():
    note = owl.AnnotationProperty("http://e/note")
    axiom = owl.AnnotationPropertyAxiom("SubAnnotationPropertyOf", note, "http://e/parent")
    found = signature(Ontology(iri=None, axioms=(axiom,)))
    assert found.annotation_properties == (note, owl.AnnotationProperty("http://e/parent"))


CURIES = Curies([("", "http://e/"), ("ex", "http://example.org/"), ("deep", "http://example.org/deep#")])


@pytest.mark.parametrize(
    ("iri", "curie"),
    [
        ("http://purl.obolibrary.org/obo/GO_0005739", "GO:0005739"),
        ("http://purl.obolibrary.org/obo/NCBITaxon_9606", "NCBITaxon:9606"),
        ("http://www.geneontology.org/formats/oboInOwl#hasDbXref", "oboInOwl:hasDbXref"),
        ("http://example.org/a", "ex:a"),
        ("http://example.org/deep#a", "deep:a"),
    ],
)
def test_curie_and_iri_stand_for_each_other(iri, curie):
    assert CURIES.curie(iri) == curie
    assert CURIES.expand(curie) == iri


@pytest.mark.parametrize("iri", ["http://e/a", "http://example.org/a/b", "http://example.org/", "urn:x"])
def test_iri_without_a_curie(iri):
    assert CURIES.curie(iri) is None


@pytest.mark.parametrize("text", ["nucleus", "cell nucleus", "GO:", ":a", "GO:1 2", ""])
def test_text_that_is_no_curie(text):
    assert CURIES.expand(text) is None


def test_prefix_of_the_ontology_goes_before_the_obo_reading():
    ontology = Ontology(iri=None, prefixes=(("GO", "http://example.org/go/"),))
    assert Curies.of(ontology).expand("GO:1") == "http://example.org/go/1"


def test_examples_in_docstrings():
    outcome = doctest.testmod(curies)
    assert outcome.attempted >= 8
    assert outcome.failed == 0
