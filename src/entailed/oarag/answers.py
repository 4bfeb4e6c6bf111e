"""An answer and everything it rests on."""

from dataclasses import dataclass
from typing import Any

from entailed.agent import Outcome, Step
from entailed.agent.grounding import Grounding
from entailed.agent.step_json import step_json, usage_json
from entailed.llm import Usage
from entailed.oarag.claims import Claim
from entailed.oarag.evidence import Evidence
from entailed.oarag.questions import AnswerValue, Question
from entailed.service import explanation_json
from entailed.service.results import LinkedName


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What was answered, on what evidence, and at what cost."""

    question: Question
    value: AnswerValue | None
    """None where there is no answer in the question's form; the grounding's reason says why."""
    grounding: Grounding
    claims: tuple[Claim, ...] = ()
    """What the answer states, each statement checked; none where no statement could be told."""
    evidence: tuple[Evidence, ...]
    """Informative results only; `steps` holds the others too."""
    steps: tuple[Step, ...]
    usage: Usage
    model: str | None
    """The model's name; None where no model was used."""
    draft: AnswerValue | None = None
    """What the model answered before it saw the ontology."""
    outcome: Outcome | None = None
    """Why the tool phase ended; None where no model was used."""

    @property
    def text(self) -> str:
        """The value as one line."""
        return "no answer" if self.value is None else one_line(self.value)


def one_line(value: AnswerValue) -> str:
    """A value as it is read in running text."""
    return value if isinstance(value, str) else ", ".join(value) or "none"


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
        "claims": [_claim_json(claim) for claim in answer.claims],
        "draft": list(answer.draft) if isinstance(answer.draft, tuple) else answer.draft,
        "evidence": [_evidence_json(evidence) for evidence in answer.evidence],
        "outcome": answer.outcome,
        "steps": [step_json(step) for step in answer.steps],
        "usage": usage_json(answer.usage),
        "model": answer.model,
    }


def _claim_json(claim: Claim) -> dict[str, Any]:
    check = claim.check
    return {
        "subject": check.subject.entity.name if check.subject else claim.statement.subject,
        "relation": check.relation.entity.name if check.relation else claim.statement.relation,
        "object": check.object.entity.name if check.object else claim.statement.object,
        "denied": claim.denied,
        "verdict": check.verdict,
        "incomplete": check.incomplete,
        "contradicted": claim.contradicted,
        "contradiction": [] if claim.contradiction is None else explanation_json(claim.contradiction)["proof"],
        "grounding": claim.level,
        "reason": claim.reason,
        "linked_by": [_linked_json(name) for name in (check.subject, check.relation, check.object) if name is not None],
        "span": None if claim.span is None else {"concept": claim.span.concept, "text": claim.span.text},
        "evidence": list(claim.evidence),
        "notices": list(check.notices),
    }


def _linked_json(name: LinkedName) -> dict[str, Any]:
    return {"text": name.text, "name": name.entity.name, "iri": name.entity.iri, "linked_by": name.linked_by}


def _evidence_json(evidence: Evidence) -> dict[str, Any]:
    return {
        "id": evidence.id,
        "query": evidence.query,
        "observation": evidence.observation,
        "linked_by": [_linked_json(name) for name in evidence.linked],
        "cited": evidence.cited,
    }
