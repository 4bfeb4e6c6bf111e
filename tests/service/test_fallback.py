"""Text matches for a SELECT that nothing satisfies: tried only then, bounded, and never taken for an answer."""

import pytest

from entailed.service import Fallback, FallbackRow, OntologyService, SelectResult, Tier, observation, query_json


def select(service: OntologyService, where: str, fallback: Fallback | None = None) -> SelectResult:
    result = service.query(f"SELECT ?x WHERE {{ {where} }}", fallback=fallback)
    assert isinstance(result, SelectResult)
    return result


def rows(service: OntologyService, where: str, fallback: Fallback | None = None) -> tuple[FallbackRow, ...]:
    found = select(service, where, fallback).fallback
    assert found is not None
    return found


def names(service: OntologyService, where: str) -> list[str]:
    """Of the concepts that mentions speak for."""
    return [row.entity.name for row in rows(service, where) if row.evidence]


# ---- when text is looked for


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


def test_text_is_not_searched_unless_wanted(kitchen: OntologyService) -> None:
    where = '?x "contains" "frying pan"'
    assert select(kitchen, where, "none").fallback is None
    assert "text" not in observation(select(kitchen, where, "none"))


# ---- mentions

WORKSHOP = """ontology: workshop

[Term]
id: W:1
name: tool

[Term]
id: W:2
name: saw
synonym: "ripper" EXACT []
is_a: W:1

[Term]
id: W:3
name: hand saw
is_a: W:2

[Term]
id: W:4
name: axe
is_a: W:1

[Term]
id: W:5
name: wood

[Term]
id: W:6
name: oak
synonym: "quercus" EXACT []
synonym: "hard wood" BROAD []
is_a: W:5

[Term]
id: W:7
name: lumberjack

[Typedef]
id: cuts
name: cuts

[Typedef]
id: slices
name: slices
is_a: cuts

[Typedef]
id: sharpened_with
name: sharpened with
"""


@pytest.fixture(scope="module")
def workshop(index_text):
    """The workshop in which things are defined by some texts, and have some other lines."""

    def index(lines: dict[str, str] | None = None, **definitions: str) -> OntologyService:
        text = WORKSHOP
        for name, definition in definitions.items():
            line = f"name: {name.replace('_', ' ')}\n"
            text = text.replace(line, f'{line}def: "{definition}" []\n')
        for line, others in (lines or {}).items():
            text = text.replace(f"{line}\n", f"{line}\n{others}\n")
        return index_text(text)

    return index


@pytest.mark.parametrize(
    ("definition", "tier"),
    [
        ("Tool that cuts oak.", Tier.LABEL),
        ("Tool that cuts quercus", Tier.LABEL),
        ("Tool that slices oaks.", Tier.LABEL),
        ("Tool that cuts at least one of the oaks.", Tier.LABEL),
        ("It is not heavy. It cuts oak.", Tier.LABEL),
        ("Not heavy; cuts oak.", Tier.LABEL),
        ("Tool of metal. The saw cuts oak.", Tier.LABEL),
        ("Tool made for cutting of oak.", Tier.STEMS),
        ("Cutting tool, e.g. for oak", Tier.SENTENCE),
        ("Tool that cuts, among others, oak.", Tier.SENTENCE),
        ("Tool sharpened with bark and that cuts oak.", Tier.LABEL),
        ("Tool sharpened with an edge that cuts oak.", Tier.OTHER_RELATION),  # it is the edge that cuts
        ("Tool sharpened with an edge that is cutting oak.", Tier.OTHER_RELATION),
        ("Tool of metal. It is a tool that cuts oak.", Tier.LABEL),
        ("Tool of metal. It holds an edge that cuts oak.", Tier.OTHER_RELATION),
        ("Tool of oak that cuts an axe.", Tier.MENTION),  # and not oak
        ("Tool kept near oak. It cuts.", Tier.MENTION),
        ("Tool sharpened with oak.", Tier.OTHER_RELATION),
    ],
)
def test_how_directly_a_sentence_speaks(workshop, definition: str, tier: Tier) -> None:
    (row,) = rows(workshop(saw=definition), '?x "is a" "tool" . ?x "cuts" "oak"')[:1]
    assert row.entity.name == "hand saw"
    (piece,) = row.evidence
    assert (piece.tier, row.score) == (tier, tier.score)
    assert "oak" in piece.sentence.casefold() or "quercus" in piece.sentence
    assert definition.startswith(piece.sentence) or f" {piece.sentence}" in definition


