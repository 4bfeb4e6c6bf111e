"""XML documents, before a parser of their content sees them."""

from typing import NamedTuple
from xml.parsers import expat

from entailed.errors import ReadError
from entailed.owl.model import Iri

DEEPEST_ELEMENT = 5000
"""RDF/XML may write a list as elements within elements, two for each item."""


def xml_namespaces(document: str, *, source: str, deepest: int = DEEPEST_ELEMENT) -> tuple[tuple[str, Iri], ...]:
    """The namespaces a document declares, the first of each prefix.

    The parsers of the content do not ask whether a document is XML to its end: the RDF parser takes one cut short for a
    whole one, and the OWL/XML parser never returns from one cut short within a literal. Nor do they ask how deep it is,
    though the time of the RDF parser grows with the square of that.

    Raises:
        ReadError: the document is not well-formed, or more than `deepest` elements are within each other; with the
            line.
    """
    namespaces: dict[str, Iri] = {}
    parser = expat.ParserCreate(namespace_separator=" ")
    depth = 0

    def start(element: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > deepest:
            problem = f"elements are nested more than {deepest} levels deep."
            line = parser.CurrentLineNumber
            raise ReadError(problem, source=source, line=line, advice="Convert the file with another tool.")

    def end(element: str) -> None:
        nonlocal depth
        depth -= 1

    parser.StartNamespaceDeclHandler = lambda prefix, namespace: namespaces.setdefault(prefix or "", namespace)
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(document, True)
    except expat.ExpatError as error:
        problem = f"{expat.errors.messages[error.code]}."
        raise ReadError(problem, source=source, line=error.lineno, advice="Correct it, or fetch it again.") from error
    return tuple(namespaces.items())


class Root(NamedTuple):
    """The element that holds all others."""

    name: str
    """Without a prefix."""
    start: int
    """Characters before it."""


_PIECE = 1 << 16


def root_element(text: str) -> Root | None:
    """The root element of a document that may break off after it; None where the text is not XML as far as that."""
    found: list[Root] = []

    def start(element: str, attributes: dict[str, str]) -> None:
        if not found:
            before = parser.CurrentByteIndex
            characters = len(text[:before].encode()[:before].decode())
            found.append(Root(element.rpartition(":")[2], characters))

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    try:
        for place in range(0, len(text), _PIECE):
            parser.Parse(text[place : place + _PIECE], False)
            if found:
                break
    except expat.ExpatError:
        pass
    return next(iter(found), None)


def without_prolog(document: str) -> str:
    """An XML document from its root element on, on the same lines.

    There are parsers that do not know where a document type declaration ends, and take for elements what it quotes.
    """
    root = root_element(document)
    return document if root is None else "\n" * document.count("\n", 0, root.start) + document[root.start :]
