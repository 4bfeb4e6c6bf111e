"""Reading an ontology file of any known format."""

import gzip
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from entailed.errors import ReadError
from entailed.owl.model import Ontology
from entailed.owl.report import Findings, ReadReport, report_on
from entailed.owl.xml_document import xml_namespaces


class ReadResult(NamedTuple):
    """What a file holds, and what reading it found."""

    ontology: Ontology
    report: ReadReport


def read_ontology(path: Path, *, progress: Callable[[str], None] | None = None) -> ReadResult:
    """Read an ontology in OBO, functional syntax, RDF/XML, Turtle, N-Triples, OWL/XML or Manchester syntax.

    The format is recognised by content; the name of the file only decides where the content does not. Any of them may
    be compressed with gzip. Imports are not followed: each is a finding of the report.

    Args:
        path: The file.
        progress: Called with a few words as each stage begins.

    Raises:
        ReadError: there is no such file, it cannot be opened, or it is not in one of these formats.
    """
    say = progress or (lambda stage: None)
    source = str(path)
    say(f"reading {path.name}")
    document = _text(path, source)
    format_ = _recognise(document, path, source)
    say(f"parsing {format_.name}")
    findings = Findings()
    ontology = format_.read(document, source=source, findings=findings)
    for iri in ontology.imports:
        findings.add("unresolved", f"import of <{iri}>, which was not followed")
    return ReadResult(ontology, report_on(ontology, source=source, format=format_.name, findings=findings))


# ---- bytes and characters


def _text(path: Path, source: str) -> str:
    try:
        data = path.read_bytes()
        if data.startswith(b"\x1f\x8b"):
            data = gzip.decompress(data)
        _refuse_binary(data, source)
        return data.decode("utf-8-sig")
    except FileNotFoundError as error:
        raise ReadError("there is no such file.", source=source, advice="Check the path.") from error
    except IsADirectoryError as error:
        raise ReadError("this is a folder, not a file.", source=source, advice="Name a file in it.") from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        problem = "the gzip data is damaged or cut short."
        raise ReadError(problem, source=source, advice="Fetch the file again.") from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = f"byte 0x{data[error.start]:02X} is not UTF-8."
        raise ReadError(problem, source=source, line=line, advice="Convert the file to UTF-8.") from error
    except OSError as error:
        problem = f"it cannot be opened: {error.strerror}."
        raise ReadError(problem, source=source, advice="Check its permissions.") from error


_BINARY = {b"%PDF": "a PDF document", b"PK\x03\x04": "a zip archive: unpack it and name the ontology in it"}


def _refuse_binary(data: bytes, source: str) -> None:
    kind = next((kind for magic, kind in _BINARY.items() if data.startswith(magic)), None)
    if kind is None and b"\0" in data[:1024]:
        kind = "binary data"
    if kind is not None:
        names = ", ".join(format_.name for format_ in _FORMATS)
        raise ReadError(f"this is no ontology but {kind}.", source=source, advice=f"Known formats: {names}.")


# ---- formats


class _Reader(Protocol):
    def __call__(self, document: str, *, source: str, findings: Findings) -> Ontology: ...


class _Format(NamedTuple):
    name: str
    content: re.Pattern[str]
    """Found near the beginning of every document of the format."""
    suffixes: tuple[str, ...]
    read: _Reader


# Each reader's library is loaded when its format is met: answering from an index needs none of them.


def _read_obo(document: str, *, source: str, findings: Findings) -> Ontology:
    from entailed.owl.obo import read_obo

    return read_obo(document, source=source, findings=findings)


def _read_rdf_xml(document: str, *, source: str, findings: Findings) -> Ontology:
    from entailed.owl.rdf import read_rdf_xml

    return read_rdf_xml(document, source=source, findings=findings)


def _read_turtle(document: str, *, source: str, findings: Findings) -> Ontology:
    from entailed.owl.rdf import read_turtle

    return read_turtle(document, source=source, findings=findings)


def _horned_reader(serialization: Literal["ofn", "owx", "omn"]) -> _Reader:
    def read(document: str, *, source: str, findings: Findings) -> Ontology:
        from entailed.owl.horned import read_horned

        return read_horned(document, serialization, source=source, findings=findings)

    return read


def _read_owl_xml(document: str, *, source: str, findings: Findings) -> Ontology:
    xml_namespaces(document, source=source)
    return _horned_reader("owx")(document, source=source, findings=findings)


_FORMATS = (
    _Format("OBO", re.compile(r"^(format-version:|ontology:|\[Term\])", re.MULTILINE), (".obo",), _read_obo),
    _Format("functional syntax", re.compile(r"\A(\s|#.*\n)*(Prefix|Ontology)\s*\("), (".ofn",), _horned_reader("ofn")),
    _Format("OWL/XML", re.compile(r"<Ontology\b"), (".owx",), _read_owl_xml),
    _Format("RDF/XML", re.compile(r"<(\w+:)?RDF\b"), (".rdf", ".owl"), _read_rdf_xml),
    _Format(
        "Manchester syntax", re.compile(r"^\s*(Prefix|Ontology):\s", re.MULTILINE), (".omn",), _horned_reader("omn")
    ),
    _Format(
        "Turtle",
        re.compile(r"\A(\s|#.*\n)*(@prefix|@base|PREFIX\s|BASE\s|(<[^>\s]*:[^>\s]*>|_:\w+)\s+(<|a\s|\w*:))"),
        (".ttl", ".nt"),
        _read_turtle,
    ),
)


def _recognise(document: str, path: Path, source: str) -> _Format:
    head = document[:65536]
    if not head.strip():
        raise ReadError("the file is empty.", source=source, advice="Fetch or write it again.")
    for format_ in _FORMATS:
        if format_.content.search(head):
            return format_
    suffixes = path.suffixes
    for format_ in _FORMATS:
        if set(suffixes) & set(format_.suffixes):
            return format_
    names = ", ".join(format_.name for format_ in _FORMATS)
    raise ReadError("the format is not known.", source=source, advice=f"Known formats: {names}.")
