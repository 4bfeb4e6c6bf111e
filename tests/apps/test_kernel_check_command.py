"""`entailed kernel check` and `convert`."""

import json
from pathlib import Path

import pytest
from terminal import Command

SOUND = """\
name: hotels
entity_types:
  City: {key: [name], properties: {name: string}}
  Hotel: {key: [name], properties: {name: string, price: {type: number, unit: USD}}}
relations:
  located_in: {source: Hotel, target: City, characteristics: [functional], minimum: 1}
"""
FAULTY = SOUND.replace("  Hotel: {", "  Hotel: {is_a: [City], ") + "disjoint:\n- [City, Hotel]\n"


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    path = tmp_path / "hotels.yaml"
    path.write_text(SOUND)
    return path


def test_a_sound_schema_is_called_sound(entailed: Command, schema: Path) -> None:
    outcome = entailed("kernel", "check", schema)
    assert (outcome.code, outcome.err) == (0, "")
    assert "types 2 · properties 3 · relations 1 · restrictions 0" in outcome.out
    assert "sound   checked by rustdl in " in outcome.out


def test_a_faulty_schema_is_explained_line_by_line(entailed: Command, schema: Path) -> None:
    schema.write_text(FAULTY)
    outcome = entailed("kernel", "check", schema)
    assert outcome.code == 1
    words = " ".join(outcome.out.split())
    assert "disjointness line 4 There can be no `Hotel`. line 4 `Hotel` is a subtype of `City`" in words
    assert "line 8 `City` and `Hotel` share no entities, as `disjoint` says so neither can: located_in" in words
    assert "1 fault checked by rustdl" in words


def test_a_fault_is_the_same_in_json(entailed: Command, schema: Path) -> None:
    schema.write_text(FAULTY)
    outcome = entailed("kernel", "check", schema, "--json")
    said = json.loads(outcome.out)
    assert outcome.code == 1
    assert {key: said[key] for key in ("sound", "consistent", "reasoner")} == {
        "sound": False,
        "consistent": False,
        "reasoner": "rustdl",
    }
    assert said["faults"] == [
        {
            "kind": "disjointness",
            "line": 4,
            "at": ["entity_types", "Hotel"],
            "message": "There can be no `Hotel`.",
            "because": [
                {"line": 4, "text": "`Hotel` is a subtype of `City`"},
                {"line": 8, "text": "`City` and `Hotel` share no entities, as `disjoint` says"},
            ],
            "consequences": ["located_in"],
        }
    ]


def test_what_is_no_schema_has_its_lines_in_text_and_in_json(entailed: Command, schema: Path) -> None:
    schema.write_text(SOUND.replace("source", "sorce"))
    outcome = entailed("kernel", "check", schema)
    assert outcome.code == 1
    assert "form  line 6  `located_in` has no `source`. State one." in outcome.out
    said = json.loads(entailed("kernel", "check", schema, "--json").out)
    assert [(fault["kind"], fault["line"]) for fault in said["faults"]] == [("form", 6), ("form", 6)]


def test_a_missing_file_is_one_line_on_stderr(entailed: Command, tmp_path: Path) -> None:
    outcome = entailed("kernel", "check", tmp_path / "none.yaml")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == f"error: {tmp_path}/none.yaml: No such file or directory. Name a file in YAML.\n"


def test_a_schema_is_converted_there_and_back(entailed: Command, schema: Path, tmp_path: Path) -> None:
    linkml = tmp_path / "linkml.yaml"
    assert entailed("kernel", "convert", schema, "--format", "linkml", "-o", linkml).out == ""
    back = entailed("kernel", "convert", linkml, "--from-linkml", "--format", "yaml")
    assert back.err == ""
    assert back.out == entailed("kernel", "convert", schema, "--format", "yaml").out
    assert (
        "FunctionalObjectProperty(relation:located_in)" in entailed("kernel", "convert", schema, "--format", "owl").out
    )
    assert json.loads(entailed("kernel", "convert", schema, "--format", "json-schema").out)["$defs"]


def test_what_a_format_cannot_say_is_said(entailed: Command, schema: Path) -> None:
    schema.write_text(SOUND + "overlapping:\n- [City, Hotel]\n")
    outcome = entailed("kernel", "convert", schema, "--format", "linkml")
    assert outcome.code == 0
    assert outcome.err == "lost: that City and Hotel may overlap\n"


def test_a_schema_that_means_nothing_is_not_converted(entailed: Command, schema: Path) -> None:
    schema.write_text(SOUND.replace("target: City", "target: Town"))
    outcome = entailed("kernel", "convert", schema, "--format", "owl")
    assert outcome.code == 1
    assert "`Town` is no type of this schema" in outcome.err
