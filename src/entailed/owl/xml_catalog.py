"""XML catalogs, which say where the documents are that ontologies name: Protégé's and ROBOT's `catalog-v001.xml`.

Source: OASIS XML Catalogs 1.1, of which the entries `uri`, `rewriteURI`, `nextCatalog` and `group` matter here.
"""

from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote, urlsplit
from xml.parsers import expat

from entailed.errors import ReadError
from entailed.owl.model import Iri
from entailed.owl.report import Findings
from entailed.owl.sources import read_head, read_text
from entailed.owl.xml_document import root_element

Place: TypeAlias = Path | str
"""A file, or an address on the network."""


def is_catalog(path: Path) -> bool:
    """Whether a file is an XML catalog, by its root element.

    Raises:
        ReadError: it cannot be opened.
    """
    root = root_element(read_head(path))
    return root is not None and root.name == "catalog"


class XmlCatalog:
    """A catalog with those it leads to; of two entries for an IRI the first holds."""

    def __init__(self, path: Path) -> None:
        """Read the catalog.

        Raises:
            ReadError: it cannot be opened, or is not well-formed XML.
        """
        self._exact: dict[Iri, Place] = {}
        self._beginnings: dict[Iri, Place] = {}
        pending, seen = [path], set()
        while pending:
            following = pending.pop(0)
            if _is_file(following) and following.resolve() not in seen:
                seen.add(following.resolve())
                pending += self._read(following.resolve())

    def find(self, iri: Iri) -> Place | None:
        """The place of a document: by its whole name, or by the longest beginning that an entry rewrites."""
        if iri in self._exact:
            return self._exact[iri]
        beginning = max(filter(iri.startswith, self._beginnings), key=len, default=None)
        if beginning is None:
            return None
        place, rest = self._beginnings[beginning], iri[len(beginning) :]
        return Path(f"{place}/{unquote(rest)}") if isinstance(place, Path) else place + rest

    def _read(self, path: Path) -> list[Path]:
        """Take in the entries of one catalog, and give the catalogs that it leads to."""
        folders = [path.parent]
        following: list[Path] = []

        def start(element: str, attributes: dict[str, str]) -> None:
            base = _place(attributes.get("xml:base", ""), folders[-1])
            folder = base if isinstance(base, Path) else folders[-1]
            folders.append(folder)
            match element.rpartition(":")[2], attributes:
                case "uri", {"name": iri, "uri": place}:
                    self._exact.setdefault(iri, _place(place, folder))
                case "rewriteURI", {"uriStartString": beginning, "rewritePrefix": place}:
                    self._beginnings.setdefault(beginning, _place(place, folder))
                case "nextCatalog", {"catalog": place}:
                    next_catalog = _place(place, folder)
                    if isinstance(next_catalog, Path):
                        following.append(next_catalog)

        parser = expat.ParserCreate()
        parser.StartElementHandler = start
        parser.EndElementHandler = lambda element: folders.pop()
        try:
            parser.Parse(read_text(path, source=str(path), findings=Findings()), True)
        except expat.ExpatError as error:
            problem = f"{expat.errors.messages[error.code]}."
            raise ReadError(problem, source=str(path), line=error.lineno, advice="Correct the catalog.") from error
        return following


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long
        return False


def _place(reference: str, folder: Path) -> Place:
    """What a catalog in a folder refers to."""
    try:
        parts = urlsplit(reference)
    except ValueError:  # a bracket where the host should be: there will be no such file
        return folder / unquote(reference)
    if parts.scheme in ("http", "https"):
        return reference
    return folder / unquote(parts.path if parts.scheme == "file" else reference)
