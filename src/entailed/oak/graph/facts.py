"""Facts as they were found: candidates for entities and relations, each with the place that states it.

Extraction from documents and the mapping of tables both end here; merging makes one graph of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Value: TypeAlias = str | int | float | bool
"""A value as its property's type has it; dates and times as ISO 8601 texts."""


FactKind: TypeAlias = Literal["entity", "value", "relation"]


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """The place that states a fact."""

    document: str
    """The name of a document or a table."""
    start: int
    """The first character of the words in the document; the number of the row, from 1, in a table."""
    end: int
    """The character after the last; the same row in a table."""
    words: str
    """The words that state it; of a table, the cells it was read from."""
    verified: bool
    """The words were found in the document, are said of the entity, and state the value as it is; always so in a table.
    Otherwise the value is what a model takes the words to mean."""


@dataclass(frozen=True, slots=True)
class StatedValue:
    """A value of a property, and the place that states it."""

    value: Value
    source: Source


@dataclass(frozen=True, slots=True)
class EntityCandidate:
    """An entity as one place has it."""

    type: str
    values: Mapping[str, tuple[StatedValue, ...]]
    """By property. Without a value for each property of the key it cannot be told apart, and is set aside."""
    source: Source


@dataclass(frozen=True, slots=True)
class EntityKey:
    """Names an entity: the values of its key, in the order of the key."""

    type: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class RelationCandidate:
    """A relation between two entities as one place has it."""

    relation: str
    start: EntityKey
    target: EntityKey
    source: Source


@dataclass(frozen=True, slots=True)
class RejectedFact:
    """What a place was said to state, and does not."""

    kind: FactKind
    name: str
    """Of the type or the relation."""
    property: str | None
    text: str
    """What was said."""
    reason: str
    """One of few."""
    source: Source
