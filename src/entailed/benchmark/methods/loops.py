"""Methods that search the ontology step by step: ReAct-ont, and OA-RAG with search in the place of queries."""

from collections.abc import Sequence
from dataclasses import replace

from entailed.agent import Attribution, JsonProblem, Limits, Trajectory, run_loop
from entailed.agent.templates import STOP, reply_format
from entailed.benchmark.methods.asking import predicted
from entailed.benchmark.methods.calls import calls_by_form
from entailed.benchmark.methods.records import numbered, room_for_records, shortened
from entailed.benchmark.methods.searching import SearchTool
from entailed.benchmark.ontology_search import OntologySearch
from entailed.benchmark.predictions import Prediction
from entailed.benchmark.templates import fill
from entailed.llm import ChatModel, Message
from entailed.llm.templates import fill_of
from entailed.oarag import AnsweringLimits, Question
from entailed.oarag.answering import FinalAnswer, answer_from_evidence, answer_from_own_knowledge
from entailed.oarag.attribution import attribute
from entailed.oarag.conclusion import concluded
from entailed.oarag.questions import AnswerValue, question_block, read_answer
from entailed.oarag.tool_phase import reason_first


def answer_by_searching(question: Question, model: ChatModel, *, search: OntologySearch, limits: Limits) -> Prediction:
    """ReAct-ont (Yao et al., 2023): think, search, observe until there is an answer; at a limit it is asked for."""
    opening = (
        Message(role="system", content=question.persona),
        Message(role="user", content=f"{question_block(question)}\n\n{_agent_prompt(fill('search_first'))}"),
    )
    trajectory = _searched(model, opening, search, limits, final_prompt=fill("answer_now"))
    return _prediction(read_answer(question, trajectory.answer or ""), trajectory)


def answer_as_oa_rag_by_searching(
    question: Question, model: ChatModel, *, search: OntologySearch, limits: AnsweringLimits
) -> Prediction:
    """The stages of OA-RAG, with the search tool in the tool phase (paper, section 6.3.2)."""
    left = limits.loop.max_generated_tokens - limits.answer_tokens
    reasoning = reason_first(model, question, max_tokens=min(limits.loop.max_reply_tokens, left))
    left = max(left - reasoning.generated_tokens, 0)
    prompt = _agent_prompt(fill_of("entailed.oarag", "agent_after_reasoning"))
    opening = (*reasoning.conversation, Message(role="user", content=prompt))
    trajectory = _searched(model, opening, search, replace(limits.loop, max_generated_tokens=left))
    left = max(left - trajectory.generated_tokens, 0) + limits.answer_tokens
    draft = trajectory.answer or ""
    shown = _observations(trajectory)
    if not shown:
        return _prediction(answer_from_own_knowledge(model, question, max_tokens=left).value, trajectory)
    # Two turns of one conversation show the observations, as in OA-RAG.
    room = room_for_records(limits.loop.context_window, question_block(question), draft) // 2
    observations = numbered(shortened(shown, room))
    final = answer_from_evidence(model, question, observations=observations, draft=draft, max_tokens=left)
    attribution = _attributed(model, final, observations, len(shown), limits)
    value, reported = concluded(final.value, read_answer(question, draft), attribution)
    cited = attribution.cited if isinstance(attribution, Attribution) else ()
    return replace(
        _prediction(JsonProblem(problem=reported.reason) if value is None else value, trajectory),
        cited=tuple(int(number[1:]) - 1 for number in cited),
        reported=reported.level,
    )


def _attributed(
    model: ChatModel, final: FinalAnswer, observations: str, count: int, limits: AnsweringLimits
) -> Attribution | JsonProblem | None:
    if isinstance(final.value, JsonProblem):
        return None
    known = [f"E{number}" for number in range(1, count + 1)]
    return attribute(
        model, final.conversation, observations=observations, known=known, max_tokens=limits.attribution_tokens
    )


def _agent_prompt(opening: str) -> str:
    return fill("search_agent", opening=opening, reply_format=reply_format("search(<text>)"))


def _searched(
    model: ChatModel,
    opening: Sequence[Message],
    search: OntologySearch,
    limits: Limits,
    *,
    final_prompt: str | None = None,
) -> Trajectory:
    return run_loop(model, opening, [SearchTool(search=search)], limits=limits, final_prompt=final_prompt, stop=STOP)


def _observations(trajectory: Trajectory) -> tuple[str, ...]:
    """What was found, each once."""
    return tuple(dict.fromkeys(step.observation for step in trajectory.steps if step.informative))


def _prediction(value: AnswerValue | JsonProblem, trajectory: Trajectory) -> Prediction:
    prediction = predicted(value, _observations(trajectory))
    return replace(prediction, tool_calls=calls_by_form(trajectory.steps))
