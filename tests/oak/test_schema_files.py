"""Schemas as YAML: what is read, what is refused, and what is written."""

import json
from pathlib import Path

import pytest

from entailed.errors import KernelError, SchemaError
from entailed.oak import Property, ValueType
from entailed.oak.schema.files import parse_schema, read_schema, read_schema_file, schema_text
from entailed.oak.schema.json_schema import format_json_schema

SCHEMAS = sorted(Path(__file__).with_name("schemas").glob("sound/*.yaml"))
DOCS = Path(__file__).parents[2] / "docs"

START = "name: hotels\nentity_types:\n  Hotel:\n    key: [name]\n    properties:\n"


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_what_is_written_reads_back_the_same_and_writes_the_same(path: Path) -> None:
    schema = read_schema(path)
    text = schema_text(schema)
    assert parse_schema(text).schema == schema
    assert schema_text(parse_schema(text).schema) == text


def test_a_type_may_stand_for_a_property_and_a_name_alone_for_a_text() -> None:
    properties = parse_schema(f"{START}      name:\n      stars: integer\n").schema.entity_types["Hotel"].properties
    assert properties == {"name": Property(), "stars": Property(type=ValueType.INTEGER)}


def test_values_are_the_texts_that_stand_there() -> None:
    text = f"{START}      name: {{enum: [NO, 1.0, 2020-01-01, null, '']}}\n"
    properties = parse_schema(text).schema.entity_types["Hotel"].properties
    assert properties["name"].enum == ("NO", "1.0", "2020-01-01", "null", "")


def test_every_problem_is_named_with_its_line_at_once() -> None:
    text = f"{START}      name: strng\n      stars: {{typ: integer}}\nrelations:\n  in: {{source: Hotel}}\n"
    with pytest.raises(SchemaError) as caught:
        parse_schema(text, source="hotels.yaml")
    assert [line for line, _ in caught.value.problems] == [6, 7, 9]
    assert str(caught.value).splitlines()[0].startswith("hotels.yaml, line 6: `strng` is no type of values")


REFUSED = {
    "": "line 1: the schema has no `entity_types`",
    "- a": "line 1: the schema has to hold fields with values, and not a list",
    "name: x\nentity_types: [A]": "line 2: `entity_types` has to hold fields with values, and not a list",
    "a: &x 1\nb: *x": "line 2: this is no YAML: aliases are not read here",
    "a: !!python/object/apply:os.system [x]": "line 1: the tag `tag:yaml.org,2002:python/object/apply:os.system`",
    "a: !shape x": "line 1: the tag `!shape` is not read here",
    "a: 1\nb: 2\na: 3": "line 3: `a` is stated a second time; it was on line 1 already",
    "? [a]\n: 1": "line 1: a key has to be a text",
    "a: \x07": "line 1: it holds U+0007",
    "\n\na: [": "line 3: this is no YAML",
    "[" * 5000: "nested deeper than 30 levels",
    "a: " + "x" * 500_000: "it has more than 500,000 characters",
}


@pytest.mark.parametrize("text", REFUSED, ids=[problem.partition(": ")[2][:40] for problem in REFUSED.values()])
def test_what_is_no_schema_is_refused(text: str) -> None:
    with pytest.raises(SchemaError) as caught:
        parse_schema(text)
    assert REFUSED[text] in str(caught.value)


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KernelError, match="No such file or directory"):
        read_schema_file(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes("name: Café".encode("latin-1"))
    with pytest.raises(SchemaError, match="not UTF-8"):
        read_schema_file(tmp_path / "latin.yaml")


def test_the_published_json_schema_is_that_of_the_format() -> None:
    """Write it again with `python -m json.tool`'s indentation: see docs/kernel-schema.md."""
    published = json.loads((DOCS / "kernel-schema.json").read_text(encoding="utf-8"))
    assert published == format_json_schema()
