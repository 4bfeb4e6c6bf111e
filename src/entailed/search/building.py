"""What is built beside other work: where there is much of it, by a process of its own, on another core."""

import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType

from entailed.search.analysis import words, words_and_trigrams
from entailed.search.text_index import TextIndex

_WORTH_A_PROCESS = 20_000
"""Lines; fewer are dealt with sooner than a process has begun."""


class Builds:
    """A context in which folders are begun; they are whole once it is left, and abandoned if it is left by an error."""

    def __init__(self) -> None:
        self._running: list[tuple[Path, subprocess.Popen[bytes], Path]] = []

    def begin(self, folder: Path, build: Callable[..., None], lines: Iterable[str], *arguments: str) -> None:
        """Begin to build a folder.

        Args:
            folder: What is built; its parent exists.
            build: A function of a module, called with the folder, a file of lines and the arguments, all as text.
            lines: What the file holds; written before this returns.
            arguments: Further ones.
        """
        file = folder.with_suffix(".lines")
        with file.open("wb") as output:
            count = 0
            for count, line in enumerate(lines, 1):  # noqa: B007
                output.write(f"{line}\n".encode())
        if count < _WORTH_A_PROCESS:
            build(str(folder), str(file), *arguments)
            file.unlink()
            return
        program = f"import sys; from {build.__module__} import {build.__name__} as build; build(*sys.argv[1:])"
        # -P: this package is meant, not whatever lies in the working directory.
        command = [sys.executable, "-P", "-c", program, str(folder), str(file), *arguments]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # noqa: S603
        self._running.append((folder, process, file))

    def __enter__(self) -> "Builds":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        failed = []
        for folder, process, file in self._running:
            if kind is not None:
                process.kill()
            _, complaint = process.communicate()
            file.unlink(missing_ok=True)
            if process.returncode:
                reason = complaint.decode(errors="replace").strip().splitlines()[-1:]
                failed.append(f"{folder.name}: {''.join(reason) or f'exit code {process.returncode}'}")
        if failed and kind is None:
            raise OSError(f"a part of the index could not be built; {'; '.join(failed)}")


# ---- text indexes

_ANALYSES: dict[str, Callable[[str], list[str]]] = {
    analyse.__name__: analyse for analyse in (words, words_and_trigrams)
}


def begin_text_index(builds: Builds, folder: Path, texts: Iterable[str], analysis: str) -> None:
    """Begin a `TextIndex` of some texts, numbered from 0.

    Args:
        builds: Where it is built.
        folder: Where the index goes.
        texts: Read before this returns.
        analysis: `words` or `words_and_trigrams`.
    """
    # To every analysis a line break is what a space is.
    builds.begin(folder, build_text_index, (" ".join(text.splitlines()) for text in texts), analysis)


def build_text_index(folder: str, lines: str, analysis: str) -> None:
    """Build the index of the lines of a file, which may be done by another process."""
    with Path(lines).open("rb") as file:
        TextIndex.build(Path(folder), (_ANALYSES[analysis](line.decode()) for line in file))
