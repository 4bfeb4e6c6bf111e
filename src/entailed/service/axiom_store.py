"""The logical axioms of an ontology on disk, and the ⊥-modules taken from them.

An axiom is *watched* under the names of its guard (see `reasoning.locality`): it comes into a module only once one of
these names does. So a module of a few hundred axioms is found by looking at little more than these.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from entailed.owl import model as owl
from entailed.owl.signature import entities
from entailed.reasoning import ConceptInclusions
from entailed.reasoning.locality import Cost, Guard, local_guard
from entailed.service.arrays import map_array
from entailed.service.axiom_codec import AxiomReader, AxiomWriter
from entailed.service.strings import StringTable

_NO_NAMES: Guard = frozenset()


class LeftOut(NamedTuple):
    """An axiom of a module that was not reasoned over, or not wholly."""

    kind: str
    """The OWL construct that was left out."""
    axiom: owl.Axiom


class Module(NamedTuple):
    """The axioms that bear on some names."""

    axioms: tuple[owl.Axiom, ...]
    left_out: tuple[LeftOut, ...]


class AxiomStore:
    """The logical axioms of an index folder."""

    def __init__(self, folder: Path, classes: Sequence[str], roles: Sequence[str]) -> None:
        """Open what `write` made.

        Args:
            folder: The folder of the store.
            classes: IRIs by class number.
            roles: IRIs by role number.

        Raises:
            OSError: A file is missing.
            ValueError: A file is damaged.
        """
        self._lines = StringTable.open(folder / "axioms")
        self._watched_names = StringTable.open(folder / "watched_names")
        self._watch_starts = map_array(folder / "watch_starts.npy")
        self._watchers = map_array(folder / "watchers.npy")
        self._always: list[int] = map_array(folder / "always.npy").tolist()
        self._may_be_incomplete = map_array(folder / "may_be_incomplete.npy")
        self._left_out: dict[str, list[str]] = json.loads((folder / "left_out.json").read_text(encoding="utf-8"))
        self._reader = AxiomReader(classes, roles)

    @staticmethod
    def write(folder: Path, ontology: owl.Ontology, inclusions: ConceptInclusions) -> None:
        """Write the logical axioms of an ontology into a folder, which is created."""
        folder.mkdir(parents=True)
        logical = ontology.logical_axioms()
        writer = AxiomWriter(inclusions.classes, inclusions.roles)
        StringTable.write(folder / "axioms", map(writer.line, logical))
        guards = _guards(logical, _occurrences(inclusions))
        watchers: defaultdict[str, list[int]] = defaultdict(list)
        for number, guard in enumerate(guards):
            for name in guard or ():
                watchers[name].append(number)
        names = sorted(watchers, key=str.encode)
        StringTable.write(folder / "watched_names", names)
        np.save(folder / "watch_starts.npy", np.cumsum([0, *(len(watchers[name]) for name in names)]))
        np.save(folder / "watchers.npy", np.array([n for name in names for n in watchers[name]], dtype=np.int32))
        always = [number for number, guard in enumerate(guards) if guard is None]
        np.save(folder / "always.npy", np.array(always, dtype=np.int32))
        left_out = _left_out_by_number(logical, inclusions)
        (folder / "left_out.json").write_text(json.dumps(left_out), encoding="utf-8")
        touched = _names_before(left_out, logical, guards)
        may_bear = [touched is None or iri in touched for iri in inclusions.classes]
        np.save(folder / "may_be_incomplete.npy", np.array(may_bear, dtype=np.bool_))

    def may_be_incomplete(self, concept: int) -> bool:
        """Whether an axiom that was left out may bear on what follows about a class.

        Never False where the class's ⊥-module holds such an axiom; True now and then where it does not, because a
        conjunction counts as met once one of its names is. `module` tells exactly, in a thousand times the time.
        """
        return bool(self._may_be_incomplete[concept])

    def module(self, names: Iterable[str]) -> Module:
        """The ⊥-module of some names: the axioms of the ontology that can bear on what follows about them.

        Args:
            names: IRIs of classes and properties.
        """
        signature = set(names)
        pending = list(signature)
        watching: defaultdict[str, list[int]] = defaultdict(list)
        found: dict[int, owl.Axiom] = {}
        for number in self._always:
            pending += self._take_in(number, self.axiom(number), found, signature)
        while pending:
            name = pending.pop()
            for number in (*self._watchers_of(name), *watching.pop(name, ())):
                if number in found:
                    continue
                axiom = self.axiom(number)
                guard = local_guard(axiom, signature, _by_length)
                if guard is None:
                    pending += self._take_in(number, axiom, found, signature)
                for other in guard or ():
                    watching[other].append(number)
        numbers = sorted(found)
        left_out = (LeftOut(kind, found[number]) for number in numbers for kind in self._left_out.get(str(number), ()))
        return Module(tuple(found[number] for number in numbers), tuple(left_out))

    def __len__(self) -> int:
        return len(self._lines)

    def axiom(self, number: int) -> owl.Axiom:
        """An axiom by its number in the store."""
        return self._reader.axiom(self._lines[number])

    def _take_in(self, number: int, axiom: owl.Axiom, found: dict[int, owl.Axiom], signature: set[str]) -> list[str]:
        """Add an axiom to the module; return the names that it brings."""
        found[number] = axiom
        new = [name for name in _names(axiom) if name not in signature]
        signature.update(new)
        return new

    def _watchers_of(self, name: str) -> list[int]:
        number = self._watched_names.find(name)
        if number is None:
            return []
        watchers: list[int] = self._watchers[self._watch_starts[number] : self._watch_starts[number + 1]].tolist()
        return watchers


def _names(axiom: owl.Axiom) -> Iterator[str]:
    match axiom:
        case owl.SubClassOf(owl.Class(sub), owl.Class(sup)):  # most axioms: not worth the general walk
            yield from (sub, sup)
            return
    for entity in entities(axiom):
        if isinstance(entity, owl.Class | owl.ObjectProperty | owl.DataProperty):
            yield entity.iri


def _by_length(name: str) -> int:
    return 1


def _occurrences(inclusions: ConceptInclusions) -> Cost:
    """How often a class stands on the left of an inclusion; a property counts as more than any class."""
    count: Counter[int] = Counter()
    for first, second, _ in inclusions.conjunctions:
        count[first] += 1
        count[second] += 1
    count.update(filler for filler, _, _ in inclusions.existentials)
    occurrences = {iri: count[number] for number, iri in enumerate(inclusions.classes)}
    most = sum(occurrences.values()) + 1
    return lambda name: occurrences.get(name, most)


def _guards(logical: Sequence[owl.Axiom], cost: Cost) -> list[Guard | None]:
    guards: list[Guard | None] = []
    for axiom in logical:
        match axiom:
            case owl.SubClassOf(owl.Class(iri)) if iri not in (owl.OWL_THING, owl.OWL_NOTHING):
                guards.append(frozenset((iri,)))  # nine in ten axioms: not worth the general way
            case _:
                guards.append(local_guard(axiom, (), cost))
    return guards


def _names_before(
    left_out: Iterable[str], logical: Sequence[owl.Axiom], guards: Sequence[Guard | None]
) -> set[str] | None:
    """The names from which an axiom that was left out can be reached; None when every name is one."""
    seeds = [guards[int(number)] for number in left_out]
    if None in seeds:
        return None
    reached = {name for guard in seeds for name in guard or ()}
    if not reached:
        return set()
    leading: defaultdict[str, list[Guard]] = defaultdict(list)
    for axiom, guard in zip(logical, guards, strict=True):
        match axiom:
            case owl.SubClassOf(owl.Class(sub), owl.Class(sup)) if guard == frozenset((sub,)):  # most axioms
                if sup != sub:
                    leading[sup].append(guard)
                continue
        for name in set(_names(axiom)) - (guard or _NO_NAMES):
            if guard is None and name in reached:
                return None
            if guard:
                leading[name].append(guard)
    agenda = list(reached)
    for name in agenda:  # grows while it is walked
        for guard in leading[name]:
            agenda.extend(guard - reached)
            reached |= guard
    return reached


def _left_out_by_number(logical: Sequence[owl.Axiom], inclusions: ConceptInclusions) -> dict[str, list[str]]:
    numbers: dict[int, int] = {}  # by identity: these are the very axioms
    if inclusions.not_reasoned:
        numbers = {id(axiom): number for number, axiom in enumerate(logical)}
    found: defaultdict[str, list[str]] = defaultdict(list)
    for kind, axiom in inclusions.not_reasoned:
        found[str(numbers[id(axiom)])].append(kind)
    return dict(found)
