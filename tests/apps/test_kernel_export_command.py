"""`entailed kernel export`; what the files hold is tested with the graph (`tests/oak`)."""

from pathlib import Path

import pytest
from terminal import Command, failure

from entailed.oak.graph.building import GraphBuilder
from entailed.oak.graph.facts import EntityCandidate, Source, StatedValue
from entailed.oak.schema.model import EntityType, Property, Schema


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    schema = Schema(name="places", entity_types={"City": EntityType(key=("name",), properties={"name": Property()})})
    source = Source("a.txt", 0, 5, "Årdal", True)
    with GraphBuilder(schema, tmp_path / "g.duckdb", threads=1) as builder:
        builder.add(entities=[EntityCandidate("City", {"name": (StatedValue("Årdal", source),)}, source)])
        builder.finish()
    return tmp_path / "g.duckdb"


def test_triples_go_to_a_file_or_to_standard_output(graph: Path, entailed: Command) -> None:
    outcome = entailed("kernel", "export", graph, "--format", "nt")
    assert len(outcome.out.splitlines()) == 2
    assert '"Årdal"' in outcome.out
    assert "2 triples" in outcome.err
    file = graph.with_suffix(".nt")
    assert entailed("kernel", "export", graph, "--format", "nt", "-o", file).out == ""
    assert file.read_text(encoding="utf-8") == outcome.out


def test_parquet_goes_to_a_folder(graph: Path, entailed: Command) -> None:
    assert entailed("kernel", "export", graph, "--format", "parquet").code == 2
    assert entailed("kernel", "export", graph, "--format", "parquet", "-o", graph.parent / "out").code == 0
    assert (graph.parent / "out" / "entity.City.parquet").is_file()


def test_what_is_no_graph_leaves_nothing_behind(graph: Path, entailed: Command) -> None:
    graph.write_text("noise")
    said = failure(entailed("kernel", "export", graph, "--format", "parquet", "-o", graph.parent / "out"))
    assert "this cannot be opened" in said
    assert not (graph.parent / "out").exists()
