"""The shared cases about kernels (`cases/K*`, `O*`, `L22*`): some from text to graph, and where the others are."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from entailed.llm import ScriptedModel
from entailed.oak import EntityType, Property, Relation, Schema
from entailed.oak.extraction.documents import Document
from entailed.oak.extraction.extract import ExtractionSettings, extract
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.entity_record import entities_named
from oak.reading_model import relation_of, reply_of
from oak.small_graphs import graph_of

EXTRACTED = ("K05_dangling_endpoint", "K11_no_relation_edges", "K12_fact_on_wrong_entity")
ELSEWHERE = {
    "K01_key_variants": "oak/test_merging.py",  # its text is left out, and so are quotes
    "K06_missing_keys": "oak/test_merging.py",
    "K10_dates": "oak/test_dates.py",
    "L22_domain_is_not_a_guard": "oak/test_closed_world.py",  # what OWL says of it: test_cases_logic
    "O01_none_group": "oak/test_operators.py",
    "O02_empty_aggregate": "oak/test_operators.py",  # on the rows of O01, which are the same
    "O04_mixed_types": "oak/test_operators.py",
    "O05_short_fuzzy": "oak/test_operators.py",
}


def test_every_case_about_kernels_is_run_somewhere(shared: Path) -> None:
    stated = {path.parent.name for kind in ("K", "O", "L22") for path in (shared / "cases").glob(f"{kind}*/case.yaml")}
    assert stated == {*EXTRACTED, *ELSEWHERE}
    for case, module in ELSEWHERE.items():
        tests = (Path(__file__).parent / module).read_text(encoding="utf-8")
        assert f"def test_{case.split('_')[0].lower()}_" in tests, case


# ---- from a text and a reply to a graph


def case_schema(folder: Path) -> Schema:
    stated = yaml.safe_load((folder / "schema.yaml").read_text(encoding="utf-8"))
    types = {
        name: EntityType(
            key=type_["key"], properties={p: Property(type=kind) for p, kind in type_["properties"].items()}
        )
        for name, type_ in stated["entities"].items()
    }
    relations = {name: Relation(source=ends[0], target=ends[1]) for name, ends in stated["relations"].items()}
    return Schema(name="case", entity_types=types, relations=relations)


def case_replies(chunk: dict[str, Any]) -> str:
    """The reply of a chunk in the form of extraction; an end that is no entity of the reply is taken for a company."""
    reply = chunk["llm_reply"]
    types = {stated["name"].casefold(): stated["type"] for stated in reply["entities"]}
    relations = []
    for stated in reply.get("relations", []):
        start, relation, target = stated if isinstance(stated, list) else (stated[end] for end in ("from", "rel", "to"))
        ends = [(types.get(name.casefold(), "Company"), name) for name in (start, target)]
        relations.append(relation_of(relation, ends[0], ends[1]))
    return reply_of(
        [(one["type"], {k: v for k, v in one.items() if k != "type"}) for one in reply["entities"]], relations
    )


def pairs(graph: Graph) -> Iterator[list[Any]]:
    for relation in graph.schema.relations:
        for start, target in graph.query(f"FROM relation.{relation}"):
            yield [graph.entity(start).values["name"], relation, graph.entity(target).values["name"]]


def run(check: dict[str, Any], graph: Graph) -> None:
    """Run one check; an unknown kind is an `AssertionError`."""
    rejected = {(one.name, one.example, one.reason) for one in graph.report.rejected}
    match check:
        case {"entity_count": counts}:
            assert {type_: graph.report.entities[type_] for type_ in counts} == counts
        case {"relation_count": count}:
            assert sum(graph.report.relations.values()) == count
        case {"relations": stated}:
            assert list(pairs(graph)) == stated
        case {"rejected_count": count}:
            assert sum(one.count for one in graph.report.rejected) == count
        case {"rejected": stated}:
            assert rejected == {(relation, f"{start} → {end}", reason) for start, relation, end, reason in stated}
        case {"property": [name, property], "expect": value}:
            (number,) = entities_named(graph, name)
            assert graph.entity(number).values[property] == value
        case {"flag": [name, property, "no span has both"]}:
            (left_out,) = graph.report.rejected
            assert (left_out.property, left_out.reason) == (property, "no sentence has both")
            assert left_out.example.startswith(f"{name}: ")
        case _:
            raise AssertionError(f"not checked: {check}")


@pytest.mark.parametrize("case", EXTRACTED)
def test_case_from_its_text_to_its_graph(shared: Path, tmp_path: Path, case: str) -> None:
    folder = shared / "cases" / case
    chunks = yaml.safe_load((folder / "chunks.yaml").read_text(encoding="utf-8"))
    documents = [Document(name=f"{number}.txt", text=chunk["text"]) for number, chunk in enumerate(chunks)]
    model = ScriptedModel([case_replies(chunk) for chunk in chunks])
    schema = case_schema(folder)
    found = extract(documents, schema, model, settings=ExtractionSettings(concurrency=1))
    checks = yaml.safe_load((folder / "case.yaml").read_text(encoding="utf-8"))["check"]
    with graph_of(tmp_path / "graph", schema, found.entities, found.relations, found.rejected) as graph:
        for check in checks:
            run(check, graph)
