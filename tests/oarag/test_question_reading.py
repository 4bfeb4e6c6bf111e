import re

import pytest

from entailed.oarag.reading import Triple, read_question
from entailed.service import Mention
from entailed.service.results import LinkedBy, LinkedName, NamedEntity

RELATIONS = {"part of", "contains"}
NAMES = ["nucleolus", "nucleus", "gluten", "milk", "dish", "sauce", *RELATIONS]


def mentions(text: str) -> list[Mention]:
    found = re.finditer("|".join(NAMES), text)
    return [
        Mention(
            start=match.start(),
            end=match.end(),
            kind="relation" if match[0] in RELATIONS else "concept",
            linked=LinkedName(
                text=match[0],
                entity=NamedEntity(name=match[0], iri=f"https://x.example/{match[0]}", identifier=match[0]),
                linked_by=LinkedBy.LABEL,
            ),
        )
        for match in found
    ]


def read(text: str) -> tuple[list[list[tuple[str | None, str, str | None]]], bool]:
    reading = read_question(text, mentions(text))
    return [[_plain(triple) for triple in triples] for triples in reading.alternatives], reading.literal


def _plain(triple: Triple) -> tuple[str | None, str, str | None]:
    return triple.subject, triple.relation, triple.object


GAP = None


@pytest.mark.parametrize(
    ("text", "triples"),
    [
        ("Which of these is the nucleolus part of?", [("nucleolus", "part of", GAP)]),
        ("The nucleolus is part of which of these?", [("nucleolus", "part of", GAP)]),
        ("Which of these is part of the nucleus?", [(GAP, "part of", "nucleus")]),
        ("Which of these is a part of the nucleus?", [(GAP, "part of", "nucleus")]),
        ("The nucleolus has part of which of these?", [("nucleolus", "part of", GAP)]),
        ("What contains gluten?", [(GAP, "contains", "gluten")]),
        ("Which dish contains gluten?", [(GAP, "is a", "dish"), (GAP, "contains", "gluten")]),
        ("Which of these is a dish that contains gluten?", [(GAP, "is a", "dish"), (GAP, "contains", "gluten")]),
        ("What contains gluten and milk?", [(GAP, "contains", "gluten"), (GAP, "contains", "milk")]),
        ("What is a sauce and contains milk?", [(GAP, "is a", "sauce"), (GAP, "contains", "milk")]),
        ("Which of these is a kind of dish?", [(GAP, "is a", "dish")]),
        ("Which of these is the sauce a kind of?", [("sauce", "is a", GAP)]),
        ("Is the nucleolus part of the nucleus?", [("nucleolus", "part of", "nucleus")]),
        ("Is every sauce a dish?", [("sauce", "is a", "dish")]),
        ("Is a sauce a kind of dish?", [("sauce", "is a", "dish")]),
    ],
)
def test_a_question_is_read_by_the_order_of_its_names(text: str, triples: object) -> None:
    assert read(text) == ([triples], True)


@pytest.mark.parametrize(
    "text",
    [
        "Which of these is not part of the nucleus?",
        "Which of these isn't part of the nucleus?",
        "Which of these is mostly part of the nucleus?",
        "Which of these is never a kind of dish?",
        "Which of these contains every sauce?",
        "Which of these contains gluten or milk?",
        "In mice, which of these is part of the nucleus?",
        "Is the nucleolus part of the nucleus or of the sauce?",
    ],
)
def test_a_question_that_says_more_than_its_triples_is_not_literal(text: str) -> None:
    assert read(text)[1] is False


@pytest.mark.parametrize(
    "text",
    [
        "What is a sauce?",
        "What is the nucleolus?",
        "Which part of the nucleus is the nucleolus?",
        "What contains a sauce that contains gluten?",
        "What contains gluten part of?",
        "Is gluten?",
        "Why?",
    ],
)
def test_names_in_no_plain_order_form_no_triple(text: str) -> None:
    assert read(text)[0] == []


def test_where_the_order_leaves_the_direction_open_both_are_read() -> None:
    alternatives, _ = read("Of the nucleolus, which is part of?")
    assert alternatives == [[("nucleolus", "part of", GAP)], [(GAP, "part of", "nucleolus")]]
