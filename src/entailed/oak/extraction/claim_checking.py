"""Claims about a chunk become candidates, as far as its words state them, and of the entity they are made of."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from entailed.oak.extraction.chunks import Chunk
from entailed.oak.extraction.quotes import QuotedText, Span, is_part
from entailed.oak.extraction.reply import ClaimedEnd, ClaimedEntity, ClaimedRelation, ClaimedValue, Claims
from entailed.oak.extraction.stated_values import Reading, Unreadable, read_value
from entailed.oak.graph.facts import (
    EntityCandidate,
    EntityKey,
    FactKind,
    RejectedFact,
    RelationCandidate,
    Source,
    StatedValue,
    Value,
)
from entailed.oak.schema.model import Property, Schema, ValueType

_MOST_PLACES = 50
"""Where the same words, or the same name, are looked at in one chunk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedFacts:
    """What a chunk states, and what it was wrongly said to state."""

    entities: tuple[EntityCandidate, ...]
    relations: tuple[RelationCandidate, ...]
    rejected: tuple[RejectedFact, ...]


def check_claims(claims: Claims, schema: Schema, chunk: Chunk) -> CheckedFacts:
    """Check every claim about a chunk against its text."""
    checker = _Checker(schema, chunk, claims)
    entities = [checker.entity(number) for number in range(len(claims.entities))]
    relations = [checker.relation(claimed) for claimed in claims.relations]
    return CheckedFacts(
        entities=tuple(filter(None, entities)),
        relations=tuple(filter(None, relations)),
        rejected=tuple(checker.rejected),
    )


