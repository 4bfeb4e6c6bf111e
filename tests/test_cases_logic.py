"""The shared cases about logic (`cases/L*`), asked of the service: one runner for every kind of check they state."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from entailed.errors import InconsistentOntologyError
from entailed.service import AskResult, DescribeResult, OntologyService, SelectResult, Verdict, index_file

Check = dict[str, Any]


class Case:
    """A case, whose files are indexed as checks ask for them."""

    def __init__(self, folder: Path, work: Path) -> None:
        self.folder = folder
        self.stated = yaml.safe_load((folder / "case.yaml").read_text())
        self.checks: list[Check] = self.stated["check"]
        self._work = work

    def service(self, check: Check) -> OntologyService:
        file = check.pop("file", self.stated["input_files"][0])
        index = self._work / file
        if not index.exists():
            index_file(self.folder / file, index)
        return OntologyService(index)


def name(service: OntologyService, key: str) -> str:
    """A key as queries name it: an entity by its IRI, whose end the key is, and classification as it is."""
    return '"subclass of"' if key == "subclass of" else f"<{service.manifest.prefixes['']}{key}>"


def verdict(service: OntologyService, subject: str, relation: str, object_: str) -> Verdict:
    result = service.query(f"ASK {{ {subject} {relation} {object_} }}")
    assert isinstance(result, AskResult)
    return result.verdict


def ask(case: Case, check: Check) -> None:
    service = case.service(check)
    holds = verdict(service, *(name(service, key) for key in check.pop("ask")))
    assert holds is (Verdict.ENTAILED if check.pop("expect") else Verdict.NOT_ENTAILED)


def unsat(case: Case, check: Check) -> None:
    service = case.service(check)
    of_subject = verdict(service, name(service, check.pop("unsat")), '"subclass of"', "owl:Thing")
    assert (of_subject is Verdict.UNSATISFIABLE) == check.pop("expect")


def direct_parents(case: Case, check: Check) -> None:
    service = case.service(check)
    result = service.query(f"DESCRIBE {name(service, check.pop('direct_parents'))}")
    assert isinstance(result, DescribeResult)
    assert result.card
    expected = {name(service, key) for key in check.pop("expect")}
    assert {f"<{parent.iri}>" for parent in result.card.parents} == expected


def select(case: Case, check: Check) -> None:
    service = case.service(check)
    result = service.query(check.pop("select"))
    assert isinstance(result, SelectResult)
    assert {f"<{row.iri}>" for row in result.rows} == {name(service, key) for key in check.pop("expect")}


def consistent(case: Case, check: Check) -> None:
    assert check.pop("consistent") is True
    if check.pop("expect"):
        case.service(check)
    else:
        with pytest.raises(InconsistentOntologyError):
            case.service(check)


def instance(case: Case, check: Check) -> None:
    service = case.service(check)
    individual, type_ = check.pop("instance")
    holds = verdict(service, name(service, individual), '"is a"', name(service, type_))
    assert holds is (Verdict.ENTAILED if check.pop("expect") else Verdict.NOT_ENTAILED)


def load_report(case: Case, check: Check) -> None:
    assert check.pop("load_report") == "missing_imports"
    findings = case.service(check).manifest.report["findings"]
    assert isinstance(findings, list)
    imports = [finding["message"] for finding in findings if "import" in finding["message"]]
    expected = check.pop("expect")
    assert len(imports) == len(expected)
    assert all(any(iri in message for message in imports) for iri in expected)


CHECKS: dict[str, Callable[[Case, Check], None]] = {
    "ask": ask,
    "unsat": unsat,
    "direct_parents": direct_parents,
    "select": select,
    "consistent": consistent,
    "instance": instance,
    "load_report": load_report,
}


def run(case: Case, check: Check) -> None:
    """Run one check; an unknown kind is a `KeyError`."""
    kind = next(key for key in check if key not in ("file", "expect"))
    CHECKS[kind](case, check)
    assert not check, f"not checked: {check}"


CASES = {
    "L01_chain_order": 3,
    "L02_participant_no_inverse": 3,
    "L06_role_groups": 6,
    "L07_right_identity_in_group": 4,
    "L08_unsat_under_everything": 3,
    "L10_domain_clash_via_subproperty": 2,
    "L13_bare_gci": 3,
    "L14_gci_development": 3,
    "L21_occurs_in_up_not_down": 6,
    "L22_domain_is_not_a_guard": 3,
    "L23_subproperty_of_inverse": 2,
    "L24_range_on_chained_property": 5,
    "L26_missing_import": 2,
}
"""Cases with their number of checks."""
NOT_YET = {("L22_domain_is_not_a_guard", 1): "the query language asks about classes, not about individuals"}


@pytest.mark.parametrize(
    ("folder", "number"),
    [
        pytest.param(
            case,
            number,
            marks=[pytest.mark.xfail(reason=NOT_YET[case, number])] if (case, number) in NOT_YET else [],
        )
        for case, count in CASES.items()
        for number in range(count)
    ],
)
def test_case(shared: Path, tmp_path: Path, folder: str, number: int) -> None:
    case = Case(shared / "cases" / folder, tmp_path)
    run(case, case.checks[number])


def test_every_check_of_every_case_about_logic_is_run(shared: Path) -> None:
    stated = {
        path.parent.name: len(yaml.safe_load(path.read_text())["check"])
        for path in (shared / "cases").glob("L*/case.yaml")
    }
    assert stated == CASES


def test_an_unknown_check_fails(tmp_path: Path) -> None:
    (tmp_path / "one.obo").write_text("ontology: one\n\n[Term]\nid: FX:0001\nname: rose\n")
    (tmp_path / "case.yaml").write_text("input_files: [one.obo]\ncheck:\n- smells_of: roses\n")
    case = Case(tmp_path, tmp_path / "index")
    with pytest.raises(KeyError, match="smells_of"):
        run(case, case.checks[0])
