"""Direct superclasses and subclasses, and what is near a class, from the gold reasoner."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache, cached_property

from entailed.benchmark.gold import GoldReasoner
from entailed.owl import Iri


class GoldTaxonomy:
    """The hierarchy of the satisfiable named classes, without owl:Thing; answers are sorted."""

    def __init__(self, gold: GoldReasoner) -> None:
        self._gold = gold
        self._above = cache(gold.superclasses)
        self.parents = cache(self._parents)
        """Of a class, its direct superclasses, each with its equivalents."""

    def _parents(self, iri: Iri) -> tuple[Iri, ...]:
        above = {sup: self._above(sup) for sup in self._above(iri)}
        strictly = [sup for sup in above if iri not in above[sup]]
        # A superclass is direct unless it is above another one and not equivalent to it.
        covered = {further for sup in strictly for further in above[sup] if sup not in above[further]}
        return tuple(sorted(set(strictly) - covered))

    def children(self, iri: Iri) -> tuple[Iri, ...]:
        """Its direct subclasses, each with its equivalents."""
        return tuple(self._children.get(iri, ()))

    @cached_property
    def _children(self) -> dict[Iri, list[Iri]]:
        children: defaultdict[Iri, list[Iri]] = defaultdict(list)
        for iri in self._gold.classes:
            for parent in self.parents(iri):
                children[parent].append(iri)
        return dict(children)

    def siblings(self, iri: Iri) -> tuple[Iri, ...]:
        """The other subclasses of its direct superclasses."""
        found = {child for parent in self.parents(iri) for child in self.children(parent)}
        return tuple(sorted(found - {iri}))


def within(levels: int, iri: Iri, step: Callable[[Iri], Iterable[Iri]]) -> tuple[Iri, ...]:
    """The class and what a number of steps up or down leads to, in that order, each level sorted."""
    found = {iri: None}
    level = [iri]
    for _ in range(levels):
        level = sorted({further for near in level for further in step(near)} - found.keys())
        found |= dict.fromkeys(level)
    return tuple(found)
