"""From a model's last replies and the reasoner's check to the value of an answer and its grounding."""

from collections.abc import Sequence
from typing import NamedTuple

from entailed.agent import Attribution, JsonProblem
from entailed.agent.grounding import Grounding, GroundingLevel, levels_in_words, weakest
from entailed.oarag.questions import AnswerValue
from entailed.oarag.verification import Verification


class Reported(NamedTuple):
    """What the model says its answer rests on."""

    level: GroundingLevel | None
    reason: str
    """Sentences on how it came to this level, or to none."""


def concluded(
    final: AnswerValue | JsonProblem,
    draft: AnswerValue | JsonProblem,
    attribution: Attribution | JsonProblem | None,
    *,
    decided: AnswerValue | None = None,
) -> tuple[AnswerValue | None, Reported]:
    """The value of the answer and what the model says it rests on.

    Args:
        final: The final answer.
        draft: The answer of the tool phase.
        attribution: None where the model was not asked for it.
        decided: The answer that the reasoner alone gives; None where it gives none.
    """
    if isinstance(final, JsonProblem):
        found = f"The model gave no final answer in the question's form, {final.problem}."
        if not isinstance(draft, JsonProblem):
            return draft, Reported(None, f"{found} The draft of the tool phase is given instead.")
        if decided is not None:
            return decided, Reported(None, f"{found} What the reasoner alone decides is given instead.")
        return None, Reported(None, found)
    match attribution:
        case Attribution():
            return final, _with_level(final, attribution)
        case JsonProblem(problem=problem):
            return final, Reported(None, f"The model named no grounding level, {problem}.")
        case None:
            return final, Reported(None, "No query gave an informative result: this is the model's own knowledge.")


def _with_level(value: AnswerValue, attribution: Attribution) -> Reported:
    level = weakest(attribution.grounding, GroundingLevel.ENTAILED if value else GroundingLevel.RELATED)
    reasons = []
    if level is not attribution.grounding:
        reasons.append(
            f"It said {attribution.grounding}, but an empty answer is at most related: what is not entailed may hold."
        )
    if attribution.unknown:
        reasons.append(f"It also cites {', '.join(attribution.unknown)}, which it was not given.")
    return Reported(level, " ".join(reasons))


def grounding(reported: Reported, verification: Verification, remarks: Sequence[str]) -> Grounding:
    """Both levels, and in words where they differ and why.

    Args:
        reported: By the model.
        verification: By the reasoner.
        remarks: Further sentences, such as one for each name of the question that stands for nothing.
    """
    verified = verification.level
    said = levels_in_words(reported.level, verified, checked="by the reasoner")
    reasons = [said, verification.reason, *verification.notices, reported.reason]
    reasons += [sentence for sentence in remarks if sentence not in verification.reason]
    return Grounding(reported=reported.level, verified=verified, reason=" ".join(filter(None, reasons)))
