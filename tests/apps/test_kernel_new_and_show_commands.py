"""`entailed kernel new` and `show`."""

import json
from pathlib import Path

import pytest
from terminal import Command, failure

from entailed.oak.functions.folder import read_draft
from entailed.oak.graph.building import GraphBuilder
from entailed.oak.graph.facts import EntityCandidate, EntityKey, RelationCandidate, Source, StatedValue


@pytest.fixture
def kernel(entailed: Command, tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    assert entailed("kernel", "new", folder).code == 0
    return folder


@pytest.fixture
def graph(kernel: Path) -> Path:
    path = kernel.with_suffix(".duckdb")
    with GraphBuilder(read_draft(kernel).schema, path, threads=1) as builder:
        for number, (price, verified) in enumerate([(90.0, True), (120.0, False)]):
            name, cost = Source("a.txt", number, 5, "Havly", True), Source("a.txt", 10 + number, 20, "cost", verified)
            values = {"name": (StatedValue("Havly", name),), "price": (StatedValue(price, cost),)}
            builder.add(entities=[EntityCandidate("Hotel", values, name)])
        row = Source("cities.csv", 3, 3, "Skarvik", True)
        for city in ("Skarvik", "Molde"):
            builder.add(entities=[EntityCandidate("City", {"name": (StatedValue(city, row),)}, row)])
        ends = EntityKey("Hotel", ("Havly",)), EntityKey("City", ("Skarvik",))
        builder.add(relations=[RelationCandidate("located_in", *ends, row)])
        builder.finish()
    return path


# ---- new


def test_a_new_kernel_passes_its_checks(entailed: Command, kernel: Path) -> None:
    assert entailed("kernel", "check", kernel / "schema.yaml").code == 0
    assert entailed("kernel", "functions", kernel).code == 0
    assert entailed("kernel", "freeze", kernel).code == 0


def test_what_was_written_is_listed(entailed: Command, tmp_path: Path) -> None:
    outcome = entailed("kernel", "new", tmp_path / "mine", "--json")
    assert json.loads(outcome.out)["files"] == ["functions/cheapest_hotels.py", "schema.yaml"]


def test_a_folder_that_is_there_is_not_written_to(entailed: Command, kernel: Path) -> None:
    (kernel / "schema.yaml").write_text("name: mine\n")
    assert "this is there already" in failure(entailed("kernel", "new", kernel), code=2)
    assert (kernel / "schema.yaml").read_text() == "name: mine\n"


# ---- show


def test_a_kernel_is_shown_with_its_types_and_functions(entailed: Command, kernel: Path) -> None:
    outcome = entailed("kernel", "show", kernel)
    lines = [" ".join(line.split()) for line in outcome.out.splitlines()]
    for line in (
        "hotels Where to stay.",
        "not frozen",
        "name string, key",
        "price number, in EUR, at least 0 For a room and a night.",
        "located_in Hotel → City at most 1",
        "requires guests >= 1",
        'ensures all(hotel["minimum_nights"] <= nights for hotel in result)',
    ):
        assert line in lines


def test_a_frozen_kernel_is_shown_as_such_unless_it_was_altered(entailed: Command, kernel: Path) -> None:
    frozen = json.loads(entailed("kernel", "freeze", kernel, "--json").out)
    assert f"frozen as {frozen['kernel_sha256'][:12]}" in entailed("kernel", "show", kernel).out
    said = json.loads(entailed("kernel", "show", kernel, "--json").out)
    assert said["frozen"]["kernel_sha256"] == frozen["kernel_sha256"]
    assert said["schema"]["entity_types"]["City"]["key"] == ["name"]
    assert [function["name"] for function in said["functions"]] == ["cheapest_hotels"]
    assert said["mapping"] is None
    (kernel / "schema.yaml").write_text("name: hotels\nentity_types: {}\n")
    assert "schema.yaml was changed" in failure(entailed("kernel", "show", kernel))


def test_the_tables_that_a_kernel_maps_are_shown(entailed: Command, kernel: Path) -> None:
    mapping = "tables: [{file: cities.csv, entities: [{type: City, properties: {name: Town}}]}]\n"
    (kernel / "mapping.yaml").write_text(mapping)
    lines = [" ".join(line.split()) for line in entailed("kernel", "show", kernel).out.splitlines()]
    assert "cities.csv City" in lines
    (table,) = json.loads(entailed("kernel", "show", kernel, "--json").out)["mapping"]["tables"]
    assert (table["file"], table["entities"][0]["type"]) == ("cities.csv", "City")


def test_a_graph_is_shown_in_figures(entailed: Command, graph: Path) -> None:
    lines = [" ".join(line.split()) for line in entailed("kernel", "show", graph).out.splitlines()]
    assert lines == ["2 City", "1 Hotel", "1 located_in", "1 Hotel.price: several values, the first is shown"]
    said = json.loads(entailed("kernel", "show", graph, "--json").out)
    assert (said["schema"], said["entities"]) == ("hotels", {"City": 2, "Hotel": 1})
    assert said["violations"] == []


def test_an_entity_is_shown_with_every_place_that_states_it(entailed: Command, graph: Path) -> None:
    outcome = entailed("kernel", "show", graph, "--entity", "HAVLY")
    assert [" ".join(line.split()) for line in outcome.out.splitlines()] == [
        "Hotel Havly",
        "name Havly “Havly” a.txt, characters 0–5",
        "name Havly “Havly” a.txt, characters 1–5",
        "price 90.0 EUR “cost” a.txt, characters 10–20",
        "price 120.0 EUR “cost” a.txt, characters 11–20 (not verified)",
        "located_in → City Skarvik “Skarvik” cities.csv, row 3",
    ]
    (said,) = json.loads(entailed("kernel", "show", graph, "--entity", "skarvik", "--json").out)
    assert [(pair["relation"], pair["start"]["values"]["name"]) for pair in said["pairs"]] == [("located_in", "Havly")]


def test_a_name_that_is_not_there_is_an_error_with_those_that_are_close(entailed: Command, graph: Path) -> None:
    said = failure(entailed("kernel", "show", graph, "--entity", "Hav"))
    assert "there is no entity named `Hav`. Close to it: Hotel `Havly`." in said
    assert "there is no graph here" in failure(entailed("kernel", "show", graph.with_suffix(".none")))


def test_a_kernel_has_no_entities(entailed: Command, kernel: Path) -> None:
    outcome = entailed("kernel", "show", kernel, "--entity", "Havly")
    assert outcome.code == 2
    assert "name a graph" in outcome.err
