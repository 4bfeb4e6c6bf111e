"""Proofs: as many as the closure has entailments, every step accepted by the checker, justifications minimal."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entailed.owl.model import (
    OWL_NOTHING,
    OWL_THING,
    Class,
    DisjointClasses,
    EquivalentClasses,
    ObjectIntersectionOf,
    ObjectProperty,
    ObjectPropertyChain,
    ObjectSomeValuesFrom,
    Ontology,
    SubClassOf,
    SubObjectPropertyOf,
)
from entailed.reasoning import check_proof, prove, saturate, translate
from entailed.reasoning.derivation import Inference, Rule, Subsumption
from reasoning.test_against_obvious_reasoner import NAMES, ROLES, ontologies

A, B, C, D, E = (Class(f"http://example.org/{letter}") for letter in "ABCDE")
R, S, T, U = (ObjectProperty(f"http://example.org/{letter}") for letter in "rstu")
NOTHING = Class(OWL_NOTHING)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ontologies, st.data())
def test_what_is_entailed_has_a_proof_and_nothing_else_has(ontology: Ontology, data: st.DataObject) -> None:
    inclusions = translate(ontology)
    closure = saturate(inclusions).closure
    if not closure.consistent:
        assert prove(Subsumption(Class(OWL_THING), NOTHING), ontology.axioms) is not None
        return
    number = {iri: n for n, iri in enumerate(inclusions.classes)}
    role_number = {iri: n for n, iri in enumerate(inclusions.roles)}
    sub, sup = data.draw(st.sampled_from(NAMES)), data.draw(st.sampled_from(NAMES))
    role = data.draw(st.sampled_from([None, *ROLES]))
    x, y = number[sub.iri], number[sup.iri]
    if closure.unsatisfiable[x]:
        goal, holds = Subsumption(sub, NOTHING), True
    elif role is None:
        goal, holds = Subsumption(sub, sup), closure.subsumes(y, x)
    else:
        goal = Subsumption(sub, ObjectSomeValuesFrom(role, sup))
        holds = closure.has_link(x, role_number[role.iri], y)

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


def test_an_equivalence_is_two_proofs() -> None:
    axioms = (
        EquivalentClasses((A, ObjectIntersectionOf((C, ObjectSomeValuesFrom(R, D))))),
        EquivalentClasses((B, ObjectIntersectionOf((C, ObjectSomeValuesFrom(R, D))))),
    )
    assert prove(Subsumption(A, B), axioms) is not None
    assert prove(Subsumption(B, A), axioms) is not None


def _tampered() -> list[tuple[str, Inference]]:
    proof = prove(Subsumption(A, ObjectSomeValuesFrom(U, E)), LONG_CHAIN)
    assert proof is not None
    found = []
    for inference in proof.inferences:
        found.append(("another conclusion", replace(inference, conclusion=Subsumption(B, A))))
        if inference.premises:
            found.append(("no premises", replace(inference, premises=())))
        if inference.axioms:
            found.append(("no axioms", replace(inference, axioms=())))
            found.append(("an axiom nobody told", replace(inference, axioms=(SubClassOf(E, A),))))
        if inference.rule is not Rule.REFLEXIVITY:
            found.append(("another rule", replace(inference, rule=Rule.REFLEXIVITY)))
    return found


def _is_made_from(step: Inference, inference: Inference) -> bool:
    same_use = (step.rule, step.premises, step.axioms) == (inference.rule, inference.premises, inference.axioms)
    return same_use or step.conclusion == inference.conclusion


@pytest.mark.parametrize(("how", "step"), _tampered())
def test_a_tampered_proof_is_rejected(how: str, step: Inference) -> None:
    proof = prove(Subsumption(A, ObjectSomeValuesFrom(U, E)), LONG_CHAIN)
    assert proof is not None
    changed = tuple(step if _is_made_from(step, i) else i for i in proof.inferences)
    assert changed != proof.inferences
    assert check_proof(replace(proof, inferences=changed), LONG_CHAIN) is not None, how


def test_a_proof_without_its_last_step_is_rejected() -> None:
    proof = prove(Subsumption(A, ObjectSomeValuesFrom(U, E)), LONG_CHAIN)
    assert proof is not None
    assert check_proof(replace(proof, inferences=proof.inferences[:-1]), LONG_CHAIN) is not None
