# What a function of a kernel can call and read, as its type checker sees it. A test compares this with `operators`.
# Cells of rows are of the types that the schema states, which the checker does not know: to it they may be anything.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Required, TypeAlias, TypedDict

Value: TypeAlias = str | int | float | bool
Row: TypeAlias = dict[str, Any]
Direction: TypeAlias = Literal["forward", "backward", "both"]
Doubt: TypeAlias = Literal["ambiguous", "not close enough", "too short", "no margin"]
Matched: TypeAlias = Literal["all", "exact", "fuzzy", "text", "nothing"]
AggregateFunction: TypeAlias = Literal["count", "sum", "min", "max", "avg"]

class EntitySet:
    handle: int
    types: tuple[str, ...]

class Suggestion:
    id: int
    type: str
    name: str
    score: float
    reason: Doubt

class Lookup:
    entities: EntitySet
    matched: Matched
    suggestions: tuple[Suggestion, ...]

class Rows:
    rows: list[Row]
    ids: list[int]
    total: int
    missing: dict[str, int]
    tied: int

class Group:
    group: Any
    value: Any
    entities: int
    values: int

class Aggregate:
    value: Any
    groups: list[Group]
    entities: int
    values: int
    excluded: dict[str, int]
    unit: str | None

class SlotSpec(TypedDict, total=False):
    type: Required[Literal["string", "integer", "number", "boolean", "date", "datetime"]]
    description: str
    enum: list[str]
    multivalued: bool
    required: bool

class RuntimeSlots:
    values: dict[str, Any]
    words: dict[str, str]
    missing: list[str]

def extract_runtime_slots(
    *, query: str, slots: Mapping[str, SlotSpec], context: str = "", attempts: int = 2
) -> RuntimeSlots: ...
def lookup_entities(
    *,
    types: Sequence[str],
    ids: Sequence[int] | None = None,
    key: Mapping[str, Value] | None = None,
    properties: Mapping[str, Value] | None = None,
    name: str | None = None,
    text: str | None = None,
    top_k: int | None = None,
    min_score: float | None = None,
) -> Lookup: ...
def traverse_relations(
    *,
    entities: EntitySet,
    relations: Sequence[str],
    direction: Direction = "forward",
    max_hops: int = 1,
    include_start: bool = False,
) -> EntitySet: ...
def project_properties(
    *,
    entities: EntitySet,
    properties: Sequence[str],
    order_by: str | None = None,
    descending: bool = False,
    limit: int | None = None,
) -> Rows: ...
def filter_categorical(
    *,
    entities: EntitySet,
    property: str,
    include: Sequence[Value] | None = None,
    exclude: Sequence[Value] | None = None,
    keep_missing: bool = False,
) -> EntitySet: ...
def filter_relation_connected(
    *,
    entities: EntitySet,
    relations: Sequence[str],
    anchors: EntitySet,
    direction: Direction = "forward",
    max_hops: int = 1,
) -> EntitySet: ...
def filter_numeric(
    *,
    entities: EntitySet,
    property: str,
    equals: float | str | None = None,
    not_equals: float | str | None = None,
    above: float | str | None = None,
    at_least: float | str | None = None,
    below: float | str | None = None,
    at_most: float | str | None = None,
    unit: str | None = None,
    keep_missing: bool = False,
) -> EntitySet: ...
def filter_set_overlap(
    *,
    entities: EntitySet,
    property: str,
    values: Sequence[Value],
    at_least: int | Literal["all"] = 1,
    keep_missing: bool = False,
) -> EntitySet: ...
def aggregate_values(
    *, entities: EntitySet, function: AggregateFunction, property: str | None = None, group_by: str | None = None
) -> Aggregate: ...
