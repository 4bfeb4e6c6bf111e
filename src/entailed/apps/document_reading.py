"""Documents and tables become a graph in the terms of a schema, with progress on stderr."""

from collections.abc import Mapping
from pathlib import Path

from rich.progress import Progress

from entailed.apps.environment import cache_folder
from entailed.apps.printing import ERR
from entailed.errors import KernelError
from entailed.llm import ChatModel
from entailed.oak.extraction.documents import Corpus, read_corpus
from entailed.oak.extraction.extract import Extraction, ExtractionSettings, extract
from entailed.oak.extraction.reply_cache import ReplyCache
from entailed.oak.graph.building import GraphBuilder
from entailed.oak.graph.table_mapping import TableMapping
from entailed.oak.graph.table_reading import add_tables
from entailed.oak.schema.check import check_schema
from entailed.oak.schema.model import Schema


def require_sound(schema: Schema, path: Path) -> None:
    """Refuse a schema with faults.

    Raises:
        KernelError: It has some.
    """
    if not check_schema(schema).sound:
        raise KernelError(f"{path}: the schema is not sound. `entailed kernel check {path}` says why.")


def find_documents(corpus: Path, tables: TableMapping | None) -> Corpus:
    """The documents of a corpus, beside its tables."""
    return read_corpus(corpus, tables=[table.file for table in tables.tables] if tables else ())


def read_documents(
    corpus: Corpus,
    schema: Schema,
    model: ChatModel,
    *,
    settings: ExtractionSettings,
    cache: Path | None = None,
) -> Extraction:
    """What documents state; replies are kept in the cache, so that none is paid twice."""
    try:
        with Progress(console=ERR, transient=True, disable=not ERR.is_terminal) as progress:
            task = progress.add_task("reading chunks", total=None)
            return extract(
                corpus.documents,
                schema,
                model,
                cache=ReplyCache(cache or cache_folder() / "replies"),
                settings=settings,
                on_chunk=lambda done, total: progress.update(task, completed=done, total=total),
            )
    except KeyboardInterrupt:
        ERR.print("Stopped. The same command goes on where this one was.")
        raise


def build_graph(
    schema: Schema, output: Path, *, tables: TableMapping | None, corpus: Path, extraction: Extraction
) -> Mapping[str, int]:
    """Make a graph of the tables of a corpus, and of what was extracted from its documents; the rows of each table."""
    with ERR.status("merging"), GraphBuilder(schema, output) as builder:
        rows = add_tables(builder, tables, corpus) if tables else {}
        builder.add(entities=extraction.entities, relations=extraction.relations, rejected=extraction.rejected)
        builder.finish()
    return rows
