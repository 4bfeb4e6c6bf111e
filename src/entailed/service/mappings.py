"""Mappings between the ontologies of one index: what is taken for an axiom, and what is a link and nothing more.

mappings/lines.*     one line of JSON per mapping
mappings/starts.npy  by class, where its mappings begin in
mappings/rows.npy    the numbers of the lines that name it
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from entailed.owl import Curies
from entailed.owl import annotations as known
from entailed.owl.model import (
    AnnotationAssertion,
    Axiom,
    EquivalentClasses,
    Iri,
    Ontology,
    SubClassOf,
)
from entailed.owl.report import Finding, Findings
from entailed.owl.signature import signature
from entailed.owl.sssom import Mapping, read_sssom
from entailed.reasoning.rows import IntArray, Rows
from entailed.service.arrays import map_array
from entailed.service.strings import StringTable
from entailed.service.vocabulary import value_text

_CROSS_REFERENCES = {
    known.HAS_DB_XREF,
    *(known.SKOS + match for match in ("exactMatch", "closeMatch", "broadMatch", "narrowMatch", "relatedMatch")),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MappingOptions:
    """What an index takes from mappings between its ontologies."""

    files: Sequence[Path] = ()
    """Mapping files in SSSOM/TSV."""
    equate_exact_matches: bool = False
    """Whether their `skos:exactMatch` is reasoned with as equivalence. What the ontologies say of matches never is."""


class IndexedMapping(NamedTuple):
    """A mapping between two classes of an index."""

    mapping: Mapping
    axiom: Axiom | None
    """What is reasoned with; None for a mapping that is only a link."""


class Mappings(NamedTuple):
    """The mappings of an index, before it is written."""

    rows: tuple[IndexedMapping, ...] = ()
    files: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def axioms(self) -> tuple[Axiom, ...]:
        """What is reasoned with, each axiom once."""
        return tuple(dict.fromkeys(row.axiom for row in self.rows if row.axiom))


NO_MAPPINGS = Mappings()


def collect_mappings(ontology: Ontology, options: MappingOptions, *, cross_references: bool) -> Mappings:
    """The mappings between classes of an ontology that files state, and the cross-references in it.

    Args:
        ontology: All that is indexed.
        options: The files, and how they are taken.
        cross_references: Whether annotations that name a class of another namespace become links.

    Raises:
        ReadError: a file cannot be read.
    """
    if not (options.files or cross_references):
        return NO_MAPPINGS
    classes = {found.iri for found in signature(ontology).classes}
    findings: list[Finding] = []
    stated: list[Mapping] = []
    for path in options.files:
        read, found = read_sssom(path, prefixes=ontology.prefixes)
        kept, missing = _between(read, classes)
        stated += kept
        findings += (
            replace(finding, message=f"{finding.message} (in {path})") for finding in (*found, *missing.grouped())
        )
    rows = [(m, m.axiom(equate_exact_matches=options.equate_exact_matches)) for m in stated]
    told = _told(ontology, {_bare(axiom) for _, axiom in rows if axiom})
    indexed = [IndexedMapping(m, axiom if axiom and _bare(axiom) not in told else None) for m, axiom in rows]
    links = _cross_references(ontology, classes) if cross_references else ()
    return Mappings(
        rows=(*indexed, *(IndexedMapping(link, None) for link in links)),
        files=tuple(map(str, options.files)),
        findings=tuple(findings),
    )


def _between(mappings: Iterable[Mapping], classes: set[Iri]) -> tuple[list[Mapping], Findings]:
    """The mappings between classes, and the others as findings."""
    kept, missing = [], Findings()
    for mapping in mappings:
        for end, iri in (("subject", mapping.subject), ("object", mapping.object)):
            if iri not in classes:
                missing.add("unresolved", f"a mapping whose {end} is no class of the ontologies", line=mapping.line)
                break
        else:
            kept.append(mapping)
    return kept, missing


def _told(ontology: Ontology, wanted: set[object]) -> set[object]:
    """Those that the ontology states itself: a verdict does not rest on a mapping then."""
    stated = (_bare(axiom) for axiom in ontology.axioms if isinstance(axiom, EquivalentClasses | SubClassOf))
    return wanted.intersection(stated) if wanted else set()


def _bare(axiom: Axiom) -> object:
    """What an axiom says, without its annotations and the order of equivalent classes."""
    match axiom:
        case EquivalentClasses(operands):
            return frozenset(operands)
        case SubClassOf(sub, sup):
            return sub, sup
    return axiom


def _cross_references(ontology: Ontology, classes: set[Iri]) -> Iterator[Mapping]:
    curies = Curies.of(ontology)
    for axiom in ontology.axioms:
        match axiom:
            case AnnotationAssertion(property, str() as subject, value) if (
                property.iri in _CROSS_REFERENCES and subject in classes
            ):
                text = value_text(value)
                object_ = text if text in classes else curies.expand(text)
                if object_ in classes and _namespace(object_, curies) != _namespace(subject, curies):
                    yield Mapping(subject=subject, predicate=property.iri, object=object_, source="", line=None)


def _namespace(iri: Iri, curies: Curies) -> str:
    return (curies.curie(iri) or iri.replace("#", "/").rpartition("/")[0]).partition(":")[0]


# ---- on disk


class MappingTable:
    """The mappings of an index folder."""

    def __init__(self, folder: Path) -> None:
        """Open what `write` made.

        Raises:
            OSError: A file is missing.
            ValueError: A file is damaged.
        """
        self._lines = StringTable.open(folder / "lines")
        self._by_class = Rows(map_array(folder / "starts.npy"), (map_array(folder / "rows.npy"),))

    @staticmethod
    def write(folder: Path, mappings: Sequence[IndexedMapping], classes: Sequence[Iri]) -> None:
        """Write mappings into a folder, which is created."""
        folder.mkdir(parents=True)
        number = {iri: n for n, iri in enumerate(classes)}
        StringTable.write(folder / "lines", map(_line, mappings))
        ends = [
            (number[iri], row) for row, (mapping, _) in enumerate(mappings) for iri in (mapping.subject, mapping.object)
        ]
        by_class = Rows.sorted(np.array(ends, dtype=np.int64).reshape(-1, 2), len(classes))
        np.save(folder / "starts.npy", by_class.starts)
        np.save(folder / "rows.npy", by_class.columns[0])

    def mapped(self, concepts: IntArray) -> IntArray:
        """The classes that have a mapping."""
        found: IntArray = concepts[self._by_class.starts[concepts + 1] > self._by_class.starts[concepts]]
        return found

    def of(self, concept: int) -> list[IndexedMapping]:
        """The mappings that have a class at either end."""
        return [_indexed(self._lines[row]) for row in self._by_class.of(concept).tolist()]


_STORED = ("subject", "predicate", "object", "source", "line", "justification", "confidence")


def _line(row: IndexedMapping) -> str:
    stored = [row.axiom is not None, *(getattr(row.mapping, name) for name in _STORED)]
    return json.dumps(stored, ensure_ascii=False, separators=(",", ":"))


def _indexed(line: str) -> IndexedMapping:
    reasoned, *values = json.loads(line)
    mapping = Mapping(**dict(zip(_STORED, values, strict=True)))
    return IndexedMapping(mapping, mapping.axiom(equate_exact_matches=True) if reasoned else None)
