"""Text indexes built beside other work: a large one by a process of its own, on another core."""

import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import BinaryIO

from entailed.search.analysis import words, words_and_trigrams
from entailed.search.text_index import TextIndex

_ANALYSES: dict[str, Callable[[str], list[str]]] = {
    analyse.__name__: analyse for analyse in (words, words_and_trigrams)
}
_WORTH_A_PROCESS = 20_000
"""Texts; fewer are indexed sooner than a process has begun."""


class TextIndexBuilds:
    """A context in which indexes are begun; they are whole once it is left, and abandoned if it is left by an error."""

    def __init__(self) -> None:
        self._running: list[tuple[Path, subprocess.Popen[bytes], BinaryIO]] = []

    def begin(self, folder: Path, texts: Iterable[str], analysis: str) -> None:
        """Begin the index of some texts, numbered from 0, in a folder that is created.

        Args:
            folder: Where the index goes.
            texts: Read before this returns.
            analysis: `words` or `words_and_trigrams`.
        """
        texts = list(texts)
        if len(texts) < _WORTH_A_PROCESS:
            TextIndex.build(folder, map(_ANALYSES[analysis], texts))
            return
        lines = TemporaryFile(dir=folder.parent)  # noqa: SIM115  # the process reads it while others begin
        # To every analysis a line break is what a space is.
        lines.writelines(f"{' '.join(text.splitlines())}\n".encode() for text in texts)
        lines.seek(0)
        # -P: this module is meant, not whatever lies in the working directory.
        command = [sys.executable, "-P", "-c", f"import {__name__} as this; this.main()", str(folder), analysis]
        process = subprocess.Popen(command, stdin=lines, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # noqa: S603
        self._running.append((folder, process, lines))

    def __enter__(self) -> "TextIndexBuilds":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        failed = []
        for folder, process, lines in self._running:
            if kind is not None:
                process.kill()
            _, complaint = process.communicate()
            lines.close()
            if process.returncode:
                reason = complaint.decode(errors="replace").strip().splitlines()[-1:]
                failed.append(f"{folder.name}: {''.join(reason) or f'exit code {process.returncode}'}")
        if failed and kind is None:
            raise OSError(f"a text index could not be built; {'; '.join(failed)}")


def main() -> None:
    """What the process does: build the index of the lines on standard input. Arguments: folder and analysis."""
    folder, analysis = sys.argv[1:]
    lines = (line.decode() for line in sys.stdin.buffer)
    TextIndex.build(Path(folder), map(_ANALYSES[analysis], lines))
