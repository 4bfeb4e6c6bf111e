"""`entailed kernel new`: a kernel to start from."""

import shutil
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer

from entailed.apps.printing import OUT, WRONG_USE, AsJson, fail, print_json

_NEXT = """\
{folder} holds a kernel that picks hotels. Write your own over it, then:
  entailed kernel check {folder}/schema.yaml
  entailed kernel extract {folder}/schema.yaml DOCUMENTS --model NAME --output {folder}.duckdb
  entailed kernel freeze {folder} --graph {folder}.duckdb"""


def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Which is made.")], as_json: AsJson = False
) -> None:
    """Make a kernel to start from: a schema and a function, with notes on how to change them."""
    if folder.exists():
        fail(f"{folder}: this is there already. Name a folder that is not.", WRONG_USE)
    with as_file(files("entailed") / "examples" / "hotels" / "repaired") as example:
        shutil.copytree(example, folder, ignore=shutil.ignore_patterns("__pycache__"))
    if as_json:
        written = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
        print_json({"folder": str(folder), "files": written})
    else:
        OUT.print(_NEXT.format(folder=folder), soft_wrap=True)
