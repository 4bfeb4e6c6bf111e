"""Conclusions that need to know what exists: individuals that turn out to be the same, and the universal role.

The kernel takes nominals as opaque. That loses what follows when two contexts describe one individual: if Y ⊑ {a} and
something is in Y, then a is in Y. Whether something is in Y is a question of reachability along links, which run the
other way from the kernel's derivations, so it is settled between runs of the kernel, by inclusions for the next run:

- What links lead to from an individual is *certain*. If Y is certain and Y ⊑ {a}, then {a} ⊑ Y.
- A concept ∃U.C over the universal role that is true of something certain is true of everything.
- What links lead to from a named class X exists if X has an instance. Where X reaches several contexts under one {a},
  each context V on the way gets a copy V|X, read "V if something is in X, otherwise ⊥": V|X ⊑ V, its links lead to
  copies, X has the links that lead to them, and the copies under one {a} are equivalent. The individuals exist beside
  any X: so X reaches them, by a role of its own that says nothing more.

The last is the condition that Kazakov, Krötzsch and Simančík (2012), "Practical Reasoning with Nominals in the EL
Family of Description Logics", carry along with every conclusion; rule CR6 of Baader, Brandt and Lutz (2005) without it
is incomplete. Copies are made where they can matter and nowhere else.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from entailed.reasoning.inclusions import TOP, ConceptInclusions
from entailed.reasoning.rows import IntArray, Rows, distinct


@dataclass(frozen=True, slots=True)
class Derived:
    """What one run of the kernel derives."""

    same: IntArray
    """Shape (concepts,): the concept that stands for each in the rows below."""
    subsumers: Rows
    """By context, its subsumers, in no order; those without a name only where there are nominals."""
    links: Rows
    """By source, roles and targets, in no order: the links that it does not have from the concept it inherits from."""
    inherits_from: IntArray
    """Shape (concepts,): a named subsumer of each source all of whose links it has, or -1."""
    unsatisfiable: NDArray[np.bool_]
    """Shape (concepts,); ⊥ itself included. Holds for those that stand for others only."""

    def links_from(self, sources: IntArray) -> IntArray:
        """Rows (source, role, target) of all links of some sources."""
        holders = sources
        found = [np.empty((0, 3), np.int32)]
        while len(sources):
            at = self.links.positions(holders)
            roles, targets = (column[at] for column in self.links.columns)
            lengths = self.links.starts[holders + 1] - self.links.starts[holders]
            found.append(np.stack([np.repeat(sources, lengths), roles, targets], axis=1, dtype=np.int32))
            above = self.inherits_from[holders]
            inherits = above >= 0
            sources, holders = sources[inherits], above[inherits]
        return np.concatenate(found)


class ExistenceConclusions:
    """Draws the conclusions between runs, remembering the copies it has made."""

    def __init__(self) -> None:
        self._copies: dict[tuple[int, int], int] = {}
        """The number of V|X by (X, V)."""
        self._beside: int | None = None
        """The role that links whatever exists to the individuals; made with the first copies."""

    def conclude(self, inclusions: ConceptInclusions, derived: Derived) -> ConceptInclusions | None:
        """The inclusions with what follows from the existence of things, or None when that is nothing new."""
        if not inclusions.nominals:
            return None
        nominals = np.unique(derived.same[list(inclusions.nominals.values())])
        unsatisfiable = derived.unsatisfiable
        if unsatisfiable[TOP] or unsatisfiable[nominals].any():
            return None  # everything follows from a contradiction as it is
        if certain := list(_of_certain(inclusions, derived, nominals)):
            return replace(inclusions, subsumptions=[*inclusions.subsumptions, *certain])
        described = _described(derived, nominals, unsatisfiable)
        if not described:
            return None
        if self._beside is None:
            self._beside = inclusions.role_count
            inclusions = replace(inclusions, role_count=inclusions.role_count + 1)
        copying = _Copying(inclusions, derived, described, self._copies, self._beside)
        return copying.outcome() if copying.subsumptions else None


def _of_certain(inclusions: ConceptInclusions, derived: Derived, nominals: IntArray) -> Iterator[tuple[int, int]]:
    """What follows from what links lead to from individuals."""
    certain = np.zeros(len(derived.same), np.bool_)
    fresh = nominals
    while len(fresh):
        certain[fresh] = True
        targets = distinct(derived.links_from(fresh)[:, 2])
        fresh = targets[~certain[targets]]
    subsumers = derived.subsumers.array()
    context, subsumer = subsumers.T
    of_nominals = np.isin(context, nominals)
    known = set(map(tuple, subsumers[of_nominals | (context == TOP)].tolist()))
    found = subsumers[certain[context] & np.isin(subsumer, nominals)]
    yield from {(a, y) for y, a in found.tolist()} - known
    somewhere = np.unique(derived.same[inclusions.somewhere])
    found = subsumers[certain[context] & np.isin(subsumer, somewhere)]
    yield from {(TOP, concept) for concept in found[:, 1].tolist()} - known


def _described(derived: Derived, nominals: IntArray, unsatisfiable: NDArray[np.bool_]) -> dict[int, list[int]]:
    """The nominals above each context, as far as some context under them may have an instance or not."""
    subsumers = derived.subsumers.array()
    context, subsumer = subsumers.T
    of_nominals = set(map(tuple, subsumers[np.isin(context, nominals)].tolist()))
    rows = subsumers[np.isin(subsumer, nominals) & ~unsatisfiable[context]].tolist()
    undecided = {a for y, a in rows if (a, y) not in of_nominals}
    described: dict[int, list[int]] = defaultdict(list)
    for y, a in rows:
        if a in undecided:
            described[y].append(a)
    return described


def _reached(edges: IntArray, start: IntArray, count: int) -> NDArray[np.bool_]:
    """By concept, whether edges (from, to) lead there from `start`."""
    reached = np.zeros(count, np.bool_)
    reached[start] = True
    while True:
        fresh = edges[reached[edges[:, 0]] & ~reached[edges[:, 1]], 1]
        if not len(fresh):
            return reached
        reached[fresh] = True


class _Copying:
    """Copies, for every named class X that reaches contexts under one nominal, what lies on the way to them."""

    def __init__(
        self,
        inclusions: ConceptInclusions,
        derived: Derived,
        described: dict[int, list[int]],
        copies: dict[tuple[int, int], int],
        beside: int,
    ) -> None:
        self.subsumptions: list[tuple[int, int]] = []
        self.links: list[tuple[int, int, int]] = []
        self._inclusions = inclusions
        self._count = inclusions.concept_count
        self._same = derived.same
        self._described = described
        self._copies = copies
        self._beside = beside
        self._original = {number: context for (_, context), number in copies.items()}
        links, subsumers = derived.links_from(np.arange(len(derived.same))), derived.subsumers.array()
        leading = _reached(links[:, [2, 0]], np.array(list(described)), len(derived.same))
        self._ways: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for x, role, y in links[leading[links[:, 0]] & leading[links[:, 2]]].tolist():
            self._ways[x].append((role, y))
        among = subsumers[np.isin(subsumers, list(described)).all(axis=1)]
        self._subsumed = set(map(tuple, among.tolist()))
        nominals = np.unique(derived.same[list(inclusions.nominals.values())])
        self._to_individuals = [(beside, nominal) for nominal in nominals[leading[nominals]].tolist()]
        for root in np.flatnonzero(leading[: len(inclusions.classes)]).tolist():
            self._consider(root)

    def outcome(self) -> ConceptInclusions:
        return replace(
            self._inclusions,
            concept_count=self._count,
            subsumptions=[*self._inclusions.subsumptions, *self.subsumptions],
            links=[*self._inclusions.links, *self.links],
        )

    def _consider(self, root: int) -> None:
        ways = self._ways_from(root)
        groups: dict[int, list[int]] = defaultdict(list)
        for context in ways:
            for nominal in self._described.get(context, ()):
                groups[nominal].append(context)
        are_one = all(pair in self._subsumed for group in groups.values() for pair in _ring(group))
        if are_one and not self._lacks_links(ways):
            return
        copy_of = {context: self._copy(root, context) for context in ways}
        self.subsumptions.extend((copy, context) for context, copy in copy_of.items())
        self.links.extend((copy_of[x], role, copy_of[y]) for x, links in ways.items() for role, y in links)
        for group in groups.values():
            self.subsumptions.extend(_ring([copy_of[context] for context in group]))

    def _lacks_links(self, ways: dict[int, list[tuple[int, int]]]) -> bool:
        """Whether a link was derived since the copies were made, to something that has a copy."""
        return any(
            way not in self._ways[context] and way[0] != self._beside
            for context, links in ways.items()
            for way in links
        )

    def _ways_from(self, root: int) -> dict[int, list[tuple[int, int]]]:
        """By context that `root` reaches, the roles and contexts its links lead to, as far as they lead on."""
        ways: dict[int, list[tuple[int, int]]] = {}
        agenda = [root]
        for context in agenda:  # grows while it is walked
            if context not in ways:
                leading = self._ways[context] + (self._to_individuals if context == root else [])
                ways[context] = [(role, self._seen_from(root, y)) for role, y in leading]
                agenda.extend(y for _, y in ways[context])
        return ways

    def _seen_from(self, root: int, context: int) -> int:
        """The copy for `root` of a context, if there is one: it says at least as much."""
        copy = self._copies.get((root, self._original.get(context, context)))
        return context if copy is None else int(self._same[copy])

    def _copy(self, root: int, context: int) -> int:
        if context == root:
            return root
        key = root, self._original.get(context, context)
        if key not in self._copies:
            self._copies[key] = self._count
            self._count += 1
        return self._copies[key]


def _ring(concepts: list[int]) -> list[tuple[int, int]]:
    return list(zip(concepts, [*concepts[1:], *concepts[:1]], strict=True))
