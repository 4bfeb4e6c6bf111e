"""Compares what Entailed and ELK derive from the same ontologies; the exit code is 1 where they differ.

    python benchmarks/reasoning/compare_elk.py 50000 path/to/go.obo.gz path/to/galen.nt.gz …

A number stands for a generated terminology of that size (see `generate.py`); ELK runs as in `run.py`. Compared are all
subsumptions between named classes, equivalences and unsatisfiable classes among them, and for a sample of pairs of a
relation r and a class B the classes A with A ⊑ ∃r.B. ELK is asked for the latter by a class Q ≡ ∃r.B for each pair.
Three pairs in four are drawn from our answers, so that most have one; the others are any.

A release is often reasoned already: what is to be derived stands there as told. So inclusions between two names are
left out where the lower one has a definition. Axioms that one of the two does not reason over wholly are left out too.
"""

import argparse
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from generate import write as write_terminology
from run import elk, elk_command

from entailed.owl import model as owl
from entailed.owl import read_ontology
from entailed.owl.functional_syntax import axiom_text, write_ontology
from entailed.owl.signature import entities
from entailed.reasoning import TOP, Closure, ConceptInclusions, saturate, translate

NOT_IN_ELK = ("ObjectMinCardinality", owl.OWL_TOP_OBJECT_PROPERTY)
"""Constructs that we reason over and ELK 0.6 does not."""
SHOWN = 10
"""How many differences are printed."""

Superclasses: TypeAlias = dict[owl.Iri, frozenset[owl.Iri]]
"""By class, the named classes above it, without itself and owl:Thing; above an unsatisfiable class is owl:Nothing."""


class Sample(NamedTuple):
    """A relation r, a class B, and what we say are the satisfiable classes A with A ⊑ ∃r.B."""

    relation: owl.ObjectProperty
    filler: owl.Class
    sources: frozenset[owl.Iri]


def read(item: str, folder: Path) -> tuple[owl.Axiom, ...]:
    """The logical axioms of an ontology, or of a generated one, without annotations."""
    path = Path(item)
    if item.isdigit():
        path = folder / f"{item}.ofn"
        with path.open("w", encoding="utf-8") as file:
            write_terminology(int(item), file)
    return tuple(replace(axiom, annotations=()) for axiom in read_ontology(path).ontology.logical_axioms())


def without_told_conclusions(axioms: Sequence[owl.Axiom]) -> tuple[owl.Axiom, ...]:
    """The axioms without inclusions in a named class of classes that have a definition."""
    definitions = [axiom.operands for axiom in axioms if isinstance(axiom, owl.EquivalentClasses)]
    defined = {operand for operands in definitions for operand in operands}
    return tuple(
        axiom
        for axiom in axioms
        if not (isinstance(axiom, owl.SubClassOf) and isinstance(axiom.sup, owl.Class) and axiom.sub in defined)
    )


def without_left_out(axioms: Sequence[owl.Axiom]) -> tuple[owl.Axiom, ...]:
    """The axioms that both reason over wholly."""
    left_out = {axiom for _, axiom in translate(owl.Ontology(iri=None, axioms=tuple(axioms))).not_reasoned}
    kept = (axiom for axiom in axioms if axiom not in left_out)
    return tuple(axiom for axiom in kept if not any(construct in axiom_text(axiom) for construct in NOT_IN_ELK))


# ---- ours


def our_superclasses(inclusions: ConceptInclusions, closure: Closure) -> Superclasses:
    names = inclusions.classes
    return {
        names[c]: frozenset((owl.OWL_NOTHING,))
        if closure.unsatisfiable[c]
        else frozenset(names[d] for d in closure.superconcepts(c) if d not in (c, TOP))
        for c in range(TOP + 1, closure.class_count)
    }


def samples(inclusions: ConceptInclusions, closure: Closure, count: int, choose: random.Random) -> list[Sample]:
    """Up to `count` different pairs of a relation and a class."""
    linked = np.flatnonzero(np.diff(closure.bundles.starts)[closure.representative])
    found: dict[tuple[int, int], Sample] = {}
    for attempt in range(10 * count):
        if attempt % 4 and len(linked):
            source = int(choose.choice(linked))
            role = int(choose.choice(closure.roles_from(source)))
            filler = int(choose.choice(closure.fillers(source, role)))
        else:
            role, filler = choose.randrange(closure.role_count), choose.randrange(TOP, closure.class_count)
        if len(found) < count and (role, filler) not in found:
            sources = frozenset(inclusions.classes[c] for c in closure.sources(role, filler) if c > TOP)
            relation, class_ = owl.ObjectProperty(inclusions.roles[role]), owl.Class(inclusions.classes[filler])
            found[role, filler] = Sample(relation, class_, sources)
    return list(found.values())


