"""The operators against plain Python on random graphs, and against SQL written by hand."""

import math
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from small_graphs import at, entity, graph_of, pair

from entailed.oak import EntityType, Property, Relation, Schema, ValueType
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.operators import Operators

SCHEMA = Schema(
    name="random",
    entity_types={
        "Thing": EntityType(
            key=("n",),
            properties={
                "n": Property(type=ValueType.INTEGER),
                "size": Property(type=ValueType.NUMBER),
                "count": Property(type=ValueType.INTEGER),
                "colour": Property(),
                "tags": Property(multivalued=True),
            },
        ),
        "Gadget": EntityType(is_a=("Thing",)),
    },
    relations={"to": Relation(source="Thing", target="Thing"), "up": Relation(source="Thing", target="Thing")},
)
COLOURS, TAGS, RELATIONS = ("red", "blue", "green"), ("a", "b", "c"), ("to", "up")

_THING = st.fixed_dictionaries(
    {
        "type": st.sampled_from(("Thing", "Gadget")),
        "size": st.none() | st.sampled_from((0.0, -1.5, 2.25, 100.0)),
        "count": st.none() | st.integers(-3, 3),
        "colour": st.none() | st.sampled_from(COLOURS),
        "tags": st.lists(st.sampled_from(TAGS), unique=True),
    }
)
_EDGE = st.tuples(st.sampled_from(RELATIONS), st.integers(0, 30), st.integers(0, 30))


class Reference:
    """The same operators over dictionaries: a set of entities is a set of their keys."""

    def __init__(self, things: list[dict[str, Any]], edges: set[tuple[str, int, int]]) -> None:
        self.things = dict(enumerate(things))
        self.edges = edges

    def values(self, among: set[int], property: str) -> list[Any]:
        return [self.things[n][property] for n in among if self.things[n][property] is not None]

    def reached(self, start: set[int], relations: set[str], direction: str, hops: int) -> set[int]:
        forward = {(a, b) for relation, a, b in self.edges if relation in relations}
        backward = {(b, a) for a, b in forward}
        pairs = {"forward": forward, "backward": backward, "both": forward | backward}[direction]
        found: set[int] = set()
        frontier = start
        for _ in range(hops):
            frontier = {b for a, b in pairs if a in frontier} - found
            found |= frontier
        return found


