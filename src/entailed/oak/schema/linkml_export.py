"""A schema as LinkML, and what LinkML cannot say of it.

Properties become attributes of classes, relations slots whose range is a class. A relation is multivalued unless it is
functional, and types are disjoint only where the schema says so itself: LinkML has no rule that they are otherwise.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from entailed.oak.schema.encoding import overlapping_by_subtypes
from entailed.oak.schema.model import Characteristic, EntityType, Property, Relation, Restriction, Schema, ValueType

RANGES = {
    ValueType.STRING: "string",
    ValueType.INTEGER: "integer",
    ValueType.NUMBER: "decimal",
    ValueType.BOOLEAN: "boolean",
    ValueType.DATE: "date",
    ValueType.DATETIME: "datetime",
}
CHARACTERISTICS = {
    Characteristic.TRANSITIVE: "transitive",
    Characteristic.SYMMETRIC: "symmetric",
    Characteristic.ASYMMETRIC: "asymmetric",
    Characteristic.REFLEXIVE: "locally_reflexive",
    Characteristic.IRREFLEXIVE: "irreflexive",
}


class LinkMLText(NamedTuple):
    """A LinkML schema."""

    text: str
    lost: tuple[str, ...]
    """What it does not say, a sentence each."""


def linkml_text(schema: Schema) -> LinkMLText:
    """Write a schema as LinkML; reading it with `linkml_import` gives the same schema but for what is lost."""
    exporter = _Exporter(schema)
    document = exporter.document()
    text = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)
    return LinkMLText(text, (*exporter.lost, *_overlaps_lost(schema)))


class _Exporter:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._enums: dict[str, Any] = {}
        self.lost: list[str] = []

    def document(self) -> dict[str, Any]:
        schema = self._schema
        relations = {name: self._relation(name, relation) for name, relation in schema.relations.items()}
        classes = {name: self._class(name, type_) for name, type_ in schema.entity_types.items()}
        for restriction in schema.restrictions:
            if usage := _usage(schema, restriction):
                slots = classes[restriction.type].setdefault("slot_usage", {})
                slots.setdefault(restriction.relation, {}).update(usage)
            else:
                what = f"`{restriction.kind}` on `{restriction.relation}` to `{restriction.filler}`"
                self.lost.append(f"the restriction of `{restriction.type}`: {what}")
        iri = f"https://w3id.org/entailed/{schema.name}"
        return _stated(
            id=iri,
            name=schema.name,
            version=schema.version,
            description=schema.description,
            prefixes={"linkml": "https://w3id.org/linkml/", schema.name: f"{iri}/"},
            default_prefix=schema.name,
            default_range="string",
            imports=["linkml:types"],
            classes=classes,
            slots=relations,
            enums=self._enums,
        )

    def _class(self, name: str, type_: EntityType) -> dict[str, Any]:
        attributes = {of: self._attribute(name, of, part) for of, part in type_.properties.items()}
        identifier = type_.key[0] if len(type_.key) == 1 and type_.key[0] in attributes else None
        if identifier:
            attributes[identifier]["identifier"] = True
        unique = {"key": {"unique_key_slots": list(type_.key)}} if type_.key and not identifier else None
        apart = [other for group in self._schema.disjoint if group[0] == name for other in group[1:]]
        for group in self._schema.disjoint:
            if group[0] == name and len(group) > 2:
                self.lost.append(f"that {', '.join(group[1:])} are disjoint from each other, as from {name}")
        return _stated(
            description=type_.description,
            is_a=type_.is_a[0] if type_.is_a else None,
            mixins=list(type_.is_a[1:]),
            attributes=attributes,
            slots=[of for of, relation in self._schema.relations.items() if relation.source == name],
            unique_keys=unique,
            disjoint_with=apart,
        )

    def _attribute(self, type_: str, name: str, property: Property) -> dict[str, Any]:
        range_ = RANGES[property.type]
        if property.enum is not None:
            range_ = f"{type_}_{name}"
            self._enums[range_] = {"permissible_values": {value: {} for value in property.enum}}
            if property.type is not ValueType.STRING:
                self.lost.append(f"that the enumerated values of `{name}` of `{type_}` are of type {property.type}")
        return _stated(
            description=property.description,
            range=range_,
            multivalued=property.multivalued,
            required=property.required,
            minimum_value=_number(property.minimum),
            maximum_value=_number(property.maximum),
            unit={"symbol": property.unit} if property.unit else None,
        )

    def _relation(self, name: str, relation: Relation) -> dict[str, Any]:
        if Characteristic.INVERSE_FUNCTIONAL in relation.characteristics:
            self.lost.append(f"that `{name}` is inverse_functional")
        said = {word: True for kind, word in CHARACTERISTICS.items() if kind in relation.characteristics}
        return _stated(
            description=relation.description,
            is_a=relation.is_a[0] if relation.is_a else None,
            mixins=list(relation.is_a[1:]),
            domain=relation.source,
            range=relation.target,
            multivalued=Characteristic.FUNCTIONAL not in relation.characteristics,
            inverse=relation.inverse_of,
            minimum_cardinality=relation.minimum,
            maximum_cardinality=relation.maximum,
            **said,
        )


def _usage(schema: Schema, restriction: Restriction) -> dict[str, Any]:
    """A restriction as a refinement of its slot; empty where LinkML has none: it counts targets of any type."""
    if restriction.kind == "only":
        return {"range": restriction.filler}
    if restriction.filler != schema.relations[restriction.relation].target:
        return {}
    match restriction.kind:
        case "some":
            return {"required": True}
        case "minimum":
            return {"minimum_cardinality": restriction.count}
        case "maximum":
            return {"maximum_cardinality": restriction.count}
    return {"exact_cardinality": restriction.count}


def _overlaps_lost(schema: Schema) -> Iterator[str]:
    implied = overlapping_by_subtypes(schema)
    for group in schema.overlapping:
        if group not in implied:
            yield f"that {' and '.join(group)} may overlap"


def _stated(**fields: Any) -> dict[str, Any]:
    """The fields that state something."""
    return {name: value for name, value in fields.items() if value or (value == 0 and value is not False)}


def _number(bound: float | None) -> int | float | None:
    return int(bound) if bound is not None and bound == int(bound) else bound
