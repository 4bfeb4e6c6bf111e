"""`entailed bench report`: what runs have shown, as tables and plots."""

from pathlib import Path
from typing import Annotated

import typer

from entailed.apps.printing import OUT, AsJson, print_json
from entailed.errors import MissingExtraError


def report(
    runs: Annotated[Path, typer.Argument(metavar="RUNS", help="The folder of `entailed bench run`.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A folder; RUNS/report by default.")] = None,
    against: Annotated[
        str | None, typer.Option(help="The method that others are compared with; the most accurate by default.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a report of runs: Markdown, CSV and plots."""
    try:
        from entailed.benchmark.inspect_runs import read_records
        from entailed.benchmark.report import report_tables, write_report
    except ModuleNotFoundError as error:
        raise MissingExtraError("a report", package=str(error.name), extra="bench") from error
    from entailed.benchmark.report_tables import as_objects, markdown

    records = read_records(runs)
    if against is not None and against not in {record.system.method for record in records}:
        raise typer.BadParameter(f"`{against}` was not run. Name a method of the report with --against.")
    tables = report_tables(records, against)
    written = write_report(output or runs / "report", records, tables)
    if as_json:
        shown = {table.name: as_objects(table) for table in tables}
        print_json({"files": [str(path) for path in written], "tables": shown})
    else:
        OUT.print(markdown(tables[0]), soft_wrap=True)
        OUT.print(f"{written[0]}, and {len(written) - 1} tables and plots beside it", soft_wrap=True)
