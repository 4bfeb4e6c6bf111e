"""Writes a terminology of any size in functional syntax, shaped like SNOMED CT.

    python benchmarks/reasoning/generate.py 50000 /tmp/terms.ofn

Two taxonomies of a dozen levels. Sites (40 % of the classes) are primitive, and a quarter of them are part of another,
which comes before it, so that parts never go round in circles. Findings are,
two in three, defined by a parent, one attribute, and a group of two attributes inside ∃ group.(…); half of the
definitions narrow another one, so that classification has something to find. Attributes form a hierarchy; one is
transitive, and a chain carries another along it.
"""

import random
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TextIO

LEVELS = 12
ATTRIBUTES = 48
HEAD = """Prefix(:=<http://terms.example/>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Ontology(<http://terms.example/>
"""


def taxonomy(first: int, count: int, choose: random.Random) -> tuple[list[list[int]], dict[int, list[int]]]:
    """Levels of class numbers, each wider than the one above, and the parents of every class below the first level."""
    weights = [1.6 ** min(level, 8) for level in range(LEVELS)]
    levels: list[list[int]] = []
    done = first
    for weight in weights:
        size = max(1, int(count * weight / sum(weights)))
        levels.append(list(range(done, min(done + size, first + count))))
        done = levels[-1][-1] + 1
    levels[-1].extend(range(done, first + count))
    parents: dict[int, list[int]] = {}
    for above, level in pairwise(levels):
        for position, number in enumerate(level):
            near = position * len(above) // len(level)
            found = {above[near]}
            if choose.random() < 0.45:
                found.add(above[min(len(above) - 1, max(0, near + choose.randint(-15, 15)))])
            parents[number] = sorted(found)
    return levels, parents


def axioms(count: int, seed: int) -> Iterator[str]:
    """The axioms, one after the other; the same for the same count and seed."""
    choose = random.Random(seed)
    sites, site_parents = taxonomy(0, count * 2 // 5, choose)
    findings, finding_parents = taxonomy(count * 2 // 5, count - count * 2 // 5, choose)
    for number in range(count):
        yield f"Declaration(Class(:C{number}))"
    for attribute in range(1, ATTRIBUTES // 2):
        yield f"SubObjectPropertyOf(:a{attribute} :a{attribute // 4})"
    yield "TransitiveObjectProperty(:partOf)"
    yield "SubObjectPropertyOf(ObjectPropertyChain(:a1 :partOf) :a1)"
    yield f"DisjointClasses(:C{sites[0][0]} :C{findings[0][0]})"
    for number, parents in site_parents.items():
        yield from (f"SubClassOf(:C{number} :C{parent})" for parent in parents)
        if choose.random() < 0.25:
            whole = max(0, number - choose.randint(1, 2000))
            yield f"SubClassOf(:C{number} ObjectSomeValuesFrom(:partOf :C{whole}))"
    narrower = {parent: number for number, parents in site_parents.items() for parent in parents}
    fillers = [number for level in sites[3:] for number in level]
    shapes = [tuple(choose.sample(range(ATTRIBUTES), 3)) for _ in range(40)]
    definitions: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []
    for number, parents in finding_parents.items():
        if choose.random() > 2 / 3:
            yield from (f"SubClassOf(:C{number} :C{parent})" for parent in parents)
            continue
        if definitions and choose.random() < 0.5:
            parent, shape, values = choose.choice(definitions[-2000:])
            values = tuple(narrower.get(value, value) for value in values)
        else:
            parent, shape = parents[0], choose.choice(shapes)
            values = tuple(choose.choice(fillers) for _ in shape)
        definitions.append((parent, shape, values))
        one, two, three = (
            f"ObjectSomeValuesFrom(:a{attribute} :C{value})" for attribute, value in zip(shape, values, strict=True)
        )
        group = f"ObjectSomeValuesFrom(:group ObjectIntersectionOf({two} {three}))"
        yield f"EquivalentClasses(:C{number} ObjectIntersectionOf(:C{parent} {one} {group}))"


def write(count: int, file: TextIO, seed: int = 1) -> None:
    """Write a whole ontology."""
    file.write(HEAD)
    file.writelines(f"{axiom}\n" for axiom in axioms(count, seed))
    file.write(")\n")


if __name__ == "__main__":
    with Path(sys.argv[2]).open("w", encoding="utf-8") as output:
        write(int(sys.argv[1]), output)
