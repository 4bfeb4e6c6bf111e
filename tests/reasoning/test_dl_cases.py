"""Both engines of the DL check on the shared battery and logic cases, whose answers were derived by hand."""

import importlib.util
from pathlib import Path

import pytest
import yaml

from entailed.owl import model as owl
from entailed.owl.model import Axiom, Class, SubClassOf
from entailed.owl.reading import read_ontology
from entailed.reasoning.dl_check import check
from entailed.reasoning.dl_engines import Engine, HermiT, RustDL
from reasoning.test_dl_check import needs_hermit

NAMESPACE = "http://ex.org/b#"
BEYOND_EL = [
    "disjoint-union",
    "union-cases",
    "all-values",
    "inverse",
    "functional",
    "max-card",
    "card-clash",
    "complement",
    "nominal-enum",
    "datatype-clash",
    "datatype-facet",
    "inconsistent-dl",
    "asymmetric",
]
# HermiT starts a JVM for each question, so it gets these and the EL cases that `rustdl.classify` answers wrongly.
FOR_HERMIT = [*BEYOND_EL, "nominal-merge", "thing-left"]


@pytest.fixture(scope="module")
def battery(shared: Path):
    spec = importlib.util.spec_from_file_location("battery", shared / "bench/battery.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _axioms(text: str, folder: Path) -> tuple[Axiom, ...]:
    path = folder / "case.ofn"
    path.write_text(text)
    return read_ontology(path).ontology.axioms


def _agrees(case, battery, engine: Engine, folder: Path) -> None:
    name, _, stated, entailed, not_entailed, unsatisfiable, consistent = case
    axioms = _axioms(battery.text(stated)[0], folder)
    goals = [(*pair.split("<"), True) for pair in entailed.split()]
    goals += [(*pair.split("!"), False) for pair in not_entailed.split()]
    for sub, sup, follows in goals or [(None, None, None)]:
        goal = SubClassOf(Class(NAMESPACE + sub), Class(NAMESPACE + sup)) if sub else None
        outcome = check(axioms, goal=goal, engine=engine, max_justifications=0)
        assert outcome.undecided == ""
        assert outcome.consistent == bool(consistent), name
        assert {c.iri for c in outcome.unsatisfiable} == {NAMESPACE + c for c in unsatisfiable.split()}, name
        assert outcome.entailed is follows, (name, sub, sup)


def test_rustdl_is_right_on_the_whole_battery(battery, tmp_path: Path) -> None:
    assert {case[0] for case in battery.CASES if case[1] == "DL"} == set(BEYOND_EL)
    for case in battery.CASES:
        _agrees(case, battery, RustDL(), tmp_path)


@needs_hermit
@pytest.mark.parametrize("name", FOR_HERMIT)
def test_hermit_is_right_beyond_el(battery, tmp_path: Path, name: str) -> None:
    case = next(case for case in battery.CASES if case[0] == name)
    _agrees(case, battery, HermiT(), tmp_path)


# ---- cases met in the field

LOGIC = [
    "L01_chain_order",
    "L02_participant_no_inverse",
    "L06_role_groups",
    "L07_right_identity_in_group",
    "L08_unsat_under_everything",
    "L10_domain_clash_via_subproperty",
    "L13_bare_gci",
    "L14_gci_development",
    "L21_occurs_in_up_not_down",
    "L22_domain_is_not_a_guard",
    "L23_subproperty_of_inverse",
    "L24_range_on_chained_property",
    "L26_missing_import",
]


@pytest.mark.parametrize("name", LOGIC)
def test_rustdl_is_right_on_logic_case(shared: Path, name: str) -> None:
    folder = shared / "cases" / name
    case = yaml.safe_load((folder / "case.yaml").read_text())
    asked = 0
    for question in case["check"]:
        ontology = read_ontology(folder / question.get("file", "onto.ofn")).ontology
        namespace = f"{ontology.iri}#"
        goal = _goal(question, namespace)
        outcome = check(ontology.axioms, goal=goal, max_justifications=0)
        match question:
            case {"ask": _} | {"instance": _}:
                found = outcome.entailed
            case {"unsat": unsatisfiable}:
                found = Class(namespace + unsatisfiable) in outcome.unsatisfiable
            case {"consistent": _}:
                found = outcome.consistent
            case _:
                continue  # a question to other parts of the project: parents, SELECT, the read report
        assert found is question["expect"], question
        asked += 1
    assert asked


def _goal(question: dict, namespace: str) -> SubClassOf | None:
    match question:
        case {"ask": [sub, "subclass of", sup]}:
            return SubClassOf(Class(namespace + sub), Class(namespace + sup))
        case {"ask": [sub, property, filler]}:
            some = owl.ObjectSomeValuesFrom(owl.ObjectProperty(namespace + property), Class(namespace + filler))
            return SubClassOf(Class(namespace + sub), some)
        case {"instance": [individual, type]}:
            return SubClassOf(owl.ObjectOneOf((owl.NamedIndividual(namespace + individual),)), Class(namespace + type))
    return None
