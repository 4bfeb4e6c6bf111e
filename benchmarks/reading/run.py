"""Reads ontologies with Entailed and with the library for their format alone, and prints one table.

    python benchmarks/reading/run.py path/to/go.obo.gz path/to/so.owl …

The library alone means: `fastobo` for OBO, `pyoxigraph` for Turtle and N-Triples, `py-horned-owl` for the rest, each
parsing the decompressed text into its own objects. Entailed goes from the file to the ontology and its report. Of every
RDF/XML file given, Turtle, N-Triples, OWL/XML and Manchester syntax are made as well. Every run is a process of its
own; clocks start with the modules imported, and the best of three runs counts. Seconds are those on the wall, where two
threads help `fastobo`, and in parentheses those of all processors. A peak is that of the whole process, the text
included, as Linux counts it.
"""

import gzip
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pyhornedowl
import pyoxigraph

RUNS = 3

TIMED = """
import gzip, io, json, re, sys, time
from pathlib import Path
{imports}
path = Path(sys.argv[1])
{before}
start, start_cpu = time.perf_counter(), time.process_time()
{work}
seconds, cpu_s = time.perf_counter() - start, time.process_time() - start_cpu
peak_kb = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]
print(json.dumps([seconds, cpu_s, int(peak_kb) / 1024]))
"""
TEXT = """
data = path.read_bytes()
data = gzip.decompress(data) if path.suffix == ".gz" else data
"""
OURS = TIMED.format(
    imports="from entailed.owl import read_ontology\nfrom entailed.owl import horned, obo, rdf",
    before="",
    work="result = read_ontology(path)",
)


class Format(NamedTuple):
    """A format, and the source of a program that parses it with the library alone."""

    name: str
    library: str


def _horned(serialization: str) -> str:
    work = f"parsed = pyhornedowl.open_ontology_from_string(text, serialization={serialization!r})"
    return TIMED.format(imports="import pyhornedowl", before=f"{TEXT}\ntext = data.decode()", work=work)


def _oxigraph(format_: str) -> str:
    work = f"quads = list(pyoxigraph.parse(data, format=pyoxigraph.RdfFormat.{format_}))"
    return TIMED.format(imports="import pyoxigraph", before=TEXT, work=work)


OBO = TIMED.format(imports="import fastobo", before=TEXT, work="parsed = fastobo.load(io.BytesIO(data))")
FORMATS = {
    ".obo": Format("OBO", OBO),
    ".ofn": Format("functional", _horned("ofn")),
    ".owl": Format("RDF/XML", _horned("rdf")),
    ".owx": Format("OWL/XML", _horned("owx")),
    ".omn": Format("Manchester", _horned("omn")),
    ".ttl": Format("Turtle", _oxigraph("TURTLE")),
    ".nt": Format("N-Triples", _oxigraph("N_TRIPLES")),
}


class Run(NamedTuple):
    """The best of some runs."""

    seconds: float
    """On the wall."""
    cpu_s: float
    peak_mb: float


def best(program: str, path: Path) -> Run | None:
    """Run a program a few times; None where it fails, as a strict library does on some files."""
    runs = []
    for _ in range(RUNS):
        done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False)
        if done.returncode:
            return None
        runs.append(Run(*json.loads(done.stdout)))
    return min(runs)


def conversions(path: Path, folder: Path) -> Iterator[Path]:
    """An RDF/XML file in the other formats of OWL; fewer of them where a library refuses the file."""
    stem = folder / path.stem
    try:
        for format_, suffix in ((pyoxigraph.RdfFormat.TURTLE, ".ttl"), (pyoxigraph.RdfFormat.N_TRIPLES, ".nt")):
            triples = pyoxigraph.parse(path=path, format=pyoxigraph.RdfFormat.RDF_XML)
            pyoxigraph.serialize((quad.triple for quad in triples), stem.with_suffix(suffix), format=format_)
            yield stem.with_suffix(suffix)
        ontology = pyhornedowl.open_ontology_from_string(path.read_text(encoding="utf-8"), serialization="rdf")
        for suffix in (".owx", ".omn"):
            stem.with_suffix(suffix).write_text(ontology.save_to_string(suffix[1:]), encoding="utf-8")
            yield stem.with_suffix(suffix)
    except (SyntaxError, ValueError) as error:
        print(f"{path.name} is not converted further: {str(error)[:200]}", file=sys.stderr)


def _cells(run: Run | None) -> list[str]:
    return ["refused", "–"] if run is None else [f"{run.seconds:.2f} ({run.cpu_s:.2f})", f"{run.peak_mb:,.0f}"]


def row(path: Path) -> str:
    """One line of the table."""
    zipped = path.suffix == ".gz"
    format_ = FORMATS[path.with_suffix("").suffix if zipped else path.suffix]
    data = path.read_bytes()
    mb = len(gzip.decompress(data) if zipped else data) / 1e6
    library, ours = best(format_.library, path), best(OURS, path)
    cells = [format_.name, path.name, f"{mb:.1f}", *_cells(library), *_cells(ours)]
    cells.append("–" if ours is None else f"{mb / ours.seconds:.1f}")
    ratios = (ours.seconds / library.seconds, ours.cpu_s / library.cpu_s) if ours and library else None
    cells.append(f"{ratios[0]:.2f} × ({ratios[1]:.2f} ×)" if ratios else "–")
    return " | ".join(cells)


def main(paths: list[Path]) -> None:
    """Print the table, a row for each file as soon as it is done."""
    print("format | file | MB | library: s (CPU) | peak MB | ours: s (CPU) | peak MB | MB/s | ours : library (CPU)")
    print("---|---|---|---|---|---|---|---|---")
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            print(row(path), flush=True)
            for converted in conversions(path, Path(folder)) if path.suffix == ".owl" else ():
                print(row(converted), flush=True)


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
