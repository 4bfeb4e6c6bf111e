"""Is a schema sound? Checks without a reasoner first, then a reasoner for OWL 2 DL on its encoding.

What is asked of the reasoner is whether each type can have an entity, each relation can hold, and types declared to
overlap can. The encoding names no individuals and no universal relation, so graphs that are possible by themselves are
possible side by side: where every type can have an entity, one graph can have an entity of every type. Global
consistency is therefore decided by the same answers.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from entailed.oak.schema.encoding import encode
from entailed.oak.schema.faults import Declaration, FaultKind, SchemaFault
from entailed.oak.schema.model import Schema
from entailed.oak.schema.prechecks import allows_encoding, precheck
from entailed.oak.schema.questions import Question, questions
from entailed.owl import model as owl
from entailed.reasoning.dl_check import DLOutcome, check
from entailed.reasoning.dl_engines import Engine, RustDL

_MOST_AXIOMS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaReport:
    """What a check of a schema found."""

    faults: tuple[SchemaFault, ...]
    consistent: bool | None
    """Whether one graph can have an entity of every type; None when that was not decided."""
    reasoner: str
    """As it names itself; empty when other faults kept it from being asked."""
    undecided: str = ""
    """What the reasoner left open and why; empty when nothing was."""
    doubts: tuple[str, ...] = ()
    """Constructs in the schema with which the reasoner has been seen to err; another one should be asked."""
    seconds: float

    @property
    def sound(self) -> bool:
        """No fault was found, and nothing was left open."""
        return not self.faults and self.consistent is True


def check_schema(
    schema: Schema, *, engine: Engine | None = None, max_explained: int = 10, timeout_s: float = 60.0
) -> SchemaReport:
    """Check a schema, and explain each fault by what the schema declares.

    Args:
        schema: As read; nothing is assumed of it.
        engine: `RustDL()` unless given. `HermiT()` needs the extra `oracle`; ask it where a report carries doubts.
        max_explained: How many of what the reasoner finds to explain; each takes it a handful of questions.
        timeout_s: For everything the reasoner does; what is known by then is reported.

    Raises:
        DLCheckError: the engine is not installed, or does not take a schema of this size.
    """
    started = time.monotonic()
    faults = precheck(schema)
    if not allows_encoding(faults):
        return SchemaReport(faults=faults, consistent=None, reasoner="", seconds=time.monotonic() - started)
    reasoning = _Reasoning(schema, engine or RustDL(), max_explained, started + timeout_s)
    outcome = reasoning.check()
    impossible = reasoning.impossible(outcome)
    faults += tuple(reasoning.faults(outcome))
    return SchemaReport(
        faults=faults,
        consistent=outcome.consistent and not any(question.about == "type" for question in impossible.values()),
        reasoner=outcome.engine,
        undecided=reasoning.undecided,
        doubts=outcome.doubts,
        seconds=time.monotonic() - started,
    )


class _Reasons(NamedTuple):
    """Why a class is impossible."""

    axioms: tuple[owl.Axiom, ...]
    """Those of the schema's encoding."""
    declarations: tuple[Declaration, ...]


