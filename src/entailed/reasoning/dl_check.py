"""A check of a small ontology by a reasoner for the whole of OWL 2 DL, which the saturation does not cover.

For what people or models write by hand, such as a schema: is it consistent, can every class have an instance, does an
inclusion follow, and from which axioms.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from entailed.errors import DLCheckError
from entailed.owl import model as owl
from entailed.owl.signature import entities
from entailed.reasoning.dl_engines import AxiomSet, Engine, EngineStoppedError, RustDL, Verdict

_NOTHING = owl.Class(owl.OWL_NOTHING)
_THING = owl.Class(owl.OWL_THING)

_SETS_AT_ONCE = 16
"""An engine takes longer to start than to judge a few more sets, so a search asks about several in one call."""

LARGEST_CHECKED = 3000
"""So many logical axioms are checked unless more are asked for: an engine would seldom be done with more in time."""

_COUNTEREXAMPLE = owl.Class("urn:entailed:counterexample")
"""C ⊓ ¬D for the goal C ⊑ D, which follows when this class can have no instance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Justification:
    """Axioms from which a conclusion follows, though not when any one of them is left out."""

    conclusion: owl.SubClassOf
    """The goal; or C ⊑ ⊥ for an unsatisfiable class C; or ⊤ ⊑ ⊥ for an inconsistency."""
    axioms: tuple[owl.Axiom, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DLOutcome:
    """What a check found. Where it carries doubts, each finding may be wrong either way."""

    consistent: bool | None
    """None when undecided."""
    unsatisfiable: tuple[owl.Class, ...] = ()
    """Named classes that can have no instance, in the order of the axioms; none are named in an inconsistency."""
    entailed: bool | None = None
    """Whether the goal follows; None without a goal, when undecided, and where an inconsistency entails all."""
    justifications: tuple[Justification, ...] = ()
    undecided: str = ""
    """What was left open and why; empty when nothing was."""
    doubts: tuple[str, ...] = ()
    """Constructs among the axioms that the engine leaves out, or with which it has been seen to err."""
    engine: str
    seconds: float


def check(
    axioms: Iterable[owl.Axiom],
    *,
    goal: owl.SubClassOf | None = None,
    engine: Engine | None = None,
    max_justifications: int = 1,
    timeout_s: float = 60.0,
    max_axioms: int = LARGEST_CHECKED,
) -> DLOutcome:
    """Check axioms for consistency, unsatisfiable classes, and the entailment of a goal.

    Args:
        axioms: Told axioms; declarations and annotations among them are passed over.
        goal: An inclusion between any two class expressions.
        engine: `RustDL()` unless given. `HermiT()` needs the extra `oracle`; ask it where an outcome carries doubts.
        max_justifications: How many conclusions to justify: the inconsistency; or else the goal, then unsatisfiable
            classes in order.
        timeout_s: For everything together; the engine is killed then, and what is known by then returned.
        max_axioms: Refuse more logical axioms than this.

    Raises:
        DLCheckError: too many axioms, or the engine is not installed or does not take them.
    """
    started = time.monotonic()
    logical = tuple(dict.fromkeys(axiom for axiom in axioms if not isinstance(axiom, owl.NOT_LOGICAL)))
    if len(logical) > max_axioms:
        problem = f"a DL check takes up to {max_axioms:,} logical axioms, and these are {len(logical):,}."
        raise DLCheckError(f"{problem} Pass a part of the ontology, or raise `max_axioms`.")
    engine = engine or RustDL()
    questions = _Questions(engine, () if goal is None else (_counterexample_to(goal),), timeout_s)
    named = [c for c in dict.fromkeys(entities(logical)) if isinstance(c, owl.Class) and c not in (_THING, _NOTHING)]
    try:
        verdict = questions.judge([logical], [_COUNTEREXAMPLE, *named])[0]
    except EngineStoppedError as stopped:
        seconds = time.monotonic() - started
        return DLOutcome(consistent=None, undecided=f"{stopped}.", engine=engine.name, seconds=seconds)
    conclusions = _conclusions(verdict, goal, named)
    justifications, undecided = questions.justified(conclusions[:max_justifications], logical)
    return DLOutcome(
        consistent=verdict.consistent,
        unsatisfiable=tuple(c for c in named if c in verdict.unsatisfiable),
        entailed=_COUNTEREXAMPLE in verdict.unsatisfiable if goal and verdict.consistent else None,
        justifications=justifications,
        undecided=undecided,
        doubts=verdict.doubts,
        engine=engine.name,
        seconds=time.monotonic() - started,
    )


def _counterexample_to(goal: owl.SubClassOf) -> owl.SubClassOf:
    return owl.SubClassOf(_COUNTEREXAMPLE, owl.ObjectIntersectionOf((goal.sub, owl.ObjectComplementOf(goal.sup))))


def _conclusions(
    verdict: Verdict, goal: owl.SubClassOf | None, named: Sequence[owl.Class]
) -> list[tuple[owl.SubClassOf, owl.Class]]:
    """What there is to justify, each with the class that is unsatisfiable where it follows."""
    if not verdict.consistent:
        return [(owl.SubClassOf(_THING, _NOTHING), _THING)]
    entailed = [(goal, _COUNTEREXAMPLE)] if goal and _COUNTEREXAMPLE in verdict.unsatisfiable else []
    return [*entailed, *((owl.SubClassOf(c, _NOTHING), c) for c in named if c in verdict.unsatisfiable)]


class _Questions:
    """Puts questions to an engine until the time is up."""

    def __init__(self, engine: Engine, fixed: AxiomSet, timeout_s: float) -> None:
        self._engine = engine
        self._fixed = fixed
        self._timeout_s = timeout_s
        self._until = time.monotonic() + timeout_s

    def judge(self, axiom_sets: Sequence[AxiomSet], classes: Sequence[owl.Class]) -> list[Verdict]:
        left_s = self._until - time.monotonic()
        if left_s <= 0:
            raise EngineStoppedError(f"{self._engine.name} reached the time limit of {self._timeout_s:g} s")
        return self._engine.judge([(*self._fixed, *axioms) for axioms in axiom_sets], classes, timeout_s=left_s)

    def justified(
        self, conclusions: Sequence[tuple[owl.SubClassOf, owl.Class]], axioms: AxiomSet
    ) -> tuple[tuple[Justification, ...], str]:
        """A justification of each conclusion that time allows, and what was left open."""
        found: list[Justification] = []
        for conclusion, impossible in conclusions:
            try:
                needed = self._minimal(axioms, impossible)
            except EngineStoppedError as stopped:
                return tuple(found), f"{len(conclusions) - len(found)} justifications: {stopped}."
            found.append(Justification(conclusion=conclusion, axioms=needed))
        return tuple(found), ""

    def _minimal(self, axioms: AxiomSet, impossible: owl.Class) -> tuple[owl.Axiom, ...]:
        """A minimal set of axioms with which a class is unsatisfiable, in the order of the axioms.

        The last axiom of the shortest beginning of the list that suffices is needed, and what follows it is not. It is
        kept, and the rest is searched again, until the kept axioms suffice by themselves.
        """
        kept: list[owl.Axiom] = []
        while length := self._shortest(kept, axioms, impossible):
            kept.insert(0, axioms[length - 1])
            axioms = axioms[: length - 1]
        return tuple(kept)

    def _shortest(self, kept: AxiomSet, axioms: AxiomSet, impossible: owl.Class) -> int:
        """The smallest number of leading axioms with which, and the kept ones, a class is unsatisfiable."""
        too_few, enough = -1, len(axioms)
        while enough - too_few > 1:
            step = -(-(enough - too_few) // _SETS_AT_ONCE)
            lengths = range(too_few + step, enough, step)
            verdicts = self.judge([(*kept, *axioms[:length]) for length in lengths], [impossible])
            for length, verdict in zip(lengths, verdicts, strict=False):
                if verdict.unsatisfiable or not verdict.consistent:
                    enough = length
                    break
                too_few = length
        return enough
