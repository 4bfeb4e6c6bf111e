"""Compact forms of IRIs."""

import re
from collections.abc import Iterable

from entailed.owl.annotations import OBO, OBO_IN_OWL, OWL, RDF, RDFS, SKOS, XSD
from entailed.owl.model import Iri, Ontology

_WELL_KNOWN = {"owl": OWL, "rdf": RDF, "rdfs": RDFS, "xsd": XSD, "skos": SKOS, "oboInOwl": OBO_IN_OWL}
_OBO_IRI = re.compile(re.escape(OBO) + r"([A-Za-z][A-Za-z0-9]*)_([A-Za-z0-9.-]+)")
_OBO_TEXT = re.compile(r"([A-Za-z][A-Za-z0-9]*)[:_]([A-Za-z0-9.-]+)")
_LOCAL = re.compile(r"[^\s<>\"{}|\\^`#/]+")


class Curies:
    """Writes IRIs as CURIEs, and reads them back.

    OBO PURLs need no declaration. For any other IRI the longest declared namespace wins; the empty prefix is not used.

    >>> curies = Curies([("ex", "http://example.org/"), ("exv", "http://example.org/vocabulary/")])
    >>> curies.curie("http://purl.obolibrary.org/obo/GO_0005739")
    'GO:0005739'
    >>> curies.curie("http://example.org/vocabulary/eats")
    'exv:eats'
    >>> curies.curie("http://elsewhere.example/eats") is None
    True
    """

    def __init__(self, prefixes: Iterable[tuple[str, Iri]] = ()) -> None:
        declared = {prefix: namespace for prefix, namespace in prefixes if prefix and namespace}
        self._namespaces = {**_WELL_KNOWN, **declared}
        self._longest_first = sorted(self._namespaces.items(), key=lambda item: len(item[1]), reverse=True)

    @classmethod
    def of(cls, ontology: Ontology) -> "Curies":
        """With the prefixes that the ontology's source declared."""
        return cls(ontology.prefixes)

    def curie(self, iri: Iri) -> str | None:
        """The CURIE of an IRI, or None where no namespace fits.

        >>> Curies().curie("http://www.w3.org/2000/01/rdf-schema#label")
        'rdfs:label'
        """
        if obo := _OBO_IRI.fullmatch(iri):
            return f"{obo[1]}:{obo[2]}"
        for prefix, namespace in self._longest_first:
            if iri.startswith(namespace) and _LOCAL.fullmatch(iri, len(namespace)):
                return f"{prefix}:{iri[len(namespace) :]}"
        return None

    def expand(self, text: str) -> Iri | None:
        """The IRI of a CURIE, or None where the text has not the form of one or its prefix is not known.

        A declared prefix goes before the OBO reading, which takes any prefix and the form with an underscore too.

        >>> Curies().expand("GO:0005739"), Curies().expand("GO_0005739")
        ('http://purl.obolibrary.org/obo/GO_0005739', 'http://purl.obolibrary.org/obo/GO_0005739')
        >>> Curies([("ex", "http://example.org/")]).expand("ex:a")
        'http://example.org/a'
        >>> Curies().expand("cell nucleus") is None
        True
        """
        prefix, colon, local = text.partition(":")
        if colon and prefix in self._namespaces and _LOCAL.fullmatch(local):
            return self._namespaces[prefix] + local
        if obo := _OBO_TEXT.fullmatch(text):
            return f"{OBO}{obo[1]}_{obo[2]}"
        return None