@pytest.mark.parametrize(
    "definition",
    [
        "Tool that never cuts oak.",
        "Tool for anything without oak.",
        "Metal tool. An axe cuts oak.",  # is not said of saws
        "Tool that cuts hard wood.",  # a broad synonym is no name
        "Tool that cuts oakum.",
    ],
)
def test_what_is_no_mention(workshop, definition: str) -> None:
    assert names(workshop(saw=definition), '?x "is a" "tool" . ?x "cuts" "oak"') == []


def test_a_relation_and_its_filler_stand_in_one_text(workshop) -> None:
    terms = '\n[Term]\nid: W:8\nname: edge\ndef: "That which cuts" []\n\n[Term]\nid: W:9\nname: oak bench\n'
    (row,) = rows(workshop({"ontology: workshop": terms}), '?x "cuts" "oak"')
    assert (row.entity.name, row.score) == ("oak bench", Tier.NAME.score)


def test_what_is_said_of_a_concept_is_said_of_those_below_it(workshop) -> None:
    service = workshop(saw="Tool that cuts oak.")
    found = {row.entity.name: row for row in rows(service, '?x "cuts" "wood"')}
    assert found.keys() == {"saw", "hand saw"}
    (piece,) = found["hand saw"].evidence
    assert (piece.filler.name, piece.about.name, piece.mentioned.name) == ("wood", "saw", "oak")


def test_a_concept_speaks_for_itself_before_those_above_it(workshop) -> None:
    service = workshop(saw="Tool that cuts oak.", hand_saw="Saw that cuts oak by hand.")
    found = {row.entity.name: row.evidence[0].sentence for row in rows(service, '?x "cuts" "oak"')}
    assert found == {"saw": "Tool that cuts oak.", "hand saw": "Saw that cuts oak by hand."}


def test_what_a_concept_is_does_not_speak_for_a_relation(workshop) -> None:
    service = workshop(hand_saw="A small saw without a motor.", axe="It lies beside the saw.")
    assert names(service, '?x "cuts" "saw"') == ["axe"]


def test_of_two_definitions_each_begins_with_the_concept(workshop) -> None:
    second = 'property_value: IAO:0000115 "Wood in a plank, a tool that cuts oak." xsd:string'
    service = workshop({"name: saw": second}, saw="Metal tool. It is heavy.")
    assert [row.score for row in rows(service, '?x "cuts" "oak"')] == [1.0, 1.0]


def test_a_sentence_of_a_definition_goes_before_a_name(workshop) -> None:
    service = workshop({"name: saw": 'synonym: "oak saw" EXACT []'}, axe="Lies beside the oak.")
    assert names(service, '?x "cuts" "oak"') == ["axe"]


def test_classification_is_never_taken_from_text(workshop) -> None:
    service = workshop(lumberjack="Person, a kind of tool, that cuts oak.")
    assert names(service, '?x "cuts" "oak"') == ["lumberjack"]
    assert names(service, '?x "is a" "tool" . ?x "cuts" "oak"') == []


def test_a_match_is_as_good_as_its_worst_condition_and_only_the_best_are_shown(workshop) -> None:
    service = workshop(
        saw="Tool that cuts oak and lies near wood.",
        axe="Tool that cuts oak. It is also a tool that slices wood.",
        lumberjack="Cuts oak.",
    )
    (row,) = rows(service, '?x "slices" "wood" . ?x "cuts" "oak"')
    assert (row.entity.name, row.score) == ("axe", 1.0)
    assert [piece.tier for piece in row.evidence] == [Tier.LABEL, Tier.LABEL]
    assert row.text == "It is also a tool that slices wood. … Tool that cuts oak."
    assert names(service, '?x "sharpened with" "wood" . ?x "cuts" "oak"') == ["hand saw", "saw"]  # not "slices" wood


def test_of_equally_weak_matches_only_those_that_are_stronger_in_their_other_conditions_are_shown(workshop) -> None:
    service = workshop(saw="Tool that cuts oak. Kept with an axe.", lumberjack="Lives in oak, and has an axe.")
    assert names(service, '?x "cuts" "oak" . ?x "sharpened with" "axe"') == ["hand saw", "saw"]


def test_words_of_the_relation_anywhere_do_not_outweigh_one_that_is_said_outright(workshop) -> None:
    service = workshop(saw="Tool that cuts oak. Kept with an axe.", lumberjack="One cutting, e.g. oak with an axe.")
    assert names(service, '?x "cuts" "oak" . ?x "cuts" "axe"') == ["hand saw", "saw"]
    assert [(row.entity.name, row.score) for row in rows(service, '?x "cuts" "axe"')] == [("lumberjack", 0.8)]


