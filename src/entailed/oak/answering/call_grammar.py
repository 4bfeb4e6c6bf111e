"""Calls and answers as grammars that decoding can be held to."""

import json
from collections.abc import Mapping
from typing import Any

from entailed.llm.gbnf import Rules, json_list, json_text, literal, one_of
from entailed.oak.extraction.grammar import json_object
from entailed.oak.functions.model import Function

_MOST_CHARACTERS = 300
_MOST_ITEMS = 50
_NUMBER = '"-"? ("0" | [1-9] [0-9]{0,14}) ("." [0-9]{1,6})?'
_INTEGER = '"-"? ("0" | [1-9] [0-9]{0,14})'


def arguments_rules(function: Function) -> Rules:
    """The JSON object of the arguments of a call, in the order of the parameters; one with a default may be missing."""
    needed: dict[str, str] = {}
    optional: dict[str, str] = {}
    for parameter in function.parameters:
        value = _value(parameter.type.json_schema())
        (needed if parameter.required else optional)[parameter.name] = value
    rule = f"{function.name.replace('_', '-')}-arguments"
    if needed:
        return {rule: json_object(needed, optional=optional)}
    # Without a needed one in front, at most one of the optional ones: a comma has to know what stands before it.
    alternatives = [json_object({name: value}) for name, value in optional.items()]
    return {rule: f"({' | '.join([literal('{}'), *alternatives])})"}


def answer_rules() -> Rules:
    """The JSON object of an answer."""
    one = f"({json_text(_MOST_CHARACTERS)} | {_NUMBER} | {one_of(('true', 'false'))})"
    return {
        "answer": json_object({"answer": f'(answer-value | {json_list("answer-value", _MOST_ITEMS)} | "null")'}),
        "answer-value": one,
    }


def _value(schema: Mapping[str, Any]) -> str:
    """The values that a JSON Schema of plain values describes."""
    match schema:
        case {"const": constant}:
            return literal(_json(constant))
        case {"enum": constants}:
            return one_of(map(_json, constants))
        case {"anyOf": parts}:
            return f"({' | '.join(map(_value, parts))})"
        case {"type": "array"}:
            return json_list(_value(schema.get("items", {})), _MOST_ITEMS)
        case {"type": "object"}:
            member = f'{json_text(_MOST_CHARACTERS)} ": " {_value(_values_of(schema))}'
            return f'"{{" ({member} (", " {member}){{0,{_MOST_ITEMS - 1}}})? "}}"'
        case {"type": "string"}:
            return json_text(_MOST_CHARACTERS)
        case {"type": "integer"}:
            return f"({_INTEGER})"
        case {"type": "number"}:
            return f"({_NUMBER})"
        case {"type": "boolean"}:
            return one_of(("true", "false"))
        case {"type": "null"}:
            return '"null"'
    return f"({json_text(_MOST_CHARACTERS)} | {_NUMBER} | {one_of(('true', 'false', 'null'))})"


def _values_of(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    stated = schema.get("additionalProperties")
    return stated if isinstance(stated, dict) else {}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
