"""Constructs of OBO beside the OWL that another converter made of them: every pair of the suite.

Axioms are compared as a set, after one normalisation: declarations are left out, since the converter declares
everything that a document mentions and this reader what has a frame. Annotations of the ontology, its IRI and its
version IRI are compared as they are.
"""

from pathlib import Path

import pytest

from entailed.owl import Ontology, read_ontology
from entailed.owl import model as owl

pytestmark = pytest.mark.shared

DIFFERENT = {
    "alt_id": "an alternative identifier redirects; the converter makes an obsolete class of it",
    "gci-is-a": "the converter states without its condition what holds under a condition",
    "gci-relation": "the converter states without its condition what holds under a condition",
    "typedef-is_a-metadata": "the converter leaves out what the pair is about, and says so (`unstable`)",
}
"""Pairs whose expected OWL is not what the specification says, with the reason."""

FAULTY = [
    "expansion-conflict-main-idspace",
    "invalid-intersection_of-single-element",
    "invalid-name-duplicate",
    "invalid-owl-axioms-owl-syntax",
    "prefixes-conflict-main-idspace",
    "synonym-without-scope",
]
"""Documents that are wrong on purpose and have no counterpart."""

NAMES = """
    alt_id broad_synonym comment consider consider-annotated created_by created_by-annotated creation_date
    creation_date-annotated default-namespace definition definition-annotated definition-xref disjoint_from
    disjoint_from-annotated equivalent_to equivalent_to-annotated exact_synonym gci-is-a gci-relation
    intersection_of-genus-differentia intersection_of-genus-differentia-annotated intersection_of-genus-pair is_a
    is_a-annotated is_a-annotated-prefix is_anti_symmetric is_cyclic is_functional is_inverse_functional is_symmetric
    is_transitive name name-annotated namespace narrow_synonym obsolete obsolete-annotated owl-axioms-ObjectInverseOf
    prefixes prefixes-conflict-oio prefixes-conflict-skos prefixes-created_by prefixes-xref property_value-anyURI
    property_value-float property_value-id-tag property_value-object property_value-object-annotated
    property_value-skos-object property_value-string property_value-string-annotated related_synonym relationship
    relationship-annotated relationship-non-logical relationship-skos-object replaced_by replaced_by-annotated
    skos-xref-duplicate subset subset-annotated synonym-with-multiple_xrefs synonym-with-scope-and-xref
    synonym-with-type synonym-with-xref synonymtypedef-definition typedef-declaration typedef-def typedef-domain
    typedef-inverse_of typedef-is_a typedef-is_a-metadata typedef-is_class_level typedef-is_metadata_tag
    typedef-is_metadata_tag-is_class_level typedef-name typedef-range typedef-transitive_over typedef-xref
    typedef-xref-anyiri typedef-xref-anyiri-ann typedef-xref-ro union_of union_of-annotated xref xref-annotated
"""
PAIRS = NAMES.split()


@pytest.fixture
def suite(shared: Path) -> Path:
    return shared / "data/suites/obo-to-owl"


def stated(ontology: Ontology) -> tuple[object, ...]:
    axioms = {axiom for axiom in ontology.axioms if not isinstance(axiom, owl.Declaration)}
    return ontology.iri, ontology.version_iri, set(ontology.annotations), axioms


def test_every_document_of_the_suite_is_listed(suite: Path):
    assert sorted(PAIRS + FAULTY) == sorted(path.name for path in suite.iterdir() if path.is_dir())
    assert len(PAIRS) == 87


@pytest.mark.parametrize("name", PAIRS)
def test_document_is_what_the_converter_makes_of_it(suite: Path, name: str):
    ours = read_ontology(suite / name / f"{name}.obo")
    expected = read_ontology(suite / name / f"{name}.expected.ofn").ontology
    assert ours.report.findings == ()
    assert (stated(ours.ontology) == stated(expected)) == (name not in DIFFERENT)


@pytest.mark.parametrize("name", FAULTY)
def test_faulty_document_is_read_with_a_finding(suite: Path, name: str):
    path = suite / name / f"{name}.obo"
    (finding,) = read_ontology(path).report.findings
    assert finding.line is not None
