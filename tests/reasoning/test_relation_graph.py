"""The test ontologies of relation-graph: what is materialised between named classes."""

from pathlib import Path

import pytest

from entailed.owl.model import OWL_THING, Class, SubClassOf
from entailed.owl.reading import read_ontology
from entailed.reasoning import TOP, saturate, translate


@pytest.fixture
def suite(shared: Path) -> Path:
    return shared / "data/suites/relation-graph"


def test_materialised_relations(suite: Path) -> None:
    inclusions = translate(read_ontology(suite / "materialize_test.ofn").ontology)
    closure = saturate(inclusions).closure
    number = {iri.rpartition("#")[2]: n for n, iri in enumerate(inclusions.classes)}

    def holds(subject: str, object_: str) -> bool:
        return closure.has_link(number[subject], 0, number[object_])

    assert all(holds(*pair) for pair in ("AD", "CD", "FB", "EC", "EA"))
    assert not holds("F", "C")


def test_subsumptions_of_a_plain_taxonomy_are_what_its_stated_ones_lead_to(suite: Path) -> None:
    ontology = read_ontology(suite / "apo.owl").ontology
    inclusions = translate(ontology)
    closure = saturate(inclusions).closure
    parents: dict[str, set[str]] = {iri: set() for iri in inclusions.classes}
    for axiom in ontology.axioms:
        if isinstance(axiom, SubClassOf) and isinstance(axiom.sub, Class) and isinstance(axiom.sup, Class):
            parents[axiom.sub.iri].add(axiom.sup.iri)

    def ancestors(iri: str) -> set[str]:
        return {iri}.union(*map(ancestors, parents[iri]))

    for number, iri in list(enumerate(inclusions.classes))[TOP:]:
        assert {inclusions.classes[n] for n in closure.superconcepts(number)} == ancestors(iri) | {OWL_THING}
