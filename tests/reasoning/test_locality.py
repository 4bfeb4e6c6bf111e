"""⊥-locality: the module of a class says about it what the whole ontology says, and the guards are what they claim."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entailed.owl.model import (
    OWL_NOTHING,
    Axiom,
    Class,
    InverseObjectProperties,
    ObjectAllValuesFrom,
    ObjectIntersectionOf,
    ObjectProperty,
    ObjectPropertyCharacteristic,
    ObjectSomeValuesFrom,
    ObjectUnionOf,
    Ontology,
    SubClassOf,
)
from entailed.owl.signature import entities
from entailed.reasoning import saturate, translate
from entailed.reasoning.locality import local_guard
from reasoning.test_against_obvious_reasoner import NAMES, ROLES, ontologies

A, B, C = (Class(f"http://example.org/{letter}") for letter in "ABC")
R, S = (ObjectProperty(f"http://example.org/{letter}") for letter in "rs")


def guard(axiom: Axiom, *names: str) -> frozenset[str] | None:
    return local_guard(axiom, {f"http://example.org/{name}" for name in names}, lambda name: 1)


def local(*names: str) -> frozenset[str]:
    return frozenset(f"http://example.org/{name}" for name in names)


def test_an_inclusion_waits_for_its_left_side() -> None:
    assert guard(SubClassOf(A, B)) == local("A")
    assert guard(SubClassOf(A, B), "B") == local("A")
    assert guard(SubClassOf(A, B), "A") is None
    left = ObjectIntersectionOf((A, ObjectSomeValuesFrom(R, B)))
    assert guard(SubClassOf(left, C), "A", "r") == local("B")
    assert guard(SubClassOf(left, C), "A", "B", "r") is None


def test_a_union_on_the_left_waits_for_any_of_its_parts() -> None:
    assert guard(SubClassOf(ObjectUnionOf((A, B)), C)) == local("A", "B")


def test_a_universal_on_the_left_is_never_local_and_one_on_the_right_waits_for_its_role() -> None:
    assert guard(SubClassOf(ObjectAllValuesFrom(R, A), B)) is None
    assert guard(SubClassOf(A, ObjectAllValuesFrom(R, B)), "A") == local("r")


def test_inverse_roles_wait_for_either_and_reflexivity_for_nothing() -> None:
    assert guard(InverseObjectProperties(R, S)) == local("r", "s")
    assert guard(ObjectPropertyCharacteristic("ReflexiveObjectProperty", R)) is None
    assert guard(ObjectPropertyCharacteristic("FunctionalObjectProperty", R)) == local("r")


def module(axioms: tuple[Axiom, ...], name: str) -> tuple[Axiom, ...]:
    names = {name}
    found: set[Axiom] = set()
    while new := [a for a in axioms if a not in found and local_guard(a, names, lambda name: 1) is None]:
        found |= set(new)
        names |= {e.iri for axiom in new for e in entities(axiom)}
    return tuple(axiom for axiom in axioms if axiom in found)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ontologies, st.sampled_from(NAMES))
def test_a_module_says_of_its_class_what_the_ontology_says(ontology: Ontology, subject: Class) -> None:
    entailed = []
    declarations = ontology.axioms[: len(NAMES) + len(ROLES)]
    for axioms in (ontology.axioms, (*declarations, *module(ontology.axioms, subject.iri))):
        inclusions = translate(Ontology(iri=None, axioms=axioms))
        closure = saturate(inclusions).closure
        number = {iri: n for n, iri in enumerate(inclusions.classes)}
        role = {iri: n for n, iri in enumerate(inclusions.roles)}
        x = number[subject.iri]
        if not closure.consistent or closure.subsumes(number[OWL_NOTHING], x):
            entailed.append(None)
            continue
        entailed.append(
            (
                {b for b in NAMES if closure.subsumes(number[b.iri], x)},
                {(r, b) for r in ROLES for b in NAMES if closure.has_link(x, role[r.iri], number[b.iri])},
            )
        )
    assert entailed[0] == entailed[1]
