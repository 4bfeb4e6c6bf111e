"""What became of a question in a run: the rows that every table and figure is made from."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import Any, TypeVar

from entailed.benchmark.gold_evidence import EvidenceFound
from entailed.benchmark.items import Item
from entailed.benchmark.predictions import Prediction
from entailed.benchmark.scoring import Score
from entailed.llm import Usage
from entailed.oarag import FreeText, ListOfNames, OneOption, SeveralOptions, YesNoMaybe

_Key = TypeVar("_Key", bound=tuple[Any, ...])


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class System:
    """What is measured."""

    model: str
    method: str
    settings: str = ""
    """What else the answers depend on, for people to read: `context window 262,144`."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class DataSetTest:
    """What it is measured on."""

    number: int
    """1 formal reasoning, 2 ontology-grounded, 3 ontology-assisted (OA-RAG paper, section 5)."""
    data_set: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One question, put to one system."""

    system: System
    test: DataSetTest
    item: Item
    prediction: Prediction | None
    """None where asking failed: `error` says how. Running again asks such questions again."""
    error: str = ""
    score: Score | None = None
    """None where there is no answer to score."""
    evidence: EvidenceFound | None = None
    """None where the item has no gold evidence, or asking failed."""
    failed_attempts: Usage = field(default_factory=Usage)
    """What attempts that failed cost in the run that this is of, beside `prediction.usage`."""

    @property
    def correct(self) -> bool:
        """Whether there is an answer and it is right."""
        return self.score is not None and self.score.correct

    @property
    def none_wrong(self) -> bool:
        """Whether there is an answer with something right and nothing wrong."""
        return self.score is not None and self.score.none_wrong


class Kind(StrEnum):
    """The kinds of question that scores are reported for."""

    SEVERAL_OPTIONS = "MCQ"
    NAMES = "OQ"
    ONE_OPTION = "one option"
    YES_NO = "yes/no/maybe"
    TEXT = "text"


def kind_of(item: Item) -> Kind:
    """The kind of an item's question."""
    match item.question:
        case SeveralOptions():
            return Kind.SEVERAL_OPTIONS
        case ListOfNames():
            return Kind.NAMES
        case OneOption():
            return Kind.ONE_OPTION
        case YesNoMaybe():
            return Kind.YES_NO
        case FreeText():
            return Kind.TEXT


def grouped(records: Iterable[Record], key: Callable[[Record], _Key]) -> Iterator[tuple[_Key, list[Record]]]:
    """Records by a key that can be sorted, in its order."""
    for found, group in groupby(sorted(records, key=key), key=key):
        yield found, list(group)
