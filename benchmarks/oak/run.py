"""A mapped table of a million hotels: how fast it becomes a graph, and what a function costs beside plain SQL.

    python benchmarks/oak/run.py [--rows 1000000] [--memory 1GB] [--runs 21]

The function runs in the sandbox: a lookup by value, two filters, and an average by group. Plain SQL is one query,
written by hand, of the same graph file; both must agree. They take turns, so that other programs slow both, and each
turn asks about another country. Also shown: the account of what the filters left out, which is counted only when it is
asked for. Processor time says more than the clock where other programs run.
"""

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from entailed.oak.functions.calls import FunctionResult
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
COUNTRIES = 10
KINDS = ["kind 1", "kind 2", "kind 3", "kind 4", "kind 5"]
BY_HAND = """
SELECT city, avg(price) FROM entity.Hotel
WHERE country = 'Country {country}' AND kind IN ('Kind 1', 'Kind 2', 'Kind 3', 'Kind 4', 'Kind 5') AND price <= 900
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
        f"COPY (SELECT 'Hotel ' || i AS name, 'Country ' || hash(i) % {COUNTRIES} AS country, "
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
    def plain(country: int) -> dict[str, float]:
        return dict(graph.query(BY_HAND.format(country=country)))

    def by_function(country: int) -> dict[str, float]:
        with Operators(graph) as operators:
            return called(operators, country).value

    def with_account(country: int) -> None:
        with Operators(graph) as operators:
            for call in called(operators, country).calls:
                operators.account(call)

    def called(operators: Operators, country: int) -> FunctionResult:
        question = {"country": f"country {country}", "kinds": KINDS, "budget": 900.0}
        return kernel.call("average_prices", operators, **question)

    for country in range(COUNTRIES):
        expected, found = plain(country), by_function(country)
        assert found.keys() == expected.keys()
        assert all(abs(found[city] - expected[city]) < 1e-9 for city in expected)
    milliseconds = take_turns({"plain SQL": plain, "function": by_function}, runs)
    milliseconds |= take_turns({"with its account": with_account}, runs)
    for way, median in milliseconds.items():
        print(f"{way:<18} {median:>12,.1f} ms, {median / milliseconds['plain SQL']:.2f} times plain SQL")


def take_turns(ways: dict[str, Callable[[int], object]], runs: int) -> dict[str, float]:
    """Median milliseconds by the clock."""
    taken: dict[str, list[float]] = {way: [] for way in ways}
    for run in range(runs):
        for way, call in ways.items():
            began = time.perf_counter()
            call(run % COUNTRIES)
            taken[way].append(1000 * (time.perf_counter() - began))
    return {way: statistics.median(times) for way, times in taken.items()}


if __name__ == "__main__":
    main()
