"""Slots hold what a question says, with the words that say it, and nothing that a model adds."""

import json
from random import Random
from typing import Any

import pytest

from derivations import Derivations
from entailed.errors import OperatorError
from entailed.llm import ScriptedModel
from entailed.oak.extraction.slot_reading import ModelSlotReader, slot_grammar
from entailed.oak.operators.values import RuntimeSlots, SlotSpec
from entailed.oak.schema.model import Property

QUESTION = (
    "An entire home in Oslo for three guests from 23/06/2026, two weeks at most $80, with sauna and a pool, "
    "to be booked by 05/06/2026?"
)
SLOTS: dict[str, SlotSpec] = {
    "city": {"type": "string", "required": True},
    "guests": {"type": "integer", "required": True, "description": "How many people."},
    "nights": {"type": "integer"},
    "budget": {"type": "number"},
    "from": {"type": "date"},
    "kind": {"type": "string", "enum": ["Entire home", "private room"]},
    "pets": {"type": "boolean"},
    "amenities": {"type": "string", "multivalued": True},
}


def filled(stated: dict[str, Any], *, context: str = "") -> RuntimeSlots:
    return ModelSlotReader(ScriptedModel([json.dumps(stated)]))(
        query=QUESTION, slots=SLOTS, context=context, attempts=1
    )


def said(value: Any, words: str) -> dict[str, Any]:
    return {"value": value, "words": words}


def test_slots_are_filled_with_values_of_their_type_and_their_words() -> None:
    slots = filled(
        {
            "city": said("oslo", "in Oslo"),
            "guests": said("3", "three guests"),
            "nights": said(14, "two weeks"),
            "budget": said(80, "at most $80"),
            "from": said("2026-06-23", "from 23/06/2026"),
            "kind": said("entire home", "entire home"),
            "pets": None,
            "amenities": [said("sauna", "with sauna"), said("pool", "a pool"), said("gym", "a gym")],
        }
    )
    assert slots.values == {
        "city": "Oslo",
        "guests": 3,
        "nights": 14,
        "budget": 80,
        "from": "2026-06-23",
        "kind": "Entire home",
        "amenities": ["sauna", "pool"],
    }
    assert slots.words["amenities"] == "with sauna … a pool"
    assert slots.words["guests"] == "three guests"
    assert slots.missing == []


@pytest.mark.parametrize(
    ("slot", "stated"),
    [
        ("city", said("Bergen", "in Bergen")),
        ("city", "Oslo"),
        ("guests", said("many", "three guests")),
        ("guests", said(2.5, "three guests")),
        ("from", said("2026-06-05", "by 05/06/2026")),
        ("from", said("soon", "two weeks")),
        ("kind", said("tent", "entire home")),
        ("pets", said("perhaps", "sauna")),
        ("city", said([1], "in Oslo")),
    ],
)
def test_what_the_question_does_not_say_fills_no_slot(slot: str, stated: Any) -> None:
    slots = filled({slot: stated})
    assert slots == RuntimeSlots(values={}, words={}, missing=["city", "guests"])


def test_a_model_is_asked_as_often_as_allowed_and_then_it_is_an_error() -> None:
    model = ScriptedModel(["What?", '{"city": {"value": "Oslo", "words": "Oslo"}}'])
    slots = ModelSlotReader(model)(query=QUESTION, slots=SLOTS, context="Trips.", attempts=2)
    assert slots.values == {"city": "Oslo"}
    system = model.requests[0][0].content
    assert "Trips." in system
    assert "guests: integer, required - How many people." in system
    assert model.requests[0][1].content == f"```\n{QUESTION}\n```"
    with pytest.raises(OperatorError, match="in 2 attempts: the reply holds no JSON object"):
        ModelSlotReader(ScriptedModel(["What?", "What?"]))(query=QUESTION, slots=SLOTS, context="", attempts=2)


def test_a_constrained_reply_has_every_slot() -> None:
    grammar = Derivations(slot_grammar({name: Property.model_validate(spec) for name, spec in SLOTS.items()}))
    random = Random(1)
    for _ in range(100):
        stated = json.loads(grammar.sample(random))
        assert list(stated) == list(SLOTS)
