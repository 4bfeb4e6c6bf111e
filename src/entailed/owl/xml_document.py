"""XML documents, before a parser of their content sees them."""

from xml.parsers import expat

from entailed.errors import ReadError
from entailed.owl.model import Iri


def xml_namespaces(document: str, *, source: str) -> tuple[tuple[str, Iri], ...]:
    """The namespaces a document declares, the first of each prefix.

    The parsers of the content do not ask whether a document is XML to its end: the RDF parser takes one cut short for a
    whole one, and the OWL/XML parser never returns from one cut short within a literal.

    Raises:
        ReadError: the document is not well-formed; with the line.
    """
    namespaces: dict[str, Iri] = {}
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartNamespaceDeclHandler = lambda prefix, namespace: namespaces.setdefault(prefix or "", namespace)
    try:
        parser.Parse(document, True)
    except expat.ExpatError as error:
        problem = f"{expat.errors.messages[error.code]}."
        raise ReadError(problem, source=source, line=error.lineno, advice="Correct it, or fetch it again.") from error
    return tuple(namespaces.items())
