"""OA-RAG as it is, and without one of its parts (paper, section 6.3.2)."""

from dataclasses import replace

from entailed.agent import JsonProblem
from entailed.benchmark.methods.asking import predicted
from entailed.benchmark.methods.calls import calls_by_form
from entailed.benchmark.methods.records import queried
from entailed.benchmark.predictions import Prediction
from entailed.llm import ChatModel
from entailed.oarag import AnsweringLimits, Decoding, Question, Strategy, answer
from entailed.oarag.questions import read_answer
from entailed.oarag.tool_phase import Reasoning, consult_ontology, reason_first
from entailed.service import OntologyService

_NO_DRAFT = JsonProblem(problem="the model's reasoning ended without an answer in the question's form")


def answer_from_ontology(
    question: Question,
    model: ChatModel,
    *,
    service: OntologyService,
    limits: AnsweringLimits,
    strategy: Strategy = Strategy.REACT,
    decoding: Decoding = Decoding.FREE,
) -> Prediction:
    """The whole pipeline. Queries that evidence first runs before it asks are among the tool calls."""
    found = answer(question, service=service, model=model, strategy=strategy, decoding=decoding, limits=limits)
    value = JsonProblem(problem=found.grounding.reason) if found.value is None else found.value
    return replace(
        predicted(value, [queried(item.query, item.observation) for item in found.evidence]),
        tool_calls=calls_by_form(found.steps),
        cited=tuple(position for position, item in enumerate(found.evidence) if item.cited),
        reported=found.grounding.reported,
        verified=found.grounding.verified,
        constrained=decoding is not Decoding.FREE,
    )


def answer_before_the_tool(question: Question, model: ChatModel, *, limits: AnsweringLimits) -> Prediction:
    """Pre-tool reasoning alone: one call, whose draft is the answer."""
    draft = _reasoned(question, model, limits).draft
    return predicted(_NO_DRAFT if draft is None else draft)


def answer_of_the_tool_phase(
    question: Question, model: ChatModel, *, service: OntologyService, limits: AnsweringLimits
) -> Prediction:
    """Without the answering step: what the tool phase answers, and where it ends without an answer the draft."""
    reasoning = _reasoned(question, model, limits)
    left = max(limits.loop.max_generated_tokens - reasoning.generated_tokens, 0)
    trajectory = consult_ontology(model, reasoning, service, limits=replace(limits.loop, max_generated_tokens=left))
    value = read_answer(question, trajectory.answer or "")
    if isinstance(value, JsonProblem) and reasoning.draft is not None:
        value = reasoning.draft
    found = [queried(s.action.argument, s.observation) for s in trajectory.steps if s.informative and s.action]
    shown = dict.fromkeys(found)
    return replace(predicted(value, tuple(shown)), tool_calls=calls_by_form(trajectory.steps))


def _reasoned(question: Question, model: ChatModel, limits: AnsweringLimits) -> Reasoning:
    return reason_first(model, question, max_tokens=limits.loop.max_reply_tokens)
