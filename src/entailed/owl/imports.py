"""Where the documents are that an ontology imports: given files, the files of given folders, and XML catalogs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from entailed.owl.annotations import OBO
from entailed.owl.formats import FORMATS
from entailed.owl.model import Iri
from entailed.owl.sources import read_head
from entailed.owl.xml_catalog import Place, XmlCatalog, is_catalog

CATALOG = "catalog-v001.xml"
"""The name by which a folder's catalog is known."""


class ImportPlaces:
    """Finds the document that an import names.

    Catalogs go first, because their authors said what they mean; then the names that documents give themselves; then
    the names of files, of which `chebi_import.ofn` will do for `…/imports/chebi_import.owl`.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        """Take files, catalogs, and folders, which stand for the files and the catalog in them.

        Raises:
            ReadError: there is no such path, or a catalog cannot be read.
        """
        catalogs: list[Path] = []
        self._given: list[Path] = []
        in_folders: list[Path] = []
        for path in paths:
            if path.is_dir():
                catalogs += filter(Path.is_file, [path / CATALOG])
                in_folders += filter(_may_be_an_ontology, sorted(path.iterdir()))
            else:
                (catalogs if is_catalog(path) else self._given).append(path)
        self._catalogs = list(map(XmlCatalog, catalogs))
        self._files = [*self._given, *in_folders]
        self._own_names: dict[Iri, Path] = {}
        for file in self._files:
            for iri in _own_names(file):
                self._own_names.setdefault(iri, file)

    def find(self, iri: Iri) -> Place | None:
        """The file that holds an import, or an address that a catalog gives for it."""
        for catalog in self._catalogs:
            if (place := catalog.find(iri)) is not None:
                return place
        if iri in self._own_names:
            return self._own_names[iri]
        name = _file_name(iri)
        same_name = [file for file in self._files if file.name in (name, f"{name}.gz")]
        same_stem = [file for file in self._files if name and _stem(file.name) == _stem(name)]
        return next(iter([*same_name, *same_stem]), None)

    def unused(self, used: Iterable[Path]) -> list[Path]:
        """Files that were given one by one, and not used."""
        used = {path.resolve() for path in used}
        return [path for path in self._given if path.resolve() not in used]


_SUFFIXES = {suffix for format_ in FORMATS.values() for suffix in format_.suffixes}


def _may_be_an_ontology(path: Path) -> bool:
    return path.is_file() and not _SUFFIXES.isdisjoint(path.suffixes)


def _file_name(iri: Iri) -> str:
    """The name of a file that an IRI ends with; empty where it has none."""
    try:
        path = urlsplit(iri).path
    except ValueError:  # a bracket where the host should be
        return ""
    return PurePosixPath(unquote(path)).name


def _stem(file_name: str) -> str:
    """A file name without the suffixes of ontologies; other points may be part of it."""
    path = PurePosixPath(file_name.removesuffix(".gz"))
    return path.stem if path.suffix in _SUFFIXES else path.name


# ---- the names that documents give themselves

_NAMED = [
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"\bOntology\s*\(\s*<([^<>\s]+)>(?:\s*<([^<>\s]+)>)?",
        r"^Ontology:\s*<([^<>\s]+)>(?:\s*<([^<>\s]+)>)?",
        r"\b(?:ontologyIRI|versionIRI)\s*=\s*[\"']([^\"']+)",
        r"<owl:Ontology\s[^<>]*?rdf:about\s*=\s*[\"']([^\"']+)",
        r"<owl:versionIRI\s[^<>]*?rdf:resource\s*=\s*[\"']([^\"']+)",
        r"<([^<>\s]+)>\s+(?:a|rdf:type|<[^<>\s]*#type>)\s+(?:owl:Ontology\b|<http://www\.w3\.org/2002/07/owl#Ontology>)",
        r"(?:\bowl:versionIRI|<http://www\.w3\.org/2002/07/owl#versionIRI>)\s+<([^<>\s]+)>",
    )
]
_OBO_NAME = re.compile(r"^ontology:\s*([^\s!{]+)", re.MULTILINE)


def _own_names(path: Path) -> Iterator[Iri]:
    """The IRI and the version IRI of a document, if they stand near its beginning."""
    head = read_head(path)
    for pattern in _NAMED:
        for match in pattern.finditer(head):
            yield from filter(None, match.groups())
    if obo := _OBO_NAME.search(head):
        yield obo[1] if ":" in obo[1] else f"{OBO}{obo[1]}.owl"
