"""RDF documents as OWL: `pyoxigraph` parses, the triples are repaired, and `py-horned-owl` reads them written anew."""

from dataclasses import replace

import pyoxigraph
from pyoxigraph import RdfFormat

from entailed.errors import ReadError
from entailed.owl.horned import read_horned
from entailed.owl.model import Ontology
from entailed.owl.rdf_repair import repair
from entailed.owl.report import Findings
from entailed.owl.xml_document import xml_namespaces


def read_turtle(document: str, *, source: str, findings: Findings) -> Ontology:
    """Read Turtle, of which N-Triples is a part.

    Raises:
        ReadError: the text is not Turtle, or its triples are not an OWL ontology.
    """
    parser = pyoxigraph.parse(document, RdfFormat.TURTLE)
    ontology = _read(parser, source=source, findings=findings)
    return replace(ontology, prefixes=tuple(parser.prefixes.items()))


def read_rdf_xml(document: str, *, source: str, findings: Findings) -> Ontology:
    """Read RDF/XML; the prefixes of the ontology are its XML namespaces.

    Raises:
        ReadError: the text is not RDF/XML, or its triples are not an OWL ontology.
    """
    namespaces = xml_namespaces(document, source=source)
    ontology = _read(pyoxigraph.parse(document, RdfFormat.RDF_XML), source=source, findings=findings)
    return replace(ontology, prefixes=namespaces)


def _read(parser: pyoxigraph.QuadParser, *, source: str, findings: Findings) -> Ontology:
    try:
        triples = [quad.triple for quad in parser]
    except SyntaxError as error:
        raise ReadError(f"{error.msg}.", source=source, line=error.lineno, advice="Correct it there.") from error
    repaired, axioms = repair(triples, findings)
    written = pyoxigraph.serialize(repaired, format=RdfFormat.RDF_XML) or b""
    ontology = read_horned(written.decode(), "rdf", source=source, findings=findings)
    return replace(ontology, axioms=(*ontology.axioms, *axioms))
