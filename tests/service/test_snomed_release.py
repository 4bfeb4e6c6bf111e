"""A SNOMED CT release from its folder to an answer."""

from pathlib import Path

import pytest

from entailed.service import AskResult, DescribeResult, OntologyService, Verdict, observation, open_ontology
from owl.rf2_release import US, Release, identifier, machinery


@pytest.fixture(scope="module")
def release() -> Release:
    return machinery(300)


@pytest.fixture(scope="module")
def folder(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return release.write(tmp_path_factory.mktemp("machinery"))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def service(folder: Path, cache: Path) -> OntologyService:
    return open_ontology(folder, cache)


def asked(service: OntologyService, statement: str) -> AskResult:
    result = service.query(f"ASK {{ {statement} }}")
    assert isinstance(result, AskResult)
    return result


def card(service: OntologyService, name: str) -> str:
    result = service.query(f'DESCRIBE "{name}"')
    assert isinstance(result, DescribeResult)
    return observation(result)


def test_attributes_are_found_in_role_groups(service: OntologyService) -> None:
    for place in ("molded bearing mark 4", "gray iron bearing mark 2", "aluminum bearing mark 1"):  # parts of parts
        result = asked(service, f'"crack of part 4" "located in" "{place}"')
        assert (result.verdict, result.within_group) == (Verdict.ENTAILED, True), place
    assert asked(service, '"crack of part 4" "located in" "brass bearing mark 3"').verdict is Verdict.NOT_ENTAILED


def test_general_inclusions_classify(service: OntologyService) -> None:
    assert asked(service, '"crack of part 4" "is a" "Urgent fault"').verdict is Verdict.ENTAILED
    assert asked(service, '"wear of part 0" "is a" "Urgent fault"').verdict is Verdict.NOT_ENTAILED


def test_a_concept_goes_by_any_of_its_terms_and_by_its_identifier(service: OntologyService) -> None:
    part = identifier(1_000_000)
    for name in ("aluminium bearing mark 1", "aluminum bearing mark 1 (part)", "MK1", part, f"sct:{part}"):
        assert card(service, name).startswith("aluminum bearing mark 1\n"), name


def test_the_identifier_of_a_concept_is_no_alternative_one(service: OntologyService) -> None:
    part = identifier(1_000_000)
    for name in (part, f"sct:{part}", f"<http://snomed.info/id/{part}>"):
        assert service.query(f'DESCRIBE "{name}"').notices == (), name


def test_concrete_values_are_shown_and_said_not_to_be_reasoned_over(service: OntologyService) -> None:
    assert "\nstrength: 75\n" in card(service, "bolt 3 of strength 75")
    assert service.manifest.not_reasoned["DataHasValue"] == 30


def test_a_retired_concept_says_what_replaces_it(service: OntologyService) -> None:
    assert "old fault 1 (sct:40000019999999105) is obsolete. It is replaced by crack of part 1" in card(
        service, "old fault 1"
    )


def test_a_dialect_gives_the_names(folder: Path, cache: Path) -> None:
    assert card(open_ontology(folder, cache, language="en-GB"), "mk1").startswith("aluminium bearing mark 1\n")


def test_the_index_of_a_release_is_kept_until_the_release_changes(
    service: OntologyService, release: Release, folder: Path, cache: Path, tmp_path: Path
) -> None:
    def unforeseen(stage: str) -> None:
        raise AssertionError(stage)

    again = open_ontology(folder, cache, progress=unforeseen)
    assert again.manifest == service.manifest
    changed = release.write(tmp_path)
    part = identifier(1_000_000)
    with next(changed.rglob("sct2_Description*")).open("a") as file:
        term = identifier(999, 1)
        file.write(f"{term}\t20260101\t1\t{US}\t{part}\ten\t900000000000013009\tflagship\t900000000000448009\r\n")
    assert card(open_ontology(changed, cache), "flagship").startswith("aluminum bearing mark 1\n")
