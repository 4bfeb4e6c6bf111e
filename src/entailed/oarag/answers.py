"""An answer and everything it rests on."""

from dataclasses import dataclass
from typing import Any

from entailed.agent import Step
from entailed.llm import Usage
from entailed.oarag.evidence import Evidence
from entailed.oarag.grounding import Grounding
from entailed.oarag.questions import AnswerValue, Question
from entailed.service.results import AskResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What was answered, on what evidence, and at what cost."""

    question: Question
    value: AnswerValue | None
    """None where there is no answer in the question's form; the grounding's reason says why."""
    grounding: Grounding
    evidence: tuple[Evidence, ...]
    """Informative results only; `steps` holds the others too."""
    steps: tuple[Step, ...]
    usage: Usage
    model: str | None
    """The model's name; None where no model was used."""
    draft: AnswerValue | None = None
    """What the model answered before it saw the ontology."""

    @property
    def text(self) -> str:
        """The value as one line."""
        return "no answer" if self.value is None else one_line(self.value)


def one_line(value: AnswerValue) -> str:
    """A value as it is read in running text."""
    return value if isinstance(value, str) else ", ".join(value) or "none"


def _claims_json(answer: Answer) -> list[dict[str, Any]]:
    """The statements that a verified answer makes, each with the evidence that the reasoner derives it from."""
    if answer.grounding.verified is None:
        return []
    return [
        {
            "subject": result.subject.entity.name,
            "relation": result.relation.entity.name,
            "object": result.object.entity.name,
            "verdict": result.verdict,
            "evidence": evidence.id,
        }
        for evidence in answer.evidence
        if evidence.cited and isinstance(result := evidence.result, AskResult)
        if result.subject and result.relation and result.object
    ]


def answer_json(answer: Answer) -> dict[str, Any]:
    """The answer as plain JSON values, in the documented shape of `ask --json`."""
    return {
        "question": answer.question.text,
        "answer": list(answer.value) if isinstance(answer.value, tuple) else answer.value,
        "grounding": {
            "reported": answer.grounding.reported,
            "verified": answer.grounding.verified,
            "reason": answer.grounding.reason,
        },
        "claims": _claims_json(answer),
        "draft": list(answer.draft) if isinstance(answer.draft, tuple) else answer.draft,
        "evidence": [_evidence_json(evidence) for evidence in answer.evidence],
        "steps": [_step_json(step) for step in answer.steps],
        "usage": {
            "calls": answer.usage.calls,
            "input_tokens": answer.usage.input_tokens,
            "output_tokens": answer.usage.output_tokens,
        },
        "model": answer.model,
    }


def _evidence_json(evidence: Evidence) -> dict[str, Any]:
    return {
        "id": evidence.id,
        "query": evidence.query,
        "observation": evidence.observation,
        "linked_by": [
            {"text": name.text, "name": name.entity.name, "iri": name.entity.iri, "linked_by": name.linked_by}
            for name in evidence.linked
        ],
        "cited": evidence.cited,
    }


def _step_json(step: Step) -> dict[str, Any]:
    return {
        "kind": step.kind,
        "thought": step.thought,
        "action": None if step.action is None else f"{step.action.tool}({step.action.argument})",
        "observation": step.observation,
        "seconds": round(step.seconds, 3),
    }
