"""Text indexes built beside other work: a large one by a process of its own, on another core."""

import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType

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
        self._running: list[tuple[Path, subprocess.Popen[bytes], Path]] = []

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
        lines = folder.with_suffix(".texts")
        with lines.open("wb") as file:
            # To every analysis a line break is what a space is.
            file.writelines(f"{' '.join(text.splitlines())}\n".encode() for text in texts)
        # -P: this module is meant, not whatever lies in the working directory.
        program = f"import sys; from {__name__} import build_from_lines; build_from_lines(*sys.argv[1:])"
        command = [sys.executable, "-P", "-c", program, str(folder), analysis, str(lines)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # noqa: S603
        self._running.append((folder, process, lines))

    def __enter__(self) -> "TextIndexBuilds":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        failed = []
        for folder, process, lines in self._running:
            if kind is not None:
                process.kill()
            _, complaint = process.communicate()
            lines.unlink(missing_ok=True)
            if process.returncode:
                reason = complaint.decode(errors="replace").strip().splitlines()[-1:]
                failed.append(f"{folder.name}: {''.join(reason) or f'exit code {process.returncode}'}")
        if failed and kind is None:
            raise OSError(f"a text index could not be built; {'; '.join(failed)}")


def build_from_lines(folder: str, analysis: str, lines: str) -> None:
    """What the process does: build an index of the lines of a file."""
    with Path(lines).open("rb") as file:
        TextIndex.build(Path(folder), (_ANALYSES[analysis](line.decode()) for line in file))
