"""`entailed kernel map`: tables become a graph by a declared mapping, without a model."""

from pathlib import Path
from typing import Annotated

import typer

from entailed.apps.printing import ERR, OUT, AsJson, print_json


def map_tables(
    schema: Annotated[Path, typer.Argument(metavar="SCHEMA", help="A schema in YAML.")],
    mapping: Annotated[Path, typer.Argument(metavar="MAPPING", help="What the rows of tables state, in YAML.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The graph; replaced if it is there.")],
    tables: Annotated[
        Path | None, typer.Option("--tables", metavar="FOLDER", help="Where the tables are; beside the mapping if not.")
    ] = None,
    memory: Annotated[str, typer.Option("--memory", help="What the database may hold in memory.")] = "2GB",
    as_json: AsJson = False,
) -> None:
    """Make a graph of tables, and say what was left out of it and what it lacks."""
    from entailed.apps.document_reading import require_sound
    from entailed.apps.graph_text import graph_json, graph_lines, row_lines
    from entailed.oak.graph.building import GraphBuilder
    from entailed.oak.graph.closed_world import check_closed_world
    from entailed.oak.graph.graph import Graph
    from entailed.oak.graph.table_mapping import read_mapping
    from entailed.oak.graph.table_reading import add_tables
    from entailed.oak.schema.files import read_schema

    declared = read_schema(schema)
    require_sound(declared, schema)
    read = read_mapping(mapping, declared)
    with GraphBuilder(declared, output, memory_limit=memory) as builder:
        with ERR.status("reading tables"):
            rows = add_tables(builder, read, tables or mapping.parent)
        with ERR.status(f"merging {sum(rows.values()):,} rows"):
            report = builder.finish()
    with Graph(output, memory_limit=memory) as graph:
        violations = check_closed_world(graph)
    if as_json:
        print_json({"rows": rows, **graph_json(report, violations)})
    else:
        OUT.print("\n".join([*row_lines(rows), *graph_lines(report, violations)]), soft_wrap=True)
