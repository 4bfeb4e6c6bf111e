"""Text matches for a SELECT that nothing satisfies: tried only then, bounded, and never taken for an answer."""

import pytest

from entailed.service import OntologyService, SelectResult, observation, query_json


def select(service: OntologyService, where: str) -> SelectResult:
    result = service.query(f"SELECT ?x WHERE {{ {where} }}")
    assert isinstance(result, SelectResult)
    return result


def test_nothing_satisfies_and_the_text_speaks(kitchen: OntologyService) -> None:
    result = select(kitchen, '?x "prepared by" "frying" . ?x "contains" "olive oil"')
    assert (result.total, result.rows) == (0, ())
    assert result.fallback
    assert len(result.fallback) == 5
    scores = [row.score for row in result.fallback]
    assert scores == sorted(scores, reverse=True)
    best = result.fallback[0]
    assert "olive oil" in best.text.casefold()
    assert f'"{best.entity.name}": {best.text}' in observation(result).splitlines()


def test_the_passage_is_one_sentence(kitchen: OntologyService) -> None:
    rows = select(kitchen, '?x "contains" "organism"').fallback
    assert rows
    assert all(row.text.rstrip(".").count(". ") == 0 for row in rows)


def test_text_matches_are_marked_as_not_verified(kitchen: OntologyService) -> None:
    result = select(kitchen, '?x "contains" "frying pan"')
    assert "Not verified, from text:" in observation(result)
    fallback = query_json(result)["fallback"]
    assert fallback["verified"] is False
    assert fallback["rows"][0].keys() == {"name", "iri", "score", "text"}


def test_classification_is_no_word_to_look_for(index_text) -> None:
    service = index_text(
        'ontology: w\n\n[Term]\nid: W:1\nname: sphinx\n\n[Term]\nid: W:2\nname: riddle\ndef: "It is a question." []\n'
    )
    result = select(service, '?x "is a" "sphinx"')
    assert result.fallback is not None
    assert [row.entity.name for row in result.fallback] == ["sphinx"]


def test_obsolete_concepts_are_no_matches(kitchen: OntologyService) -> None:
    rows = select(kitchen, '?x "contains" "obsolete oleomargarine"').fallback
    assert rows
    assert all("obsolete" not in row.entity.name for row in rows)


@pytest.mark.parametrize(
    "where",
    [
        '?x "contains" "gluten"',  # has an answer
        '?x "contains" "glutn"',  # an unknown name is to be corrected, not looked for
        '?x "contains" "pepper"',
        '"gluten" "contains" ?x',  # asks for fillers
        '"gluten" ?x "lasagne"',  # asks for relations
        'VALUES ?x { "egg" } ?x "contains" "frying pan"',  # candidates have verdicts
    ],
)
def test_otherwise_text_is_not_searched(kitchen: OntologyService, where: str) -> None:
    assert select(kitchen, where).fallback is None
