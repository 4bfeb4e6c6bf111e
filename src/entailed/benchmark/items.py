"""Items: questions with gold answers, and what each was made from."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from entailed.oarag import AnswerValue, Question
from entailed.owl.model import Iri


class Term(NamedTuple):
    """A class or a relation."""

    name: str
    """The label that questions use."""
    iri: Iri


class Restriction(NamedTuple):
    """∃r.B."""

    relation: Term
    filler: Term


class Slot(StrEnum):
    """What is masked in A ⊑ ∃r.B."""

    SUBJECT = "subject"
    RELATION = "relation"
    FILLER = "filler"


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """A multiple-choice item: an axiom with one part masked (OA-RAG paper, section 5.1.1)."""

    subject: Term
    restriction: Restriction
    slot: Slot
    options: tuple[Term, ...]
    """In the order of the question's options."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """An open item: what all answers under a root satisfy (OA-RAG paper, section 5.1.2)."""

    root: Term
    restrictions: tuple[Restriction, ...]
    answers: tuple[Term, ...]
    """All of them, sorted by IRI."""


Construction: TypeAlias = Masked | Conditions


class GoldEvidence(NamedTuple):
    """What must be known to answer: an axiom of the ontology, or the sentence that took its place."""

    about: Iri
    """The class whose axiom or definition it is."""
    text: str
    """An axiom in functional syntax in test 1, a sentence in test 2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A question with its gold answer."""

    id: str
    """Unique in its file; the same for the two tests that share a question."""
    data_set: str
    """The ontology, or the set of questions, that it is from: `go`, `medqa`."""
    question: Question
    gold: AnswerValue
    """Texts of the right options, or all right names; one text where the question has one answer."""
    construction: Construction | None = None
    """None where it was not made from an ontology."""
    evidence: tuple[GoldEvidence, ...] = ()


class Excluded(NamedTuple):
    """A question that is no item of a test."""

    id: str
    reason: str
    """In words."""
