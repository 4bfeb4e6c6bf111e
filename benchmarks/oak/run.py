"""A mapped table of a million hotels: how fast it becomes a graph, and what a function costs beside plain SQL.

    python benchmarks/oak/run.py [--rows 1000000] [--memory 1GB] [--runs 21]

The function runs in the sandbox: a lookup by value, two filters, and an average by group. Plain SQL is one query,
written by hand, of the same graph file; both must agree. Also shown: the account of what the filters left out, which is
counted only when it is asked for. Processor time says more than the clock where other programs run.
"""

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from entailed.oak.functions.kernel import Kernel
from entailed.oak.graph.building import GraphBuilder
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.table_mapping import parse_mapping
from entailed.oak.graph.table_reading import add_tables
from entailed.oak.operators.operators import Operators

KERNEL = Path(__file__).parent / "kernel"
MAPPING = """
tables:
  - file: hotels.csv
    entities:
      - type: Hotel
        properties: {name: name, country: country, city: city, kind: kind, price: price, stars: stars}
"""
QUESTION = {"country": "Country 3", "kinds": ["kind 1", "kind 2", "kind 3", "kind 4", "kind 5"], "budget": 900.0}
BY_HAND = """
SELECT city, avg(price) FROM entity.Hotel
WHERE country = 'Country 3' AND kind IN ('Kind 1', 'Kind 2', 'Kind 3', 'Kind 4', 'Kind 5') AND price <= 900
GROUP BY city
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--memory", default="1GB", help="memory limit of the database")
    parser.add_argument("--runs", type=int, default=21)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Kernel.draft(KERNEL) as kernel:
        write_table(Path(folder) / "hotels.csv", options.rows)
        ingest(kernel, Path(folder), options.rows, options.memory)
        with Graph(Path(folder) / "graph.duckdb", memory_limit=options.memory) as graph:
            compare(kernel, graph, options.runs)


def write_table(path: Path, rows: int) -> None:
    duckdb.sql(
        f"COPY (SELECT 'Hotel ' || i AS name, 'Country ' || hash(i) % 10 AS country, "
        f"'City ' || hash(i, 1) % 200 AS city, 'Kind ' || hash(i, 2) % 11 AS kind, "
        f"round(hash(i, 3) % 150000 / 100, 2) AS price, hash(i, 4) % 5 + 1 AS stars "
        f"FROM range({rows}) t(i)) TO '{path}' (HEADER)"
    )


def ingest(kernel: Kernel, folder: Path, rows: int, memory: str) -> None:
    began, processor = time.perf_counter(), time.process_time()
    with GraphBuilder(kernel.schema, folder / "graph.duckdb", memory_limit=memory) as builder:
        add_tables(builder, parse_mapping(MAPPING, kernel.schema), folder)
        assert builder.finish().entities == {"Hotel": rows}
    seconds, processor_seconds = time.perf_counter() - began, time.process_time() - processor
    print(f"ingest             {rows / seconds:>12,.0f} rows/s by the clock, {seconds:.1f} s")
    print(f"                   {rows / processor_seconds:>12,.0f} rows/s of processor time, {processor_seconds:.1f} s")
    print(f"graph file         {(folder / 'graph.duckdb').stat().st_size / 1e6:>12,.0f} MB")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(f"peak memory        {peak:>12,.0f} MB, with {memory} for the database")


def compare(kernel: Kernel, graph: Graph, runs: int) -> None:
    def by_function() -> dict[str, float]:
        with Operators(graph) as operators:
            return kernel.call("average_prices", operators, **QUESTION).value

    def with_account() -> None:
        with Operators(graph) as operators:
            for call in kernel.call("average_prices", operators, **QUESTION).calls:
                operators.account(call)

    expected = dict(graph.query(BY_HAND))
    found = by_function()
    assert found.keys() == expected.keys()
    assert all(abs(found[city] - expected[city]) < 1e-9 for city in expected)
    plain = median(lambda: graph.query(BY_HAND), runs)
    for name, milliseconds in (
        ("plain SQL", plain),
        ("function", median(by_function, runs)),
        ("with its account", median(with_account, runs)),
    ):
        print(f"{name:<18} {milliseconds:>12,.1f} ms, {milliseconds / plain:.2f} times plain SQL")


def median(call: Callable[[], object], runs: int) -> float:
    """Milliseconds by the clock."""
    taken = []
    for _ in range(runs):
        began = time.perf_counter()
        call()
        taken.append(time.perf_counter() - began)
    return 1000 * statistics.median(taken)


if __name__ == "__main__":
    main()
