"""The text of a file, whatever its packing and its encoding."""

import gzip
import re
import zlib
from pathlib import Path
from typing import BinaryIO

from entailed.errors import ReadError
from entailed.owl.report import Findings

LARGEST = 4 * 2**30
"""Bytes, unpacked. The largest ontologies in use have half of that."""
_PIECE = 1 << 24
HEAD = 65536
"""Bytes at the beginning in which a document shows what it is."""


def read_text(path: Path, *, source: str, findings: Findings) -> str:
    """Read a file, plain or compressed with gzip.

    Text that is neither UTF-8 nor in the encoding it declares is taken for Windows-1252, which Latin-1 is a part of,
    where it is not UTF-8; that is a finding.

    Raises:
        ReadError: there is no such file, it cannot be opened, it is too large, or it is plainly no ontology.
    """
    data = _bytes(path, source, LARGEST + 1)
    if len(data) > LARGEST:
        problem = f"it is larger than {LARGEST / 2**30:.0f} GB when unpacked."
        raise ReadError(problem, source=source, advice="Is this the right file?")
    _refuse_binary(data, source)
    text = _decoded(data, findings)
    _refuse_others(text, source)
    return text


def read_head(path: Path) -> str:
    """The beginning of a file; characters that are not UTF-8 are replaced.

    Raises:
        ReadError: it cannot be opened.
    """
    return _bytes(path, str(path), HEAD).decode("utf-8-sig", errors="replace")


def _bytes(path: Path, source: str, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            return _unpacked(file, most)
    except FileNotFoundError as error:
        raise ReadError("there is no such file.", source=source, advice="Check the path.") from error
    except IsADirectoryError as error:
        raise ReadError("this is a folder, not a file.", source=source, advice="Name a file in it.") from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        problem = "the gzip data is damaged or cut short."
        raise ReadError(problem, source=source, advice="Fetch the file again.") from error
    except (OSError, ValueError) as error:  # a ValueError over a null character in the path
        problem = f"it cannot be opened: {error.strerror if isinstance(error, OSError) else error}."
        raise ReadError(problem, source=source, advice="Check its permissions.") from error


def _unpacked(file: BinaryIO, most: int) -> bytes:
    packed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    if not packed:
        return _read_at_most(most, file)
    with gzip.GzipFile(fileobj=file) as unpacking:
        return _read_at_most(most, unpacking)


def _read_at_most(most: int, file: BinaryIO | gzip.GzipFile) -> bytes:
    """As much of a file as there is, in pieces: asked for all at once, the room for the most would be taken."""
    pieces = []
    while most > 0 and (piece := file.read(min(most, _PIECE))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


# ---- what is no ontology

_BINARY = {b"%PDF": "a PDF document", b"PK\x03\x04": "a zip archive: unpack it and name the ontology in it"}
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_HTML = re.compile(
    r"\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->).)*-->\s*)*<(!DOCTYPE\s+html|html)\b", re.IGNORECASE | re.DOTALL
)


def _refuse_binary(data: bytes, source: str) -> None:
    kind = next((kind for magic, kind in _BINARY.items() if data.startswith(magic)), None)
    if kind is None and b"\0" in data[:1024] and not data.startswith(_UTF_16):
        kind = "binary data"
    if kind is not None:
        raise ReadError(f"this is no ontology but {kind}.", source=source, advice="Is this the right file?")


def _refuse_others(text: str, source: str) -> None:
    if not text.strip():
        raise ReadError("the file is empty.", source=source, advice="Fetch or write it again.")
    if text.startswith("version https://git-lfs.github.com/spec/"):
        problem = "this is no ontology but a Git LFS pointer to one."
        raise ReadError(problem, source=source, advice="Fetch the file it stands for with `git lfs pull`.")
    if _HTML.match(text[:HEAD]):
        problem = "this is no ontology but an HTML page."
        raise ReadError(problem, source=source, advice="Find the address of the file itself: the page may link to it.")


# ---- characters

_DECLARED = re.compile(rb"""\s*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']""")
_ENCODING = re.compile(r"""\A(\s*<\?xml[^>]*?)\bencoding\s*=\s*["'][^"']*["']""")
_NOT_UTF_8 = re.compile("[\udc80-\udcff]")


def _decoded(data: bytes, findings: Findings) -> str:
    declared = _DECLARED.match(data[:200])
    encoding = "utf-16" if data.startswith(_UTF_16) else declared[1].decode().lower() if declared else "utf-8"
    if encoding in ("utf-8", "utf8"):
        return _as_utf_8(data, findings)
    try:
        text = data.decode(encoding)
    except (UnicodeError, LookupError):
        findings.add("repaired", f"the file is not in {encoding} as it says, and was read as UTF-8")
        text = _as_utf_8(data, findings)
    return _ENCODING.sub(r"\1", text, count=1)  # parsers of text would take it at its word


def _as_utf_8(data: bytes, findings: Findings) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("utf-8-sig", errors="surrogateescape")
    what = "a byte that is not UTF-8, read as Windows-1252 (Latin-1)"
    line, position = 1, 0
    for found in _NOT_UTF_8.finditer(text):
        line += text.count("\n", position, found.start())
        position = found.start()
        findings.add("repaired", what, line=line)
    return _NOT_UTF_8.sub(_as_windows_1252, text)


def _as_windows_1252(found: re.Match[str]) -> str:
    byte = bytes([ord(found[0]) - 0xDC00])
    try:
        return byte.decode("cp1252")
    except UnicodeDecodeError:  # five bytes have no meaning there
        return byte.decode("latin-1")
