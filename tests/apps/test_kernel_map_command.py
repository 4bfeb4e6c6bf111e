"""`entailed kernel map`."""

import json
from pathlib import Path

import pytest
from terminal import Command, failure

SCHEMA = """\
name: shop
entity_types:
  Tool: {key: [name], properties: {name: string, price: {type: number, required: true}}}
"""
MAPPING = """\
tables:
  - file: tools.csv
    entities:
      - type: Tool
        properties: {name: Name, price: Price}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "schema.yaml").write_text(SCHEMA)
    (tmp_path / "mapping.yaml").write_text(MAPPING)
    (tmp_path / "tools.csv").write_text("Name,Price\nsaw,12\nSaw,13\nfile,cheap\n,4\n")
    return tmp_path


def arguments(shop: Path) -> list[str]:
    return [str(shop / "schema.yaml"), str(shop / "mapping.yaml"), "-o", str(shop / "shop.duckdb")]


def test_it_says_what_the_graph_holds_and_what_it_lacks(shop: Path, entailed: Command) -> None:
    assert entailed("kernel", "map", *arguments(shop)).out.split("\n")[:-1] == [
        "           4  rows of tools.csv",
        "           2  Tool",
        "           1  Tool.price: several values, the first is shown",
        "           1  Tool: left out, no key",
        "           1  Tool.price: left out, not numeric, such as `cheap`",
        "           1  Tool: do not meet `price is required`",
    ]
    found = json.loads(entailed("kernel", "map", *arguments(shop), "--json").out)
    assert found["entities"] == {"Tool": 2}
    assert found["violations"] == [{"subject": "Tool", "demand": "price is required", "count": 1, "examples": [1]}]


def test_what_it_cannot_work_with_is_one_error(shop: Path, entailed: Command) -> None:
    for memory in ("banana", "1KB"):
        assert failure(entailed("kernel", "map", *arguments(shop), "--memory", memory))
    elsewhere = [*arguments(shop)[:-1], str(shop / "none" / "shop.duckdb")]
    assert "none: there is no such folder" in failure(entailed("kernel", "map", *elsewhere))
    assert "this is a folder" in failure(entailed("kernel", "map", *arguments(shop)[:-1], str(shop)))
    assert {path.name for path in shop.iterdir()} == {"schema.yaml", "mapping.yaml", "tools.csv"}
    (shop / "schema.yaml").write_text(SCHEMA.replace("key: [name], ", ""))
    assert "the schema is not sound" in failure(entailed("kernel", "map", *arguments(shop)))


def test_a_mapping_that_does_not_fit_is_an_error_with_its_line(shop: Path, entailed: Command) -> None:
    (shop / "mapping.yaml").write_text(MAPPING.replace("price", "size"))
    assert "mapping.yaml, line 5: `Tool` has no property `size`" in failure(entailed("kernel", "map", *arguments(shop)))
