"""The EL cases of the shared battery: hand-derived entailments, non-entailments and unsatisfiable classes."""

import importlib.util
from pathlib import Path

import pytest

from entailed.owl.reading import read_ontology
from entailed.reasoning import saturate, translate

NAMES = [
    "sub-transitive",
    "equiv-cycle",
    "conjunction",
    "nary-conj",
    "def-exist",
    "nested-exist",
    "two-defs",
    "separate-groups",
    "role-hierarchy",
    "equiv-roles",
    "transitive",
    "trans-via-subrole",
    "chain",
    "chain-3",
    "chain-left-rec",
    "chain-subrole",
    "domain",
    "range",
    "range-subrole",
    "disjoint-unsat",
    "unsat-propagates",
    "bottom-direct",
    "reflexive",
    "reflexive-chain",
    "nominal",
    "nominal-merge",
    "hasvalue",
    "gci-left",
    "gci-exist-top",
    "thing-left",
    "cyclic-def",
    "inverse-not-role",
    "inconsistent-el",
]


@pytest.fixture(scope="module")
def battery(shared: Path):
    spec = importlib.util.spec_from_file_location("battery", shared / "bench/battery.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_case_of_the_battery_is_left_out(battery) -> None:
    assert {name for name, profile, *_ in battery.CASES if profile == "EL"} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_battery_case(battery, tmp_path: Path, name: str) -> None:
    _, _, axioms, entailed, not_entailed, unsatisfiable, consistent = next(c for c in battery.CASES if c[0] == name)
    text, names = battery.text(axioms)
    (tmp_path / "case.ofn").write_text(text)
    inclusions = translate(read_ontology(tmp_path / "case.ofn").ontology)
    closure = saturate(inclusions).closure
    number = {iri.rpartition("#")[2]: n for n, iri in enumerate(inclusions.classes)}

    assert closure.consistent == bool(consistent)
    if not consistent:
        return
    assert {n for n in names if closure.unsatisfiable[number[n]]} == set(unsatisfiable.split())
    for pair in entailed.split():
        sub, sup = pair.split("<")
        assert closure.subsumes(number[sup], number[sub]), pair
    for pair in not_entailed.split():
        sub, sup = pair.split("!")
        assert not closure.subsumes(number[sup], number[sub]), pair
