"""The class triples that an ontology entails, one at a time, for any RDF store or data frame.

A r B stands for A ⊑ ∃r.B with named A and B, as relation-graph writes it. owl:Thing and obsolete classes are left out;
of a class that can have no instance, it is only said that it is under owl:Nothing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from entailed.owl import annotations as known
from entailed.owl.model import (
    Iri,
    Literal,
    ObjectProperty,
    ObjectPropertyChain,
    ObjectPropertyCharacteristic,
    SubObjectPropertyOf,
)
from entailed.reasoning import BOTTOM
from entailed.service.entities import Entities
from entailed.service.exported_taxonomy import ExportedTaxonomy
from entailed.service.names import NameTable
from entailed.service.nonredundant import NonredundantRelations
from entailed.service.opened_index import OpenedIndex
from entailed.service.vocabulary import NameSource

SUB_CLASS_OF: Final = known.RDFS + "subClassOf"
DIRECT_SUB_CLASS_OF: Final = "http://www.openrdf.org/schema/sesame#directSubClassOf"
"""RDF4J's name for it. Here equivalent classes count as one, so that none comes between another and its parent."""
EQUIVALENT_CLASS: Final = known.OWL + "equivalentClass"
SUB_PROPERTY_OF: Final = known.RDFS + "subPropertyOf"
TYPE: Final = known.RDF + "type"
TRANSITIVE: Final = known.OWL + "TransitiveProperty"

_SYNONYMS: Final = {
    NameSource.EXACT: known.HAS_EXACT_SYNONYM,
    NameSource.NARROW: known.HAS_NARROW_SYNONYM,
    NameSource.BROAD: known.HAS_BROAD_SYNONYM,
    NameSource.RELATED: known.HAS_RELATED_SYNONYM,
}


class TripleKind(StrEnum):
    """What a triple says."""

    CLASSIFICATION = "classification"
    """rdfs:subClassOf, sesame:directSubClassOf or owl:equivalentClass."""
    RELATION = "relation"
    """A ⊑ ∃r.B."""
    PROPERTY = "property"
    """rdfs:subPropertyOf, or that a relation is transitive."""
    ANNOTATION = "annotation"
    """The object is text: a label, a definition, a comment or a synonym."""


class EntailedTriple(NamedTuple):
    """A triple and what it says."""

    subject: Iri
    predicate: Iri
    object: Iri | Literal
    kind: TripleKind


