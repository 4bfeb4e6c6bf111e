"""XML documents, before a parser of their content sees them."""

from xml.parsers import expat

from entailed.errors import ReadError
from entailed.owl.model import Iri

DEEPEST_ELEMENT = 5000
"""RDF/XML may write a list as elements within elements, two for each item."""


def xml_namespaces(document: str, *, source: str) -> tuple[tuple[str, Iri], ...]:
    """The namespaces a document declares, the first of each prefix.

    The parsers of the content do not ask whether a document is XML to its end: the RDF parser takes one cut short for a
    whole one, and the OWL/XML parser never returns from one cut short within a literal. Nor do they ask how deep it is,
    though the time of the RDF parser grows with the square of that.

    Raises:
        ReadError: the document is not well-formed, or is nested more deeply than lists in use are; with the line.
    """
    namespaces: dict[str, Iri] = {}
    parser = expat.ParserCreate(namespace_separator=" ")
    depth = 0

    def start(element: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST_ELEMENT:
            problem = f"elements are nested more than {DEEPEST_ELEMENT} levels deep."
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
