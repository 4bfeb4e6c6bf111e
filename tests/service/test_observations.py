"""What a model reads: the texts of `observations.txt`, word for word, and the cuts of long ones."""

from pathlib import Path

import pytest

from entailed.service import OntologyService, SelectResult, is_informative, observation, quote

GOLDEN = Path(__file__).with_name("observations.txt").read_text(encoding="utf-8")
"""Queries over the kitchen ontology, each behind `> `, and their observations."""
EXPECTED = [block.split("\n", 1) for block in ("\n" + GOLDEN).strip().removeprefix("> ").split("\n\n> ")]


@pytest.mark.parametrize(("query", "text"), EXPECTED)
def test_observation(kitchen: OntologyService, query: str, text: str) -> None:
    assert observation(kitchen.query(query)) == text.strip("\n")


def test_every_form_is_among_them() -> None:
    assert {query.split()[0] for query, _ in EXPECTED} == {"ASK", "SELECT", "DESCRIBE"}


def test_a_long_list_is_cut_and_says_how_to_go_on(kitchen: OntologyService) -> None:
    lines = observation(kitchen.query('SELECT ?x WHERE { ?x "is a" "food" }')).splitlines()
    assert lines[0] == "96 concepts:"
    assert len(lines) == 27
    assert lines[-1] == "… and 71 more; add OFFSET 25 to see them, or another condition to narrow the search."
    rest = observation(kitchen.query('SELECT ?x WHERE { ?x "is a" "food" } OFFSET 25')).splitlines()
    assert rest[1] not in lines
    assert rest[-1].startswith("… and 46 more; add OFFSET 50")
    beyond = observation(kitchen.query('SELECT ?x WHERE { ?x "is a" "food" } OFFSET 1000')).splitlines()
    assert beyond == ["96 concepts", "OFFSET 1000 is beyond the last of them."]
    counted = observation(kitchen.query('SELECT ?x WHERE { ?x "is a" "food" } LIMIT 0')).splitlines()
    assert counted == ["96 concepts"]


def test_a_limit_is_kept_however_large(kitchen: OntologyService) -> None:
    lines = observation(kitchen.query('SELECT ?x WHERE { ?x "is a" "food" } LIMIT 96')).splitlines()
    assert len(lines) == 97


def test_many_children_are_cut(index_text) -> None:
    terms = "".join(f"\n[Term]\nid: M:{n}\nname: child {n:02}\nis_a: M:0\n" for n in range(1, 24))
    service = index_text(f"ontology: many\n\n[Term]\nid: M:0\nname: parent\n{terms}")
    children = next(line for line in observation(service.query("DESCRIBE parent")).splitlines() if "children" in line)
    assert children.startswith("children: child 01; child 02; ")
    assert children.endswith("; child 20; … and 3 more")


def test_names_are_shown_as_a_query_writes_them(index_text) -> None:
    name, looser = r'5" \ pipe', r'5" \ PIPE'
    service = index_text(
        f"""@prefix : <http://example.org/> .
        @prefix owl: <http://www.w3.org/2002/07/owl#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        :a a owl:Class ; rdfs:label {quote(name)} ; rdfs:subClassOf :b .
        :b a owl:Class ; rdfs:label "pipe" .
        :c a owl:Class ; rdfs:label {quote(looser)} .""",
        ".ttl",
    )
    shown = observation(service.query('SELECT ?x WHERE { ?x "is a" "pipe" }')).splitlines()[1]
    assert shown == quote(name)
    result = service.query(f'SELECT ?o WHERE {{ {shown} "is a" ?o }}')
    assert isinstance(result, SelectResult)
    assert [row.name for row in result.rows] == ["pipe"]
    assert observation(result).splitlines()[-1].startswith(f"Note: {quote(name)} was read as ")


@pytest.mark.parametrize(
    ("query", "tells"),
    [
        ('ASK { "egg" "contains" "gluten" }', True),
        ('ASK { "eggg" "contains" "gluten" }', False),
        ('ASK { "pepper" "contains" "gluten" }', False),
        ('SELECT ?x WHERE { ?x "contains" "gluten" }', True),
        ('SELECT ?x WHERE { ?x "contains" "glutn" }', False),
        ('SELECT ?x WHERE { ?x "contains" "frying pan" }', True),  # text
        ('SELECT ?r WHERE { "gluten" ?r "egg" }', False),
        ('SELECT ?x WHERE { VALUES ?x { "wok" } ?x "is a" "food" }', True),
        ('DESCRIBE "egg"', True),
        ('DESCRIBE "eggg"', False),
        ('DESCRIBE "pepper"', False),
    ],
)
def test_what_tells_nothing(kitchen: OntologyService, query: str, tells: bool) -> None:
    assert is_informative(kitchen.query(query)) is tells
