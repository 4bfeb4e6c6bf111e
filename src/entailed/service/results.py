"""What the ontology service answers: values only. `observations` writes them for a model, `as_json` for a script."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Literal, TypeAlias

from entailed.owl.annotations import RDFS


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedEntity:
    """A class or an object property as it is shown to people and models."""

    name: str
    """The preferred label; the local part of the IRI where there is no label. In an index of several ontologies, a name
    that two of them use has its prefix before it: `GO: nucleus`."""
    iri: str
    identifier: str
    """The CURIE where the ontology gives one (`GO:0005739`), otherwise the IRI. Usable as a name in a query."""

    @property
    def shown(self) -> str:
        """The entity in running text: `mitochondrion (GO:0005739)`."""
        return f"{self.name} ({self.identifier})"

    @property
    def prefix(self) -> str:
        """Of the CURIE: the ontology it belongs to; empty where there is none."""
        return "" if self.identifier == self.iri else self.identifier.partition(":")[0]


IS_A = NamedEntity(name="is a", iri=RDFS + "subClassOf", identifier="rdfs:subClassOf")
"""Classification, where a query has it in the place of a relation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedMapping:
    """That two concepts match: what a mapping file states, or a cross-reference in one of the ontologies."""

    subject: NamedEntity
    predicate: str
    """How they match, as a CURIE: `skos:closeMatch`."""
    object: NamedEntity
    source: str
    """The mapping file; empty for a cross-reference in an ontology."""
    line: int | None
    """Of the file."""
    justification: str
    """How the match was found, as the file says: `semapv:LexicalMatching`."""
    confidence: float | None
    """From 0 to 1; None where the file does not say."""
    reasoned: bool
    """Whether it is reasoned with as an axiom; otherwise nothing is entailed by it."""

    @property
    def text(self) -> str:
        """The mapping in running text, with where it is stated."""
        return f"{self.subject.shown} {self.predicate} {self.object.shown}, {self.stated_in}"

    @property
    def stated_in(self) -> str:
        """The file and the line, and how sure of it they are."""
        where = f"{self.source} line {self.line}" if self.source else "stated by the ontologies"
        return where if self.confidence is None else f"{where}, confidence {self.confidence:g}"


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
    with_mappings: bool = False
    """The verdict would be another without mappings between the ontologies; or may be, as a notice says then."""
    rests_on: tuple[StatedMapping, ...] = ()
    """These mappings: those that lie between the subject and the object, or else those that a proof or a justification
    uses. Empty where that would take long to find out; an explanation tells, unless another reasoner decided."""
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
    with_mappings: bool = False
    """The verdict would be another without mappings between the ontologies."""


class Tier(IntEnum):
    """How directly a sentence that mentions the filler speaks for a condition, the weakest way first."""

    NOTHING = 0
    """No sentence mentions it."""
    OTHER_RELATION = 1
    """The name of another relation stands directly before it."""
    NAME = 2
    """It stands in a name, and no relation before it."""
    MENTION = 3
    """It stands in a sentence of a definition, and no relation before it."""
    SENTENCE = 4
    """The words of the relation stand elsewhere in the sentence."""
    STEMS = 5
    """The relation stands directly before it in another form of its words."""
    LABEL = 6
    """The relation, or one that implies it, stands directly before it by name."""

    @property
    def score(self) -> float:
        """From 0 to 1."""
        return _SCORES[self]


_SCORES = {
    Tier.NOTHING: 0.0,
    Tier.OTHER_RELATION: 0.2,
    Tier.NAME: 0.3,
    Tier.MENTION: 0.4,
    Tier.SENTENCE: 0.8,
    Tier.STEMS: 0.9,
    Tier.LABEL: 1.0,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TextEvidence:
    """What speaks for one condition of a text match."""

    relation: NamedEntity
    filler: NamedEntity
    tier: Tier | None
    """None where the condition follows from the axioms and needs no text."""
    sentence: str = ""
    about: NamedEntity | None = None
    """The concept that the sentence describes: the match, or one above it."""
    mentioned: NamedEntity | None = None
    """The concept that the sentence mentions: the filler, or one below it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FallbackRow:
    """A concept whose text speaks for the conditions. Never verified."""

    entity: NamedEntity
    score: float
    """Of mentions, the score of the weakest condition's tier; otherwise BM25."""
    text: str
    """The passages that matched."""
    evidence: tuple[TextEvidence, ...] = ()
    """One for each condition that classification does not settle; empty where the whole card was matched by BM25."""


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
    with_mappings: frozenset[str] = frozenset()
    """IRIs of the rows that would not be there without mappings between the ontologies."""
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
    mappings: tuple[StatedMapping, ...] = ()
    """Between it and concepts of other ontologies, in either direction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeResult:
    """A concept's card, or None where the name stands for no single concept."""

    query: str
    card: ConceptCard | None
    subject: LinkedName | None
    unresolved: tuple[UnresolvedName, ...] = ()
    notices: tuple[str, ...] = ()


QueryResult: TypeAlias = AskResult | SelectResult | DescribeResult
