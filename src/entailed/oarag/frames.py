"""What a question asks, as triples with a gap, taken from the queries that were run for it.

Where the words of a question are not read by rule (`reading`), the queries of the run say how they were understood.
Such a frame is one reading of the question and proves nothing about it; it counts only where it is about something that
the question names.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from entailed.oarag.evidence import Evidence
from entailed.oarag.reading import Triple
from entailed.service import Mention
from entailed.service.query_language import HasFiller, IsFiller, IsRelation, Select, parse
from entailed.service.results import IS_A, AskResult, ConceptCard, DescribeResult, LinkedName, SelectResult

Frame: TypeAlias = tuple[Triple, ...]
"""A conjunction whose gaps all stand for the same thing."""

MAX_FRAMES = 30
"""Each is checked for every option."""


def named_concepts(mentions: Sequence[Mention]) -> frozenset[str]:
    """The IRIs of the concepts that a text names."""
    return frozenset(m.linked.entity.iri for m in mentions if m.kind == "concept" and isinstance(m.linked, LinkedName))


def frames_for_options(evidence: Sequence[Evidence], named: Collection[str], options: Collection[str]) -> list[Frame]:
    """The frames in which an option can stand beside a concept that the question names, or between two.

    Args:
        evidence: The results of the run.
        named: IRIs of the concepts that the question names.
        options: IRIs of the concepts and relations that the options stand for.
    """
    frames: dict[Frame, None] = {}
    for item in evidence:
        for frame in _of_one(item, named, options):
            frames[frame] = None
    return list(frames)[:MAX_FRAMES]


def _of_one(item: Evidence, named: Collection[str], options: Collection[str]) -> Iterator[Frame]:
    match item.result:
        case AskResult(
            subject=LinkedName() as subject, relation=LinkedName() as relation, object=LinkedName() as filler
        ):
            names = (subject, relation, filler)
            yield from _opened([name.entity.iri for name in names], [name.text for name in names], named, options)
        case SelectResult(names=names) if any(name.entity.iri in named for name in names):
            if frame := select_frame(item.query):
                yield frame
        case DescribeResult(card=ConceptCard() as card):
            yield from _of_card(card, named, options)


def _of_card(card: ConceptCard, named: Collection[str], options: Collection[str]) -> Iterator[Frame]:
    stated = [(IS_A, parent) for parent in card.parents]
    stated += [(fact.relation, fact.filler) for fact in card.relations]
    for relation, filler in stated:
        entities = (card.entity, relation, filler)
        yield from _opened([e.iri for e in entities], [e.identifier for e in entities], named, options)


def _opened(
    iris: Sequence[str], names: Sequence[str], named: Collection[str], options: Collection[str]
) -> Iterator[Frame]:
    """A statement with a gap where an option stands, if the question names the concepts that are left."""
    subject, relation, object_ = names
    if iris[0] in named and iris[2] in options:
        yield (Triple(subject=subject, relation=relation, object=None),)
    if iris[2] in named and iris[0] in options:
        yield (Triple(subject=None, relation=relation, object=object_),)
    if iris[0] in named and iris[2] in named and iris[1] in options:
        yield (Triple(subject=subject, relation=None, object=object_),)


def select_frame(query: str) -> Frame:
    """The conditions of a SELECT as a frame."""
    parsed = parse(query)
    conditions = parsed.conditions if isinstance(parsed, Select) else ()
    frame: list[Triple] = []
    for condition in conditions:
        match condition:
            case HasFiller(relation=relation, object=object_):
                frame.append(Triple(subject=None, relation=relation, object=object_))
            case IsFiller(subject=subject, relation=relation):
                frame.append(Triple(subject=subject, relation=relation, object=None))
            case IsRelation(subject=subject, object=object_):
                frame.append(Triple(subject=subject, relation=None, object=object_))
    return tuple(frame)
