"""`entailed kernel export`: a graph as files for other tools."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from entailed.apps.printing import ERR


class GraphFormat(StrEnum):
    """What a graph is written as."""

    NT = "nt"
    """N-Triples."""
    PARQUET = "parquet"


def export(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph file.")],
    format_: Annotated[
        GraphFormat, typer.Option("--format", help="nt for RDF stores, parquet for data frames: a file for each table.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="PATH", help="A file; for Parquet a folder. Or standard output."),
    ] = None,
) -> None:
    """Write a graph for other tools; its N-Triples have the names that `convert --format owl` gives to the schema."""
    from entailed.oak.graph.export import export_parquet, write_ntriples
    from entailed.oak.graph.graph import Graph

    if format_ is GraphFormat.PARQUET:
        if output is None:
            raise typer.BadParameter("Parquet is a file for each table: name a folder with --output.")
        with ERR.status("exporting"):
            files = export_parquet(graph, output)
        ERR.print(f"{len(files)} files in {output}", style="dim", soft_wrap=True)
        return
    with Graph(graph) as opened:
        if output is None:
            count = write_ntriples(opened, sys.stdout)
        else:
            with output.open("w", encoding="utf-8", newline="\n") as file, ERR.status("exporting"):
                count = write_ntriples(opened, file)
    ERR.print(f"{count:,} triples", style="dim")
