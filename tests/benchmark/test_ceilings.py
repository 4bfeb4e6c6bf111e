"""What a data set comes to without a model: the right answers are known by construction."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from entailed.benchmark import Conditions, Item, Masked, Restriction, Slot, Term
from entailed.benchmark.ceiling_names import by_bm25, by_service, perturbed_names, recall
from entailed.benchmark.ceiling_service import service_ceiling
from entailed.benchmark.ceiling_tables import tiers_table, wrong_rows_table
from entailed.benchmark.ceilings import measure_ceilings, write_ceilings
from entailed.benchmark.item_files import write_items
from entailed.benchmark.perturbation import Perturbation
from entailed.benchmark.report_tables import as_objects
from entailed.benchmark.verbalisation import Wording
from entailed.errors import ReadError
from entailed.oarag import ListOfNames, SeveralOptions
from entailed.owl import read_ontology
from entailed.service import OntologyService, Tier, build_index

NAMES = {
    "t1": "tool",
    "t2": "bow saw",
    "t3": "small bow saw",
    "t4": "axe",
    "t5": "garden hose",
    "w1": "wood",
    "w2": "oak wood",
    "w3": "water",
    "r1": "cuts",
    "r2": "carries",
}
SUBCLASSES = (("t2", "t1"), ("t3", "t2"), ("t4", "t1"), ("t5", "t1"), ("w2", "w1"))
RESTRICTIONS = (("t2", "r1", "w2"), ("t4", "r1", "w1"), ("t5", "r2", "w3"))


def term(name: str) -> Term:
    return Term(NAMES[name], f"http://example.org/{name}")


OPEN = Conditions(
    root=term("t1"),
    restrictions=(Restriction(term("r1"), term("w2")),),
    answers=(term("t2"), term("t3")),
)
MASKED = Masked(
    subject=term("t2"),
    restriction=Restriction(term("r1"), term("w2")),
    slot=Slot.FILLER,
    options=(term("w2"), term("w1"), term("w3")),
)
ITEMS = (
    Item(
        id="oq",
        data_set="shed",
        question=ListOfNames(text="Which tools cut oak?"),
        gold=("bow saw", "small bow saw"),
        construction=OPEN,
    ),
    Item(
        id="mcq",
        data_set="shed",
        question=SeveralOptions(text="What do bow saws cut?", options=("oak wood", "wood", "water")),
        gold=("oak wood", "wood"),
        construction=MASKED,
    ),
    Item(id="other", data_set="shed", question=ListOfNames(text="Which?"), gold=("axe",)),
)


@pytest.fixture(scope="module")
def shed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of a few tools."""
    folder = tmp_path_factory.mktemp("shed")
    kinds = {name: "ObjectProperty" if name.startswith("r") else "Class" for name in NAMES}
    lines = [
        *(f"Declaration({kind}(:{name}))" for name, kind in kinds.items()),
        *(f'AnnotationAssertion(rdfs:label :{name} "{label}")' for name, label in NAMES.items()),
        *(f"SubClassOf(:{sub} :{sup})" for sub, sup in SUBCLASSES),
        *(f"SubClassOf(:{sub} ObjectSomeValuesFrom(:{role} :{filler}))" for sub, role, filler in RESTRICTIONS),
    ]
    head = "Prefix(:=<http://example.org/>)\nPrefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)\n"
    text = f"{head}Ontology(<http://example.org/shed>\n" + "\n".join(lines) + "\n)\n"
    (folder / "source.ofn").write_text(text, encoding="utf-8")
    (folder / "manifest.json").write_text('{"options": {"groups": []}}', encoding="utf-8")
    write_items(folder / "test1/items.jsonl", ITEMS)
    write_items(folder / "test2/items.jsonl", ITEMS)
    return folder


@pytest.fixture(scope="module")
def service(shed: Path, tmp_path_factory: pytest.TempPathFactory) -> OntologyService:
    index = tmp_path_factory.mktemp("index") / "shed"
    build_index(*read_ontology(shed / "source.ofn"), index)
    return OntologyService(index)


def test_the_service_answers_what_follows(service: OntologyService) -> None:
    found = service_ceiling(service, ITEMS)
    assert (found.items, found.right, found.misses) == (2, 2, ())


def test_every_miss_is_listed_with_what_was_expected(service: OntologyService) -> None:
    wrong = [
        replace(ITEMS[0], construction=replace(OPEN, answers=(term("t2"), term("t4")))),
        replace(ITEMS[1], gold=("oak wood", "water")),
    ]
    found = service_ceiling(service, wrong)
    assert (found.items, found.right) == (2, 0)
    assert [(miss.item, miss.expected, miss.found) for miss in found.misses] == [
        ("oq", "2 answers", "with small bow saw; without axe"),
        ("mcq", "NOT_ENTAILED", "ENTAILED"),
        ("mcq", "ENTAILED", "NOT_ENTAILED"),
    ]


