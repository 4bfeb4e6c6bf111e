"""What reading a file found: counts, and everything that was skipped, repaired or not understood."""

from collections import Counter
from dataclasses import asdict, dataclass

from entailed.owl.model import (
    AnnotationPropertyAxiom,
    Axiom,
    DataPropertyAxiom,
    ObjectPropertyCharacteristic,
    Ontology,
)
from entailed.owl.signature import signature


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something in the source that did not go over into the ontology as it stood."""

    kind: str
    """`skipped` (left out), `repaired` (changed so that it could be read) or `unresolved` (points elsewhere)."""
    message: str
    line: int | None = None
    """1-based line of the first occurrence, or None where the library that parsed the source does not say."""
    count: int = 1
    """Occurrences of the same finding."""


class Findings:
    """Collects findings while a reader works; equal messages are counted together."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._lines: dict[tuple[str, str], int | None] = {}

    def add(self, kind: str, message: str, *, line: int | None = None, count: int = 1) -> None:
        """Count one more finding (or `count` of them)."""
        key = (kind, message)
        self._lines.setdefault(key, line)
        self._counts[key] += count

    def grouped(self) -> tuple[Finding, ...]:
        """The findings, those of one kind together, in order of first occurrence."""
        keys = sorted(self._counts, key=lambda key: key[0])
        return tuple(Finding(kind=k, message=m, line=self._lines[k, m], count=self._counts[k, m]) for k, m in keys)


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

    def as_json(self) -> dict[str, object]:
        """The report as values that `json.dumps` takes, under the names of the fields."""
        return asdict(self)


def report_on(ontology: Ontology, *, source: str, format: str, findings: Findings) -> ReadReport:
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
    )


def axiom_name(axiom: Axiom) -> str:
    """The axiom's name in the structural specification."""
    match axiom:
        case ObjectPropertyCharacteristic(characteristic=name):
            return name
        case DataPropertyAxiom(kind=name) | AnnotationPropertyAxiom(kind=name):
            return name
    return type(axiom).__name__
