"""The prompts, which stand in `prompts/*.md` as `string.Template` texts."""

from importlib.resources import files
from string import Template


def fill(template: str, **values: str) -> str:
    """The prompt `template`, its placeholders replaced; every placeholder needs its value."""
    text = (files("entailed.oarag") / "prompts" / f"{template}.md").read_text(encoding="utf-8")
    return Template(text.rstrip("\n")).substitute(values)
