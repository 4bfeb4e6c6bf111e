"""The relations of an ontology without those that follow from others.

All triples A r B with A ⊑ ∃r.B follow from the ones kept here, together with the taxonomy, by four rules:

    superclass    A ⊑ A' and A' r B give A r B
    filler        A r B' and B' ⊑ B give A r B
    sub-relation  A q B and q ⊑ r give A r B
    transitivity  A r B and B r C give A r C, where r is stated to be transitive

and none of the kept ones follows from the others by these rules. What only another chain of relations (r ∘ s ⊑ t) gives
is kept, because few tools can apply one.

Taking equivalent classes and equivalent relations as one, the first three rules lead upwards in a partial order of
triples, so what they leave is unique. Transitivity may go round in circles (A r B r A), where there is a choice.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from entailed.reasoning import Closure
from entailed.service.exported_taxonomy import ExportedTaxonomy


class Relation(NamedTuple):
    """Source ⊑ ∃role.filler; the classes are groups, and the role stands for those equivalent to it."""

    source: int
    role: int
    filler: int


class _Reduced(NamedTuple):
    """The relations of one source that the first three rules do not give."""

    kept: list[Relation]
    """Transitivity does not give them either."""
    circular: list[Relation]
    """Transitivity may give them, but from something that may need them."""


class NonredundantRelations:
    """Finds the relations to keep, a group at a time."""

    def __init__(self, closure: Closure, taxonomy: ExportedTaxonomy, transitive: Iterable[int]) -> None:
        self._closure = closure
        self._taxonomy = taxonomy
        # The first of each set of equivalent roles stands for it.
        self._role_of = np.argmax(closure.superrole & closure.superrole.T, axis=1)
        self._transitive = {int(self._role_of[role]) for role in transitive}
        self._fillers: dict[int, list[int]] = {}

    def of(self, groups: Iterable[int]) -> Iterator[Relation]:
        """The relations to keep of all groups of the taxonomy; circular ones come last."""
        circular: list[Relation] = []
        for group in groups:
            reduced = self._reduced(group)
            yield from reduced.kept
            circular += reduced.circular
        yield from self._opened_circles(circular)

    def _reduced(self, source: int) -> _Reduced:
        parents = self._taxonomy.direct_parents(source).tolist()
        links = self._links(source)
        own = links.difference(*map(self._links, parents))
        reduced = _Reduced([], [])
        # All relations follow from those by a link, and a link of a parent needs no second look.
        told = self._by_links(source, links) if own else ()
        for relation in self._by_links(source, own):
            inherited = any(self._holds(relation._replace(source=parent)) for parent in parents)
            if inherited or any(self._is_weaker(relation, other) for other in told):
                continue
            hops = [other.filler for other in told if self._is_hop(other, relation)]
            if not hops:
                reduced.kept.append(relation)
            elif not any(self._lies_between(middle, relation) for middle in hops):
                reduced.circular.append(relation)
        return reduced

    def _links(self, source: int) -> set[tuple[int, int]]:
        links = self._closure.links
        return set(zip(links.of(source, 0).tolist(), links.of(source, 1).tolist(), strict=True))

    def _by_links(self, source: int, links: Iterable[tuple[int, int]]) -> list[Relation]:
        """The relations to the most specific named fillers of some links."""
        return sorted(
            {
                Relation(source, int(self._role_of[role]), filler)
                for role, context in links
                for filler in self._fillers_in(context)
            }
        )

    def _fillers_in(self, context: int) -> list[int]:
        if context not in self._fillers:
            self._fillers[context] = self._taxonomy.most_specific(self._taxonomy.above(context)).tolist()
        return self._fillers[context]

    def _holds(self, relation: Relation) -> bool:
        return self._closure.has_link(*relation)

    def _is_weaker(self, relation: Relation, other: Relation) -> bool:
        """Whether one follows from another of the same source by filler and sub-relation."""
        return (
            relation != other
            and bool(self._closure.superrole[other.role, relation.role])
            and self._closure.subsumes(relation.filler, other.filler)
        )

    # ---- transitivity

    def _is_hop(self, first: Relation, relation: Relation) -> bool:
        """Whether a relation of the same source leads to another by one further step."""
        source, role, filler = relation
        return (
            role in self._transitive
            and first.filler not in (source, filler)
            and bool(self._closure.superrole[first.role, role])
            and self._holds(Relation(first.filler, role, filler))
        )

    def _lies_between(self, middle: int, relation: Relation) -> bool:
        """Whether no way leads back from a middle to the source, nor from the filler to the middle.

        Then both steps are over a shorter distance than the relation, and can be had without it.
        """
        source, role, filler = relation
        return not (self._leads_to(middle, role, source) or self._leads_to(filler, role, middle))

    def _leads_to(self, start: int, role: int, end: int) -> bool:
        return self._closure.subsumes(end, start) or self._holds(Relation(start, role, end))

    def _opened_circles(self, circular: list[Relation]) -> list[Relation]:
        """Leave out one circular relation after the other, as long as the rest still gives it."""
        left_out: set[Relation] = set()
        steps: dict[int, list[Relation]] = {}

        def steps_from(group: int) -> Iterator[Relation]:
            for above in self._taxonomy.above(group).tolist():
                if above not in steps:
                    reduced = self._reduced(above)
                    steps[above] = reduced.kept + reduced.circular
                yield from (step for step in steps[above] if step not in left_out)

        def follows(relation: Relation) -> bool:
            seen = {relation.source}
            pending = [relation.source]
            while pending:
                for step in steps_from(pending.pop()):
                    if step == relation or not self._closure.superrole[step.role, relation.role]:
                        continue
                    if self._closure.subsumes(relation.filler, step.filler):
                        return True
                    if step.filler not in seen:
                        seen.add(step.filler)
                        pending.append(step.filler)
            return False

        for relation in circular:
            if follows(relation):
                left_out.add(relation)
        return [relation for relation in circular if relation not in left_out]
