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
from entailed.reasoning.closure import BoolArray
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
        equivalent = closure.superrole & closure.superrole.T
        self._role_of = equivalent.argmax(axis=1) if closure.role_count else np.empty(0, np.intp)
        self._under = np.ascontiguousarray(closure.superrole.T)
        self._strictly_under = self._under & ~closure.superrole
        self._transitive = {int(self._role_of[role]) for role in transitive}
        self._fillers_in: dict[int, list[int]] = {}
        self._circles: dict[tuple[int, int], int] = {}

    def of(self, groups: Iterable[int]) -> Iterator[Relation]:
        """The relations to keep of all groups of the taxonomy; circular ones come last."""
        circular: list[Relation] = []
        for group in groups:
            reduced = self._reduced(group)
            yield from reduced.kept
            circular += reduced.circular
        yield from self._opened_circles(circular)

    def _reduced(self, source: int) -> _Reduced:
        reduced = _Reduced([], [])
        least = self._least_fillers(source)
        for role, fillers in least.items():
            circling: set[int] = set()
            if role in self._transitive:
                by_subroles = (least[subrole] for subrole in least if self._under[role, subrole])
                unreached, circling = self._without_steps(source, role, set().union(*by_subroles))
                fillers = fillers & unreached
            for filler in sorted(fillers):
                (reduced.circular if filler in circling else reduced.kept).append(Relation(source, role, filler))
        return reduced

    # ---- superclass, filler and sub-relation

    def _least_fillers(self, source: int) -> dict[int, set[int]]:
        """By role, the fillers of the relations of a source that the first three rules do not give.

        All relations of a source follow from those by its links, so these hold the least of them in the order of
        triples. A least one that a parent has is among the least of the parent too, which has no other ones than the
        source; so it is enough to compare with those by the links of parents.
        """
        parents = self._taxonomy.direct_parents(source).tolist()
        own = self._bundles(source).difference(*map(self._bundles, parents))
        roles = {*self._closure.bundle_roles[list(own)].tolist(), *np.flatnonzero(self._closure.reflexive).tolist()}
        least = {}
        for role in sorted({int(self._role_of[role]) for role in roles}):
            told = self._fillers(source, self._under[role])
            inherited = (self._fillers(parent, self._under[role]) for parent in parents)
            new = told.difference(self._fillers(source, self._strictly_under[role]), *inherited)
            if new:
                least[role] = new.intersection(self._taxonomy.most_specific(np.array(list(told))).tolist())
        return least

    def _bundles(self, source: int) -> set[int]:
        """The bundles of all links of a source: those of links that no parent has are no parent's."""
        return set(self._closure.bundles.of(source).tolist())

    def _fillers(self, source: int, roles: BoolArray) -> set[int]:
        """The most specific named fillers of each link by one of some roles."""
        found: set[int] = set()
        for context in self._closure.targets(source, roles).tolist():
            if context not in self._fillers_in:
                self._fillers_in[context] = self._taxonomy.nearest(context).tolist()
            found.update(self._fillers_in[context])
        if (roles & self._closure.reflexive).any():
            found.add(source)
        return found

    # ---- transitivity

    def _without_steps(self, source: int, role: int, fillers: set[int]) -> tuple[set[int], set[int]]:
        """The fillers of a transitive role that no step from another one leads to, and those that one does in a circle.

        A step that is no circle is over a shorter distance than the relation it leads to, and so is the relation to its
        middle; both can be had without that relation. It is enough to look at

        - the least fillers as middles: where another one leads, one under it does, unless it is the goal itself;
        - where the links of a middle lead: whatever else a middle is related to is above that, and so not least;
        - middles not reached themselves: where these lead, the step that reached them does. So the ones with most links
          come first.
        """
        unreached, circling = set(fillers), set[int]()
        for middle in sorted(fillers - {source}, key=self._link_count, reverse=True):
            if middle not in unreached:
                continue
            ahead = self._fillers(middle, self._under[role]) & unreached - {middle}
            around = ahead
            if ahead and not self._is_circular(source, role, middle):
                around = {filler for filler in ahead if self._is_circular(middle, role, filler)}
            circling |= around
            unreached -= ahead - around
        return unreached, circling

    def _link_count(self, group: int) -> int:
        return len(self._closure.links_from(group)[0])

    def _is_circular(self, start: int, role: int, end: int) -> bool:
        """Whether a way leads back from the end of a relation of a transitive role to its start.

        The start is related to all that the end is related to. So a way back makes that the same for both, themselves
        among it; and where it is the same, with the start among it, there is a way back.
        """
        size = self._circle(start, role)
        return size > 0 and size == self._circle(end, role)

    def _circle(self, group: int, role: int) -> int:
        """To how many classes a group is related that is related to itself; 0 for any other group."""
        if (group, role) not in self._circles:
            to_itself = self._closure.has_link(group, role, group)
            self._circles[group, role] = len(self._closure.fillers(group, role)) if to_itself else 0
        return self._circles[group, role]

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
