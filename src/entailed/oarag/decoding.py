"""What decoding is held to, where a model can be held to anything."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from entailed.llm.gbnf import Rules
from entailed.oarag.answer_grammar import answer_rules
from entailed.oarag.evidence import Evidence
from entailed.oarag.pieces import IS_A
from entailed.oarag.questions import Question, options_of
from entailed.service import OntologyService
from entailed.service.results import AskResult, ConceptCard, DescribeResult, NamedEntity, SelectResult, UnresolvedName


class Decoding(StrEnum):
    """What a model may write."""

    FREE = "free"
    """Anything; it is asked again where the form is not met."""
    FORM = "form"
    """Replies in the form that each stage asks for: a Thought and one query that can be read, an answer as JSON."""
    SEEN_NAMES = "seen-names"
    """The same, and in queries only names that it has seen: in the question, its options or a result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Names that a query may use, in the order in which they were met."""

    concepts: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """What decoding is held to in the tool phase."""

    answer: Rules
    """Of the question."""
    names: Names | None
    """Where a query can use no names but seen ones: those seen before the tool phase."""


def constraint_for(
    question: Question, decoding: Decoding, service: OntologyService, found_before: Sequence[Evidence]
) -> Constraint | None:
    """What decoding is held to; None for nothing.

    Args:
        question: What is asked.
        decoding: How much is asked for.
        service: Finds the names in the question.
        found_before: Results that the model is shown before it queries.
    """
    match decoding:
        case Decoding.FREE:
            return None
        case Decoding.FORM:
            names = None
        case Decoding.SEEN_NAMES:
            names = names_seen(_names_of_question(question, service), (item.result for item in found_before))
    return Constraint(answer=answer_rules(question), names=names)


def _names_of_question(question: Question, service: OntologyService) -> Names:
    """The names in a question, and its options as they stand."""
    mentions = service.find_mentions(question.text)
    return Names(
        concepts=(*(m.linked.text for m in mentions if m.kind == "concept"), *options_of(question)),
        relations=(IS_A, *(m.linked.text for m in mentions if m.kind == "relation")),
    )


def names_seen(before: Names, results: Iterable[object]) -> Names:
    """Those names, and the names in results."""
    concepts, relations = dict.fromkeys(before.concepts), dict.fromkeys(before.relations)
    for result in results:
        for name, is_relation in _names(result):
            (relations if is_relation else concepts)[name] = None
    return Names(concepts=tuple(concepts), relations=tuple(relations))


_MAX_ROWS = 100
"""Of one result; more do not fit its observation either."""


def _names(result: object) -> Iterator[tuple[str, bool]]:
    """The names that a result shows, and whether each is a relation's."""
    match result:
        case AskResult(subject=subject, relation=relation, object=object_, unresolved=unresolved):
            yield from ((name.entity.name, False) for name in (subject, object_) if name)
            yield from ((name.entity.name, True) for name in (relation,) if name)
        case SelectResult(rows=rows, fallback=fallback, selects=selects, unresolved=unresolved):
            yield from ((entity.name, selects == "relations") for entity in rows[:_MAX_ROWS])
            yield from ((row.entity.name, False) for row in fallback or ())
        case DescribeResult(card=card, unresolved=unresolved):
            yield from _names_of_card(card) if card else ()
        case _:
            return
    for name in unresolved:
        yield from ((_unmistakable(candidate.entity, name), name.kind == "relation") for candidate in name.candidates)


def _names_of_card(card: ConceptCard) -> Iterator[tuple[str, bool]]:
    concepts = (card.entity, *card.equivalents, *card.parents, *card.children[:_MAX_ROWS])
    yield from ((entity.name, False) for entity in concepts)
    for stated in card.relations:
        yield from ((stated.relation.name, True), (stated.filler.name, False))


def _unmistakable(candidate: NamedEntity, name: UnresolvedName) -> str:
    """What to call a candidate: by its identifier where several have its name."""
    return candidate.identifier if name.reason == "ambiguous" else candidate.name
