"""The header of an OBO document, by section 5.1 of the OBO 1.4 specification."""

import re
from collections.abc import Iterable

from entailed.errors import ReadError
from entailed.owl import annotations as iris
from entailed.owl import model as owl
from entailed.owl import obo_syntax
from entailed.owl.annotations import OBO, OBO_IN_OWL
from entailed.owl.functional_reader import read_functional
from entailed.owl.iris import repaired_iri
from entailed.owl.obo_clauses import SCOPES
from entailed.owl.obo_identifiers import is_iri
from entailed.owl.obo_syntax import Clause, MalformedError
from entailed.owl.obo_values import Values
from entailed.owl.report import Findings

UNNAMED = "unnamed"
"""Stands for the identifier of a document whose header has none, in the IRIs of identifiers without a prefix."""


def values_of(header: Iterable[Clause], tag: str) -> list[str]:
    """The values of a header tag, in order."""
    return [obo_syntax.unescaped(clause.value) for clause in header if clause.tag == tag]


def idspaces(header: Iterable[Clause], findings: Findings) -> dict[str, owl.Iri]:
    """Prefixes and namespaces; of two declarations of a prefix the first holds."""
    spaces: dict[str, owl.Iri] = {}
    for clause in header:
        if clause.tag == "idspace":
            prefix, namespace, *_ = *clause.value.split(), "", ""
            if not namespace:
                findings.add("skipped", "an `idspace` without a namespace", line=clause.line)
            elif prefix in spaces:
                findings.add("skipped", f"the second idspace of `{prefix}`, {namespace}", line=clause.line)
            else:
                if namespace in spaces.values():
                    findings.add("doubtful", f"a second prefix, `{prefix}`, for {namespace}", line=clause.line)
                spaces[prefix] = repaired_iri(namespace, findings, line=clause.line)
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

    def read(self, header: list[Clause]) -> None:
        """Read every clause."""
        name = next(iter(values_of(header, "ontology")), None)
        if name is None:
            self._findings.add(
                "repaired", f"no `ontology` header; identifiers without a prefix go to <{OBO}{UNNAMED}#…>"
            )
        else:
            self.iri = self._document_iri(name)
        for version in values_of(header, "data-version")[:1]:
            if is_iri(version):
                self.version_iri = repaired_iri(version, self._findings)
            elif name is None or is_iri(name):
                self._annotate(iris.OWL + "versionInfo", owl.Literal(version))
            else:
                self.version_iri = repaired_iri(f"{OBO}{name}/{version}/{name}.owl", self._findings)
        for tag in ("ontology", "data-version"):
            for further in [clause for clause in header if clause.tag == tag][1:]:
                self._values.skipped(further, "has been there before, and the first one holds")
        for clause in header:
            if clause.qualifiers and clause.tag != "property_value":
                self._findings.add("skipped", f"the qualifiers of a `{clause.tag}` header", line=clause.line)
            try:
                self._clause(clause)
            except MalformedError as error:
                self._values.skipped(clause, str(error))

    def _clause(self, clause: Clause) -> None:
        values = self._values
        match tag := clause.tag:
            case "ontology" | "data-version" | "idspace":
                pass  # read apart
            case "format-version":
                self._annotate(OBO_IN_OWL + "hasOBOFormatVersion", values.text(clause))
            case "import":
                self.imports.append(self._document_iri(values.text(clause).value))
            case "remark":
                self._annotate(iris.RDFS_COMMENT, values.text(clause))
            case "date":
                if not _DATE.fullmatch(clause.value):
                    values.doubtful(clause, "a `date` that is not dd:MM:yyyy HH:mm")
                self._annotate(OBO_IN_OWL + tag, values.text(clause))
            case "subsetdef":
                self._group(clause, "SubsetProperty", iris.RDFS_COMMENT)
            case "synonymtypedef":
                self._synonym_type(clause)
            case "property_value":
                relation, value = values.property_value(clause)
                kind = values.annotation_property(values.iri(relation))
                self.annotations.append(owl.Annotation(kind, value, values.annotations(clause)))
            case "owl-axioms":
                self._embedded(clause)
            case _ if tag.startswith("treat-xrefs-as-"):
                values.skipped(clause, "is not followed: cross-references stay annotations")
            case _:
                self._annotate(OBO_IN_OWL + tag, values.text(clause))

    def _embedded(self, clause: Clause) -> None:
        """The axioms in functional syntax that OBO itself cannot express."""
        document = self._values.text(clause).value
        try:
            embedded = read_functional(document, source=self._source, findings=self._findings)
        except ReadError as error:
            raise MalformedError(f"cannot be read: {error.problem}") from error
        self.axioms.extend(embedded.axioms)

    def _document_iri(self, name: str) -> owl.Iri:
        return repaired_iri(name if is_iri(name) else f"{OBO}{name}.owl", self._findings)

    def _annotate(self, property_: owl.Iri, value: owl.Literal) -> None:
        self.annotations.append(owl.Annotation(self._values.annotation_property(property_), value))

    def _synonym_type(self, clause: Clause) -> None:
        iri, words = self._group(clause, "SynonymTypeProperty", iris.RDFS_LABEL)
        if words and words[0].upper() not in SCOPES:
            self._values.repaired(clause, "the scope of a `synonymtypedef`, which OBO does not have, left out")
        elif words:
            scope = owl.IriValue(f"{OBO_IN_OWL}has{words[0].capitalize()}Synonym")
            has_scope = self._values.annotation_property(OBO_IN_OWL + "hasScope")
            self.axioms.append(owl.AnnotationAssertion(has_scope, iri, scope))

    def _group(self, clause: Clause, parent: str, description_property: owl.Iri) -> tuple[owl.Iri, list[str]]:
        """A subset or a synonym type: a named property below the one that gathers its kind. Its IRI, and the rest."""
        name, written = self._values.named(clause)
        description = self._values.quoted(clause._replace(value=written))
        iri = self._values.iri(name)
        group = self._values.annotation_property(iri)
        self._values.annotation_property(OBO_IN_OWL + parent)
        describes = self._values.annotation_property(description_property)
        self.axioms += [
            owl.AnnotationPropertyAxiom("SubAnnotationPropertyOf", group, OBO_IN_OWL + parent),
            owl.AnnotationAssertion(describes, iri, owl.Literal(description.text)),
        ]
        return iri, description.words


_DATE = re.compile(r"(0[1-9]|[12]\d|3[01]):(0[1-9]|1[0-2]):\d{4} ([01]\d|2[0-3]):[0-5]\d")
