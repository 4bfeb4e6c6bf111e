"""Progress on stderr: a spinner while a stage lasts, and a line with its time once it is over."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from entailed.service import Manifest

QUIET_S = 1.0
"""Work that takes less is not reported."""


class Stages:
    """Times the stages of indexing as they are announced."""

    def __init__(self, console: Console) -> None:
        self._status = console.status("")
        self._running: tuple[str, float] | None = None
        self.done: list[tuple[str, float]] = []
        """Stage and seconds, in order."""

    def __call__(self, stage: str) -> None:
        """Note that a stage begins, which ends the one before it."""
        self.end()
        self._running = (stage, time.perf_counter())
        self._status.update(stage)
        self._status.start()

    def end(self) -> None:
        """Note that the last stage is over."""
        if self._running is not None:
            stage, began = self._running
            self.done.append((stage, time.perf_counter() - began))
            self._running = None
        self._status.stop()

    @property
    def seconds(self) -> float:
        """All stages together."""
        return sum(seconds for _, seconds in self.done)


@contextmanager
def reported_stages(console: Console) -> Iterator[Stages]:
    """Stages whose spinner is gone afterwards, also when the work fails."""
    stages = Stages(console)
    try:
        yield stages
    finally:
        stages.end()


def print_stages(console: Console, stages: Stages, manifest: Manifest) -> None:
    """Say what indexing did, if it took long enough to be noticed."""
    if stages.seconds < QUIET_S:
        return
    counts = manifest.counts
    left_out = sum(manifest.not_reasoned.values())
    told = {
        "reading": f"{counts['classes']:,} classes · {counts['obsolete']:,} obsolete",
        "reasoning": f"{counts['links']:,} links"
        + (f" · {left_out:,} {'axiom' if left_out == 1 else 'axioms'} not reasoned over" if left_out else ""),
        "writing": f"{sum(manifest.files.values()) / 1e6:,.0f} MB",
    }
    # Of several documents the figures are those of all, and stand behind the last.
    last = {begin: number for number, (stage, _) in enumerate(stages.done) for begin in told if stage.startswith(begin)}
    figures = {number: told[begin] for begin, number in last.items()}
    width = max(26, *(len(stage) for stage, _ in stages.done))
    for number, (stage, seconds) in enumerate(stages.done):
        what = figures.get(number, "")
        console.print(f"{stage:<{width}} {what:<44} {seconds:5.1f} s", style="dim", soft_wrap=True)
