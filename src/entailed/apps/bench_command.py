"""`entailed bench`: data sets from an ontology, methods run on them, reports and ceilings.

Each command has a module of its own, `bench_*_command.py`, and is registered here.
"""

import typer

from entailed.apps.bench_build_command import build
from entailed.apps.bench_ceiling_command import ceiling
from entailed.apps.bench_methods_command import methods
from entailed.apps.bench_report_command import report
from entailed.apps.bench_run_command import run

bench = typer.Typer(help="Measure models and methods on questions made from an ontology.", no_args_is_help=True)


@bench.callback()
def _bench() -> None:
    """Measure models and methods on questions made from an ontology."""


bench.command()(build)
bench.command()(methods)
bench.command()(run)
bench.command()(report)
bench.command()(ceiling)
