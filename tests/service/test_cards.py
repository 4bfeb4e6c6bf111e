"""Concept cards: what they hold, in which order, and what is inferred."""

import pytest

from entailed.service import ConceptCard, DescribeResult, OntologyService, observation

GARDEN = """format-version: 1.4
ontology: garden

[Term]
id: G:0001
name: plant
def: "Living thing   that grows\\nin one place." [ISBN:1, ISBN:2 "a book"]
comment: First remark.
synonym: "vegetation" RELATED [ISBN:3]
xref: EX:9

[Term]
id: G:0002
name: tree
is_a: G:0001
intersection_of: G:0001
intersection_of: has_part G:0004

[Term]
id: G:0003
name: woody plant
intersection_of: G:0001
intersection_of: has_part G:0004

[Term]
id: G:0004
name: trunk

[Term]
id: G:0005
name: oak
is_a: G:0001
relationship: has_part G:0004
relationship: grows_in G:0007

[Term]
id: G:0006
name: holm oak
is_a: G:0005

[Term]
id: G:0007
name: soil

[Term]
id: G:0008
name: obsolete shrubbery
is_obsolete: true
replaced_by: G:0001

[Term]
id: G:0009
name: obsolete knot garden
is_obsolete: true

[Typedef]
id: has_part
name: has part

[Typedef]
id: grows_in
name: grows in
"""


@pytest.fixture(scope="module")
def garden(index_text) -> OntologyService:
    return index_text(GARDEN)


def card(service: OntologyService, name: str) -> ConceptCard:
    result = service.query(f'DESCRIBE "{name}"')
    assert isinstance(result, DescribeResult)
    assert result.card
    return result.card


def keys(service: OntologyService, name: str) -> list[str]:
    return [line.partition(":")[0] for line in observation(service.query(f'DESCRIBE "{name}"')).splitlines()]


def test_fields_stand_in_the_order_of_the_paper(garden: OntologyService) -> None:
    plant = keys(garden, "plant")
    assert plant[:4] == ["plant", "definition", "children", "comment"]
    assert {"id", "has_related_synonym"} <= set(plant[4:])
    assert keys(garden, "oak")[:4] == ["oak", "parents", "children", "stated relations"]


def test_a_value_is_one_line_with_its_annotations_in_braces(garden: OntologyService) -> None:
    lines = observation(garden.query('DESCRIBE "plant"')).splitlines()
    definition = next(line for line in lines if line.startswith("definition"))
    assert definition.startswith("definition: Living thing that grows in one place. {")
    assert definition.endswith("}")
    assert "ISBN:1" in definition
    assert "ISBN:2" in definition
    (value,) = card(garden, "plant").definitions
    assert [text for _, text in value.annotations] == ["ISBN:1", "ISBN:2"]


def test_parents_and_children_are_inferred_and_direct(garden: OntologyService) -> None:
    oak = card(garden, "oak")
    assert {parent.name for parent in oak.parents} <= {"tree", "woody plant"}  # stated: plant
    assert len(oak.parents) == 1
    assert [child.name for child in oak.children] == ["holm oak"]


def test_an_equivalence_group_is_one_node(garden: OntologyService) -> None:
    assert [e.name for e in card(garden, "tree").equivalents] == ["woody plant"]
    assert [e.name for e in card(garden, "woody plant").equivalents] == ["tree"]
    assert card(garden, "tree").children == card(garden, "woody plant").children
    assert len([c for c in card(garden, "plant").children if c.name in ("tree", "woody plant")]) == 1


def test_an_inferred_equivalence_carries_a_notice(garden: OntologyService) -> None:
    notices = garden.query('DESCRIBE "tree"').notices
    assert notices == ("tree (G:0002) is inferred to be equivalent to woody plant (G:0003).",)


def test_relations_are_those_stated_of_the_concept(garden: OntologyService) -> None:
    def stated(name: str) -> list[tuple[str, str]]:
        return [(r.relation.name, r.filler.name) for r in card(garden, name).relations]

    assert stated("oak") == [("has part", "trunk"), ("grows in", "soil")]
    assert stated("tree") == [("has part", "trunk")]  # from its definition
    assert stated("holm oak") == []  # its own only


def test_nested_conjunctions_state_relations_and_disjunctions_do_not(index_text) -> None:
    service = index_text(
        """Prefix(:=<http://example.org/>)
        Ontology(
          SubClassOf(:a ObjectIntersectionOf(:b ObjectIntersectionOf(:c ObjectSomeValuesFrom(:r :d))))
          SubClassOf(:a ObjectUnionOf(:e ObjectSomeValuesFrom(:s :d)))
          SubClassOf(ObjectIntersectionOf(:a :e) ObjectSomeValuesFrom(:t :d))
        )""",
        ".ofn",
    )
    assert [(r.relation.name, r.filler.name) for r in card(service, "a").relations] == [("r", "d")]
    assert [parent.name for parent in card(service, "a").parents] == ["b", "c"]


def test_an_obsolete_concept_says_so_and_what_replaces_it(garden: OntologyService) -> None:
    assert garden.query('DESCRIBE "obsolete shrubbery"').notices == (
        "obsolete shrubbery (G:0008) is obsolete. It is replaced by plant (G:0001).",
    )
    assert garden.query('DESCRIBE "obsolete knot garden"').notices == (
        "obsolete knot garden (G:0009) is obsolete. Nothing is said to replace it.",
    )


def test_obsolete_concepts_and_owl_thing_are_not_listed(garden: OntologyService) -> None:
    assert "obsolete shrubbery" not in [child.name for child in card(garden, "Thing").children]
    assert card(garden, "plant").parents == ()


def test_an_unsatisfiable_concept_is_a_card_with_a_notice(index_text) -> None:
    service = index_text(
        """Prefix(:=<http://example.org/>)
        Ontology(DisjointClasses(:a :b) SubClassOf(:c :a) SubClassOf(:c :b) SubClassOf(:d :c))""",
        ".ofn",
    )
    result = service.query('DESCRIBE "d"')
    assert isinstance(result, DescribeResult)
    assert result.card
    assert (result.card.parents, result.card.children, result.card.equivalents) == ((), (), ())
    assert "is unsatisfiable" in result.notices[0]


def test_a_property_that_is_known_and_a_subset_have_readable_names(index_text) -> None:
    service = index_text(
        "format-version: 1.4\nontology: one\n\n[Term]\nid: O:1\nname: egg\nsubset: breakfast\n\n"
        "[Term]\nid: O:2\nname: old egg\nis_obsolete: true\nreplaced_by: O:1\n"
    )
    assert "\nin_subset: breakfast\n" in observation(service.query('DESCRIBE "egg"')) + "\n"
    turtle = (
        "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix obo: <http://purl.obolibrary.org/obo/> .\n"
        "@prefix oio: <http://www.geneontology.org/formats/oboInOwl#> .\n"
        'obo:O_1 a owl:Class ; obo:IAO_0100001 obo:O_2 ; obo:IAO_0000119 "a book" ;\n'
        "  oio:inSubset <http://purl.obolibrary.org/obo/one#main> .\n"
        "obo:O_2 a owl:Class .\n"
    )
    service = index_text(turtle, ".ttl")
    assert {"term replaced by", "definition source"} <= set(keys(service, "O_1"))
    assert ("inSubset", ["main"]) in [
        (key, [v.text for v in values]) for key, values in card(service, "O_1").annotations
    ]
