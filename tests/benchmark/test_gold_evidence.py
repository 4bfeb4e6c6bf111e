"""How much of the gold evidence a method was shown."""

from dataclasses import replace

import pytest
from kitchen_items import CONTAINS_GLUTEN, DISHES_ITEM, FLOUR, GLUTEN_ITEM

from entailed.benchmark import GoldEvidence, Item, Prediction
from entailed.benchmark.gold_evidence import EvidenceFound, evidence_found
from entailed.llm import Usage
from entailed.service import OntologyService, observation

SENTENCE = GoldEvidence(FLOUR.iri, "Lasagne has some béchamel sauce as ingredient.")
BOTH = replace(GLUTEN_ITEM, evidence=(GoldEvidence(FLOUR.iri, CONTAINS_GLUTEN), SENTENCE))


def found(item: Item, service: OntologyService, *shown: str, cited: tuple[int, ...] = ()) -> EvidenceFound | None:
    prediction = Prediction(value=None, usage=Usage(), shown=shown, cited=cited)
    return evidence_found(item, prediction, service)


def test_an_item_without_gold_evidence_has_no_figure(kitchen: OntologyService) -> None:
    assert found(replace(GLUTEN_ITEM, evidence=()), kitchen, "anything") is None


def test_an_axiom_is_shown_by_a_card_and_by_a_verdict(kitchen: OntologyService) -> None:
    card = observation(kitchen.query('DESCRIBE "wheat flour"'))
    verdict = observation(kitchen.query('ASK { "wheat flour" "contains" "gluten" }'))
    assert found(BOTH, kitchen, card) == found(BOTH, kitchen, verdict) == EvidenceFound(needed=2, shown=1, cited=0)


def test_an_axiom_is_not_shown_by_texts_that_name_it_only_together(kitchen: OntologyService) -> None:
    assert found(BOTH, kitchen, "wheat flour contains starch", "gluten", "glutenous wheat flour contains") == (2, 0, 0)


def test_a_sentence_is_shown_by_a_text_that_holds_it_in_any_case(kitchen: OntologyService) -> None:
    definition = "definition: A dish. LASAGNE has some  béchamel sauce as ingredient; it is baked."
    assert found(BOTH, kitchen, definition, cited=(0,)) == (2, 1, 1)


def test_what_is_cited_is_counted_in_the_cited_texts_only(kitchen: OntologyService) -> None:
    verdict = observation(kitchen.query('ASK { "wheat flour" "contains" "gluten" }'))
    assert found(BOTH, kitchen, "nothing", verdict, cited=(0,)) == (2, 1, 0)
    assert found(BOTH, kitchen, "nothing", verdict, cited=(1,)) == (2, 1, 1)


@pytest.mark.parametrize(("options", "shown"), [(("wheat flour", "scone"), 2), (("wheat flour",), 1)])
def test_verdicts_on_all_right_options_carry_all_axioms(
    kitchen: OntologyService, options: tuple[str, ...], shown: int
) -> None:
    other = GoldEvidence(FLOUR.iri, CONTAINS_GLUTEN.replace(FLOUR.iri, "http://example.org/unknown"))
    item = replace(GLUTEN_ITEM, evidence=(*GLUTEN_ITEM.evidence, other))
    texts = [observation(kitchen.query(f'ASK {{ "{option}" "contains" "gluten" }}')) for option in options]
    assert found(item, kitchen, *texts) == (2, shown, 0)


def test_verdicts_do_not_stand_for_sentences(kitchen: OntologyService) -> None:
    texts = [observation(kitchen.query(f'ASK {{ "{o}" "contains" "gluten" }}')) for o in ("wheat flour", "scone")]
    assert found(BOTH, kitchen, *texts) == (2, 1, 0)


def test_a_text_with_the_conditions_and_an_answer_carries_all_axioms(kitchen: OntologyService) -> None:
    item = replace(DISHES_ITEM, evidence=(*GLUTEN_ITEM.evidence, *GLUTEN_ITEM.evidence))
    query = 'SELECT ?x WHERE { ?x "is a" "dish" . ?x "contains" "gluten" . ?x "contains" "milk protein" }'
    assert found(item, kitchen, f"{query}\n{observation(kitchen.query(query))}") == (2, 2, 0)
    assert found(item, kitchen, f"{query}\n0 concepts") == (2, 0, 0)
