"""Which entities relations lead to.

A relation holds where it is stated, and where its sub-relations, its inverse or its symmetry say so. Chains, also those
of a transitive relation, are for `max_hops` to follow.
"""

from collections.abc import Sequence

from entailed.errors import OperatorError
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.relation_pairs import holders
from entailed.oak.graph.tables import relation_table
from entailed.oak.operators.entity_sets import EntitySets, Selection
from entailed.oak.operators.values import Direction

_MOST_HOPS = 1000


def reached(
    graph: Graph,
    sets: EntitySets,
    start: Selection,
    *,
    relations: Sequence[str],
    direction: Direction,
    max_hops: int,
    include_start: bool = False,
) -> Selection:
    """The entities at the end of one to so many hops, each once; one of the start is among them if a hop leads to it.

    Raises:
        OperatorError: the schema has no such relation, or `max_hops` is out of range.
    """
    if not 1 <= max_hops <= _MOST_HOPS:
        raise OperatorError(f"`max_hops` is {max_hops}; give a number from 1 to {_MOST_HOPS}.")
    edges, starts, types = _edges(graph, relations, direction)
    if not starts & start.conditions.keys():
        having, needed = ", ".join(start.conditions), ", ".join(sorted(starts))
        raise OperatorError(f"the set has {having}, and the relations start in {needed}. Turn `direction` round?")
    table, frontier = sets.new_table(), start.ids
    for hop in range(1, max_hops + 1):
        found = graph.database.number(
            f"INSERT INTO {table} SELECT DISTINCT ends._id, {hop} FROM ({edges}) AS ends (_from, _id) "
            f"WHERE _from IN (SELECT _id FROM {frontier}) AND ends._id NOT IN (SELECT _id FROM {table})"
        )
        if not found:
            break
        frontier = f"(SELECT _id FROM {table} WHERE _hop = {hop})"
    if include_start:
        graph.database.execute(f"INSERT INTO {table} SELECT _id, 0 FROM {start.ids}")
        types |= start.conditions.keys()
    among = (f"_id IN (SELECT _id FROM {table})",)
    return Selection(conditions={type_: among for type_ in graph.schema.entity_types if type_ in types})


def against(direction: Direction) -> Direction:
    """The way back."""
    ways: dict[Direction, Direction] = {"forward": "backward", "backward": "forward", "both": "both"}
    return ways[direction]


def _edges(graph: Graph, relations: Sequence[str], direction: Direction) -> tuple[str, set[str], set[str]]:
    """SQL for the pairs to follow, and the types that they start and end in."""
    schema = graph.schema
    if not relations:
        raise OperatorError(f"`relations` is empty. Name at least one of {', '.join(schema.relations)}.")
    if direction not in ("forward", "backward", "both"):
        raise OperatorError(f"`direction` is {direction!r}; give `forward`, `backward` or `both`.")
    ways = [True, False] if direction == "both" else [direction == "forward"]
    selects: set[str] = set()
    starts: set[str] = set()
    types: set[str] = set()
    for relation in relations:
        if relation not in schema.relations:
            known = ", ".join(schema.relations) or "none"
            raise OperatorError(f"there is no relation `{relation}`; there are {known}.")
        for forward in ways:
            declared = schema.relations[relation]
            ends = (declared.source, declared.target) if forward else (declared.target, declared.source)
            starts.update(graph.types_under(ends[0]))
            types.update(graph.types_under(ends[1]))
            for stated, same_way in holders(schema, relation):
                columns = "_start, _target" if same_way == forward else "_target, _start"
                selects.add(f"SELECT {columns} FROM {relation_table(stated)}")
    return " UNION ALL ".join(sorted(selects)), starts, types
