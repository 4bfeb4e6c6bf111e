"""A LinkML schema as it is written: its parts, what each class states of a slot, and what nobody has read of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from entailed.errors import SchemaError
from entailed.oak.schema.yaml_values import LocatedValue, Location

Fields: TypeAlias = Mapping[str, Any]


class LinkMLDocument:
    """The parts of a document, looked at by shape; `lost` grows as its reader says what it cannot take."""

    def __init__(self, document: LocatedValue, source: str) -> None:
        self._document = document
        self._source = source
        self.lost: list[tuple[int, str]] = []
        self.root = self.fields(document.value, ())
        self.classes, self.slots, self.enums, self.types = (
            self.parts(self.root.get(field), (field,)) for field in ("classes", "slots", "enums", "types")
        )
        self._attributes = {name: self._within(name, "attributes") for name in self.classes}
        self.usage = {name: self._within(name, "slot_usage") for name in self.classes}
        self.declared = {name: self._declared(name) for name in self.classes}
        """The slots that each class declares, by any of the three ways there are."""
        self.users: dict[str, list[str]] = {}
        """The classes that declare a slot."""
        for class_, slots in self.declared.items():
            for slot in slots:
                self.users.setdefault(slot, []).append(class_)

    # ---- classes and slots

    def _within(self, class_: str, field: str) -> dict[str, Fields]:
        return self.parts(self.classes[class_].get(field), ("classes", class_, field))

    def _declared(self, class_: str) -> list[str]:
        slots = self.names(self.classes[class_].get("slots"), ("classes", class_, "slots"))
        domain = [slot for slot, stated in self.slots.items() if stated.get("domain") == class_]
        return list(dict.fromkeys([*self._attributes[class_], *slots, *domain]))

    def above(self, fields: Fields, at: Location) -> list[str]:
        """The classes or slots that one is below."""
        return [*filter(None, [fields.get("is_a")]), *self.names(fields.get("mixins"), (*at, "mixins"))]

    def ancestors(self, class_: str) -> list[str]:
        """The classes above one, nearest first."""
        found: dict[str, None] = {}
        pending = [class_]
        while pending:
            name = pending.pop(0)
            if name in self.classes and name not in found:
                found[name] = None
                pending += self.above(self.classes[name], ("classes", name))
        return list(found)[1:]

    def stated(self, slot: str, classes: Sequence[str]) -> Fields:
        """What classes state of a slot, the nearest first, and the schema where they leave it open."""
        stated = self.slots.get(slot, {})
        for class_ in reversed(classes):
            stated = self._attributes[class_].get(slot, stated)
            stated = {**stated, **self.usage[class_].get(slot, {})}
        return stated

    def where(self, slot: str, class_: str) -> Location:
        """The nearest place that states something of a slot for a class."""
        if slot in self._attributes[class_]:
            return ("classes", class_, "attributes", slot)
        return ("classes", class_, "slot_usage", slot) if slot in self.usage[class_] else ("slots", slot)

    def range(self, stated: Fields) -> str:
        """The class, type or enumeration that the values of a slot are of."""
        return str(stated.get("range") or self.root.get("default_range") or "string")

    # ---- shapes

    def parts(self, value: Any, at: Location) -> dict[str, Fields]:
        """What has to be parts by name, each with fields."""
        return {name: self.fields(part, (*at, name)) for name, part in self.fields(value, at).items()}

    def fields(self, value: Any, at: Location) -> Fields:
        """What has to be fields with values; none are stated by nothing."""
        if isinstance(value, dict | None):
            return value or {}
        raise self._misshapen(at, "has to hold fields with values")

    def names(self, value: Any, at: Location) -> list[str]:
        """What has to be a list of names."""
        if value is None:
            return []
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return value
        raise self._misshapen(at, "has to be a list of names")

    def _misshapen(self, at: Location, problem: str) -> SchemaError:
        what = f"`{at[-1]}`" if at else "a LinkML schema"
        return self.error(at, f"{what} {problem}.")

    def error(self, at: Location, problem: str) -> SchemaError:
        """An error at a place of the document."""
        return SchemaError([(self._document.line_of(at), problem)], source=self._source)

    # ---- what is lost

    def lose(self, at: Location, what: str) -> None:
        """Say that something of the document is not taken."""
        self.lost.append((self._document.line_of(at), what))

    def lose_others(self, fields: Fields, taken: Iterable[str], at: Location, whose: str) -> None:
        """Say of all fields but some that they are not taken."""
        for field in fields.keys() - set(taken):
            if fields[field] is not None:
                self.lose((*at, field), f"`{field}` of {whose}")