class EntailedTriples:
    """The triples of an index, derived while they are iterated over."""

    def __init__(self, index: OpenedIndex, *, nonredundant: bool = False) -> None:
        """Take an index.

        Args:
            index: The index.
            nonredundant: Leave out what follows from other triples; see `service.nonredundant` for the rules.
        """
        self._index = index
        self._closure = index.closure
        self._nonredundant = nonredundant
        satisfiable = np.flatnonzero(~self._closure.unsatisfiable)
        self._taxonomy = ExportedTaxonomy(self._closure, index.worth_listing(satisfiable))
        self._classes = list(index.classes.iris)
        self._roles = list(index.roles.iris)
        self.left_out: Counter[str] = Counter()
        """What the index holds and the last iteration did not give, by kind."""

    def __iter__(self) -> Iterator[EntailedTriple]:
        self.left_out.clear()
        self.left_out["obsolete classes"] = sum(map(self._index.classes.is_obsolete, range(len(self._classes))))
        yield from self._properties()
        yield from self._unsatisfiable()
        for concept in self._taxonomy.classes.tolist():
            yield from self._text_of(concept)
            if self._nonredundant:
                yield from self._least_hierarchy(concept)
            else:
                yield from self._hierarchy(concept)
                yield from self._relations(concept)
        if self._nonredundant:
            yield from self._least_relations()

    # ---- relations between relations, and text

    def _properties(self) -> Iterator[EntailedTriple]:
        kind = TripleKind.PROPERTY
        for role, iri in enumerate(self._roles):
            yield from self._annotations(role, iri, self._index.roles, self._index.role_names)
            for above in np.flatnonzero(self._closure.superrole[role]).tolist():
                if above != role:
                    yield EntailedTriple(iri, SUB_PROPERTY_OF, self._roles[above], kind)
        for role in self._transitive_roles:
            yield EntailedTriple(self._roles[role], TYPE, TRANSITIVE, kind)

    @cached_property
    def _transitive_roles(self) -> list[int]:
        """The relations of which an axiom says so."""
        stated = set()
        for axiom in self._index.axioms.module(self._roles).axioms:
            match axiom:
                case ObjectPropertyCharacteristic("TransitiveObjectProperty", ObjectProperty(iri)):
                    stated.add(iri)
                case SubObjectPropertyOf(ObjectPropertyChain((first, second)), ObjectProperty(iri) as role):
                    if first == second == role:
                        stated.add(iri)
        return [number for number, iri in enumerate(self._roles) if iri in stated]

    def _annotations(self, number: int, iri: Iri, entities: Entities, names: NameTable) -> Iterator[EntailedTriple]:
        """The label and the synonyms of a class or relation."""
        shown = entities.name(number)
        own = names.of(number)
        if any(name.source is NameSource.LABEL for name in own):
            yield _text(iri, known.RDFS_LABEL, shown)
        for name in own:
            if name.source in _SYNONYMS:
                yield _text(iri, _SYNONYMS[name.source], name.text)
            elif name.text != shown:
                self.left_out["further labels and identifiers"] += 1

    def _text_of(self, concept: int) -> Iterator[EntailedTriple]:
        """The label, synonyms, definitions and comments of a class."""
        yield from self._annotations(concept, self._classes[concept], self._index.classes, self._index.class_names)
        record = self._index.record(concept)
        for definition in record.definitions:
            yield _text(self._classes[concept], known.DEFINITION, definition.text)
        for comment in record.comments:
            yield _text(self._classes[concept], known.RDFS_COMMENT, comment.text)
        # The index knows their properties by label only, which makes no triple; synonyms are among them.
        synonyms = sum(name.source in _SYNONYMS for name in self._index.class_names.of(concept))
        self.left_out["other annotations"] += sum(len(values) for _, values in record.annotations) - synonyms

    # ---- everything that follows

    def _unsatisfiable(self) -> Iterator[EntailedTriple]:
        for concept in self._index.worth_listing(self._closure.unsatisfiable_classes()).tolist():
            yield from self._text_of(concept)
            yield from self._classified(concept, SUB_CLASS_OF, [BOTTOM])

    def _hierarchy(self, concept: int) -> Iterator[EntailedTriple]:
        closure, taxonomy = self._closure, self._taxonomy
        direct = taxonomy.members(taxonomy.direct_parents(closure.representative[concept]))
        yield from self._classified(concept, SUB_CLASS_OF, closure.superconcepts(concept))
        yield from self._classified(concept, DIRECT_SUB_CLASS_OF, direct)
        yield from self._classified(concept, EQUIVALENT_CLASS, closure.equivalents(concept))

    def _relations(self, concept: int) -> Iterator[EntailedTriple]:
        for role in self._closure.roles_from(concept).tolist():
            for filler in self._index.worth_listing(self._closure.fillers(concept, role)).tolist():
                yield self._related(concept, role, filler)

    # ---- what the rest follows from

    def _least_hierarchy(self, concept: int) -> Iterator[EntailedTriple]:
        """Nothing for a class that is said to be equivalent to another one."""
        taxonomy = self._taxonomy
        group = self._closure.representative[concept]
        if taxonomy.first_member(group) == concept:
            direct = [taxonomy.first_member(parent) for parent in taxonomy.direct_parents(group)]
            yield from self._classified(concept, SUB_CLASS_OF, direct)
            yield from self._classified(concept, EQUIVALENT_CLASS, self._closure.equivalents(concept))

    def _least_relations(self) -> Iterator[EntailedTriple]:
        relations = NonredundantRelations(self._closure, self._taxonomy, self._transitive_roles)
        for source, role, filler in relations.of(self._taxonomy.groups()):
            yield self._related(self._taxonomy.first_member(source), role, self._taxonomy.first_member(filler))

    # ---- triples

    def _classified(self, concept: int, predicate: Iri, others: Iterable[int]) -> Iterator[EntailedTriple]:
        """Triples with all others but the concept itself and those that are not exported."""
        for other in others:
            if other != concept and (other == BOTTOM or other in self._taxonomy):
                yield EntailedTriple(self._classes[concept], predicate, self._classes[other], TripleKind.CLASSIFICATION)

    def _related(self, source: int, role: int, filler: int) -> EntailedTriple:
        return EntailedTriple(self._classes[source], self._roles[role], self._classes[filler], TripleKind.RELATION)


def _text(subject: Iri, predicate: Iri, text: str) -> EntailedTriple:
    return EntailedTriple(subject, predicate, Literal(text), TripleKind.ANNOTATION)
