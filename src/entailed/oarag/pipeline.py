"""From a question to an answer: reason, consult the ontology, answer, attribute (OA-RAG paper, section 4.1)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from entailed.agent import (
    CHARACTERS_PER_TOKEN,
    Attribution,
    JsonProblem,
    Limits,
    Outcome,
    Step,
    estimate_tokens,
    fenced,
)
from entailed.llm import ChatModel, MeteredModel
from entailed.oarag.answer_claims import claims_of_answer
from entailed.oarag.answering import FinalAnswer, answer_from_evidence, answer_from_own_knowledge
from entailed.oarag.answers import Answer
from entailed.oarag.attribution import attribute
from entailed.oarag.conclusion import concluded, grounding
from entailed.oarag.decoding import Decoding, constraint_for
from entailed.oarag.evidence import Evidence, digest, gather
from entailed.oarag.evidence_first import answer_without_model, in_form, run_implied_queries
from entailed.oarag.questions import AnswerValue, FreeText, Question, question_block, read_answer, written_answer
from entailed.oarag.templates import fill
from entailed.oarag.tool_phase import consult_ontology, not_reasoned, reason_first
from entailed.oarag.unknown_names import unresolved_names
from entailed.oarag.verification import Verification, verify
from entailed.service import OntologyService


class Strategy(StrEnum):
    """How a model comes to its evidence."""

    REACT = "react"
    """It reasons first and then queries the ontology step by step, as in the paper."""
    EVIDENCE_FIRST = "evidence-first"
    """The queries that the question implies are run before it is asked; it answers from these or goes on querying."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweringLimits:
    """What one question may cost; the figures are the paper's (Appendix A) where it gives them."""

    loop: Limits = field(default_factory=Limits)
    """Limits of the tool phase. Its `max_generated_tokens` covers pre-tool reasoning and the final answer as well."""
    answer_tokens: int = 1024
    """Of those tokens, how many are kept for the final answer."""
    attribution_tokens: int = 512
    """Tokens on top of those, for naming evidence and grounding level."""
    claims_tokens: int = 512
    """As many again for an answer in words, to take it apart into claims that can be checked; not in the paper."""
    implied_queries: int = 24
    """Queries that are run before a model is asked, or without one."""


