"""The header of an OBO document, by section 5.1 of the OBO 1.4 specification."""

from typing import Any

from entailed.owl import annotations as iris
from entailed.owl import model as owl
from entailed.owl.annotations import OBO, OBO_IN_OWL
from entailed.owl.horned import read_horned
from entailed.owl.obo_identifiers import is_iri
from entailed.owl.obo_values import Values, text
from entailed.owl.report import Findings

UNNAMED = "unnamed"
"""Stands for the identifier of a document whose header has none, in the IRIs of identifiers without a prefix."""


def values_of(header: Any, tag: str) -> list[str]:
    """The raw values of a header tag, in order."""
    return [clause.raw_value() for clause in header if clause.raw_tag() == tag]


def idspaces(header: Any, findings: Findings) -> dict[str, owl.Iri]:
    """Prefixes and namespaces; of two declarations of a prefix the first holds."""
    spaces: dict[str, owl.Iri] = {}
    for clause in header:
        if clause.raw_tag() == "idspace":
            namespace = str(clause.url)
            if spaces.setdefault(clause.prefix, namespace) != namespace:
                findings.add("skipped", f"the second idspace of `{clause.prefix}`, {namespace}")
    return spaces


class HeaderReader:
    """Reads the header clauses into the parts of an ontology."""

    def __init__(self, values: Values, findings: Findings, *, source: str) -> None:
        self.iri: owl.Iri | None = None
        self.version_iri: owl.Iri | None = None
        self.imports: list[owl.Iri] = []
        self.annotations: list[owl.Annotation] = []
        self.axioms: list[owl.Axiom] = []
        self._values = values
        self._findings = findings
        self._source = source

    def read(self, header: Any) -> None:
        """Read every clause."""
        name = next(iter(values_of(header, "ontology")), None)
        if name is None:
            self._findings.add(
                "repaired", f"no `ontology` header; identifiers without a prefix go to <{OBO}{UNNAMED}#…>"
            )
        else:
            self.iri = _document_iri(name)
        for version in values_of(header, "data-version"):
            if is_iri(version):
                self.version_iri = version
            elif name is None or is_iri(name):
                self._annotate(iris.OWL + "versionInfo", version)
            else:
                self.version_iri = f"{OBO}{name}/{version}/{name}.owl"
        for clause in header:
            self._clause(clause)

    def _clause(self, clause: Any) -> None:
        match tag := clause.raw_tag():
            case "ontology" | "data-version" | "idspace":
                pass  # read apart
            case "format-version":
                self._annotate(OBO_IN_OWL + "hasOBOFormatVersion", clause.version)
            case "import":
                self.imports.append(_document_iri(clause.reference))
            case "remark":
                self._annotate(iris.RDFS_COMMENT, clause.remark)
            case "subsetdef":
                self._group(text(clause.subset), "SubsetProperty", iris.RDFS_COMMENT, clause.description)
            case "synonymtypedef":
                self._synonym_type(clause)
            case "property_value":
                relation, value = self._values.property_value(clause.property_value)
                kind = self._values.annotation_property(self._values.iri(relation))
                self.annotations.append(owl.Annotation(kind, value))
            case "owl-axioms":
                embedded = read_horned(
                    clause.axioms, "ofn", source=f"{self._source}, owl-axioms", findings=self._findings
                )
                self.axioms.extend(embedded.axioms)
            case _ if tag.startswith("treat-xrefs-as-"):
                self._findings.add("skipped", f"the instruction `{tag}`: cross-references stay annotations")
            case "saved-py":  # how the parser spells it
                self._annotate(OBO_IN_OWL + "saved-by", clause.name)
            case _:
                self._annotate(OBO_IN_OWL + tag, clause.raw_value())

    def _annotate(self, property_: owl.Iri, value: str) -> None:
        self.annotations.append(owl.Annotation(self._values.annotation_property(property_), owl.Literal(value)))

    def _synonym_type(self, clause: Any) -> None:
        name = text(clause.typedef)
        self._group(name, "SynonymTypeProperty", iris.RDFS_LABEL, clause.description)
        if clause.scope is not None:
            scope = owl.IriValue(f"{OBO_IN_OWL}has{clause.scope.capitalize()}Synonym")
            has_scope = self._values.annotation_property(OBO_IN_OWL + "hasScope")
            self.axioms.append(owl.AnnotationAssertion(has_scope, self._values.iri(name), scope))

    def _group(self, name: str, parent: str, description_property: owl.Iri, description: str) -> None:
        """A subset or a synonym type: a named property below the one that gathers its kind."""
        iri = self._values.iri(name)
        group = self._values.annotation_property(iri)
        self._values.annotation_property(OBO_IN_OWL + parent)
        describes = self._values.annotation_property(description_property)
        self.axioms += [
            owl.AnnotationPropertyAxiom("SubAnnotationPropertyOf", group, OBO_IN_OWL + parent),
            owl.AnnotationAssertion(describes, iri, owl.Literal(description)),
        ]


def _document_iri(name: str) -> owl.Iri:
    return name if is_iri(name) else f"{OBO}{name}.owl"
