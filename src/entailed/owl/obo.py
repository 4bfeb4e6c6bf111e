"""OBO format: `fastobo` parses, and the ontology is put together from header and frames."""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import fastobo

from entailed.errors import ReadError
from entailed.owl import annotations as iris
from entailed.owl import model as owl
from entailed.owl.annotations import OBO, OBO_IN_OWL
from entailed.owl.obo_frames import FrameReader
from entailed.owl.obo_header import UNNAMED, HeaderReader, idspaces, values_of
from entailed.owl.obo_identifiers import Identifiers
from entailed.owl.obo_values import Values, text
from entailed.owl.report import Findings


def read_obo(document: str, *, source: str, findings: Findings) -> owl.Ontology:
    """Read an OBO document by the mapping of the OBO 1.4 specification, section 5.

    Raises:
        ReadError: a line is not OBO; the error names it.
    """
    whole, outline = _prepared(document, findings)
    heading, outlined = _parse(outline, source)
    typedefs = [frame for frame in outlined if isinstance(frame, fastobo.typedef.TypedefFrame)]
    names = values_of(heading, "ontology")
    spaces = idspaces(heading, findings)
    identifiers = Identifiers(
        ontology=names[0] if names else UNNAMED,
        idspaces=spaces,
        typedefs=((text(frame.id), _xrefs(frame)) for frame in typedefs),
    )
    values = Values(identifiers)
    header = HeaderReader(values, findings, source=source)
    header.read(heading)
    frames = FrameReader(
        values,
        findings,
        relations=frozenset(text(frame.id) for frame in typedefs),
        metadata_tags=_flagged(typedefs, "metadata_tag"),
        class_level=_flagged(typedefs, "class_level"),
        default_namespace=next(iter(values_of(heading, "default-namespace")), None),
    )
    _, parsed = _parse(whole, source)
    for frame in parsed:
        if isinstance(frame, fastobo.typedef.TypedefFrame):
            frames.typedef(frame, shorthand=identifiers.is_shorthand(text(frame.id)))
        else:
            frames.term(frame)
    return owl.Ontology(
        iri=header.iri,
        version_iri=header.version_iri,
        imports=tuple(header.imports),
        annotations=tuple(header.annotations),
        axioms=(*_vocabulary(values), *header.axioms, *frames.axioms),
        prefixes=tuple(spaces.items()),
    )


# ---- parsing

_COMMENT = re.compile(r"^!.*$", re.MULTILINE)
_QUALIFIED = re.compile(r"\{[^{}]*=[^{}]*\}\s*(?:!.*)?$", re.MULTILINE)


def _prepared(document: str, findings: Findings) -> tuple[str, str]:
    """The document without what the parser cannot take, and the same without terms; line numbers stay.

    What the relations of a term mean depends on typedefs that come after it. Parsing those first lets the terms be
    translated while the parser's threads are still at work.
    """
    header, *frames = _COMMENT.sub("", document).split("\n[")
    whole, outline = [header], [header]
    line = header.count("\n") + 2
    for frame in frames:
        written, blank = f"\n[{frame}", "\n" * (frame.count("\n") + 1)
        is_typedef = frame.startswith("Typedef]")
        is_instance = frame.startswith("Instance]")
        whole.append(blank if is_instance else written)
        outline.append(written if is_typedef else blank)
        if is_instance:
            findings.add("skipped", "an [Instance] frame", line=line)
        elif is_typedef and (qualified := len(_QUALIFIED.findall(frame))):
            what = "qualifiers in a [Typedef] frame, which the parser drops"
            findings.add("skipped", what, line=line, count=qualified)
        line += len(blank)
    return "".join([*whole, "\n"]), "".join([*outline, "\n"])


def _parse(document: str, source: str) -> tuple[Any, Iterator[Any]]:
    """The header of a document, and its frames as they are parsed."""
    with _error_located(source):
        parser = fastobo.iter(io.BytesIO(document.encode()), ordered=True)
        return parser.header(), _located(parser, source)


def _located(parser: Iterator[Any], source: str) -> Iterator[Any]:
    with _error_located(source):
        yield from parser


@contextmanager
def _error_located(source: str) -> Iterator[None]:
    try:
        yield
    except SyntaxError as error:
        _, line, _, written = error.args[1]
        problem = f"`{str(written).strip()[:80]}` is not OBO: {error.msg}."
        raise ReadError(problem, source=source, line=line, advice="Correct the line, or leave it out.") from error


# ---- typedefs, as far as other frames must know them


def _xrefs(frame: Any) -> Iterator[str]:
    return (text(clause.xref.id) for clause in frame if clause.raw_tag() == "xref")


def _flagged(typedefs: list[Any], flag: str) -> frozenset[str]:
    return frozenset(text(frame.id) for frame in typedefs for clause in frame if getattr(clause, flag, False) is True)


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
