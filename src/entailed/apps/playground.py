"""The hotel case, stage by stage: the hotel that a kernel picks as it was drafted, and as it is repaired.

Source: the accommodation case of the OaK paper. Hotels, kernels and replies are our own, in `examples/hotels`.
"""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from entailed.llm import open_model
from entailed.oak.extraction.documents import read_corpus
from entailed.oak.extraction.extract import ExtractionSettings, extract
from entailed.oak.functions.conditions import failed
from entailed.oak.functions.folder import KernelParts, read_draft
from entailed.oak.functions.kernel import Kernel
from entailed.oak.functions.static_report import static_report
from entailed.oak.graph.building import GraphBuilder
from entailed.oak.graph.graph import Graph, Statement
from entailed.oak.operators.entity_record import entities_named
from entailed.oak.schema.model import Schema

QUESTION = "Where in Skarvik can 3 people stay for 2 nights, in a private room for up to 150 EUR a night?"
FUNCTION = "cheapest_hotels"
ARGUMENTS: Mapping[str, Any] = {"city": "Skarvik", "guests": 3, "nights": 2, "budget": 150.0, "room_type": "private"}
"""What the question says, as the function takes it."""
_ONE_AT_A_TIME = ExtractionSettings(concurrency=1)
"""The replies of the script come in the order of the documents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """A demand on the hotel that was picked, which it does not meet."""

    condition: str
    """As the repaired function ensures it."""
    stated: tuple[Statement, ...]
    """What the documents say of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A kernel, and what comes of it."""

    name: str
    properties: tuple[str, ...]
    """Of hotels, in its schema."""
    read: tuple[str, ...]
    """Those that its function reads."""
    found: Sequence[Mapping[str, Any]]
    """The rows of its function; the first is the hotel that is picked."""
    breaches: tuple[Breach, ...]

    @property
    def picked(self) -> str:
        """The name of the hotel."""
        return str(self.found[0]["name"])

    @property
    def unread(self) -> tuple[str, ...]:
        """What its schema has of hotels and its function leaves out of account."""
        return tuple(property for property in self.properties if property not in self.read)


def write_example(folder: Path) -> None:
    """Put the documents, both kernels and the replies into a folder, which must not exist."""
    with as_file(files("entailed") / "examples" / "hotels") as example:
        shutil.copytree(example, folder, ignore=shutil.ignore_patterns("__pycache__"))


def play(folder: Path) -> Iterator[Stage]:
    """Read the documents under either schema, and have each kernel pick a hotel.

    Args:
        folder: As `write_example` leaves it; the graphs are added to it.
    """
    drafted, repaired = (read_draft(folder / name) for name in ("drafted", "repaired"))
    with (
        _graph(folder, "drafted", drafted.schema) as drafted_graph,
        _graph(folder, "repaired", repaired.schema) as repaired_graph,
        Kernel(drafted) as as_drafted,
        Kernel(KernelParts(schema=repaired.schema, functions=drafted.functions)) as schema_repaired,
        Kernel(repaired) as both_repaired,
    ):
        for name, kernel, graph in (
            ("as drafted", as_drafted, drafted_graph),
            ("schema repaired", schema_repaired, repaired_graph),
            ("schema and function repaired", both_repaired, repaired_graph),
        ):
            found = kernel.call(FUNCTION, graph, **ARGUMENTS).value
            properties = tuple(kernel.schema.properties_of("Hotel"))
            named = static_report(kernel.functions[FUNCTION].source).names("property")
            yield Stage(
                name=name,
                properties=properties,
                read=tuple(property for property in properties if property in named),
                found=found,
                breaches=tuple(_breaches(found[0]["name"], repaired_graph, both_repaired)),
            )


def _graph(folder: Path, name: str, schema: Schema) -> Graph:
    model = open_model(f"replay:{folder / name}-replies.jsonl")
    extraction = extract(read_corpus(folder / "documents").documents, schema, model, settings=_ONE_AT_A_TIME)
    path = folder / f"{name}.duckdb"
    with GraphBuilder(schema, path, threads=1) as builder:
        builder.add(entities=extraction.entities, relations=extraction.relations, rejected=extraction.rejected)
        builder.finish()
    return Graph(path, threads=1)


def _breaches(hotel: str, graph: Graph, repaired: Kernel) -> Iterator[Breach]:
    """What the repaired function ensures and does not hold of a hotel, by all that the documents state of it."""
    (number,) = entities_named(graph, hotel)
    values = graph.entity(number).values
    for condition in repaired.functions[FUNCTION].ensures:
        if failed(repaired.sandbox, [condition], {**ARGUMENTS, "result": [dict(values)]}):
            named = (property for property in values if f'"{property}"' in condition.text)
            stated = tuple(statement for property in named for statement in graph.statements(number, property))
            yield Breach(condition=condition.text, stated=stated)
