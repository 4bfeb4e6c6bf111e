"""Several questions about the same thing: what was found for one serves the next, under the number it was given."""

from collections.abc import Callable
from dataclasses import replace

from entailed.agent import Step
from entailed.llm import ChatModel
from entailed.oarag.answers import Answer
from entailed.oarag.decoding import Decoding
from entailed.oarag.evidence import Evidence
from entailed.oarag.pipeline import AnsweringLimits, Strategy, answer
from entailed.oarag.questions import Question
from entailed.oarag.templates import fill
from entailed.service import OntologyService

_CARRIED_EVIDENCE = 16
"""More would leave each result too little room in a prompt."""
_CARRIED_TURNS = 6


class Session:
    """Questions asked one after the other, each with the evidence of those before it.

    Evidence keeps its number for as long as it is carried, and no other evidence is ever given it. An answer holds what
    was found for it and, of what was found before, what it cites. A question that fails changes nothing. One question
    at a time.
    """

    def __init__(self) -> None:
        self.answers: tuple[Answer, ...] = ()
        """Oldest first."""
        self._evidence: tuple[Evidence, ...] = ()
        self._cited: frozenset[str] = frozenset()
        self._last_number = 0
        """The highest number given, also to evidence that is no longer carried."""

    def ask(
        self,
        question: Question,
        *,
        service: OntologyService,
        model: ChatModel | None,
        limits: AnsweringLimits | None = None,
        strategy: Strategy = Strategy.REACT,
        decoding: Decoding = Decoding.FREE,
        on_step: Callable[[Step], None] | None = None,
    ) -> Answer:
        """Answer the next question; see `oarag.answer`.

        Args:
            question: May refer to the questions and answers before it.
            service: The same ontology throughout.
            model: None or any model, which may change.
            limits: What the model may spend.
            strategy: How the model comes to its evidence.
            decoding: What the model may write.
            on_step: Told of each query and thought as it is made.

        Raises:
            ModelError: The model failed.
        """
        given = answer(
            replace(question, context=self._with_dialogue(question.context)),
            service=service,
            model=model,
            limits=limits,
            strategy=strategy,
            decoding=decoding,
            earlier=self._evidence,
            last_number=self._last_number,
            on_step=on_step,
        )
        before = {item.id for item in self._evidence}
        self._last_number = max([self._last_number, *(item.number for item in given.evidence)])
        self._cited |= {item.id for item in given.evidence if item.cited}
        self._evidence = tuple(item for item in given.evidence if item.id not in before or item.id in self._cited)[
            -_CARRIED_EVIDENCE:
        ]
        own = tuple(item for item in given.evidence if item.cited or item.id not in before)
        given = replace(given, question=question, evidence=own)
        self.answers += (given,)
        return given

    def _with_dialogue(self, context: str) -> str:
        """The context of a question, with the questions and answers that it may refer to."""
        if not self.answers:
            return context
        turns = "\n".join(f"Q: {said.question.text}\nA: {said.text}" for said in self.answers[-_CARRIED_TURNS:])
        return "\n\n".join(filter(None, (fill("dialogue", turns=turns), context)))
