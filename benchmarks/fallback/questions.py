"""Questions for concepts under several conditions, with the answers the reasoner finds in the full ontology."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from revision import Names, Restriction

from entailed.reasoning import TOP, Closure, ConceptInclusions

LEVELS_LIFTED = 2
"""How far above a stated filler the filler of a condition may be."""
Condition = tuple[int, int]
"""A relation and a filler, by number."""


class Question(NamedTuple):
    """A conjunctive question within a branch of the ontology."""

    text: str
    """As a query."""
    conditions: int
    gold: frozenset[str]
    """The IRIs of its answers."""


def make_questions(
    inclusions: ConceptInclusions,
    closure: Closure,
    restrictions: Iterable[Restriction],
    names: Names,
    *,
    root: str,
    counts: dict[int, int],
    seed: int,
) -> Iterator[Question]:
    """Questions whose conditions do not imply each other.

    Args:
        inclusions: Of the full ontology.
        closure: Of the full ontology.
        restrictions: What its axioms state.
        names: Of its classes and relations.
        root: The label of the branch's root.
        counts: How many questions by number of conditions.
        seed: Of all random choices.
    """
    chance = random.Random(seed)
    stated = _stated(inclusions, restrictions)
    number = {names.labels[iri]: n for n, iri in enumerate(inclusions.classes) if iri in names.labels}
    branch = closure.subconcepts(number[root])
    asked = set()
    for conditions, wanted in counts.items():
        while wanted:
            concept = int(chance.choice(branch))
            possible = sorted(_conditions_of(concept, closure, stated, inclusions, names))
            chosen = tuple(sorted(chance.sample(possible, conditions))) if len(possible) >= conditions else ()
            if not chosen or chosen in asked or _imply_each_other(closure, chosen):
                continue
            asked.add(chosen)
            wanted -= 1
            found = set(branch.tolist()).intersection(*(closure.sources(*condition).tolist() for condition in chosen))
            yield Question(
                text=_query(root, chosen, inclusions, names),
                conditions=conditions,
                gold=frozenset(inclusions.classes[c] for c in found),
            )


def _stated(inclusions: ConceptInclusions, restrictions: Iterable[Restriction]) -> dict[int, list[Condition]]:
    number = {iri: n for n, iri in enumerate(inclusions.classes)}
    role = {iri: n for n, iri in enumerate(inclusions.roles)}
    stated = defaultdict(list)
    for concept, relation, filler in restrictions:
        stated[number[concept]].append((role[relation], number[filler]))
    return stated


def _conditions_of(
    concept: int, closure: Closure, stated: dict[int, list[Condition]], inclusions: ConceptInclusions, names: Names
) -> set[Condition]:
    """What is stated of a concept and its superconcepts, the fillers lifted."""
    found = set()
    for above in closure.superconcepts(concept).tolist():
        for role, filler in stated.get(above, ()):
            level = {filler}
            for _ in range(LEVELS_LIFTED + 1):
                found |= {(role, f) for f in level if f > TOP and inclusions.classes[f] in names.labels}
                level = {int(parent) for f in level for parent in closure.direct_superconcepts(f)}
    return found


def _imply_each_other(closure: Closure, conditions: tuple[Condition, ...]) -> bool:
    found = [set(closure.sources(*condition).tolist()) for condition in conditions]
    return any(a <= b for i, a in enumerate(found) for j, b in enumerate(found) if i != j)


def _query(root: str, conditions: Iterable[Condition], inclusions: ConceptInclusions, names: Names) -> str:
    def label(iri: str) -> str:
        return names.labels[iri].replace("\\", "\\\\").replace('"', '\\"')

    parts = [f'?x "is a" "{root}"']
    parts += [f'?x "{label(inclusions.roles[r])}" "{label(inclusions.classes[f])}"' for r, f in conditions]
    return f"SELECT ?x WHERE {{ {' . '.join(parts)} }}"
