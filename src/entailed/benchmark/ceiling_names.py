"""How often a name that is not quite right still finds its concept: recall over perturbed names."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from entailed.benchmark.entity_names import EntityNames, names_in
from entailed.benchmark.perturbation import Perturbation, perturbed
from entailed.owl import Iri, Ontology, signature
from entailed.search import TextIndex, words
from entailed.service import LinkedName, OntologyService
from entailed.service.spelling import fold

RECALL_AT = (1, 5)
_POOL = 50
"""Names that BM25 ranks: enough for five concepts, of which one may have many synonyms."""


class PerturbedName(NamedTuple):
    """The label of a class, changed."""

    how: Perturbation
    name: str
    label: str
    iri: Iri


class NameRecall(NamedTuple):
    """What one search makes of names that are perturbed in one way."""

    search: str
    how: Perturbation
    ranks: tuple[int, ...]
    """By name, how many concepts are found before the right one; the largest of `RECALL_AT` if it is not found."""

    def within(self, first: int) -> list[float]:
        """By name, 1 if the right concept is among the first of those found, otherwise 0."""
        return [float(rank < first) for rank in self.ranks]


FindName = Callable[[str], Sequence[Iri]]
"""From a name to concepts, the best first."""


def perturbed_names(ontology: Ontology, *, most: int, seed: int) -> tuple[PerturbedName, ...]:
    """Labels perturbed in every way.

    Only labels that name one class, and changes that make no name of another class of them.

    Args:
        ontology: Whose classes.
        most: Of each perturbation; fewer where fewer labels can be changed so.
        seed: Of all random choices.
    """
    names = names_in(ontology)
    classes = [cls.iri for cls in signature(ontology).classes]
    taken = {fold(name): iri for iri in classes for name in (names.labels[iri], *names.synonyms.get(iri, ()))}
    found: list[PerturbedName] = []
    for how in Perturbation:
        chance = Random(f"{seed} {how}")  # noqa: S311 (no secret)
        order = sorted(names.unambiguous.intersection(classes))
        chance.shuffle(order)
        changed = _changed(how, order, names, chance)
        own = (name for name in changed if taken.get(fold(name.name), name.iri) == name.iri)
        found += [name for _, name in zip(range(most), own, strict=False)]
    return tuple(found)


def _changed(how: Perturbation, iris: Sequence[Iri], names: EntityNames, chance: Random) -> Iterator[PerturbedName]:
    for iri in iris:
        label = names.labels[iri]
        if name := perturbed(label, how, chance):
            yield PerturbedName(how, name, label, iri)


def recall(search: str, names: Sequence[PerturbedName], find: FindName) -> tuple[NameRecall, ...]:
    """What one search makes of names, by perturbation."""
    ranks = [(name.how, _rank(find(name.name), name.iri)) for name in names]
    kinds = dict.fromkeys(how for how, _ in ranks)
    return tuple(NameRecall(search, kind, tuple(rank for how, rank in ranks if how is kind)) for kind in kinds)


def _rank(found: Sequence[Iri], wanted: Iri) -> int:
    return found.index(wanted) if wanted in found else max(RECALL_AT)


# ---- searches


def by_service(service: OntologyService) -> FindName:
    """The concept that a name links to, then its looser readings; or else the suggestions."""

    def find(name: str) -> Sequence[Iri]:
        match service.link_concept(name):
            case LinkedName(entity=entity, also=also):
                return [entity.iri, *(candidate.entity.iri for candidate in also)]
            case unresolved:
                return [candidate.entity.iri for candidate in unresolved.candidates]

    return find


def by_bm25(ontology: Ontology, folder: Path) -> FindName:
    """Plain BM25 of the words of a name against labels and exact synonyms, indexed in a folder, which is created."""
    names = names_in(ontology)
    classes = [cls.iri for cls in signature(ontology).classes]
    rows = [(iri, name) for iri in classes for name in (names.labels[iri], *names.synonyms.get(iri, ()))]
    TextIndex.build(folder, (words(name) for _, name in rows))
    index = TextIndex(folder)

    def find(name: str) -> Sequence[Iri]:
        hits = index.best(words(name), _POOL)
        return list(dict.fromkeys(rows[hit.document][0] for hit in hits))[: max(RECALL_AT)]

    return find
