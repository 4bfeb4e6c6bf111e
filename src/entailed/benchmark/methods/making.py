"""The table of methods, and making one of them from what it needs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import TypeVar

from entailed.agent import Limits
from entailed.benchmark.documents import DocumentSearch
from entailed.benchmark.methods import direct, follow_up, loops, oa_rag, one_query, reading
from entailed.benchmark.methods.asking import CONTEXT_WINDOW, MeteredMethod, Predict
from entailed.benchmark.ontology_search import MOST_FOUND, OntologySearch
from entailed.benchmark.predictions import Method
from entailed.llm import ChatModel
from entailed.oarag import AnsweringLimits, Decoding, Strategy
from entailed.service import OntologyService


class Need(StrEnum):
    """What a method needs beside a chat model."""

    SERVICE = "service"
    """An ontology that answers queries."""
    SEARCH = "search"
    """Text retrieval from the ontology."""
    DOCUMENTS = "documents"
    """Text retrieval from a corpus."""
    GRAMMAR = "grammar"
    """A model that decodes under a grammar; another one refuses the first question."""


_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Given:
    """What a method is made from."""

    method: str
    window: int
    given_service: OntologyService | None
    given_search: OntologySearch | None
    given_documents: DocumentSearch | None

    @property
    def limits(self) -> AnsweringLimits:
        return AnsweringLimits(loop=Limits(context_window=self.window))

    @property
    def service(self) -> OntologyService:
        return self._needed(self.given_service, Need.SERVICE)

    @property
    def search(self) -> OntologySearch:
        return self._needed(self.given_search, Need.SEARCH)

    @property
    def documents(self) -> DocumentSearch:
        return self._needed(self.given_documents, Need.DOCUMENTS)

    def _needed(self, value: _T | None, need: Need) -> _T:
        if value is None:
            raise ValueError(f"the method `{self.method}` needs {_IN_WORDS[need]}: give `{need}`")
        return value


_IN_WORDS = {
    Need.SERVICE: "an ontology",
    Need.SEARCH: "text retrieval from an ontology",
    Need.DOCUMENTS: "a corpus of documents",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodKind:
    """A row of the table."""

    description: str
    needs: frozenset[Need]
    make: Callable[[_Given], Predict]


def _oa_rag(given: _Given, strategy: Strategy = Strategy.REACT, decoding: Decoding = Decoding.FREE) -> Predict:
    return partial(
        oa_rag.answer_from_ontology,
        service=given.service,
        limits=given.limits,
        strategy=strategy,
        decoding=decoding,
    )


def _without_fallback(given: _Given) -> Predict:
    service = OntologyService(given.service.folder, fallback="none")
    return partial(oa_rag.answer_from_ontology, service=service, limits=given.limits)


def _from_documents(given: _Given, count: int, *, by_options: bool) -> Predict:
    return partial(
        reading.answer_from_documents,
        documents=given.documents,
        count=count,
        by_options=by_options,
        context_window=given.window,
    )


def _kind(description: str, make: Callable[[_Given], Predict], *needs: Need) -> MethodKind:
    return MethodKind(description=description, make=make, needs=frozenset(needs))


METHODS: Mapping[str, MethodKind] = MappingProxyType(
    {
        "base": _kind(
            "the model alone, answering at once",
            lambda given: partial(direct.answer_at_once, context_window=given.window),
        ),
        "cot": _kind(
            "the model alone, reasoning before it answers",
            lambda given: partial(direct.answer_after_reasoning, context_window=given.window),
        ),
        "rag-ont-text": _kind(
            "one search of the ontology: five concept cards and five axioms in words",
            lambda given: partial(reading.answer_from_cards, search=given.search, context_window=given.window),
            Need.SEARCH,
        ),
        "rag-ont-query": _kind(
            "one query to the ontology, written by the model",
            lambda given: partial(one_query.answer_after_one_query, service=given.service, context_window=given.window),
            Need.SERVICE,
        ),
        "react-ont": _kind(
            "step by step, searching the text of the ontology",
            lambda given: partial(loops.answer_by_searching, search=given.search, limits=given.limits.loop),
            Need.SEARCH,
        ),
        "rag-doc": _kind(
            "one search of the documents: five snippets",
            lambda given: _from_documents(given, MOST_FOUND, by_options=True),
            Need.DOCUMENTS,
        ),
        "medrag": _kind(
            "one search of the documents: 32 snippets, cut to their budget",
            lambda given: _from_documents(given, follow_up.DOCUMENTS, by_options=False),
            Need.DOCUMENTS,
        ),
        "i-medrag": _kind(
            "four rounds of three follow-up queries, each answered from documents: 22 calls",
            lambda given: partial(
                follow_up.answer_with_follow_up_queries, documents=given.documents, context_window=given.window
            ),
            Need.DOCUMENTS,
        ),
        "oa-rag": _kind(
            "reason, query the ontology step by step, answer from the evidence, cite it", _oa_rag, Need.SERVICE
        ),
        "oa-rag-constrained": _kind(
            "the same, each reply held to its form",
            lambda given: _oa_rag(given, decoding=Decoding.FORM),
            Need.SERVICE,
            Need.GRAMMAR,
        ),
        "evidence-first": _kind(
            "the queries that the question implies are run before the model is asked",
            lambda given: _oa_rag(given, Strategy.EVIDENCE_FIRST),
            Need.SERVICE,
        ),
        "evidence-first-constrained": _kind(
            "the same, each reply held to its form",
            lambda given: _oa_rag(given, Strategy.EVIDENCE_FIRST, Decoding.FORM),
            Need.SERVICE,
            Need.GRAMMAR,
        ),
        "oa-rag-pre-tool-only": _kind(
            "OA-RAG that ends with the draft it makes before it sees the ontology",
            lambda given: partial(oa_rag.answer_before_the_tool, limits=given.limits),
        ),
        "oa-rag-no-answering": _kind(
            "OA-RAG that ends with what the tool phase answers",
            lambda given: partial(oa_rag.answer_of_the_tool_phase, service=given.service, limits=given.limits),
            Need.SERVICE,
        ),
        "oa-rag-no-fallback": _kind("OA-RAG whose queries find nothing in text", _without_fallback, Need.SERVICE),
        "oa-rag-search": _kind(
            "OA-RAG that searches the text of the ontology in place of querying it",
            lambda given: partial(loops.answer_as_oa_rag_by_searching, search=given.search, limits=given.limits),
            Need.SEARCH,
        ),
    }
)
"""By the name that a user gives: the baselines of the paper, OA-RAG and evidence first, the ablations."""


def make_method(
    name: str,
    *,
    model: ChatModel,
    service: OntologyService | None = None,
    search: OntologySearch | None = None,
    documents: DocumentSearch | None = None,
    context_window: int = CONTEXT_WINDOW,
) -> Method:
    """Make a method.

    Args:
        name: A key of `METHODS`, which says what else it needs; what it does not need may be given too.
        model: Answers.
        service: The ontology.
        search: Text retrieval from the ontology.
        documents: Text retrieval from a corpus.
        context_window: Tokens of conversation and reply together. Documents may take all of it but 1,024.

    Raises:
        ValueError: There is no such method, or something that it needs is not given.
    """
    if name not in METHODS:
        raise ValueError(f"there is no method `{name}`: choose one of {', '.join(METHODS)}")
    given = _Given(
        method=name,
        window=context_window,
        given_service=service,
        given_search=search,
        given_documents=documents,
    )
    return MeteredMethod(model=model, predict=METHODS[name].make(given))
