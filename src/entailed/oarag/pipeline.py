"""From a question to an answer: reason, consult the ontology, answer, attribute (OA-RAG paper, section 4.1)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from entailed.agent import CHARACTERS_PER_TOKEN, JsonProblem, Limits, Step, estimate_tokens
from entailed.llm import ChatModel, MeteredModel
from entailed.oarag.answering import answer_from_evidence, answer_from_own_knowledge
from entailed.oarag.answers import Answer
from entailed.oarag.attribution import Attribution, attribute
from entailed.oarag.evidence import Evidence, digest, gather
from entailed.oarag.evidence_first import answer_without_model
from entailed.oarag.grounding import Grounding, GroundingLevel, weakest
from entailed.oarag.questions import AnswerValue, Question, question_block, read_answer
from entailed.oarag.templates import fill
from entailed.oarag.tool_phase import consult_ontology, reason_first
from entailed.service import OntologyService


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweringLimits:
    """What one question may cost; the figures are the paper's (Appendix A) where it gives them."""

    loop: Limits = field(default_factory=Limits)
    """Limits of the tool phase. Its `max_generated_tokens` covers pre-tool reasoning and the final answer as well."""
    answer_tokens: int = 1024
    """Of those tokens, how many are kept for the final answer."""
    attribution_tokens: int = 512
    """Tokens on top of those, for naming evidence and grounding level."""


def answer(
    question: Question,
    *,
    service: OntologyService,
    model: ChatModel | None,
    limits: AnsweringLimits | None = None,
    on_step: Callable[[Step], None] | None = None,
) -> Answer:
    """Answer a question from an ontology.

    Args:
        question: What is asked, and in which form.
        service: The ontology.
        model: Reasons and writes the queries. None: the queries that the question implies are run, and it is answered
            where the reasoner alone decides it.
        limits: What the model may spend.
        on_step: Told of each query and thought as it is made.

    Raises:
        ModelError: The model failed; nothing is answered in its place.
    """
    if model is None:
        return answer_without_model(question, service=service, on_step=on_step)
    limits = limits or AnsweringLimits()
    metered = MeteredModel(model)
    for_loop = max(limits.loop.max_generated_tokens - limits.answer_tokens, 1)
    reasoning = reason_first(metered, question, max_tokens=min(limits.loop.max_reply_tokens, for_loop))
    left = max(for_loop - reasoning.generated_tokens, 0)
    loop_limits = replace(limits.loop, max_generated_tokens=left)
    trajectory = consult_ontology(metered, reasoning, service, limits=loop_limits, on_step=on_step)
    left = max(left - trajectory.generated_tokens, 0) + limits.answer_tokens

    evidence = gather(trajectory.steps)
    draft = trajectory.answer or ""
    if evidence:
        observations = _fitted_digest(question, evidence, draft, limits)
        final = answer_from_evidence(metered, question, observations=observations, draft=draft, max_tokens=left)
    else:
        observations = ""
        final = answer_from_own_knowledge(metered, question, max_tokens=left)
    attribution: Attribution | JsonProblem | None = None
    if evidence and not isinstance(final.value, JsonProblem):
        attribution = attribute(
            metered,
            final.conversation,
            observations=observations,
            known=[item.id for item in evidence],
            max_tokens=limits.attribution_tokens,
        )
    value, grounding = _concluded(final.value, read_answer(question, draft), attribution)
    cited = attribution.cited if isinstance(attribution, Attribution) else ()
    return Answer(
        question=question,
        value=value,
        grounding=grounding,
        evidence=tuple(replace(item, cited=item.id in cited) for item in evidence),
        steps=trajectory.steps,
        usage=metered.usage,
        model=model.name,
        draft=reasoning.draft,
    )


def _concluded(
    final: AnswerValue | JsonProblem, draft: AnswerValue | JsonProblem, attribution: Attribution | JsonProblem | None
) -> tuple[AnswerValue | None, Grounding]:
    """The value of the answer and its grounding; `attribution` is None where the model was not asked for it."""
    if isinstance(final, JsonProblem):
        found = f"The model gave no final answer in the question's form, even when asked again: {final.problem}."
        if isinstance(draft, JsonProblem):
            return None, _unreported(found)
        return draft, _unreported(f"{found} The draft of the tool phase is given instead.")
    match attribution:
        case Attribution():
            return final, _reported(final, attribution)
        case JsonProblem(problem=problem):
            return final, _unreported(f"The model named no grounding level, even when asked again: {problem}.")
        case None:
            return final, _unreported("No query gave an informative result: this is the model's own knowledge.")


def _unreported(reason: str) -> Grounding:
    return Grounding(reported=None, verified=None, reason=reason)


def _reported(value: AnswerValue, attribution: Attribution) -> Grounding:
    level = weakest(attribution.grounding, GroundingLevel.ENTAILED if value else GroundingLevel.RELATED)
    reasons = ["The model's own assessment, not checked."]
    if level is not attribution.grounding:
        reasons.append(
            f"It said {attribution.grounding}, but an empty answer is at most related: what is not entailed may hold."
        )
    if attribution.unknown:
        reasons.append(f"It also cites {', '.join(attribution.unknown)}, which it was not given.")
    return Grounding(reported=level, verified=None, reason=" ".join(reasons))


def _fitted_digest(question: Question, evidence: tuple[Evidence, ...], draft: str, limits: AnsweringLimits) -> str:
    """The digest, short enough that both turns which show it fit the context window together."""
    numbered = digest(evidence, max_chars=0)
    other = (
        question.persona,
        question_block(question),
        draft,
        fill("final_system"),
        fill("attribution", observations=""),
    )
    room = limits.loop.context_window - limits.answer_tokens - limits.attribution_tokens - estimate_tokens(*other)
    return digest(evidence, max_chars=room * CHARACTERS_PER_TOKEN // 2 - len(numbered))
