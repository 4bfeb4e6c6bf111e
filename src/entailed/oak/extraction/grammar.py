"""The replies that fit a schema, as a grammar for models that can be held to one."""

import json
from collections.abc import Iterable, Mapping

from entailed.llm.gbnf import Rules, json_list, json_text, literal, one_of, render
from entailed.oak.extraction.reply import MOST_VALUES
from entailed.oak.schema.model import Property, Schema, ValueType

_MOST_ITEMS = 60
"""Entities, or relations."""
_MOST_CHARACTERS = 300
_MOST_CHARACTERS_OF_A_NUMBER = 40


def extraction_grammar(schema: Schema) -> str:
    """GBNF of the JSON object that `extraction_reply` reads, with the names of a schema and no others."""
    entity, relation = _any("entity", range(len(schema.entity_types))), _any("relation", range(len(schema.relations)))
    listed = {
        "entities": json_list(entity, _MOST_ITEMS),
        "relations": json_list(relation, _MOST_ITEMS) if schema.relations else '"[]"',
    }
    return render(
        {
            "root": json_object(listed),
            "words": json_text(_MOST_CHARACTERS),
            **_entity_rules(schema),
            **_relation_rules(schema),
        }
    )


def _entity_rules(schema: Schema) -> Rules:
    """`entity-N` and `key-N` for each type."""
    rules: dict[str, str] = {}
    for number, type_ in enumerate(schema.entity_types):
        declared, key = schema.properties_of(type_), schema.key_of(type_)
        values = {property: f"value-{number}-{place}" for place, property in enumerate(declared)}
        rules |= {values[property]: value_grammar(part) for property, part in declared.items()}
        stated = {property: _stated(values[property], part) for property, part in declared.items()}
        needed = {part: stated.pop(part) for part in key}
        name = _constant(type_)
        rules[f"entity-{number}"] = json_object({"type": name, "properties": json_object(needed, optional=stated)})
        rules[f"key-{number}"] = json_object({"type": name, "key": json_object({part: values[part] for part in key})})
    return rules


def _relation_rules(schema: Schema) -> Rules:
    """`relation-N` for each relation."""
    rules: dict[str, str] = {}
    for number, (name, relation) in enumerate(schema.relations.items()):
        source, target = (
            _any("key", (n for n, type_ in enumerate(schema.entity_types) if end in schema.supertypes(type_)))
            for end in (relation.source, relation.target)
        )
        members = {"relation": _constant(name), "source": source, "target": target, "words": "words"}
        rules[f"relation-{number}"] = json_object(members)
    return rules


def value_grammar(declared: Property) -> str:
    """One value of a property as a model writes it. A number in another unit is a text."""
    if declared.enum is not None:
        return one_of(json.dumps(value, ensure_ascii=False) for value in declared.enum)
    match declared.type:
        case ValueType.BOOLEAN:
            return one_of(("true", "false"))
        case ValueType.INTEGER | ValueType.NUMBER:
            number = '"-"? ("0" | [1-9] [0-9]{0,14}) ("." [0-9]{1,6})?'
            return f"({number} | {json_text(_MOST_CHARACTERS_OF_A_NUMBER)})"
    return json_text(_MOST_CHARACTERS)


def json_object(members: Mapping[str, str], *, optional: Mapping[str, str] | None = None) -> str:
    """An object with members, of which there is at least one, and any of the optional ones behind them."""
    needed = ' ", " '.join(map(_member, members, members.values()))
    rest = "".join(f' (", " {_member(*member)})?' for member in (optional or {}).items())
    return f'"{{" {needed}{rest} "}}"'


def _member(name: str, value: str) -> str:
    return f"{literal(json.dumps(name) + ': ')} {value}"


def _stated(value: str, declared: Property) -> str:
    """A value and its words, or several."""
    one = json_object({"value": value, "words": "words"})
    return json_list(one, MOST_VALUES) if declared.multivalued else one


def _constant(name: str) -> str:
    return literal(json.dumps(name))


def _any(rule: str, numbers: Iterable[int]) -> str:
    return f"({' | '.join(f'{rule}-{number}' for number in numbers)})"
