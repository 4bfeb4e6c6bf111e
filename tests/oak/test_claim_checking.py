"""A claimed fact is kept where the words of its chunk state it of its entity, and counted with a reason where not."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from reading_model import Entity, relation_of, reply_of

from entailed.oak import EntityType, Property, Relation, Schema, ValueType
from entailed.oak.extraction.chunks import Chunk
from entailed.oak.extraction.claim_checking import CheckedFacts, check_claims
from entailed.oak.extraction.reply import Claims, read_reply

FIRMS = Schema(
    name="firms",
    entity_types={
        "Company": EntityType(
            key=("name",),
            properties={
                "name": Property(),
                "city": Property(),
                "staff": Property(type=ValueType.INTEGER),
                "founded": Property(type=ValueType.DATE),
                "turnover": Property(type=ValueType.NUMBER, unit="EUR"),
                "listed": Property(type=ValueType.BOOLEAN),
                "size": Property(enum=("small", "large")),
                "opens": Property(type=ValueType.DATETIME),
                "tags": Property(multivalued=True),
            },
        ),
        "Person": EntityType(key=("name",), properties={"name": Property(), "likes": Property()}),
        "Room": EntityType(
            key=("number", "floor"),
            properties={"number": Property(type=ValueType.INTEGER), "floor": Property(), "beds": Property()},
        ),
    },
    relations={"works_for": Relation(source="Person", target="Company")},
)


def checked(text: str, entities: Sequence[Entity], relations: Sequence[Mapping[str, Any]] = ()) -> CheckedFacts:
    claims = read_reply(reply_of(entities, relations))
    assert isinstance(claims, Claims)
    assert not claims.unreadable
    return check_claims(claims, FIRMS, Chunk(document="doc", start=100, text=text))


def values(facts: CheckedFacts) -> dict[str, Any]:
    """The values of all entities by property, each with whether it is verified."""
    return {
        property: [(one.value, one.source.verified) for one in stated]
        for entity in facts.entities
        for property, stated in entity.values.items()
        if property != "name"
    }


def reasons(facts: CheckedFacts) -> list[tuple[str, str]]:
    return [(rejected.text, rejected.reason) for rejected in facts.rejected]


def company(text: str, **claimed: Any) -> CheckedFacts:
    return checked(text, [("Company", {"name": "Delta Pumps", **claimed})])


# ---- cases


def case(shared: Path, name: str) -> CheckedFacts:
    """The facts of a case whose chunk comes with a reply in a form of its own."""
    (chunk,) = yaml.safe_load((shared / "cases" / name / "chunks.yaml").read_text("utf-8"))
    reply = chunk["llm_reply"]
    types = {stated["name"]: stated["type"] for stated in reply["entities"]}
    relations = []
    for stated in reply.get("relations", []):
        start, relation, target = stated if isinstance(stated, list) else (stated[end] for end in ("from", "rel", "to"))
        ends = [(types.get(name, "Company"), name) for name in (start, target)]
        relations.append(relation_of(relation, ends[0], ends[1]))
    entities = [(one["type"], {k: v for k, v in one.items() if k != "type"}) for one in reply["entities"]]
    return checked(chunk["text"], entities, relations)


def test_k11_a_denied_edge_and_one_that_is_none_are_no_edges(shared: Path) -> None:
    facts = case(shared, "K11_no_relation_edges")
    assert [(edge.start.values, edge.relation, edge.target.values) for edge in facts.relations] == [
        (("Bo Lind",), "works_for", ("Delta Pumps",))
    ]
    assert reasons(facts) == [("Ana Ruiz → Delta Pumps", "denied"), ("Ana Ruiz → Bo Lind", "unknown relation")]


def test_k12_a_fact_needs_a_sentence_with_its_entity(shared: Path) -> None:
    facts = case(shared, "K12_fact_on_wrong_entity")
    likes = {entity.values["name"][0].value: entity.values.get("likes", ()) for entity in facts.entities}
    assert [stated.value for stated in likes["Ana Ruiz"]] == ["tea"]
    assert likes["Bo Lind"] == ()
    assert reasons(facts) == [("Bo Lind: tea", "no sentence has both")]


def test_k05_an_end_that_the_text_does_not_name_is_unknown(shared: Path) -> None:
    facts = case(shared, "K05_dangling_endpoint")
    assert ("Ana Ruiz → Kappa Ltd", "unknown endpoint") in reasons(facts)


# ---- entities


def test_an_entity_is_named_as_the_text_names_it_and_its_place_is_that_of_the_document() -> None:
    facts = checked("The DELTA\n  Pumps  grew.", [("Company", {"name": "delta_pumps"})])
    (entity,) = facts.entities
    (name,) = entity.values["name"]
    assert name.value == "DELTA Pumps"
    assert (name.source.start, name.source.end, name.source.verified) == (104, 117, True)


@pytest.mark.parametrize(
    ("type_", "name", "reason"),
    [
        ("Company", "Kappa", "its key is not in the text"),
        ("Company", "elta Pumps", "its key is not in the text"),
        ("Company", " ", "no key"),
        ("Company", None, "no key"),
        ("Firm", "Delta Pumps", "unknown type"),
    ],
)
def test_an_entity_without_a_key_in_the_text_is_rejected(type_: str, name: str | None, reason: str) -> None:
    facts = checked("Delta Pumps grew.", [(type_, {"name": name, "city": "Oslo"})])
    assert facts.entities == ()
    assert [rejected.reason for rejected in facts.rejected] == [reason]


def test_a_key_of_several_values_needs_each_of_them_beside_the_first() -> None:
    text = "Room 12 on the upper floor has two beds. Room 14 is on the lower floor."
    rooms = [("Room", {"number": 12, "floor": floor, "beds": "two beds"}) for floor in ("upper", "lower")]
    facts = checked(text, [*rooms, ("Room", {"number": 14})])
    assert [sorted(entity.values) for entity in facts.entities] == [
        *(["beds", "floor", "number"], ["beds", "number"], ["number"])
    ]
    assert reasons(facts) == [("12 | lower: lower", "no sentence has both")]


# ---- values


@pytest.mark.parametrize(
    ("words", "property", "claimed", "expected"),
    [
        ("has 1,200 people", "staff", 1200, (1200, True)),
        ("has twelve people", "staff", 12, (12, True)),
        ("has 12 people", "staff", "12", (12, True)),
        ("made $40 million", "turnover", 40_000_000, ("$40 million", True)),
        ("made 40 million euros", "turnover", 40_000_000, (40_000_000, True)),
        ("made €2.5", "turnover", 2.5, (2.5, True)),
        ("made 9 kg", "turnover", "9 kg", ("9 kg", True)),
        ("is in  Oslo", "city", "oslo", ("Oslo", True)),
        ("is not in Oslo", "city", "Oslo", ("Oslo", False)),
        ("was founded on 6 May 1991", "founded", "1991-05-06", ("1991-05-06", True)),
        ("was founded in 1991", "founded", "1991-01-01", ("1991", True)),
        ("is on the stock market", "listed", True, (True, False)),
        ("is tiny", "size", "small", ("small", False)),
        ("is small", "size", "small", ("small", True)),
        ("opens on 6 May 1991 at 9:30", "opens", "1991-05-06T09:30:00", ("1991-05-06T09:30:00", True)),
    ],
)
def test_the_words_say_what_the_value_is(words: str, property: str, claimed: Any, expected: tuple[Any, bool]) -> None:
    facts = company(f"Delta Pumps {words}.", **{property: (claimed, words)})
    assert facts.rejected == ()
    assert values(facts) == {property: [expected]}


@pytest.mark.parametrize(
    ("property", "claimed", "reason"),
    [
        ("city", ("Bergen", "is in Oslo"), "not in its words"),
        ("city", ("Oslo", "is near Oslo"), "its words are not in the text"),
        ("city", "Bergen", "not in its words"),
        ("staff", (21, "has 20 people"), "not in its words"),
        ("staff", (True, "has 20 people"), "not in its words"),
        ("staff", (2, "has 20 people"), "not in its words"),
        ("founded", ("1991-05-06", "founded 05/06/1991"), "date: ambiguous"),
        ("listed", True, "no words"),
        ("size", ("small", "people. It is in Oslo"), "its words are of several sentences"),
        ("owner", "Oslo", "unknown property"),
        ("opens", ("2026-05-06T10:30", "opens on 6 May 2026 at 9:30"), "not in its words"),
    ],
)
def test_a_value_that_the_words_do_not_state_is_rejected(property: str, claimed: Any, reason: str) -> None:
    text = "Delta Pumps has 20 people. It is in Oslo, founded 05/06/1991. It opens on 6 May 2026 at 9:30."
    facts = company(text, **{property: claimed})
    assert values(facts) == {}
    assert [rejected.reason for rejected in facts.rejected] == [reason]


def test_of_several_values_those_that_are_stated_are_kept() -> None:
    facts = company("Delta Pumps sells pumps and valves.", tags=["pumps", ("valves", "sells pumps and valves"), "taps"])
    assert values(facts) == {"tags": [("pumps", True), ("valves", True)]}
    assert reasons(facts) == [("Delta Pumps: taps", "not in its words")]


def test_what_is_said_after_an_entity_is_said_of_it_until_another_is_named() -> None:
    text = "Ana Ruiz is an engineer at Delta Pumps. She likes tea. Bo Lind is a clerk. He likes coffee."
    people = [
        ("Person", {"name": name, "likes": drink}) for name in ("Ana Ruiz", "Bo Lind") for drink in ("tea", "coffee")
    ]
    facts = checked(text, [*people, ("Company", {"name": "Delta Pumps"})])
    likes = [(e.values["name"][0].value, e.values["likes"][0].value) for e in facts.entities if "likes" in e.values]
    assert likes == [("Ana Ruiz", "tea"), ("Bo Lind", "coffee")]
    assert {reason for _, reason in reasons(facts)} == {"no sentence has both"}


# ---- relations


@pytest.mark.parametrize(
    ("text", "words", "reason"),
    [
        ("Bo Lind works for Delta Pumps.", "Bo Lind works for Delta Pumps", ""),
        ("Bo Lind is a clerk. He works for Delta Pumps.", "works for Delta Pumps", ""),
        ("Bo Lind is a clerk. He works for Delta Pumps.", None, ""),
        ("Bo Lind works for Delta Pumps, which has no debts.", "Bo Lind works for Delta Pumps", ""),
        ("Bo Lind no longer works for Delta Pumps.", "works for Delta Pumps", "denied"),
        ("Bo Lind doesn’t work for Delta Pumps.", None, "denied"),
        ("Bo Lind met Ana Ruiz. She works for Delta Pumps.", None, "no sentence has both"),
        ("Bo Lind works. Delta Pumps grew.", "Delta Pumps employs Bo Lind", "its words are not in the text"),
        ("Bo Lind works.", None, "unknown endpoint"),
    ],
)
def test_an_edge_needs_words_that_speak_of_both_ends(text: str, words: str | None, reason: str) -> None:
    people = [("Person", {"name": name}) for name in ("Bo Lind", "Ana Ruiz") if name in text]
    claimed = relation_of("works_for", ("Person", "Bo Lind"), ("Company", "Delta Pumps"), words)
    facts = checked(text, people, [claimed])
    assert len(facts.relations) == (not reason)
    assert [found for _, found in reasons(facts)] == ([reason] if reason else [])


def test_an_end_is_named_by_its_whole_key() -> None:
    claimed = relation_of("works_for", ("Room", "Bo Lind"), ("Company", "Delta Pumps"))
    facts = checked("Bo Lind works for Delta Pumps.", [], [claimed])
    assert reasons(facts) == [("Bo Lind → Delta Pumps", "an end without its key")]


def test_a_sentence_without_end_is_no_sentence() -> None:
    text = f"Delta Pumps in Oslo {'and ' * 100} Kappa in Bergen {'and ' * 100} Rome"
    companies = [
        ("Company", {"name": name, "city": city}) for name in ("Delta Pumps", "Kappa") for city in ("Oslo", "Rome")
    ]
    facts = checked(text, companies)
    assert reasons(facts) == [("Delta Pumps: Rome", "no sentence has both"), ("Kappa: Oslo", "no sentence has both")]
