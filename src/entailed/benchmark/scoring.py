"""Whether an answer is right (OA-RAG paper, section 6.1)."""

from collections.abc import Iterable
from typing import NamedTuple

from entailed.benchmark.items import Conditions, Item
from entailed.oarag import AnswerValue, ListOfNames, SeveralOptions
from entailed.service import LinkedName, OntologyService
from entailed.service.spelling import fold


class Score(NamedTuple):
    """What an answer is worth. A question without an answer has no score, which is not the same as a wrong answer."""

    correct: bool
    """A set of options: exactly the right ones. A list of names: not empty, and entirely right."""
    none_wrong: bool
    """At least one right, and none wrong."""


def score(item: Item, answer: AnswerValue, service: OntologyService | None = None) -> Score:
    """Compare an answer with the gold of its item.

    Args:
        item: The question and its gold.
        answer: As `read_answer` gives it: options by their own texts.
        service: Links the names in answers to open questions, so that a label, an exact synonym and an identifier of a
            concept are the same answer. Without it, names are compared as texts in any case.
    """
    given = _set(answer)
    match item.question:
        case SeveralOptions():
            gold = _set(item.gold)
            return Score(correct=given == gold, none_wrong=bool(given) and given <= gold)
        case ListOfNames():
            none_wrong = bool(given) and all(_is_answer(name, item, service) for name in given)
            return Score(correct=none_wrong, none_wrong=none_wrong)
        case _:
            same = given == _set(item.gold)
            return Score(correct=same, none_wrong=same)


def _set(answer: AnswerValue) -> frozenset[str]:
    return frozenset((answer,) if isinstance(answer, str) else answer)


def _is_answer(name: str, item: Item, service: OntologyService | None) -> bool:
    if service is None or not isinstance(item.construction, Conditions):
        return fold(name) in map(fold, _set(item.gold))
    return not {answer.iri for answer in item.construction.answers}.isdisjoint(_named(name, service))


def _named(name: str, service: OntologyService) -> Iterable[str]:
    """The concept that a name stands for; all of them where it is ambiguous, since any may be meant."""
    match service.link_concept(name):
        case LinkedName(entity=entity):
            return (entity.iri,)
        case unresolved:
            return (c.entity.iri for c in unresolved.candidates) if unresolved.reason == "ambiguous" else ()
