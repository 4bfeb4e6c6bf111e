"""What the reasoner confirms of an answer, whatever the model says of it."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from entailed.llm import ScriptedModel
from entailed.oarag import (
    Answer,
    FreeText,
    GroundingLevel,
    ListOfNames,
    OneOption,
    Question,
    SeveralOptions,
    YesNoMaybe,
    answer,
    answer_json,
)
from entailed.oarag.answer_claims import MAX_CLAIMS
from entailed.service import OntologyService, Verdict

ENTAILED, SUPPORTED, RELATED, UNRELATED = GroundingLevel


def ask(
    service: OntologyService,
    question: Question,
    value: str | Sequence[str],
    *queries: str,
    level: GroundingLevel = ENTAILED,
    claims: str = '{"claims": []}',
) -> Answer:
    """A model that runs some queries, answers, and says that all of them carry the answer this far."""
    said = json.dumps({"answer": value})
    replies = ["Hm.", *(f"Thought: look.\nAction: query({query})" for query in queries), f"Answer: {said}", said]
    cited = [f"E{number + 1}" for number in range(len(queries))]
    replies += [json.dumps({"evidence": cited, "grounding": level}), claims]
    return answer(question, service=service, model=ScriptedModel(replies))


def levels(given: Answer) -> tuple[GroundingLevel | None, GroundingLevel | None]:
    return given.grounding.reported, given.grounding.verified


BRIG = YesNoMaybe(text="Is the brig a vessel?")
ASK_BRIG = 'ASK { "brig" "is a" "vessel" }'
CARRIES = YesNoMaybe(text="Does every brig carries mast?")


# ---- each level, reported and verified alike and apart


@pytest.mark.parametrize("reported", GroundingLevel)
def test_what_the_reasoner_derives_is_entailed_whatever_the_model_says(
    fleet: OntologyService, reported: GroundingLevel
) -> None:
    given = ask(fleet, BRIG, "yes", ASK_BRIG, level=reported)
    assert levels(given) == (reported, ENTAILED)
    assert ("confirms it" in given.grounding.reason) is (reported is ENTAILED)
    assert (f"says {reported}; checked" in given.grounding.reason) is (reported is not ENTAILED)


@pytest.mark.parametrize("reported", GroundingLevel)
def test_a_sentence_of_a_consulted_record_supports_whatever_the_model_says(
    fleet: OntologyService, reported: GroundingLevel
) -> None:
    given = ask(fleet, CARRIES, "yes", 'DESCRIBE "brig"', level=reported)
    assert levels(given) == (reported, SUPPORTED)
    [claim] = given.claims
    assert claim.span is not None
    assert (claim.span.evidence, claim.span.text) == ("E1", "A vessel that carries two masts.")
    assert claim.check.verdict is Verdict.NOT_ENTAILED


@pytest.mark.parametrize("reported", GroundingLevel)
def test_what_is_not_derived_is_related_to_a_result_about_it(fleet: OntologyService, reported: GroundingLevel) -> None:
    given = ask(fleet, CARRIES, "yes", 'ASK { "brig" "carries" "mast" }', level=reported)
    assert levels(given) == (reported, RELATED)
    assert "denies nothing" in given.grounding.reason


@pytest.mark.parametrize("reported", GroundingLevel)
def test_results_about_other_things_are_unrelated(fleet: OntologyService, reported: GroundingLevel) -> None:
    given = ask(fleet, CARRIES, "yes", 'DESCRIBE "barque"', level=reported)
    assert levels(given) == (reported, UNRELATED)
    assert "no result of the run has to do with it" in given.grounding.reason


def test_a_text_match_of_the_search_is_at_most_related(fleet: OntologyService) -> None:
    question = ListOfNames(text="What carries a mast?")
    given = ask(fleet, question, ["brig"], 'SELECT ?x WHERE { ?x "carries" "mast" }')
    assert "brig" in given.evidence[0].observation
    assert "Not verified" in given.evidence[0].observation or "not verified" in given.evidence[0].observation
    assert levels(given) == (ENTAILED, RELATED)


def test_an_answer_without_any_result_is_checked_all_the_same(fleet: OntologyService) -> None:
    derived = ask(fleet, BRIG, "yes")
    assert levels(derived) == (None, ENTAILED)
    assert "own knowledge" in derived.grounding.reason
    assert levels(ask(fleet, CARRIES, "yes")) == (None, None)


# ---- what the ontology says against an answer


def test_a_claim_that_the_ontology_contradicts_is_shown_with_the_proof(fleet: OntologyService) -> None:
    question = YesNoMaybe(text="Is the brig an animal?")
    given = ask(fleet, question, "yes", 'ASK { "brig" "is a" "animal" }')
    assert levels(given) == (ENTAILED, RELATED)
    assert "the ontology contradicts it" in given.grounding.reason
    [claim] = given.claims
    assert claim.contradicted
    assert claim.contradiction is not None
    assert claim.contradiction.steps[-1].conclusion == "brig ⊓ animal ⊑ ⊥"
    assert set(claim.contradiction.justification) == {"brig ⊑ vessel", "disjoint: animal, vessel"}
    assert answer_json(given)["claims"][0]["contradicted"] is True


@pytest.mark.parametrize(
    ("text", "level", "reason"),
    [
        ("Is the brig an animal?", ENTAILED, "contradicts what the answer denies"),
        ("Is the brig a vessel?", RELATED, "the reasoner derives it, and the answer denies it"),
        ("Is the brig a mast?", RELATED, "which denies nothing"),
    ],
)
def test_no_is_confirmed_by_a_contradiction_only(
    fleet: OntologyService, text: str, level: GroundingLevel, reason: str
) -> None:
    given = ask(fleet, YesNoMaybe(text=text), "no", 'DESCRIBE "brig"')
    assert levels(given) == (ENTAILED, level)
    assert reason in given.grounding.reason
    assert given.claims[0].denied


def test_maybe_claims_nothing(fleet: OntologyService) -> None:
    given = ask(fleet, BRIG, "maybe", ASK_BRIG)
    assert levels(given) == (ENTAILED, RELATED)
    assert given.claims[0].check.verdict is Verdict.ENTAILED


def test_an_answer_that_leaves_out_a_derived_option_is_related(fleet: OntologyService) -> None:
    question = SeveralOptions(text="Which of these is a vessel?", options=("brig", "schooner", "mast"))
    given = ask(fleet, question, ["A"], ASK_BRIG)
    assert levels(given) == (ENTAILED, RELATED)
    assert "leaves out: schooner" in given.grounding.reason
    assert levels(ask(fleet, question, ["A", "B"], ASK_BRIG)) == (ENTAILED, ENTAILED)


def test_one_option_of_several_that_are_derived_is_supported(fleet: OntologyService) -> None:
    question = OneOption(text="Which of these is a vessel?", options=("brig", "schooner", "mast"))
    given = ask(fleet, question, "A", ASK_BRIG)
    assert levels(given) == (ENTAILED, SUPPORTED)
    assert "others too: schooner" in given.grounding.reason
    assert levels(ask(fleet, question, "C", ASK_BRIG)) == (ENTAILED, RELATED)


def test_an_empty_answer_is_at_most_related_and_told_what_is_derived(fleet: OntologyService) -> None:
    question = SeveralOptions(text="Which of these is a vessel?", options=("brig", "mast"))
    given = ask(fleet, question, [], ASK_BRIG, level=ENTAILED)
    assert levels(given) == (RELATED, RELATED)
    assert "The reasoner derives: brig." in given.grounding.reason
    assert given.claims == ()


# ---- how names were linked


@pytest.mark.parametrize(
    ("text", "level", "reason"),
    [
        ("Is every snow brig a vessel?", SUPPORTED, "narrow synonym"),
        ("Is every square rigger a vessel?", RELATED, "No concept is named"),
        ("Is every sailor a vessel?", RELATED, "No concept is named"),
        ("Is the hull part of the square rigger?", SUPPORTED, "broad synonym"),
        ("Is the hull part of the snow brig?", RELATED, "No concept is named"),
        ("Is the bark a vessel?", SUPPORTED, "is obsolete and replaced by"),
        ("Is the Sloop a vessel?", SUPPORTED, "not of another reading"),
        ("Is the sloop a vessel?", RELATED, "only another reading"),
        ("Is the sea horse a vessel?", RELATED, "can have no instance"),
    ],
)
def test_a_looser_link_than_label_synonym_or_identifier_caps_the_level(
    fleet: OntologyService, text: str, level: GroundingLevel, reason: str
) -> None:
    given = ask(fleet, YesNoMaybe(text=text), "yes", 'DESCRIBE "brig"', 'DESCRIBE "sloop"', 'DESCRIBE "sea horse"')
    assert levels(given) == (ENTAILED, level)
    assert reason in given.grounding.reason


def test_a_name_that_only_comes_near_a_synonym_stands_for_nothing(fleet: OntologyService) -> None:
    question = OneOption(text="Which of these is a vessel?", options=("snow brigg", "mast"))
    assert levels(ask(fleet, question, "A", ASK_BRIG)) == (ENTAILED, RELATED)


def test_a_denial_of_a_name_with_another_reading_is_not_confirmed(fleet: OntologyService) -> None:
    question = YesNoMaybe(text="Is the Sloop an animal?")
    assert levels(ask(fleet, question, "no", 'DESCRIBE "Sloop"')) == (ENTAILED, RELATED)
    assert answer(question, service=fleet, model=None).value is None


@pytest.mark.parametrize(("text", "level"), [("ear trouble", RELATED), ("inherited balance fault", SUPPORTED)])
def test_the_scope_of_a_synonym_travels_into_the_level(
    shared: Path, open_service: Callable[[Path], OntologyService], text: str, level: GroundingLevel
) -> None:
    service = open_service(shared / "cases" / "N07_synonym_scope_not_identity" / "scope.obo")
    given = ask(service, YesNoMaybe(text=f"Is every {text} a fault?"), "yes", f'DESCRIBE "{text}"', 'DESCRIBE "fault"')
    assert given.grounding.verified is level


def test_an_inferred_equivalence_is_told(fleet: OntologyService) -> None:
    given = ask(fleet, YesNoMaybe(text="Is the brig a boat?"), "yes", ASK_BRIG)
    assert given.grounding.verified is ENTAILED
    assert "boat (X:14) is inferred to be equivalent to vessel (X:1)" in given.grounding.reason


def test_an_incomplete_verdict_is_told(kitchen: OntologyService) -> None:
    question = YesNoMaybe(text="Does every seafood derive from an aquatic animal?")
    given = ask(kitchen, question, "yes", 'ASK { "seafood" "derives from" "aquatic animal" }')
    assert levels(given) == (ENTAILED, RELATED)
    assert "axioms that bear on it were not reasoned over" in given.grounding.reason


# ---- questions that no rule reads


WHERE = OneOption(text="To whom do people think the navy truly belongs?", options=("state", "mast"))


def test_a_reading_that_the_model_chose_is_supported_where_it_tells_the_options_apart(fleet: OntologyService) -> None:
    given = ask(fleet, WHERE, "A", 'ASK { "navy" "part of" "state" }')
    assert levels(given) == (ENTAILED, SUPPORTED)
    assert '"navy" "part of" …' in given.grounding.reason
    assert "model's reading" in given.grounding.reason


@pytest.mark.parametrize("query", ['DESCRIBE "navy"', 'SELECT ?o WHERE { "navy" "part of" ?o }'])
def test_a_reading_may_come_from_a_record_or_a_list(fleet: OntologyService, query: str) -> None:
    assert ask(fleet, WHERE, "A", query).grounding.verified is SUPPORTED


def test_a_reading_that_fits_other_options_too_decides_nothing(fleet: OntologyService) -> None:
    question = OneOption(text="Which vessel has more sails?", options=("brig", "schooner"))
    given = ask(fleet, question, "A", ASK_BRIG)
    assert levels(given) == (ENTAILED, RELATED)
    assert "for others: schooner" in given.grounding.reason


def test_a_reading_that_fits_another_option_speaks_against_the_answer(fleet: OntologyService) -> None:
    given = ask(fleet, WHERE, "B", 'ASK { "navy" "part of" "state" }')
    assert levels(given) == (ENTAILED, RELATED)


@pytest.mark.parametrize("option", ["state", "navy"])
def test_what_the_question_does_not_name_is_no_reading_of_it(fleet: OntologyService, option: str) -> None:
    question = OneOption(text="Who owns it?", options=(option, "mast"))
    assert ask(fleet, question, "A", 'ASK { "navy" "part of" "state" }').grounding.verified is RELATED


def test_a_question_that_can_be_read_both_ways_is_supported_at_most(fleet: OntologyService) -> None:
    question = OneOption(text="Part of which of these is the navy?", options=("state", "squadron", "mast"))
    for value in ("A", "B"):
        given = ask(fleet, question, value, 'DESCRIBE "navy"')
        assert levels(given) == (ENTAILED, SUPPORTED)
        assert "leaves the direction of the relation open" in given.grounding.reason


@pytest.mark.parametrize("value", ["A", "B"])
def test_a_question_with_a_word_of_denial_is_never_more_than_related(fleet: OntologyService, value: str) -> None:
    question = OneOption(text="To which of these does the navy never belong?", options=("state", "mast"))
    given = ask(fleet, question, value, 'ASK { "navy" "part of" "state" }', 'DESCRIBE "navy"')
    assert given.grounding.verified is RELATED


def test_text_alone_supports_an_option_in_a_sentence_about_what_is_asked(fleet: OntologyService) -> None:
    question = OneOption(text="Who may have sailed a brig?", options=("navy", "state"))
    given = ask(fleet, question, "A", 'DESCRIBE "brig"')
    assert levels(given) == (ENTAILED, SUPPORTED)
    assert ask(fleet, question, "B", 'DESCRIBE "brig"').grounding.verified is RELATED


def test_a_sentence_about_both_sides_supports_no_other_relation(fleet: OntologyService) -> None:
    looked = 'DESCRIBE "brig"'
    for text in ("Is the brig a mast?", "Is every brig part of mast?", "Is the brig a schooner?"):
        assert ask(fleet, YesNoMaybe(text=text), "yes", looked).grounding.verified is RELATED


def test_text_that_speaks_of_two_options_supports_neither(fleet: OntologyService) -> None:
    question = OneOption(text="What goes with a brig?", options=("navy", "mast"))
    assert ask(fleet, question, "A", 'DESCRIBE "brig"').grounding.verified is RELATED


def test_a_sentence_that_denies_supports_nothing(fleet: OntologyService) -> None:
    question = YesNoMaybe(text="Does every brig carries anchor?")
    given = ask(fleet, question, "yes", 'DESCRIBE "brig"')
    assert "carries no anchor" in given.evidence[0].observation
    assert given.grounding.verified is RELATED


@pytest.mark.parametrize("value", ["yes", "no"])
def test_yes_or_no_to_a_question_that_says_more_is_never_more_than_related(fleet: OntologyService, value: str) -> None:
    given = ask(fleet, YesNoMaybe(text="Is the brig not a vessel?"), value, ASK_BRIG)
    assert levels(given) == (ENTAILED, RELATED)
    assert "says more" in given.grounding.reason


def test_a_search_about_nothing_that_the_question_names_reads_nothing(fleet: OntologyService) -> None:
    question = ListOfNames(text="What should we build?")
    assert ask(fleet, question, ["brig"], 'SELECT ?x WHERE { ?x "is a" "vessel" }').grounding.verified is RELATED


def test_names_are_read_from_a_search_about_all_that_the_question_names(fleet: OntologyService) -> None:
    question = ListOfNames(text="Which ones would landlubbers call a vessel?")
    queries = ('SELECT ?x WHERE { ?x "is a" "vessel" }', 'SELECT ?x WHERE { ?x "part of" "state" }')
    assert ask(fleet, question, ["brig", "schooner"], queries[0]).grounding.verified is SUPPORTED
    assert ask(fleet, question, ["navy"], queries[1]).grounding.verified is not SUPPORTED


# ---- answers in words


WHAT = FreeText(text="What is known about the brig?")


def claims(*triples: tuple[str, ...], complete: bool = True) -> str:
    listed = [dict(zip(("subject", "relation", "object"), triple, strict=False)) for triple in triples]
    return json.dumps({"claims": listed, "complete": complete})


def test_an_answer_that_is_a_statement_is_read_without_the_model(fleet: OntologyService) -> None:
    given = ask(fleet, WHAT, "The brig is a vessel.", ASK_BRIG)
    assert levels(given) == (ENTAILED, ENTAILED)
    assert given.usage.calls == 5
    assert ask(fleet, WHAT, "The hull is part of the brig.", ASK_BRIG).grounding.verified is ENTAILED
    assert ask(fleet, WHAT, "The navy is part of the state.", ASK_BRIG).grounding.verified is RELATED


def test_a_claim_needs_something_that_the_answer_itself_names(fleet: OntologyService) -> None:
    question = FreeText(text="Do people say that a brig is a vessel?")
    given = ask(fleet, question, "Well, many would.", 'DESCRIBE "brig"', claims=claims(("brig", "is a", "vessel")))
    assert levels(given) == (ENTAILED, None)


def test_that_a_thing_is_itself_is_no_claim(fleet: OntologyService) -> None:
    assert levels(ask(fleet, WHAT, "The brig is a brig.", ASK_BRIG)) == (ENTAILED, None)


def test_claims_that_the_model_takes_from_its_answer_are_supported_at_most(fleet: OntologyService) -> None:
    said = "Well, the brig is among the kinds of vessel."
    given = ask(fleet, WHAT, said, 'DESCRIBE "brig"', claims=claims(("brig", "is a", "vessel")))
    assert levels(given) == (ENTAILED, SUPPORTED)
    assert given.claims[0].level is ENTAILED
    assert "says no more is the model's reading" in given.grounding.reason


@pytest.mark.parametrize(
    "reply",
    [
        claims(("navy", "part of", "state")),
        claims(("brig", "is a", "brig")),
        claims(("brig", "is a", "flying boat")),
        '{"claims": ["brig is a vessel", {"subject": "brig"}, 7]}',
        '{"claims": []}',
    ],
)
def test_claims_about_what_the_answer_does_not_name_do_not_count(fleet: OntologyService, reply: str) -> None:
    given = ask(fleet, WHAT, "Well, it is among the prettiest.", 'DESCRIBE "brig"', 'DESCRIBE "navy"', claims=reply)
    assert levels(given) == (ENTAILED, None)
    assert "No claim could be told" in given.grounding.reason


@pytest.mark.parametrize("reply", ["It is a vessel.", '{"claims": "brig is a vessel"}', '{"answer": "yes"}'])
def test_a_reply_without_claims_leaves_the_answer_unchecked(fleet: OntologyService, reply: str) -> None:
    given = ask(fleet, WHAT, "Well, the brig is among the kinds of vessel.", 'DESCRIBE "brig"', claims=reply)
    assert levels(given) == (ENTAILED, None)
    assert "did not take its answer apart" in given.grounding.reason


@pytest.mark.parametrize(
    "unchecked",
    [
        ("brig", "is a", "flying boat"),  # not offered
        ("brig", "sinks", "vessel"),
        ("brig",),
        ("navy", "part of", "state"),  # the answer names neither
        ("brig", "part of", "brig"),
    ],
)
def test_a_claim_that_cannot_be_checked_leaves_no_more_than_related(
    fleet: OntologyService, unchecked: tuple[str, ...]
) -> None:
    said = "Well, the brig is among the kinds of vessel, and more."
    reply = claims(("brig", "is a", "vessel"), unchecked)
    given = ask(fleet, WHAT, said, 'DESCRIBE "brig"', 'DESCRIBE "navy"', claims=reply)
    assert levels(given) == (ENTAILED, RELATED)
    assert [claim.level for claim in given.claims] == [ENTAILED]
    assert "1 of the 2 claims that the model takes from its answer could not be checked." in given.grounding.reason


def test_claims_beyond_the_most_that_are_checked_are_counted_and_repeated_ones_are_not(fleet: OntologyService) -> None:
    said = "Well, brig, schooner, barque, vessel and boat have a hull; then there is squadron, navy and state."
    looked = ('SELECT ?x WHERE { ?x "is a" "vessel" }', 'DESCRIBE "hull"', 'DESCRIBE "navy"', 'DESCRIBE "squadron"')
    kinds = [(name, "is a", of) for of in ("vessel", "boat") for name in ("brig", "schooner", "barque")]
    parts = [("hull", "part of", name) for name in ("brig", "vessel", "boat")]
    others = [("boat", "is a", "vessel"), ("navy", "part of", "state"), ("squadron", "part of", "navy")]
    most = [*kinds, *parts, *others]
    assert len(most) == MAX_CLAIMS
    given = ask(fleet, WHAT, said, *looked, claims=claims(*most, *most))
    assert (levels(given), len(given.claims)) == ((ENTAILED, SUPPORTED), MAX_CLAIMS)
    given = ask(fleet, WHAT, said, *looked, claims=claims(*most, ("vessel", "is a", "boat")))
    assert (levels(given), len(given.claims)) == ((ENTAILED, RELATED), MAX_CLAIMS)
    assert f"1 of the {MAX_CLAIMS + 1} claims" in given.grounding.reason


def test_claims_that_are_not_said_to_be_complete_leave_no_more_than_related(fleet: OntologyService) -> None:
    said = "Well, the brig is among the kinds of vessel, and more."
    partial = claims(("brig", "is a", "vessel"), complete=False)
    for reply in (partial, partial.replace(', "complete": false', "")):
        given = ask(fleet, WHAT, said, 'DESCRIBE "brig"', claims=reply)
        assert levels(given) == (ENTAILED, RELATED)
        assert "does not say that its claims are all" in given.grounding.reason


def test_an_answer_in_words_that_denies_is_never_more_than_related(fleet: OntologyService) -> None:
    said = "Well, the brig is not really among the kinds of vessel."
    given = ask(fleet, WHAT, said, 'DESCRIBE "brig"', claims=claims(("brig", "is a", "vessel")))
    assert levels(given) == (ENTAILED, RELATED)


def test_yes_and_names_in_words_are_read_as_the_question_asks(fleet: OntologyService) -> None:
    assert ask(fleet, FreeText(text="Is the brig a vessel?"), "Yes.", ASK_BRIG).grounding.verified is ENTAILED
    question = FreeText(text="What is a kind of vessel?")
    assert ask(fleet, question, "brig, schooner", ASK_BRIG).grounding.verified is ENTAILED
    assert ask(fleet, question, "brig, mast", ASK_BRIG).grounding.verified is RELATED


# ---- names that stand for nothing


def test_options_and_quoted_names_that_stand_for_nothing_are_named(fleet: OntologyService) -> None:
    question = OneOption(text="Which of these is a vessel?", options=("brig", "zorblax"))
    for model in (None, ScriptedModel(["Hm.", 'Answer: {"answer": "A"}', '{"answer": "A"}'])):
        reason = answer(question, service=fleet, model=model).grounding.reason
        assert 'No concept is named "zorblax".' in reason
    none = OneOption(text='What is "quux" part of?', options=("zorblax", "plugh"))
    reason = answer(none, service=fleet, model=None).grounding.reason
    assert "none of the options" in reason
    assert 'No concept is named "quux".' in reason
