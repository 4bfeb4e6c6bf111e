"""Names of concepts and relations in running text."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from entailed.service.names import NameTable
from entailed.service.results import LinkedName, UnresolvedName
from entailed.service.spelling import fold

MAX_WORDS = 12
"""The longest name looked for, in words."""
MIN_CHARACTERS = 3
"""Shorter names match by chance, as do the words below."""
_IRREGULAR = {"have": "has", "do": "does", "be": "is", "are": "is"}
TOO_COMMON = frozenset(
    (
        "all",
        "and",
        "any",
        "are",
        "can",
        "for",
        "has",
        "how",
        "its",
        "may",
        "not",
        "the",
        "was",
        "who",
        "why",
        "will",
        "with",
    )
)

LinkName: TypeAlias = Callable[[str], LinkedName | UnresolvedName]

_WORD = re.compile(r"\S+")
_STOPS = "\"'“”‘’«»?!.,;:<>"
_EDGES = _STOPS + "()[]{}"
"""Brackets may belong to a name, as in "iron(2+)", or stand around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A name found in a text, and what it stands for there."""

    start: int
    end: int
    """`text[start:end]` is the name."""
    kind: Literal["concept", "relation"]
    linked: LinkedName | UnresolvedName


def find_mentions(
    text: str, concepts: NameTable, relations: NameTable, *, concept: LinkName, relation: LinkName
) -> tuple[Mention, ...]:
    """The names in a text: from left to right, the longest first, not overlapping; relations before concepts.

    A name is found in any case; a concept in the plural with -s or -es too, and a relation as "does" inflects it. What
    it stands for, or between what it is ambiguous, is told by `concept` and `relation`.
    """
    spans = [match.span() for match in _WORD.finditer(text)]
    mentions = []
    position = 0
    while position < len(spans):
        for length in range(min(MAX_WORDS, len(spans) - position), 0, -1):
            words = spans[position][0], spans[position + length - 1][1]
            if mention := _mention(text, *words, concepts, relations, concept, relation):
                mentions.append(mention)
                position += length
                break
        else:
            position += 1
    return tuple(mentions)


def _mention(
    text: str, start: int, end: int, concepts: NameTable, relations: NameTable, concept: LinkName, relation: LinkName
) -> Mention | None:
    """The mention that fills a stretch of words, but for what stands at its edges."""
    for edges in (_STOPS, _EDGES):
        start, end = _trimmed(text, start, end, edges)
        if found := _look_up(text[start:end], concepts, relations, concept, relation):
            kind, linked = found
            return Mention(start=start, end=end, kind=kind, linked=linked)
    return None


def _trimmed(text: str, start: int, end: int, edges: str) -> tuple[int, int]:
    while start < end and text[start] in edges:
        start += 1
    while end > start and text[end - 1] in edges:
        end -= 1
    return start, end


def _look_up(
    name: str, concepts: NameTable, relations: NameTable, concept: LinkName, relation: LinkName
) -> tuple[Literal["concept", "relation"], LinkedName | UnresolvedName] | None:
    for spelling in (name, _third_person(name)):
        if _may_be_a_name(spelling, relations) and _stands_for_something(linked := relation(spelling)):
            return "relation", linked
    for spelling in (name, *_singulars(name)):
        if _may_be_a_name(spelling, concepts) and _stands_for_something(linked := concept(spelling)):
            return "concept", linked
    return None


def _may_be_a_name(text: str, names: NameTable) -> bool:
    folded = fold(text)
    return len(folded) >= MIN_CHARACTERS and folded not in TOO_COMMON and names.holds(folded)


def _third_person(name: str) -> str:
    """A relation as questions with "does" inflect it: "contain" for "contains", "have part" for "has part"."""
    verb, space, rest = name.partition(" ")
    return f"{_IRREGULAR.get(verb.casefold(), verb + 's')}{space}{rest}"


def _singulars(name: str) -> tuple[str, ...]:
    return tuple(name[: -len(ending)] for ending in ("s", "es") if name.endswith(ending))


def _stands_for_something(linked: LinkedName | UnresolvedName) -> bool:
    """A name that only equals a narrow, broad or related synonym links to nothing, but is worth suggesting."""
    return isinstance(linked, LinkedName) or linked.reason == "ambiguous" or bool(linked.candidates)
