"""What the calls of operators read of a graph, and how well the places that state it bear it out.

Whatever an operator looked at counts, also where it then left the entity out: had the value been another one, the
result might have been too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from entailed.oak.graph.facts import Source, Value
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.relation_pairs import holders
from entailed.oak.graph.tables import (
    entity_table,
    literal,
    name,
    relation_table,
    stated_relation_table,
    stated_table,
    stated_values_table,
)
from entailed.oak.operators.entity_sets import Selection
from entailed.oak.operators.name_lookup import name_properties
from entailed.oak.operators.values import Lookup, OperatorCall
from entailed.oak.schema.model import ValueType

_MOST_PAIRS = 20
"""Of one relation, told of one entity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactsRead:
    """Values of a property, or pairs of a relation, that a call looked at."""

    subject: str
    """`TYPE.PROPERTY`, or the name of a relation."""
    facts: int
    unverified: int
    """Of those, how many no place states in so many words: a model took the words to mean it."""
    conflicting: int
    """Entities of which other values are stated as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One fact about an entity, and one place that states it."""

    type: str
    entity: str
    """Its key."""
    property: str
    """Or a relation."""
    value: Value
    """Or the key of the entity at the other end."""
    source: Source


def facts_read(graph: Graph, considered: Selection, call: OperatorCall) -> tuple[FactsRead, ...]:
    """Count what a call read.

    Args:
        graph: That it read.
        considered: The entities it started from.
        call: Of an operator; nothing was read where it failed.
    """
    if call.result is None:
        return ()
    unchecked = graph.query("SELECT 1 FROM source WHERE NOT verified LIMIT 1") != []
    found = [
        _values_read(graph, considered, type_, property, unchecked=unchecked)
        for type_ in considered.conditions
        for property in properties_read(graph, type_, call)
    ]
    everywhere = call.arguments.get("max_hops", 1) != 1
    found += [
        _pairs_read(graph, None if everywhere else considered, relation) for relation in stated_relations(graph, call)
    ]
    return tuple(read for read in found if read.facts)


def properties_read(graph: Graph, type_: str, call: OperatorCall) -> list[str]:
    """The properties of a type that a call read."""
    given = call.arguments
    named: list[object] = [given.get("property"), given.get("group_by"), given.get("order_by")]
    match given.get("properties"):
        case list() | tuple() as listed:
            named += listed
        case Mapping() as wanted:
            named += wanted
    match given.get("key"):
        case Mapping() as key:
            named += key
    if isinstance(call.result, Lookup) and given.get("name") is not None:
        named += name_properties(graph, type_)
    declared = graph.schema.properties_of(type_)
    if isinstance(call.result, Lookup) and given.get("text") is not None:
        named += [property for property, of in declared.items() if of.type == ValueType.STRING]
    return [property for property in declared if property in named]


def stated_relations(graph: Graph, call: OperatorCall) -> list[str]:
    """The relations whose stated pairs a call followed: those it names, and those that imply them."""
    match call.arguments.get("relations"):
        case list() | tuple() as named:
            return sorted({holder for relation in named for holder, _ in holders(graph.schema, str(relation))})
    return []


def facts_of(graph: Graph, ids: Iterable[int], calls: Sequence[OperatorCall]) -> Iterator[Fact]:
    """The facts about entities that calls read, each with every place that states it."""
    followed = dict.fromkeys(relation for call in calls for relation in stated_relations(graph, call))
    for id in ids:
        type_, entity = graph.type_of(id), key_of(graph, id)
        read = dict.fromkeys(property for call in calls for property in properties_read(graph, type_, call))
        for property in read:
            for stated in graph.statements(id, property):
                yield Fact(type=type_, entity=entity, property=property, value=stated.value, source=stated.source)
        for relation in followed:
            for start, target in graph.query(
                f"SELECT _start, _target FROM {relation_table(relation)} WHERE ? IN (_start, _target) "
                f"ORDER BY ALL LIMIT {_MOST_PAIRS}",
                [id],
            ):
                other = key_of(graph, target if start == id else start)
                for source in graph.pair_sources(relation, start, target):
                    yield Fact(type=type_, entity=entity, property=relation, value=other, source=source)


def key_of(graph: Graph, id: int) -> str:
    """The key of an entity as text."""
    entity = graph.entity(id)
    return ", ".join(str(entity.values[part]) for part in graph.schema.key_of(entity.type))


def _values_read(graph: Graph, considered: Selection, type_: str, property: str, *, unchecked: bool) -> FactsRead:
    multivalued = graph.schema.properties_of(type_)[property].multivalued
    column, where = name(property), considered.where(type_)
    shown = f"SELECT _id, {f'unnest({column})' if multivalued else column} AS value FROM {entity_table(type_)}"
    shown = f"SELECT _id, value FROM ({shown} WHERE {where}) WHERE value IS NOT NULL"
    table = stated_values_table(type_, property) if multivalued else stated_table(type_)
    stated = f"SELECT _id, {'value' if multivalued else column} AS value, _source FROM {table}"
    facts, unverified = _borne_out(graph, shown, stated, "_id, value", unchecked=unchecked)
    conflicting = graph.database.number(
        f"SELECT count(DISTINCT _id) FROM conflict WHERE type = {literal(type_)} AND property = {literal(property)} "
        f"AND _id IN (SELECT _id FROM {entity_table(type_)} WHERE {where})"
    )
    return FactsRead(subject=f"{type_}.{property}", facts=facts, unverified=unverified, conflicting=conflicting)


def _pairs_read(graph: Graph, considered: Selection | None, relation: str) -> FactsRead:
    shown = f"SELECT _start, _target FROM {relation_table(relation)}"
    if considered is not None:
        shown += f" WHERE _start IN {considered.ids} OR _target IN {considered.ids}"
    stated = f"SELECT _start, _target, _source FROM {stated_relation_table(relation)}"
    facts, unverified = _borne_out(graph, shown, stated, "_start, _target", unchecked=True)
    return FactsRead(subject=relation, facts=facts, unverified=unverified, conflicting=0)


def _borne_out(graph: Graph, shown: str, stated: str, columns: str, *, unchecked: bool) -> tuple[int, int]:
    """How many facts are shown, and how many of them without a verified place."""
    if not unchecked:  # as in a graph of tables, where there may be very many
        return graph.database.number(f"SELECT count(*) FROM ({shown})"), 0
    # The rows of tables are not listed among the sources, and always verified.
    verified = (
        f"SELECT DISTINCT {columns}, true AS borne_out FROM ({stated}) LEFT JOIN source USING (_source) "
        "WHERE coalesce(verified, true)"
    )
    ((facts, unverified),) = graph.query(
        f"SELECT count(*), count(*) - count(borne_out) FROM ({shown}) LEFT JOIN ({verified}) USING ({columns})"
    )
    return facts, unverified
