"""Linking: which name stands for which entity, and what is said where it stands for none."""

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.service import (
    AskResult,
    LinkedBy,
    LinkedName,
    OntologyService,
    SynonymScope,
    UnresolvedName,
    Verdict,
)

TOOLS = """format-version: 1.4
ontology: tools

[Term]
id: T:0001
name: hammer
alt_id: T:0011
alt_id: OLD:7
synonym: "striker" EXACT []
synonym: "mallet" NARROW []
synonym: "tool" BROAD []
synonym: "🔨" NARROW []
synonym: "nail" RELATED []

[Term]
id: T:0002
name: Wrench
synonym: "spanner" EXACT []

[Term]
id: T:0003
name: spanner
synonym: "wrench" EXACT []

[Term]
id: T:0004
name: saw
is_obsolete: true
replaced_by: T:0005

[Term]
id: T:0005
name: saw

[Term]
id: T:0006
name: plane
synonym: "shaver" EXACT []

[Term]
id: T:0007
name: shaver (old)
synonym: "shaver" EXACT []

[Term]
id: T:0008
name: striker

[Term]
id: T:0009
name: retired rasp
synonym: "rasp" EXACT []
is_obsolete: true

[Typedef]
id: made_for
name: made for
synonym: "meant for" EXACT []
synonym: "good for" RELATED []
"""


@pytest.fixture(scope="module")
def tools(index_text) -> OntologyService:
    return index_text(TOOLS)


def linked(service: OntologyService, name: str) -> tuple[str, LinkedBy]:
    link = service.link_concept(name)
    assert isinstance(link, LinkedName), link
    assert link.text == name
    return link.entity.identifier, link.linked_by


def unresolved(service: OntologyService, name: str) -> UnresolvedName:
    link = service.link_concept(name)
    assert isinstance(link, UnresolvedName), link
    assert link.text == name
    return link


@pytest.mark.parametrize("name", ["hammer", "HAMMER", "  hammer ", "_hammer", "ｈａｍｍｅｒ"])
def test_case_space_and_width_make_no_other_name(tools: OntologyService, name: str) -> None:
    assert linked(tools, name) == ("T:0001", LinkedBy.LABEL)


@pytest.mark.parametrize("name", ["hammer.", "ham-mer", "hämmer", "(hammer)"])
def test_punctuation_and_accents_do(tools: OntologyService, name: str) -> None:
    assert unresolved(tools, name).candidates[0].entity.identifier == "T:0001"


@pytest.mark.parametrize(
    "name", ["T:0001", "T_0001", "http://purl.obolibrary.org/obo/T_0001", "<http://purl.obolibrary.org/obo/T_0001>"]
)
def test_every_form_of_an_identifier_links(tools: OntologyService, name: str) -> None:
    assert linked(tools, name) == ("T:0001", LinkedBy.IDENTIFIER)


@pytest.mark.parametrize("name", ["T:0011", "T_0011", "http://purl.obolibrary.org/obo/T_0011", "OLD:7", "OLD_7"])
def test_every_form_of_an_alternative_identifier_links(tools: OntologyService, name: str) -> None:
    assert linked(tools, name) == ("T:0001", LinkedBy.IDENTIFIER)


def test_a_label_goes_before_an_exact_synonym(tools: OntologyService) -> None:
    assert linked(tools, "striker") == ("T:0008", LinkedBy.LABEL)
    assert linked(tools, "spanner") == ("T:0003", LinkedBy.LABEL)


def test_the_exact_case_goes_before_another_and_before_the_kind_of_name(tools: OntologyService) -> None:
    assert linked(tools, "Wrench") == ("T:0002", LinkedBy.LABEL)
    assert linked(tools, "wrench") == ("T:0003", LinkedBy.EXACT_SYNONYM)


def test_looser_readings_travel_along(tools: OntologyService) -> None:
    link = tools.link_concept("striker")
    assert isinstance(link, LinkedName)
    assert [(c.entity.identifier, c.matched, c.scope) for c in link.also] == [("T:0001", "striker", SynonymScope.EXACT)]


def test_a_current_entity_goes_before_an_obsolete_one(tools: OntologyService) -> None:
    assert linked(tools, "saw") == ("T:0005", LinkedBy.LABEL)


def test_a_name_goes_before_the_identifier_of_an_obsolete_entity(index_text) -> None:
    obsolete = "\n[Typedef]\nid: fastened_by\nname: obsolete fastened by\nis_obsolete: true\n"
    service = index_text(f"{TOOLS}\n[Typedef]\nid: T:0099\nname: fastened by\n{obsolete}")
    linked = service.link_relation("fastened by")
    assert isinstance(linked, LinkedName)
    assert (linked.entity.identifier, linked.linked_by) == ("T:0099", LinkedBy.LABEL)


