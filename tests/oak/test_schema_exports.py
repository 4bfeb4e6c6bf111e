"""Schemas in other formats: OWL, JSON Schema, and LinkML, which is read as well."""

from io import StringIO
from pathlib import Path

import pytest

from entailed.errors import SchemaError
from entailed.oak import Schema
from entailed.oak.schema.files import parse_schema, read_schema, schema_text
from entailed.oak.schema.json_schema import facts_json_schema
from entailed.oak.schema.linkml_export import linkml_text
from entailed.oak.schema.linkml_import import read_linkml
from entailed.oak.schema.owl_export import schema_ontology
from entailed.owl import model as owl
from entailed.owl import read_ontology
from entailed.owl.functional_syntax import axiom_text, write_ontology

SCHEMAS = sorted(Path(__file__).with_name("schemas").glob("sound/*.yaml"))
every_sound_schema = pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)

HOTELS = """
name: hotels
description: Where to stay.
entity_types:
  Place: {key: [name], properties: {name: string}}
  City: {is_a: [Place]}
  Hotel:
    is_a: [Place]
    key: [name, postcode]
    properties:
      postcode: string
      price: {type: number, unit: USD, minimum: 0, required: true, description: For a night.}
      stars: {type: integer, enum: [1, 2]}
      facilities: {multivalued: true}
relations:
  located_in: {source: Hotel, target: City, characteristics: [functional], minimum: 1}
  near: {source: Place, target: Place, characteristics: [symmetric]}
"""


@pytest.fixture(scope="module")
def hotels() -> Schema:
    return parse_schema(HOTELS).schema


# ---- OWL


@every_sound_schema
def test_the_ontology_is_read_back_as_it_was_written(path: Path, tmp_path: Path) -> None:
    ontology = schema_ontology(read_schema(path))
    text = StringIO()
    write_ontology(ontology, text)
    (tmp_path / "schema.ofn").write_text(text.getvalue(), encoding="utf-8")
    result = read_ontology(tmp_path / "schema.ofn")
    assert set(result.ontology.axioms) == set(ontology.axioms)
    assert list(result.report.findings) == []


def test_the_ontology_says_of_values_what_the_schema_says(hotels: Schema) -> None:
    ontology = schema_ontology(hotels)
    said = {axiom_text(axiom, ontology.prefixes) for axiom in ontology.axioms if not isinstance(axiom, owl.Declaration)}
    price = 'DatatypeRestriction(xsd:decimal xsd:minInclusive "0"^^xsd:decimal)'
    assert said >= {
        f"SubClassOf(type:Hotel DataSomeValuesFrom(property:price {price}))",
        "SubClassOf(type:Hotel DataMaxCardinality(1 property:price))",
        'SubClassOf(type:Hotel DataAllValuesFrom(property:stars DataOneOf("1"^^xsd:integer "2"^^xsd:integer)))',
        "SubClassOf(type:Hotel DataAllValuesFrom(property:facilities xsd:string))",
        "HasKey(type:Hotel () (property:name property:postcode))",
        "DisjointClasses(type:City type:Hotel)",
        "FunctionalObjectProperty(relation:located_in)",
    }
    assert "SubClassOf(type:Hotel DataMaxCardinality(1 property:facilities))" not in said


# ---- JSON Schema


def test_the_json_schema_is_of_entities_and_relations(hotels: Schema) -> None:
    definitions = facts_json_schema(hotels)["$defs"]
    hotel = definitions["entity:Hotel"]["properties"]["properties"]
    assert hotel["required"] == ["name", "postcode", "price"]
    assert hotel["properties"]["price"] == {"type": "number", "description": "For a night. In USD.", "minimum": 0}
    assert hotel["properties"]["stars"] == {"type": "integer", "enum": [1, 2]}
    assert hotel["properties"]["facilities"] == {"type": "array", "items": {"type": "string"}}
    assert definitions["relation:located_in"]["properties"]["target"] == {"$ref": "#/$defs/key:City"}
    near = [end["$ref"] for end in definitions["relation:near"]["properties"]["source"]["anyOf"]]
    assert near == ["#/$defs/key:Place", "#/$defs/key:City", "#/$defs/key:Hotel"]


# ---- LinkML


LOST = {
    "overlap_below_an_overlap": 1,
    "disjoint_said_again": 1,
    "narrower_in_a_subtype": 0,
    "restrictions_that_agree": 2,
    "none_of_one_kind": 2,
    "two_kinds_of_many": 2,
    "symmetric_irreflexive": 1,
    "values_of_every_type": 3,
    "words_of_yaml": 1,
}


