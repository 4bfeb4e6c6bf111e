"""Several ontologies in one index: what follows by a mapping between them says so, and the others are links."""

import json
from pathlib import Path

import pytest

from entailed.errors import InconsistentOntologyError, ReadError
from entailed.owl import GivenFile, ReadOptions, read_ontology
from entailed.service import (
    AskResult,
    DescribeResult,
    LinkedName,
    MappingOptions,
    OntologyService,
    SelectResult,
    Verdict,
    explanation_json,
    graphviz,
    index_file,
    observation,
    query_json,
)

FOOD = """\
format-version: 1.4
ontology: food

[Term]
id: FOOD:1
name: apple
is_a: FOOD:3

[Term]
id: FOOD:2
name: cassava
is_a: FOOD:3
relationship: has_part FOOD:4

[Term]
id: FOOD:3
name: produce

[Term]
id: FOOD:4
name: linamarin
xref: CHEM:4
xref: ELSEWHERE:4

[Term]
id: FOOD:5
name: bitter almond
relationship: has_part FOOD:6

[Term]
id: FOOD:6
name: amygdalin
xref: FOOD:4

[Typedef]
id: has_part
name: has part
"""
CHEM = """\
format-version: 1.4
ontology: chem

[Term]
id: CHEM:1
name: toxin

[Term]
id: CHEM:2
name: cyanogenic glycoside
is_a: CHEM:1

[Term]
id: CHEM:4
name: linamarin
is_a: CHEM:2

[Term]
id: CHEM:5
name: mineral
disjoint_from: CHEM:1

[Term]
id: CHEM:7
name: apple
"""
ROWS = (
    "FOOD:4\tskos:exactMatch\tCHEM:4\tsemapv:ManualMappingCuration\t0.9",
    "FOOD:6\tskos:closeMatch\tCHEM:2\tsemapv:LexicalMatching\t",
)
TOXIC = 'SELECT ?food { ?food "has part" "toxin" }'
CASSAVA = 'ASK { "cassava" "has part" "toxin" }'


def sssom(*rows: str) -> str:
    header = (
        "#curie_map:\n#  FOOD: http://purl.obolibrary.org/obo/FOOD_\n#  CHEM: http://purl.obolibrary.org/obo/CHEM_\n"
    )
    columns = "subject_id\tpredicate_id\tobject_id\tmapping_justification\tconfidence"
    return header + "\n".join((columns, *rows)) + "\n"


def indexed(folder: Path, *rows: str, equate: bool = True, food: str = FOOD, chem: str = CHEM) -> OntologyService:
    for name, text in (("food.obo", food), ("chem.obo", chem), ("both.sssom.tsv", sssom(*rows))):
        (folder / name).write_text(text, encoding="utf-8")
    index_file(
        folder / "food.obo",
        folder / "index",
        ReadOptions(beside=[GivenFile(folder / "chem.obo")]),
        mappings=MappingOptions(files=[folder / "both.sssom.tsv"] if rows else (), equate_exact_matches=equate),
    )
    return OntologyService(folder / "index")


@pytest.fixture(scope="module")
def equated(tmp_path_factory: pytest.TempPathFactory) -> OntologyService:
    return indexed(tmp_path_factory.mktemp("equated"), *ROWS)


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> OntologyService:
    return indexed(tmp_path_factory.mktemp("linked"), *ROWS, equate=False)


def ask(service: OntologyService, text: str) -> AskResult:
    result = service.query(text)
    assert isinstance(result, AskResult)
    return result


def select(service: OntologyService, text: str) -> SelectResult:
    result = service.query(text)
    assert isinstance(result, SelectResult)
    return result


def findings(service: OntologyService) -> list[tuple[str, int | None]]:
    found = service.manifest.report["findings"]
    assert isinstance(found, list)
    return [(finding["message"], finding["line"]) for finding in found]


# ---- verdicts