def test_an_obsolete_entity_links_where_no_other_does(tools: OntologyService) -> None:
    assert linked(tools, "rasp") == ("T:0009", LinkedBy.EXACT_SYNONYM)


def test_two_equally_good_readings_are_ambiguous(tools: OntologyService) -> None:
    name = unresolved(tools, "shaver")
    assert name.reason == "ambiguous"
    assert name.kind == "concept"
    assert [c.entity.identifier for c in name.candidates] == ["T:0006", "T:0007"]


@pytest.mark.parametrize(
    ("name", "scope"),
    [
        ("mallet", SynonymScope.NARROW),
        ("🔨", SynonymScope.NARROW),
        ("tool", SynonymScope.BROAD),
        ("Nail", SynonymScope.RELATED),
    ],
)
def test_other_synonyms_are_suggested_and_never_linked(tools: OntologyService, name: str, scope: SynonymScope) -> None:
    found = unresolved(tools, name)
    assert found.reason == "unknown"
    assert (found.candidates[0].entity.identifier, found.candidates[0].scope) == ("T:0001", scope)


@pytest.mark.parametrize(("name", "meant"), [("hamer", "T:0001"), ("spaner", "T:0003"), ("rench", "T:0002")])
def test_a_mistyped_name_is_unknown_and_the_meant_one_is_suggested_first(
    tools: OntologyService, name: str, meant: str
) -> None:
    found = unresolved(tools, name)
    assert found.reason == "unknown"
    assert found.candidates[0].entity.identifier == meant


@pytest.mark.parametrize("name", ["saw bow small", "saw, small bow", "small saw", "smal bow saw"])
def test_a_name_in_another_order_or_without_a_word_is_unknown_and_the_meant_one_is_suggested_first(
    index_text, name: str
) -> None:
    labels = ["small bow saw", "steel bow saw", "small law", "saw", "bow saw", "saw bow", "small axe", "saw blow smell"]
    terms = "".join(f"\n[Term]\nid: W:{number}\nname: {label}\n" for number, label in enumerate(labels))
    found = unresolved(index_text(f"ontology: saws\n{terms}"), name)
    assert found.reason == "unknown"
    assert found.candidates[0].entity.name == "small bow saw"


def test_of_two_equally_similar_names_a_label_is_suggested_before_a_synonym(index_text) -> None:
    terms = """
[Term]
id: W:1
name: fret
synonym: "fine saw blade" EXACT []

[Term]
id: W:2
name: coarse saw blade
"""
    found = unresolved(index_text(f"ontology: saws\n{terms}"), "saw blade")
    assert [candidate.matched for candidate in found.candidates[:2]] == ["coarse saw blade", "fine saw blade"]


@pytest.mark.parametrize(
    "labels", [["wood hand saw blade", "saw wood blade hand"], ["saw wood blade hand", "wood hand saw blade"]]
)
def test_of_two_names_with_the_same_words_the_one_in_the_closer_order_is_suggested_first(index_text, labels) -> None:
    terms = "".join(f"\n[Term]\nid: W:{number}\nname: {label}\n" for number, label in enumerate(labels))
    found = unresolved(index_text(f"ontology: saws\n{terms}"), "hand saw blade wood")
    assert found.candidates[0].matched == "wood hand saw blade"


def test_at_most_five_current_entities_are_suggested_each_once(kitchen: OntologyService) -> None:
    found = unresolved(kitchen, "cooking sauce pepper food oleomargarine")
    assert len(found.candidates) == 5
    assert len({candidate.entity for candidate in found.candidates}) == 5
    assert "obsolete oleomargarine" not in [candidate.entity.name for candidate in found.candidates]


@pytest.mark.parametrize("name", ["", " ", "_", "?!", "\ud800", "水"])
def test_a_name_like_no_other_has_no_suggestions(tools: OntologyService, name: str) -> None:
    assert unresolved(tools, name).candidates == ()


@given(st.text(max_size=30))
def test_any_text_links_or_does_not(kitchen: OntologyService, name: str) -> None:
    assert kitchen.link_concept(name).text == name
    assert kitchen.link_relation(name).text == name


def test_a_folk_name_leads_to_the_disease(index_text) -> None:
    text = files("entailed").joinpath("examples/livestock.ofn").read_text(encoding="utf-8")
    service = index_text(text, ".ofn")
    for name in ("blind staggers", "alkali disease", "Selenosis"):
        link = service.link_concept(name)
        assert isinstance(link, LinkedName)
        assert link.entity.name == "selenium poisoning"
    result = service.query('ASK { "blind staggers" "causative agent" "chemical element" }')
    assert isinstance(result, AskResult)
    assert result.verdict is Verdict.ENTAILED


