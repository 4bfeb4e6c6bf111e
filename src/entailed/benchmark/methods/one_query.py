"""RAG-ont (query): the model writes one query, and answers from its result."""

from dataclasses import replace

from entailed.agent import Action, parse_reply
from entailed.benchmark.methods.asking import complete
from entailed.benchmark.methods.calls import form_of
from entailed.benchmark.methods.reading import answer_from, room_beside
from entailed.benchmark.methods.records import queried, shortened
from entailed.benchmark.predictions import Prediction
from entailed.benchmark.templates import fill
from entailed.llm import ChatModel
from entailed.oarag import Question
from entailed.oarag.queries import QueryTool
from entailed.oarag.questions import question_block
from entailed.oarag.tool_phase import query_forms
from entailed.service import OntologyService


def answer_after_one_query(
    question: Question, model: ChatModel, *, service: OntologyService, context_window: int
) -> Prediction:
    """Two calls: one for the query, one for the answer. A query that cannot be read is told and not mended."""
    prompt = fill("one_query", question=question_block(question), query_forms=query_forms())
    reply = complete(model, question.persona, prompt, context_window=context_window)
    records, form = [], "malformed"
    if isinstance(move := parse_reply(reply).move, Action):
        result = QueryTool(service=service).call(move.argument)
        records, form = [queried(move.argument, result.text)], form_of(result.payload)
    shown = shortened(records, room_beside(question, context_window))
    return replace(answer_from(question, model, shown, context_window), tool_calls={form: 1})
