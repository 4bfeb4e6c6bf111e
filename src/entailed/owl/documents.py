"""One document: where it is, what it holds by itself, and what reading it found."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from entailed.owl.formats import FORMATS, Declared, Format, FormatReader, recognise
from entailed.owl.model import Ontology
from entailed.owl.report import Findings
from entailed.owl.sources import read_text

Progress: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document that was read, without what it imports."""

    path: Path
    source: str
    """What errors and the report call it: its path, or the address it came from."""
    reader: FormatReader | None
    """None for a release of SNOMED CT, which is no single file."""
    ontology: Ontology
    findings: Findings

    @property
    def format(self) -> str:
        """The name of its format."""
        return self.reader.name if self.reader else "SNOMED CT RF2"


def read_document(path: Path, *, source: str, format: Format | None, progress: Progress) -> Document:
    """Read a file, plain or compressed with gzip, in a format that is given or recognised.

    Raises:
        ReadError: there is no such file, it cannot be opened, or it is not in the format, or not in any.
    """
    findings = Findings()
    text = read_text(path, source=source, findings=findings)
    reader = FORMATS[format] if format else recognise(text, path, source=source)
    progress(f"parsing {reader.name}")
    ontology = reader.read(text, source=source, findings=findings, declared={})
    return Document(path=path, source=source, reader=reader, ontology=ontology, findings=findings)


def read_again(document: Document, reader: FormatReader, declared: Declared) -> Document:
    """Read a document once more, now that it is known what others declare.

    Raises:
        ReadError: the file has changed in the meantime.
    """
    findings = Findings()
    text = read_text(document.path, source=document.source, findings=findings)
    ontology = reader.read(text, source=document.source, findings=findings, declared=declared)
    return replace(document, ontology=ontology, findings=findings)


def read_release(path: Path, *, source: str, language: str, progress: Progress) -> Document:
    """Read a release of SNOMED CT: its folder or zip archive.

    Raises:
        ReadError: a table is missing or cannot be read.
    """
    from entailed.owl.rf2 import read_rf2

    findings = Findings()
    ontology = read_rf2(path, source=source, language=language, findings=findings, progress=progress)
    return Document(path=path, source=source, reader=None, ontology=ontology, findings=findings)
