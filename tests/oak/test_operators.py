"""What the operators return, case by case: missing values, mixed texts, ties, names that are nearly right."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from small_graphs import at, entity, graph_of, graph_of_rows, pair

from entailed.errors import OperatorError
from entailed.oak import Characteristic, EntityType, Property, Relation, Schema, ValueType
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.operators import OPERATORS, Operators
from entailed.oak.operators.values import Aggregate, CallAccount, EntitySet, RuntimeSlots, SlotSpec

INTEGER, NUMBER = Property(type=ValueType.INTEGER), Property(type=ValueType.NUMBER)


def one_type(name: str, key: str, **properties: Property) -> Schema:
    declared = {key: Property(), **properties}
    return Schema(name="s", entity_types={name: EntityType(key=(key,), properties=declared)})


def names(operators: Operators, entities: EntitySet, property: str = "name") -> list[Any]:
    return [row[property] for row in operators.project_properties(entities=entities, properties=[property]).rows]


def by_group(aggregate: Aggregate) -> dict[Any, Any]:
    return {group.group: group.value for group in aggregate.groups}


def account(operators: Operators) -> CallAccount:
    """Of the last call."""
    found = operators.account(operators.trace[-1])
    assert found is not None
    return found


# ---- cases


@pytest.fixture(scope="module")
def team(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    with (shared / "cases/O01_none_group/rows.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    schema = one_type("Member", "name", team=Property(), hours=NUMBER)
    with graph_of_rows(tmp_path_factory.mktemp("team") / "g", schema, rows) as graph:
        yield graph


def test_o01_the_group_without_a_value_is_kept(team: Graph) -> None:
    operators = Operators(team)
    everyone = operators.lookup_entities(types=["Member"]).entities
    count = operators.aggregate_values(entities=everyone, function="count", group_by="team")
    assert by_group(count) == {"blue": 2, "red": 1, None: 2}
    assert sum(group.entities for group in count.groups) == count.value == 5
    hours = operators.aggregate_values(entities=everyone, function="sum", property="hours", group_by="team")
    assert by_group(hours) == {"blue": 100, "red": 9, None: 51}
    assert hours.excluded == {"missing": 1}
    assert (hours.entities, hours.values) == (5, 4)


def test_o02_aggregates_of_nothing(team: Graph) -> None:
    operators = Operators(team)
    everyone = operators.lookup_entities(types=["Member"]).entities
    green = operators.filter_categorical(entities=everyone, property="team", include=["green"])
    figures = {
        function: operators.aggregate_values(entities=green, function=function, property="hours").value
        for function in ("count", "sum", "avg", "min", "max")
    }
    assert figures == {"count": 0, "sum": 0, "avg": None, "min": None, "max": None}
    assert operators.aggregate_values(entities=green, function="count", group_by="team").groups == []
    di = operators.lookup_entities(types=["Member"], key={"name": "di"}).entities
    average = operators.aggregate_values(entities=di, function="avg", property="hours")
    assert (average.value, average.entities, average.values) == (None, 1, 0)


def loads(shared: Path, path: Path, declared: Property) -> Operators:
    rows = yaml.safe_load((shared / "cases/O04_mixed_types/rows.yaml").read_text("utf-8"))
    return Operators(graph_of_rows(path, one_type("Item", "id", load=declared), rows))


@pytest.mark.parametrize("declared", [NUMBER, Property(type=ValueType.STRING)])
def test_o04_what_is_no_number_is_excluded_with_its_reason(shared: Path, tmp_path: Path, declared: Property) -> None:
    operators = loads(shared, tmp_path / "g", declared)
    items = operators.lookup_entities(types=["Item"]).entities
    over = operators.filter_numeric(entities=items, property="load", at_least=10)
    not_numeric = "not numeric" if declared.type == ValueType.NUMBER else "placeholder"  # `n/a` as a text is no value
    excluded = {"boolean": 1, "missing": 1, not_numeric: 1, "unit": 1}
    assert account(operators).excluded == excluded
    assert names(operators, over, "id") == ["a", "b", "h"]
    assert names(operators, operators.filter_numeric(entities=items, property="load", above=2.4), "id") == [
        "a",
        "b",
        "f",
        "h",
    ]
    average = operators.aggregate_values(entities=items, function="avg", property="load")
    assert (average.value, average.values, average.excluded) == (256.625, 4, excluded)


def test_o04_a_declared_unit_makes_its_values_count(shared: Path, tmp_path: Path) -> None:
    operators = loads(shared, tmp_path / "g", Property(type=ValueType.NUMBER, unit="kg"))
    items = operators.lookup_entities(types=["Item"]).entities
    over = operators.filter_numeric(entities=items, property="load", above=2.4, unit="kg")
    assert names(operators, over, "id") == ["a", "b", "c", "f", "h"]
    average = operators.aggregate_values(entities=items, function="avg", property="load")
    assert (average.value, average.values, average.unit) == (pytest.approx(207.1), 5, "kg")
    with pytest.raises(OperatorError, match="`load` is in kg, not in lb"):
        operators.filter_numeric(entities=items, property="load", above=2.4, unit="lb")


def test_o05_a_name_is_matched_only_where_there_is_no_doubt(shared: Path, tmp_path: Path) -> None:
    listed = (shared / "cases/O05_short_fuzzy/names.txt").read_text("utf-8").splitlines()
    plants = [entity("Plant", at(n), {"name": name}) for n, name in enumerate(listed)]
    operators = Operators(graph_of(tmp_path / "g", one_type("Plant", "name"), plants))

    def found(name: str) -> tuple[str, list[Any], list[tuple[str, str]]]:
        lookup = operators.lookup_entities(types=["Plant"], name=name)
        return lookup.matched, names(operators, lookup.entities), [(s.name, s.reason) for s in lookup.suggestions]

    assert found("rail") == ("exact", ["Rail"], [])
    assert found("Raid") == ("nothing", [], [("Rail", "too short")])
    assert found("atlanta") == ("nothing", [], [])
    assert found("Solr") == ("nothing", [], [("Solar", "too short")])
    assert found("Hydro Plant Norht") == ("fuzzy", ["Hydro Plant North"], [])
    ambiguous = [("Hydro Plant North", "ambiguous"), ("Hydro Plant South", "ambiguous")]
    assert found("Hydro Plant") == ("nothing", [], ambiguous)


def test_names_that_differ_in_a_number_are_different(tmp_path: Path) -> None:
    flights = [entity("Flight", at(n), {"name": name}) for n, name in enumerate(["Flight LH 1234", "Flight LH 1299"])]
    operators = Operators(graph_of(tmp_path / "g", one_type("Flight", "name"), flights))
    assert operators.lookup_entities(types=["Flight"], name="Flight LH 1235").matched == "nothing"
    assert operators.lookup_entities(types=["Flight"], name="Fligth LH 1234").matched == "fuzzy"


def test_the_distance_of_names_counts_characters_and_not_bytes(tmp_path: Path) -> None:
    towns = [entity("Town", at(n), {"name": name}) for n, name in enumerate(["Θεσσαλονίκη", "Αλεξανδρούπολη"])]
    operators = Operators(graph_of(tmp_path / "g", one_type("Town", "name"), towns))

    def found(name: str) -> tuple[str, list[float]]:
        lookup = operators.lookup_entities(types=["Town"], name=name)
        return lookup.matched, [suggestion.score for suggestion in lookup.suggestions]

    assert found("Θεσσαλoνίκη") == ("fuzzy", [])  # with a Latin letter, one byte for two
    assert found("Θεσσαλονίκης") == ("fuzzy", [])
    assert found("Θεσσαλοibi") == ("nothing", [0.636])


# ---- one graph for the rest

HOTELS = Schema(
    name="hotels",
    entity_types={
        "Place": EntityType(key=("name",), properties={"name": Property()}),
        "City": EntityType(is_a=("Place",)),
        "Hotel": EntityType(
            is_a=("Place",),
            properties={
                "price": Property(type=ValueType.NUMBER, unit="USD"),
                "stars": INTEGER,
                "opened": Property(type=ValueType.DATE),
                "pets": Property(type=ValueType.BOOLEAN),
                "kind": Property(enum=("inn", "spa")),
                "offers": Property(multivalued=True),
                "about": Property(),
            },
        ),
    },
    relations={
        "within": Relation(source="Hotel", target="City", inverse_of="has"),
        "has": Relation(source="City", target="Hotel"),
        "next_to": Relation(
            source="Hotel", target="Hotel", characteristics=frozenset({Characteristic.SYMMETRIC}), is_a=("near",)
        ),
        "near": Relation(source="Place", target="Place"),
    },
)
_HOTELS: list[dict[str, Any]] = [
    {
        "name": "Alba",
        "price": "100 USD",
        "stars": 3,
        "kind": "inn",
        "offers": ["Sauna", "pool"],
        "opened": "1999-05-01",
    },
    {
        "name": "Brisa",
        "price": 90,
        "stars": 3,
        "kind": "Inn",
        "offers": ["POOL"],
        "pets": True,
        "about": "quiet old inn",
    },
    {
        "name": "Cielo",
        "price": 90,
        "stars": 5,
        "offers": ["gym", "sauna", "pool"],
        "opened": "2010-01-01",
        "pets": False,
    },
    {"name": "Duna", "price": "cheap", "kind": "spa", "about": "A quiet SPA, close to the sea"},
]


@pytest.fixture(scope="module")
def operators(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Operators]:
    entities = [entity("Hotel", at(n), values) for n, values in enumerate(_HOTELS)]
    entities += [entity("City", at(20 + n), {"name": name}) for n, name in enumerate(["Porto", "Vigo"])]
    pairs = [pair("within", ("Hotel", name), ("City", "porto"), at(30)) for name in ("Alba", "Brisa")]
    pairs += [pair("has", ("City", "Vigo"), ("Hotel", "Cielo"), at(31))]
    pairs += [pair("next_to", ("Hotel", a), ("Hotel", b), at(32)) for a, b in (("Alba", "Brisa"), ("Brisa", "Cielo"))]
    with graph_of(tmp_path_factory.mktemp("hotels") / "g", HOTELS, entities, pairs) as graph:
        yield Operators(graph)


@pytest.fixture(scope="module")
def hotels(operators: Operators) -> EntitySet:
    return operators.lookup_entities(types=["Hotel"]).entities


def test_entities_of_a_type_include_those_of_its_subtypes(operators: Operators) -> None:
    places = operators.lookup_entities(types=["Place"]).entities
    assert names(operators, places) == ["Porto", "Vigo", "Alba", "Brisa", "Cielo", "Duna"]
    assert places.types == ("Place", "City", "Hotel")


def test_lookup_conditions_all_have_to_hold(operators: Operators) -> None:
    look_up = operators.lookup_entities
    assert names(operators, look_up(types=["Hotel"], properties={"kind": "INN", "stars": 3}).entities) == [
        "Alba",
        "Brisa",
    ]
    assert names(operators, look_up(types=["Hotel"], key={"name": "alba"}, properties={"stars": 5}).entities) == []
    ids = operators.project_properties(entities=look_up(types=["City"]).entities, properties=["name"]).ids
    assert names(operators, look_up(types=["Place"], ids=ids, name="vigo").entities) == ["Vigo"]
    assert names(operators, look_up(types=["Hotel"], properties={"offers": "Pool"}, top_k=2).entities) == [
        "Alba",
        "Brisa",
    ]


def test_text_lookup_counts_whole_words(operators: Operators) -> None:
    assert names(operators, operators.lookup_entities(types=["Hotel"], text="a quiet spa").entities) == [
        "Brisa",
        "Duna",
    ]
    best = operators.lookup_entities(types=["Hotel"], text="quiet spa", top_k=1)
    assert (names(operators, best.entities), best.matched) == (["Duna"], "text")
    assert names(operators, operators.lookup_entities(types=["Hotel"], text="qui", min_score=0.5).entities) == []


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ({"at_most": 90}, ["Brisa", "Cielo"]),
        ({"below": 90}, []),
        ({"above": 90, "at_most": 100}, ["Alba"]),
        ({"equals": 100}, ["Alba"]),
        ({"not_equals": 100}, ["Brisa", "Cielo"]),
    ],
)
def test_numeric_bounds(operators: Operators, hotels: EntitySet, bounds: dict[str, float], expected: list[str]) -> None:
    assert names(operators, operators.filter_numeric(entities=hotels, property="price", **bounds)) == expected


def test_a_value_that_was_not_stated_can_be_kept_but_not_one_that_could_not_be_read(
    operators: Operators, hotels: EntitySet
) -> None:
    kept = operators.filter_numeric(entities=hotels, property="stars", at_least=4, keep_missing=True)
    assert names(operators, kept) == ["Cielo", "Duna"]
    dear = operators.filter_numeric(entities=hotels, property="price", at_least=95, keep_missing=True)
    assert names(operators, dear) == ["Alba"]
    call = next(c for c in reversed(operators.trace) if c.operator == "filter_numeric")
    assert operators.account(call) == CallAccount(
        considered=4, kept=1, excluded={"not numeric": 1}, sample=[{"name": "Alba"}]
    )


def test_dates_are_compared_as_dates(operators: Operators, hotels: EntitySet) -> None:
    assert names(operators, operators.filter_numeric(entities=hotels, property="opened", below="2000-01-01")) == [
        "Alba"
    ]
    earliest = operators.aggregate_values(entities=hotels, function="min", property="opened")
    assert (earliest.value, earliest.excluded) == ("1999-05-01", {"missing": 2})
    with pytest.raises(OperatorError, match="`opened` has values of the type date, and '1999' is none"):
        operators.filter_numeric(entities=hotels, property="opened", below="1999")


def test_categorical_filters_fold_texts_and_leave_out_what_is_missing(operators: Operators, hotels: EntitySet) -> None:
    keep = operators.filter_categorical
    assert names(operators, keep(entities=hotels, property="kind", include=["SPA"])) == ["Duna"]
    assert names(operators, keep(entities=hotels, property="kind", exclude=["spa"])) == ["Alba", "Brisa"]
    spared = keep(entities=hotels, property="kind", exclude=["spa"], keep_missing=True)
    assert names(operators, spared) == ["Alba", "Brisa", "Cielo"]
    assert names(operators, keep(entities=hotels, property="pets", include=[True])) == ["Brisa"]
    assert names(operators, keep(entities=hotels, property="offers", include=["pool"], exclude=["gym"])) == [
        "Alba",
        "Brisa",
    ]
    assert names(operators, keep(entities=hotels, property="kind", include=[])) == []


def test_overlap_counts_values_that_are_the_same_once(operators: Operators, hotels: EntitySet) -> None:
    overlap = operators.filter_set_overlap
    wanted = ["sauna", "SAUNA", "pool"]
    assert names(operators, overlap(entities=hotels, property="offers", values=wanted)) == ["Alba", "Brisa", "Cielo"]
    assert names(operators, overlap(entities=hotels, property="offers", values=wanted, at_least="all")) == [
        "Alba",
        "Cielo",
    ]
    assert names(operators, overlap(entities=hotels, property="offers", values=[*wanted, "gym"], at_least=3)) == [
        "Cielo"
    ]
    assert names(operators, overlap(entities=hotels, property="offers", values=[])) == []
    assert names(operators, overlap(entities=hotels, property="kind", values=["inn"], keep_missing=True)) == [
        "Alba",
        "Brisa",
        "Cielo",
    ]


def test_traversal_follows_inverses_symmetry_and_sub_relations(operators: Operators, hotels: EntitySet) -> None:
    go = operators.traverse_relations
    assert names(operators, go(entities=hotels, relations=["within"])) == ["Porto", "Vigo"]
    porto = operators.lookup_entities(types=["City"], name="Porto").entities
    assert names(operators, go(entities=porto, relations=["within"], direction="backward")) == ["Alba", "Brisa"]
    alba = operators.lookup_entities(types=["Hotel"], name="Alba").entities
    assert names(operators, go(entities=alba, relations=["near"])) == ["Brisa"]
    assert names(operators, go(entities=alba, relations=["near"], max_hops=2)) == ["Alba", "Brisa", "Cielo"]
    assert names(operators, go(entities=alba, relations=["near"], include_start=True)) == ["Alba", "Brisa"]
    back_and_forth = go(entities=alba, relations=["within"], direction="both")
    assert names(operators, back_and_forth) == ["Porto"]


def test_connected_keeps_what_leads_to_an_anchor(operators: Operators, hotels: EntitySet) -> None:
    vigo = operators.lookup_entities(types=["City"], name="Vigo").entities
    connected = operators.filter_relation_connected
    assert names(operators, connected(entities=hotels, relations=["within"], anchors=vigo)) == ["Cielo"]
    cielo = connected(entities=hotels, relations=["within"], anchors=vigo)
    near = connected(entities=hotels, relations=["next_to"], anchors=cielo, max_hops=2)
    assert names(operators, near) == ["Alba", "Brisa", "Cielo"]
    with pytest.raises(OperatorError, match="Turn `direction` round"):
        connected(entities=hotels, relations=["within"], anchors=vigo, direction="backward")


def test_rows_are_ordered_with_ties_and_missing_values_said(operators: Operators, hotels: EntitySet) -> None:
    cheapest = operators.project_properties(entities=hotels, properties=["name", "price"], order_by="price", limit=1)
    assert cheapest.rows == [{"name": "Brisa", "price": 90}]
    assert (cheapest.total, cheapest.tied, cheapest.missing) == (4, 1, {"price": 1})
    ordered = operators.project_properties(entities=hotels, properties=["name"], order_by="price", descending=True)
    assert [row["name"] for row in ordered.rows] == ["Alba", "Brisa", "Cielo", "Duna"]


def test_an_entity_is_in_the_group_of_each_of_its_values(operators: Operators, hotels: EntitySet) -> None:
    offers = operators.aggregate_values(entities=hotels, function="count", group_by="offers")
    assert by_group(offers) == {"gym": 1, "pool": 3, "Sauna": 2, None: 1}  # the spelling of most, then the first
    assert (offers.value, offers.entities) == (4, 4)


def test_a_filter_leaves_out_types_without_the_property_and_counts_them(operators: Operators) -> None:
    places = operators.lookup_entities(types=["Place"]).entities
    rated = operators.filter_numeric(entities=places, property="stars", at_least=1)
    assert account(operators).excluded == {"missing": 3}
    assert rated.types == ("Hotel",)


@pytest.mark.parametrize(
    ("operator", "arguments", "problem"),
    [
        ("lookup_entities", {"types": ["Motel"]}, "there is no type `Motel`; there are Place, City, Hotel"),
        ("lookup_entities", {"types": []}, "`types` is empty"),
        ("lookup_entities", {"types": ["Hotel"], "key": {"stars": 3}}, "`stars` is not in the key"),
        ("lookup_entities", {"types": ["Hotel"], "properties": {"stars": True}}, "the type integer, and True is none"),
        ("lookup_entities", {"types": ["Hotel"], "properties": {"kind": "barn"}}, "`barn` is none of the values"),
        ("filter_numeric", {"property": "size", "above": 1}, "have no property `size`; they have name, price"),
        ("filter_numeric", {"property": "price"}, "give at least one of equals"),
        ("filter_numeric", {"property": "pets", "above": 1}, "true or false. Use `filter_categorical`"),
        ("filter_numeric", {"property": "price", "above": float("nan")}, "and nan is none"),
        ("filter_categorical", {"property": "kind"}, "give `include`, `exclude` or both"),
        ("filter_set_overlap", {"property": "offers", "values": ["a"], "at_least": -1}, "give a number from 0"),
        ("traverse_relations", {"relations": ["owns"]}, "there is no relation `owns`; there are within, has"),
        ("traverse_relations", {"relations": ["within"], "max_hops": 0}, "give a number from 1"),
        ("aggregate_values", {"function": "avg"}, "`avg` needs a `property`"),
        ("aggregate_values", {"function": "sum", "property": "opened"}, "there is no `sum` of `opened`"),
        ("aggregate_values", {"function": "max", "property": "offers"}, "only `count` takes it"),
        ("project_properties", {"properties": []}, "`properties` is empty"),
        ("extract_runtime_slots", {"query": "two nights", "slots": {}}, "filled by a model, and there is none"),
    ],
)
def test_a_mistake_is_named_with_what_would_do(
    operators: Operators, hotels: EntitySet, operator: str, arguments: dict[str, Any], problem: str
) -> None:
    given = arguments if operator.startswith(("lookup", "extract")) else {"entities": hotels, **arguments}
    with pytest.raises(OperatorError, match=problem):
        getattr(operators, operator)(**given)
    assert operators.trace[-1].error
    assert operators.trace[-1].result is None


def test_a_set_of_other_operators_is_refused(operators: Operators) -> None:
    with pytest.raises(OperatorError, match="there is no entity set 999999"):
        operators.project_properties(entities=EntitySet(handle=999999, types=("Hotel",)), properties=["name"])


def test_the_trace_keeps_calls_with_arguments_and_results(team: Graph) -> None:
    operators = Operators(team)
    found = operators.lookup_entities(types=["Member"], name="Ana")
    operators.aggregate_values(entities=found.entities, function="count")
    assert [call.operator for call in operators.trace] == ["lookup_entities", "aggregate_values"]
    assert operators.trace[1].arguments == {"entities": found.entities, "function": "count"}
    assert operators.account(operators.trace[1]) is None
    assert set(OPERATORS) == {name for name in dir(Operators) if hasattr(getattr(Operators, name), "__wrapped__")}


def test_slots_are_read_by_the_reader_that_was_given(team: Graph) -> None:
    slots: dict[str, SlotSpec] = {"nights": {"type": "integer", "description": "length of the stay"}}
    filled = RuntimeSlots(values={"nights": 2}, words={"nights": "two nights"}, missing=[])

    def reader(**request: Any) -> RuntimeSlots:
        assert request == {"query": "two nights in Oslo", "slots": slots, "context": "", "attempts": 2}
        return filled

    operators = Operators(team, slot_reader=reader)
    assert operators.extract_runtime_slots(query="two nights in Oslo", slots=slots) == filled


# ---- values stated beside others


def test_one_of_several_texts_may_state_the_number(tmp_path: Path) -> None:
    schema = one_type("Hotel", "name", prices=Property(multivalued=True))
    stated = {"Alba": ["cheap", "120"], "Brisa": ["90"], "Cala": ["free"]}
    hotels = [
        entity("Hotel", at(n), {"name": name, "prices": prices}) for n, (name, prices) in enumerate(stated.items())
    ]
    with graph_of(tmp_path / "g", schema, hotels) as graph:
        operators = Operators(graph)
        everything = operators.lookup_entities(types=["Hotel"]).entities
        dear = operators.filter_numeric(entities=everything, property="prices", at_least=100)
        assert names(operators, dear) == ["Alba"]
        assert operators.account(operators.trace[1]) == CallAccount(
            considered=3, kept=1, excluded={}, sample=[{"name": "Alba"}]
        )


def test_a_name_that_gave_way_to_another_finds_nothing_and_says_so(tmp_path: Path) -> None:
    hotels = [entity("Hotel", at(n), {"id": "h1", "title": title}) for n, title in enumerate(("Alba", "Alborada"))]
    with graph_of(tmp_path / "g", one_type("Hotel", "id", title=Property()), hotels) as graph:
        assert Operators(graph).lookup_entities(types=["Hotel"], name="alba").matched == "exact"
        assert Operators(graph).lookup_entities(types=["Hotel"], name="Alborada").matched == "nothing"


def test_a_time_that_is_none_in_utc_is_refused(tmp_path: Path) -> None:
    schema = one_type("Hotel", "name", at=Property(type=ValueType.DATETIME))
    with graph_of(tmp_path / "g", schema) as graph:
        operators = Operators(graph)
        everything = operators.lookup_entities(types=["Hotel"]).entities
        with pytest.raises(OperatorError, match="is none"):
            operators.filter_numeric(entities=everything, property="at", above="0001-01-01T00:00:00+05:00")
