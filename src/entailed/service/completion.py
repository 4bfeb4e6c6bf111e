"""Incomplete verdicts completed: the module goes to a reasoner for the whole of OWL 2 DL."""

from dataclasses import replace

from entailed.owl import model as owl
from entailed.reasoning.dl_check import DLOutcome, check
from entailed.reasoning.dl_engines import Engine, HermiT
from entailed.service.opened_index import OpenedIndex
from entailed.service.proving import mappings_among
from entailed.service.results import IS_A, AskResult, Verdict


def complete(index: OpenedIndex, result: AskResult, *, engine: Engine | None, timeout_s: float) -> AskResult:
    """The same verdict where it was complete; otherwise that of a DL reasoner on the subject's ⊥-module.

    A verdict stays incomplete where the engine gives none in time, or has been seen to err on constructs of the module;
    a notice says so.

    Raises:
        DLCheckError: The module is too large, or the engine is not installed.
    """
    if not (result.incomplete and result.subject and result.relation and result.object):
        return result
    sub, sup = owl.Class(result.subject.entity.iri), owl.Class(result.object.entity.iri)
    module = index.axioms.module([sub.iri, sup.iri, result.relation.entity.iri])
    if not module.left_out:  # the mark of an ASK is coarser than the module
        return replace(result, incomplete=False)
    goal: owl.ClassExpression = sup
    if result.relation.entity != IS_A:
        goal = owl.ObjectSomeValuesFrom(owl.ObjectProperty(result.relation.entity.iri), sup)
    wanted = owl.SubClassOf(sub, goal)
    outcome = check(module.axioms, goal=wanted, engine=engine, max_justifications=0, timeout_s=timeout_s)
    if outcome.doubts and engine is None and HermiT.is_installed():
        outcome = check(module.axioms, goal=wanted, engine=HermiT(), max_justifications=0, timeout_s=timeout_s)
    if outcome.entailed is None or outcome.doubts:
        return replace(result, notices=(*result.notices, _why_not(outcome)))
    mapped = mappings_among(index, module.axioms) if outcome.entailed else ()
    if mapped:
        told = [axiom for axiom in module.axioms if not index.mappings_stating(axiom)]
        alone = check(told, goal=wanted, engine=engine, max_justifications=0, timeout_s=timeout_s)
        mapped = () if alone.entailed and not alone.doubts else mapped
    return replace(
        result,
        with_mappings=bool(mapped),
        rests_on=mapped,
        verdict=Verdict.ENTAILED if outcome.entailed else Verdict.NOT_ENTAILED,
        incomplete=False,
        decided_by=outcome.engine,
    )


def _why_not(outcome: DLOutcome) -> str:
    if outcome.doubts:
        said = {True: "says it is entailed", False: "says it is not entailed", None: "has no verdict"}[outcome.entailed]
        return (
            f"{outcome.engine} {said}, which is not relied on: {'; '.join(outcome.doubts)}. "
            "With the extra `oracle` installed, HermiT is asked as well."
        )
    return f"{outcome.engine} could not decide it: {outcome.undecided or 'the axioms contradict each other'}"
