"""JSON Schemas (draft 2020-12): of schema files, and of the facts that a schema allows."""

from typing import Any

from entailed.oak.schema.model import Property, Relation, Schema, ValueType

_DRAFT = "https://json-schema.org/draft/2020-12/schema"

_TYPES: dict[ValueType, dict[str, Any]] = {
    ValueType.STRING: {"type": "string"},
    ValueType.INTEGER: {"type": "integer"},
    ValueType.NUMBER: {"type": "number"},
    ValueType.BOOLEAN: {"type": "boolean"},
    ValueType.DATE: {"type": "string", "format": "date"},
    ValueType.DATETIME: {"type": "string", "format": "date-time"},
}


def format_json_schema() -> dict[str, Any]:
    """Of a schema file once its YAML is read: an editor completes and checks with it."""
    return {"$schema": _DRAFT, **Schema.model_json_schema()}


def facts_json_schema(schema: Schema) -> dict[str, Any]:
    """Of the entities and relations that a schema allows.

    An entity is `{"type": …, "properties": {…}}`; a relation is `{"relation": …, "source": …, "target": …}`, and its
    ends are `{"type": …, "key": {…}}`. A property has a value, or an array of them where it is multivalued.
    """
    definitions = {f"entity:{name}": _entity(schema, name) for name in schema.entity_types}
    definitions |= {f"key:{name}": _key(schema, name) for name in schema.entity_types}
    definitions |= {f"relation:{name}": _relation(schema, name, part) for name, part in schema.relations.items()}
    return {
        "$schema": _DRAFT,
        **_object(
            {
                "entities": _array([f"entity:{name}" for name in schema.entity_types]),
                "relations": _array([f"relation:{name}" for name in schema.relations]),
            }
        ),
        "$defs": definitions,
    }


def value_json_schema(property: Property) -> dict[str, Any]:
    """Of one value of a property."""
    found = dict(_TYPES[property.type])
    if words := " ".join(filter(None, (property.description, f"In {property.unit}." if property.unit else ""))):
        found["description"] = words
    if property.enum is not None:
        found["enum"] = [_enumerated(property.type, text) for text in property.enum]
    if property.minimum is not None:
        found["minimum"] = property.minimum
    if property.maximum is not None:
        found["maximum"] = property.maximum
    return found


def _enumerated(type_: ValueType, text: str) -> str | int | float | bool:
    match type_:
        case ValueType.INTEGER:
            return int(text)
        case ValueType.NUMBER:
            return float(text)
        case ValueType.BOOLEAN:
            return text == "true"
    return text


def _entity(schema: Schema, name: str) -> dict[str, Any]:
    properties = schema.properties_of(name)
    values = {
        of: {"type": "array", "items": value_json_schema(part)} if part.multivalued else value_json_schema(part)
        for of, part in properties.items()
    }
    key = schema.key_of(name)
    needed = [of for of, part in properties.items() if part.required or of in key]
    found = _object({"type": {"const": name}, "properties": _object(values, needed)})
    if description := schema.entity_types[name].description:
        found["description"] = description
    return found


def _key(schema: Schema, name: str) -> dict[str, Any]:
    properties = schema.properties_of(name)
    key = {part: value_json_schema(properties[part]) for part in schema.key_of(name)}
    return _object({"type": {"const": name}, "key": _object(key)})


def _relation(schema: Schema, name: str, relation: Relation) -> dict[str, Any]:
    found = _object(
        {"relation": {"const": name}, "source": _end(schema, relation.source), "target": _end(schema, relation.target)}
    )
    if relation.description:
        found["description"] = relation.description
    return found


def _end(schema: Schema, type_: str) -> dict[str, Any]:
    """An entity of a type or of a subtype, by its key."""
    return _any_of([f"key:{name}" for name in schema.entity_types if type_ in schema.supertypes(name)])


def _object(properties: dict[str, Any], needed: list[str] | None = None) -> dict[str, Any]:
    """Of an object with these properties and no others; all are needed unless some are named."""
    needed = list(properties) if needed is None else needed
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def _array(definitions: list[str]) -> dict[str, Any]:
    return {"type": "array", "items": _any_of(definitions)} if definitions else {"type": "array", "maxItems": 0}


def _any_of(definitions: list[str]) -> dict[str, Any]:
    references = [{"$ref": f"#/$defs/{name}"} for name in definitions]
    return references[0] if len(references) == 1 else {"anyOf": references}