def test_a_verdict_that_needs_a_mapping_names_it(equated: OntologyService) -> None:
    result = ask(equated, CASSAVA)
    assert result.verdict is Verdict.ENTAILED
    (mapping,) = result.rests_on
    assert (mapping.subject.identifier, mapping.predicate, mapping.object.identifier) == (
        "FOOD:4",
        "skos:exactMatch",
        "CHEM:4",
    )
    assert (Path(mapping.source).name, mapping.line, mapping.confidence) == ("both.sssom.tsv", 5, 0.9)
    first, second, *_ = observation(result).splitlines()
    assert first.endswith("ENTAILED (with mappings)")
    assert second.startswith(
        "It rests on the mapping FOOD: linamarin (FOOD:4) skos:exactMatch CHEM: linamarin (CHEM:4), "
    )
    assert "both.sssom.tsv line 5, confidence 0.9" in second


DEFINED = """
[Term]
id: FOOD:8
name: toxic produce
intersection_of: FOOD:3
intersection_of: has_part CHEM:4
"""


def test_a_mapping_that_a_definition_brings_in_is_named_from_a_proof(tmp_path: Path) -> None:
    result = ask(indexed(tmp_path, *ROWS, food=FOOD + DEFINED), 'ASK { "cassava" "is a" "toxic produce" }')
    assert (result.verdict, result.with_mappings) == (Verdict.ENTAILED, True)
    assert [mapping.line for mapping in result.rests_on] == [5]


def test_where_a_proof_takes_long_the_verdict_says_only_that_it_rests_on_mappings(tmp_path: Path) -> None:
    many = FOOD.replace("name: cassava\n", "name: cassava\n" + "".join(f"is_a: KIND:{n}\n" for n in range(2100)))
    service = indexed(tmp_path, *ROWS, food=many + DEFINED)
    result = ask(service, 'ASK { "cassava" "is a" "toxic produce" }')
    assert (result.verdict, result.with_mappings, result.rests_on) == (Verdict.ENTAILED, True, ())
    assert "An explanation of it says on which." in observation(result)
    steps = service.explain("cassava", "is a", "toxic produce").steps
    assert [step.mappings[0].line for step in steps if step.mappings] == [5]


def test_a_verdict_of_one_ontology_rests_on_no_mapping(equated: OntologyService) -> None:
    for text in ('ASK { "cassava" "is a" "produce" }', 'ASK { "CHEM:4" "is a" "toxin" }'):
        result = ask(equated, text)
        assert (result.verdict, result.rests_on) == (Verdict.ENTAILED, ())
        assert "rests_on" not in query_json(result)


def test_rows_that_need_a_mapping_are_marked(equated: OntologyService) -> None:
    result = select(equated, TOXIC)
    assert [row.name for row in result.rows] == ["cassava"]
    assert '"cassava" (with mappings)' in observation(result)
    assert query_json(result)["rows"][0]["with_mappings"] is True
    own = select(equated, 'SELECT ?food { ?food "is a" "produce" }')
    assert own.total == 2
    assert "mappings" not in observation(own)


def test_candidates_that_need_a_mapping_are_marked(equated: OntologyService) -> None:
    result = select(equated, 'SELECT ?food { VALUES ?food { "cassava" "bitter almond" } ?food "has part" "toxin" }')
    assert [(v.verdict, v.with_mappings) for v in result.verdicts or ()] == [
        (Verdict.ENTAILED, True),
        (Verdict.NOT_ENTAILED, False),
    ]
    own = select(equated, 'SELECT ?food { VALUES ?food { "cassava" } ?food "is a" "produce" }')
    assert [(v.verdict, v.with_mappings) for v in own.verdicts or ()] == [(Verdict.ENTAILED, False)]


def test_an_exact_match_entails_nothing_unless_asked_for(linked: OntologyService) -> None:
    assert ask(linked, CASSAVA).verdict is Verdict.NOT_ENTAILED
    assert select(linked, TOXIC).total == 0
    assert linked.manifest.counts["mappings_reasoned"] == 0


