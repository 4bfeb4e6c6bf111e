"""The taxonomy of some classes of a closure, as if the others had no name."""

import numpy as np

from entailed.reasoning import Closure
from entailed.reasoning.rows import IntArray

_NONE = -1


class ExportedTaxonomy:
    """Classes to be exported, in groups of equivalent ones.

    A group goes by its representative in the closure, which need not be an exported class itself.
    """

    def __init__(self, closure: Closure, classes: IntArray) -> None:
        """Take the classes to be exported, in order; all are satisfiable, and ⊤ is none of them."""
        self.classes = classes
        self._closure = closure
        self._exported = np.zeros(closure.class_count, np.bool_)
        self._exported[classes] = True
        self._first = np.full(closure.class_count, _NONE)
        self._first[closure.representative[classes[::-1]]] = classes[::-1]

    def __contains__(self, concept: int) -> bool:
        return bool(self._exported[concept])

    def groups(self) -> list[int]:
        """Every group, in the order of their first members."""
        return list(dict.fromkeys(self._closure.representative[self.classes].tolist()))

    def first_member(self, group: int) -> int:
        """The exported class that stands for a group."""
        return int(self._first[group])

    def members(self, groups: IntArray) -> IntArray:
        """The exported classes of some groups."""
        members: IntArray = self._closure.members.columns[0][self._closure.members.positions(groups)]
        return members[self._exported[members]]

    def above(self, context: int) -> IntArray:
        """The groups that subsume a context; of a group, itself included."""
        groups = self._closure.subsumers.of(context)
        exported: IntArray = groups[self._first[groups] != _NONE]
        return exported

    def nearest(self, context: int) -> IntArray:
        """The most specific groups that subsume a context; of a group, itself alone."""
        if context < len(self._first) and self._first[context] != _NONE:
            return np.array([context])
        return self.most_specific(self.above(context))

    def direct_parents(self, group: int) -> IntArray:
        """The groups directly above a group: classes that are not exported do not come between."""
        parents = self._closure.parents.of(group)
        if (self._first[parents] != _NONE).all():
            return parents
        above = self.above(group)
        return self.most_specific(above[above != group])

    def most_specific(self, groups: IntArray) -> IntArray:
        """The groups that subsume no other one of them."""
        if len(groups) < 2:
            return groups
        subsumers = self._closure.subsumers
        lengths = subsumers.starts[groups + 1] - subsumers.starts[groups]
        above = subsumers.columns[0][subsumers.positions(groups)]
        # A mask, because set operations of NumPy sort or hash what is above all of them.
        subsumes_other = np.zeros(self._closure.class_count, np.bool_)
        subsumes_other[above[above != np.repeat(groups, lengths)]] = True
        return groups[~subsumes_other[groups]]
