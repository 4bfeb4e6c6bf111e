"""From a name in a query to the entity it stands for (OA-RAG paper, section 4.2.2)."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from entailed.owl.annotations import OWL
from entailed.search import ratcliff_obershelp, word_overlap, words
from entailed.service.entities import Entities
from entailed.service.names import Name, NameTable, same_case
from entailed.service.results import Candidate, LinkedBy, LinkedName, UnresolvedName
from entailed.service.spelling import fold
from entailed.service.vocabulary import NameSource

POOL = 200
"""Names that BM25 hands to the similarity ranking."""
SUGGESTIONS = 5


class Link(NamedTuple):
    """A linked name and the number of its entity."""

    name: LinkedName
    entity: int
    also: tuple[int, ...]
    """Entities that a looser reading would have found, in the order of `name.also`."""


class Linker:
    """Links the names of one kind of entity."""

    def __init__(
        self,
        kind: Literal["concept", "relation"],
        entities: Entities,
        names: NameTable,
        *,
        equivalent: Callable[[int, int], bool] = lambda first, second: False,
    ) -> None:
        """Link by these names; entities that are `equivalent` are one meaning."""
        self._kind = kind
        self._entities = entities
        self._names = names
        self._equivalent = equivalent

    def link(self, text: str) -> Link | UnresolvedName:
        """The entity that a name stands for.

        A current entity goes before an obsolete one, an identifier before any name, the exact case before another case,
        and a label before an exact synonym. Equally good readings make the name ambiguous, unless they are
        equivalent; looser ones travel along as `also`. Narrow, broad and related synonyms do not link. A name that is
        no name as it stands may begin with the prefix of its identifier, as in `GO: nucleus`.
        """
        readings: dict[int, tuple[tuple[int, ...], Name]] = {}
        wanted, found = text, self._readings(text)
        if not found:
            wanted, found = self._readings_of_prefix(text)
        for name in found:
            rank = self._rank(name, wanted)
            if name.entity not in readings or rank < readings[name.entity][0]:
                readings[name.entity] = (rank, name)
        if not readings:
            return UnresolvedName(text=text, kind=self._kind, reason="unknown", candidates=self._suggestions(text))
        ordered = sorted(readings.values(), key=lambda reading: (reading[0], reading[1].entity))
        best, name = ordered[0]
        if any(rank == best and not self._same(name, other) for rank, other in ordered[1:]):
            candidates = tuple(self._candidate(other) for _, other in ordered)
            return UnresolvedName(text=text, kind=self._kind, reason="ambiguous", candidates=candidates)
        others = [other for _, other in ordered[1:]]
        linked = LinkedName(
            text=text,
            entity=self._entities.named(name.entity),
            linked_by=_LINKED_BY[name.source],
            also=tuple(self._candidate(other) for other in others),
        )
        return Link(linked, name.entity, tuple(other.entity for other in others))

    def _same(self, first: Name, second: Name) -> bool:
        return self._equivalent(first.entity, second.entity)

    def _readings(self, text: str) -> list[Name]:
        found = [name for name in self._names.named(text) if name.source.links]
        if curie := self._entities.curie(text):
            found += [n for n in self._names.named(curie) if n.source is NameSource.ALTERNATIVE_IDENTIFIER]
        identified = self._entities.identified(text)
        if identified is not None:
            found.append(Name(identified, text, NameSource.IDENTIFIER))
        return found

    def _readings_of_prefix(self, text: str) -> tuple[str, list[Name]]:
        """What the text after a colon names among the entities whose identifiers have the prefix before it."""
        prefix, colon, rest = (part.strip() for part in text.partition(":"))
        readings = self._readings(rest) if colon and rest else []
        own = [name for name in readings if self._entities.named(name.entity).prefix.casefold() == prefix.casefold()]
        return rest, own

    def _rank(self, name: Name, text: str) -> tuple[int, ...]:
        obsolete = self._entities.is_obsolete(name.entity)
        if name.source <= NameSource.ALTERNATIVE_IDENTIFIER:
            return (obsolete, 0)
        return (obsolete, 1, not same_case(name.text, text), name.source)

    # ---- close names

    def _suggestions(self, text: str) -> tuple[Candidate, ...]:
        """The closest names, one per entity: those that equal a non-exact synonym, then by similarity.

        A name is as similar as its characters are, which a typing error hardly changes, or its words, which may stand
        in another order or be too few, whichever is more. Of two that are equally similar, a label goes before a
        synonym.
        """
        equal = [name for name in self._names.named(text) if not name.source.links]
        pool = self._names.close_to(text, POOL)
        pool.sort(key=_by_similarity(text))
        chosen: dict[int, Name] = {}
        for name in (*equal, *pool):
            if self._entities.is_obsolete(name.entity) or self._says_nothing(name):
                continue
            chosen.setdefault(name.entity, name)
            if len(chosen) == SUGGESTIONS:
                break
        return tuple(self._candidate(name) for name in chosen.values())

    def _says_nothing(self, name: Name) -> bool:
        """Whether a name is one of OWL's own, such as `Thing`, or a code, which is close to others by chance."""
        if self._entities.iris[name.entity].startswith(OWL):
            return True
        is_identifier = (
            name.source <= NameSource.ALTERNATIVE_IDENTIFIER or self._entities.identified(name.text) is not None
        )
        return is_identifier and any(character.isdigit() for character in name.text)

    def _candidate(self, name: Name) -> Candidate:
        return Candidate(entity=self._entities.named(name.entity), matched=name.text, scope=name.source.scope)


def _by_similarity(text: str) -> Callable[[Name], tuple[float, NameSource, float]]:
    wanted, wanted_words = fold(text), words(text)

    def key(name: Name) -> tuple[float, NameSource, float]:
        by_characters = ratcliff_obershelp(wanted, fold(name.text))
        by_words = word_overlap(wanted_words, words(name.text))
        return -max(by_characters, by_words), name.source, -by_characters

    return key


_LINKED_BY = {
    NameSource.IDENTIFIER: LinkedBy.IDENTIFIER,
    NameSource.ALTERNATIVE_IDENTIFIER: LinkedBy.IDENTIFIER,
    NameSource.LABEL: LinkedBy.LABEL,
    NameSource.LOCAL_NAME: LinkedBy.LABEL,
    NameSource.EXACT: LinkedBy.EXACT_SYNONYM,
}
