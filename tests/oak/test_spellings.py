"""Texts are compared as names are, however many spellings a graph has; and how much work that is."""

from pathlib import Path
from typing import Any

import pytest
from small_graphs import graph_of_rows

from entailed.oak import EntityType, Property, Schema, ValueType
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.operators import Operators

SCHEMA = Schema(
    name="s",
    entity_types={
        "Hotel": EntityType(
            key=("name",),
            properties={
                "name": Property(),
                "city": Property(),
                "kind": Property(),
                "price": Property(type=ValueType.NUMBER),
            },
        )
    },
)
OTHERS = {"few": [], "many": [f"city {n}" for n in range(1_200)], "long": ["a long name " * 20]}


def hotels(path: Path, others: list[str]) -> Graph:
    cities = ["New York", "NEW_YORK", "new  york", "Ulm", "ulm", *others]
    return graph_of_rows(
        path,
        SCHEMA,
        [{"name": f"h{n}", "city": city, "kind": "Inn", "price": n} for n, city in enumerate(cities)],
    )


@pytest.mark.parametrize("others", OTHERS.values(), ids=OTHERS)
def test_every_spelling_of_a_text_is_found(tmp_path: Path, others: list[str]) -> None:
    with hotels(tmp_path / "g", others) as graph:
        operators = Operators(graph)
        everything = operators.lookup_entities(types=["Hotel"]).entities

        def found(*cities: str) -> list[Any]:
            kept = operators.filter_categorical(entities=everything, property="city", include=cities)
            return [row["name"] for row in operators.project_properties(entities=kept, properties=["name"]).rows]

        for _ in range(2):  # the second time, a few spellings are known already
            assert found("new york") == ["h0", "h1", "h2"]
            assert found("new york", "ULM", "nowhere") == ["h0", "h1", "h2", "h3", "h4"]
            assert found("nowhere") == []


class Counting(Graph):
    """Notes the statements that operators run."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.statements: list[str] = []

    def query(self, sql: str, parameters: Any = ()) -> list[tuple[Any, ...]]:
        self.statements.append(sql)
        return super().query(sql, parameters)


def test_filters_and_an_average_by_group_are_one_statement(tmp_path: Path) -> None:
    hotels(tmp_path / "g", OTHERS["few"]).database.close()
    with Counting(tmp_path / "g") as graph:

        def prices(kind: str, city: str) -> dict[Any, Any]:
            operators = Operators(graph)
            found = operators.lookup_entities(types=["Hotel"], properties={"kind": kind}).entities
            found = operators.filter_categorical(entities=found, property="city", include=[city])
            found = operators.filter_numeric(entities=found, property="price", at_least=1)
            averages = operators.aggregate_values(entities=found, function="avg", property="price", group_by="city")
            return {group.group: (group.value, group.entities) for group in averages.groups}

        assert prices("inn", "ulm") == {"Ulm": (3.5, 2)}
        assert len(graph.statements) == 3  # the spellings of each property, once
        assert prices("INN", "New York") == {"NEW_YORK": (1.5, 2)}
        assert len(graph.statements) == 4
