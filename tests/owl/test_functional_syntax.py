"""Functional syntax: what is written is read back as it was."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.errors import WriteError
from entailed.owl import model as owl
from entailed.owl.functional_syntax import axiom_text, write_ontology
from entailed.owl.reading import read_ontology
from entailed.owl.report import ReadReport
from owl.owl_values import XSD, annotations, axioms

PREFIXES = (("", "http://example.org/"), ("xsd", XSD))


def read_back(ontology: owl.Ontology) -> tuple[owl.Ontology, ReadReport]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "written.ofn"
        with path.open("w", encoding="utf-8", newline="") as file:
            write_ontology(ontology, file)
        return read_ontology(path)


@settings(max_examples=300, deadline=None)
@given(st.lists(axioms, max_size=6), st.lists(annotations, max_size=1), st.sampled_from([(), PREFIXES]))
def test_reading_what_was_written_gives_the_same_axioms(listed, about, prefixes) -> None:
    ontology = owl.Ontology(
        iri="http://example.org/o", annotations=tuple(about), axioms=tuple(listed), prefixes=prefixes
    )
    read, report = read_back(ontology)
    assert set(read.axioms) == set(listed)
    assert read.annotations == ontology.annotations
    assert report.findings == ()


def test_whole_document_keeps_its_names_and_imports() -> None:
    ontology = owl.Ontology(
        iri="http://example.org/o",
        version_iri="http://example.org/o/1",
        imports=("http://example.org/imported",),
        prefixes=PREFIXES,
    )
    read, _ = read_back(ontology)
    assert read == ontology


def test_data_cardinality_without_a_range_comes_back_without() -> None:
    age = owl.DataProperty("http://example.org/age")
    axiom = owl.SubClassOf(owl.Class("http://example.org/C"), owl.DataMaxCardinality(1, age))
    assert axiom_text(axiom, PREFIXES) == "SubClassOf(:C DataMaxCardinality(1 :age))"
    read, _ = read_back(owl.Ontology(iri=None, axioms=(axiom,)))
    assert read.axioms == (axiom,)


def test_inverse_in_inverse_object_properties() -> None:
    eats, feeds = owl.ObjectProperty("urn:x:eats"), owl.ObjectProperty("urn:x:feeds")
    axiom = owl.InverseObjectProperties(eats, owl.ObjectInverseOf(feeds))
    assert axiom_text(axiom, [("x", "urn:x:")]) == "InverseObjectProperties(x:eats ObjectInverseOf(x:feeds))"
    read, _ = read_back(owl.Ontology(iri=None, axioms=(axiom,)))
    assert read.axioms == (axiom,)


def test_rule_is_written_as_it_was_read_with_its_annotations() -> None:
    text = "DLSafeRule(Body(ClassAtom(<urn:x:A> Variable(<urn:x:v>)))Head(ClassAtom(<urn:x:B> Variable(<urn:x:v>))))"
    note = owl.Annotation(owl.AnnotationProperty("urn:x:note"), owl.Literal("why"))
    for rule in (owl.SwrlRule(text), owl.SwrlRule(text, (note,))):
        read, _ = read_back(owl.Ontology(iri=None, axioms=(rule,)))
        assert read.axioms == (rule,)


def test_longest_namespace_wins_and_only_plain_local_names_are_abbreviated() -> None:
    prefixes = [("x", "urn:x:"), ("xy", "urn:x:y:")]
    for iri, written in (
        ("urn:x:y:a", "xy:a"),
        ("urn:x:a", "x:a"),
        ("urn:x:9", "<urn:x:9>"),
        ("urn:x:a/b", "<urn:x:a/b>"),
        ("urn:x:", "<urn:x:>"),
        ("urn:z:a", "<urn:z:a>"),
    ):
        assert axiom_text(owl.Declaration(owl.Class(iri)), prefixes) == f"Declaration(Class({written}))"


@pytest.mark.parametrize("iri", ["urn:x:two words", "urn:x:a>b", 'urn:x:"', "urn:x:a\nb", "urn:x:{a}"])
def test_what_is_not_an_iri_is_refused(iri: str) -> None:
    with pytest.raises(WriteError, match=r"is not an IRI.*Percent-encode"):
        axiom_text(owl.Declaration(owl.Class(iri)))
