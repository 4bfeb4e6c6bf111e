"""Whole files, against counts of their text and against each other."""

import gzip
import re
from pathlib import Path

import pytest

from entailed.owl import Ontology, read_ontology
from entailed.owl import model as owl

pytestmark = pytest.mark.shared


def counted(text: str, pattern: str) -> int:
    return len(re.findall(pattern, text, re.MULTILINE))


def is_a(ontology: Ontology) -> set[tuple[owl.Class, owl.Class]]:
    return {
        (axiom.sub, axiom.sup)
        for axiom in ontology.axioms
        if isinstance(axiom, owl.SubClassOf) and isinstance(axiom.sub, owl.Class) and isinstance(axiom.sup, owl.Class)
    }


def existentials(ontology: Ontology) -> set[tuple[owl.Class, owl.ObjectSomeValuesFrom]]:
    return {
        (axiom.sub, axiom.sup)
        for axiom in ontology.axioms
        if isinstance(axiom, owl.SubClassOf) and isinstance(axiom.sup, owl.ObjectSomeValuesFrom)
    }


def logical(ontology: Ontology) -> set[owl.Axiom]:
    about_names = owl.Declaration | owl.AnnotationAssertion | owl.AnnotationPropertyAxiom
    return {axiom for axiom in ontology.axioms if not isinstance(axiom, about_names)}


def test_gene_ontology_keeps_every_line(shared: Path):
    path = shared / "data/ontologies/go-2019-01-27.obo.gz"
    text = gzip.decompress(path.read_bytes()).decode()
    ontology, report = read_ontology(path)
    assert report.findings == ()
    assert report.classes == counted(text, r"^\[Term\]")
    assert report.object_properties == counted(text, r"^\[Typedef\]") - counted(text, "^is_metadata_tag: true")
    terms_only = text[: text.index("[Typedef]")]
    assert len(is_a(ontology)) == counted(terms_only, "^is_a: ")
    assert len(existentials(ontology)) == counted(text, "^relationship: ") - counted(
        text, "^relationship: never_in_taxon"
    )
    assert report.axioms["EquivalentClasses"] == len(re.findall(r"(?:^intersection_of: .*\n)+", text, re.MULTILINE))
    synonyms = sum(
        isinstance(axiom, owl.AnnotationAssertion) and axiom.property.iri.endswith("Synonym")
        for axiom in ontology.axioms
    )
    assert synonyms == counted(text, "^synonym: ")


def test_formats_of_one_ontology_agree(shared: Path):
    folder = shared / "data/ontologies/go-nucleus"
    obo, functional, rdf = (read_ontology(folder / f"go-nucleus.{suffix}").ontology for suffix in ("obo", "ofn", "owl"))
    assert is_a(obo) == is_a(functional) == is_a(rdf)
    assert existentials(obo) == existentials(functional) == existentials(rdf)
    assert logical(obo) == logical(functional)
    # Three annotated axioms of the RDF/XML file repeat a blank node in place of sharing it.
    assert len(logical(functional) - logical(rdf)) == 3


@pytest.mark.parametrize(
    "name",
    [
        "uberon_import.obo.gz",
        "cl-edit-2026.owl",
        "blood_and_immune_upper_slim.owl",
        "so.owl",
        "pato-base.owl",
        "ro.owl",
        "foodon/foodon_core-2019-04-23.owl",
        "foodon/robot_wine.ofn",
    ],
)
def test_published_file_is_read(shared: Path, name: str):
    report = read_ontology(shared / "data/ontologies" / name).report
    assert report.classes > 50
    assert {finding.kind for finding in report.findings} <= {"unresolved", "repaired", "skipped"}
