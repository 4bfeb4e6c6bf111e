"""Search once, then answer from what was found: RAG over cards and axioms, RAG over documents, MedRAG."""

from collections.abc import Sequence

from entailed.benchmark.documents import DocumentSearch
from entailed.benchmark.methods.asking import ask_once, predicted
from entailed.benchmark.methods.records import numbered, room_for_records, search_text, shortened, truncated
from entailed.benchmark.ontology_search import OntologySearch
from entailed.benchmark.predictions import Prediction
from entailed.benchmark.templates import fill
from entailed.llm import ChatModel
from entailed.oarag import Question
from entailed.oarag.questions import question_block


def answer_from_cards(
    question: Question, model: ChatModel, *, search: OntologySearch, context_window: int
) -> Prediction:
    """RAG-ont (text): the five best cards, whole, and the five best axioms (paper, Appendix B)."""
    query = search_text(question)
    records = [*(search.card(found) for found in search.cards(query)), *search.axioms(query)]
    return answer_from(question, model, shortened(records, room_beside(question, context_window)), context_window)


def answer_from_documents(
    question: Question,
    model: ChatModel,
    *,
    documents: DocumentSearch,
    count: int,
    by_options: bool,
    context_window: int,
) -> Prediction:
    """RAG-doc with five documents, MedRAG with 32 (Xiong et al., 2024a): one call, truncated to a document budget.

    MedRAG searches by the question alone, as one does who has no options to choose from; RAG-doc by the options too.
    """
    query = search_text(question) if by_options else question.text
    found = [document.shown for document in documents.best(query, count)]
    return answer_from(question, model, truncated(found, room_beside(question, context_window)), context_window)


def room_beside(question: Question, context_window: int) -> int:
    """The characters that records may have beside a question."""
    return room_for_records(context_window, *_prompts(question, ()))


def answer_from(question: Question, model: ChatModel, records: Sequence[str], context_window: int) -> Prediction:
    """One call that shows these records."""
    system, user = _prompts(question, records)
    return predicted(ask_once(model, question, system, user, context_window=context_window), records)


def _prompts(question: Question, records: Sequence[str]) -> tuple[str, str]:
    user = fill("records", question=question_block(question), records=numbered(records) or "(none)")
    return fill("answer_from_records", persona=question.persona), user
