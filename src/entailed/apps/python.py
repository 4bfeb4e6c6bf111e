"""The Python face: `entailed.open(path).ask(question)`."""

from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TypedDict, Unpack

from entailed.agent import Step
from entailed.apps.environment import cache_folder, chosen_model
from entailed.apps.ontologies import located
from entailed.llm import ChatModel
from entailed.oarag import (
    Answer,
    AnswerFile,
    AnsweringLimits,
    BatchRecord,
    BatchReport,
    Decoding,
    Question,
    QuestionKind,
    Session,
    Strategy,
    answer,
    answer_batch,
    answer_of,
    make_question,
    read_questions,
    stream,
)
from entailed.service import OntologyService, open_ontology
from entailed.service.fallback import Fallback


def open(
    path: Path | str,
    *,
    cache: Path | str | None = None,
    language: str = "en",
    fallback: Fallback = "mentions",
    progress: Callable[[str], None] = lambda stage: None,
) -> "OpenOntology":
    """Open an ontology to ask it questions.

    Args:
        path: An ontology file or its URL, which is read and reasoned over the first time; an index folder; or
            `example:kitchen`.
        cache: Where the indexes of files are kept; None for the user's cache folder.
        language: Labels in this language are preferred.
        fallback: Where a search that finds nothing looks for unverified text: `mentions`, `bm25` or `none`.
        progress: Called with a few words as each stage of reading and reasoning begins.

    Raises:
        ReadError: The file cannot be read, or holds no class.
        InconsistentOntologyError: Its axioms contradict each other.
        IndexFolderError: A folder is no usable index.
    """
    cache = Path(cache) if cache else cache_folder()
    with located(str(path), cache=cache, progress=progress) as (found, source):
        service = open_ontology(found, cache, source=source, language=language, fallback=fallback, progress=progress)
    return OpenOntology(service)


class AskingOptions(TypedDict, total=False):
    """How a question is asked; everything may be left out."""

    options: Sequence[str]
    """What to choose from."""
    kind: QuestionKind | str | None
    """The form of the answer; without it, the options or the question's first word tell."""
    context: str
    """Text that the question comes with."""
    model: ChatModel | str | None
    """A model, or its name as the terminal takes it, such as `openai:NAME`; without one, the question is answered where
    the reasoner alone decides it."""
    limits: AnsweringLimits | None
    """What the model may spend."""
    strategy: Strategy
    """How the model comes to its evidence."""
    decoding: Decoding
    """What the model may write."""
    session: Session | None
    """The questions that this one may refer to, and whose evidence it may cite; it is added to them."""


class OpenOntology:
    """An ontology that questions can be asked of. Several threads and tasks may share it."""

    def __init__(self, service: OntologyService) -> None:
        self.service = service
        """Answers queries, without a question around them."""
        self._models: dict[str, ChatModel] = {}  # by name, each opened once
        self._opening = Lock()

    def ask(
        self,
        question: str | Question,
        *,
        on_step: Callable[[Step], None] | None = None,
        **asking: Unpack[AskingOptions],
    ) -> Answer:
        """Answer a question.

        Args:
            question: In words, or with its form (then `options`, `kind` and `context` stay out).
            on_step: Told of each query and thought as it is made.
            **asking: See `AskingOptions`.

        Raises:
            ValueError: The question is empty, or its options and kind do not go together.
            ModelError: The model failed.
        """
        return self._asking(question, asking)(model=self._model(asking.get("model")), on_step=on_step)

    def stream(self, question: str | Question, **asking: Unpack[AskingOptions]) -> AsyncGenerator[Step | Answer, None]:
        """Answer a question: each step as it is made, and the answer at the end; see `ask`.

        When the generator is closed or its task cancelled, the model is not called again.
        """
        return stream(self._asking(question, asking), self._model(asking.get("model")))

    async def ask_async(self, question: str | Question, **asking: Unpack[AskingOptions]) -> Answer:
        """Answer a question while the event loop goes on; see `ask`. It can be cancelled."""
        return await answer_of(self.stream(question, **asking))

    def ask_batch(
        self,
        questions: Path | str,
        answers: Path | str,
        *,
        model: ChatModel | str | None = None,
        limits: AnsweringLimits | None = None,
        strategy: Strategy = Strategy.REACT,
        decoding: Decoding = Decoding.FREE,
        concurrency: int = 8,
        retry_failed: bool = False,
        on_record: Callable[[BatchRecord], None] | None = None,
    ) -> BatchReport:
        """Answer the questions of a file, and go on where an earlier run stopped.

        Args:
            questions: JSON lines, as docs/json-batch.md describes both files.
            answers: JSON lines; questions that have an answer here are not asked again.
            model: What to ask, if anything; as in `AskingOptions`.
            limits: What the model may spend on each question.
            strategy: How the model comes to its evidence.
            decoding: What the model may write.
            concurrency: Questions under way at once; the model may have a limit of its own.
            retry_failed: Ask the questions again that failed.
            on_record: Told of each record once it is written, one at a time, in the thread that answered.

        Raises:
            ReadError: A file does not hold what it should.
        """
        return answer_batch(
            read_questions(Path(questions)),
            AnswerFile(Path(answers)),
            partial(answer, service=self.service, limits=limits, strategy=strategy, decoding=decoding),
            model=self._model(model),
            concurrency=concurrency,
            retry_failed=retry_failed,
            on_record=on_record,
        )

    def _model(self, model: ChatModel | str | None) -> ChatModel | None:
        if not isinstance(model, str):
            return model
        with self._opening:
            if model not in self._models:
                self._models[model] = chosen_model(model)
            return self._models[model]

    def _asking(self, question: str | Question, asking: AskingOptions) -> Callable[..., Answer]:
        if isinstance(question, str):
            options, kind, context = asking.get("options", ()), asking.get("kind"), asking.get("context", "")
            question = make_question(question, options=options, kind=kind, context=context)
        elif form := asking.keys() & {"options", "kind", "context"}:
            raise ValueError(f"the question has its form: leave out {', '.join(sorted(form))}")
        session = asking.get("session")
        ask = answer if session is None else session.ask
        return partial(
            ask,
            question,
            service=self.service,
            limits=asking.get("limits"),
            strategy=asking.get("strategy", Strategy.REACT),
            decoding=asking.get("decoding", Decoding.FREE),
        )
