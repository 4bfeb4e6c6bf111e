"""Relations inside a role group: ∃g.∃r.B is looked through where g is known to group, and the answer says so."""

from pathlib import Path

import pytest

from entailed.errors import ReadError
from entailed.service import AskResult, DescribeResult, OntologyService, SelectResult, Verdict, index_file, observation

FAULTS = """Prefix(:=<http://example.org/>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(
  AnnotationAssertion(rdfs:label :group "role group") Declaration(ObjectProperty(:group))
  SubObjectPropertyOf(ObjectPropertyChain(:locatedIn :partOf) :locatedIn)
  SubClassOf(:bearing ObjectSomeValuesFrom(:partOf :bridge))
  EquivalentClasses(:bearingFault ObjectIntersectionOf(:fault ObjectSomeValuesFrom(:group
    ObjectIntersectionOf(ObjectSomeValuesFrom(:locatedIn :bearing) ObjectSomeValuesFrom(:causedBy :rust)))))
  SubClassOf(:looseBolt ObjectSomeValuesFrom(:locatedIn :bridge))
  SubClassOf(:looseBolt ObjectSomeValuesFrom(:group
    ObjectIntersectionOf(:process ObjectSomeValuesFrom(:causedBy :vibration))))
)"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("faults") / "faults.ofn"
    path.write_text(FAULTS)
    return path


@pytest.fixture(scope="module")
def faults(source: Path) -> OntologyService:
    index_file(source, source.parent / "index", role_groups=["role group"])
    return OntologyService(source.parent / "index")


def asked(service: OntologyService, statement: str) -> AskResult:
    result = service.query(f"ASK {{ {statement} }}")
    assert isinstance(result, AskResult)
    return result


def names(service: OntologyService, condition: str) -> list[str]:
    result = service.query(f"SELECT ?x WHERE {{ {condition} }}")
    assert isinstance(result, SelectResult)
    return [row.name for row in result.rows]


def stated(service: OntologyService, name: str) -> list[tuple[str, str]]:
    result = service.query(f'DESCRIBE "{name}"')
    assert isinstance(result, DescribeResult)
    assert result.card
    return [(relation.relation.name, relation.filler.name) for relation in result.card.relations]


def test_an_attribute_in_a_group_is_found_and_said_to_be_in_one(faults: OntologyService) -> None:
    for place in ("bearing", "bridge"):  # the second through a chain inside the group
        result = asked(faults, f'"bearingFault" "locatedIn" "{place}"')
        assert (result.verdict, result.within_group) == (Verdict.ENTAILED, True)
        assert observation(result).endswith("ENTAILED (within a role group)")


def test_an_attribute_of_the_concept_itself_is_not_said_to_be_in_a_group(faults: OntologyService) -> None:
    result = asked(faults, '"looseBolt" "locatedIn" "bridge"')
    assert (result.verdict, result.within_group) == (Verdict.ENTAILED, False)


def test_selects_look_through_groups_too(faults: OntologyService) -> None:
    assert names(faults, '?x "locatedIn" "bridge"') == ["bearingFault", "looseBolt"]
    assert names(faults, '?x "locatedIn" "bridge" . ?x "causedBy" "rust"') == ["bearingFault"]
    assert names(faults, '"bearingFault" "locatedIn" ?x') == ["bearing", "bridge"]
    assert names(faults, '"bearingFault" ?x "rust"') == ["causedBy"]


def test_a_card_shows_the_attributes_in_a_group(faults: OntologyService, source: Path) -> None:
    assert stated(faults, "bearingFault") == [("locatedIn", "bearing"), ("causedBy", "rust")]
    assert stated(faults, "looseBolt") == [
        ("locatedIn", "bridge"),
        ("role group", "process"),
        ("causedBy", "vibration"),
    ]
    index_file(source, source.parent / "opaque")
    assert stated(OntologyService(source.parent / "opaque"), "bearingFault") == []


def test_the_proof_shows_the_group(faults: OntologyService) -> None:
    explanation = faults.explain("bearingFault", "locatedIn", "bridge")
    assert explanation.steps[-1].conclusion == "bearingFault ⊑ ∃ role group . (∃ locatedIn . bridge)"


def test_without_the_option_nothing_is_looked_through(source: Path) -> None:
    index_file(source, source.parent / "plain")
    result = asked(OntologyService(source.parent / "plain"), '"bearingFault" "locatedIn" "bearing"')
    assert (result.verdict, result.within_group) == (Verdict.NOT_ENTAILED, False)


def test_snomed_cts_role_group_is_known(source: Path) -> None:
    snomed = source.with_name("snomed.ofn")
    snomed.write_text(FAULTS.replace(":group", "<http://snomed.info/id/609096000>"))
    index_file(snomed, snomed.parent / "snomed")
    assert asked(OntologyService(snomed.parent / "snomed"), '"bearingFault" "locatedIn" "bearing"').within_group


def test_a_role_group_that_is_no_relation_is_refused(source: Path) -> None:
    with pytest.raises(ReadError, match="no relation is named `group of roles`"):
        index_file(source, source.parent / "refused", role_groups=["group of roles"])
    assert not (source.parent / "refused").exists()
