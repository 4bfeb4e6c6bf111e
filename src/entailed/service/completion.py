"""Incomplete verdicts completed: the module goes to a reasoner for the whole of OWL 2 DL."""

import time
from collections.abc import Sequence
from dataclasses import replace

from entailed.owl import model as owl
from entailed.reasoning.dl_check import LARGEST_CHECKED, DLOutcome, check
from entailed.reasoning.dl_engines import Engine, HermiT, RustDL
from entailed.service.opened_index import OpenedIndex
from entailed.service.proving import mappings_among, question_of
from entailed.service.results import AskResult, Verdict


def complete(index: OpenedIndex, result: AskResult, *, engine: Engine | None, timeout_s: float) -> AskResult:
    """The same verdict where it was complete; otherwise that of a DL reasoner on the ⊥-module of the names.

    A verdict stays incomplete where the module is too large, the engine gives none in time, or has been seen to err on
    constructs of the module; a notice says so.

    Args:
        index: The index.
        result: The verdict.
        engine: Unless given, rustdl, and HermiT where rustdl's verdict is in doubt and HermiT is installed.
        timeout_s: For everything that is asked of the engines, together.

    Raises:
        DLCheckError: The engine is not installed.
    """
    question = question_of(index, result) if result.incomplete else None
    if question is None:
        return result
    if not question.module.left_out:  # the mark of an ASK is coarser than the module
        return replace(result, incomplete=False)
    if (size := len(question.module.axioms)) > LARGEST_CHECKED:
        notice = f"{size:,} axioms bear on it, and a reasoner for OWL 2 DL is asked about up to {LARGEST_CHECKED:,}."
        return replace(result, notices=(*result.notices, notice))
    checks = _Checks(engine, timeout_s)
    outcomes = []
    for reading in question.readings:
        goal = owl.SubClassOf(question.subject, reading)
        outcome = checks.of(question.module.axioms, goal)
        if _is_sure(outcome) and outcome.entailed:
            decided = replace(
                result,
                verdict=Verdict.ENTAILED,
                incomplete=False,
                within_group=reading != question.itself,
                decided_by=outcome.engine,
            )
            return _with_mappings(index, decided, question.module.axioms, goal, checks)
        outcomes.append(outcome)
    unsure = next((outcome for outcome in outcomes if not _is_sure(outcome)), None)
    if unsure:
        return replace(result, notices=(*result.notices, _why_not(unsure)))
    return replace(result, incomplete=False, decided_by=outcomes[-1].engine)


def _with_mappings(
    index: OpenedIndex, result: AskResult, axioms: Sequence[owl.Axiom], goal: owl.SubClassOf, checks: "_Checks"
) -> AskResult:
    """The verdict with the mappings it rests on: those of a justification, where there is time to find one."""
    told = [axiom for axiom in axioms if not index.mappings_stating(axiom)]
    if len(told) == len(axioms):
        return result
    alone = checks.of(told, goal)
    if not _is_sure(alone):
        notice = f"Whether it follows without mappings between the ontologies is open. {_why_not(alone)}"
        return replace(result, with_mappings=True, notices=(*result.notices, notice))
    if alone.entailed:
        return result
    found = checks.of(axioms, goal, max_justifications=1).justifications
    rests_on = mappings_among(index, found[0].axioms) if found else ()
    return replace(result, with_mappings=True, rests_on=rests_on)


class _Checks:
    """Checks by the engine that is given; or else by rustdl and, once its verdict is in doubt, by HermiT."""

    def __init__(self, engine: Engine | None, timeout_s: float) -> None:
        """The time is for all checks together."""
        self._engine = engine or RustDL()
        self._instead = HermiT() if engine is None and HermiT.is_installed() else None
        self._until = time.monotonic() + timeout_s

    def of(self, axioms: Sequence[owl.Axiom], goal: owl.SubClassOf, *, max_justifications: int = 0) -> DLOutcome:
        outcome = check(
            axioms,
            goal=goal,
            engine=self._engine,
            max_justifications=max_justifications,
            timeout_s=max(0.0, self._until - time.monotonic()),
        )
        if not (outcome.doubts and self._instead):
            return outcome
        self._engine, self._instead = self._instead, None
        return self.of(axioms, goal, max_justifications=max_justifications)


def _is_sure(outcome: DLOutcome) -> bool:
    return outcome.entailed is not None and not outcome.doubts


def _why_not(outcome: DLOutcome) -> str:
    if outcome.doubts:
        said = {True: "says it is entailed", False: "says it is not entailed", None: "has no verdict"}[outcome.entailed]
        return (
            f"{outcome.engine} {said}, which is not relied on: {'; '.join(outcome.doubts)}. "
            "With the extra `oracle` installed, HermiT is asked as well."
        )
    return f"{outcome.engine} could not decide it: {outcome.undecided or 'the axioms contradict each other'}"
