"""i-MedRAG: the model asks follow-up queries, each answered from documents, and then answers the question.

Source: Xiong et al. (2024), "Improving Retrieval-Augmented Generation in Medicine with Iterative Follow-up Questions":
the calls are those of its published code, the prompts are the project's own.
"""

from collections.abc import Sequence
from dataclasses import replace

from entailed.agent import JsonProblem, find_json_object
from entailed.benchmark.documents import DocumentSearch
from entailed.benchmark.methods.asking import complete, predicted
from entailed.benchmark.methods.records import numbered, room_for_records, shortened, truncated
from entailed.benchmark.predictions import Prediction
from entailed.benchmark.templates import fill
from entailed.llm import ChatModel
from entailed.oarag import Question
from entailed.oarag.questions import answer_schema, question_block, read_answer

ROUNDS = 4
QUERIES = 3
DOCUMENTS = 32


def answer_with_follow_up_queries(
    question: Question, model: ChatModel, *, documents: DocumentSearch, context_window: int
) -> Prediction:
    """22 calls where each round brings three queries: 4 × (ask, list, 3 × answer), conclude, format.

    As in the published code, a round whose queries cannot be read brings none, and queries beyond three are left out.
    """
    run = _Run(question, model, documents, context_window)
    for _ in range(ROUNDS):
        run.follow_up()
    return run.conclude()


class _Run:
    def __init__(self, question: Question, model: ChatModel, documents: DocumentSearch, context_window: int) -> None:
        self._question = question
        self._model = model
        self._documents = documents
        self._window = context_window
        self._answers: list[str] = []
        self._shown: dict[str, None] = {}

    def follow_up(self) -> None:
        """One round."""
        block = question_block(self._question)
        asked = self._complete(fill("follow_up_ask", question=block, found=self._found(), count=str(QUERIES)))
        listed = self._complete(fill("follow_up_list", passage=asked))
        for query in _queries(listed):
            self._answers.append(f"Query: {query}\nAnswer: {self._answer(query)}")

    def conclude(self) -> Prediction:
        """The last two calls."""
        block = question_block(self._question)
        reasoned = self._complete(fill("follow_up_conclude", question=block, found=self._found()))
        schema = answer_schema(self._question)
        formatted = self._complete(fill("follow_up_format", question=block, reasoning=reasoned, schema=schema))
        value = read_answer(self._question, formatted)
        return replace(predicted(value, tuple(self._shown)), tool_calls={"search": len(self._answers)})

    def _answer(self, query: str) -> str:
        """What MedRAG answers to a query."""
        room = room_for_records(self._window, self._question.persona, fill("follow_up_query", records="", query=query))
        found = [document.shown for document in self._documents.best(query, DOCUMENTS)]
        shown = truncated(found, room)
        self._shown |= dict.fromkeys(shown)
        return self._complete(fill("follow_up_query", records=numbered(shown), query=query))

    def _found(self) -> str:
        """The answers so far, fitted into half of the window."""
        if not self._answers:
            return "No query has been asked so far."
        room = room_for_records(self._window, question_block(self._question)) // 2
        return fill("follow_up_found", answers=numbered(shortened(self._answers, room)))

    def _complete(self, prompt: str) -> str:
        return complete(self._model, self._question.persona, prompt, context_window=self._window)


def _queries(listed: str) -> Sequence[str]:
    found = find_json_object(listed)
    queries = None if isinstance(found, JsonProblem) else found.get("queries")
    texts = [query.strip() for query in queries if isinstance(query, str)] if isinstance(queries, list) else []
    return [text for text in texts if text][:QUERIES]
