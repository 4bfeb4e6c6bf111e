"""What a model says a chunk states: its reply, read as far as it has the form that was asked for.

An item that has another form is counted and left out; the others stand. Nothing is looked up in the chunk here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from entailed.agent import JsonProblem, find_json_object
from entailed.oak.graph.facts import Value

MOST_ENTITIES = 200
"""Of one chunk."""
MOST_RELATIONS = 400
MOST_VALUES = 50
"""Of one property of an entity."""
LONGEST_TEXT = 1_000
"""Characters of a value, or of the words that state it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedValue:
    """A value, and the words that are said to state it."""

    value: Value
    words: str
    """Empty where none are given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedEntity:
    """An entity that a chunk is said to speak of."""

    type: str
    values: Mapping[str, tuple[ClaimedValue, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedEnd:
    """An entity as a relation names it: by its type and the values of its key."""

    type: str
    key: Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedRelation:
    """A relation that a chunk is said to state."""

    relation: str
    source: ClaimedEnd
    target: ClaimedEnd
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """All that a chunk is said to state."""

    entities: tuple[ClaimedEntity, ...]
    relations: tuple[ClaimedRelation, ...]
    unreadable: Mapping[str, int]
    """Items of another form, and those beyond the most there may be, counted by what is wrong with them."""


def read_reply(text: str) -> Claims | JsonProblem:
    """Read a reply; the problem, where it holds no JSON object with `entities`."""
    found = find_json_object(text)
    if isinstance(found, JsonProblem):
        return found
    entities, relations = found.get("entities"), found.get("relations") or []
    if not isinstance(entities, list) or not isinstance(relations, list):
        return JsonProblem(problem='"entities" and "relations" are not both lists')
    faults: Counter[str] = Counter()
    faults["more entities than a chunk may have"] = len(entities[MOST_ENTITIES:])
    faults["more relations than a chunk may have"] = len(relations[MOST_RELATIONS:])
    read_entities = [_entity(item, faults) for item in entities[:MOST_ENTITIES]]
    read_relations = [_relation(item) for item in relations[:MOST_RELATIONS]]
    faults["an entity that is not of the form"] = read_entities.count(None)
    faults["a relation that is not of the form"] = read_relations.count(None)
    return Claims(
        entities=tuple(filter(None, read_entities)), relations=tuple(filter(None, read_relations)), unreadable=+faults
    )


def _entity(item: Any, faults: Counter[str]) -> ClaimedEntity | None:
    match item:
        case {"type": str(type_), "properties": dict(properties)}:
            values = {name: tuple(claimed_values(stated, faults)) for name, stated in properties.items()}
            return ClaimedEntity(type=type_, values={name: stated for name, stated in values.items() if stated})
    return None


def claimed_values(stated: Any, faults: Counter[str]) -> Iterator[ClaimedValue]:
    """The values in one place of a reply, alone or in a list; null is none. What has another form is counted."""
    listed = stated if isinstance(stated, list) else [stated]
    faults["more values than a property may have"] += len(listed[MOST_VALUES:])
    for item in listed[:MOST_VALUES]:
        match item:
            case None | {"value": None}:
                pass
            case {"value": value, **rest} if _fits(value, words := rest.get("words") or ""):
                yield ClaimedValue(value=value, words=str(words))
            case str() | int() | float() if _fits(item):
                yield ClaimedValue(value=item, words="")
            case _:
                faults["a value that is not of the form"] += 1


def _relation(item: Any) -> ClaimedRelation | None:
    match item:
        case {"relation": str(relation), "source": dict(source), "target": dict(target)}:
            ends, words = (_end(source), _end(target)), item.get("words") or ""
            if ends[0] and ends[1] and _fits(words):
                return ClaimedRelation(relation=relation, source=ends[0], target=ends[1], words=str(words))
    return None


def _end(item: Mapping[Any, Any]) -> ClaimedEnd | None:
    match item:
        case {"type": str(type_), "key": dict(key)} if key and _fits(*key.values()):
            return ClaimedEnd(type=type_, key=key)
    return None


def _fits(*values: Any) -> bool:
    return all(isinstance(value, str | int | float) and len(str(value)) <= LONGEST_TEXT for value in values)
