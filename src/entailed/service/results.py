"""What the ontology service answers: values only. `observations` writes them for a model, `as_json` for a script."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from entailed.owl.annotations import RDFS


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedEntity:
    """A class or an object property as it is shown to people and models."""

    name: str
    """The preferred label; the local part of the IRI where there is no label."""
    iri: str
    identifier: str
    """The CURIE where the ontology gives one (`GO:0005739`), otherwise the IRI. Usable as a name in a query."""


IS_A = NamedEntity(name="is a", iri=RDFS + "subClassOf", identifier="rdfs:subClassOf")
"""Classification, where a query has it in the place of a relation."""


class LinkedBy(StrEnum):
    """How a name was linked to its entity, strongest first."""

    IDENTIFIER = "identifier"
    LABEL = "label"
    EXACT_SYNONYM = "exact synonym"


class SynonymScope(StrEnum):
    """How a synonym's meaning relates to its concept. Only an exact one links; the others are suggestions."""

    EXACT = "EXACT"
    NARROW = "NARROW"
    BROAD = "BROAD"
    RELATED = "RELATED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An entity that a name may have meant."""

    entity: NamedEntity
    matched: str
    """The label, synonym or identifier that matched or came close."""
    scope: SynonymScope | None = None
    """The synonym's scope; None where a label or an identifier matched."""
    verdict: "Verdict | None" = None
    """The verdict of the query read with this entity, where more than one reading was tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedName:
    """A name of a query and the one entity it stands for."""

    text: str
    """The name as the query wrote it."""
    entity: NamedEntity
    linked_by: LinkedBy
    also: tuple[Candidate, ...] = ()
    """Entities that a looser reading of the name (another case, a decoy label) would have found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnresolvedName:
    """A name of a query that stands for no single entity."""

    text: str
    kind: Literal["concept", "relation"]
    reason: Literal["unknown", "ambiguous"]
    candidates: tuple[Candidate, ...]
    """Ambiguous: every entity of that name. Unknown: up to five close names."""


class Verdict(StrEnum):
    """The outcome of a check."""

    ENTAILED = "ENTAILED"
    NOT_ENTAILED = "NOT_ENTAILED"
    UNKNOWN_NAME = "UNKNOWN_NAME"
    AMBIGUOUS_NAME = "AMBIGUOUS_NAME"
    UNSATISFIABLE = "UNSATISFIABLE"
    """The subject can have no instance, so that everything is true of it: vacuous, and evidence of nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskResult:
    """Whether A ⊑ ∃r.B, or A ⊑ B, follows from the axioms."""

    query: str
    verdict: Verdict
    incomplete: bool
    """A NOT_ENTAILED that may be due to axioms that are not reasoned over."""
    subject: LinkedName | None
    relation: LinkedName | None
    object: LinkedName | None
    unresolved: tuple[UnresolvedName, ...] = ()
    readings: tuple[Candidate, ...] = ()
    """Where the subject or the object has looser readings: the verdict for each of them."""
    within_group: bool = False
    """It holds inside a role group: A ⊑ ∃g.∃r.B for a grouping relation g, and not A ⊑ ∃r.B itself."""
    decided_by: str | None = None
    """The DL reasoner that completed the verdict; None where the saturation alone decided."""
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateVerdict:
    """One name of a VALUES list, and whether it satisfies every condition."""

    text: str
    verdict: Verdict
    incomplete: bool
    """A NOT_ENTAILED that may be due to axioms that are not reasoned over."""
    linked: LinkedName | None
    """What the name stands for; None where it stands for no single concept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FallbackRow:
    """A concept whose text speaks for the conditions. Never verified."""

    entity: NamedEntity
    score: float
    text: str
    """The passage that matched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectResult:
    """The entities that satisfy every condition."""

    query: str
    variable: str
    selects: Literal["concepts", "fillers", "relations"]
    names: tuple[LinkedName, ...]
    """The names of the conditions, in the order written."""
    total: int
    """How many entities satisfy the conditions, whatever LIMIT and OFFSET show."""
    rows: tuple[NamedEntity, ...]
    incomplete: bool = False
    """Axioms that are not reasoned over may add rows."""
    limit: int | None = None
    """LIMIT as the query gave it."""
    offset: int = 0
    verdicts: tuple[CandidateVerdict, ...] | None = None
    """One per name of the VALUES list, in its order; None without VALUES."""
    fallback: tuple[FallbackRow, ...] | None = None
    """Text matches, where the exact query found nothing; None where none was tried."""
    unresolved: tuple[UnresolvedName, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CardValue:
    """An annotation value with its own annotations."""

    text: str
    annotations: tuple[tuple[str, str], ...] = ()
    """Property label and value of each annotation on the axiom."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedRelation:
    """One `r -> B` that an axiom of the concept states."""

    relation: NamedEntity
    filler: NamedEntity


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptCard:
    """The ontology's record of one concept (OA-RAG paper, section 4.2.1), fields in the paper's order."""

    entity: NamedEntity
    equivalents: tuple[NamedEntity, ...]
    """Other members of its equivalence group; shown as one node of the taxonomy."""
    definitions: tuple[CardValue, ...]
    parents: tuple[NamedEntity, ...]
    """Inferred, direct."""
    children: tuple[NamedEntity, ...]
    """Inferred, direct."""
    relations: tuple[StatedRelation, ...]
    comments: tuple[CardValue, ...]
    annotations: tuple[tuple[str, tuple[CardValue, ...]], ...]
    """The rest, by the property's label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeResult:
    """A concept's card, or None where the name stands for no single concept."""

    query: str
    card: ConceptCard | None
    subject: LinkedName | None
    unresolved: tuple[UnresolvedName, ...] = ()
    notices: tuple[str, ...] = ()


QueryResult: TypeAlias = AskResult | SelectResult | DescribeResult
