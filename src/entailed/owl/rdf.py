"""Turtle, N-Triples and RDF/XML: `pyoxigraph` parses, and the triples are read as OWL."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyoxigraph
from pyoxigraph import RdfFormat

from entailed.errors import ReadError
from entailed.owl import model as owl
from entailed.owl.formats import Declared
from entailed.owl.iris import is_address, repaired_iri, repaired_language
from entailed.owl.rdf_graph import Node, Triple
from entailed.owl.rdf_ontology import read_graph
from entailed.owl.report import Findings
from entailed.owl.xml_document import xml_namespaces


def read_turtle(document: str, *, source: str, findings: Findings, declared: Declared) -> owl.Ontology:
    """Read Turtle, of which N-Triples is a part.

    Args:
        document: The text.
        source: Names it in errors; relative IRIs are relative to it.
        findings: Where repairs are noted.
        declared: Entities that the document uses, and others declare.

    Raises:
        ReadError: the text is not Turtle, or its triples are not an OWL ontology.
    """
    triples, prefixes = _parsed(document, RdfFormat.TURTLE, source, findings)
    ontology = read_graph(triples, declared=declared, source=source, findings=findings)
    return replace(ontology, prefixes=_repaired(prefixes.items(), findings))


def read_rdf_xml(document: str, *, source: str, findings: Findings, declared: Declared) -> owl.Ontology:
    """Read RDF/XML; the prefixes of the ontology are its XML namespaces. The arguments are those of `read_turtle`.

    Raises:
        ReadError: the text is not RDF/XML, or its triples are not an OWL ontology.
    """
    namespaces = xml_namespaces(document, source=source)
    triples, _ = _parsed(document, RdfFormat.RDF_XML, source, findings)
    ontology = read_graph(triples, declared=declared, source=source, findings=findings)
    return replace(ontology, prefixes=_repaired(namespaces, findings))


def _repaired(prefixes: Iterable[tuple[str, owl.Iri]], findings: Findings) -> tuple[tuple[str, owl.Iri], ...]:
    return tuple((prefix, repaired_iri(namespace, findings)) for prefix, namespace in prefixes)


# ---- triples


def _parsed(
    document: str, format_: RdfFormat, source: str, findings: Findings
) -> tuple[list[Triple], dict[str, owl.Iri]]:
    """The triples of a document, and its prefixes.

    Where the parser objects to something, it is asked to let IRIs and language tags pass, and these are repaired.
    """
    base = source if is_address(source) else Path(source).absolute().as_uri()
    try:
        return _triples(document, format_, base, _Nodes(findings), lenient=False)
    except SyntaxError as error:
        try:
            return _triples(document, format_, base, _Nodes(findings), lenient=True)
        except SyntaxError:
            raise ReadError(f"{error.msg}.", source=source, line=error.lineno, advice="Correct it there.") from error


def _triples(
    document: str, format_: RdfFormat, base: str, nodes: "_Nodes", *, lenient: bool
) -> tuple[list[Triple], dict[str, owl.Iri]]:
    parser = pyoxigraph.parse(document, format_, base_iri=base, lenient=lenient)
    triples = [Triple(nodes[quad.subject], nodes[quad.predicate], nodes[quad.object]) for quad in parser]
    return triples, parser.prefixes


class _Nodes(dict[Any, Any]):
    """The values of nodes. Blank nodes are numbered as they come, since the parser invents names for those without."""

    def __init__(self, findings: Findings) -> None:
        super().__init__()
        self._findings = findings
        self._blank = 0

    def __missing__(self, node: Any) -> Node:
        value = self[node] = self._value(node)
        return value

    def _value(self, node: Any) -> Node:
        match node:
            case pyoxigraph.NamedNode(value=iri):
                return repaired_iri(iri, self._findings)
            case pyoxigraph.Literal(value=value, language=str(language)):
                return owl.Literal(value, language=repaired_language(language, self._findings))
            case pyoxigraph.Literal(value=value, datatype=datatype):
                return owl.Literal(value, repaired_iri(datatype.value, self._findings))
        if not isinstance(node, pyoxigraph.BlankNode):
            self._findings.add("skipped", "a triple as the subject or object of another")
        self._blank += 1
        return f"_:b{self._blank}"