class _Checker:
    def __init__(self, schema: Schema, chunk: Chunk, claims: Claims) -> None:
        self.rejected: list[RejectedFact] = []
        self._schema = schema
        self._chunk = chunk
        self._text = QuotedText(chunk.text)
        self._entities = claims.entities
        self._names = [self._names_of(claimed.type, _first_key(schema, claimed)) for claimed in claims.entities]
        """Where each entity is named."""

    # ---- entities and their values

    def entity(self, number: int) -> EntityCandidate | None:
        """The candidate for a claimed entity, with the values that are stated of it."""
        claimed = self._entities[number]
        key = self._schema.key_of(claimed.type)
        if not key:
            reason = "unknown type"
        elif (name := _first_key(self._schema, claimed)) is None or not str(name).strip():
            reason = "no key"
        elif not self._names[number]:
            reason = "its key is not in the text"
        else:
            return self._candidate(number, key[0])
        self._reject("entity", claimed.type, None, self._shown(claimed), reason, "")
        return None

    def _candidate(self, number: int, first_key: str) -> EntityCandidate:
        claimed, name = self._entities[number], self._names[number][0]
        source = self._source(name.span, verified=True)
        values: dict[str, tuple[StatedValue, ...]] = {first_key: (StatedValue(name.value, source),)}
        for property in claimed.values:
            if property != first_key and (stated := self._values(number, property)):
                values[property] = stated
        return EntityCandidate(claimed.type, values, source)

    def _values(self, number: int, property: str) -> tuple[StatedValue, ...]:
        claimed = self._entities[number]
        declared = self._schema.properties_of(claimed.type).get(property)
        names = _spans(self._names[number])
        named = self._named(lambda type_: property in self._schema.properties_of(type_))
        found: list[StatedValue] = []
        for one in claimed.values[property]:
            stated = "unknown property" if declared is None else self._value(one, declared, names, named)
            if isinstance(stated, StatedValue):
                found.append(stated)
            else:
                self._reject("value", claimed.type, property, f"{self._shown(claimed)}: {one.value}", stated, one.words)
        return tuple(found)

    def _value(
        self, claimed: ClaimedValue, declared: Property, names: Sequence[Span], named: Sequence[Span]
    ) -> StatedValue | str:
        """The value as the words state it of the entity, best where they state it plainly; why they do not."""
        places = self._places(claimed.words, declared)
        why = "" if places else "its words are not in the text"
        found: list[StatedValue] = []
        for place in places:
            readings = read_value(claimed.value, declared, self._text, place)
            if isinstance(readings, Unreadable):
                why = why or readings.why
                continue
            for reading in readings:
                if not reading.literal and not claimed.words:
                    why = why or "no words"
                elif not reading.span.within(self._text.sentence(reading.span)):
                    why = why or "its words are of several sentences"
                elif self._text.is_said_of(reading.span, names, named):
                    verified = reading.literal and not self._is_doubtful(reading.span, names)
                    words = place if claimed.words else self._text.sentence(reading.span)
                    found.append(StatedValue(reading.value, self._source(words, verified=verified)))
                else:
                    why = "no sentence has both"
        return max(found, key=lambda stated: stated.source.verified, default=why)

    def _is_doubtful(self, stated: Span, names: Sequence[Span]) -> bool:
        """Whether a value is a part of a name, or may be denied."""
        return is_part(stated, names) or self._text.denies(stated, names)

    # ---- relations

    def relation(self, claimed: ClaimedRelation) -> RelationCandidate | None:
        """The candidate for a claimed relation."""
        checked = self._checked(claimed)
        if isinstance(checked, RelationCandidate):
            return checked
        ends = (", ".join(map(str, end.key.values())) for end in (claimed.source, claimed.target))
        self._reject("relation", claimed.relation, None, " → ".join(ends), checked, claimed.words)
        return None

    def _checked(self, claimed: ClaimedRelation) -> RelationCandidate | str:
        """The candidate; why there is none."""
        start, target = self._key(claimed.source), self._key(claimed.target)
        if claimed.relation not in self._schema.relations:
            return "unknown relation"
        if start is None or target is None:
            return "an end without its key"
        names = [_spans(self._names_of(key.type, key.values[0])) for key in (start, target)]
        if not all(names):
            return "unknown endpoint"
        places = self._places(claimed.words)
        why = "no sentence has both" if places else "its words are not in the text"
        for place in places:
            denied = self._denied(place, (start, target), names)
            if denied is False:
                return RelationCandidate(claimed.relation, start, target, self._source(place, verified=True))
            why = "denied" if denied else why
        return why

    def _denied(self, place: Span, ends: Sequence[EntityKey], names: Sequence[Sequence[Span]]) -> bool | None:
        """Whether what a place says of both ends is denied; None where it does not speak of both."""
        for here, elsewhere in ((0, 1), (1, 0)):
            named = self._named(ends[elsewhere].type.__eq__)
            for name in names[here]:
                if name.within(place) and self._text.is_said_of(name, names[elsewhere], named):
                    return any(self._text.denies(part, names[elsewhere]) for part in (place, name))
        return None

    def _key(self, end: ClaimedEnd) -> EntityKey | None:
        key = self._schema.key_of(end.type)
        return EntityKey(end.type, tuple(end.key[part] for part in key)) if key and {*key} == {*end.key} else None

    # ---- places

    def _names_of(self, type_: str, name: Value | None) -> list[Reading]:
        """Where the text has the first value of a key."""
        key = self._schema.key_of(type_)
        if not key or name is None:
            return []
        declared = self._schema.properties_of(type_)[key[0]]
        found = (read_value(name, declared, self._text, place) for place in self._places("", declared))
        named = (one for readings in found if not isinstance(readings, Unreadable) for one in readings if one.literal)
        return list(islice(named, _MOST_PLACES))

    def _named(self, may_be_meant: Callable[[str], bool]) -> list[Span]:
        """Where entities of such types are named."""
        named = zip(self._entities, self._names, strict=True)
        return [span for claimed, names in named if may_be_meant(claimed.type) for span in _spans(names)]

    def _places(self, words: str, declared: Property | None = None) -> Sequence[Span]:
        """Where the words stand. Where none are given, everywhere that a value of a property, or an end, may stand."""
        if words.strip():
            return list(islice(self._text.find(words), _MOST_PLACES))
        # A text is found by itself; numbers and dates are read, which takes less than all of them at once.
        by_itself = declared is not None and (declared.enum is not None or declared.type is ValueType.STRING)
        return [Span(0, len(self._chunk.text))] if by_itself else self._text.sentences

    def _source(self, span: Span, *, verified: bool) -> Source:
        start, end = (self._chunk.start + position for position in span)
        return Source(self._chunk.document, start, end, self._text.words(span), verified)

    # ---- rejections

    def _reject(self, kind: FactKind, name: str, property: str | None, text: str, reason: str, words: str) -> None:
        place = next(self._text.find(words), None)
        if place is None:  # not in the text: all there is to point at is the chunk
            start = self._chunk.start
            source = Source(self._chunk.document, start, start + len(self._chunk.text), words, False)
        else:
            source = self._source(place, verified=False)
        self.rejected.append(RejectedFact(kind, name, property, text, reason, source))

    def _shown(self, claimed: ClaimedEntity) -> str:
        """The key as it is claimed."""
        parts = (claimed.values.get(part) for part in self._schema.key_of(claimed.type))
        return " | ".join(str(stated[0].value) for stated in parts if stated)


def _first_key(schema: Schema, claimed: ClaimedEntity) -> Value | None:
    """The value of the first property of the key, by which an entity is named."""
    key = schema.key_of(claimed.type)
    stated = claimed.values.get(key[0]) if key else None
    return stated[0].value if stated else None


def _spans(readings: Iterable[Reading]) -> list[Span]:
    return [reading.span for reading in readings]
