"""OBO format: the ontology is put together from the header and the frames of a document."""

from collections.abc import Iterator

from entailed.owl import annotations as iris
from entailed.owl import model as owl
from entailed.owl.annotations import OBO, OBO_IN_OWL
from entailed.owl.obo_frames import FrameReader
from entailed.owl.obo_header import UNNAMED, HeaderReader, idspaces, values_of
from entailed.owl.obo_identifiers import Identifiers
from entailed.owl.obo_syntax import Clause, clauses, described, entities, frames
from entailed.owl.obo_values import Values
from entailed.owl.report import Findings


def read_obo(document: str, *, source: str, findings: Findings) -> owl.Ontology:
    """Read an OBO document by the mapping of the OBO 1.4 specification, section 5.

    A line that breaks the grammar is repaired where its meaning is plain and left out where it is not; either is a
    finding with its number.
    """
    heading, *parts = frames(document, findings)
    header = list(clauses(heading, findings))
    # What the relations of a term mean depends on typedefs, which usually come after it.
    typedefs: dict[str, list[Clause]] = {}
    for part in parts:
        if part.kind == "Typedef":
            for identifier, stated in entities(part, findings):
                typedefs.setdefault(identifier, []).extend(stated)
    names = values_of(header, "ontology")
    spaces = idspaces(header, findings)
    identifiers = Identifiers(
        ontology=names[0] if names else UNNAMED,
        idspaces=spaces,
        typedefs=((identifier, _xrefs(stated)) for identifier, stated in typedefs.items()),
        findings=findings,
    )
    values = Values(identifiers, findings)
    reader = HeaderReader(values, findings, source=source)
    reader.read(header)
    namespaces = values_of(header, "default-namespace")
    frame_reader = FrameReader(
        values,
        relations=typedefs.keys(),
        metadata_tags=_flagged(typedefs, "is_metadata_tag"),
        class_level=_flagged(typedefs, "is_class_level"),
        default_namespace=owl.Literal(namespaces[0]) if namespaces else None,
    )
    for identifier, stated in typedefs.items():
        frame_reader.typedef(identifier, stated, shorthand=identifiers.is_shorthand(identifier))
    for part in parts:
        if part.kind != "Typedef":
            read_frame = frame_reader.term if part.kind == "Term" else frame_reader.instance
            for identifier, stated in entities(part, findings):
                read_frame(identifier, stated)
    return owl.Ontology(
        iri=reader.iri,
        version_iri=reader.version_iri,
        imports=tuple(reader.imports),
        annotations=tuple(reader.annotations),
        axioms=(*_vocabulary(values), *reader.axioms, *frame_reader.axioms),
        prefixes=tuple(spaces.items()),
    )


# ---- typedefs, as far as other frames must know them


def _xrefs(stated: list[Clause]) -> Iterator[str]:
    return (described(clause.value)[0] for clause in stated if clause.tag == "xref")


def _flagged(typedefs: dict[str, list[Clause]], flag: str) -> frozenset[str]:
    return frozenset(
        identifier
        for identifier, stated in typedefs.items()
        if any(clause.tag == flag and clause.value.lower() == "true" for clause in stated)
    )


# ---- the vocabulary of OBO itself

_LABELS = {
    iris.DEFINITION: "definition",
    OBO + "IAO_0000424": "expand expression to",
    OBO + "IAO_0000425": "expand assertion to",
    OBO + "IAO_0000427": "antisymmetric property",
    iris.REPLACED_BY: "term replaced by",
    OBO_IN_OWL + "SubsetProperty": "subset_property",
    OBO_IN_OWL + "SynonymTypeProperty": "synonym_type_property",
    iris.CONSIDER: "consider",
    iris.CREATED_BY: "created by",
    iris.CREATION_DATE: "creation date",
    iris.HAS_ALTERNATIVE_ID: "has_alternative_id",
    iris.HAS_BROAD_SYNONYM: "has_broad_synonym",
    iris.HAS_DB_XREF: "database_cross_reference",
    iris.HAS_EXACT_SYNONYM: "has_exact_synonym",
    iris.HAS_NARROW_SYNONYM: "has_narrow_synonym",
    OBO_IN_OWL + "hasOBOFormatVersion": "has_obo_format_version",
    iris.HAS_OBO_NAMESPACE: "has_obo_namespace",
    iris.HAS_RELATED_SYNONYM: "has_related_synonym",
    OBO_IN_OWL + "hasScope": "has_scope",
    iris.HAS_SYNONYM_TYPE: "has_synonym_type",
    iris.ID: "id",
    iris.IN_SUBSET: "in_subset",
    iris.SHORTHAND: "shorthand",
}
"""The labels that OBO converters give the annotation properties they make."""


def _vocabulary(values: Values) -> Iterator[owl.Axiom]:
    """Declarations, with labels, of the annotation properties of OBO that the document came to use."""
    label = owl.AnnotationProperty(iris.RDFS_LABEL)
    for iri, name in _LABELS.items():
        if iri in values.annotation_iris:
            yield owl.Declaration(values.annotation_property(iri))
            yield owl.AnnotationAssertion(label, iri, owl.Literal(name))
