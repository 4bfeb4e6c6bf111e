"""What `entailed kernel demo` shows, for a terminal or a script."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from entailed.apps.entity_text import place_of
from entailed.apps.playground import ARGUMENTS, FUNCTION, QUESTION, Stage


def demo_json(stages: Iterable[Stage]) -> dict[str, Any]:
    """The stages for a script."""
    told = [
        asdict(stage) | {"picked": stage.picked, "unread": stage.unread, "right": not stage.breaches}
        for stage in stages
    ]
    return {"question": QUESTION, "function": FUNCTION, "arguments": ARGUMENTS, "stages": told}


def demo_text(stages: Sequence[Stage]) -> RenderableType:
    """The stages side by side, and why a hotel is wrong."""
    names = (stage.name for stage in stages)
    table = Table("", *names, box=None, pad_edge=False, padding=(0, 3, 1, 0), header_style="bold")
    table.add_row("its schema has", *(_properties(stage) for stage in stages))
    table.add_row("its function finds", *("\n".join(map(_offer, stage.found)) for stage in stages))
    table.add_row("and so it picks", *(_pick(stage) for stage in stages))
    called = ", ".join(f"{name}={value!r}" for name, value in ARGUMENTS.items())
    return Group(
        Text(QUESTION, style="bold"),
        Text(f"{FUNCTION}({called})\n", style="dim"),
        table,
        Text(),
        *map(_why, _wrong(stages)),
    )


def _properties(stage: Stage) -> RenderableType:
    listed = (
        (f"{property} (unread)", "yellow") if property in stage.unread else (property, "")
        for property in stage.properties
    )
    return Text("\n").join(Text(*shown) for shown in listed)


def _offer(row: Mapping[str, Any]) -> str:
    return f"{row['name']}, {row['price']:g} EUR"


def _pick(stage: Stage) -> RenderableType:
    verdict = Text("wrong", style="bold red") if stage.breaches else Text("right", style="bold green")
    return Text.assemble(stage.picked, ": ", verdict)


def _wrong(stages: Iterable[Stage]) -> Iterable[Stage]:
    """The stages that pick wrong, one for each hotel."""
    return {stage.picked: stage for stage in stages if stage.breaches}.values()


def _why(stage: Stage) -> RenderableType:
    lines = [f"{stage.picked} is wrong by what the repaired function ensures and the documents state:"]
    for breach in stage.breaches:
        lines.append(f"  {breach.condition}")
        for statement in breach.stated:
            said = f"“{statement.source.words}”, {place_of(statement.source)}"
            lines.append(f"    {statement.property} is {statement.value}: {said}")
    return Text("\n".join(lines))
