"""What operators read, and whether verified places state it."""

from pathlib import Path

import pytest
from small_graphs import entity, graph_of, graph_of_rows, pair

from entailed.oak.graph.facts import Source
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.facts_read import FactsRead, facts_of
from entailed.oak.operators.operators import Operators
from entailed.oak.schema.files import parse_schema

SCHEMA = parse_schema("""\
name: firms
entity_types:
  Place: {key: [name], properties: {name: string}}
  City: {is_a: [Place]}
  Firm: {key: [name], properties: {name: string, size: integer, tags: {multivalued: true}, city: string}}
relations:
  based_in: {source: Firm, target: Place}
  settled_in: {source: Firm, target: City, is_a: [based_in]}
  partner: {source: Firm, target: Firm, characteristics: [symmetric]}
""").schema


def said(place: int, *, verified: bool = True) -> Source:
    return Source("a.txt", place, place + 1, "words", verified)


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    """Of Delta the size is uncertain in one place and verified in another; of Kappa and Tau it is uncertain."""
    facts = [
        entity("City", said(0), {"name": "Oslo"}),
        entity("Firm", said(1), {"name": "Delta", "tags": ["a", "b"]}),
        entity("Firm", said(2, verified=False), {"name": "Delta", "size": 5, "tags": ["b", "c"]}),
        entity("Firm", said(3), {"name": "Delta", "size": 5}),
        entity("Firm", said(4), {"name": "Kappa"}),
        entity("Firm", said(5, verified=False), {"name": "Kappa", "size": 7}),
        entity("Firm", said(6), {"name": "Kappa", "size": 8}),
        entity("Firm", said(7), {"name": "Tau"}),
    ]
    pairs = [
        pair("based_in", ("Firm", "Delta"), ("City", "Oslo"), said(8)),
        pair("settled_in", ("Firm", "Kappa"), ("City", "Oslo"), said(9, verified=False)),
        pair("partner", ("Firm", "Delta"), ("Firm", "Kappa"), said(10)),
        pair("partner", ("Firm", "Kappa"), ("Firm", "Tau"), said(11, verified=False)),
    ]
    return graph_of(tmp_path / "graph.duckdb", SCHEMA, facts, pairs)


def read(subject: str, facts: int, unverified: int, conflicting: int = 0) -> FactsRead:
    return FactsRead(subject=subject, facts=facts, unverified=unverified, conflicting=conflicting)


def test_a_value_is_verified_where_one_place_that_states_it_is(graph: Graph) -> None:
    operators = Operators(graph)
    firms = operators.lookup_entities(types=["Firm"]).entities
    operators.filter_numeric(entities=firms, property="size", at_least=100)
    lookup, narrowed = map(operators.facts_read, operators.trace)
    assert lookup == ()
    assert narrowed == (read("Firm.size", 2, 1, 1),)  # Kappa's 7 is shown and uncertain, and 8 is stated as well


def test_each_of_several_values_counts(graph: Graph) -> None:
    operators = Operators(graph)
    firms = operators.lookup_entities(types=["Firm"], name="delta").entities
    operators.project_properties(entities=firms, properties=["tags"], order_by="name")
    lookup, projected = map(operators.facts_read, operators.trace)
    assert lookup == (read("Firm.name", 3, 0),)
    assert projected == (read("Firm.name", 1, 0), read("Firm.tags", 3, 1))


def test_relations_that_imply_the_one_asked_for_are_read_too(graph: Graph) -> None:
    operators = Operators(graph)
    oslo = operators.lookup_entities(types=["Place"], name="Oslo").entities
    operators.traverse_relations(entities=oslo, relations=["based_in"], direction="backward")
    assert operators.facts_read(operators.trace[1]) == (read("based_in", 1, 0), read("settled_in", 1, 1))


def test_one_hop_reads_the_pairs_of_the_set_and_more_hops_read_all(graph: Graph) -> None:
    operators = Operators(graph)
    delta = operators.lookup_entities(types=["Firm"], key={"name": "Delta"}).entities
    operators.traverse_relations(entities=delta, relations=["partner"], direction="both")
    operators.traverse_relations(entities=delta, relations=["partner"], direction="both", max_hops=2)
    one, two = map(operators.facts_read, operators.trace[1:])
    assert one == (read("partner", 1, 0),)
    assert two == (read("partner", 2, 1),)


def test_a_call_that_failed_read_nothing(graph: Graph) -> None:
    operators = Operators(graph)
    with pytest.raises(Exception, match="no type"):
        operators.lookup_entities(types=["Inn"])
    assert operators.facts_read(operators.trace[0]) == ()


def test_the_facts_of_an_entity_are_those_that_were_read(graph: Graph) -> None:
    operators = Operators(graph)
    firms = operators.lookup_entities(types=["Firm"], name="Delta").entities
    operators.traverse_relations(entities=firms, relations=["based_in"])
    rows = operators.project_properties(entities=firms, properties=["size"])
    assert operators.entities_behind(operators.trace[-1], at_most=5) == rows.ids
    facts = list(facts_of(graph, rows.ids, operators.trace))
    assert [(fact.property, fact.value, fact.source.start) for fact in facts] == [
        ("name", "Delta", 1),
        ("name", "Delta", 2),
        ("name", "Delta", 3),
        ("size", 5, 2),
        ("size", 5, 3),
        ("based_in", "Oslo", 8),
    ]


def test_rows_of_tables_are_verified(tmp_path: Path) -> None:
    schema = parse_schema(
        "name: s\nentity_types: {Firm: {key: [name], properties: {name: string, size: integer}}}"
    ).schema
    graph = graph_of_rows(tmp_path / "graph.duckdb", schema, [{"name": "a", "size": 1}, {"name": "a", "size": 2}])
    operators = Operators(graph)
    firms = operators.lookup_entities(types=["Firm"]).entities
    figure = operators.aggregate_values(entities=firms, function="sum", property="size")
    assert figure.value == 1
    assert operators.facts_read(operators.trace[1]) == (read("Firm.size", 1, 0, 1),)
    assert operators.entities_behind(operators.trace[1], at_most=5) == [1]


def test_a_search_for_words_reads_every_text(graph: Graph) -> None:
    operators = Operators(graph)
    operators.lookup_entities(types=["Firm"], text="c")
    assert operators.facts_read(operators.trace[-1]) == (read("Firm.name", 3, 0), read("Firm.tags", 3, 1))
