"""`entailed kernel show`: what a kernel or a graph holds, and where an entity of a graph is from."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from entailed.apps.printing import OUT, AsJson, print_json

if TYPE_CHECKING:
    from entailed.oak.graph.graph import Graph


def show(
    path: Annotated[
        Path, typer.Argument(metavar="KERNEL|GRAPH", help="A folder with a schema and functions, or a graph file.")
    ],
    entity: Annotated[
        str | None,
        typer.Option("--entity", metavar="NAME", help="Of a graph: the entities of this name, and where each is from."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what a kernel or a graph holds, or all that is stated of one entity of a graph."""
    if path.is_dir():
        if entity is not None:
            raise typer.BadParameter("a kernel has no entities: name a graph to use --entity.")
        _show_kernel(path, as_json=as_json)
        return
    from entailed.oak.graph.graph import Graph

    with Graph(path) as graph:
        if entity is None:
            _show_graph(graph, as_json=as_json)
        else:
            _show_entities(graph, entity, as_json=as_json)


def _show_kernel(folder: Path, *, as_json: bool) -> None:
    from entailed.apps.function_report import function_json
    from entailed.apps.kernel_report import kernel_text
    from entailed.oak.functions.folder import MANIFEST, open_frozen, read_draft

    parts, manifest = open_frozen(folder) if (folder / MANIFEST).exists() else (read_draft(folder), None)
    if not as_json:
        OUT.print(kernel_text(parts, manifest))
        return
    frozen = manifest and {
        "kernel_sha256": manifest.kernel_sha256,
        "files": manifest.files,
        "scores": manifest.scores,
        "models": manifest.models,
    }
    functions = [function_json(function, faults=()) for function in parts.functions.values()]
    mapping = parts.mapping and parts.mapping.model_dump(mode="json")
    print_json(
        {"schema": parts.schema.model_dump(mode="json"), "functions": functions, "mapping": mapping, "frozen": frozen}
    )


def _show_graph(graph: "Graph", *, as_json: bool) -> None:
    from entailed.apps.graph_text import graph_json, graph_lines
    from entailed.oak.graph.closed_world import check_closed_world

    violations = check_closed_world(graph)
    if as_json:
        print_json({"schema": graph.schema.name, **graph_json(graph.report, violations)})
    else:
        OUT.print("\n".join(graph_lines(graph.report, violations)), soft_wrap=True)


def _show_entities(graph: "Graph", name: str, *, as_json: bool) -> None:
    from entailed.apps.entity_text import entity_text
    from entailed.oak.operators.entity_record import entities_named, entity_record

    records = [entity_record(graph, id) for id in entities_named(graph, name)]
    if as_json:
        print_json([asdict(record) for record in records])
    else:
        for record in records:
            OUT.print(entity_text(record, graph.schema))
