"""An answer through a kernel, and everything it rests on."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from entailed.agent import Grounding, Outcome, Step
from entailed.agent.step_json import step_json, usage_json
from entailed.llm import Usage
from entailed.oak.answering.comparison import AnswerValue, written
from entailed.oak.operators.facts_read import Fact, FactsRead
from entailed.oak.operators.values import Aggregate, CallAccount, EntitySet, Lookup, OperatorCall, Rows, RuntimeSlots


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorStep:
    """One call of an operator, what it did and what it read."""

    call: OperatorCall
    account: CallAccount | None
    """None where it made no set."""
    read: tuple[FactsRead, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionEvidence:
    """One call of a function that gave a result."""

    id: str
    """`E1`, `E2`, …: how a model cites it."""
    call: str
    """As it is written, defaults too."""
    given: Mapping[str, Any]
    """The arguments that the model wrote."""
    value: Any
    """The result: a plain value."""
    observation: str
    """As the model read it."""
    operators: tuple[OperatorStep, ...]
    facts: tuple[Fact, ...]
    """About the entities in the result, or of those that the answer names where it names some."""
    shown_whole: bool
    """The model was shown all of the result."""
    cited: bool = False
    """The answer relies on it, as the model says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelAnswer:
    """What was answered, through which calls, on which facts, and at what cost."""

    question: str
    value: AnswerValue | None
    """None where there is no answer; the grounding's reason says why."""
    grounding: Grounding
    evidence: tuple[FunctionEvidence, ...]
    """Calls that gave a result, an empty one too; `steps` holds the others as well."""
    steps: tuple[Step, ...]
    usage: Usage
    model: str
    outcome: Outcome
    """Why the loop ended."""
    kernel_sha256: str | None
    """Names the kernel; None where it is not frozen."""

    @property
    def text(self) -> str:
        """The value as one line."""
        return written(self.value)


def kernel_answer_json(answer: KernelAnswer) -> dict[str, Any]:
    """The answer as plain JSON values, in the documented shape of `kernel ask --json`."""
    return {
        "question": answer.question,
        "answer": list(answer.value) if isinstance(answer.value, tuple) else answer.value,
        "grounding": asdict(answer.grounding),
        "evidence": [_evidence_json(evidence) for evidence in answer.evidence],
        "outcome": answer.outcome,
        "steps": [step_json(step) for step in answer.steps],
        "usage": usage_json(answer.usage),
        "model": answer.model,
        "kernel_sha256": answer.kernel_sha256,
    }


def _evidence_json(evidence: FunctionEvidence) -> dict[str, Any]:
    return {
        "id": evidence.id,
        "call": evidence.call,
        "arguments": evidence.given,
        "value": evidence.value,
        "observation": evidence.observation,
        "shown_whole": evidence.shown_whole,
        "cited": evidence.cited,
        "operators": [_operator_json(step) for step in evidence.operators],
        "facts": [asdict(fact) for fact in evidence.facts],
    }


def _operator_json(step: OperatorStep) -> dict[str, Any]:
    return {
        "number": step.call.number,
        "operator": step.call.operator,
        "arguments": {name: _argument_json(value) for name, value in step.call.arguments.items()},
        "result": _result_json(step.call),
        "account": None if step.account is None else asdict(step.account),
        "read": [asdict(read) for read in step.read],
        "error": step.call.error,
    }


def _argument_json(value: object) -> object:
    return {"set": value.handle, "types": list(value.types)} if isinstance(value, EntitySet) else value


def _result_json(call: OperatorCall) -> object:
    """What came of a call, without the rows: those of the function are in its value."""
    match call.result:
        case EntitySet() as made:
            return _argument_json(made)
        case Lookup(entities=made, matched=matched, suggestions=suggestions):
            return {"set": made.handle, "matched": matched, "suggestions": [asdict(one) for one in suggestions]}
        case Rows(rows=rows, total=total, missing=missing, tied=tied):
            return {"rows": len(rows), "total": total, "missing": missing, "tied": tied}
        case Aggregate() as figure:
            return asdict(figure) | {"groups": [group._asdict() for group in figure.groups]}
        case RuntimeSlots() as slots:
            return asdict(slots)
    return None