class Chain:
    """A set that both have made by the same random steps."""

    def __init__(self, operators: Operators, reference: Reference, random: Random) -> None:
        self.operators, self.reference, self.random = operators, reference, random
        self.set = operators.lookup_entities(types=["Thing"]).entities
        self.expected = set(reference.things)

    def step(self) -> None:
        self.random.choice((self.numeric, self.categorical, self.overlap, self.traverse, self.connected))()
        rows = self.operators.project_properties(entities=self.set, properties=["n"]).rows
        assert {row["n"] for row in rows} == self.expected, self.operators.trace
        assert len(rows) == len(self.expected)

    def keep(self, holds: Any, property: str, keep_missing: bool) -> None:
        values = {n: self.reference.things[n][property] for n in self.expected}
        missing = {n for n, value in values.items() if value is None or value == []}
        self.expected = {n for n in self.expected - missing if holds(values[n])} | (missing if keep_missing else set())

    def numeric(self) -> None:
        property, bound = self.random.choice(("size", "count", "n")), self.random.choice((-1.5, 0, 1, 2.25))
        comparison, keep_missing = self.random.choice(list(_HOLDS)), self.random.random() < 0.3
        self.set = self.operators.filter_numeric(
            entities=self.set, property=property, keep_missing=keep_missing, **{comparison: bound}
        )
        self.keep_numbers(comparison, bound, property, keep_missing)

    def keep_numbers(self, comparison: str, bound: float, property: str, keep_missing: bool) -> None:
        if property == "n":
            self.expected = {n for n in self.expected if _HOLDS[comparison](n, bound)}
        else:
            self.keep(lambda value: _HOLDS[comparison](value, bound), property, keep_missing)

    def categorical(self) -> None:
        property, known = self.random.choice((("colour", COLOURS), ("tags", TAGS)))
        include, exclude = (self.random.sample(known, self.random.randint(0, 2)) for _ in range(2))
        keep_missing = self.random.random() < 0.3
        self.set = self.operators.filter_categorical(
            entities=self.set, property=property, include=include, exclude=exclude, keep_missing=keep_missing
        )

        def holds(value: Any) -> bool:
            values = set(value) if isinstance(value, list) else {value}
            return bool(values & set(include)) and not values & set(exclude)

        self.keep(holds, property, keep_missing)

    def overlap(self) -> None:
        wanted = self.random.choices(TAGS, k=self.random.randint(0, 3))
        at_least: Any = self.random.choice((0, 1, 2, "all"))
        self.set = self.operators.filter_set_overlap(
            entities=self.set, property="tags", values=wanted, at_least=at_least
        )
        needed = len(set(wanted)) if at_least == "all" else at_least
        self.keep(lambda tags: len(set(tags) & set(wanted)) >= needed, "tags", False)

    def traverse(self) -> None:
        relations = self.random.sample(RELATIONS, self.random.randint(1, 2))
        direction: Any = self.random.choice(("forward", "backward", "both"))
        hops, include_start = self.random.randint(1, 4), self.random.random() < 0.5
        self.set = self.operators.traverse_relations(
            entities=self.set, relations=relations, direction=direction, max_hops=hops, include_start=include_start
        )
        start = self.expected
        self.expected = self.reference.reached(start, set(relations), direction, hops) | (
            start if include_start else set()
        )

    def connected(self) -> None:
        anchors, colour = self.random.choice(RELATIONS), self.random.choice(COLOURS)
        with_colour = self.operators.lookup_entities(types=["Thing"], properties={"colour": colour}).entities
        self.set = self.operators.filter_relation_connected(
            entities=self.set, relations=[anchors], anchors=with_colour, max_hops=2
        )
        targets = {n for n, thing in self.reference.things.items() if thing["colour"] == colour}
        self.expected &= self.reference.reached(targets, {anchors}, "backward", 2)

    def check_figures(self) -> None:
        property = self.random.choice(("size", "count"))
        values = self.reference.values(self.expected, property)
        expected = {
            "count": len(values),
            "sum": math.fsum(values),
            "min": min(values, default=None),
            "max": max(values, default=None),
            "avg": math.fsum(values) / len(values) if values else None,
        }
        for function, value in expected.items():
            found = self.operators.aggregate_values(entities=self.set, function=function, property=property)  # type: ignore[arg-type]
            assert found.value == (pytest.approx(value) if value is not None else None)
            assert found.entities - found.values == sum(found.excluded.values())
        groups: dict[Any, list[Any]] = defaultdict(list)
        for n in self.expected:
            groups[self.reference.things[n]["colour"]].append(self.reference.things[n][property])
        found = self.operators.aggregate_values(entities=self.set, function="sum", property=property, group_by="colour")
        sums = {colour: math.fsum(value for value in having if value is not None) for colour, having in groups.items()}
        assert {group.group: group.value for group in found.groups} == pytest.approx(sums)
        assert {group.group: group.entities for group in found.groups} == {
            c: len(having) for c, having in groups.items()
        }


_HOLDS = {
    "equals": lambda value, bound: value == bound,
    "not_equals": lambda value, bound: value != bound,
    "above": lambda value, bound: value > bound,
    "at_least": lambda value, bound: value >= bound,
    "below": lambda value, bound: value < bound,
    "at_most": lambda value, bound: value <= bound,
}


@settings(max_examples=5, deadline=None, phases=(Phase.explicit, Phase.generate))  # shrinking would build many graphs
@given(things=st.lists(_THING, min_size=1, max_size=25), edges=st.sets(_EDGE, max_size=40), seed=st.integers(0, 99))
def test_operators_agree_with_plain_python(
    tmp_path_factory: pytest.TempPathFactory, things: list[dict[str, Any]], edges: set[Any], seed: int
) -> None:
    within = {(relation, a, b) for relation, a, b in edges if max(a, b) < len(things)}
    entities = [entity(thing["type"], at(n), {"n": n, **_stated(thing)}) for n, thing in enumerate(things)]
    pairs = [pair(r, (things[a]["type"], a), (things[b]["type"], b), at(100)) for r, a, b in sorted(within)]
    with graph_of(tmp_path_factory.mktemp("random") / "g", SCHEMA, entities, pairs) as graph:
        reference, random = Reference(things, within), Random(seed)
        for _ in range(8):
            with Operators(graph) as operators:
                chain = Chain(operators, reference, random)
                for _ in range(3):
                    chain.step()
                chain.check_figures()


