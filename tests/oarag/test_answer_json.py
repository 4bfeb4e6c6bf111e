"""The page docs/json-ask.md: its keys are those that come out."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from entailed.llm import ScriptedModel
from entailed.oarag import YesNoMaybe, answer, answer_json
from entailed.service import OntologyService

PAGE = (Path(__file__).parents[2] / "docs/json-ask.md").read_text(encoding="utf-8")
SECTIONS = {
    "grounding": "Grounding",
    "claims": "Claim",
    "linked_by": "Name",
    "span": "Span",
    "evidence": "Evidence",
    "steps": "Step",
}


def objects(value: Any, section: str) -> Iterator[tuple[str, set[str]]]:
    """Each documented object in a value: its section, and its keys."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            yield section, set(item)
            for key, part in item.items():
                if key in SECTIONS:
                    yield from objects(part, SECTIONS[key])


def documented() -> dict[str, set[str]]:
    sections = re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return {title: set(re.findall(r"^\| `(\w+)` \| .* \|$", text, re.MULTILINE)) for title, text in sections}


def run(service: OntologyService, text: str, query: str) -> Iterator[tuple[str, set[str]]]:
    said = '{"answer": "yes"}'
    attribution = '{"evidence": ["E1"], "grounding": "supported"}'
    model = ScriptedModel([said, f"Thought: look.\nAction: query({query})", f"Answer: {said}", said, attribution])
    given = answer(YesNoMaybe(text=text), service=service, model=model)
    yield from objects(json.loads(json.dumps(answer_json(given))), "Answer")


def test_documented_keys_are_those_that_come_out(fleet: OntologyService) -> None:
    pages = documented()
    found = [
        *run(fleet, "Does every brig carries mast?", 'DESCRIBE "brig"'),
        *run(fleet, "Is the brig an animal?", 'ASK { "brig" "is a" "animal" }'),
    ]
    assert {section for section, _ in found} == pages.keys()
    for section, keys in found:
        assert keys == pages[section], section