def answer(
    question: Question,
    *,
    service: OntologyService,
    model: ChatModel | None,
    strategy: Strategy = Strategy.REACT,
    decoding: Decoding = Decoding.FREE,
    limits: AnsweringLimits | None = None,
    earlier: Sequence[Evidence] = (),
    last_number: int = 0,
    on_step: Callable[[Step], None] | None = None,
) -> Answer:
    """Answer a question from an ontology.

    Args:
        question: What is asked, and in which form.
        service: The ontology.
        model: Reasons and writes the queries. None: the queries that the question implies are run, and it is answered
            where the reasoner alone decides it.
        strategy: How the model comes to its evidence.
        decoding: What the model may write. Each step says whether it was written under a grammar.
        limits: What the model may spend.
        earlier: Evidence found for other questions, which this answer may cite too.
        last_number: The highest number that such evidence was given, also where it is not in `earlier` any more.
        on_step: Told of each query and thought as it is made.

    Raises:
        ModelError: The model failed; nothing is answered in its place. Where it is a `BudgetedModel` whose budget is
            spent, there is an answer from what was found until then.
        ModelRefusedError: The model is not known to decode under a grammar, and is to.
    """
    limits = limits or AnsweringLimits()
    if model is None:
        return answer_without_model(
            question,
            service=service,
            max_queries=limits.implied_queries,
            earlier=earlier,
            last_number=last_number,
            on_step=on_step,
        )
    metered = MeteredModel(model)
    constrained = decoding is not Decoding.FREE
    for_loop = max(limits.loop.max_generated_tokens - limits.answer_tokens, 1)
    steps: tuple[Step, ...] = ()
    decided: AnswerValue | None = None
    if strategy is Strategy.EVIDENCE_FIRST:
        findings = run_implied_queries(question, service, max_queries=limits.implied_queries, on_step=on_step)
        steps, earlier = findings.steps, gather(findings.ranked, earlier, last_number=last_number)
        reasoning = not_reasoned(question)
        decided = in_form(question, findings.decision.value)
    else:
        max_tokens = min(limits.loop.max_reply_tokens, for_loop)
        reasoning = reason_first(metered, question, max_tokens=max_tokens, constrained=constrained)
    left = max(for_loop - reasoning.generated_tokens, 0)
    loop_limits = replace(limits.loop, max_generated_tokens=left)
    decision = "" if decided is None else _in_words(question, decided)
    found_before = digest(earlier, max_chars=limits.loop.context_window * CHARACTERS_PER_TOKEN // 4)
    trajectory = consult_ontology(
        metered,
        reasoning,
        service,
        limits=loop_limits,
        found_before=found_before + decision,
        constraint=constraint_for(question, decoding, service, earlier),
        on_step=on_step,
    )
    left = max(left - trajectory.generated_tokens, 0) + limits.answer_tokens

    evidence = gather(trajectory.steps, earlier, last_number=last_number)
    draft = trajectory.answer or ""
    observations = (
        _fitted_digest(question, evidence, (draft, decision, decision), limits) + decision if evidence else ""
    )
    drafted = read_answer(question, draft)
    if strategy is Strategy.EVIDENCE_FIRST and evidence == earlier and not isinstance(drafted, JsonProblem):
        # It answered from the evidence it was given: there is nothing that a clean context could leave out.
        final = FinalAnswer(value=drafted, conversation=trajectory.messages)
    elif evidence:
        final = answer_from_evidence(
            metered, question, observations=observations, draft=draft, max_tokens=left, constrained=constrained
        )
    else:
        final = answer_from_own_knowledge(metered, question, max_tokens=left, constrained=constrained)
    attribution: Attribution | JsonProblem | None = None
    if evidence and not isinstance(final.value, JsonProblem):
        attribution = attribute(
            metered,
            final.conversation,
            observations=observations,
            known=[item.id for item in evidence],
            max_tokens=limits.attribution_tokens,
            constrained=constrained,
        )
    value, reported = concluded(final.value, drafted, attribution, decided=decided)
    verification = _verified(metered, question, value, final, service, evidence, limits, constrained)
    cited = attribution.cited if isinstance(attribution, Attribution) else ()
    return Answer(
        question=question,
        value=value,
        grounding=grounding(
            reported, verification, [*_stopped(trajectory.outcome), *unresolved_names(question, service)]
        ),
        claims=verification.claims,
        evidence=tuple(replace(item, cited=item.id in cited) for item in evidence),
        steps=(*steps, *trajectory.steps),
        usage=metered.usage,
        model=model.name,
        draft=reasoning.draft,
        outcome=trajectory.outcome,
    )


def _in_words(question: Question, decided: AnswerValue) -> str:
    """What the reasoner alone makes of the question, to stand below a digest."""
    # Quoted: it may hold names of the ontology.
    return "\n\n" + fill("decided", answer=fenced(written_answer(question, decided)))


def _stopped(outcome: Outcome) -> tuple[str, ...]:
    return ("The budget ended the tool phase: there was no room for a further query.",) * (outcome is Outcome.BUDGET)


def _verified(
    model: ChatModel,
    question: Question,
    value: AnswerValue | None,
    final: FinalAnswer,
    service: OntologyService,
    evidence: Sequence[Evidence],
    limits: AnsweringLimits,
    constrained: bool,
) -> Verification:
    """What the reasoner confirms of the answer; one in words is taken apart by the model where no rule can."""
    if value is None:
        return Verification(level=None, reason="")
    verification = verify(question, value, service=service, evidence=evidence)
    if verification.level is None and isinstance(question, FreeText) and evidence:
        stated = claims_of_answer(
            model, final.conversation, evidence, max_tokens=limits.claims_tokens, constrained=constrained
        )
        if isinstance(stated, JsonProblem):
            reason = f"The model did not take its answer apart into claims: {stated.problem}."
            return Verification(level=None, reason=reason)
        verification = verify(question, value, service=service, evidence=evidence, stated=stated)
    return verification


def _fitted_digest(
    question: Question, evidence: tuple[Evidence, ...], beside: Sequence[str], limits: AnsweringLimits
) -> str:
    """The digest, short enough that both turns which show it fit the context window together."""
    numbered = digest(evidence, max_chars=0)
    other = (
        question.persona,
        question_block(question),
        *beside,
        fill("final_system"),
        fill("attribution", observations=""),
    )
    room = limits.loop.context_window - limits.answer_tokens - limits.attribution_tokens - estimate_tokens(*other)
    return digest(evidence, max_chars=room * CHARACTERS_PER_TOKEN // 2 - len(numbered))