# ---- ELK's


def question(number: int) -> owl.Class:
    """The class that asks for a sample's answer."""
    return owl.Class(f"urn:sample:{number}")


def write_with_questions(axioms: Sequence[owl.Axiom], asked: Sequence[Sample], path: Path) -> None:
    """Write axioms, declarations of what they mention, and a definition for each sample."""
    definitions = [
        owl.EquivalentClasses((question(number), owl.ObjectSomeValuesFrom(relation, filler)))
        for number, (relation, filler, _) in enumerate(asked)
    ]
    logical = (*axioms, *definitions)
    declarations = map(owl.Declaration, dict.fromkeys(entities(logical)))
    with path.open("w", encoding="utf-8") as file:
        write_ontology(owl.Ontology(iri=None, axioms=(*declarations, *logical)), file)


def elk_superclasses(hierarchy: Iterable[tuple[str, ...]]) -> Superclasses:
    """All superclasses, from the direct ones and the equivalences that `Classify.java` writes."""
    direct: defaultdict[str, set[str]] = defaultdict(set)
    for row in hierarchy:
        direct[row[0]].add(owl.OWL_NOTHING if row[1] == "⊥" else row[-1])
    above: Superclasses = {}
    for name in list(direct):
        reached = {name: None}
        for item in (agenda := [name]):
            new = [other for other in direct.get(item, ()) if other not in reached]
            reached.update(dict.fromkeys(new))
            agenda.extend(new)
        above[name] = frozenset(reached.keys() - {name, owl.OWL_THING})
    return above


# ---- both


def differences(axioms: Sequence[owl.Axiom], command: list[str], folder: Path, count: int, seed: int) -> list[str]:
    """Compare on one ontology, print a row of the table, and return a line for each class or sample that differs."""
    inclusions = translate(owl.Ontology(iri=None, axioms=tuple(axioms)))
    closure = saturate(inclusions).closure
    ours = our_superclasses(inclusions, closure)
    asked = samples(inclusions, closure, count, random.Random(seed))
    path = folder / "asked.ofn"
    write_with_questions(axioms, asked, path)
    theirs = elk_superclasses(elk(command, path, folder).hierarchy)
    questions = {question(number).iri for number in range(len(asked))}
    found = []
    for name in ours:
        found += _difference(f"superclasses of {name}", ours[name], theirs.get(name, frozenset()) - questions)
    answers: defaultdict[str, set[str]] = defaultdict(set)
    for name, above in theirs.items():
        for asked_for in above & questions:
            answers[asked_for].add(name)
    for number, (relation, filler, sources) in enumerate(asked):
        answer = frozenset(answers[question(number).iri] - questions)
        found += _difference(f"under ∃ {relation.iri} . {filler.iri}", sources, answer)
    pairs, answered = sum(map(len, ours.values())), sum(len(sample.sources) for sample in asked)
    without_answer = sum(not sample.sources for sample in asked)
    figures = (len(ours), pairs, int(closure.unsatisfiable.sum()) - 1, len(asked), without_answer, answered, len(found))
    print(" | ".join(f"{figure:,}" for figure in figures), flush=True)
    return found


def _difference(what: str, ours: frozenset[str], theirs: frozenset[str]) -> Iterable[str]:
    if ours != theirs:
        only_ours, only_theirs = sorted(ours - theirs), sorted(theirs - ours)
        counts = f"{len(only_ours)} only ours, {len(only_theirs)} only ELK's"
        yield f"{what}: {counts}, such as {(only_ours or only_theirs)[0]}"


def main() -> None:
    """Print the table, a row for each ontology as soon as it is done, then the first differences."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ontology", nargs="+", help="a file, or the size of a terminology to generate")
    parser.add_argument("--samples", type=int, default=500, help="pairs of a relation and a filler (500)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of samples (1)")
    given = parser.parse_args()
    print("ontology | axioms | used | classes | subsumptions | unsatisfiable", end=" | ")
    print("samples | without answer | answers | differences")
    print("|".join(["---"] * 10))
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = elk_command(folder)
        for item in given.ontology:
            told = read(item, folder)
            axioms = without_left_out(without_told_conclusions(told))
            print(f"{Path(item).name} | {len(told):,} | {len(axioms):,}", end=" | ", flush=True)
            found += differences(axioms, command, folder, given.samples, given.seed)
    print(*found[:SHOWN], sep="\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
