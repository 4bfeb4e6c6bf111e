"""Triples as N-Triples: `pyoxigraph` checks the IRIs and escapes the literals."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import pyoxigraph
from pyoxigraph import NamedNode, RdfFormat

from entailed.errors import WriteError
from entailed.owl.model import Iri, Literal


def write_ntriples(triples: Iterable[tuple[Iri, Iri, Iri | Literal]], file: BinaryIO) -> None:
    """Write triples as they come, one to a line.

    Raises:
        WriteError: an IRI is relative, or holds a character that no IRI may hold; the file is then incomplete.
    """
    pyoxigraph.serialize(_converted(triples), file, format=RdfFormat.N_TRIPLES)


def _converted(triples: Iterable[tuple[Iri, Iri, Iri | Literal]]) -> Iterator[pyoxigraph.Triple]:
    # Each IRI is checked once. Making nodes anew for every triple would take half of the time.
    nodes: dict[Iri, NamedNode] = {}

    def node(iri: Iri) -> NamedNode:
        found = nodes.get(iri)
        if found is None:
            found = nodes[iri] = _named_node(iri)
        return found

    for subject, predicate, object_ in triples:
        value = _literal(object_) if isinstance(object_, Literal) else node(object_)
        yield pyoxigraph.Triple(node(subject), node(predicate), value)


def _named_node(iri: Iri) -> NamedNode:
    try:
        return NamedNode(iri)
    except ValueError as error:
        raise WriteError(f"`{iri}` is no IRI of RDF ({error}). Correct it in the source.") from error


def _literal(literal: Literal) -> pyoxigraph.Literal:
    if literal.language:
        return pyoxigraph.Literal(literal.value, language=literal.language)
    return pyoxigraph.Literal(literal.value, datatype=_named_node(literal.datatype))
