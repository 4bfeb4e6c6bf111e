"""`benchmarks/test_items/verify.py` is as strict with items of test 2 as the checks that made them."""

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
from kitchen_items import CONTAINS, DISHES_ITEM, FLOUR, GLUTEN, GLUTEN_ITEM, LASAGNE, MILK_PROTEIN, SCONE

from entailed.benchmark import Conditions

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "test_items" / "verify.py"


@pytest.fixture(scope="module")
def answered() -> Callable[..., bool]:
    found: Callable[..., bool] = runpy.run_path(str(SCRIPT))["answered"]
    return found


def test_one_answer_answers_an_open_question(answered: Callable[..., bool]) -> None:
    assert isinstance(DISHES_ITEM.construction, Conditions)
    root = DISHES_ITEM.construction.root.iri
    above = {LASAGNE.iri: {root}, SCONE.iri: set[str](), "urn:asked:0": {root}}
    gluten, milk = (CONTAINS.iri, GLUTEN.iri), (CONTAINS.iri, MILK_PROTEIN.iri)
    everything = frozenset(above)
    assert answered(DISHES_ITEM, {gluten: everything, milk: everything}, above)
    assert not answered(DISHES_ITEM, {gluten: everything, milk: everything - {LASAGNE.iri}}, above)


def test_part_of_the_right_options_leaves_a_question_open(answered: Callable[..., bool]) -> None:
    pair = (CONTAINS.iri, GLUTEN.iri)
    right = (FLOUR.iri, SCONE.iri)
    assert answered(GLUTEN_ITEM, {pair: frozenset(right)}, {})
    assert not answered(GLUTEN_ITEM, {pair: frozenset(right[:1])}, {})
