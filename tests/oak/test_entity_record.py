"""One entity with the places that state it."""

from pathlib import Path

import pytest
from hotel_kernel import hotel_graph

from entailed.errors import GraphError
from entailed.oak.operators.entity_record import entities_named, entity_record


def test_relations_are_told_up_to_a_number_and_the_others_counted(tmp_path: Path) -> None:
    with hotel_graph(tmp_path / "g") as graph:
        (bergen,) = entities_named(graph, "bergen")
        record = entity_record(graph, bergen, most_pairs=3)
        assert [pair.start.values["name"] for pair in record.pairs] == ["Havly", "Nordlys", "Solvik"]
        assert [pair.sources[0].start for pair in record.pairs] == [20, 21, 22]
        assert record.pairs_left_out == 1
        assert entity_record(graph, bergen).pairs_left_out == 0


def test_values_come_in_the_order_of_the_schema(tmp_path: Path) -> None:
    with hotel_graph(tmp_path / "g") as graph:
        (havly,) = entities_named(graph, "Havly")
        stated = [(s.property, s.value) for s in entity_record(graph, havly).statements]
    assert stated == [
        ("name", "Havly"),
        ("room_type", "private"),
        ("price", 80.0),
        ("maximum_occupancy", 2),
        ("minimum_nights", 5),
    ]


def test_a_name_that_means_nothing_is_an_error(tmp_path: Path) -> None:
    with hotel_graph(tmp_path / "g") as graph, pytest.raises(GraphError, match="no entity named `Paris`"):
        entities_named(graph, "Paris")
