"""Questions of one session: what was found for one is there for the next, under its number."""

import pytest

from entailed.errors import ReplayError
from entailed.llm import Message, ScriptedModel
from entailed.oarag import Answer, Question, Session, Strategy, YesNoMaybe
from entailed.service import OntologyService

ATTRIBUTION = '{{"evidence": ["{}"], "grounding": "entailed"}}'


def question(text: str) -> YesNoMaybe:
    return YesNoMaybe(text=text)


def act(dish: str, allergen: str = "gluten") -> str:
    return f'Thought: look.\nAction: query(ASK {{ "{dish}" "contains" "{allergen}" }})'


def ask(
    session: Session, service: OntologyService, asked: Question, *actions: str, citing: str = "E1", value: str = "yes"
) -> tuple[Answer, list[tuple[Message, ...]]]:
    said = f'{{"answer": "{value}"}}'
    model = ScriptedModel([said, *actions, f"Answer: {said}", said, ATTRIBUTION.format(citing)])
    return session.ask(asked, service=service, model=model), model.requests


def ids(answer: Answer) -> list[str]:
    return [item.id for item in answer.evidence]


def test_evidence_keeps_its_number_and_new_evidence_gets_the_next(kitchen: OntologyService) -> None:
    session = Session()
    first, _ = ask(session, kitchen, question("Does lasagne contain gluten?"), act("lasagne"), act("hummus"))
    second, _ = ask(session, kitchen, question("And moussaka?"), act("moussaka"), act("lasagne"), citing="E3")
    third, _ = ask(session, kitchen, question("Are both the same?"), citing="E1")
    assert (ids(first), ids(second), ids(third)) == (["E1", "E2"], ["E3"], ["E1"])
    assert third.evidence[0].query == first.evidence[0].query
    assert session.answers == (first, second, third)


def test_no_number_is_given_twice_though_what_had_it_is_carried_no_longer(kitchen: OntologyService) -> None:
    session = Session()
    dishes = ("lasagne", "hummus", "moussaka")
    first, _ = ask(session, kitchen, question("Is there gluten?"), *map(act, dishes), citing="E1")
    second, _ = ask(session, kitchen, question("Really?"), citing="E1")
    third, _ = ask(session, kitchen, question("Elsewhere?"), act("pesto"), citing="E4")
    assert (ids(first), ids(second), ids(third)) == (["E1", "E2", "E3"], ["E1"], ["E4"])


@pytest.mark.parametrize("with_model", [False, True])
def test_evidence_first_gives_no_number_twice_either(kitchen: OntologyService, *, with_model: bool) -> None:
    session = Session()
    numbers = []
    for text in ("Is lasagne nice?", "Really?", "Is pesto nice?"):
        replies = ['Thought: so.\nAnswer: {"answer": "yes"}', ATTRIBUTION.format("none")]
        model = ScriptedModel(replies) if with_model else None
        given = session.ask(question(text), service=kitchen, model=model, strategy=Strategy.EVIDENCE_FIRST)
        numbers.append(ids(given))
    assert numbers == [["E1"], [], ["E2"]]


def test_the_model_reads_earlier_results_and_what_was_said_quoted(kitchen: OntologyService) -> None:
    session = Session()
    ask(session, kitchen, question("Does lasagne contain gluten?"), act("lasagne"))
    answer, requests = ask(session, kitchen, question("Is it fit for a coeliac?"), value="no")
    asked = requests[0][-1].content
    assert "```\nEarlier questions" in asked
    assert "Q: Does lasagne contain gluten?\nA: yes\n```" in asked
    assert '[E1]\n```\nquery(ASK { "lasagne" "contains" "gluten" })\n' in requests[1][-1].content
    assert '[E1]\n```\nquery(ASK { "lasagne" "contains" "gluten" })\n' in requests[2][-1].content
    assert answer.question == question("Is it fit for a coeliac?")


def test_a_context_of_its_own_stays_with_a_later_question(kitchen: OntologyService) -> None:
    session = Session()
    ask(session, kitchen, question("Does lasagne contain gluten?"), act("lasagne"))
    asked = YesNoMaybe(text="Is it on the menu?", context="Menu: lasagne, pesto.")
    answer, requests = ask(session, kitchen, asked)
    assert "A: yes\n\nMenu: lasagne, pesto.\n```" in requests[0][-1].content
    assert answer.question.context == "Menu: lasagne, pesto."


def test_a_question_that_fails_leaves_the_session_as_it_was(kitchen: OntologyService) -> None:
    session = Session()
    ask(session, kitchen, question("Does lasagne contain gluten?"), act("lasagne"))
    with pytest.raises(ReplayError):
        session.ask(question("And moussaka?"), service=kitchen, model=ScriptedModel(["Hm.", act("moussaka")]))
    assert len(session.answers) == 1
    again, _ = ask(session, kitchen, question("And moussaka?"), act("moussaka"), citing="E2")
    assert ids(again) == ["E2"]


def test_what_was_cited_outlasts_what_was_only_looked_at(kitchen: OntologyService) -> None:
    """A session carries a bounded number of results, and never gives a number twice."""
    session = Session()
    ask(session, kitchen, question("Does lasagne contain gluten?"), act("lasagne"), citing="E1")
    dishes = ["hummus", "moussaka", "pesto", "ratatouille", "fish pie", "satay sauce", "apple crumble", "Greek salad"]
    for turn, allergen in enumerate(("gluten", "milk protein", "peanut protein")):
        looked_at = [act(dish, allergen) for dish in dishes]
        answer, _ = ask(session, kitchen, question(f"Round {turn}?"), *looked_at, citing="none")
        assert ids(answer) == [f"E{number + 2 + 8 * turn}" for number in range(8)]
    last, requests = ask(session, kitchen, question("So does lasagne contain gluten?"), citing="E1")
    assert ids(last) == ["E1"]
    assert requests[1][-1].content.count("query(ASK") == 1 + len(dishes)


def test_without_a_model_numbers_go_on_as_well(kitchen: OntologyService) -> None:
    session = Session()
    answers = [
        session.ask(question(f"Does {dish} contain gluten?"), service=kitchen, model=None)
        for dish in ("lasagne", "moussaka", "lasagne")
    ]
    assert [ids(answer) for answer in answers] == [["E1"], ["E2"], ["E1"]]
    assert [answer.value for answer in answers] == ["yes"] * 3
