"""The gold reasoner against the two others: the obvious one on random ontologies, the service's on real ones.

`ENTAILED_RANDOM_ONTOLOGIES` sets how many random ones are tried.
"""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entailed.benchmark.gold import GoldReasoner
from entailed.benchmark.gold_taxonomy import GoldTaxonomy
from entailed.errors import InconsistentOntologyError
from entailed.owl import Ontology, read_ontology
from entailed.owl.model import (
    Class,
    ClassAssertion,
    Declaration,
    DisjointClasses,
    NamedIndividual,
    ObjectPropertyCharacteristic,
    ObjectPropertyRange,
    ObjectSomeValuesFrom,
    SubClassOf,
    SubObjectPropertyOf,
)
from entailed.reasoning import TOP, saturate, translate
from reasoning.obvious_reasoner import ObviousReasoner
from reasoning.test_against_obvious_reasoner import NAMES, ROLES, class_axioms, role_axioms


@settings(
    max_examples=int(os.environ.get("ENTAILED_RANDOM_ONTOLOGIES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.lists(class_axioms, max_size=8), st.lists(role_axioms, max_size=3))
def test_it_agrees_with_the_obvious_reasoner(of_classes, of_roles) -> None:
    declared = [Declaration(entity) for entity in (*NAMES, *ROLES)]
    ontology = Ontology(iri=None, axioms=(*declared, *of_classes, *of_roles))
    obvious = ObviousReasoner(ontology)
    try:
        gold = GoldReasoner(ontology)
    except InconsistentOntologyError:
        assert not obvious.is_satisfiable(Class("http://www.w3.org/2002/07/owl#Thing"))
        return
    satisfiable = {c.iri for c in NAMES if obvious.is_satisfiable(c)}
    assert set(gold.classes) == satisfiable
    for a in (c for c in NAMES if c.iri in satisfiable):
        assert gold.superclasses(a.iri) == {b.iri for b in NAMES if obvious.subsumes(b, a)}
        for r in ROLES:
            linked = {b.iri for b in NAMES if obvious.has_link(a, r.iri, b)}
            assert {b.iri for b in NAMES if gold.entails(a.iri, r.iri, b.iri)} == linked
            assert {b.iri for b in NAMES if a.iri in gold.having(r.iri, b.iri)} == linked


def test_a_range_may_speak_of_its_own_relation() -> None:
    a, r = Class("http://example.org/A"), ROLES[0]
    anything = ObjectSomeValuesFrom(r, Class("http://www.w3.org/2002/07/owl#Thing"))
    gold = GoldReasoner(
        Ontology(iri=None, axioms=(SubClassOf(a, ObjectSomeValuesFrom(r, a)), ObjectPropertyRange(r, anything)))
    )
    assert gold.entails(a.iri, r.iri, a.iri)


@pytest.mark.parametrize("name", ["go-nucleus/go-nucleus.obo", "foodon/foodon_core-2019-04-23.owl", "so.owl"])
def test_it_agrees_with_the_closure_of_published_ontologies(shared: Path, name: str) -> None:
    ontology = read_ontology(shared / "data/ontologies" / name).ontology
    inclusions = translate(ontology)
    closure = saturate(inclusions).closure
    names = inclusions.classes
    gold = GoldReasoner(ontology)
    taxonomy = GoldTaxonomy(gold)
    for number in range(TOP + 1, len(names)):
        if closure.unsatisfiable[number]:
            assert names[number] in gold.unsatisfiable
            continue
        above = {names[n] for n in closure.superconcepts(number) if n != TOP}
        assert gold.superclasses(names[number]) == above
        direct = {int(n) for n in closure.direct_superconcepts(number) if n != TOP}
        members = {int(m) for n in direct for m in closure.equivalents(n)} | direct
        assert set(taxonomy.parents(names[number])) == {names[n] for n in members}
    for role, relation in enumerate(inclusions.roles):
        for filler in range(TOP + 1, len(names), 7):
            having = {names[n] for n in closure.sources(role, filler) if n > TOP}
            if relation != "http://www.w3.org/2002/07/owl#topObjectProperty":  # in which nothing can be asked
                assert gold.having(relation, names[filler]) == having


def test_a_group_is_looked_through() -> None:
    a, b = Class("urn:A"), Class("urn:B")
    group, r = ROLES[:2]
    grouped = SubClassOf(a, ObjectSomeValuesFrom(group, ObjectSomeValuesFrom(r, b)))
    ontology = Ontology(iri=None, axioms=(grouped,))
    assert GoldReasoner(ontology, [group.iri]).entails(a.iri, r.iri, b.iri)
    assert GoldReasoner(ontology, [group.iri]).having(r.iri, b.iri) == {a.iri}
    assert not GoldReasoner(ontology).entails(a.iri, r.iri, b.iri)


def test_conditions_imply_each_other_by_filler_relation_and_chain() -> None:
    a, b, c = NAMES[:3]
    r, s = ROLES[:2]
    ontology = Ontology(
        iri=None,
        axioms=(
            SubClassOf(a, b),
            SubObjectPropertyOf(r, s),
            SubClassOf(b, ObjectSomeValuesFrom(r, c)),
            ObjectPropertyCharacteristic("TransitiveObjectProperty", r),
        ),
    )
    gold = GoldReasoner(ontology)
    assert gold.implies((r.iri, a.iri), (r.iri, b.iri))
    assert gold.implies((r.iri, a.iri), (s.iri, a.iri))
    assert gold.implies((r.iri, a.iri), (r.iri, c.iri))
    assert not gold.implies((r.iri, b.iri), (r.iri, a.iri))
    assert not gold.implies((s.iri, a.iri), (s.iri, c.iri))


def test_individuals_that_contradict_each_other_are_an_error() -> None:
    a, b = Class("urn:A"), Class("urn:B")
    axioms = (DisjointClasses((a, b)), *(ClassAssertion(c, NamedIndividual("urn:i")) for c in (a, b)))
    with pytest.raises(InconsistentOntologyError):
        GoldReasoner(Ontology(iri=None, axioms=axioms))
