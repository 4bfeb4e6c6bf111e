"""`entailed kernel extract`: documents become a graph, read by a model."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from entailed.apps.environment import chosen_model
from entailed.apps.model_options import BudgetCost, BudgetTokens, Constrained, Model, Prices, chosen_budget
from entailed.apps.printing import COULD_NOT, OUT, AsJson, print_json

if TYPE_CHECKING:
    from entailed.oak.extraction.documents import Corpus
    from entailed.oak.extraction.extract import Extraction


def extract_documents(
    schema: Annotated[Path, typer.Argument(metavar="SCHEMA", help="A schema in YAML.")],
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help="A text file, or a folder of them.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The graph; replaced if it is there.")],
    model: Model = None,
    mapping: Annotated[
        Path | None,
        typer.Option("--mapping", metavar="FILE", help="Take in the tables of this mapping too; CORPUS has them."),
    ] = None,
    constrained: Constrained = False,
    cache: Annotated[
        Path | None,
        typer.Option("--cache", metavar="FOLDER", help="Where replies are kept, so that none is paid twice."),
    ] = None,
    chunk_tokens: Annotated[int, typer.Option(min=50, max=100_000, help="How much the model reads at a time.")] = 800,
    reply_tokens: Annotated[int, typer.Option(min=100, max=100_000, help="How long a reply may be.")] = 4_096,
    concurrency: Annotated[int, typer.Option(min=1, max=256, help="Chunks under way at once.")] = 8,
    budget_tokens: BudgetTokens = None,
    budget_cost: BudgetCost = None,
    price: Prices = None,
    as_json: AsJson = False,
) -> None:
    """Make a graph of documents, and say what was left out of it; a run that was stopped goes on where it was."""
    from entailed.apps.document_reading import build_graph, find_documents, read_documents, require_sound
    from entailed.oak.extraction.extract import ExtractionSettings
    from entailed.oak.graph.building import require_place
    from entailed.oak.graph.table_mapping import read_mapping
    from entailed.oak.schema.files import read_schema

    if not model:
        raise typer.BadParameter("documents are read by a model: name one with --model. Tables need none: `map`.")
    budget = chosen_budget(model, tokens=budget_tokens, cost=budget_cost, prices=price)
    require_place(output)  # before anything is paid for
    declared = read_schema(schema)
    require_sound(declared, schema)
    tables = read_mapping(mapping, declared) if mapping else None
    found = find_documents(corpus, tables)
    settings = ExtractionSettings(
        chunk_tokens=chunk_tokens,
        overlap_tokens=chunk_tokens // 8,
        reply_tokens=reply_tokens,
        constrained=constrained,
        concurrency=concurrency,
    )
    chat_model = chosen_model(model, max_concurrency=concurrency, budget=budget)
    extraction = read_documents(found, declared, chat_model, settings=settings, cache=cache)
    rows = build_graph(declared, output, tables=tables, corpus=corpus, extraction=extraction)
    _report(found, extraction, rows, output, as_json=as_json)
    if extraction.failed:
        raise typer.Exit(COULD_NOT)


def _report(
    corpus: "Corpus", extraction: "Extraction", rows: Mapping[str, int], output: Path, *, as_json: bool
) -> None:
    from entailed.apps.graph_text import graph_json, graph_lines, row_lines
    from entailed.oak.graph.closed_world import check_closed_world
    from entailed.oak.graph.graph import Graph

    with Graph(output) as graph:
        report, violations = graph.report, check_closed_world(graph)
    if as_json:
        print_json({**_extraction_json(corpus, extraction), "rows": rows, **graph_json(report, violations)})
    else:
        lines = [*_extraction_lines(corpus, extraction), *row_lines(rows), *graph_lines(report, violations)]
        OUT.print("\n".join(lines), soft_wrap=True)


def _extraction_json(corpus: "Corpus", extraction: "Extraction") -> dict[str, Any]:
    return {
        "documents": len(corpus.documents),
        "left_out": dict(corpus.left_out),
        "chunks": extraction.chunks,
        "cached": extraction.cached,
        "failed": [
            {"document": failed.chunk.document, "start": failed.chunk.start, "problem": failed.problem}
            for failed in extraction.failed
        ],
        "unreadable": dict(extraction.unreadable),
        "usage": asdict(extraction.usage),
    }


def _extraction_lines(corpus: "Corpus", extraction: "Extraction") -> list[str]:
    usage = extraction.usage
    lines = [f"{len(corpus.documents):>12,}  documents"]
    lines += [f"{count:>12,}  files left out: {why}" for why, count in corpus.left_out.items()]
    lines += [
        f"{extraction.chunks:>12,}  chunks, {extraction.cached:,} of them read before",
        f"{usage.calls:>12,}  calls, {usage.input_tokens:,} + {usage.output_tokens:,} tokens",
    ]
    lines += [f"{count:>12,}  times in replies: {fault}" for fault, count in extraction.unreadable.items()]
    return lines + [
        f"not read: {failed.chunk.document}, from character {failed.chunk.start:,}: {failed.problem}"
        for failed in extraction.failed
    ]
