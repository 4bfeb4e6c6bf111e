"""`entailed kernel demo`: the hotel case, in which it takes two repairs to pick the right hotel."""

import json
from pathlib import Path

import pytest
from terminal import Command

from entailed.apps.playground import FUNCTION, Stage, play, write_example
from entailed.oak import check_schema
from entailed.oak.functions.check import function_faults
from entailed.oak.functions.folder import read_draft
from entailed.oak.functions.sandbox import Sandbox

UNREAD = ("maximum_occupancy", "minimum_nights")


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example") / "hotels"
    write_example(folder)
    return folder


@pytest.fixture(scope="module")
def stages(example: Path) -> list[Stage]:
    return list(play(example))


def test_only_both_repairs_together_pick_the_right_hotel(stages: list[Stage]) -> None:
    assert [(stage.picked, not stage.breaches) for stage in stages] == [
        ("Havly", False),
        ("Havly", False),
        ("Nordlys", True),
    ]
    drafted, schema_repaired, _ = stages
    assert drafted.found == schema_repaired.found
    assert [stage.unread for stage in stages] == [(), UNREAD, ()]
    assert not {*UNREAD} & {*drafted.properties}


def test_a_wrong_pick_is_told_by_the_words_of_its_document(stages: list[Stage], example: Path) -> None:
    drafted, schema_repaired, _ = stages
    assert drafted.breaches == schema_repaired.breaches
    text = (example / "documents" / "havly.txt").read_text(encoding="utf-8")
    told = []
    for breach in drafted.breaches:
        (stated,) = breach.stated
        assert stated.source.verified
        assert " ".join(text[stated.source.start : stated.source.end].split()) == stated.source.words
        told.append((breach.condition, stated.property, stated.value, stated.source.words))
    assert told == [
        ('all(hotel["maximum_occupancy"] >= guests for hotel in result)', UNREAD[0], 2, "takes up to 2 guests"),
        ('all(hotel["minimum_nights"] <= nights for hotel in result)', UNREAD[1], 5, "the shortest stay is 5 nights"),
    ]


def test_the_repaired_function_needs_the_repaired_schema(example: Path) -> None:
    drafted, repaired = (read_draft(example / name) for name in ("drafted", "repaired"))
    with Sandbox() as sandbox:
        assert function_faults(drafted.functions[FUNCTION], repaired.schema, sandbox) == ()
        assert function_faults(repaired.functions[FUNCTION], repaired.schema, sandbox) == ()
        faults = function_faults(repaired.functions[FUNCTION], drafted.schema, sandbox)
    assert {problem.split("`")[1] for _, problem in faults} == {*UNREAD}


@pytest.mark.parametrize("kernel", ["drafted", "repaired"])
def test_both_schemas_are_sound(example: Path, kernel: str) -> None:
    assert check_schema(read_draft(example / kernel).schema).sound


def test_the_stages_stand_side_by_side(entailed: Command) -> None:
    outcome = entailed("kernel", "demo")
    assert outcome.code == 0
    lines = [" ".join(line.split()) for line in outcome.out.splitlines()]
    assert "as drafted schema repaired schema and function repaired" in lines
    assert "maximum_occupancy (unread) maximum_occupancy" in lines
    assert "and so it picks Havly: wrong Havly: wrong Nordlys: right" in lines
    assert "maximum_occupancy is 2: “takes up to 2 guests”, havly.txt, characters 148–168" in lines


def test_what_is_kept_can_be_used(entailed: Command, tmp_path: Path) -> None:
    folder = tmp_path / "hotels"
    outcome = entailed("kernel", "demo", "--keep", folder, "--json")
    assert [stage["picked"] for stage in json.loads(outcome.out)["stages"]] == ["Havly", "Havly", "Nordlys"]
    kernel, graph = folder / "repaired", folder / "repaired.duckdb"
    assert entailed("kernel", "freeze", kernel, "--graph", graph).code == 0
    stay = ["city=skarvik", "guests=2", "nights=7", "budget=90", "room_type=private"]
    ran = entailed("kernel", "run", kernel, FUNCTION, *stay, "--graph", graph, "--json")
    assert [row["name"] for row in json.loads(ran.out)["value"]] == ["Havly"]


def test_a_folder_that_is_there_is_left_alone(entailed: Command, tmp_path: Path) -> None:
    outcome = entailed("kernel", "demo", "--keep", tmp_path)
    assert outcome.code == 2
    assert "this is there already" in outcome.err
    assert list(tmp_path.iterdir()) == []
