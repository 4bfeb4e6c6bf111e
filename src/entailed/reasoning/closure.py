"""What follows from an ontology, as arrays that answer questions without deriving anything more.

The triples A ⊑ ∃r.B are never written out. What is kept is S(X), the named subsumers of every context X, and the links
from named concepts to contexts, without most of those that follow from others; then

    A ⊑ ∃r.B   iff   there are C ∈ S(A) and a link C –q→ Y with q ⊑* r and B ∈ S(Y).

Concepts and roles are the numbers of `ConceptInclusions`; the contexts beyond `class_count` stand for complex fillers.
Of concepts that are equivalent only one, their *representative*, stands in the rows, so that a class with ten thousand
synonyms costs ten thousand rows and not their square.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from entailed.reasoning.inclusions import BOTTOM
from entailed.reasoning.rows import IntArray, Rows, distinct, spread

BoolArray = NDArray[np.bool_]

BUNDLE = 8
"""How many links of one concept by one role lie in one row, so that ASK fetches the links of many concepts at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closure:
    """The deductive closure of an ontology, for named concepts.

    An unsatisfiable concept has no subsumers and no links here: everything is true of it, so it is to be reported
    as unsatisfiable and not searched.
    """

    class_count: int
    role_count: int
    consistent: bool
    unsatisfiable: BoolArray
    """Shape (class_count,); ⊥ itself included."""
    superrole: BoolArray
    """Shape (role_count, role_count); [r, s] when r ⊑* s."""
    reflexive: BoolArray
    """Shape (role_count,); whether X ⊑ ∃r.X for every X. There are no links for that."""
    representative: IntArray
    """Shape (class_count,); equal for equivalent concepts, one of which it is."""
    members: Rows
    """By representative, the concepts that it stands for, in order."""
    subsumers: Rows
    """By context, the representatives of its named subsumers, in order."""
    subsumees: Rows
    """By representative, the contexts it subsumes, in order."""
    links: Rows
    """By role, target contexts and source representatives, in order; without most of those that follow from others."""
    bundles: Rows
    """By representative, the bundles of its links and of those of its superconcepts."""
    bundle_roles: IntArray
    """Shape (bundles,)."""
    bundle_targets: IntArray
    """Shape (bundles, BUNDLE); -1 where a bundle has fewer links."""
    parents: Rows
    """By representative, the representatives directly above."""
    children: Rows
    """By representative, the representatives directly below."""
    descents: Rows
    """By level of the one below, representatives and those directly below them, as numpy's own indices: to go through
    the levels in order is to reach everything."""

    # ---- between concepts

    def subsumes(self, sup: int, sub: int) -> bool:
        """Whether sub ⊑ sup."""
        return bool(self.unsatisfiable[sub]) or self._holds(sup, self.representative[sub])

    def are_equivalent(self, first: int, second: int) -> bool:
        """Whether first ≡ second."""
        return self.subsumes(first, second) and self.subsumes(second, first)

    def superconcepts(self, concept: int) -> IntArray:
        """Every named subsumer of a satisfiable concept, itself and its equivalents included, in order."""
        return self._all_members(self.subsumers.of(self.representative[concept]))

    def subconcepts(self, concept: int) -> IntArray:
        """Every satisfiable class under a concept, itself and its equivalents included, in order."""
        contexts = self.subsumees.of(self.representative[concept])
        return self._all_members(contexts[: np.searchsorted(contexts, self.class_count)])

    def equivalents(self, concept: int) -> IntArray:
        """The classes equivalent to a concept, itself included, in order."""
        if self.unsatisfiable[concept]:
            return np.flatnonzero(self.unsatisfiable)
        return self.members.of(self.representative[concept])

    def direct_superconcepts(self, concept: int) -> IntArray:
        """The representatives of the groups directly above a concept's group."""
        return self.parents.of(self.representative[concept])

    def direct_subconcepts(self, concept: int) -> IntArray:
        """The representatives of the groups directly below a concept's group."""
        return self.children.of(self.representative[concept])

    # ---- existential entailments

    def has_link(self, source: int, role: int, filler: int) -> bool:
        """Whether source ⊑ ∃role.filler."""
        if self.unsatisfiable[source]:
            return True
        if self.reflexive[role] and self._holds(filler, self.representative[source]):
            return True
        bundles = self._bundles(source, self.superrole[:, role])
        # Counting is how numpy finds out soonest whether there is any.
        return bool(bundles.size and np.count_nonzero(self._leads_to(bundles, filler)))

    def sources(self, role: int, filler: int) -> IntArray:
        """Every satisfiable class X with X ⊑ ∃role.filler, in order."""
        contexts = _Wanted(self.subsumees.of(self.representative[filler]), len(self.subsumers.starts) - 1)
        found = []
        for subrole in np.flatnonzero(self.superrole[:, role]).tolist():
            targets, sources = self.links.of(subrole, 0), self.links.of(subrole, 1)
            found.append(sources.take(contexts.positions_in(targets)))  # `take` is twice as fast as indexing
        if self.reflexive[role] and not self.unsatisfiable[filler]:
            found.append(self.representative[[filler]])
        return self._all_under(np.concatenate(found))

    def fillers(self, source: int, role: int) -> IntArray:
        """Every class B with source ⊑ ∃role.B, in order; ⊤ among them when there is any."""
        contexts = self.targets(source, self.superrole[:, role])
        if self.reflexive[role] and not self.unsatisfiable[source]:
            contexts = np.append(contexts, self.representative[source])
        at = self.subsumers.positions(distinct(contexts))
        return self._all_members(distinct(self.subsumers.columns[0][at]))

    def roles_between(self, source: int, filler: int) -> IntArray:
        """Every role r with source ⊑ ∃r.filler, in order."""
        bundles = self.bundles.of(self.representative[source])
        linked = self._superroles(bundles[self._leads_to(bundles, filler).any(axis=1)])
        return np.flatnonzero(linked | self.reflexive if self._holds(filler, self.representative[source]) else linked)

    def roles_from(self, source: int) -> IntArray:
        """Every role r with source ⊑ ∃r.⊤, in order."""
        return np.flatnonzero(self._superroles(self.bundles.of(self.representative[source])) | self.reflexive)

    def links_from(self, source: int) -> tuple[IntArray, IntArray]:
        """Roles and target contexts of the links of a concept and of its superconcepts; some follow from others."""
        bundles = self.bundles.of(self.representative[source])
        targets = self.bundle_targets.take(bundles, axis=0).ravel()
        is_link = targets >= 0
        return self.bundle_roles.take(bundles).repeat(BUNDLE)[is_link], targets[is_link]

    def targets(self, source: int, roles: BoolArray) -> IntArray:
        """The target contexts of the links among these by some roles; `roles` is a mask of shape (role_count,)."""
        targets = self.bundle_targets.take(self._bundles(source, roles), axis=0)
        return targets[targets >= 0]

    def _bundles(self, source: int, roles: BoolArray) -> IntArray:
        """The bundles of links that source has by some roles."""
        of_source = self.bundles.of(self.representative[source])
        bundles: IntArray = of_source[roles.take(self.bundle_roles.take(of_source))]
        return bundles

    def _leads_to(self, bundles: IntArray, filler: int) -> BoolArray:
        """By bundle and place in it, whether a link to something under `filler` is there."""
        targets = self.bundle_targets.take(bundles, axis=0)
        contexts = self.subsumees.of(self.representative[filler])
        if not contexts.size:  # the filler is unsatisfiable
            return np.zeros(targets.shape, np.bool_)
        found: BoolArray = contexts.take(contexts.searchsorted(targets), mode="clip") == targets
        return found

    def _superroles(self, bundles: IntArray) -> BoolArray:
        """The roles of some bundles and the roles above, as a mask."""
        found: BoolArray = np.any(self.superrole[self.bundle_roles.take(bundles)], axis=0)
        return found

    def _all_under(self, representatives: IntArray) -> IntArray:
        """The classes under any of some representatives, which may come several times, in order."""
        levels = len(self.descents.starts) - 1
        few = max(self.class_count // 8, 200 * levels)  # sorting so many takes less time than going through all levels
        if len(representatives) < few:
            starts = self.subsumees.starts
            first = starts.take(representatives)
            lengths = starts.take(representatives + 1) - first
            if lengths.sum() < few:
                contexts = self.subsumees.columns[0].take(spread(first, lengths))
                return self._all_members(distinct(contexts[contexts < self.class_count]))
        is_found = np.zeros(self.class_count, np.bool_)
        is_found[representatives] = True
        for level in range(levels):
            above, below = self.descents.of(level, 0), self.descents.of(level, 1)
            is_found[below.take(np.flatnonzero(is_found.take(above)))] = True
        return np.flatnonzero(is_found.take(self.representative))

    def _holds(self, concept: int, context: int) -> bool:
        # Bisection by hand: a call of `searchsorted` costs more than the few steps that it takes.
        column, wanted = self.subsumers.columns[0], self.representative[concept]
        end = self.subsumers.starts[context + 1]
        at = bisect_left(column, wanted, self.subsumers.starts[context], end)
        return at < end and bool(column[at] == wanted)

    def _all_members(self, representatives: IntArray) -> IntArray:
        members: IntArray = np.sort(self.members.columns[0][self.members.positions(representatives)])
        return members

    # ---- as arrays

    def unsatisfiable_classes(self) -> IntArray:
        """The classes that can have no instance, ⊥ itself left out."""
        found: IntArray = np.flatnonzero(self.unsatisfiable)
        return np.setdiff1d(found, [BOTTOM])

    def specificity(self, concepts: IntArray) -> IntArray:
        """How many groups of classes subsume each concept: more for the more specific of two comparable ones."""
        rows = self.representative[concepts]
        counts: IntArray = self.subsumers.starts[rows + 1] - self.subsumers.starts[rows]
        return counts

    def arrays(self) -> Iterator[tuple[str, NDArray[np.generic]]]:
        """Every array with a name, for storage; `from_arrays` is the way back."""
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, Rows):
                yield f"{field.name}.starts", value.starts
                for number, column in enumerate(value.columns):
                    yield f"{field.name}.{number}", column
            else:
                yield field.name, np.asarray(value)

    @classmethod
    def from_arrays(cls, arrays: dict[str, NDArray[np.generic]]) -> "Closure":
        """Rebuild a closure from named arrays, which may be memory-mapped.

        Raises:
            KeyError: An array is missing.
        """
        values: dict[str, object] = {}
        for field in fields(cls):
            if field.type is Rows:
                count = sum(name.startswith(f"{field.name}.") for name in arrays) - 1
                columns = tuple(arrays[f"{field.name}.{number}"] for number in range(count))
                values[field.name] = Rows(arrays[f"{field.name}.starts"], columns)  # type: ignore[arg-type]
            else:
                array = arrays[field.name]
                values[field.name] = array if array.ndim else array.item()
        return cls(**values)  # type: ignore[arg-type]


class _Wanted:
    """Some of the contexts, to be found in several arrays; they are in order."""

    def __init__(self, contexts: IntArray, count: int) -> None:
        self._contexts = contexts
        self._count = count

    @cached_property
    def _is_wanted(self) -> BoolArray:
        mask = np.zeros(self._count, np.bool_)
        mask[self._contexts] = True
        return mask

    def positions_in(self, ordered: IntArray) -> NDArray[np.int64]:
        """Where any of the contexts stand in an array that is in order too."""
        if len(self._contexts) * ordered.size.bit_length() < len(ordered):
            first = np.searchsorted(ordered, self._contexts)
            return spread(first, np.searchsorted(ordered, self._contexts, side="right") - first)
        return np.flatnonzero(self._is_wanted.take(ordered))  # for many it is quicker to look at every place once