@every_sound_schema
def test_linkml_gives_the_schema_back_but_for_what_is_said_to_be_lost(path: Path) -> None:
    schema = read_schema(path)
    written = linkml_text(schema)
    read = read_linkml(written.text, source="written")
    assert read.lost == ()
    assert len(written.lost) == LOST.get(path.stem, 0)
    if not written.lost:
        assert read.schema == schema


PEOPLE = """\
id: https://example.org/people
name: people
imports: [linkml:types]
types:
  age type: {typeof: integer}
enums:
  Status: {permissible_values: {alive: {meaning: "x:1"}, dead: {}}}
classes:
  Named Thing: {abstract: true, attributes: {id: {identifier: true}, full name: {required: true, pattern: "^.+$"}}}
  Agent: {attributes: {id: {identifier: true}}, slots: [email]}
  Person:
    is_a: Named Thing
    mixins: [Agent]
    slots: [age, knows, employer]
    slot_usage: {full name: {multivalued: true}}
  Manager: {is_a: Person, slot_usage: {knows: {range: Manager, minimum_cardinality: 2}}}
  Organization: {is_a: Named Thing, slots: [employer], unique_keys: {main: {unique_key_slots: [full name]}}}
slots:
  age: {range: age type, minimum_value: 0, unit: {ucum_code: a}}
  email: {range: uri}
  knows: {range: Person, multivalued: true, symmetric: true, inverse: knows}
  employer: {range: Organization, required: true}
  status: {range: Status, domain: Person}
"""


def test_a_linkml_schema_becomes_types_properties_relations_and_restrictions() -> None:
    read = read_linkml(PEOPLE, source="people.yaml")
    assert (
        schema_text(read.schema)
        == """\
name: people
entity_types:
  Named_Thing:
    key:
    - id
    properties:
      id: string
      full_name:
        required: true
  Agent:
    key:
    - id
    properties:
      id: string
      email: string
  Person:
    is_a:
    - Named_Thing
    - Agent
    properties:
      age:
        type: integer
        unit: a
        minimum: 0.0
      status:
        enum:
        - alive
        - dead
      full_name:
        multivalued: true
        required: true
  Manager:
    is_a:
    - Person
  Organization:
    is_a:
    - Named_Thing
    key:
    - full_name
relations:
  knows:
    source: Person
    target: Person
    characteristics:
    - symmetric
    inverse_of: knows
  Person_employer:
    source: Person
    target: Organization
    characteristics:
    - functional
    minimum: 1
  Organization_employer:
    source: Organization
    target: Organization
    characteristics:
    - functional
    minimum: 1
overlapping:
- - Named_Thing
  - Agent
restrictions:
- type: Manager
  relation: knows
  kind: only
  filler: Manager
- type: Manager
  relation: knows
  kind: minimum
  filler: Person
  count: 2
"""
    )
    assert read.lost == (
        (7, "`meaning` of value `alive` of enum `Status`"),
        (9, "`abstract` of class `Named Thing`"),
        (9, "`pattern` of slot `full name`"),
        (15, "`pattern` of slot `full name`"),
        (20, "the range `uri` of slot `email`, read as string"),
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("- a", "line 1: a LinkML schema has to hold fields with values"),
        ("name: x\nclasses:\n  A: [b]", "line 3: `A` has to hold fields with values"),
        ("name: x\nclasses:\n  A:\n    slots: b", "line 4: `slots` has to be a list of names"),
        ("name: x\nclasses: {A b: {}, A_b: {}}", "line 2: `A_b` and `A b` are one name here"),
        ("name: x\nclasses: {A: {attributes: {n: {minimum_value: low}}}}", "entity_types.A.properties.n.minimum"),
    ],
)
def test_what_is_no_linkml_is_refused(text: str, problem: str) -> None:
    with pytest.raises(SchemaError) as caught:
        read_linkml(text, source="x")
    assert problem in str(caught.value)


def test_what_changes_its_nature_below_is_said_to_be_lost() -> None:
    classes = "classes: {A: {slots: [s]}, B: {is_a: A, slot_usage: {s: {range: A}}}}"
    read = read_linkml(f"name: x\n{classes}\nslots: {{s: {{range: E}}}}\nenums: {{E: {{}}}}", source="x")
    assert read.lost == (
        (2, "that slot `s`, a property, leads to a class in class `B`"),
        (4, "enum `E`, which states no values and is read as string"),
    )


def test_classes_in_a_circle_are_read_for_the_check_to_name() -> None:
    read = read_linkml(
        "name: x\nclasses: {A: {is_a: B, slot_usage: {s: {}}}, B: {is_a: A, slot_usage: {s: {}}}}", source="x"
    )
    assert read.schema.entity_types["A"].is_a == ("B",)
