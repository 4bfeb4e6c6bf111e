"""Whatever constrained decoding lets a model write is read as claims in the terms of the schema."""

from collections import Counter
from random import Random

from derivations import Derivations
from entailed.llm import LocalModel, Message
from entailed.oak import EntityType, Property, Relation, Schema, ValueType
from entailed.oak.extraction.grammar import extraction_grammar
from entailed.oak.extraction.reply import Claims, read_reply

SCHEMA = Schema(
    name="places",
    entity_types={
        "Place": EntityType(key=("name",), properties={"rating": Property(type=ValueType.NUMBER), "name": Property()}),
        "Inn": EntityType(
            is_a=("Place",),
            key=("name", "street"),
            properties={
                "street": Property(),
                "open": Property(type=ValueType.BOOLEAN),
                "since": Property(type=ValueType.DATE),
                "kind": Property(enum=('the "best"', "naïve")),
                "tags": Property(multivalued=True),
            },
        ),
    },
    relations={"near": Relation(source="Inn", target="Place")},
)


def test_every_reply_is_read_and_has_the_names_of_the_schema() -> None:
    grammar = Derivations(extraction_grammar(SCHEMA))
    random = Random(1)
    properties: dict[str, set[str]] = {"Place": set(), "Inn": set()}
    ends, enumerated = Counter[tuple[str, str]](), set()
    for _ in range(150):
        claims = read_reply(grammar.sample(random))
        assert isinstance(claims, Claims)
        assert not claims.unreadable
        for entity in claims.entities:
            assert set(SCHEMA.key_of(entity.type)) <= entity.values.keys()
            properties[entity.type] |= entity.values.keys()
            enumerated |= {stated.value for stated in entity.values.get("kind", ())}
        for relation in claims.relations:
            ends[relation.source.type, relation.target.type] += 1
            assert tuple(relation.source.key) == SCHEMA.key_of(relation.source.type)
            assert relation.words
    assert properties == {type_: set(SCHEMA.properties_of(type_)) for type_ in properties}
    assert ends.keys() == {("Inn", "Place"), ("Inn", "Inn")}
    assert enumerated == {'the "best"', "naïve"}


def test_without_relations_there_are_none() -> None:
    grammar = Derivations(extraction_grammar(SCHEMA.model_copy(update={"relations": {}})))
    claims = read_reply(grammar.sample(Random(1)))
    assert isinstance(claims, Claims)
    assert claims.relations == ()


def test_a_model_can_be_held_to_it(smollm: LocalModel) -> None:
    grammar = extraction_grammar(SCHEMA)
    reply = smollm.complete([Message(role="user", content="Go on.")], max_tokens=24, grammar=grammar)
    assert reply.constrained
    assert reply.text.startswith('{"entities": [')
