"""Proofs: as many as the closure has entailments, every step accepted by the checker, justifications minimal."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.owl.model import (
    OWL_NOTHING,
    Class,
    DisjointClasses,
    EquivalentClasses,
    NamedIndividual,
    ObjectHasValue,
    ObjectIntersectionOf,
    ObjectOneOf,
    ObjectProperty,
    ObjectPropertyAssertion,
    ObjectPropertyChain,
    ObjectPropertyCharacteristic,
    ObjectPropertyRange,
    ObjectSomeValuesFrom,
    Ontology,
    SubClassOf,
    SubObjectPropertyOf,
)
from entailed.reasoning import (
    Inference,
    Proof,
    Rule,
    Subsumption,
    check_proof,
    prove,
    prove_together,
    saturate,
    translate,
)
from reasoning.obvious_reasoner import FRESH, ObviousReasoner
from reasoning.test_against_obvious_reasoner import (
    NAMES,
    ROLES,
    TOP,
    ontologies,
    ontologies_with_individuals,
    random_ontologies,
)

A, B, C, D, E = (Class(f"http://example.org/{letter}") for letter in "ABCDE")
R, S, T, U, V = (ObjectProperty(f"http://example.org/{letter}") for letter in "rstuv")
a, b = (NamedIndividual(f"http://example.org/{letter}") for letter in "ab")
NOTHING = Class(OWL_NOTHING)


@random_ontologies
@given(ontologies, st.sampled_from(NAMES), st.sampled_from(ROLES))
def test_what_is_entailed_has_a_proof_and_nothing_else_has(
    ontology: Ontology, sub: Class, role: ObjectProperty
) -> None:
    inclusions = translate(ontology)
    closure = saturate(inclusions).closure
    if not closure.consistent:
        assert prove(Subsumption(TOP, NOTHING), ontology.axioms) is not None
        return
    number = {iri: n for n, iri in enumerate(inclusions.classes)}
    x = number[sub.iri]
    if closure.unsatisfiable[x]:
        check(Subsumption(sub, NOTHING), ontology, holds=True)
        return
    for sup in NAMES:
        y = number[sup.iri]
        check(Subsumption(sub, sup), ontology, holds=closure.subsumes(y, x))
        holds = closure.has_link(x, inclusions.roles.index(role.iri), y)
        check(Subsumption(sub, ObjectSomeValuesFrom(role, sup)), ontology, holds=holds)


@random_ontologies
@given(ontologies_with_individuals, st.sampled_from(NAMES), st.sampled_from(ROLES))
def test_what_hangs_on_what_individuals_are_has_a_proof_and_nothing_else_has(
    ontology: Ontology, sub: Class, role: ObjectProperty
) -> None:
    obvious = ObviousReasoner(ontology, fresh_in=sub)
    if not obvious.is_satisfiable(FRESH):
        check(Subsumption(sub, NOTHING), ontology, holds=True)
        return
    for sup in NAMES:
        check(Subsumption(sub, sup), ontology, holds=obvious.subsumes(sup, FRESH))
        holds = obvious.has_link(FRESH, role.iri, sup)
        check(Subsumption(sub, ObjectSomeValuesFrom(role, sup)), ontology, holds=holds)


def check(goal: Subsumption, ontology: Ontology, *, holds: bool) -> None:
    proof = prove(goal, ontology.axioms)
    assert (proof is not None) == holds
    if proof is not None:
        assert check_proof(proof, set(ontology.axioms)) is None
        for axiom in proof.axioms:
            rest = [other for other in proof.axioms if other != axiom]
            assert prove(goal, rest) is None, "the justification is not minimal"


LONG_CHAIN = (
    SubClassOf(A, ObjectSomeValuesFrom(R, B)),
    SubClassOf(B, ObjectSomeValuesFrom(S, C)),
    SubClassOf(C, ObjectSomeValuesFrom(T, D)),
    SubObjectPropertyOf(ObjectPropertyChain((R, S, T)), U),
    SubClassOf(D, E),
)


def test_a_chain_of_three_is_proved_in_two_compositions() -> None:
    proof = prove(Subsumption(A, ObjectSomeValuesFrom(U, E)), LONG_CHAIN)
    assert proof is not None
    assert [i.rule for i in proof.inferences].count(Rule.CHAIN) == 2
    assert set(proof.axioms) == set(LONG_CHAIN)
    assert check_proof(proof, LONG_CHAIN) is None


def test_the_justification_holds_no_axiom_that_can_be_done_without() -> None:
    axioms = (SubClassOf(A, B), SubClassOf(B, C), SubClassOf(A, D), SubClassOf(D, C), SubClassOf(A, C))
    proof = prove(Subsumption(A, C), axioms)
    assert proof is not None
    assert proof.axioms == (SubClassOf(A, C),)


def test_unsatisfiability_is_proved_through_a_filler() -> None:
    axioms = (
        SubClassOf(A, ObjectSomeValuesFrom(R, B)),
        SubClassOf(B, C),
        SubClassOf(B, D),
        DisjointClasses((C, D)),
    )
    proof = prove(Subsumption(A, NOTHING), axioms)
    assert proof is not None
    assert set(proof.axioms) == set(axioms)
    assert [i.rule for i in proof.inferences][-2:] == [Rule.DISJOINTNESS, Rule.BOTTOM]


def test_an_equivalence_is_two_proofs_from_one_minimal_set_of_axioms() -> None:
    same = EquivalentClasses((A, B))
    both_ways = (Subsumption(A, B), Subsumption(B, A))
    assert [proof.axioms for proof in prove_together(both_ways, (SubClassOf(A, B), same))] == [(same,), (same,)]
    assert prove_together(both_ways, (SubClassOf(A, B),)) == ()


# {a} and two descriptions of it: A leads to one that is a C, B to one that is a D
TWO_DESCRIPTIONS = (
    SubClassOf(A, ObjectSomeValuesFrom(R, ObjectIntersectionOf((ObjectOneOf((a,)), C)))),
    SubClassOf(B, ObjectSomeValuesFrom(S, ObjectIntersectionOf((ObjectOneOf((a,)), D)))),
)


def test_what_one_description_says_of_an_individual_is_proved_through_another() -> None:
    both = SubClassOf(E, ObjectIntersectionOf((A, B)))
    goal = Subsumption(E, ObjectSomeValuesFrom(R, D))
    proof = prove(goal, (*TWO_DESCRIPTIONS, both))
    assert proof is not None
    assert set(proof.axioms) == {*TWO_DESCRIPTIONS, both}
    assert check_proof(proof, (*TWO_DESCRIPTIONS, both)) is None
    assert prove(Subsumption(A, ObjectSomeValuesFrom(R, D)), (*TWO_DESCRIPTIONS, both)) is None, "B may be empty"


def test_an_individual_that_nothing_leads_to_can_make_a_class_impossible() -> None:
    axioms = (
        SubClassOf(A, ObjectIntersectionOf((ObjectOneOf((a,)), C))),
        ObjectPropertyAssertion(R, b, a),
        SubClassOf(ObjectSomeValuesFrom(R, C), NOTHING),
    )
    proof = prove(Subsumption(A, NOTHING), axioms)
    assert proof is not None
    assert set(proof.axioms) == set(axioms)
    assert check_proof(proof, axioms) is None


def test_an_individual_that_only_stands_as_a_value_exists_too() -> None:
    value = ObjectHasValue(T, NamedIndividual("http://example.org/a"))
    axioms = (
        SubClassOf(value, A),
        SubClassOf(A, NOTHING),
        ObjectPropertyCharacteristic("ReflexiveObjectProperty", T),
    )
    proof = prove(Subsumption(B, NOTHING), axioms)
    assert proof is not None
    assert set(proof.axioms) == set(axioms)
    assert check_proof(proof, axioms) is None


REFLEXIVE_S = (
    ObjectPropertyCharacteristic("ReflexiveObjectProperty", R),
    SubObjectPropertyOf(R, S),
)
"""They make S reflexive too."""
RANGES_BY_REFLEXIVITY = {
    "everything is in the range of what includes a chain of reflexive roles": (
        Subsumption(C, A),
        (REFLEXIVE_S[0], SubObjectPropertyOf(ObjectPropertyChain((R, R)), S), ObjectPropertyRange(S, A)),
    ),
    "the range of a chain's role narrows a link that comes before reflexive roles": (
        Subsumption(A, ObjectSomeValuesFrom(T, D)),
        (
            *REFLEXIVE_S,
            SubClassOf(A, ObjectSomeValuesFrom(T, B)),
            SubObjectPropertyOf(ObjectPropertyChain((T, S, R)), U),
            ObjectPropertyRange(U, C),
            SubClassOf(ObjectIntersectionOf((B, C)), D),
        ),
    ),
    "an inclusion by reflexivity makes a role reflexive that another needs": (
        Subsumption(A, ObjectSomeValuesFrom(U, D)),
        (
            *REFLEXIVE_S,
            SubObjectPropertyOf(ObjectPropertyChain((S, S)), T),
            SubObjectPropertyOf(ObjectPropertyChain((T, U)), V),
            SubClassOf(A, ObjectSomeValuesFrom(U, TOP)),
            ObjectPropertyRange(V, D),
        ),
    ),
}


@pytest.mark.parametrize("what", RANGES_BY_REFLEXIVITY)
def test_a_range_reached_through_reflexive_roles_is_proved(what: str) -> None:
    goal, axioms = RANGES_BY_REFLEXIVITY[what]
    proof = prove(goal, axioms)
    assert proof is not None
    assert set(proof.axioms) == set(axioms)
    assert check_proof(proof, axioms) is None


TO_TAMPER_WITH = [
    *RANGES_BY_REFLEXIVITY.values(),
    (Subsumption(A, ObjectSomeValuesFrom(S, A)), REFLEXIVE_S),
    (Subsumption(A, ObjectSomeValuesFrom(U, E)), LONG_CHAIN),
    (Subsumption(E, ObjectSomeValuesFrom(R, D)), (*TWO_DESCRIPTIONS, SubClassOf(E, ObjectIntersectionOf((A, B))))),
]


def _tampered() -> Iterator[tuple[str, Proof, Inference, Inference]]:
    for goal, axioms in TO_TAMPER_WITH:
        proof = prove(goal, axioms)
        assert proof is not None
        for inference in proof.inferences:
            yield "another conclusion", proof, inference, replace(inference, conclusion=Subsumption(B, A))
            if inference.premises:
                yield "no premises", proof, inference, replace(inference, premises=())
            for axiom in set(inference.axioms):
                others = tuple(other for other in inference.axioms if other != axiom)
                yield "an axiom too few", proof, inference, replace(inference, axioms=others)
            if inference.axioms:
                yield "an axiom nobody told", proof, inference, replace(inference, axioms=(SubClassOf(E, A),))
            if inference.rule is not Rule.REFLEXIVITY:
                yield "another rule", proof, inference, replace(inference, rule=Rule.REFLEXIVITY)


@pytest.mark.parametrize(("how", "proof", "step", "tampered"), list(_tampered()))
def test_a_tampered_proof_is_rejected(how: str, proof: Proof, step: Inference, tampered: Inference) -> None:
    changed = tuple(tampered if inference == step else inference for inference in proof.inferences)
    assert check_proof(replace(proof, inferences=changed), proof.axioms) is not None, how


def test_nothing_but_the_subject_of_the_goal_is_assumed_to_exist() -> None:
    goal, axioms = TO_TAMPER_WITH[-1]
    proof = prove(goal, axioms)
    assert proof is not None
    assert check_proof(proof, axioms) is None
    of_the_individual = Subsumption(ObjectOneOf((a,)), D)
    assert of_the_individual in [inference.conclusion for inference in proof.inferences]
    problem = check_proof(replace(proof, goal=of_the_individual), axioms)
    assert problem is not None
    assert "R⇝ does not give" in problem


def test_a_proof_without_its_last_step_is_rejected() -> None:
    proof = prove(Subsumption(A, ObjectSomeValuesFrom(U, E)), LONG_CHAIN)
    assert proof is not None
    assert check_proof(replace(proof, inferences=proof.inferences[:-1]), LONG_CHAIN) is not None
