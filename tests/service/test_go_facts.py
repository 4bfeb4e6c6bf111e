"""The Gene Ontology of January 2019, whole: facts checked beforehand with another reasoner, and what it costs."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from entailed.errors import QuerySyntaxError
from entailed.service import (
    AskResult,
    DescribeResult,
    LinkedName,
    OntologyService,
    SelectResult,
    UnresolvedName,
    Verdict,
    index_file,
    quote,
)

pytestmark = pytest.mark.shared
MEGABYTES_AT_MOST = 150


@pytest.fixture(scope="module")
def go_folder(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("go") / "index"
    index_file(shared / "data/ontologies/go-2019-01-27.obo.gz", folder)
    return folder


@pytest.fixture(scope="module")
def go(go_folder: Path) -> OntologyService:
    return OntologyService(go_folder)


@pytest.fixture(scope="module")
def facts(shared: Path) -> list[dict[str, Any]]:
    return json.loads((shared / "data/oracle/go_facts.json").read_text())


def ask(go: OntologyService, subject: str, relation: str, object_: str) -> Verdict:
    result = go.query(f"ASK {{ {quote(subject)} {quote(relation)} {quote(object_)} }}")
    assert isinstance(result, AskResult)
    assert not result.readings
    return result.verdict


def select(go: OntologyService, *conditions: str) -> SelectResult:
    result = go.query(f"SELECT ?x WHERE {{ {' . '.join(conditions)} }}")
    assert isinstance(result, SelectResult)
    return result


def names(result: SelectResult) -> list[str]:
    return [row.name for row in result.rows]


# ---- the facts


def test_each_fact_is_of_a_known_type(facts: list[dict[str, Any]]) -> None:
    assert len(facts) == 25
    assert {fact["type"] for fact in facts} == {"ask", "select", "conjunction"}


def test_statements_hold_or_not_by_name_and_by_identifier(go: OntologyService, facts: list[dict[str, Any]]) -> None:
    for fact in (fact for fact in facts if fact["type"] == "ask"):
        expected = Verdict.ENTAILED if fact["expected"] else Verdict.NOT_ENTAILED
        assert ask(go, fact["subject_name"], fact["relation"], fact["object_name"]) is expected, fact
        assert ask(go, fact["subject"], fact["relation"], fact["object"]) is expected, fact


def test_searches_find_all_and_only_the_answers(go: OntologyService, facts: list[dict[str, Any]]) -> None:
    for fact in (fact for fact in facts if fact["type"] != "ask"):
        conditions = fact.get("conditions") or [fact]
        found = select(go, *(f"?x {quote(c['relation'])} {quote(c['object_name'])}" for c in conditions))
        assert {(row.identifier, row.name) for row in found.rows} == {(a["id"], a["name"]) for a in fact["answers"]}, (
            fact
        )
        assert found.total == fact["total"]


def test_a_relation_that_is_transitive_over_another_is_passed_along(go: OntologyService) -> None:
    explanations = [
        go.explain(row.name, "regulates", "homeostatic process")
        for row in select(go, '?x "regulates" "homeostatic process"').rows
    ]
    assert {explanation.result.verdict for explanation in explanations} == {Verdict.ENTAILED}
    assert all(explanation.steps for explanation in explanations)
    along = [e for e in explanations if "regulates ∘ part of ⊑" in " ".join(e.justification)]
    assert len(along) > 30


# ---- conditions


def test_one_to_four_conditions(go: OntologyService) -> None:
    conditions = [
        '?x "part of" "mitochondrion"',
        '?x "is a" "protein-containing complex"',
        '?x "part of" "mitochondrial inner membrane"',
        '?x "is a" "catalytic complex"',
    ]
    found = [set(names(select(go, *conditions[:count]))) for count in (1, 2, 3, 4)]
    assert found[0] > found[1] > found[2] > found[3]
    assert "mitochondrial respiratory chain complex I" in found[2]
    assert "respiratory chain complex I" not in found[0]


def test_fillers_most_specific_first(go: OntologyService) -> None:
    whole = names(select(go, '"nucleolus" "part of" ?x'))
    assert whole.index("nuclear lumen") < whole.index("nucleus") < whole.index("intracellular")


def test_the_relations_between_two_concepts(go: OntologyService) -> None:
    result = go.query('SELECT ?r WHERE { "positive regulation of apoptotic process" ?r "apoptotic process" }')
    assert isinstance(result, SelectResult)
    assert names(result) == ["positively regulates", "regulates"]


# ---- names


def test_a_card(go: OntologyService) -> None:
    result = go.query('DESCRIBE "mitochondrion"')
    assert isinstance(result, DescribeResult)
    assert result.card
    assert result.card.entity.identifier == "GO:0005739"
    parents = ["cytoplasmic part", "intracellular membrane-bounded organelle"]
    assert [parent.name for parent in result.card.parents] == parents
    assert "mitochondrial derivative" in [child.name for child in result.card.children]
    (definition,) = result.card.definitions
    assert definition.text.startswith("A semiautonomous, self replicating organelle")
    assert ("database_cross_reference", "ISBN:0198506732") in definition.annotations


def test_names_link_by_synonym_and_alternative_identifier(go: OntologyService) -> None:
    for name, identifier in [("mitochondria", "GO:0005739"), ("GO:0006917", "GO:0006915")]:
        link = go.link_concept(name)
        assert isinstance(link, LinkedName)
        assert link.entity.identifier == identifier


def test_an_unknown_name_is_answered_with_the_meant_one_first(go: OntologyService) -> None:
    for name, meant in [
        ("mitochondrial inner membran", "mitochondrial inner membrane"),
        ("apoptotic proces", "apoptotic process"),
        ("chloroplsat", "chloroplast"),
    ]:
        link = go.link_concept(name)
        assert isinstance(link, UnresolvedName)
        assert (link.reason, len(link.candidates)) == ("unknown", 5)
        assert link.candidates[0].entity.name == meant


def test_a_synonym_of_several_concepts_is_ambiguous(go: OntologyService) -> None:
    link = go.link_concept("elastin")
    assert isinstance(link, UnresolvedName)
    assert link.reason == "ambiguous"
    assert [candidate.entity.identifier for candidate in link.candidates] == ["GO:0001528", "GO:0001529"]


def test_a_mistake_in_the_query_is_told(go: OntologyService) -> None:
    with pytest.raises(QuerySyntaxError, match="column 7: unexpected «nucleolus"):
        go.query('ASK { nucleolus "part of" "nucleus" }')


# ---- cost


def test_the_index_is_small(go_folder: Path) -> None:
    size = sum(path.stat().st_size for path in go_folder.rglob("*") if path.is_file())
    assert size < MEGABYTES_AT_MOST * 1_000_000


READER = """
import sys
from pathlib import Path
from entailed.service import OntologyService, observation
service = OntologyService(Path(sys.argv[1]))
print(observation(service.query('ASK { "nucleolus" "part of" "nucleus" }')))
print("numba" in sys.modules)
"""


def test_answering_needs_no_compiler(go_folder: Path) -> None:
    command = [sys.executable, "-c", READER, str(go_folder)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert answer == 'every "nucleolus" is related by "part of" to some "nucleus": ENTAILED\nFalse\n'
