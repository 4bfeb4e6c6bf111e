"""The page docs/json.md: its examples are what comes out, and its keys are all keys that come out."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from entailed.service import (
    AskResult,
    MappingOptions,
    OntologyService,
    Verdict,
    explanation_json,
    index_file,
    query_json,
)

PAGE = (Path(__file__).parents[2] / "docs/json.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^`([^`\n]+)`\n\n```json\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)

READINGS = """ontology: saws

[Term]
id: S:1
name: saw
comment: A tool, or a saying.
is_a: S:3

[Term]
id: S:2
name: Saw

[Term]
id: S:3
name: tool
"""

MAPPING = """\
#curie_map:
#  S: http://purl.obolibrary.org/obo/S_
subject_id\tpredicate_id\tobject_id\tmapping_justification
S:2\trdfs:subClassOf\tS:3\tsemapv:ManualMappingCuration
"""
MAPPED = (
    'ASK { "S:2" "is a" "tool" }',
    'SELECT ?x { ?x "is a" "tool" }',
    'SELECT ?x { VALUES ?x { "S:2" } ?x "is a" "tool" }',
    'DESCRIBE "tool"',
    'explain "S:2" "is a" "tool"',
)


@pytest.fixture
def mapped(tmp_path: Path) -> OntologyService:
    """The saws, and that one of them is a tool, which a mapping file says."""
    (tmp_path / "saws.obo").write_text(READINGS, encoding="utf-8")
    (tmp_path / "saws.sssom.tsv").write_text(MAPPING, encoding="utf-8")
    mappings = MappingOptions(files=[tmp_path / "saws.sssom.tsv"])
    index_file(tmp_path / "saws.obo", tmp_path / "index", mappings=mappings)
    return OntologyService(tmp_path / "index")


def answer(service: OntologyService, text: str) -> dict[str, Any]:
    if text.startswith("explain "):
        return explanation_json(service.explain(*re.findall(r'"(.*?)"', text)))
    return query_json(service.query(text))


def test_every_form_has_an_example() -> None:
    assert {text.split()[0] for text, _ in EXAMPLES} == {"ASK", "SELECT", "DESCRIBE", "explain"}


@pytest.mark.parametrize(("text", "shown"), EXAMPLES)
def test_examples_are_what_comes_out(kitchen: OntologyService, text: str, shown: str) -> None:
    produced = json.loads(json.dumps(answer(kitchen, text)))
    assert produced == json.loads(shown)
    assert list(produced) == list(json.loads(shown))


SECTIONS = {
    "ask": "ASK",
    "select": "SELECT",
    "describe": "DESCRIBE",
    "proof": "Step",
    "subject": "Linked name",
    "relation": "Linked name",
    "object": "Linked name",
    "names": "Linked name",
    "also": "Candidate",
    "readings": "Candidate",
    "candidates": "Candidate",
    "unresolved": "Unresolved name",
    "verdicts": "Candidate verdict",
    "card": "Card",
    "mappings": "Mapping",
    "rests_on": "Mapping",
    "relations": "Stated relation",
    "comments": "Value",
    "rows": "Entity",
    "equivalents": "Entity",
    "parents": "Entity",
    "children": "Entity",
    "filler": "Entity",
    "evidence": "Text evidence",
    "about": "Entity",
    "mentioned": "Entity",
}
"""Where an object is documented, by the key that leads to it."""


def objects(value: Any, section: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Each object in a value: the section that documents it, and its keys."""
    if isinstance(value, list):
        for item in value:
            yield from objects(item, section)
    if not isinstance(value, dict):
        return
    yield section, frozenset(value)
    for key, part in value.items():
        if key == "annotations" and section == "Card":
            yield from objects(list(part.values()), "Value")
        elif key == "fallback" and part:
            assert part.keys() == {"rows", "verified"}
            yield from objects(part["rows"], "Text match")
        elif key == "verdict" and section == "Explanation":
            yield from objects(part, "ASK")
        elif isinstance(part, list | dict):
            is_entity = section == "Mapping" or (key == "relation" and section in ("Stated relation", "Text evidence"))
            yield from objects(part, "Entity" if is_entity else SECTIONS.get(key, key))


def documented() -> dict[str, tuple[set[str], set[str]]]:
    """For each section with a table: the keys that are always there, and the optional ones."""
    found = {}
    for title, text in re.findall(r"^##+ ([^\n]+)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL):
        rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.MULTILINE)
        if rows:
            optional = {key for key, value in rows if value.startswith("*optional*")}
            found[title] = ({key for key, _ in rows} - optional, optional)
    return found


def test_documented_keys_are_those_that_come_out(kitchen: OntologyService, mapped: OntologyService, index_text) -> None:
    saws = index_text(READINGS)
    produced: dict[str, set[frozenset[str]]] = {}
    answers = [answer(kitchen, text) for text, _ in EXAMPLES]
    answers += [answer(saws, text) for text in ('ASK { "saw" "is a" "tool" }', 'DESCRIBE "saw"', 'DESCRIBE "tool"')]
    answers.append(answer(kitchen, 'SELECT ?x WHERE { ?x "served as" "starter" . ?x "contains" "fish" }'))  # cards
    incomplete = kitchen.query('ASK { "seafood" "is a" "animal product" }')
    assert isinstance(incomplete, AskResult)
    answers.append(query_json(kitchen.complete(incomplete)))
    grouped = replace(incomplete, verdict=Verdict.ENTAILED, incomplete=False, within_group=True)
    answers.append(query_json(grouped))
    answers += [answer(mapped, text) for text in MAPPED]
    for value in answers:
        for section, keys in objects(value, value.get("form", "Explanation")):
            produced.setdefault(section, set()).add(keys)
    pages = documented()
    assert pages.keys() == produced.keys()
    for section, (always, optional) in pages.items():
        assert frozenset.intersection(*produced[section]) == always, section
        assert frozenset.union(*produced[section]) == always | optional, section
