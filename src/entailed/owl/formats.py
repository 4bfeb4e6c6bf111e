"""The formats of ontology documents: how each is recognised, and its reader."""

import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from entailed.errors import ReadError
from entailed.owl.model import Entity, Iri, Ontology
from entailed.owl.nesting import DEEPEST
from entailed.owl.report import Findings
from entailed.owl.sources import HEAD
from entailed.owl.xml_document import without_prolog, xml_namespaces


class Format(StrEnum):
    """A format, by the name that a user gives it."""

    OBO = "obo"
    FUNCTIONAL = "functional"
    RDF_XML = "rdf-xml"
    OWL_XML = "owl-xml"
    MANCHESTER = "manchester"
    TURTLE = "turtle"
    N_TRIPLES = "n-triples"


Declared: TypeAlias = Mapping[Iri, frozenset[type[Entity]]]
"""The kinds that documents declare entities to be of."""


class Reader(Protocol):
    """Reads the text of a document."""

    def __call__(self, document: str, *, source: str, findings: Findings, declared: Declared) -> Ontology:
        """Read it; `declared` are entities that it may use without declaring them."""


class FormatReader(NamedTuple):
    """What is known of a format."""

    name: str
    begins: re.Pattern[str]
    """Matches a document of the format at its beginning, after white space and comments."""
    holds: re.Pattern[str]
    """Found near the beginning of such a document."""
    suffixes: tuple[str, ...]
    read: Reader
    needs_declarations: bool = False
    """Whether what an axiom says depends on declarations in other documents."""


# Each reader's library is loaded when its format is met: answering from an index needs none of them.


def _read_obo(document: str, *, source: str, findings: Findings, declared: Declared) -> Ontology:
    from entailed.owl.obo import read_obo

    return read_obo(document, source=source, findings=findings)


def _read_functional(document: str, *, source: str, findings: Findings, declared: Declared) -> Ontology:
    from entailed.owl.functional_reader import read_functional

    return read_functional(document, source=source, findings=findings)


def _read_rdf_xml(document: str, *, source: str, findings: Findings, declared: Declared) -> Ontology:
    from entailed.owl.rdf import read_rdf_xml

    return read_rdf_xml(document, source=source, findings=findings, declared=declared)


def _read_turtle(document: str, *, source: str, findings: Findings, declared: Declared) -> Ontology:
    from entailed.owl.rdf import read_turtle

    return read_turtle(document, source=source, findings=findings, declared=declared)


def _read_owl_xml(document: str, *, source: str, findings: Findings, declared: Declared) -> Ontology:
    from entailed.owl.horned import read_horned

    xml_namespaces(document, source=source, deepest=DEEPEST)  # refuses what is not well-formed, or too deep
    return read_horned(without_prolog(document), "owx", source=source, findings=findings)


def _read_manchester(document: str, *, source: str, findings: Findings, declared: Declared) -> Ontology:
    from entailed.owl.horned import read_horned

    return read_horned(document, "omn", source=source, findings=findings)


_XML = re.compile(r"<\?xml|<!--|<!DOCTYPE|<(\w+:)?(RDF|Ontology)\b")
_TERM = r"(<[^<>\"\s:]*:[^<>\"\s]*>|_:\w+)"
_ANYTHING = re.compile("")

FORMATS = {
    Format.OBO: FormatReader(
        "OBO",
        re.compile(r"[a-z][\w-]*:|\[[A-Z]\w+\]"),
        re.compile(r"^(format-version:|ontology:|\[(Term|Typedef)\])", re.MULTILINE),
        (".obo",),
        _read_obo,
    ),
    Format.RDF_XML: FormatReader(
        "RDF/XML", _XML, re.compile(r"<(\w+:)?RDF\b"), (".rdf", ".owl"), _read_rdf_xml, needs_declarations=True
    ),
    Format.OWL_XML: FormatReader("OWL/XML", _XML, re.compile(r"<(\w+:)?Ontology\b"), (".owx",), _read_owl_xml),
    Format.FUNCTIONAL: FormatReader(
        "functional syntax", re.compile(r"(Prefix|Ontology)\s*\("), _ANYTHING, (".ofn",), _read_functional
    ),
    Format.MANCHESTER: FormatReader(
        "Manchester syntax", re.compile(r"(Prefix|Ontology):\s"), _ANYTHING, (".omn",), _read_manchester
    ),
    Format.N_TRIPLES: FormatReader(
        "N-Triples",
        re.compile(rf'{_TERM}\s+<[^<>"\s]*>\s+({_TERM}\s*|"[^\n]*)\.\s*(\n|#|$)'),
        re.compile(r"\A(?!(?s:.*?)^[^\S\n]*(@prefix|@base|PREFIX|BASE)\b)", re.MULTILINE),
        (".nt",),
        _read_turtle,  # which takes N-Triples as well, and as fast
        needs_declarations=True,
    ),
    Format.TURTLE: FormatReader(
        "Turtle",
        re.compile(rf"@prefix|@base|(PREFIX|BASE)\s|{_TERM}\s+(<|a\s|\w*:)|\[", re.IGNORECASE),
        _ANYTHING,
        (".ttl",),
        _read_turtle,
        needs_declarations=True,
    ),
}

_IGNORED = re.compile(r"(\s|[#!].*\n)*")


def recognise(document: str, path: Path, *, source: str) -> FormatReader:
    """The format of a document, by its content; where that does not tell, by the name of its file.

    Raises:
        ReadError: neither tells.
    """
    head = document[:HEAD]
    ignored = _IGNORED.match(head)
    start = ignored.end() if ignored else 0
    for format_ in FORMATS.values():
        if format_.begins.match(head, start) and format_.holds.search(head):
            return format_
    for format_ in FORMATS.values():
        if set(path.suffixes) & set(format_.suffixes):
            return format_
    names = ", ".join(format_.name for format_ in FORMATS.values())
    raise ReadError("the format is not known.", source=source, advice=f"Known formats: {names}.")
