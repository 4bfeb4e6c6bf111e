"""What checks found, as values: in order, as JSON and back, and as rows of text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from entailed.service.results import NamedEntity


class CheckLevel(StrEnum):
    """How bad it is, worst first."""

    ERROR = "ERROR"
    WARN = "WARN"
    INFO = "INFO"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInstance:
    """One thing that a check found."""

    entity: NamedEntity | None = None
    """What it is about; None where it is about the source."""
    message: str = ""
    lines: tuple[int, ...] = ()
    """1-based lines of the source, where they are known."""
    count: int = 1
    """How often it was found, which may be more than there are lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What one check found."""

    name: str
    level: CheckLevel
    advice: str
    instances: tuple[CheckInstance, ...]

    @property
    def count(self) -> int:
        """How often it found something."""
        return sum(instance.count for instance in self.instances)


def in_order(checks: Iterable[Check]) -> tuple[Check, ...]:
    """The checks that found something, the worst first."""
    order = list(CheckLevel)
    return tuple(sorted((c for c in checks if c.instances), key=lambda check: order.index(check.level)))


def checks_json(checks: Iterable[Check]) -> list[dict[str, Any]]:
    """The checks as values that `json.dumps` takes; the page docs/json-index.md describes them."""
    return [
        {
            "check": check.name,
            "level": check.level.value,
            "count": check.count,
            "advice": check.advice,
            "instances": [_instance_json(instance) for instance in check.instances],
        }
        for check in checks
    ]


def _instance_json(instance: CheckInstance) -> dict[str, Any]:
    return {
        "entity": None if instance.entity is None else asdict(instance.entity),
        "message": instance.message,
        "lines": list(instance.lines),
        "count": instance.count,
    }


def checks_from_json(stored: Iterable[Mapping[str, Any]]) -> tuple[Check, ...]:
    """The way back from `checks_json`."""
    return tuple(
        Check(
            name=check["check"],
            level=CheckLevel(check["level"]),
            advice=check["advice"],
            instances=tuple(
                CheckInstance(
                    entity=None if instance["entity"] is None else NamedEntity(**instance["entity"]),
                    message=instance["message"],
                    lines=tuple(instance["lines"]),
                    count=instance["count"],
                )
                for instance in check["instances"]
            ),
        )
        for check in stored
    )


def checks_table(checks: Iterable[Check]) -> Iterator[tuple[str, ...]]:
    """The checks as rows of text, one for each instance below a row of headings."""
    yield "level", "check", "name", "identifier", "message", "lines", "count"
    for check in checks:
        for instance in check.instances:
            entity = instance.entity
            named = ("", "") if entity is None else (entity.name, entity.identifier)
            lines = " ".join(map(str, instance.lines))
            yield check.level, check.name, *named, instance.message, lines, str(instance.count)
