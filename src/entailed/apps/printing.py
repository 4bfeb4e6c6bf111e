"""Where commands print, JSON for scripts, and how a command that cannot go on ends."""

import json
import sys
from typing import Annotated, NoReturn

import typer
from rich.console import Console

# Names may hold brackets and colons, which are no markup: `[acyl-carrier-protein]`.
OUT = Console(highlight=False, markup=False, emoji=False)
ERR = Console(stderr=True, highlight=False, markup=False, emoji=False)

COULD_NOT = 1
WRONG_USE = 2

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]


def print_json(value: object) -> None:
    """One value on one line, at once."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def fail(message: str, code: int) -> NoReturn:
    """Say why on stderr, and end with an exit code."""
    from entailed.apps.rendering import print_error

    print_error(ERR, message)
    sys.exit(code)
