"""What follows from an ontology, as arrays that answer questions without deriving anything more.

The triples A ⊑ ∃r.B are never written out. What is kept is S(X), the named subsumers of every context X, and the links
from named concepts to contexts; then

    A ⊑ ∃r.B   iff   there is a link A –q→ Y with q ⊑* r and B ∈ S(Y).

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

_FEW = 4
"""So many contexts are looked at one by one; of more, looking at all of them at once takes less time."""


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
    representative: IntArray
    """Shape (class_count,); equal for equivalent concepts, one of which it is."""
    members: Rows
    """By representative, the concepts that it stands for, in order."""
    subsumers: Rows
    """By context, the representatives of its named subsumers, in order."""
    subsumees: Rows
    """By representative, the contexts it subsumes, in order."""
    links: Rows
    """By representative, roles and target contexts; most of those that follow from another one are left out."""
    links_by_role: Rows
    """By role, target contexts and source representatives, in order."""
    parents: Rows
    """By representative, the representatives directly above."""
    children: Rows
    """By representative, the representatives directly below."""

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
        targets = self._targets(source, role)
        if len(targets) <= _FEW:
            return any(self._holds(filler, context) for context in targets.tolist())
        contexts = self.subsumees.of(self.representative[filler])
        if not len(contexts):  # the filler is unsatisfiable
            return False
        return bool((contexts.take(contexts.searchsorted(targets), mode="clip") == targets).any())

    def sources(self, role: int, filler: int) -> IntArray:
        """Every satisfiable class X with X ⊑ ∃role.filler, in order."""
        contexts = _Wanted(self.subsumees.of(self.representative[filler]), len(self.subsumers.starts) - 1)
        found = []
        for subrole in np.flatnonzero(self.superrole[:, role]).tolist():
            targets, sources = self.links_by_role.of(subrole, 0), self.links_by_role.of(subrole, 1)
            found.append(sources.take(contexts.positions_in(targets)))  # `take` is twice as fast as indexing
        if sum(map(len, found)) < self.class_count // 16:  # sorting a few takes less time than marking among all
            return self._all_members(distinct(np.concatenate(found)))
        is_source = np.zeros(self.class_count, np.bool_)
        for sources in found:
            is_source[sources] = True
        return np.flatnonzero(is_source.take(self.representative))

    def fillers(self, source: int, role: int) -> IntArray:
        """Every class B with source ⊑ ∃role.B, in order; ⊤ among them when there is any."""
        at = self.subsumers.positions(self._targets(source, role))
        return self._all_members(distinct(self.subsumers.columns[0][at]))

    def roles_between(self, source: int, filler: int) -> IntArray:
        """Every role r with source ⊑ ∃r.filler, in order."""
        links = self.representative[source]
        reached = [
            role
            for role, context in zip(self.links.of(links, 0), self.links.of(links, 1), strict=True)
            if self._holds(filler, context)
        ]
        return np.flatnonzero(self.superrole[reached].any(axis=0))

    def _targets(self, source: int, role: int) -> IntArray:
        start = self.representative[source]
        low, high = self.links.starts[start], self.links.starts[start + 1]
        roles, targets = self.links.columns
        found: IntArray = targets[low:high][self.superrole[:, role].take(roles[low:high])]
        return found

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
