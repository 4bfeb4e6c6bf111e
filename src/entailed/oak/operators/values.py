"""What operators take and return, beside plain values: everything here can cross into the sandbox and be printed.

An entity set stays in the store. What crosses is its handle; how many entities it holds is asked with
`aggregate_values(entities=..., function="count")`, and what a filter left out is in the account of its call.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Required, TypeAlias

from typing_extensions import TypedDict  # pydantic, which checks slots, asks for this one before Python 3.12

from entailed.oak.graph.facts import Value

Cell: TypeAlias = Value | list[Value] | None
"""A value as it leaves the store: a list where the property is multi-valued, None where nothing is stated."""
Row: TypeAlias = dict[str, Cell]

Direction: TypeAlias = Literal["forward", "backward", "both"]
"""Along a relation from its source to its target, against it, or either way."""
Doubt: TypeAlias = Literal["ambiguous", "not close enough", "too short", "no margin"]
Matched: TypeAlias = Literal["all", "exact", "fuzzy", "text", "nothing"]
AggregateFunction: TypeAlias = Literal["count", "sum", "min", "max", "avg"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntitySet:
    """A set of entities of one graph."""

    handle: int
    """Of use to the operators that made it only."""
    types: tuple[str, ...]
    """The types its entities may have, subtypes included, in the order of the schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """An entity that a name may have meant."""

    id: int
    type: str
    name: str
    score: float
    """From 0 to 1."""
    reason: Doubt
    """Why it was not taken for the one meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """Entities that were looked up."""

    entities: EntitySet
    matched: Matched
    """How: by type alone; by ids, key, properties or a name as it is (after folding); by a close name; by words."""
    suggestions: tuple[Suggestion, ...] = ()
    """For a name that matched nothing, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Properties of entities, one row for each entity."""

    rows: list[Row]
    """By name of property. In the order asked for, ties and all else in the order of type and key."""
    ids: list[int]
    """Of the entity of each row."""
    total: int
    """Entities in the set, whether or not a limit cut the rows."""
    missing: dict[str, int]
    """By property: how many of the entities in the set have no value; properties without any are left out."""
    tied: int
    """Entities that the limit cut though they tie with the last row in `order_by`."""


class Group(NamedTuple):
    """The entities that share a value. A tuple, because there may be thousands to hand to a function."""

    group: Value | None
    """None is the group of those without a value."""
    value: float | int | str | None
    entities: int
    values: int
    """How many values the aggregate is of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate:
    """An aggregate of a set of entities, over all of it or by group."""

    value: float | int | str | None
    """Of the whole set, groups or not. Count and sum of nothing are 0; least, greatest and average of nothing are None.
    Dates are ISO 8601 texts."""
    groups: list[Group]
    """By value, those without one last; empty where no grouping was asked for."""
    entities: int
    values: int
    """How many values went into it."""
    excluded: dict[str, int]
    """Entities with no usable value, by reason: `missing`, `unit`, `not numeric`, `boolean`, ..."""
    unit: str | None
    """Of the property, where its schema states one and the function keeps it."""


class SlotSpec(TypedDict, total=False):
    """A slot to be filled from a question."""

    type: Required[Literal["string", "integer", "number", "boolean", "date", "datetime"]]
    description: str
    enum: list[str]
    """The only values there may be."""
    multivalued: bool
    required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimeSlots:
    """Values that a question states, each with the words that state it."""

    values: dict[str, Cell]
    """Only of slots that the question fills."""
    words: dict[str, str]
    """By slot, as they are in the question."""
    missing: list[str]
    """Required slots that the question does not fill."""


OperatorResult: TypeAlias = EntitySet | Lookup | Rows | Aggregate | RuntimeSlots


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorCall:
    """One call of an operator, as the trace keeps it."""

    number: int
    """From 1."""
    operator: str
    arguments: Mapping[str, object]
    """Those that were given."""
    result: OperatorResult | None
    """None where the call failed."""
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAccount:
    """What a call that made an entity set did, counted when it is asked for."""

    considered: int
    """Entities in the set it started from."""
    kept: int
    """Entities in the set it made."""
    excluded: dict[str, int]
    """Those that were left out for want of a usable value, by reason; the rest did not meet the condition."""
    sample: list[Row]
    """The keys of the first entities of the set."""
