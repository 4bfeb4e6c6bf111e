"""One entity of a graph with what is stated of it, and where."""

from dataclasses import dataclass

from entailed.errors import GraphError
from entailed.oak.graph.facts import Source
from entailed.oak.graph.graph import Entity, Graph, Statement
from entailed.oak.graph.tables import relation_table
from entailed.oak.operators.entity_sets import EntitySets
from entailed.oak.operators.name_lookup import match_name, named


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedPair:
    """That an entity and another are related."""

    relation: str
    start: Entity
    target: Entity
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityRecord:
    """An entity, and the places that state its values and relations."""

    entity: Entity
    statements: tuple[Statement, ...]
    """Of its values: by property, then in the order of precedence."""
    pairs: tuple[StatedPair, ...]
    """In the order of the schema; the first of them where there are more."""
    pairs_left_out: int


def entity_record(graph: Graph, id: int, *, most_pairs: int = 20) -> EntityRecord:
    """All that is stated of an entity.

    Args:
        graph: Where it is.
        id: Its number.
        most_pairs: How many relations of it to tell; a city may have a million hotels.

    Raises:
        GraphError: there is no such entity.
    """
    order = list(graph.schema.properties_of(graph.type_of(id)))
    statements = sorted(graph.statements(id), key=lambda statement: order.index(statement.property))
    pairs: list[StatedPair] = []
    total = 0
    for relation in graph.schema.relations:
        stated = f"FROM {relation_table(relation)} WHERE _start = ? OR _target = ?"
        ((count,),) = graph.query(f"SELECT count(*) {stated}", [id, id])
        total += count
        room = most_pairs - len(pairs)
        for start, target in graph.query(f"SELECT _start, _target {stated} ORDER BY ALL LIMIT {room}", [id, id]):
            ends = graph.entity(start), graph.entity(target)
            sources = graph.pair_sources(relation, start, target)
            pairs.append(StatedPair(relation=relation, start=ends[0], target=ends[1], sources=sources))
    return EntityRecord(
        entity=graph.entity(id),
        statements=tuple(statements),
        pairs=tuple(pairs),
        pairs_left_out=total - len(pairs),
    )


def entities_named(graph: Graph, name: str, *, most: int = 20) -> tuple[int, ...]:
    """The numbers of the entities that a name means, of whatever type; the first of them where there are more.

    Raises:
        GraphError: there is none; it names those that may be meant.
        OperatorError: the name is empty, or the entities of this graph have none.
    """
    everything = EntitySets(graph).everything(list(graph.schema.entity_types))
    match = match_name(graph, everything, name, None)
    if match.folded is None:
        close = ", ".join(f"{suggestion.type} `{suggestion.name}`" for suggestion in match.suggestions)
        meant = f"Close to it: {close}." if close else "Look at the types that the graph has."
        raise GraphError(f"{graph.path}: there is no entity named `{name}`. {meant}")
    ids = named(graph, everything, match.folded).ids
    return tuple(id for (id,) in graph.query(f"SELECT _id FROM {ids} ORDER BY _id LIMIT {most}"))
