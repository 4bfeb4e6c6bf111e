"""`entailed kernel functions`, `freeze` and `run`."""

import json
from pathlib import Path

import pytest
from terminal import Command, failure

SCHEMA = """\
name: shop
entity_types:
  Tool: {key: [name], properties: {name: string, price: number, tags: {multivalued: true}}}
"""
FUNCTION = '''\
from typing import Any


def tools(names: list[str], least: float = 0.0) -> Any:
    """Find tools by name.

    Requires:
        least >= 0
    Examples:
        tools(names=["saw"])
    """
    found = lookup_entities(types=["Tool"]).entities
    found = filter_categorical(entities=found, property="name", include=names)
    found = filter_numeric(entities=found, property="price", at_least=least)
    print(len(names))
    return project_properties(entities=found, properties=["name", "price", "tags"], order_by="name").rows
'''


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop" / "functions").mkdir(parents=True)
    (tmp_path / "shop" / "schema.yaml").write_text(SCHEMA)
    (tmp_path / "shop" / "functions" / "tools.py").write_text(FUNCTION)
    return tmp_path / "shop"


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    from entailed.oak.graph.building import GraphBuilder
    from entailed.oak.graph.facts import EntityCandidate, Source, StatedValue
    from entailed.oak.schema.files import parse_schema

    source = Source("doc", 0, 1, "", True)
    rows = [("axe", 9.5, ["wood"]), ("saw", 4.0, ["wood", "metal"]), ("rope", None, [])]
    path = tmp_path / "shop.duckdb"
    with GraphBuilder(parse_schema(SCHEMA).schema, path, threads=1) as builder:
        for name, price, tags in rows:
            stated = {"name": [name], "price": [price] if price is not None else [], "tags": tags}
            values = {
                property: tuple(StatedValue(value, source) for value in found) for property, found in stated.items()
            }
            builder.add(entities=[EntityCandidate("Tool", values, source)])
        builder.finish()
    return path


def test_a_frozen_kernel_runs(entailed: Command, shop: Path, graph: Path) -> None:
    assert "is not frozen" in failure(entailed("kernel", "run", shop, "tools", 'names=["saw"]', "--graph", graph))
    frozen = entailed("kernel", "freeze", shop, "--graph", graph)
    assert (frozen.code, frozen.err) == (0, "")
    assert "with 2 files" in frozen.out
    outcome = entailed("kernel", "run", shop, "tools", 'names=["saw", "axe"]', "--graph", graph)
    assert [line.split() for line in outcome.out.splitlines()] == [
        ["name", "price", "tags"],
        ["axe", "9.5", '["wood"]'],
        ["saw", "4.0", '["metal",', '"wood"]'],
    ]
    assert outcome.err == "4 calls of operators\n"


def test_a_result_in_json_has_the_calls_behind_it(entailed: Command, shop: Path, graph: Path) -> None:
    outcome = entailed(
        "kernel", "run", shop, "tools", 'names=["axe"]', "least=1", "--graph", graph, "--draft", "--json"
    )
    said = json.loads(outcome.out)
    assert said["value"] == [{"name": "axe", "price": 9.5, "tags": ["wood"]}]
    assert said["arguments"] == {"names": ["axe"], "least": 1}
    assert [call["operator"] for call in said["calls"]][1] == "filter_categorical"
    assert said["calls"][1]["arguments"] == {
        "entities": {"handle": 1, "types": ["Tool"]},
        "property": "name",
        "include": ["axe"],
    }
    assert said["printed"] == "1\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["names=saw"], "`names` has to be `list[str]`, and not 'saw'"),
        (["names=[saw"], "`names` has to be `list[str]`"),
        (['names=["saw"]', "least=-1"], "it requires `least >= 0`"),
        (['names=["saw"]', "most=1"], "it has no argument `most`"),
        ([], "`names` is missing"),
    ],
)
def test_a_call_that_is_refused_says_why(
    entailed: Command, shop: Path, graph: Path, arguments: list[str], words: str
) -> None:
    assert words in failure(entailed("kernel", "run", shop, "tools", *arguments, "--graph", graph, "--draft"))


def test_an_argument_without_a_name_is_wrong_use(entailed: Command, shop: Path, graph: Path) -> None:
    outcome = entailed("kernel", "run", shop, "tools", "saw", "--graph", graph, "--draft")
    assert outcome.code == 2
    assert "no NAME=VALUE" in outcome.err


def test_an_altered_kernel_is_refused(entailed: Command, shop: Path, graph: Path) -> None:
    entailed("kernel", "freeze", shop)
    (shop / "functions" / "tools.py").write_text(FUNCTION.replace("least >= 0", "least >= -1"))
    said = failure(entailed("kernel", "run", shop, "tools", 'names=["saw"]', "--graph", graph))
    assert "functions/tools.py was changed" in said


def test_functions_are_listed_with_what_they_read(entailed: Command, shop: Path) -> None:
    outcome = entailed("kernel", "functions", shop)
    assert outcome.code == 0
    assert "tools(names: list[str], least: float = 0.0) -> Any" in outcome.out
    (said,) = json.loads(entailed("kernel", "functions", shop, "--json").out)
    assert said["reads"]["types"] == ["Tool"]
    assert said["reads"]["properties"] == ["name", "price", "tags"]
    assert said["arguments"]["required"] == ["names"]
    assert said["faults"] == []


def test_a_function_with_faults_is_listed_with_them(entailed: Command, shop: Path) -> None:
    (shop / "functions" / "tools.py").write_text(FUNCTION.replace('property="price"', 'property="prize"'))
    outcome = entailed("kernel", "functions", shop)
    assert outcome.code == 1
    assert "line 14: the schema has no property `prize`: is `price` meant?" in outcome.out
    said = failure(entailed("kernel", "freeze", shop))
    assert "tools.py, line 14: the schema has no property `prize`" in said