class _Reasoning:
    """What a reasoner says of a schema, and of what is left of it when the cause of each fault is taken away."""

    def __init__(self, schema: Schema, engine: Engine, max_explained: int, until: float) -> None:
        self._engine = engine
        self._max_explained = max_explained
        self._until = until
        self._encoding = encode(schema)
        self._questions = questions(schema)
        self._left = list(self._encoding.axioms)
        self._explained = 0
        self.undecided = ""

    def check(self, goal: owl.SubClassOf | None = None) -> DLOutcome:
        """Ask the reasoner about what is left of the schema."""
        outcome = check(
            [*self._left, *(axiom for question in self._questions.values() for axiom in question.axioms)],
            goal=goal,
            engine=self._engine,
            max_justifications=1 if goal else 0,
            timeout_s=self._until - time.monotonic(),
            max_axioms=_MOST_AXIOMS,
        )
        self.undecided = self.undecided or outcome.undecided
        return outcome

    def impossible(self, outcome: DLOutcome) -> dict[owl.Class, Question]:
        """The questions that are answered no."""
        return {c: question for c, question in self._questions.items() if c in outcome.unsatisfiable}

    def faults(self, outcome: DLOutcome) -> Iterator[SchemaFault]:
        """Each cause of what is impossible, with all that is so because of it.

        One cause may hide another. So each is taken away, by one of the axioms it consists of, until none is left.
        """
        while impossible := self.impossible(outcome):
            roots = [c for c, question in impossible.items() if not question.needs & impossible.keys()]
            because = {root: reasons for root in roots if (reasons := self._reasons(root))}
            causes = {root: _cause(root, because) for root in roots}
            for root in dict.fromkeys(causes.values()):
                others = [c for c in impossible if c != root and causes[_root(c, impossible)] == root]
                yield _fault(impossible[root], because.get(root), [impossible[c].name for c in others])
            if len(because) < len(roots):  # the reasoner was stopped, or has explained enough
                return
            taken = {_most_particular(because[root].axioms) for root in causes.values()}
            self._left = [axiom for axiom in self._left if axiom not in taken]
            outcome = self.check()

    def _reasons(self, impossible: owl.Class) -> _Reasons | None:
        """Why a class is impossible; None where that is left open."""
        if self._explained == self._max_explained:
            self.undecided = self.undecided or f"no more than {self._max_explained} faults are explained."
            return None
        self._explained += 1
        outcome = self.check(owl.SubClassOf(impossible, owl.Class(owl.OWL_NOTHING)))
        for justification in outcome.justifications:
            stated = tuple(axiom for axiom in justification.axioms if axiom in self._encoding.axioms)
            return _Reasons(stated, self._encoding.declarations(justification.axioms)) if stated else None
        return None


def _fault(question: Question, reasons: _Reasons | None, consequences: Sequence[str]) -> SchemaFault:
    because = reasons.declarations if reasons else ()
    return SchemaFault(
        kind=_kind(because),
        message=question.impossible,
        at=question.at,
        because=because,
        consequences=tuple(consequences),
    )


def _root(impossible: owl.Class, questions: Mapping[owl.Class, Question]) -> owl.Class:
    """What an impossible class needs, and is impossible without needing another."""
    while needed := questions[impossible].needs & questions.keys():
        impossible = min(needed, key=list(questions).index)
    return impossible


def _cause(root: owl.Class, because: Mapping[owl.Class, _Reasons]) -> owl.Class:
    """The class that is impossible by the fewest of the axioms by which this one is; itself where there is none."""
    own = set(because[root].axioms) if root in because else set()
    fewer = [other for other, reasons in because.items() if set(reasons.axioms) < own]
    return min(fewer, key=lambda other: len(because[other].axioms), default=root)


def _most_particular(axioms: Sequence[owl.Axiom]) -> owl.Axiom:
    """The axiom that least else depends on: a characteristic, or the last that is not a disjointness of many types."""

    def rank(axiom: owl.Axiom) -> int:
        match axiom:
            case owl.ObjectPropertyCharacteristic():
                return 2
            case owl.DisjointClasses():
                return 0
        return 1

    return max(reversed(axioms), key=rank)


def _field(declared: Declaration) -> str | int:
    """The field of the schema, or of a relation, that a declaration stands in; none says that types are disjoint."""
    match declared.at:
        case ("relations", _, field, *_):
            return field
        case (field, *_):
            return field
    return "disjoint"


def _kind(because: Sequence[Declaration]) -> FaultKind:
    """The kind of the most particular of the declarations that a fault follows from."""
    fields = {_field(declared) for declared in because}
    if fields & {"characteristics", "inverse_of"}:
        return FaultKind.CHARACTERISTIC
    if fields & {"restrictions", "minimum", "maximum"}:
        return FaultKind.RESTRICTION
    return FaultKind.DISJOINTNESS if "disjoint" in fields else FaultKind.UNSATISFIABLE
