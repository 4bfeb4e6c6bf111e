"""Candidates become a graph: keys, conflicts, what is set aside, and that their order does not matter."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from small_graphs import at, entity, graph_of, pair

from entailed.errors import GraphError
from entailed.oak import EntityCandidate, EntityType, Property, Relation, RelationCandidate, Schema, ValueType
from entailed.oak.graph.building import GraphBuilder
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.report import Rejections

FIRMS = Schema(
    name="firms",
    entity_types={
        "Company": EntityType(
            key=("name",),
            properties={
                "name": Property(),
                "city": Property(),
                "staff": Property(type=ValueType.INTEGER),
                "founded": Property(type=ValueType.DATE),
                "tags": Property(multivalued=True),
            },
        ),
        "Person": EntityType(key=("name",), properties={"name": Property(), "likes": Property()}),
    },
    relations={"works_for": Relation(source="Person", target="Company")},
)


def reasons(graph: Graph, kind: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for rejected in graph.report.rejected:
        if rejected.kind == kind:
            counts[rejected.reason] = counts.get(rejected.reason, 0) + rejected.count
    return counts


def of_case(shared: Path, case: str) -> tuple[list[EntityCandidate], list[RelationCandidate]]:
    """The candidates of a case of extraction; endpoints have the type of the entity of that name."""
    entities, relations = [], []
    for position, chunk in enumerate(yaml.safe_load((shared / "cases" / case / "chunks.yaml").read_text("utf-8"))):
        reply: dict[str, Any] = chunk["llm_reply"]
        types = {stated["name"].casefold(): stated["type"] for stated in reply["entities"] if stated.get("name")}
        types["kappa ltd"] = "Company"
        for number, stated in enumerate(reply["entities"]):
            source = at(number, f"chunk {position}")
            entities.append(entity(stated["type"], source, {k: v for k, v in stated.items() if k != "type"}))
        for number, (start, relation, target) in enumerate(reply.get("relations", [])):
            ends = [(types[name.casefold()], name) for name in (start, target)]
            relations.append(pair(relation, ends[0], ends[1], at(100 + number, f"chunk {position}")))
    return entities, relations


def test_k01_spellings_of_a_key_are_one_entity(shared: Path, tmp_path: Path) -> None:
    graph = graph_of(tmp_path / "g", FIRMS, *of_case(shared, "K01_key_variants"))
    assert graph.report.entities["Company"] == 1
    assert graph.entity(1).values["name"] == "Delta Pumps"
    spellings = {statement.value for statement in graph.statements(1, "name")}
    assert spellings == {"Delta Pumps", "delta  pumps", "DELTA_PUMPS", "Delta\xa0Pumps", "Ｄｅｌｔａ Pumps"}


def test_k05_an_edge_needs_two_entities_of_the_right_types(shared: Path, tmp_path: Path) -> None:
    graph = graph_of(tmp_path / "g", FIRMS, *of_case(shared, "K05_dangling_endpoint"))
    assert graph.report.entities == {"Company": 1, "Person": 1}
    assert graph.report.relations == {"works_for": 1}
    assert {(r.reason, r.example) for r in graph.report.rejected} == {
        ("unknown endpoint", "Ana Ruiz → Kappa Ltd"),
        ("wrong endpoint types", "Delta Pumps → Ana Ruiz"),
    }


def test_k06_what_has_no_key_is_set_aside_and_counted(shared: Path, tmp_path: Path) -> None:
    graph = graph_of(tmp_path / "g", FIRMS, *of_case(shared, "K06_missing_keys"))
    assert graph.report.entities["Company"] == 1
    assert reasons(graph, "entity") == {"no key": 3, "key: placeholder": 1}


def test_a_missing_value_never_overwrites_and_conflicting_ones_are_kept(tmp_path: Path) -> None:
    candidates = [
        entity("Company", at(9), {"name": "Delta", "city": "Lund", "staff": 12}),
        entity("Company", at(5), {"name": "delta", "city": "Oslo"}),
        entity("Company", at(1), {"name": "DELTA", "city": None, "staff": "n/a"}),
        entity("Company", at(7), {"name": "Delta", "city": "OSLO"}),
    ]
    graph = graph_of(tmp_path / "g", FIRMS, candidates)
    assert graph.entity(1).values["city"] == "Oslo"  # of the first source that has one
    assert graph.entity(1).values["staff"] == 12
    assert [s.value for s in graph.statements(1, "city")] == ["Oslo", "OSLO", "Lund"]
    assert [s.source.start for s in graph.statements(1, "city")] == [5, 7, 9]
    assert graph.report.conflicts == {"Company.city": 1}
    assert reasons(graph, "value") == {"not numeric": 1}


def test_several_values_are_kept_once_each_in_the_order_they_were_stated(tmp_path: Path) -> None:
    candidates = [
        entity("Company", at(3), {"name": "Delta", "tags": ["Pumps", "pipes"]}),
        entity("Company", at(1), {"name": "Delta", "tags": ["PIPES", "Valves"]}),
    ]
    graph = graph_of(tmp_path / "g", FIRMS, candidates)
    assert graph.entity(1).values["tags"] == ["PIPES", "Valves", "Pumps"]


def test_the_same_key_in_another_type_is_another_entity(tmp_path: Path) -> None:
    candidates = [entity("Company", at(1), {"name": "H-17"}), entity("Person", at(2), {"name": "H-17"})]
    graph = graph_of(tmp_path / "g", FIRMS, candidates)
    assert [graph.type_of(id) for id in (1, 2)] == ["Company", "Person"]


def test_what_the_schema_does_not_declare_is_rejected_with_its_name(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path / "g",
        FIRMS,
        [entity("Zoo", at(1), {"name": "x"}), entity("Person", at(2), {"name": "Ana", "hates": "tea"})],
        [pair("owns", ("Person", "Ana"), ("Person", "Ana"), at(3))],
    )
    assert graph.report.rejected == (
        Rejections(kind="entity", name="Zoo", property=None, reason="unknown type", count=1, example=""),
        Rejections(
            kind="relation", name="owns", property=None, reason="unknown relation", count=1, example="Ana → Ana"
        ),
        Rejections(kind="value", name="Person", property="hates", reason="unknown property", count=1, example="tea"),
    )


def test_an_endpoint_named_by_a_supertype_is_the_one_entity_under_it(tmp_path: Path) -> None:
    schema = Schema(
        name="places",
        entity_types={
            "Place": EntityType(key=("name",), properties={"name": Property()}),
            "Hotel": EntityType(is_a=("Place",)),
            "Museum": EntityType(is_a=("Place",)),
        },
        relations={"near": Relation(source="Place", target="Place")},
    )
    candidates = [
        entity(t, at(n), {"name": k}) for n, (t, k) in enumerate([("Hotel", "A"), ("Hotel", "B"), ("Museum", "B")])
    ]
    graph = graph_of(
        tmp_path / "g",
        schema,
        candidates,
        [
            pair("near", ("Place", "a"), ("Museum", "B"), at(8)),
            pair("near", ("Place", "B"), ("Place", "A"), at(9)),
        ],
    )
    assert graph.query("FROM relation.near") == [(1, 3)]
    assert reasons(graph, "relation") == {"ambiguous endpoint": 1}


# ---- texts and values

_READ = [
    (Property(type=ValueType.NUMBER), ["12", " 12\n", "1e3", "-.5", 2.5, 7], [12.0, 12.0, 1000.0, -0.5, 2.5, 7.0]),
    (Property(type=ValueType.NUMBER, unit="kg"), ["9 kg", "9KG", "kg 9", "9"], [9.0] * 4),
    (Property(type=ValueType.INTEGER), ["12", "1e3", "12.0", "9007199254740993"], [12, 1000, 12, 9007199254740993]),
    (Property(type=ValueType.BOOLEAN), ["True", "no", True], [True, False, True]),
    (Property(type=ValueType.DATE), ["2020-02-29"], ["2020-02-29"]),
    (
        Property(type=ValueType.DATETIME),
        ["2020-02-29T10:00+02:00", "2020-02-29 10:00"],
        ["2020-02-29T08:00:00", "2020-02-29T10:00:00"],
    ),
    (Property(enum=("USD", "EUR")), ["usd", "Eur"], ["USD", "EUR"]),
    (Property(enum=("none", "some")), ["None"], ["none"]),
    (Property(), ["it's", " a "], ["it's", "a"]),
]
_UNREAD = [
    (Property(type=ValueType.NUMBER), ["9 kg", "n/a", True, "nan", "inf", "1_0", "1,5", "12 of 13"],
     ["unit", "not numeric", "boolean", "not numeric", "not numeric", "unit", "unit", "unit"]),
    (Property(type=ValueType.NUMBER, unit="kg"), ["9 lb"], ["unit"]),
    (Property(type=ValueType.NUMBER, minimum=0, maximum=5), ["-1", "6"], ["below the minimum", "above the maximum"]),
    (Property(type=ValueType.INTEGER), ["2.5", "1e30"], ["not an integer", "too large"]),
    (Property(type=ValueType.BOOLEAN), ["1", "maybe"], ["not true or false", "not true or false"]),
    (Property(type=ValueType.DATE), ["1991", "2020-05", "2020-02-30", "15世紀", "2020-01-01T00:00"],
     ["year only", "month only", "not a date", "not a date", "not a date"]),
    (Property(type=ValueType.DATETIME), ["2020-01-01"], ["not a date and time"]),
    (Property(enum=("USD",)), ["SEK"], ["not in the enumeration"]),
    (Property(), ["N/A", "unknown"], ["placeholder", "placeholder"]),
]  # fmt: skip


def things(path: Path, declared: Property, texts: list[Any]) -> Graph:
    schema = Schema(
        name="things", entity_types={"Thing": EntityType(key=("n",), properties={"n": Property(), "value": declared})}
    )
    return graph_of(
        path, schema, [entity("Thing", at(n), {"n": f"{n:03}", "value": text}) for n, text in enumerate(texts)]
    )


@pytest.mark.parametrize(("declared", "texts", "values"), _READ)
def test_texts_are_read_as_values_of_their_property(
    tmp_path: Path, declared: Property, texts: list[Any], values: list[Any]
) -> None:
    graph = things(tmp_path / "g", declared, texts)
    assert [graph.entity(1 + n).values["value"] for n in range(len(texts))] == values
    assert graph.report.rejected == ()


@pytest.mark.parametrize(("declared", "texts", "faults"), _UNREAD)
def test_a_text_that_is_no_value_is_kept_aside_with_the_reason(
    tmp_path: Path, declared: Property, texts: list[Any], faults: list[str]
) -> None:
    graph = things(tmp_path / "g", declared, texts)
    assert [reason for (reason,) in graph.query("SELECT reason FROM rejected ORDER BY _source")] == faults
    assert graph.entity(1).values["value"] is None


# ---- order

_SPELLINGS = ("Delta", "delta", "DELTA ", "Kappa", "kappa_", "n/a", None)
_CANDIDATES = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.sampled_from(_SPELLINGS),
        st.sampled_from(("Oslo", "oslo", "Lund", None)),
        st.sampled_from((1, "2", "x", None)),
        st.lists(st.sampled_from(("a", "A", "b")), max_size=2),
    ),
    min_size=1,
    max_size=12,
)
_PAIRS = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from(("Ana", "Bo")), st.sampled_from(_SPELLINGS[:4])), max_size=4
)


def content(graph: Graph) -> list[list[tuple[Any, ...]]]:
    """All rows of all tables."""
    tables = ["entity.Company", "entity.Person", "stated.Company", 'stated."Company.tags"', "relation.works_for"]
    tables += ["stated_relation.works_for", "source", 'spelling."Company.name"', "rejected", "conflict"]
    return [sorted(graph.query(f"FROM {table}"), key=repr) for table in tables]


@settings(max_examples=6, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(stated=_CANDIDATES, related=_PAIRS, seed=st.integers(0, 9))
def test_the_graph_does_not_depend_on_the_order_of_candidates(
    tmp_path_factory: pytest.TempPathFactory, stated: list[Any], related: list[Any], seed: int
) -> None:
    folder = tmp_path_factory.mktemp("order")
    entities = [
        entity("Company", at(place), {"name": name, "city": city, "staff": staff, "tags": tags})
        for place, name, city, staff, tags in stated
    ]
    entities += [entity("Person", at(0), {"name": "Ana"})]
    pairs = [pair("works_for", ("Person", a), ("Company", b), at(place)) for place, a, b in related]
    graphs = []
    for number in range(2):
        graphs.append(graph_of(folder / f"g{number}", FIRMS, entities, pairs))
        Random(seed).shuffle(entities)
        Random(seed).shuffle(pairs)
    assert content(graphs[0]) == content(graphs[1])
    folded = {name.strip(" _").casefold() for _, name, *_ in stated if name and name != "n/a"}
    assert graphs[0].report.entities["Company"] == len(folded)
    for graph in graphs:
        graph.database.close()


# ---- files


def test_nothing_is_left_where_a_build_fails(tmp_path: Path) -> None:
    path = tmp_path / "g.duckdb"
    with pytest.raises(RuntimeError), GraphBuilder(FIRMS, path):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_graph_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.duckdb"
    with pytest.raises(GraphError, match="there is no graph here"):
        Graph(path)
    path.write_text("no database")
    with pytest.raises(GraphError, match=r"g.duckdb: this cannot be opened: .* Name a graph of `entailed kernel"):
        Graph(path)


def test_names_that_differ_by_case_alone_are_refused(tmp_path: Path) -> None:
    schema = Schema(name="s", entity_types={"T": EntityType(key=("a",), properties={"a": Property(), "A": Property()})})
    with pytest.raises(GraphError, match="`a` and `A` differ by case alone"):
        GraphBuilder(schema, tmp_path / "g")


@pytest.mark.parametrize(
    "sql",
    [
        "COPY entity.Company TO 'out.csv'",
        "FROM read_csv('/etc/hostname')",
        "ATTACH 'other.duckdb'",
        "INSTALL httpfs",
        "SET memory_limit = '100GB'",
        "DELETE FROM source",
    ],
)
def test_an_open_graph_reaches_nothing_else_and_cannot_be_changed(tmp_path: Path, sql: str) -> None:
    graph = graph_of(tmp_path / "g", FIRMS)
    with pytest.raises(GraphError):
        graph.query(sql)
