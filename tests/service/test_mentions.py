"""Names found in running text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.service import LinkedName, OntologyService


def found(service: OntologyService, text: str) -> list[tuple[str, str]]:
    """Each mention as written, and what it stands for."""
    mentions = service.find_mentions(text)
    return [
        (text[m.start : m.end], m.linked.entity.name if isinstance(m.linked, LinkedName) else m.linked.reason)
        for m in mentions
    ]


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("Is there gluten in lasagne?", [("gluten", "gluten"), ("lasagne", "lasagne")]),
        ("GLUTEN, 'Egg yolk'; (wok).", [("GLUTEN", "gluten"), ("Egg yolk", "egg yolk"), ("wok", "wok")]),
        ("the egg yolk of an egg", [("egg yolk", "egg yolk"), ("egg", "egg")]),
        ("béchamel sauce and tree nut protein", [("béchamel sauce", "béchamel sauce"), ("tree nut protein",) * 2]),
        ("What contains egg protein?", [("contains", "contains"), ("egg protein", "egg protein")]),
        ("are olives served as starters", [("olives", "olive"), ("served as",) * 2, ("starters", "starter")]),
        ("Does it contain egg?", [("contain", "contains"), ("egg", "egg")]),
        ("potatoes and tomatoes", [("potatoes", "potato"), ("tomatoes", "tomato")]),
        ("eggplant comes from a", [("eggplant", "aubergine"), ("comes from", "derives from")]),
        ("pepper or lactose", [("pepper", "ambiguous"), ("lactose", "unknown")]),
        ("(the wok) is kept in [the] fridge", [("wok", "wok"), ("kept in", "stored in"), ("fridge", "refrigerator")]),
        ("has the cook eaten all of it?", []),
        ("", []),
    ],
)  # fmt: skip
def test_names_are_found_and_linked(kitchen: OntologyService, text: str, mentions: list[tuple[str, str]]) -> None:
    assert found(kitchen, text) == mentions


def test_words_too_short_or_too_common_to_be_names_are_passed_over(index_text) -> None:
    service = index_text(
        "ontology: w\n\n[Term]\nid: W:1\nname: an\n\n[Term]\nid: W:2\nname: the\n\n[Term]\nid: W:3\nname: ant\n"
    )
    assert found(service, "an ant, the ant") == [("ant", "ant"), ("ant", "ant")]


def test_a_name_may_end_in_punctuation_of_its_own(index_text) -> None:
    service = index_text("ontology: p\n\n[Term]\nid: P:1\nname: iron(2+)\n\n[Term]\nid: P:2\nname: pipe (old)\n")
    assert found(service, "Is iron(2+) in a pipe (old)?") == [("iron(2+)",) * 2, ("pipe (old)",) * 2]


@given(st.text(max_size=60))
def test_mentions_stand_in_the_text_in_order_and_apart(kitchen: OntologyService, text: str) -> None:
    position = 0
    for mention in kitchen.find_mentions(text):
        assert position <= mention.start < mention.end <= len(text)
        position = mention.end
