"""The values that OBO clauses are translated into; every entity and every cross-reference is made once."""

import re
from collections.abc import Collection, Iterable
from typing import Any

from entailed.owl import model as owl
from entailed.owl.annotations import HAS_DB_XREF, OBO_IN_OWL, RDFS_LABEL, XSD
from entailed.owl.obo_identifiers import Identifiers

MODIFIERS = frozenset(
    ("gci_relation", "gci_filler", "cardinality", "minCardinality", "maxCardinality", "all_some", "all_only")
)
"""Qualifiers that change the meaning of a clause; every other one is an annotation of the axiom."""

_ESCAPE = re.compile(r"\\(.)")


def text(identifier: Any) -> str:
    """The text of an identifier with its escapes resolved."""
    written = str(identifier)
    return _ESCAPE.sub(r"\1", written) if "\\" in written else written


class Values:
    """Makes entities, annotations and literals from the identifiers and clauses of one document."""

    def __init__(self, identifiers: Identifiers) -> None:
        self.iri = identifiers.iri
        self._classes: dict[str, owl.Class] = {}
        self._object_properties: dict[str, owl.ObjectProperty] = {}
        self._annotation_properties: dict[owl.Iri, owl.AnnotationProperty] = {}
        self._xrefs: dict[str, owl.Annotation] = {}

    def class_(self, identifier: str) -> owl.Class:
        """The class of an identifier."""
        found = self._classes.get(identifier)
        if found is None:
            found = self._classes[identifier] = owl.Class(self.iri(identifier))
        return found

    def object_property(self, identifier: str) -> owl.ObjectProperty:
        """The object property of an identifier."""
        found = self._object_properties.get(identifier)
        if found is None:
            found = self._object_properties[identifier] = owl.ObjectProperty(self.iri(identifier))
        return found

    def annotation_property(self, iri: owl.Iri) -> owl.AnnotationProperty:
        """The annotation property of an IRI, remembered in `annotation_iris`."""
        found = self._annotation_properties.get(iri)
        if found is None:
            found = self._annotation_properties[iri] = owl.AnnotationProperty(iri)
        return found

    @property
    def annotation_iris(self) -> Collection[owl.Iri]:
        """IRIs of the annotation properties made so far."""
        return self._annotation_properties.keys()

    def xrefs(self, references: Iterable[Any]) -> tuple[owl.Annotation, ...]:
        """The bracketed list behind a definition or a synonym, as annotations of the axiom."""
        return tuple(self._xref(reference) for reference in references)

    def _xref(self, reference: Any) -> owl.Annotation:
        identifier = text(reference.id)
        found = self._xrefs.get(identifier)
        if found is None:
            has_xref = self.annotation_property(HAS_DB_XREF)
            found = self._xrefs[identifier] = owl.Annotation(has_xref, owl.Literal(identifier))
        description = self.description(reference)
        return owl.Annotation(found.property, found.value, description) if description else found

    def description(self, reference: Any) -> tuple[owl.Annotation, ...]:
        """The quoted description of a cross-reference, which OBO converters write as `rdfs:label`."""
        if reference.desc is None:
            return ()
        return (owl.Annotation(self.annotation_property(RDFS_LABEL), owl.Literal(reference.desc)),)

    def qualifiers(self, clause: Any) -> tuple[tuple[owl.Annotation, ...], dict[str, str]]:
        """The trailing `{…}` of a clause: annotations of its axiom, and modifiers of its meaning."""
        if clause.qualifiers is None:
            return (), {}
        annotations = []
        modifiers = {}
        for qualifier in clause.qualifiers:
            key = text(qualifier.key)
            if key in MODIFIERS:
                modifiers[key] = qualifier.value
            else:
                iri = self.iri(key) if ":" in key else OBO_IN_OWL + key
                annotations.append(owl.Annotation(self.annotation_property(iri), owl.Literal(qualifier.value)))
        return tuple(annotations), modifiers

    def property_value(self, pair: Any) -> tuple[str, owl.Literal | owl.IriValue]:
        """The relation and the value of a `property_value` clause."""
        relation = text(pair.relation)
        datatype = getattr(pair, "datatype", None)
        if datatype is None:
            return relation, owl.IriValue(self.iri(text(pair.value)))
        return relation, owl.Literal(pair.value, self._datatype(text(datatype)))

    def _datatype(self, identifier: str) -> owl.Iri:
        prefix, _, local = identifier.partition(":")
        return XSD + local if prefix == "xsd" else self.iri(identifier)