@pytest.fixture(scope="module")
def ceilings(shed: Path):
    return measure_ceilings(shed, wordings=(Wording.LITERAL, Wording.NONE), names=3)


def test_text_tells_what_the_axioms_no_longer_do(ceilings) -> None:
    literal = ceilings.fallback[0]
    (outcome,) = literal.outcomes.open
    assert [row.entity.name for row in outcome.rows] == ["bow saw", "small bow saw"]
    assert (outcome.right, outcome.precision) == ((True, True), 1.0)
    assert [(o.options, o.judged_right) for o in literal.outcomes.options] == [(3, 3)]


def test_without_text_only_cards_are_found(ceilings) -> None:
    unsaid = ceilings.fallback[2]
    assert (unsaid.wording, unsaid.search) == (Wording.NONE, "mentions")
    assert [(outcome.tier, len(outcome.rows)) for outcome in unsaid.outcomes.open] == [(None, 5)]
    assert [(o.options, o.judged_right) for o in unsaid.outcomes.options] == [(3, 1)]


def test_a_condition_that_no_text_speaks_for_is_shown_as_such(ceilings) -> None:
    literal = ceilings.fallback[0]
    (outcome,) = literal.outcomes.open
    row = outcome.rows[0]
    missing = replace(row.evidence[0], tier=Tier.NOTHING, sentence="", about=None, mentioned=None)
    lacking = replace(outcome, rows=(replace(row, evidence=(missing,)),), right=(False,))
    ceiling = literal._replace(outcomes=literal.outcomes._replace(open=(lacking,)))
    (of_tier,), (wrong,) = map(as_objects, (tiers_table([ceiling]), wrong_rows_table([ceiling])))
    assert (of_tier["tier"], wrong["tier"], wrong["said by"]) == ("nothing", "nothing", "nothing")


def test_the_report_shows_both_searches_in_every_wording(ceilings, tmp_path: Path) -> None:
    tables = ceilings.tables()
    shown = {table.name: as_objects(table) for table in tables}
    assert [(row["wording"], row["search"]) for row in shown["fallback"]] == [
        ("literal", "mentions"),
        ("literal", "bm25"),
        ("none", "mentions"),
        ("none", "bm25"),
    ]
    assert shown["fallback-tiers"][0]["tier"] == "label"
    assert "median ms" in ceilings.tables(timing=True)[1].columns
    report = write_ceilings(tmp_path, ceilings, tables)
    assert all(f"## {table.title}" in report.read_text(encoding="utf-8") for table in tables)
    lines = (tmp_path / "perturbed_names.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(ceilings.names)
    assert json.loads(lines[0]).keys() == {"how", "name", "label", "iri"}


def test_perturbed_names_are_no_names_of_other_classes(shed: Path) -> None:
    ontology, _ = read_ontology(shed / "source.ofn")
    names = perturbed_names(ontology, most=100, seed=1)
    assert names == perturbed_names(ontology, most=100, seed=1)
    assert all(name.name not in NAMES.values() for name in names)
    missing = {(name.label, name.name) for name in names if name.how is Perturbation.MISSING_WORD}
    assert missing <= {("small bow saw", "small bow"), ("small bow saw", "small saw")}  # "bow saw" is another class


def test_recall_counts_how_far_down_the_concept_is_found(shed: Path, service: OntologyService, tmp_path: Path) -> None:
    ontology, _ = read_ontology(shed / "source.ofn")
    names = [name for name in perturbed_names(ontology, most=100, seed=1) if name.how is Perturbation.CASE]
    (of_service,) = recall("service", names, by_service(service))
    (of_bm25,) = recall("BM25", names, by_bm25(ontology, tmp_path / "names"))
    assert len(names) == 8
    assert of_service.within(1) == [1.0] * 8
    assert of_bm25.within(5) == [1.0] * 8
    (nothing,) = recall("nothing", names, lambda name: [])
    assert nothing.within(5) == [0.0] * 8


def test_a_folder_without_a_data_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadError):
        measure_ceilings(tmp_path)


@pytest.mark.parametrize("manifest", [None, "{", "[]", "{}", '{"options": {"groups": 3}}'])
def test_a_damaged_manifest_is_named(shed: Path, tmp_path: Path, manifest: str | None) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(shed, folder)
    (folder / "manifest.json").unlink()
    if manifest is not None:
        (folder / "manifest.json").write_text(manifest, encoding="utf-8")
    with pytest.raises(ReadError, match=r"manifest\.json: it does not say"):
        measure_ceilings(folder)