def test_what_mentions_all_that_is_asked_for_goes_before_what_mentions_a_part_of_it(workshop) -> None:
    service = workshop(axe="Lies beside the oak.", lumberjack="Lives of wood.")
    assert names(service, '?x "cuts" "wood"') == ["lumberjack", "axe"]
    assert names(service, '?x "cuts" "oak"') == ["axe"]


def test_a_text_about_few_concepts_goes_before_one_about_many(workshop) -> None:
    service = workshop(tool="Of use with oak.", lumberjack="Lives beside the oak.")
    assert names(service, '?x "cuts" "oak"') == ["lumberjack", "axe", "hand saw", "saw", "tool"]


def test_what_is_said_of_an_unsatisfiable_concept_is_said_of_no_other(workshop) -> None:
    service = workshop({"name: axe": "disjoint_from: W:1"}, axe="Lies beside the oak.", lumberjack="Lives in oak.")
    assert names(service, '?x "cuts" "oak"') == ["lumberjack"]


def test_where_no_concept_has_every_condition_those_are_shown_that_have_most(workshop) -> None:
    service = workshop(saw="Tool that cuts oak and lies near an axe.", lumberjack="Cuts oak.")
    where = '?x "cuts" "oak" . ?x "slices" "axe" . ?x "sharpened with" "lumberjack"'
    found = rows(service, where)
    assert [row.entity.name for row in found] == ["hand saw", "saw"]
    assert {row.score for row in found} == {0.0}
    assert found[1].evidence[2].tier is Tier.NOTHING
    assert found[1].text == "Tool that cuts oak and lies near an axe."
    assert '- "sharpened with" "lumberjack": no text speaks for it' in observation(select(service, where)).splitlines()
    missing = query_json(select(service, where))["fallback"]["rows"][1]["evidence"][2]
    assert {key: missing[key] for key in ("tier", "score", "sentence", "about")} == {
        "tier": "NOTHING",
        "score": 0.0,
        "sentence": "",
        "about": None,
    }


def test_two_conditions_that_are_hardly_spoken_for_go_before_one_that_is_said_outright(workshop) -> None:
    service = workshop(axe="Sharpened with oak. Sharpened with a lumberjack.", lumberjack="Slices a saw.")
    assert names(service, '?x "cuts" "oak" . ?x "cuts" "lumberjack" . ?x "slices" "saw"') == ["axe"]


def test_of_conditions_the_one_with_fewer_fillers_is_missed_last(workshop) -> None:
    service = workshop(saw="Tool that slices wood.", axe="Tool that cuts a lumberjack.")
    assert names(service, '?x "slices" "wood" . ?x "cuts" "lumberjack"') == ["axe"]


def test_a_condition_that_is_entailed_is_no_text(workshop) -> None:
    service = workshop({"name: axe": "relationship: sharpened_with W:7"}, saw="Tool that cuts oak.")
    assert names(service, '?x "sharpened with" "lumberjack" . ?x "cuts" "oak"') == ["hand saw", "saw"]  # not the axe
    assert names(service, '?x "sharpened with" "lumberjack" . ?x "cuts" "hand saw"') == []


def test_concepts_with_some_of_the_conditions_satisfy_the_formal_ones(workshop) -> None:
    service = workshop(lumberjack="Cuts oak.", axe="Tool that cuts oak.")
    assert names(service, '?x "is a" "tool" . ?x "cuts" "oak" . ?x "sharpened with" "lumberjack"') == ["axe"]


def test_a_condition_that_is_entailed_needs_no_text(workshop) -> None:
    service = workshop({"name: axe": "relationship: sharpened_with W:7"}, axe="Tool that cuts oak.")
    (row,) = rows(service, '?x "sharpened with" "lumberjack" . ?x "cuts" "oak"')
    assert [piece.tier for piece in row.evidence] == [None, Tier.LABEL]
    assert row.score == 1.0
    lines = observation(select(service, '?x "sharpened with" "lumberjack" . ?x "cuts" "oak"')).splitlines()
    assert lines[-2:] == [
        '- "sharpened with" "lumberjack": follows from the axioms',
        '- "cuts" "oak" (1.0, the relation by name before the filler): Tool that cuts oak.',
    ]


def test_a_name_speaks_like_a_sentence_and_no_concept_is_mentioned_by_its_own(workshop) -> None:
    service = workshop({"name: axe": 'synonym: "cutter of oak" EXACT []'}, oak="Wood that cuts oak.")
    assert names(service, '?x "cuts" "oak"') == ["axe"]


