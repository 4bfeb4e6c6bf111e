"""The same question in many words: what it implies, and what it is not taken for."""

import random
from typing import TypeAlias

import pytest

from entailed.agent import Step
from entailed.benchmark.items import Restriction, Slot, Term
from entailed.benchmark.phrasing import masked_question, open_question
from entailed.oarag import ListOfNames, SeveralOptions, answer
from entailed.oarag.reading import read_question
from entailed.service import OntologyService

Read: TypeAlias = list[list[tuple[str | None, str | None, str | None]]]
GAP = None


def read(service: OntologyService, text: str) -> tuple[Read, bool]:
    reading = read_question(text, service.find_mentions(text))
    triples = [
        [(triple.subject, triple.relation, triple.object) for triple in triples] for triples in reading.alternatives
    ]
    return triples, reading.literal


@pytest.mark.parametrize(
    "text",
    [
        "Which option finishes the claim “egg yolk contains [?]”?",
        "«Egg yolk» contains what, according to this ontology? Tick all that are entailed.",
        "Every 'egg yolk' contains some ____. Choose what belongs there – and nothing else!",
        "Here is a statement about egg yolk: contains ... Which of these terms completes it?",
        "Which of the following is it true that an egg yolk contains?",
        'Take "egg yolk". It contains at least one [?]. Name what fills the gap.',
    ],
)
def test_a_masked_filler_is_asked_for_in_many_ways(kitchen: OntologyService, text: str) -> None:
    assert [[(s.casefold() if s else s, r, o)] for [(s, r, o)] in read(kitchen, text)[0]] == [
        [("egg yolk", "contains", GAP)]
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[blank] contains gluten. Which candidate goes there?",
        "___ contains gluten.",
        "Mark each of the options that contains at least one “gluten”. Do not mark what is only probable.",
        "For what is it true that it contains 'gluten'?",
        "Which terms are such that all instances contain some gluten?",
        'Complete "… contains gluten" with the right options.',
    ],
)
def test_a_masked_subject_is_asked_for_in_many_ways(kitchen: OntologyService, text: str) -> None:
    assert read(kitchen, text)[0] == [[(GAP, "contains", "gluten")]]


@pytest.mark.parametrize(
    "text",
    [
        "“pesto” [...] “pine nut”: which relation belongs between the two?",
        "How is pesto linked to pine nut?",
        "What is the relationship of every pesto to some pine nut?",
        "Give the relation that leads from 'pesto' to 'pine nut'. One answer is right.",
        'The statement "pesto __ pine nut" lacks its relation. Choose it.',
    ],
)
def test_a_masked_relation_is_asked_for_in_many_ways(kitchen: OntologyService, text: str) -> None:
    assert read(kitchen, text)[0] == [[("pesto", GAP, "pine nut")]]


@pytest.mark.parametrize(
    "text",
    [
        "Are there dishes that contain gluten, contain milk protein and are served as some dessert? List them.",
        "Give me at least one dish which (a) contains gluten, (b) contains milk protein and (c) is served as dessert.",
        "Which types of “dish” meet this?\n1. contains “gluten”\n2. contains “milk protein”\n3. served as “dessert”",
        "List everything that is a dish, contains gluten and milk protein, and is served as a dessert.",
        "Find what is a kind of 'dish' and contains 'gluten'; contains 'milk protein'; served as 'dessert'.",
        "Pick any concepts under dish for which this holds: contains gluten - contains milk protein, served as dessert",
    ],
)
def test_all_conditions_of_an_open_question_are_read(kitchen: OntologyService, text: str) -> None:
    assert read(kitchen, text)[0] == [
        [
            (GAP, "is a", "dish"),
            (GAP, "contains", "gluten"),
            (GAP, "contains", "milk protein"),
            (GAP, "served as", "dessert"),
        ]
    ]


@pytest.mark.parametrize("seed", range(12))
def test_the_questions_of_a_built_data_set_are_read_as_what_they_were_made_from(
    kitchen: OntologyService, seed: int
) -> None:
    chance = random.Random(seed)
    yolk, contains, protein = Term("egg yolk", ""), Term("contains", ""), Term("egg protein", "")
    masked = {slot: read(kitchen, masked_question(yolk, Restriction(contains, protein), slot, chance)) for slot in Slot}
    assert masked == {
        Slot.SUBJECT: ([[(GAP, "contains", "egg protein")]], True),
        Slot.RELATION: ([[("egg yolk", GAP, "egg protein")]], True),
        Slot.FILLER: ([[("egg yolk", "contains", GAP)]], True),
    }
    conditions = [Restriction(contains, protein), Restriction(Term("derives from", ""), Term("plant", ""))]
    assert read(kitchen, open_question(Term("dish", ""), conditions, chance)) == (
        [[(GAP, "is a", "dish"), (GAP, "contains", "egg protein"), (GAP, "derives from", "plant")]],
        True,
    )


