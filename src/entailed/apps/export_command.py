"""`entailed export`: what an ontology entails, as a file for other tools."""

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from entailed.apps.opening import Language, Ontology, opened
from entailed.apps.printing import ERR
from entailed.service import EntailedTriple, TripleKind, write_parquet

_REPORTED_EVERY = 100_000


class ExportFormat(StrEnum):
    """The form of the file."""

    NT = "nt"
    """N-Triples."""
    PARQUET = "parquet"


def export(
    ontology: Ontology,
    format: Annotated[ExportFormat, typer.Option("--format", help="nt for RDF stores, parquet for data frames.")],
    nonredundant: Annotated[
        bool, typer.Option("--nonredundant", help="Leave out what follows from other triples.")
    ] = False,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE|-", help="`-` is standard output.")] = "-",
    language: Language = "en",
) -> None:
    """Write the entailed triples, for any RDF store or data frame."""
    from entailed.owl.rdf_triples import write_ntriples  # takes time that other commands need not spend

    if output == "-" and format is ExportFormat.PARQUET and sys.stdout.isatty():
        raise typer.BadParameter("a Parquet file is nothing for a terminal; name a file.", param_hint="--output")
    with opened(ontology, ERR, language) as service:
        triples = service.triples(nonredundant=nonredundant)
        counts: Counter[TripleKind] = Counter()
        began = time.perf_counter()
        with _written(output) as file, ERR.status("exporting") as status:

            def counted() -> Iterator[EntailedTriple]:
                for number, triple in enumerate(triples, start=1):
                    counts[triple.kind] += 1
                    if number % _REPORTED_EVERY == 0:
                        status.update(f"exporting: {number:,} triples")
                    yield triple

            match format:
                case ExportFormat.NT:
                    write_ntriples((triple[:3] for triple in counted()), file)
                case ExportFormat.PARQUET:
                    write_parquet(counted(), file)
        seconds = time.perf_counter() - began
        kinds = _listed((kind.value, number) for kind, number in counts.items())
        ERR.print(f"{counts.total():,} triples ({kinds}) in {seconds:.1f} s", style="dim", soft_wrap=True)
        ERR.print(f"left out: {_listed(triples.left_out.items())}", style="dim", soft_wrap=True)


@contextmanager
def _written(output: str) -> Iterator[BinaryIO]:
    """Standard output, or a file that is there only once it is whole."""
    if output == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(output).resolve()  # a link stays, and what it leads to is written
    if path.exists() and not path.is_file():  # a pipe or a device takes what it is given; nothing can take its place
        with path.open("wb") as file:
            yield file
        return
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    unfinished = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            yield file
        unfinished.chmod(_mode(path))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _mode(path: Path) -> int:
    """The permissions that a file has, or would have had by an ordinary `open`; temporary files are private."""
    if path.exists():
        return path.stat().st_mode & 0o777
    masked = os.umask(0)
    os.umask(masked)
    return 0o666 & ~masked


def _listed(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{number:,} {what}" for what, number in sorted(counts) if number) or "nothing"
