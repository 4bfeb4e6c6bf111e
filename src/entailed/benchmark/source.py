"""What items are made from: an ontology with its gold reasoner, its names, and the restrictions it states."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from entailed.benchmark.entity_names import EntityNames, names_in
from entailed.benchmark.gold import GoldReasoner
from entailed.benchmark.gold_taxonomy import GoldTaxonomy
from entailed.benchmark.items import Restriction
from entailed.benchmark.restrictions import conjuncts, stated_in, statements
from entailed.owl import Iri, Ontology
from entailed.owl import model as owl
from entailed.service.index_folder import SNOMED_ROLE_GROUP


class Pair(NamedTuple):
    """∃r.B by IRI."""

    relation: Iri
    filler: Iri


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What all items of a data set share."""

    data_set: str
    """Its name, with which ids begin."""
    persona: str
    """Whom the model is told to be."""
    seed: int
    """Of all choices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """An ontology as items are made from it."""

    ontology: Ontology
    groups: tuple[Iri, ...]
    """Relations that only hold others together: SNOMED CT's role group, through which queries look by themselves."""
    gold: GoldReasoner
    taxonomy: GoldTaxonomy
    names: EntityNames
    stated: Mapping[Iri, tuple[Pair, ...]]
    """By class, the A ⊑ ∃r.B that the axioms state, decomposed; B is a name and A and B are satisfiable."""

    @classmethod
    def of(cls, ontology: Ontology, *, language: str = "en") -> "Source":
        """Reason over an ontology and gather what it states.

        Raises:
            InconsistentOntologyError: The axioms contradict each other.
        """
        names = names_in(ontology, language)
        groups = tuple(iri for iri in (SNOMED_ROLE_GROUP,) if iri in names.labels)
        gold = GoldReasoner(ontology, groups)
        stated: defaultdict[Iri, dict[Pair, None]] = defaultdict(dict)
        classes = set(gold.classes)
        for about, pair in _stated(ontology, groups):
            if about in classes and pair.filler in classes:
                stated[about][pair] = None
        return cls(
            ontology=ontology,
            groups=groups,
            gold=gold,
            taxonomy=GoldTaxonomy(gold),
            names=names,
            stated={about: tuple(pairs) for about, pairs in stated.items()},
        )

    def can_be_named(self, *iris: Iri) -> bool:
        """Whether a question can name these without a doubt."""
        return self.names.unambiguous.issuperset(iris)

    def holds(self, subject: Iri, pair: Pair) -> bool:
        """Whether A ⊑ ∃r.B follows."""
        return self.gold.entails(subject, *pair)

    def restriction(self, pair: Pair) -> Restriction:
        """∃r.B with names."""
        return Restriction(self.names.term(pair.relation), self.names.term(pair.filler))


def _stated(ontology: Ontology, groups: Collection[Iri]) -> Iterator[tuple[Iri, Pair]]:
    for axiom in ontology.logical_axioms():
        for about, expression in statements(axiom):
            for conjunct in conjuncts(expression):
                for stated in stated_in(conjunct, groups):
                    if isinstance(stated.filler, owl.Class) and stated.relation not in groups:
                        yield about, Pair(stated.relation, stated.filler.iri)