def test_a_match_that_entails_nothing_is_noted_beside_the_verdict(equated: OntologyService) -> None:
    result = ask(equated, 'ASK { "amygdalin" "is a" "toxin" }')
    assert result.verdict is Verdict.NOT_ENTAILED
    (notice,) = result.notices
    assert notice.startswith(
        "cyanogenic glycoside (CHEM:2) may serve in the place of amygdalin (FOOD:6): "
        "amygdalin (FOOD:6) skos:closeMatch cyanogenic glycoside (CHEM:2), "
    )


def test_a_verdict_by_another_reasoner_names_the_mappings_too(tmp_path: Path) -> None:
    (tmp_path / "parts.ofn").write_text(
        "Prefix(:=<http://purl.obolibrary.org/obo/>)"
        "Ontology(<http://example.org/parts>"
        " SubClassOf(:FOOD_5 ObjectUnionOf(:PART_1 :PART_2)) SubClassOf(:PART_1 :FOOD_6) SubClassOf(:PART_2 :FOOD_6))",
        encoding="utf-8",
    )
    mapping = sssom("FOOD:6\trdfs:subClassOf\tCHEM:2\tsemapv:X\t")
    for name, text in (("food.obo", FOOD), ("chem.obo", CHEM), ("m.tsv", mapping)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    index_file(
        tmp_path / "food.obo",
        tmp_path / "index",
        ReadOptions(beside=[GivenFile(tmp_path / "chem.obo"), GivenFile(tmp_path / "parts.ofn")]),
        mappings=MappingOptions(files=[tmp_path / "m.tsv"]),
    )
    service = OntologyService(tmp_path / "index")
    own, mapped = (
        service.complete(ask(service, f'ASK {{ "bitter almond" "is a" "{name}" }}')) for name in ("amygdalin", "toxin")
    )
    assert (own.verdict, own.decided_by, own.rests_on) == (Verdict.ENTAILED, "rustdl", ())
    assert (mapped.verdict, [mapping.line for mapping in mapped.rests_on]) == (Verdict.ENTAILED, [5])


@pytest.mark.parametrize(
    ("predicate", "there", "back"),
    [
        ("owl:equivalentClass", Verdict.ENTAILED, Verdict.ENTAILED),
        ("rdfs:subClassOf", Verdict.ENTAILED, Verdict.NOT_ENTAILED),
        ("sssom:superClassOf", Verdict.NOT_ENTAILED, Verdict.ENTAILED),
        ("skos:exactMatch", Verdict.NOT_ENTAILED, Verdict.NOT_ENTAILED),
        ("skos:broadMatch", Verdict.NOT_ENTAILED, Verdict.NOT_ENTAILED),
        ("oboInOwl:hasDbXref", Verdict.NOT_ENTAILED, Verdict.NOT_ENTAILED),
    ],
)
def test_only_owl_predicates_are_axioms_by_themselves(
    tmp_path: Path, predicate: str, there: Verdict, back: Verdict
) -> None:
    service = indexed(tmp_path, f"FOOD:6\t{predicate}\tCHEM:2\tsemapv:ManualMappingCuration\t", equate=False)
    assert ask(service, 'ASK { "amygdalin" "is a" "cyanogenic glycoside" }').verdict is there
    assert ask(service, 'ASK { "cyanogenic glycoside" "is a" "amygdalin" }').verdict is back


def test_what_the_ontologies_state_themselves_rests_on_no_mapping(tmp_path: Path) -> None:
    food = FOOD.replace("xref: FOOD:4\n", "equivalent_to: CHEM:2\n")
    service = indexed(tmp_path, "CHEM:2\towl:equivalentClass\tFOOD:6\tsemapv:LexicalMatching\t", food=food)
    assert service.manifest.counts["mappings_reasoned"] == 0
    assert ask(service, 'ASK { "amygdalin" "is a" "toxin" }').rests_on == ()
    steps = service.explain("amygdalin", "is a", "cyanogenic glycoside").steps
    assert [step.conclusion for step in steps if step.rule == "stated"] == ["amygdalin ≡ cyanogenic glycoside"]


def test_a_class_without_instances_because_of_a_mapping_says_so(tmp_path: Path) -> None:
    service = indexed(tmp_path, *ROWS, "CHEM:2\tskos:exactMatch\tCHEM:5\tsemapv:LexicalMatching\t")
    result = ask(service, 'ASK { "cyanogenic glycoside" "is a" "produce" }')
    assert result.verdict is Verdict.UNSATISFIABLE
    assert [mapping.line for mapping in result.rests_on] == [7]
    assert "unsatisfiable because of mappings between the ontologies" in result.notices[0]
    assert (
        observation(result)
        .splitlines()[0]
        .endswith("UNSATISFIABLE (the subject can have no instance; nothing can be learnt from this; with mappings)")
    )
    # the two that are equated, what is under one of them, and what contains that
    assert service.manifest.counts["unsatisfiable_by_mappings"] == 5


def test_mappings_that_contradict_the_ontologies_are_refused(tmp_path: Path) -> None:
    food = (
        "Prefix(:=<http://purl.obolibrary.org/obo/>)"
        "Ontology(<http://example.org/f> Declaration(Class(:FOOD_1)) ClassAssertion(:FOOD_1 :i))"
    )
    (tmp_path / "food.ofn").write_text(food)
    (tmp_path / "chem.obo").write_text(CHEM)
    (tmp_path / "m.tsv").write_text(
        sssom("FOOD:1\trdfs:subClassOf\tCHEM:5\tsemapv:X\t", "FOOD:1\trdfs:subClassOf\tCHEM:1\tsemapv:X\t")
    )
    with pytest.raises(InconsistentOntologyError, match=r"and the mappings .* leave the mappings out"):
        index_file(
            tmp_path / "food.ofn",
            tmp_path / "index",
            ReadOptions(beside=[GivenFile(tmp_path / "chem.obo")]),
            mappings=MappingOptions(files=[tmp_path / "m.tsv"]),
        )
    assert not (tmp_path / "index").exists()


# ---- proofs and cards


def test_a_step_of_a_proof_says_which_mapping_states_it(equated: OntologyService) -> None:
    explanation = equated.explain("cassava", "has part", "toxin")
    (mapped,) = (step for step in explanation.steps if step.rule == "mapped")
    assert mapped.conclusion == "FOOD: linamarin ≡ CHEM: linamarin"
    assert [mapping.line for mapping in mapped.mappings] == [5]
    assert mapped.conclusion in explanation.justification
    assert 'xlabel="mapped"' in graphviz(explanation)
    (step,) = (step for step in explanation_json(explanation)["proof"] if "mappings" in step)
    assert step["mappings"][0]["predicate"] == "skos:exactMatch"
    assert json.dumps(step)


def test_a_card_shows_mappings_in_both_directions_and_where_they_are_stated(linked: OntologyService) -> None:
    lines = observation(linked.query('DESCRIBE "FOOD:4"')).splitlines()
    (line,) = (line for line in lines if line.startswith("mapped to: "))
    assert '"CHEM: linamarin" (CHEM:4) (skos:exactMatch, ' in line
    assert '"CHEM: linamarin" (CHEM:4) (oboInOwl:hasDbXref, stated by the ontologies)' in line
    back = observation(linked.query('DESCRIBE "CHEM:2"')).splitlines()
    assert any(line.startswith('mapped from: "amygdalin" (FOOD:6) (skos:closeMatch, ') for line in back)


def test_cross_references_link_other_ontologies_of_the_index_only(linked: OntologyService) -> None:
    described = linked.query('DESCRIBE "amygdalin"'), linked.query('DESCRIBE "FOOD:4"')
    found = [
        (mapping.subject.identifier, mapping.object.identifier)
        for result in described
        if isinstance(result, DescribeResult) and result.card
        for mapping in result.card.mappings
        if mapping.predicate == "oboInOwl:hasDbXref"
    ]
    assert found == [("FOOD:4", "CHEM:4")]


# ---- names


def test_a_name_of_two_ontologies_is_ambiguous_and_its_prefix_tells_which(linked: OntologyService) -> None:
    result = linked.query('DESCRIBE "apple"')
    assert '"FOOD:1" (FOOD: apple), "CHEM:7" (CHEM: apple)' in observation(result)
    for name in ("FOOD: apple", "food:apple", "FOOD:1"):
        link = linked.link_concept(name)
        assert isinstance(link, LinkedName)
        assert link.entity.identifier == "FOOD:1"


def test_a_name_of_two_classes_that_are_equated_stands_for_the_first(equated: OntologyService) -> None:
    result = ask(equated, 'ASK { "cassava" "has part" "linamarin" }')
    assert result.object
    assert (result.object.entity.identifier, result.verdict, result.rests_on) == ("FOOD:4", Verdict.ENTAILED, ())
    assert [candidate.entity.identifier for candidate in result.object.also] == ["CHEM:4"]
    assert any("to be equivalent to CHEM: linamarin" in notice for notice in result.notices)


def test_a_prefix_may_stand_before_a_name_of_one_ontology_too_and_has_to_be_its_own(linked: OntologyService) -> None:
    assert ask(linked, 'ASK { "FOOD: cassava" "is a" "produce" }').verdict is Verdict.ENTAILED
    assert ask(linked, 'ASK { "CHEM: cassava" "is a" "produce" }').verdict is Verdict.UNKNOWN_NAME


# ---- the manifest


def test_the_manifest_lists_every_source_and_what_was_not_mapped(tmp_path: Path) -> None:
    service = indexed(tmp_path, *ROWS, "FOOD:4\tskos:exactMatch\tCHEM:999\tsemapv:X\t", "nothing")
    manifest = service.manifest
    assert manifest.source == f"{tmp_path / 'food.obo'}, {tmp_path / 'chem.obo'}"
    given = manifest.report["given"]
    assert isinstance(given, list)
    assert [Path(document["source"]).name for document in given] == ["food.obo", "chem.obo"]
    alone = [read_ontology(tmp_path / name).ontology for name in ("food.obo", "chem.obo")]
    assert [document["axioms"] for document in given] == [len(ontology.axioms) for ontology in alone]
    assert manifest.mapping_files == [str(tmp_path / "both.sssom.tsv")]
    assert manifest.counts["mappings"] == 3  # one of them a cross-reference
    said = {(message.split(" (in ")[0], line) for message, line in findings(service)}
    assert ("a mapping whose object is no class of the ontologies", 7) in said
    assert ("a mapping without predicate_id", 8) in said


def test_the_hash_covers_every_file(tmp_path: Path) -> None:
    hashes = set()
    for number, (rows, chem) in enumerate(((ROWS, CHEM), (ROWS[:1], CHEM), (ROWS, CHEM + "\n"))):
        (tmp_path / str(number)).mkdir()
        hashes.add(indexed(tmp_path / str(number), *rows, chem=chem).manifest.source_sha256)
    assert len(hashes) == 3


def test_a_mapping_file_that_is_none_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "food.obo").write_text(FOOD)
    with pytest.raises(ReadError, match="no column subject_id, predicate_id, object_id"):
        index_file(
            tmp_path / "food.obo",
            tmp_path / "index",
            mappings=MappingOptions(files=[tmp_path / "food.obo"]),
        )
    assert not (tmp_path / "index").exists()


def test_an_index_of_one_ontology_has_nothing_of_this(kitchen: OntologyService) -> None:
    assert kitchen.manifest.report["given"] == []
    assert "mappings" not in kitchen.manifest.counts
    assert not any("mapping" in name for name in kitchen.manifest.files)
