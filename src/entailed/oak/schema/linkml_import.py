"""A schema from LinkML: classes become types, slots properties or, where their range is a class, relations.

LinkML leaves open whether classes overlap, and here types are disjoint unless it is said that they are not: it is said
of those that have a common subtype. A slot of several classes becomes a relation for each of them, named after both.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from entailed.errors import SchemaError
from entailed.oak.schema.encoding import overlapping_by_subtypes
from entailed.oak.schema.linkml_document import Fields, LinkMLDocument
from entailed.oak.schema.linkml_export import CHARACTERISTICS, RANGES
from entailed.oak.schema.model import Schema
from entailed.oak.schema.yaml_values import Location, read_text, read_yaml

_VALUES = {range_: type_.value for type_, range_ in RANGES.items()} | {"float": "number", "double": "number"}

# The fields that are taken, by the kind of part; of any other it is said that it is lost.
_DOCUMENT = {"id", "name", "version", "description", "prefixes", "default_prefix", "default_range", "imports"}
_DOCUMENT |= {"classes", "slots", "enums", "types"}
_CLASS = {"name", "description", "is_a", "mixins", "attributes", "slots", "slot_usage", "unique_keys", "disjoint_with"}
_SLOT = {"name", "description", "range", "multivalued", "required", "domain"}
_PROPERTY = _SLOT | {"identifier", "key", "minimum_value", "maximum_value", "unit"}
_COUNTS = {"minimum_cardinality": "minimum", "maximum_cardinality": "maximum", "exact_cardinality": "exactly"}
_RELATION = _SLOT | _COUNTS.keys() | {"is_a", "mixins", "inverse", "reflexive", *CHARACTERISTICS.values()}
_USAGE = {"range", "required"} | _COUNTS.keys()


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkMLSchema:
    """A schema as it was read from LinkML."""

    schema: Schema
    lost: tuple[tuple[int, str], ...]
    """What it does not hold, each with its 1-based line in the source."""


def read_linkml_file(path: Path) -> LinkMLSchema:
    """Read a LinkML schema; see `read_linkml`.

    Raises:
        KernelError: there is no such file, or it may not be read.
    """
    return read_linkml(read_text(path), source=str(path))


def read_linkml(text: str, *, source: str) -> LinkMLSchema:
    """Read a LinkML schema from its text, without what it imports.

    Raises:
        SchemaError: it is no YAML, or not shaped like a LinkML schema.
    """
    document = LinkMLDocument(read_yaml(text, source=source), source)
    try:
        schema = Schema.model_validate(_schema(document))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise SchemaError([(1, f"it makes no schema: {where}: {first['msg']}.")], source=source) from error
    schema = schema.model_copy(update={"overlapping": overlapping_by_subtypes(schema)})
    return LinkMLSchema(schema=schema, lost=tuple(sorted(set(document.lost))))


def _schema(document: LinkMLDocument) -> dict[str, Any]:
    """The fields of a schema."""
    root = document.root
    _tell_apart(document, document.classes, ("classes",))
    _tell_apart(document, document.slots, ("slots",))
    document.lose_others(root, _DOCUMENT, (), "the schema")
    for position, other in enumerate(document.names(root.get("imports"), ("imports",))):
        if other != "linkml:types":
            document.lose(("imports", position), f"`{other}`, which is imported and was not read")
    classes = document.classes.items()
    disjoint = ((name, document.names(fields.get("disjoint_with"), ("classes", name))) for name, fields in classes)
    return {
        "name": _name(root.get("name") or "schema"),
        "version": root.get("version") or "1",
        "description": root.get("description") or "",
        "entity_types": {_name(name): _type(document, name, fields) for name, fields in classes},
        "relations": dict(relation for name in document.classes for relation in _relations(document, name)),
        "disjoint": [[_name(name), _name(other)] for name, others in disjoint for other in others],
        "restrictions": [part for name in document.classes for part in _restrictions(document, name)],
    }


# ---- types and properties


def _type(document: LinkMLDocument, class_: str, fields: Fields) -> dict[str, Any]:
    at = ("classes", class_)
    document.lose_others(fields, _CLASS, at, f"class `{class_}`")
    properties: dict[str, Any] = {}
    key: list[str] = []
    for slot in dict.fromkeys([*document.declared[class_], *document.usage[class_]]):
        stated = document.stated(slot, [class_, *document.ancestors(class_)])
        if document.range(stated) not in document.classes:
            properties[_name(slot)] = _property(document, slot, document.where(slot, class_), stated)
            if slot in document.declared[class_] and (_true(stated.get("identifier")) or _true(stated.get("key"))):
                key.append(_name(slot))
    return {
        "description": fields.get("description") or "",
        "is_a": [_name(above) for above in document.above(fields, at)],
        "key": key or _unique_key(document, class_, fields),
        "properties": properties,
    }


def _unique_key(document: LinkMLDocument, class_: str, fields: Fields) -> list[str]:
    at = ("classes", class_, "unique_keys")
    keys = document.parts(fields.get("unique_keys"), at)
    for name in list(keys)[1:]:
        document.lose((*at, name), f"unique key `{name}` of class `{class_}`")
    slots = next(iter(keys.values()), {}).get("unique_key_slots")
    return [_name(slot) for slot in document.names(slots, at)]


def _property(document: LinkMLDocument, slot: str, at: Location, stated: Fields) -> dict[str, Any]:
    document.lose_others(stated, _PROPERTY, at, f"slot `{slot}`")
    range_ = document.range(stated)
    enum = _values(document, range_) if range_ in document.enums else None
    if enum == []:
        document.lose(("enums", range_), f"enum `{range_}`, which states no values and is read as string")
        enum, range_ = None, "string"
    seen = {range_}
    while range_ in document.types and (above := document.types[range_].get("typeof")) not in seen:
        range_ = str(above)
        seen.add(range_)
    if range_ not in _VALUES and enum is None:
        document.lose(at, f"the range `{range_}` of slot `{slot}`, read as string")
    unit = document.fields(stated.get("unit"), at)
    return {
        "type": _VALUES.get(range_, "string"),
        "description": stated.get("description") or "",
        "unit": next((unit[field] for field in ("symbol", "ucum_code", "abbreviation") if unit.get(field)), None),
        "enum": enum,
        "minimum": stated.get("minimum_value"),
        "maximum": stated.get("maximum_value"),
        "multivalued": _true(stated.get("multivalued")),
        "required": _true(stated.get("required")),
    }


def _values(document: LinkMLDocument, enum: str) -> list[str]:
    at = ("enums", enum, "permissible_values")
    stated = document.enums[enum].get("permissible_values")
    if isinstance(stated, list):
        return [value if isinstance(value, str) else document.fields(value, at).get("text", "") for value in stated]
    for value, fields in document.parts(stated, at).items():
        document.lose_others(fields, {"text"}, (*at, value), f"value `{value}` of enum `{enum}`")
    return list(stated or {})


# ---- relations and restrictions


def _relations(document: LinkMLDocument, class_: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for slot in document.declared[class_]:
        stated = document.stated(slot, [class_, *document.ancestors(class_)])
        if document.range(stated) in document.classes:
            relation = _relation(document, slot, document.where(slot, class_), stated)
            yield _relation_name(document, class_, slot), {"source": _name(class_), **relation}


def _relation_name(document: LinkMLDocument, class_: str, slot: str) -> str:
    return _name(slot) if len(document.users[slot]) < 2 else _name(f"{class_}_{slot}")


def _relation(document: LinkMLDocument, slot: str, at: Location, stated: Fields) -> dict[str, Any]:
    document.lose_others(stated, _RELATION, at, f"slot `{slot}`")
    characteristics = {kind.value for kind, word in CHARACTERISTICS.items() if _true(stated.get(word))}
    if _true(stated.get("reflexive")):
        characteristics.add("reflexive")
    if not _true(stated.get("multivalued")):
        characteristics.add("functional")
    exactly = stated.get("exact_cardinality")
    minimum = stated.get("minimum_cardinality", exactly)
    return {
        "target": _name(document.range(stated)),
        "description": stated.get("description") or "",
        "characteristics": sorted(characteristics),
        "inverse_of": _only_relation(document, stated.get("inverse"), at),
        "is_a": [name for above in document.above(stated, at) if (name := _only_relation(document, above, at))],
        "minimum": minimum if minimum is not None or not _true(stated.get("required")) else 1,
        "maximum": stated.get("maximum_cardinality", exactly),
    }


def _only_relation(document: LinkMLDocument, slot: str | None, at: Location) -> str | None:
    """The relation that a slot became; None, and said to be lost, where that is not one."""
    if not slot:
        return None
    users = document.users.get(slot, [])
    if len(users) == 1:
        return _relation_name(document, users[0], slot)
    document.lose(at, f"the reference to slot `{slot}`, which became {len(users)} relations")
    return None


def _restrictions(document: LinkMLDocument, class_: str) -> Iterator[dict[str, Any]]:
    """What a class refines of relations that it inherits."""
    for slot, refined in document.usage[class_].items():
        at = ("classes", class_, "slot_usage", slot)
        inherited = document.range(document.stated(slot, document.ancestors(class_)))
        if slot in document.declared[class_]:
            continue
        if inherited not in document.classes and refined.get("range") in document.classes:
            document.lose((*at, "range"), f"that slot `{slot}`, a property, leads to a class in class `{class_}`")
        if inherited in document.classes:
            document.lose_others(refined, _USAGE, at, f"the use of slot `{slot}` by class `{class_}`")
            if relation := _only_relation(document, slot, at):
                for restriction in _restrictions_of(refined, _name(inherited)):
                    yield {"type": _name(class_), "relation": relation, **restriction}


def _restrictions_of(refined: Fields, target: str) -> Iterator[dict[str, Any]]:
    if refined.get("range"):
        yield {"kind": "only", "filler": _name(refined["range"])}
    if _true(refined.get("required")):
        yield {"kind": "some", "filler": target}
    for field, kind in _COUNTS.items():
        if refined.get(field) is not None:
            yield {"kind": kind, "filler": target, "count": refined[field]}


# ---- words


def _true(value: Any) -> bool:
    return bool(str(value).casefold() == "true")


def _name(text: str) -> str:
    """A name as schemas have them: LinkML lets blanks and other signs stand in names."""
    name = re.sub(r"[^A-Za-z0-9_]", "_", str(text))[:63]
    return name if name[:1].isalpha() else f"n{name}"[:63]


def _tell_apart(document: LinkMLDocument, names: Iterable[str], at: Location) -> None:
    first: dict[str, str] = {}
    for name in names:
        if (other := first.setdefault(_name(name), name)) != name:
            problem = f"`{name}` and `{other}` are one name here, where names have no blanks. Rename one."
            raise document.error((*at, name), problem)