# ---- relations


@pytest.mark.parametrize("name", ["made for", "made_for", "Made For", "meant for"])
def test_relations_link_by_label_identifier_and_exact_synonym(tools: OntologyService, name: str) -> None:
    link = tools.link_relation(name)
    assert isinstance(link, LinkedName)
    assert link.entity.name == "made for"


@pytest.mark.parametrize("name", ["is a", "is_a", "subclass of", "SubClassOf", "rdfs:subClassOf"])
def test_classification_is_a_relation(tools: OntologyService, name: str) -> None:
    link = tools.link_relation(name)
    assert isinstance(link, LinkedName)
    assert link.entity.identifier == "rdfs:subClassOf"


@pytest.mark.parametrize("name", ["good for", "made fro", "hammer"])
def test_an_unknown_relation_is_compared_with_relations_only(tools: OntologyService, name: str) -> None:
    link = tools.link_relation(name)
    assert isinstance(link, UnresolvedName)
    assert link.kind == "relation"
    assert {candidate.entity.name for candidate in link.candidates} <= {"made for"}
    assert bool(link.candidates) == (name != "hammer")


# ---- labels of several languages

COILS = """@prefix : <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:coil a owl:Class ; rdfs:label "coil"@en , "Spule"@de ; skos:altLabel "winding"@en ; skos:hiddenLabel "koil" .
:bare a owl:Class .
:shorthand rdfs:subPropertyOf skos:altLabel ; a owl:AnnotationProperty .
:flat a owl:Class ; rdfs:label "flat coil" ; :shorthand "FC" .
"""


def test_the_preferred_language_is_shown_and_every_language_links(index_text) -> None:
    service = index_text(COILS, ".ttl", language="de")
    for name in ("coil", "Spule", "winding"):
        link = service.link_concept(name)
        assert isinstance(link, LinkedName)
        assert link.entity.name == "Spule"
    assert isinstance(service.link_concept("koil"), UnresolvedName)


@pytest.fixture(scope="module")
def coils(index_text) -> OntologyService:
    return index_text(COILS, ".ttl")


def test_without_a_label_the_local_name_stands_in(coils: OntologyService) -> None:
    link = coils.link_concept("bare")
    assert isinstance(link, LinkedName)
    assert link.entity.name == "bare"


def test_a_subproperty_of_a_synonym_property_holds_synonyms(coils: OntologyService) -> None:
    link = coils.link_concept("FC")
    assert isinstance(link, LinkedName)
    assert link.linked_by is LinkedBy.EXACT_SYNONYM
    assert link.entity.name == "flat coil"


def test_a_regional_language_is_preferred_whatever_its_case_and_falls_back_to_the_language(index_text) -> None:
    text = COILS.replace(
        '"coil"@en , "Spule"@de', '"coil" , "Spule"@de , "coil of England"@en-GB , "coil of Texas"@en-US'
    )
    for language, name in (
        ("en-gb", "coil of England"),
        ("en-US", "coil of Texas"),
        ("de-AT", "Spule"),
        ("fr", "coil"),
    ):
        service = index_text(text, ".ttl", language=language)
        link = service.link_concept("coil")
        assert isinstance(link, LinkedName)
        assert link.entity.name == name, language


# ---- what is no suggestion

CODES = """Prefix(:=<http://example.org/>) Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Prefix(oio:=<http://www.geneontology.org/formats/oboInOwl#>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(
  SubClassOf(:thingy owl:Thing) SubClassOf(:nothings :thingy) SubClassOf(:thingy :EX_0001)
  AnnotationAssertion(oio:hasAlternativeId :thingy "EX:0002")
  AnnotationAssertion(oio:id :nothings "EX:0003")
  AnnotationAssertion(oio:shorthand :related_to_it "related_to")
  SubClassOf(:thingy ObjectSomeValuesFrom(:related_to_it :nothings))
)"""


@pytest.mark.parametrize(("name", "suggested"), [("things", "thingy"), ("nothingz", "nothings"), ("EX:0009", None)])
def test_owl_names_and_codes_are_not_suggested(index_text, name: str, suggested: str | None) -> None:
    service = index_text(
        CODES.replace(":EX_", "<http://purl.obolibrary.org/obo/EX_").replace("0001)", "0001>)"), ".ofn"
    )
    matched = [candidate.matched for candidate in unresolved(service, name).candidates]
    assert not {"Thing", "Nothing", "EX:0002", "EX:0003", "EX_0001"} & set(matched)
    assert suggested is None or suggested in matched
    link = service.link_relation("relatd to")
    assert isinstance(link, UnresolvedName)
    assert [candidate.matched for candidate in link.candidates] == ["related_to"]
