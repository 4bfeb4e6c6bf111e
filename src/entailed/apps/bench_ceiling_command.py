"""`entailed bench ceiling`: what a data set comes to where no model takes part."""

from pathlib import Path
from typing import Annotated

import typer

from entailed.apps.printing import ERR, OUT, AsJson, print_json
from entailed.apps.progress import reported_stages
from entailed.benchmark.verbalisation import Wording


def ceiling(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A data set that `entailed bench build` made.")],
    wording: Annotated[
        list[Wording] | None, typer.Option(help="Of the sentences of test 2; all by default. May be repeated.")
    ] = None,
    names: Annotated[int, typer.Option(min=1, help="Names of each perturbation.")] = 200,
    limit: Annotated[int | None, typer.Option(min=1, help="Items of each test; all by default.")] = None,
    seed: Annotated[int, typer.Option(help="Of the choice of synonyms, and of the perturbations.")] = 0,
    timing: Annotated[bool, typer.Option("--timing", help="Show how long queries take.")] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A folder; DIR/ceiling by default.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how far the service, text and names go without a model, and write a report."""
    from entailed.benchmark.ceilings import measure_ceilings, write_ceilings
    from entailed.benchmark.report_tables import as_objects, markdown

    with reported_stages(ERR) as stages:
        found = measure_ceilings(
            folder, wordings=wording or tuple(Wording), names=names, limit=limit, seed=seed, progress=stages
        )
    tables = found.tables(timing=timing)
    report = write_ceilings(output or folder / "ceiling", found, tables)
    if as_json:
        print_json({"report": str(report), "tables": {table.name: as_objects(table) for table in tables}})
    else:
        OUT.print("\n".join(map(markdown, tables)), soft_wrap=True)
        OUT.print(f"{report}, and a CSV file for each table beside it", soft_wrap=True)
