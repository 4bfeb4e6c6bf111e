"""The shared cases about names (`cases/N*`) and queries (`cases/Q*`): one runner for every kind of check they state."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from entailed.errors import QuerySyntaxError
from entailed.owl import Curies
from entailed.service import (
    AskResult,
    DescribeResult,
    LinkedName,
    NamedEntity,
    OntologyService,
    SelectResult,
    SynonymScope,
    UnresolvedName,
    Verdict,
    index_file,
    quote,
)

Check = dict[str, Any]


class Case:
    """An indexed case. Its checks name an entity by label, by CURIE, or by the end of its IRI."""

    def __init__(self, folder: Path, index: Path) -> None:
        stated = yaml.safe_load((folder / "case.yaml").read_text())
        ontology, *others = stated["input_files"]
        index_file(folder / ontology, index)
        self.checks: list[Check] = stated["check"]
        self.queries = [line for file in others for line in (folder / file).read_text().splitlines()]
        self.service = OntologyService(index)
        self._curies = Curies(self.service.manifest.prefixes.items())

    def is_meant(self, entity: NamedEntity, key: str) -> bool:
        return (
            key == entity.name or entity.iri == self._curies.expand(key) or entity.iri.endswith((f"/{key}", f"#{key}"))
        )

    def are_meant(self, entities: list[NamedEntity], keys: list[str]) -> bool:
        return len(entities) == len(keys) and all(any(self.is_meant(e, key) for e in entities) for key in keys)


def display(case: Case, check: Check) -> None:
    everything = case.service.query('SELECT ?x WHERE { ?x "is a" owl:Thing }')
    assert isinstance(everything, SelectResult)
    key = check.pop("display")
    assert [row.name for row in everything.rows if row.iri.endswith(f"#{key}")] == [check.pop("expect")]


def link(case: Case, check: Check) -> None:
    linked = case.service.link_concept(check.pop("link"))
    expected = check.pop("expect")
    if isinstance(expected, list):
        (key,) = expected
        assert isinstance(linked, LinkedName)
        assert case.is_meant(linked.entity, key)
    elif "ambiguous" in expected:
        assert isinstance(linked, UnresolvedName)
        assert linked.reason == "ambiguous"
        assert case.are_meant([candidate.entity for candidate in linked.candidates], expected.pop("ambiguous"))
        assert not expected
    elif "scope" in expected:
        assert isinstance(linked, UnresolvedName)
        assert linked.reason == "unknown"
        assert linked.candidates[0].scope == expected.pop("scope")
        assert case.is_meant(linked.candidates[0].entity, expected.pop("best"))
        assert not expected
    else:
        assert isinstance(linked, LinkedName)
        assert case.is_meant(linked.entity, expected.pop("best"))
        assert case.are_meant([candidate.entity for candidate in linked.also], expected.pop("also"))
        assert not expected


def ask(case: Case, check: Check) -> None:
    result = case.service.query(f"ASK {{ {' '.join(map(quote, check.pop('ask')))} }}")
    assert isinstance(result, AskResult)
    assert result.subject
    verdicts = [(result.subject.entity, result.verdict)] + [(r.entity, r.verdict) for r in result.readings]
    per_candidate = check.pop("expect").pop("per_candidate")
    assert len(verdicts) == len(per_candidate)
    for key, holds in per_candidate.items():
        expected = Verdict.ENTAILED if holds else Verdict.NOT_ENTAILED
        assert [verdict for entity, verdict in verdicts if case.is_meant(entity, key)] == [expected]


def select(case: Case, check: Check) -> None:
    """The subject that was read is told by IRI, and asking by that IRI gives the same rows."""
    assert check.pop("expect_note") == "rows carry the IRI of the subject used"
    query = check.pop("select")
    result = case.service.query(query)
    assert isinstance(result, SelectResult)
    subject = result.names[-1]
    by_iri = case.service.query(query.replace(quote(subject.text), f"<{subject.entity.iri}>"))
    assert isinstance(by_iri, SelectResult)
    assert result.rows
    assert result.rows == by_iri.rows


def query_line(case: Case, check: Check) -> None:
    query = case.queries[check.pop("query_line") - 1]
    match check.pop("expect"):
        case "syntax error that quotes the position and shows the escaped form":
            corrected_by_the_error(case, query)
        case str(card):
            result = case.service.query(query)
            assert isinstance(result, DescribeResult)
            assert result.card
            assert case.is_meant(result.card.entity, card.removeprefix("card "))
        case bool(holds):
            result = case.service.query(query)
            assert isinstance(result, AskResult)
            assert result.verdict is (Verdict.ENTAILED if holds else Verdict.NOT_ENTAILED)
        case list(rows):
            result = case.service.query(query)
            assert isinstance(result, SelectResult)
            assert case.are_meant(list(result.rows), rows)
            values_reported(result, check.pop("report", {}))


def corrected_by_the_error(case: Case, query: str) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        case.service.query(query)
    error = caught.value
    assert query[error.column - 1 :].startswith("pipe")
    assert f"column {error.column}" in str(error)
    assert error.example in str(error)
    assert isinstance(corrected := case.service.query(error.example), DescribeResult)
    assert corrected.card


def values_reported(result: SelectResult, report: dict[str, list[str]]) -> None:
    if report:
        assert [name.text for name in result.unresolved] == report.pop("unresolved")
        verdicts = result.verdicts or ()
        assert [v.text for v in verdicts if v.verdict is Verdict.NOT_ENTAILED] == report.pop("no_match")
    assert not report


SCOPES = {"supported": {SynonymScope.NARROW}, "related": {SynonymScope.BROAD, SynonymScope.RELATED}}


def agent_grounding(case: Case, check: Check) -> None:
    """What an agent answers is not the service's to say; that nothing can be entailed through the name is.

    The name links to nothing, and is suggested with the scope that allows the expected level at most.
    """
    mentions = case.service.find_mentions(check.pop("agent_grounding"))
    suggested = [mention.linked for mention in mentions if isinstance(mention.linked, UnresolvedName)]
    assert [name.reason for name in suggested] == ["unknown"]
    assert suggested[0].candidates[0].scope in SCOPES[check.pop("expect")]
    assert check.pop("not") == "entailed"


CHECKS: dict[str, Callable[[Case, Check], None]] = {
    "display": display,
    "link": link,
    "ask": ask,
    "select": select,
    "query_line": query_line,
    "agent_grounding": agent_grounding,
}


def check_case(folder: Path, index: Path) -> Iterator[str]:
    """Run every check of a case, yielding its kind; an unknown kind is a `KeyError`."""
    case = Case(folder, index)
    for check in case.checks:
        kind = next(iter(check))
        CHECKS[kind](case, check)
        assert not check, f"{folder.name}: not checked: {check}"
        yield kind


CASES = [
    "N01_language_choice",
    "N05_case_only_difference",
    "N07_synonym_scope_not_identity",
    "N08_duplicate_labels",
    "N10_id_forms_and_decoy",
    "Q01_quotes_in_names",
    "Q03_values_with_unknown_name",
]


@pytest.mark.parametrize("name", CASES)
def test_case(shared: Path, tmp_path: Path, name: str) -> None:
    assert list(check_case(shared / "cases" / name, tmp_path / "index"))


def test_every_case_about_names_and_queries_is_run(shared: Path) -> None:
    assert sorted(folder.name for folder in (shared / "cases").glob("[NQ]*")) == CASES


def test_an_unknown_check_fails(tmp_path: Path) -> None:
    (tmp_path / "one.obo").write_text("ontology: one\n\n[Term]\nid: FX:0001\nname: rose\n")
    (tmp_path / "case.yaml").write_text("input_files: [one.obo]\ncheck:\n- smells_of: roses\n")
    with pytest.raises(KeyError, match="smells_of"):
        list(check_case(tmp_path, tmp_path / "index"))