def test_every_concept_of_a_name_is_mentioned(workshop) -> None:
    twin = '[Term]\nid: W:8\nname: oak\nis_a: W:7\n\n[Term]\nid: W:9\nname: twig\nsynonym: "oak" EXACT []\nis_a: W:5\n'
    service = workshop({"name: lumberjack": f"\n{twin}"}, saw="Tool that cuts oak.")
    assert "saw" in names(service, '?x "cuts" "lumberjack"')
    assert "saw" in names(service, '?x "cuts" "W:6"')
    assert names(service, '?x "cuts" "twig"') == []  # a label goes before a synonym


def test_obsolete_concepts_neither_speak_nor_are_spoken_of(workshop) -> None:
    obsolete = "is_obsolete: true"
    spoken = workshop({"name: axe": obsolete}, axe="Tool that cuts oak.", saw="Tool that cuts an axe.")
    assert names(spoken, '?x "cuts" "oak"') == []
    assert names(spoken, '?x "cuts" "W:4"') == []


def test_there_are_at_most_five(workshop) -> None:
    many = "".join(f'\n[Term]\nid: W:1{n}\nname: blade {n}\ndef: "It cuts oak." []\n' for n in range(7))
    assert len(rows(workshop({"ontology: workshop": many}), '?x "cuts" "oak"')) == 5


def test_of_equal_matches_those_come_first_whose_cards_match_better(workshop) -> None:
    others = "".join(
        f'\n[Term]\nid: W:1{n}\nname: blade {n}\ndef: "Blade of steel with a long grip that cuts oak." []\n'
        for n in range(7)
    )
    service = workshop({"ontology: workshop": others}, lumberjack="Cuts oak. Oak, oak, oak.")
    assert names(service, '?x "cuts" "oak"')[0] == "lumberjack"


def test_relations_with_one_word_that_tells_little_are_looked_for_all_the_same(index_text) -> None:
    service = index_text(
        'ontology: i\n\n[Term]\nid: I:1\nname: jar\ndef: "It has a lid in glass." []\n\n[Term]\nid: I:2\nname: lid\n\n'
        "[Typedef]\nid: has\nname: has\n"
    )
    assert [row.score for row in rows(service, '?x "has" "lid"')] == [1.0]


def test_an_ontology_without_relations_or_texts_has_nothing_to_say(index_text) -> None:
    service = index_text("ontology: one\n\n[Term]\nid: O:1\nname: one\n")
    assert rows(service, '?x "is a" "one"')[0].evidence == ()


def test_text_matches_are_marked_as_not_verified(kitchen: OntologyService) -> None:
    result = select(kitchen, '?x "served as" "starter" . ?x "contains" "fish"')
    assert "Not verified, from text:" in observation(result)
    fallback = query_json(result)["fallback"]
    assert fallback["verified"] is False
    assert fallback["rows"][0].keys() == {"name", "iri", "score", "text", "evidence"}


# ---- whole cards


def test_where_nothing_is_mentioned_cards_are_searched(kitchen: OntologyService) -> None:
    where = '?x "prepared by" "freezer" . ?x "contains" "freezer"'
    found = rows(kitchen, where)
    assert found
    assert found == rows(kitchen, where, "bm25")


def test_cards_may_be_searched_at_once(kitchen: OntologyService) -> None:
    result = select(kitchen, '?x "prepared by" "frying" . ?x "contains" "olive oil"', "bm25")
    assert (result.total, result.rows) == (0, ())
    assert result.fallback
    assert len(result.fallback) == 5
    scores = [row.score for row in result.fallback]
    assert scores == sorted(scores, reverse=True)
    best = result.fallback[0]
    assert best.evidence == ()
    assert "olive oil" in best.text.casefold()
    assert f'"{best.entity.name}": {best.text}' in observation(result).splitlines()


def test_the_passage_of_a_card_is_one_sentence(kitchen: OntologyService) -> None:
    found = rows(kitchen, '?x "contains" "organism"', "bm25")
    assert found
    assert all(row.text.rstrip(".").count(". ") == 0 for row in found)


def test_classification_is_no_word_to_look_for(index_text) -> None:
    service = index_text(
        'ontology: w\n\n[Term]\nid: W:1\nname: sphinx\n\n[Term]\nid: W:2\nname: riddle\ndef: "It is a question." []\n'
    )
    assert [row.entity.name for row in rows(service, '?x "is a" "sphinx"')] == ["sphinx"]


def test_obsolete_concepts_are_no_matches(kitchen: OntologyService) -> None:
    found = rows(kitchen, '?x "contains" "obsolete oleomargarine"')
    assert found
    assert all("obsolete" not in row.entity.name for row in found)
