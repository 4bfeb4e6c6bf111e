"""The text files of an RF2 release, in folders and zip archives, read as streams of bounded lines."""

import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from entailed.errors import ReadError

LONGEST_LINE = 1 << 20
"""Bytes. A text definition may have 4,096 characters; axioms may be longer, but not by that much."""
LARGEST_RELEASE = 8 << 30
"""Bytes unpacked, of the tables that are read from archives; 100,000 concepts take about 150 MB."""
DENSEST = 100
"""Times that a table of an archive may grow when unpacked; generated ones, which are very regular, grow by 20."""


class ReleaseFile(NamedTuple):
    """A file of a release."""

    name: str
    """Without folders."""
    size: int
    """Bytes, unpacked."""
    packed: int | None
    """Bytes in its archive; None for a file of its own."""
    open: Callable[[], BinaryIO]
    """Bytes from the beginning, each time."""


def is_archive(path: Path) -> bool:
    """Whether a file is a zip archive, be it a damaged one."""
    try:
        return zipfile.is_zipfile(path)
    except zipfile.BadZipFile:
        return True


@contextmanager
def opened_files(path: Path) -> Iterator[list[ReleaseFile]]:
    """The text files of a folder or a zip archive; those of archives that lie in the folder too.

    Nothing is unpacked to the disk. The files can be opened for as long as the context lasts.

    Raises:
        ReadError: an archive cannot be read.
    """
    with ExitStack() as archives:
        if not path.is_dir():
            yield _packed(path, archives)
            return
        files = []
        for found in sorted(path.rglob("*")):
            if found.suffix == ".txt" and found.is_file():
                files.append(ReleaseFile(found.name, found.stat().st_size, None, partial(_on_disk, found)))
            elif found.suffix == ".zip" and found.is_file():
                files += _packed(found, archives)
        yield files


def _packed(path: Path, archives: ExitStack) -> list[ReleaseFile]:
    with _explained("the zip archive", str(path)):
        archive = archives.enter_context(zipfile.ZipFile(path))
    return [
        ReleaseFile(Path(info.filename).name, info.file_size, info.compress_size, partial(_member, archive, info))
        for info in archive.infolist()
        if info.filename.endswith(".txt")
    ]


_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError),
    *(ValueError, OverflowError),  # a name that is no text, a place that there cannot be
)


@contextmanager
def _explained(what: str, source: str) -> Iterator[None]:
    """Turn what goes wrong with a file or an archive into an error that names it."""
    try:
        yield
    except _DAMAGED as error:
        raise ReadError(f"{what} is damaged.", source=source, advice="Fetch the archive again.") from error
    except RuntimeError as error:  # how zipfile says: encrypted, or a compression it lacks
        problem = f"{what} cannot be unpacked: {error}."
        raise ReadError(problem, source=source, advice="Unpack the archive and name the folder.") from error
    except OSError as error:  # bz2 says so of damage, and has no number for it
        problem = f"{what} cannot be read: {error.strerror or error}."
        raise ReadError(problem, source=source, advice="Check its permissions, or fetch it again.") from error


def _on_disk(path: Path) -> BinaryIO:
    return path.open("rb")


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> BinaryIO:
    return io.BufferedReader(cast(io.RawIOBase, archive.open(info)), 1 << 20)  # itself it reads lines slowly


def refuse_bombs(files: Sequence[ReleaseFile], *, source: str) -> None:
    """Refuse packed files that would unpack to more than can be meant.

    `zipfile` never gives more bytes than an archive says that a member has, so that what it says is enough to judge by.

    Raises:
        ReadError: one of them grows too much, or all of them together are too large.
    """
    sizes = [(file.name, file.size, file.packed) for file in files if file.packed is not None]
    dense = [name for name, size, packed in sizes if size > DENSEST * (packed + 1024)]
    if dense:
        problem = f"{dense[0]} would grow to more than {DENSEST} times its size when unpacked."
    elif sum(size for _, size, _ in sizes) > LARGEST_RELEASE:
        problem = f"its tables would take more than {LARGEST_RELEASE >> 30} GB when unpacked."
    else:
        return
    raise ReadError(problem, source=source, advice="If you trust the archive, unpack it and name the folder.")


def lines(file: ReleaseFile, *, source: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers from 1, without their ends.

    Raises:
        ReadError: the file cannot be read or unpacked, or has a line that is too long.
    """
    what = file.name if file.packed is None else f"{file.name} in the zip archive"
    with _explained(what, source), file.open() as stream:
        line = 0
        while data := stream.readline(LONGEST_LINE + 1):
            line += 1
            if len(data) > LONGEST_LINE:
                problem = f"a line of {file.name} is longer than {LONGEST_LINE:,} bytes."
                raise ReadError(problem, source=source, line=line, advice="Is this a table?")
            yield line, data.rstrip(b"\r\n")