def _stated(thing: dict[str, Any]) -> dict[str, Any]:
    return {property: value for property, value in thing.items() if property != "type"}


# ---- SQL written by hand


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    random = Random(7)
    entities = [
        entity(
            random.choice(("Thing", "Gadget")),
            at(n),
            {
                "n": n,
                "size": random.choice((None, round(random.uniform(-9, 9), 2))),
                "count": random.choice((None, random.randint(0, 5))),
                "colour": random.choice((None, *COLOURS)),
            },
        )
        for n in range(300)
    ]
    types = {candidate.source.start: candidate.type for candidate in entities}
    edges = [(random.randrange(300), random.randrange(300)) for _ in range(300)]
    pairs = [pair("to", (types[a], a), (types[b], b), at(900)) for a, b in edges]
    with graph_of(tmp_path_factory.mktemp("by_hand") / "g", SCHEMA, entities, pairs) as graph:
        yield graph


_COLUMNS = "_id, n, size, count, colour"
_ALL = f"(SELECT {_COLUMNS} FROM entity.Thing UNION ALL SELECT {_COLUMNS} FROM entity.Gadget)"


def test_a_filtered_group_by_is_what_sql_makes_of_it(graph: Graph) -> None:
    operators = Operators(graph)
    things = operators.lookup_entities(types=["Thing"]).entities
    some = operators.filter_categorical(entities=things, property="colour", exclude=["blue"], keep_missing=True)
    some = operators.filter_numeric(entities=some, property="size", above=-3, at_most=6.5)
    found = operators.aggregate_values(entities=some, function="avg", property="count", group_by="colour")
    by_hand = graph.query(
        f"SELECT colour, avg(count), count(*), count(count) FROM {_ALL} "
        "WHERE (colour <> 'blue' OR colour IS NULL) AND size > -3 AND size <= 6.5 "
        "GROUP BY colour ORDER BY colour NULLS LAST"
    )
    assert [(g.group, g.value, g.entities, g.values) for g in found.groups] == [
        (colour, pytest.approx(average), entities, values) for colour, average, entities, values in by_hand
    ]


def test_a_walk_of_two_hops_is_what_sql_makes_of_it(graph: Graph) -> None:
    operators = Operators(graph)
    gadgets = operators.lookup_entities(types=["Gadget"], properties={"colour": "red"}).entities
    reached = operators.traverse_relations(entities=gadgets, relations=["to"], max_hops=2)
    rows = operators.project_properties(entities=reached, properties=["n"], order_by="n").rows
    by_hand = graph.query(
        "WITH one AS "
        "(SELECT DISTINCT _target FROM relation.to JOIN entity.Gadget ON _id = _start WHERE colour = 'red'), "
        "two AS (SELECT _target FROM one UNION SELECT r._target FROM one JOIN relation.to r ON r._start = one._target) "
        f"SELECT n FROM two JOIN {_ALL} ON _id = _target ORDER BY n"
    )
    assert [(row["n"],) for row in rows] == by_hand


def test_ordered_rows_are_what_sql_makes_of_them(graph: Graph) -> None:
    operators = Operators(graph)
    things = operators.lookup_entities(types=["Thing"]).entities
    rows = operators.project_properties(
        entities=things, properties=["n", "size"], order_by="size", descending=True, limit=40
    )
    by_hand = graph.query(f"SELECT _id, n, size FROM {_ALL} ORDER BY size DESC NULLS LAST, _id LIMIT 40")
    assert list(zip(rows.ids, (r["n"] for r in rows.rows), (r["size"] for r in rows.rows), strict=True)) == by_hand
