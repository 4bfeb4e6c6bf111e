"""The values that OBO clauses are translated into; every entity and every cross-reference is made once.

Where a clause breaks the grammar and its meaning is plain, it is read and a repair is counted; where it is not, a
`MalformedError` says why.
"""

from collections.abc import Collection, Iterable
from typing import TypeAlias

from entailed.owl import model as owl
from entailed.owl import obo_syntax
from entailed.owl.annotations import HAS_DB_XREF, OBO_IN_OWL, RDFS_LABEL, XSD
from entailed.owl.iris import repaired_iri
from entailed.owl.obo_identifiers import Identifiers, is_iri
from entailed.owl.obo_syntax import Clause, MalformedError, Quoted
from entailed.owl.report import Findings

Annotations: TypeAlias = tuple[owl.Annotation, ...]

MODIFIERS = frozenset(
    ("gci_relation", "gci_filler", "cardinality", "minCardinality", "maxCardinality", "all_some", "all_only")
)
"""Qualifiers that change the meaning of a clause; every other one is an annotation of the axiom."""


class Values:
    """Makes entities, annotations and literals from the clauses of one document."""

    def __init__(self, identifiers: Identifiers, findings: Findings) -> None:
        self.iri = identifiers.iri
        self._findings = findings
        self._classes: dict[str, owl.Class] = {}
        self._object_properties: dict[str, owl.ObjectProperty] = {}
        self._annotation_properties: dict[owl.Iri, owl.AnnotationProperty] = {}
        self._xrefs: dict[str, Annotations] = {}

    def repaired(self, clause: Clause, what: str) -> None:
        """Count a clause that was read though it breaks the grammar."""
        self._findings.add("repaired", what, line=clause.line)

    def doubtful(self, clause: Clause, what: str) -> None:
        """Count a clause that was taken as it stands though it looks wrong."""
        self._findings.add("doubtful", what, line=clause.line)

    def skipped(self, clause: Clause, problem: str) -> None:
        """Count a clause that was left out."""
        self._findings.add("skipped", f"`{clause.tag[:40]}` {problem}", line=clause.line)

    # ---- entities

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
            # Not all come from identifiers: qualifiers and unknown headers become properties by their names.
            found = self._annotation_properties[iri] = owl.AnnotationProperty(repaired_iri(iri, self._findings))
        return found

    @property
    def annotation_iris(self) -> Collection[owl.Iri]:
        """IRIs of the annotation properties made so far."""
        return self._annotation_properties.keys()

    # ---- identifiers, texts, truth values

    def identifier(self, clause: Clause) -> str:
        """The one identifier that is the value of a clause."""
        value = clause.value
        if " " in value or "\\" in value or "\t" in value or not value:
            (value,) = self.identifiers(clause, 1)
        return value

    def identifiers(self, clause: Clause, least: int, most: int | None = None) -> list[str]:
        """The identifiers that are the value of a clause: `least` of them, or from `least` to `most`."""
        found = obo_syntax.words(clause.value)
        if not least <= len(found) <= (most or least):
            raise MalformedError(f"has {len(found)} identifiers")
        return found

    def text(self, clause: Clause) -> owl.Literal:
        """The value of a clause that is free text."""
        if not clause.value:
            raise MalformedError("has no value")
        return owl.Literal(obo_syntax.unescaped(clause.value))

    def quoted(self, clause: Clause) -> Quoted:
        """The value of a clause that begins with a quoted text."""
        found = obo_syntax.quoted(clause.value)
        if found.problem:
            self.repaired(clause, found.problem)
        return found

    def truth(self, clause: Clause) -> bool:
        """The value of a flag."""
        if clause.value not in ("true", "false"):
            if clause.value.lower() not in ("true", "false"):
                raise MalformedError("is neither `true` nor `false`")
            self.repaired(clause, f"a `{clause.tag}` in capital letters")
        return clause.value.lower() == "true"

    # ---- cross-references

    def xref(self, clause: Clause) -> owl.Annotation:
        """The value of an `xref` clause."""
        if "\\" in clause.value and is_iri(clause.value):
            self.repaired(clause, "a backslash in an address")
        return self._xref(clause, clause.value)

    def xrefs(self, clause: Clause, value: Quoted) -> Annotations:
        """The bracketed list behind a definition or a synonym, as annotations of the axiom."""
        listed = value.bracketed
        if listed is None:
            self.repaired(clause, f"a `{clause.tag}` without a list of cross-references")
            return ()
        found = self._xrefs.get(listed)
        if found is None:
            found = tuple(self._xref(clause, item) for item in obo_syntax.items(listed))
            if " " not in listed.replace(", ", ""):  # a repair is counted each time
                self._xrefs[listed] = found
        return found

    def _xref(self, clause: Clause, item: str) -> owl.Annotation:
        if not item:
            raise MalformedError("has no value")
        identifier, description = obo_syntax.described(item)
        if " " in identifier and "\\ " not in item:
            self.repaired(clause, "a blank in a cross-reference")
        has_xref = self.annotation_property(HAS_DB_XREF)
        if description is None:
            return owl.Annotation(has_xref, owl.Literal(identifier))
        # OBO converters write the description as a label.
        label = owl.Annotation(self.annotation_property(RDFS_LABEL), owl.Literal(description))
        return owl.Annotation(has_xref, owl.Literal(identifier), (label,))

    # ---- qualifiers and property values

    def qualifiers(self, clause: Clause) -> tuple[Annotations, dict[str, str]]:
        """The trailing `{…}` of a clause: annotations of its axiom, and modifiers of its meaning."""
        if not clause.qualifiers:
            return (), {}
        annotations = []
        modifiers = {}
        for item in obo_syntax.items(clause.qualifiers):
            key, _, value = (part.strip() for part in item.partition("="))
            if len(value) > 1 and value[0] == value[-1] == '"':
                value = value[1:-1]
            else:
                self.repaired(clause, "a qualifier whose value is not quoted")
            key, value = obo_syntax.unescaped(key), obo_syntax.unescaped(value)
            if key in MODIFIERS:
                modifiers[key] = value
            else:
                iri = self.iri(key) if ":" in key else OBO_IN_OWL + key
                annotations.append(owl.Annotation(self.annotation_property(iri), owl.Literal(value)))
        return tuple(annotations), modifiers

    def annotations(self, clause: Clause) -> Annotations:
        """The trailing `{…}` of a clause whose meaning no modifier changes."""
        annotations, modifiers = self.qualifiers(clause)
        self.without(clause, modifiers)
        return annotations

    def without(self, clause: Clause, modifiers: Iterable[str]) -> None:
        """Count modifiers that mean nothing in a clause."""
        for modifier in modifiers:
            self.skipped(clause, f"is read without its `{modifier}`, which means nothing there")

    def property_value(self, clause: Clause) -> tuple[str, owl.Literal | owl.IriValue]:
        """The relation and the value of a `property_value` clause."""
        relation, written = self.named(clause)
        if written.startswith('"'):
            found = self.quoted(clause._replace(value=written))
            if not found.words:
                self.repaired(clause, "a quoted `property_value` without a datatype, read as text")
                return relation, owl.Literal(found.text)
            if found.words[1:]:
                self.repaired(clause, "words after the datatype of a `property_value`, left out")
            return relation, owl.Literal(found.text, self._datatype(found.words[0]))
        match obo_syntax.words(written):
            case [identifier]:
                return relation, owl.IriValue(self.iri(identifier))
            case [text, datatype] if ":" in datatype:
                return relation, owl.Literal(text, self._datatype(datatype))
        self.repaired(clause, "a `property_value` that is neither an identifier nor quoted, read as text")
        return relation, owl.Literal(obo_syntax.unescaped(written))

    def named(self, clause: Clause) -> tuple[str, str]:
        """The identifier at the beginning of a value, and what follows it, as written."""
        parts = clause.value.split(None, 1)
        if len(parts) < 2:
            raise MalformedError("has no value")
        return obo_syntax.unescaped(parts[0]), parts[1]

    def _datatype(self, identifier: str) -> owl.Iri:
        prefix, _, local = identifier.partition(":")
        return repaired_iri(XSD + local, self._findings) if prefix == "xsd" else self.iri(identifier)
