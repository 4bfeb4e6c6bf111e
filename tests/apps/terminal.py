"""The command as a user starts it: as a process of its own, or, faster, as a call of its entry point."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

ENTAILED = shutil.which("entailed", path=Path(sys.executable).parent) or "the entailed command is not installed"

SETTINGS = (
    "ENTAILED_MODEL",
    *("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
    *("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL"),
)
_STREAMS = ("NO_COLOR", "FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS", "PYTHONUNBUFFERED")
"""Variables that change how rich, typer or Python write."""

_LONGEST_S = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    code: int
    out: str
    err: str


Command = Callable[..., Outcome]


class Terminal:
    """Starts the command in processes that share a cache folder."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in (*SETTINGS, *_STREAMS)}
        return kept | {"ENTAILED_CACHE": str(self.cache), "COLUMNS": "100"} | more

    def start(self, *arguments: object, **more: str) -> subprocess.Popen[str]:
        """Start the command with pipes for all three streams; `more` goes to its environment."""
        process = subprocess.Popen(
            [ENTAILED, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=self.environment(**more),
        )
        # Where the command holds an answer back, both sides would wait for ever.
        watchdog = Timer(_LONGEST_S, process.kill)
        watchdog.daemon = True
        watchdog.start()
        return process

    def run(self, *arguments: object, stdin: str = "", **more: str) -> Outcome:
        with self.start(*arguments, **more) as process:
            out, err = process.communicate(stdin)
        return Outcome(code=process.returncode, out=out, err=err)


def failure(outcome: Outcome, code: int = 1) -> str:
    """The message of a command that failed as it should: nothing on stdout, one `error:` line on stderr."""
    assert (outcome.code, outcome.out) == (code, ""), outcome
    assert outcome.err.startswith("error: "), outcome.err
    assert outcome.err.count("\n") == 1, outcome.err
    return outcome.err.removeprefix("error: ").rstrip()


def files_below(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())