@pytest.mark.parametrize(
    "text",
    [
        "Which of these contains gluten and nothing else?",
        "Which of these contains gluten? Choose those that do not.",
        "Which of these contains gluten? Choose the false ones.",
        "Which of these contains gluten in some instances?",
        "Which of these contains gluten, but not more?",
        "Which of these contains each instance of gluten?",
        "Which of these may contain gluten?",
        "No other than which of these contains gluten?",
        "Is it true that no dish contains gluten?",
        "Which concept does not complete “pesto contains …”?",
        "Which concept completes “pesto barely contains …”?",
        "Name three dishes that contain gluten.",
        "How is pesto not related to pine nut?",
        "How is pesto related to every pine nut?",
        "Which dishes meet one of these conditions: contains gluten; contains milk protein?",
        "Which dishes meet at least one of the following requirements: contains gluten; contains milk protein?",
        "Which dishes meet this or that condition: contains gluten; contains milk protein?",
        "Which dishes meet all of these conditions: contains gluten; never contains milk protein?",
        "Which dishes meet all of these conditions: contains gluten; zorbles milk protein?",
    ],
)
def test_a_question_that_says_more_in_its_own_way_of_asking_is_not_literal(kitchen: OntologyService, text: str) -> None:
    assert read(kitchen, text)[1] is False


def test_the_marks_of_a_list_say_nothing(kitchen: OntologyService) -> None:
    text = "Which dishes meet all of these conditions?\n1. contains gluten\n2) contains milk protein\n(c) contains egg"
    assert read(kitchen, text)[1] is True


def test_quotes_make_a_name_of_what_the_ontology_does_not_know(kitchen: OntologyService) -> None:
    assert read(kitchen, 'Which of these contains "gluten of oats"?') == ([[(GAP, "contains", "gluten of oats")]], True)
    question = SeveralOptions(text='Which of these contains "gluten of oats"?', options=("pesto", "lasagne"))
    given = answer(question, service=kitchen, model=None)
    assert given.value is None
    assert 'No concept is named "gluten of oats"' in given.grounding.reason


def test_a_quoted_statement_is_no_name_that_is_missing(kitchen: OntologyService) -> None:
    question = SeveralOptions(text='Which of these completes "lasagne contains …"?', options=("gluten", "rice"))
    given = answer(question, service=kitchen, model=None)
    assert given.value == ("gluten",)
    assert "No concept is named" not in given.grounding.reason


def test_an_open_question_is_answered_by_one_query_with_its_class_and_all_conditions(kitchen: OntologyService) -> None:
    told: list[Step] = []
    question = ListOfNames(
        text="Name all dishes that satisfy these conditions: contains gluten; contains milk protein."
    )
    given = answer(question, service=kitchen, model=None, on_step=told.append)
    assert [step.action.argument for step in told if step.action] == [
        'SELECT ?x WHERE { ?x "is a" "dish" . ?x "contains" "gluten" . ?x "contains" "milk protein" }'
    ]
    assert given.value is not None
    assert {"lasagne", "moussaka"} <= set(given.value)


THESAURUS = """format-version: 1.4
ontology: thesaurus

[Term]
id: T:1
name: statement

[Term]
id: T:2
name: ontology

[Term]
id: T:3
name: claim
is_a: T:1
relationship: about T:2

[Typedef]
id: about
name: about

[Typedef]
id: follows
name: follows
"""


def test_the_words_of_a_question_are_no_names_unless_they_are_quoted(tmp_path, open_service) -> None:
    (tmp_path / "thesaurus.obo").write_text(THESAURUS)
    service = open_service(tmp_path / "thesaurus.obo")
    text = (
        'Which concept completes the statement "claim is about …"? Choose every option that follows from the ontology.'
    )
    assert read(service, text) == ([[("claim", "about", GAP)]], True)
    assert read(service, 'Which of these is a kind of "statement"?') == ([[(GAP, "is a", "statement")]], True)
