"""What a curator should look at: the checks of an index, and the page docs/json-index.md."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from entailed.service import Check, CheckLevel, Manifest, OntologyService, checks_table, index_file, index_json

ORCHARD = """format-version: 1.4
ontology: orchard

[Term]
id: O:1
name: fruit
synonym: "seed vessel" EXACT []
synonym: "fruit" EXACT []

[Term]
id: O:2
name: apple
synonym: "pome" EXACT []
is_a: O:1

[Term]
id: O:3
name: apple
synonym: "fruit" RELATED []

[Term]
id: O:4
name: pear
synonym: "fruit" EXACT []
synonym: "pome" EXACT []
is_a: O:9

[Term]
id: O:5
is_a: O:1

[Term]
id: O:6
name: graft
intersection_of: O:1
intersection_of: O:7
disjoint_from: O:1

[Term]
id: O:7
name: wood
union_of: O:3
union_of: O:11
relationship: grows_on O:9

[Term]
id: O:11
name: bark

[Term]
id: O:12
is_obsolete: true
consider: O:11

[Term]
id: O:8
name: apple
synonym: "pear" EXACT []
is_obsolete: true

[Term]
id: O:9
name: drupe
is_obsolete: true
replaced_by: O:1

[Term]
id: O:10
name: nut
is_obsolete: true
consider: O:1
nonsense

[Typedef]
id: grows_on
name: apple
"""


@pytest.fixture(scope="module")
def orchard(index_text: Callable[..., OntologyService]) -> OntologyService:
    return index_text(ORCHARD)


def found(service: OntologyService, name: str) -> list[tuple[str, str]]:
    """The instances of a check: identifier and message."""
    (check,) = [check for check in service.checks if check.name == name]
    return [(instance.entity.identifier if instance.entity else "", instance.message) for instance in check.instances]


def test_a_label_of_two_classes_is_found_and_obsolete_ones_and_relations_do_not_count(orchard: OntologyService) -> None:
    assert found(orchard, "duplicate label") == [("O:2", '"apple" is a label of apple (O:3) too')]


def test_a_synonym_clashes_with_the_label_of_another_class_only(orchard: OntologyService) -> None:
    assert found(orchard, "label and synonym clash") == [
        ("O:4", 'its exact synonym "fruit" is the label of fruit (O:1)')
    ]


def test_an_exact_synonym_of_two_classes_is_found(orchard: OntologyService) -> None:
    assert found(orchard, "duplicate exact synonym") == [
        ("O:1", '"fruit" is an exact synonym of pear (O:4) too'),
        ("O:2", '"pome" is an exact synonym of pear (O:4) too'),
    ]


def test_a_class_without_a_label_is_found(orchard: OntologyService) -> None:
    assert found(orchard, "missing label") == [("O:5", "")]


def test_obsolete_terms_need_a_replacement_or_something_to_consider(orchard: OntologyService) -> None:
    assert found(orchard, "obsolete without replacement") == [("O:8", "")]


def test_obsolete_terms_in_axioms_are_found_with_who_uses_them(orchard: OntologyService) -> None:
    assert found(orchard, "obsolete term in use") == [("O:9", "in SubClassOf about pear (O:4), and 1 more")]


def test_unsatisfiable_classes_are_named_with_the_command_that_explains_them(orchard: OntologyService) -> None:
    assert found(orchard, "unsatisfiable class") == [("O:6", "")]
    (check,) = [check for check in orchard.checks if check.name == "unsatisfiable class"]
    assert '`entailed explain ONTOLOGY NAME "is a" owl:Nothing`' in check.advice
    assert orchard.explain("graft", "is a", "owl:Nothing").steps


def test_axioms_that_were_not_reasoned_over_are_found_by_kind(orchard: OntologyService) -> None:
    assert found(orchard, "not reasoned over: ObjectUnionOf") == [("O:7", "in EquivalentClasses")]


def test_lines_of_the_source_are_told(orchard: OntologyService) -> None:
    (check,) = [check for check in orchard.checks if check.name in ("skipped", "repaired")]
    (instance,) = check.instances
    assert instance.lines == (ORCHARD.splitlines().index("nonsense") + 1,)


def test_the_worst_comes_first(orchard: OntologyService) -> None:
    order = list(CheckLevel)
    levels = [order.index(check.level) for check in orchard.checks]
    assert levels == sorted(levels)
    assert set(levels) == {0, 1, 2}


def test_a_clean_ontology_has_nothing_to_look_at(index_text: Callable[..., OntologyService]) -> None:
    text = (
        "format-version: 1.4\nontology: one\n\n[Term]\nid: O:1\nname: egg\nis_a: O:2\n\n[Term]\nid: O:2\nname: food\n"
    )
    assert index_text(text).checks == ()


def test_a_review_that_refuses_leaves_no_index(tmp_path: Path) -> None:
    source = tmp_path / "orchard.obo"
    source.write_text(ORCHARD, encoding="utf-8")
    seen: list[str] = []

    def refuse(manifest: Manifest, checks: Sequence[Check]) -> None:
        seen.extend(check.name for check in checks)
        raise RuntimeError(manifest.source)

    with pytest.raises(RuntimeError, match="orchard"):
        index_file(source, tmp_path / "index", review=refuse)
    assert "duplicate label" in seen
    assert [path.name for path in tmp_path.iterdir()] == ["orchard.obo"]


def test_the_table_has_a_row_for_each_instance(orchard: OntologyService) -> None:
    headings, *rows = checks_table(orchard.checks)
    assert len(rows) == sum(len(check.instances) for check in orchard.checks)
    assert {len(row) for row in rows} == {len(headings)}
    assert ("ERROR", "missing label", "O_5", "O:5", "", "", "1") in rows


# ---- the page

PAGE = (Path(__file__).parents[2] / "docs/json-index.md").read_text(encoding="utf-8")


def documented(title: str) -> list[str]:
    """The first column of the table under a heading."""
    (text,) = re.findall(rf"^#+ {title}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


def test_the_documented_example_is_what_comes_out(kitchen: OntologyService) -> None:
    (example,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert json.loads(example) in index_json(kitchen.manifest, kitchen.checks)["checks"]


def test_documented_keys_are_those_that_come_out(orchard: OntologyService) -> None:
    value: dict[str, Any] = json.loads(json.dumps(index_json(orchard.manifest, orchard.checks)))
    assert sorted(value) == sorted(documented("JSON of an index and its checks"))
    for check in value["checks"]:
        assert list(check) == documented("Check")
        for instance in check["instances"]:
            assert list(instance) == documented("Instance")
            if instance["entity"]:
                assert list(instance["entity"]) == documented("Entity")


def test_every_check_is_documented_with_its_level(orchard: OntologyService) -> None:
    levels = dict(re.findall(r"^\| `([^`]+)` \| (ERROR|WARN|INFO) \|", PAGE, re.MULTILINE))
    for check in orchard.checks:
        name = re.sub(": .*", ": …", check.name)
        assert levels[name] == check.level, name
    assert list(levels) == documented("What is checked")
