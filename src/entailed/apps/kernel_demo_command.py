"""`entailed kernel demo`: a kernel picks the wrong hotel, and is repaired."""

import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from entailed.apps.printing import ERR, OUT, WRONG_USE, AsJson, fail, print_json


def demo(
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FOLDER", help="Leave the documents, kernels and graphs in this new folder."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show how a kernel picks the wrong hotel, and what it takes to repair it; offline, with scripted replies."""
    from entailed.apps.playground import play, write_example
    from entailed.apps.playground_report import demo_json, demo_text

    if keep is not None and keep.exists():
        fail(f"{keep}: this is there already. Name a folder that is not.", WRONG_USE)
    with nullcontext(keep.parent) if keep else tempfile.TemporaryDirectory(prefix="entailed-") as parent:
        folder = Path(parent) / (keep.name if keep else "hotels")
        with ERR.status("reading documents"):
            write_example(folder)
            stages = list(play(folder))
    if as_json:
        print_json(demo_json(stages))
    else:
        OUT.print(demo_text(stages))
