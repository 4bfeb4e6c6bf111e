"""What reading a file found: counts, and everything that was skipped, repaired or not understood."""

from collections import Counter
from dataclasses import asdict, dataclass

from entailed.owl.model import (
    AnnotationPropertyAxiom,
    Axiom,
    DataPropertyAxiom,
    Iri,
    ObjectPropertyCharacteristic,
    Ontology,
)
from entailed.owl.signature import signature


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something in the source that did not go over into the ontology as it stood."""

    kind: str
    """`skipped` (left out), `repaired` (changed so that it could be read), `unresolved` (points elsewhere) or
    `doubtful` (taken as it stands, though it looks wrong)."""
    message: str
    line: int | None = None
    """1-based line of the first occurrence, or None where the library that parsed the source does not say."""
    count: int = 1
    """Occurrences of the same finding."""
    further_lines: tuple[int, ...] = ()
    """The lines of the occurrences after the first, as far as `MOST_LINES` goes."""


MOST_LINES = 1000
"""How many lines are kept for a finding."""


class Findings:
    """Collects findings while a reader works; equal messages are counted together."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._lines: dict[tuple[str, str], list[int]] = {}

    def add(self, kind: str, message: str, *, line: int | None = None, count: int = 1) -> None:
        """Count one more finding (or `count` of them)."""
        key = (kind, message)
        lines = self._lines.setdefault(key, [])
        if line is not None and len(lines) < MOST_LINES:
            lines.append(line)
        self._counts[key] += count

    def include(self, others: "Findings", *, source: str) -> None:
        """Take over the findings in another document, whose name is added to them."""
        for (kind, message), count in others._counts.items():
            key = kind, f"{message} (in {source})"
            self._counts[key] += count
            lines = self._lines.setdefault(key, [])
            lines.extend(others._lines[kind, message][: MOST_LINES - len(lines)])

    def grouped(self) -> tuple[Finding, ...]:
        """The findings, those of one kind together, in order of first occurrence."""
        keys = sorted(self._counts, key=lambda key: key[0])
        return tuple(self._finding(key) for key in keys)

    def _finding(self, key: tuple[str, str]) -> Finding:
        kind, message = key
        lines = self._lines[key]
        return Finding(
            kind=kind,
            message=message,
            line=lines[0] if lines else None,
            count=self._counts[key],
            further_lines=tuple(lines[1:]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class IncludedDocument:
    """A document that became part of an ontology."""

    source: str
    format: str
    axioms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadReport:
    """Counts of what was read from a source, and the findings."""

    source: str
    format: str
    classes: int
    object_properties: int
    individuals: int
    axioms: dict[str, int]
    """Number of axioms by name, such as `SubClassOf`."""
    findings: tuple[Finding, ...] = ()
    given: tuple[IncludedDocument, ...] = ()
    """Where several ontologies were read as one: each of them; their axioms are part of the counts above."""
    imported: tuple[IncludedDocument, ...] = ()
    """Documents that these import, in the order in which they were found; so are theirs."""
    missing_imports: tuple[Iri, ...] = ()
    """What is imported and was not found, or cannot be read."""

    def as_json(self) -> dict[str, object]:
        """The report as values that `json.dumps` takes, under the names of the fields."""
        return asdict(self)


def report_on(
    ontology: Ontology,
    *,
    source: str,
    format: str,
    findings: Findings,
    given: tuple[IncludedDocument, ...] = (),
    imported: tuple[IncludedDocument, ...] = (),
    missing_imports: tuple[Iri, ...] = (),
) -> ReadReport:
    """Count what is in the ontology and close the findings."""
    mentioned = signature(ontology)
    return ReadReport(
        source=source,
        format=format,
        classes=len(mentioned.classes),
        object_properties=len(mentioned.object_properties),
        individuals=len(mentioned.individuals),
        axioms=dict(sorted(Counter(map(axiom_name, ontology.axioms)).items())),
        findings=findings.grouped(),
        given=given,
        imported=imported,
        missing_imports=missing_imports,
    )


def axiom_name(axiom: Axiom) -> str:
    """The axiom's name in the structural specification."""
    match axiom:
        case ObjectPropertyCharacteristic(characteristic=name):
            return name
        case DataPropertyAxiom(kind=name) | AnnotationPropertyAxiom(kind=name):
            return name
    return type(axiom).__name__
