"""What an ontology's annotations say of each entity, sorted by purpose: names, definitions, comments, the rest."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from entailed.owl import annotations as known
from entailed.owl.model import (
    AnnotationAssertion,
    AnnotationPropertyAxiom,
    AnnotationValue,
    IriValue,
    Literal,
    Ontology,
)
from entailed.service.results import SynonymScope


class NameSource(IntEnum):
    """Where a name of an entity comes from. The numbers are stored in indexes."""

    IDENTIFIER = 0
    ALTERNATIVE_IDENTIFIER = 1
    LABEL = 2
    LOCAL_NAME = 3
    """The last part of the IRI, of an entity without a label."""
    EXACT = 4
    NARROW = 5
    BROAD = 6
    RELATED = 7

    @property
    def links(self) -> bool:
        """Whether the name stands for its entity; the other sources only suggest it."""
        return self <= NameSource.EXACT

    @property
    def scope(self) -> SynonymScope | None:
        """The synonym scope, or None for labels, local names and identifiers."""
        return SynonymScope(self.name) if self >= NameSource.EXACT else None

    @property
    def is_name(self) -> bool:
        """Whether the entity is called so in texts: by its label, what stands in for one, or an exact synonym."""
        return self in (NameSource.LABEL, NameSource.LOCAL_NAME, NameSource.EXACT)


LABELS = (known.RDFS_LABEL, known.SKOS_PREF_LABEL)
SYNONYMS: Mapping[str, NameSource] = {
    known.HAS_EXACT_SYNONYM: NameSource.EXACT,
    known.HAS_NARROW_SYNONYM: NameSource.NARROW,
    known.HAS_BROAD_SYNONYM: NameSource.BROAD,
    known.HAS_RELATED_SYNONYM: NameSource.RELATED,
    known.SKOS_ALT_LABEL: NameSource.EXACT,
    known.SKOS_HIDDEN_LABEL: NameSource.RELATED,
    known.ALTERNATIVE_TERM: NameSource.EXACT,
}
IDENTIFIERS: Mapping[str, NameSource] = {
    known.ID: NameSource.IDENTIFIER,
    known.SHORTHAND: NameSource.IDENTIFIER,
    known.HAS_ALTERNATIVE_ID: NameSource.ALTERNATIVE_IDENTIFIER,
}
DEFINITIONS = (known.DEFINITION, known.SKOS_DEFINITION)
COMMENTS = (known.RDFS_COMMENT,)


@dataclass(slots=True)
class Notes:
    """The annotations of one entity."""

    labels: list[Literal] = field(default_factory=list)
    names: list[tuple[str, NameSource]] = field(default_factory=list)
    """Synonyms and identifiers."""
    definitions: list[AnnotationAssertion] = field(default_factory=list)
    comments: list[AnnotationAssertion] = field(default_factory=list)
    others: list[AnnotationAssertion] = field(default_factory=list)
    """Everything else, synonyms included: a card shows them with their own annotations."""
    obsolete: bool = False
    replaced_by: list[str] = field(default_factory=list)
    consider: list[str] = field(default_factory=list)


def notes_by_subject(ontology: Ontology, synonyms: Mapping[str, NameSource] = SYNONYMS) -> dict[str, Notes]:
    """Sort the annotation assertions of every IRI by what they are for.

    Args:
        ontology: The ontology.
        synonyms: The annotation properties that hold synonyms. Their sub-properties in the ontology count as well.
    """
    synonyms = _with_subproperties(ontology, synonyms)
    notes: dict[str, Notes] = {}
    for axiom in ontology.axioms:
        if isinstance(axiom, AnnotationAssertion) and isinstance(axiom.subject, str):
            _sort(axiom, notes.setdefault(axiom.subject, Notes()), synonyms)
    return notes


def _sort(axiom: AnnotationAssertion, notes: Notes, synonyms: Mapping[str, NameSource]) -> None:
    property_, value = axiom.property.iri, axiom.value
    text = value_text(value)
    if property_ in LABELS:
        if isinstance(value, Literal):
            notes.labels.append(value)
    elif property_ in DEFINITIONS:
        notes.definitions.append(axiom)
    elif property_ in COMMENTS:
        notes.comments.append(axiom)
    elif property_ == known.DEPRECATED:
        notes.obsolete = text in ("true", "1")
    else:
        source = synonyms.get(property_, IDENTIFIERS.get(property_))
        if source is not None:
            notes.names.append((text, source))
        elif property_ == known.REPLACED_BY:
            notes.replaced_by.append(text)
        elif property_ == known.CONSIDER:
            notes.consider.append(text)
        notes.others.append(axiom)


def _with_subproperties(ontology: Ontology, synonyms: Mapping[str, NameSource]) -> dict[str, NameSource]:
    found = dict(synonyms)
    inclusions = [
        (axiom.property.iri, axiom.value)
        for axiom in ontology.axioms
        if isinstance(axiom, AnnotationPropertyAxiom) and axiom.kind == "SubAnnotationPropertyOf"
    ]
    changed = True
    while changed:
        new = {sub: found[sup] for sub, sup in inclusions if sup in found and sub not in found}
        found |= new
        changed = bool(new)
    return found


def value_text(value: AnnotationValue) -> str:
    """An annotation value as plain text."""
    match value:
        case Literal(value=text):
            return text
        case IriValue(iri):
            return iri
    return f"_:{value.node_id}"


def preferred(labels: Sequence[Literal], language: str) -> str | None:
    """The label to show, or None for none.

    In the language itself, then a regional variety of it, the language it is a variety of, untagged, any other.

    Within one rank the first in the source wins, so that the outcome does not depend on the order of triples alone.
    """

    wanted = language.lower()

    def rank(label: Literal) -> int:
        tag = label.language.lower()
        if tag == wanted:
            return 0
        if tag.startswith(f"{wanted}-"):
            return 1
        if not tag:
            return 3
        return 2 if wanted.startswith(f"{tag}-") else 4

    if len(labels) == 1:
        return labels[0].value
    return min(labels, key=rank).value if labels else None


def local_name(iri: str) -> str:
    """What stands after the last `#` or `/` of an IRI, for entities without a label."""
    return iri.rstrip("#/").replace("#", "/").rpartition("/")[2] or iri


def shown_name(iri: str, notes: Notes, language: str) -> str:
    """The name to show of an entity: its preferred label, or the local name of its IRI."""
    # One line: a line break in a label could pass for a line of output.
    return " ".join((preferred(notes.labels, language) or "").split()) or local_name(iri)


def names_of(notes: Notes, iri: str) -> Iterator[tuple[str, NameSource]]:
    """Every name of an entity with its source; the local name of the IRI stands in for missing labels."""
    for label in notes.labels:
        yield label.value, NameSource.LABEL
    if not notes.labels:
        yield local_name(iri), NameSource.LOCAL_NAME
    yield from notes.names
