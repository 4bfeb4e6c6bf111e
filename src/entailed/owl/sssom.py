"""Mappings between ontologies, as files in the Simple Standard for Sharing Ontological Mappings state them.

Source: SSSOM/TSV (https://mapping-commons.github.io/sssom/): lines of metadata in YAML, each after a `#`, then a table
with one mapping per line. Of the metadata only `curie_map` matters here, and of the columns those of `Mapping`.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from entailed.errors import ReadError
from entailed.owl.annotations import OWL, RDFS, SKOS
from entailed.owl.curies import Curies
from entailed.owl.iris import is_address, repaired_iri
from entailed.owl.model import Axiom, Class, EquivalentClasses, Iri, SubClassOf
from entailed.owl.report import Finding, Findings
from entailed.owl.sources import read_text

_COLUMNS = ("subject_id", "predicate_id", "object_id")
_SSSOM = "https://w3id.org/sssom/"
_BUILT_IN = (("sssom", _SSSOM), ("semapv", "https://w3id.org/semapv/vocab/"))
_LARGEST_HEADER = 1 << 20
"""Characters of metadata. The longest that are published have a hundredth of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping:
    """That two entities match, and how, as one line of a mapping file or an ontology itself says."""

    subject: Iri
    predicate: Iri
    object: Iri
    source: str
    """The mapping file; empty for a cross-reference in an ontology."""
    line: int | None
    """Of the file, 1-based."""
    justification: str = ""
    """How the match was found, as written: `semapv:ManualMappingCuration`. Empty where the line does not say."""
    confidence: float | None = None
    """From 0 to 1; None where the line does not say."""

    def axiom(self, *, equate_exact_matches: bool) -> Axiom | None:
        """What the mapping states in OWL, where it does: `owl:equivalentClass`, `rdfs:subClassOf` and its converse.

        Args:
            equate_exact_matches: Whether `skos:exactMatch` is taken for `owl:equivalentClass`, which SKOS does not say.
        """
        subject, object_ = Class(self.subject), Class(self.object)
        if self.predicate == _EQUIVALENT_CLASS or (equate_exact_matches and self.predicate == _EXACT_MATCH):
            return EquivalentClasses((subject, object_))
        if self.predicate == _SUBCLASS_OF:
            return SubClassOf(subject, object_)
        if self.predicate == _SUPERCLASS_OF:
            return SubClassOf(object_, subject)
        return None


_EQUIVALENT_CLASS = OWL + "equivalentClass"
_EXACT_MATCH = SKOS + "exactMatch"
_SUBCLASS_OF = RDFS + "subClassOf"
_SUPERCLASS_OF = _SSSOM + "superClassOf"


class MappingFile(NamedTuple):
    """The mappings of a file, and the lines that state none."""

    mappings: tuple[Mapping, ...]
    findings: tuple[Finding, ...]


def read_sssom(path: Path, *, prefixes: Iterable[tuple[str, Iri]] = ()) -> MappingFile:
    """Read a mapping file, plain or compressed with gzip.

    Lines that state no mapping between two entities are findings: identifiers that cannot be read, negated mappings,
    mappings to nothing, mappings of text.

    Args:
        path: The file.
        prefixes: What prefixes stand for that the file itself does not declare.

    Raises:
        ReadError: there is no such file, it cannot be opened, or it has not the form of SSSOM/TSV.
    """
    source, findings = str(path), Findings()
    lines = read_text(path, source=source, findings=findings).split("\n")
    start = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    declared = _curie_map("\n".join(line[1:] for line in lines[:start]), source)
    if not declared:
        findings.add("doubtful", "the file has no curie_map: its prefixes are taken for those of the ontologies")
    curies = Curies([*_BUILT_IN, *prefixes, *declared.items()])
    header = _cells(lines[start]) if start < len(lines) else []
    if missing := [column for column in _COLUMNS if column not in header]:
        problem = f"the table of mappings has no column {', '.join(missing)}."
        advice = "Mappings are read as SSSOM/TSV: columns divided by tabs under a line with their names."
        raise ReadError(problem, source=source, line=start + 1, advice=advice)
    mappings = []
    for number, line in enumerate(lines[start + 1 :], start=start + 2):
        if line.strip() and not line.startswith("#"):
            row = dict(zip(header, _cells(line), strict=False))
            mapping = _mapping(row, curies, source, number, findings)
            mappings += [mapping] if mapping else []
    return MappingFile(tuple(mappings), findings.grouped())


def _cells(line: str) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter="\t"))]
    except csv.Error:  # a cell of more than 128 KB, which no mapping needs
        return []


def _curie_map(metadata: str, source: str) -> dict[str, Iri]:
    import yaml  # which only mappings need

    advice = "The lines that begin with # have to be YAML once the # is taken away."
    if len(metadata) > _LARGEST_HEADER:
        raise ReadError("its metadata are larger than 1 MB.", source=source, advice="Is this the right file?")
    try:
        # Every scalar stays text: NO and Y are prefixes, and not truth values.
        stated = yaml.load(metadata, Loader=yaml.BaseLoader)  # noqa: S506 - makes text, lists and dictionaries only
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise ReadError("its metadata are no YAML.", source=source, line=line, advice=advice) from error
    declared: Any = stated.get("curie_map") if isinstance(stated, dict) else None
    if not isinstance(declared, dict):
        return {}
    return {prefix: iri for prefix, iri in declared.items() if isinstance(prefix, str) and isinstance(iri, str)}


# ---- one line


def _mapping(row: dict[str, str], curies: Curies, source: str, line: int, findings: Findings) -> Mapping | None:
    if reason := _says_nothing(row):
        findings.add("skipped", reason, line=line)
        return None
    iris = []
    for column in _COLUMNS:
        iri = _iri(row[column], curies)
        if iri is None:
            findings.add("skipped", f"a mapping whose {column} is neither a CURIE nor an IRI", line=line)
            return None
        iris.append(repaired_iri(iri, findings, line=line))
    subject, predicate, object_ = iris
    justification = row.get("mapping_justification", "")
    if not justification:
        findings.add("doubtful", "a mapping without a mapping_justification", line=line)
    return Mapping(
        subject=subject,
        predicate=predicate,
        object=object_,
        source=source,
        line=line,
        justification=justification,
        confidence=_confidence(row.get("confidence", ""), line, findings),
    )


def _says_nothing(row: dict[str, str]) -> str | None:
    """Why a line states no mapping between two entities; None where it does."""
    if row.get("predicate_modifier"):
        return f"a mapping with the predicate_modifier {row['predicate_modifier'][:40]}: it says what does not match"
    if any(row.get(column) == "rdfs literal" for column in ("subject_type", "object_type")):
        return "a mapping of text, which names no entity"
    for column in _COLUMNS:
        if not row.get(column):
            return f"a mapping without {column}"
        if row[column] == "sssom:NoTermFound":
            return "a mapping to nothing (sssom:NoTermFound)"
    return None


def _iri(text: str, curies: Curies) -> Iri | None:
    bare = text[1:-1] if text.startswith("<") and text.endswith(">") else text
    return bare if is_address(bare) or bare.startswith("urn:") else curies.expand(bare)


def _confidence(text: str, line: int, findings: Findings) -> float | None:
    if not text:
        return None
    try:
        confidence = float(text)
    except ValueError:
        confidence = -1.0
    if 0 <= confidence <= 1:
        return confidence
    findings.add("skipped", "a confidence that is no number from 0 to 1", line=line)
    return None
