"""Prompts, which stand in the folder `prompts` of a room as `string.Template` texts."""

from importlib.resources import files
from string import Template


def fill_of(room: str, template: str, **values: str) -> str:
    """The prompt `template` of a room, its placeholders replaced; every placeholder needs its value."""
    text = (files(room) / "prompts" / f"{template}.md").read_text(encoding="utf-8")
    return Template(text.rstrip("\n")).substitute(values)
