"""Reading an ontology: a file of any known format, and what it imports."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from entailed.errors import ReadError
from entailed.owl.collection import collection_paused
from entailed.owl.documents import Document, Progress, read_document, read_release
from entailed.owl.formats import Format
from entailed.owl.import_closure import ImportClosure, import_closure
from entailed.owl.imports import ImportPlaces
from entailed.owl.iris import is_address
from entailed.owl.merging import merged, undeclared
from entailed.owl.model import Iri, Ontology
from entailed.owl.report import Findings, IncludedDocument, ReadReport, report_on
from entailed.owl.rf2_tables import is_release


class ReadResult(NamedTuple):
    """What a file holds, and what reading it found."""

    ontology: Ontology
    report: ReadReport


class GivenFile(NamedTuple):
    """A file to read, and what to call it in errors and in the report."""

    path: Path
    source: str = ""
    """Such as the address it came from; empty for its path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How a file is read; everything may be left out."""

    source: str = ""
    """What to call it in errors and in the report, such as the address it came from; empty for its path."""
    beside: Sequence[GivenFile] = ()
    """Further ontologies; all are read as one."""
    format: Format | None = None
    """Of every file; None to recognise it."""
    imports: Sequence[Path] = ()
    """Files, folders and XML catalogs in which imports are found."""
    fetch_imports: bool = False
    """Whether imports that are not found there are fetched from the network."""


def read_ontology(
    path: Path,
    options: ReadOptions = ReadOptions(),
    *,
    language: str = "en",
    progress: Progress = lambda stage: None,
) -> ReadResult:
    """Read an ontology in OBO, functional syntax, RDF/XML, Turtle, N-Triples, OWL/XML, Manchester syntax or SNOMED RF2.

    The format is recognised by content; the name of the file only decides where the content does not. Any of them may
    be compressed with gzip. Imports are looked for where the options say; their axioms become part of the ontology. One
    that is not found is a finding of the report.

    Args:
        path: The file; of a SNOMED CT release, its folder or zip archive.
        options: What to call it, its format, and where its imports are.
        language: The language or the language reference set that names are taken from, where a release of SNOMED CT
            leaves the choice; see `rf2.read_rf2`. Other formats keep the names of all languages.
        progress: Called with a few words as each stage begins.

    Raises:
        ReadError: there is no such file, it cannot be opened, or it is not in one of these formats.
    """
    files = (GivenFile(path, options.source), *options.beside)
    places = ImportPlaces(options.imports)
    with collection_paused(), TemporaryDirectory(prefix="entailed-imports-") as folder:
        given = [_open_given(file, options.format, language, progress) for file in files]
        fetched = _Fetched(Path(folder), progress) if options.fetch_imports else None
        closure = import_closure(given, partial(_open_import, places=places, fetched=fetched, progress=progress))
        return _result(closure, places)


def _open_given(file: GivenFile, format: Format | None, language: str, progress: Progress) -> Document:
    source = file.source or str(file.path)
    progress(f"reading {file.path.name}")
    if is_release(file.path):
        return read_release(file.path, source=source, language=language, progress=progress)
    return read_document(file.path, source=source, format=format, progress=progress)


# ---- imports

_MOST_FETCHED = 100


class _Fetched:
    """Fetches imports into a folder, up to a number that no ontology needs."""

    def __init__(self, folder: Path, progress: Progress) -> None:
        self._folder = folder
        self._progress = progress
        self._count = 0

    def __call__(self, address: str) -> Path:
        from entailed.owl.fetching import fetch  # whose library takes long to load

        if self._count == _MOST_FETCHED:
            problem = f"{_MOST_FETCHED} imports were fetched before it, and no more are."
            raise ReadError(problem, source=address, advice="Download it and give it as a file.")
        self._count += 1
        self._progress(f"fetching {address}")
        return fetch(address, self._folder / str(self._count))


def _open_import(iri: Iri, *, places: ImportPlaces, fetched: _Fetched | None, progress: Progress) -> Document | None:
    place = places.find(iri)
    if place is None and fetched and is_address(iri):
        place = iri
    match place:
        case None:
            return None
        case Path():
            return read_document(place, source=str(place), format=None, progress=progress)
        case str() if fetched:
            return read_document(fetched(place), source=place, format=None, progress=progress)
    raise ReadError(
        "nothing is fetched without being asked for.", source=place, advice="Download it and give the file."
    )


# ---- the report

_MOST_NAMESPACES = 20


def _result(closure: ImportClosure, places: ImportPlaces) -> ReadResult:
    given, imported = closure.given, closure.imported
    several = len(given) > 1
    ontology = merged([document.ontology for document in (*given, *imported)])
    findings = Findings() if several else given[0].findings
    for document in (*given, *imported) if several else imported:
        findings.include(document.findings, source=document.source)
    for path in places.unused(document.path for document in (*given, *imported)):
        findings.add("skipped", f"{path}, which was given for imports and is none of them")
    for iri, reason in closure.unresolved.items():
        findings.add("unresolved", f"import of <{iri}>, {reason}")
    if closure.unresolved:
        for names in undeclared(ontology)[:_MOST_NAMESPACES]:
            what = f"names in <{names.namespace}> that are used and not declared, such as <{names.iris[0]}>"
            findings.add("unresolved", what, count=len(names.iris))
    report = report_on(
        ontology,
        source=", ".join(document.source for document in given),
        format=", ".join(dict.fromkeys(document.format for document in given)),
        findings=findings,
        given=_included(given) if several else (),
        imported=_included(imported),
        missing_imports=tuple(closure.unresolved),
    )
    return ReadResult(ontology, report)


def _included(documents: Iterable[Document]) -> tuple[IncludedDocument, ...]:
    return tuple(
        IncludedDocument(source=document.source, format=document.format, axioms=len(document.ontology.axioms))
        for document in documents
    )
