"""Tests 1 and 2 of the example ontology, of a made-up release and of published ontologies.

The statistical check over all of GO takes a minute and runs where `ENTAILED_LONG_TESTS` is set.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from importlib.resources import as_file, files
from itertools import permutations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmark.workshop_release import workshop
from entailed.apps.cli import app
from entailed.benchmark import Conditions, Item, Masked, Slot
from entailed.benchmark.building import BuildOptions, DataSet, build_data_set
from entailed.benchmark.checks import Reason, answer_by
from entailed.benchmark.gold import GoldReasoner
from entailed.benchmark.gold_queries import open_query, statements
from entailed.benchmark.gold_taxonomy import within
from entailed.benchmark.guessing import guesses
from entailed.benchmark.item_files import read_items
from entailed.benchmark.multiple_choice import multiple_choice
from entailed.benchmark.open_questions import chosen_root
from entailed.benchmark.source import Asking, Source
from entailed.errors import EntailedError
from entailed.oarag.questions import options_of
from entailed.owl import Ontology, read_ontology
from entailed.owl.functional_syntax import axiom_text
from entailed.service import AskResult, OntologyService, SelectResult, Verdict, index_file


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return workshop(900).write(tmp_path_factory.mktemp("workshop"))


@pytest.fixture(scope="module")
def data_set(release: Path) -> DataSet:
    options = BuildOptions(name="workshop", seed=3, root="Fault", per_slot=20, open=30)
    return build_data_set(read_ontology(release).ontology, options)


@pytest.fixture(scope="module")
def service(release: Path, tmp_path_factory: pytest.TempPathFactory) -> OntologyService:
    folder = tmp_path_factory.mktemp("index")
    index_file(release, folder / "index")
    return OntologyService(folder / "index")


def masked_items(data_set: DataSet) -> list[tuple[Item, Masked]]:
    return [(item, item.construction) for item in data_set.test1 if isinstance(item.construction, Masked)]


def open_items(data_set: DataSet) -> list[tuple[Item, Conditions]]:
    return [(item, item.construction) for item in data_set.test1 if isinstance(item.construction, Conditions)]


# ---- test 1


def test_there_are_as_many_items_as_wanted(data_set: DataSet) -> None:
    assert Counter(masked.slot for _, masked in masked_items(data_set)) == dict.fromkeys(Slot, 20)
    assert Counter(len(c.restrictions) for _, c in open_items(data_set)) == {2: 10, 3: 10, 4: 10}
    assert len({item.id for item in data_set.test1}) == 90


def test_options_are_six_of_which_one_to_three_are_right(data_set: DataSet) -> None:
    for item, masked in masked_items(data_set):
        assert len(set(options_of(item.question))) == 6
        assert 1 <= len(item.gold) <= (1 if masked.slot is Slot.RELATION else 3)
        assert set(item.gold) < set(options_of(item.question))


def test_right_options_are_near_what_was_masked(data_set: DataSet) -> None:
    taxonomy = data_set.source.taxonomy
    for item, masked in masked_items(data_set):
        right = {option.iri for option in masked.options if option.name in item.gold}
        match masked.slot:
            case Slot.SUBJECT:
                near = within(2, masked.subject.iri, taxonomy.children)
            case Slot.FILLER:
                near = within(2, masked.restriction.filler.iri, taxonomy.parents)
            case Slot.RELATION:
                near = (masked.restriction.relation.iri,)
        assert right <= set(near)


def test_the_service_gives_the_gold_answers(data_set: DataSet, service: OntologyService) -> None:
    for item, masked in masked_items(data_set):
        verdicts = [service.query(f'ASK {{ "{s.name}" "{r.name}" "{b.name}" }}') for s, r, b in statements(masked)]
        entailed = [isinstance(v, AskResult) and v.verdict is Verdict.ENTAILED for v in verdicts]
        assert [option in item.gold for option in options_of(item.question)] == entailed
    for _, conditions in open_items(data_set):
        found = service.query(open_query(conditions))
        assert isinstance(found, SelectResult)
        assert {row.iri for row in found.rows} == {answer.iri for answer in conditions.answers}


def test_no_condition_implies_another(data_set: DataSet) -> None:
    gold = data_set.source.gold
    for _, conditions in open_items(data_set):
        pairs = [(relation.iri, filler.iri) for relation, filler in conditions.restrictions]
        assert not any(gold.implies(*two) for two in permutations(pairs, 2))


def test_questions_name_what_they_ask_for(data_set: DataSet) -> None:
    for item, masked in masked_items(data_set):
        named = {Slot.SUBJECT: masked.subject, Slot.FILLER: masked.restriction.filler}
        assert all(term.name in item.question.text for slot, term in named.items() if slot is not masked.slot)
    for item, conditions in open_items(data_set):
        assert all(filler.name in item.question.text for _, filler in conditions.restrictions)


# ---- test 2


def test_test_2_asks_what_the_revised_axioms_leave_open(data_set: DataSet) -> None:
    alone = GoldReasoner(data_set.revision.ontology, data_set.source.groups)
    for item in data_set.test2:
        assert answer_by(alone, item) != item.gold


def test_an_equivalence_that_mattered_is_lost(tmp_path: Path) -> None:
    """A general class is under a defined one by what it has; as text, the definition no longer says so."""
    path = tmp_path / "x.obo"
    relations = "".join(f"[Typedef]\nid: r{n}\nname: r{n} of\n\n" for n in range(6))
    fillers = "".join(f"[Term]\nid: X:1{n}\nname: filler {n}\n\n" for n in range(8))
    defined = "[Term]\nid: X:2\nname: defined\nintersection_of: X:1\nintersection_of: r0 X:10\nrelationship: r1 X:11\n"
    things = (
        f"[Term]\nid: X:3{n}\nname: thing {n}\nis_a: X:1\nrelationship: r0 X:10\nrelationship: r2 X:1{n}\n"
        for n in range(6)
    )
    terms = "\n".join(("[Term]\nid: X:1\nname: root\n", defined, *things))
    path.write_text(f"format-version: 1.2\n\n{terms}\n{fillers}{relations}")
    built = build_data_set(read_ontology(path).ontology, BuildOptions(name="x", root="root", per_slot=10, open=9))
    assert {found.reason for found in built.excluded} == {Reason.LOST}
    assert {item.id for item in built.test1} == {item.id for item in built.test2} | {f.id for f in built.excluded}


def test_evidence_is_axioms_in_test_1_and_sentences_and_axioms_in_test_2(data_set: DataSet) -> None:
    told = {axiom_text(axiom) for axiom in data_set.source.ontology.logical_axioms()}
    left = {axiom_text(axiom) for axiom in data_set.revision.ontology.logical_axioms()}
    said = {sentence for found in data_set.revision.sentences.values() for sentence in found}
    for item in data_set.test1:
        assert {evidence.text for evidence in item.evidence} <= told
        assert item.evidence
    for item in data_set.test2:
        texts = {evidence.text for evidence in item.evidence}
        assert texts & said
        assert texts <= said | left


# ---- the root


def test_the_root_is_chosen_by_name_or_is_the_branch_with_most_to_ask(release: Path) -> None:
    source = Source.of(read_ontology(release).ontology)
    assert source.names.labels[chosen_root(source, None)] == "Fault"
    assert source.names.labels[chosen_root(source, "Part")] == "Part"
    with pytest.raises(EntailedError, match="`Nowhere` names no class"):
        chosen_root(source, "Nowhere")


def test_an_ontology_without_restrictions_is_refused_with_advice() -> None:
    with pytest.raises(EntailedError, match="--root"):
        build_data_set(Ontology(iri=None, axioms=()), BuildOptions(name="empty"))


# ---- the folder and the command


def test_the_command_writes_a_folder_and_says_what_is_in_it(tmp_path: Path) -> None:
    with as_file(files("entailed") / "examples" / "livestock.ofn") as path:
        command = ["bench", "build", str(path), "-o", str(tmp_path), "--seed", "5", "--per-slot", "4", "--open", "3"]
        run = CliRunner().invoke(app, [*command, "--json"])
    assert run.exit_code == 0, run.output
    manifest = json.loads(run.stdout)
    assert manifest["data_set"] == "livestock"
    for number in (1, 2):
        items = read_items(tmp_path / f"test{number}" / "items.jsonl")
        assert len(items) == manifest["tests"][f"test{number}"]["all"]
    assert read_ontology(tmp_path / "revised.ofn").ontology.logical_axioms()
    assert manifest["ontologies"]["revised.ofn"]["existential restrictions of named classes"] == 0
    wanted = 3 * 4 + 3
    assert manifest["tests"]["test1"]["all"] == wanted or manifest["missing"]
    assert "## What can be guessed" in (tmp_path / "report.md").read_text()


def test_the_same_seed_gives_the_same_bytes_whatever_the_hashes(tmp_path: Path) -> None:
    def build(name: str, seed: str, hashes: str) -> dict[str, bytes]:
        command = [sys.executable, "-c", "from entailed.apps.cli import main; main()", "bench", "build"]
        options = ["-o", str(tmp_path / name), "--seed", seed, "--per-slot", "5", "--open", "6"]
        environment = {**os.environ, "PYTHONHASHSEED": hashes}
        subprocess.run([*command, "example:livestock", *options], check=True, capture_output=True, env=environment)
        return {
            str(p.relative_to(tmp_path / name)): p.read_bytes() for p in (tmp_path / name).rglob("*") if p.is_file()
        }

    first = build("a", "1", "1")
    assert build("b", "1", "2") == first
    assert build("c", "2", "1")["test1/items.jsonl"] != first["test1/items.jsonl"]


# ---- guessing


def test_what_gives_items_away_is_noticed(data_set: DataSet) -> None:
    telling = [
        Item(
            id=item.id,
            data_set=item.data_set,
            question=type(item.question)(
                text=item.question.text,
                options=tuple(f"{o} surely" if o in item.gold else o for o in options_of(item.question)),
            ),
            gold=tuple(f"{o} surely" for o in item.gold),
            construction=item.construction,
        )
        for item, _ in masked_items(data_set)
    ]
    guess = guesses(telling)["bag of words of the options"]["all"]
    assert guess.right > guess.high


@pytest.mark.skipif(not os.environ.get("ENTAILED_LONG_TESTS"), reason="reasons over all of GO")
def test_options_of_go_do_not_give_the_answer_away(shared: Path) -> None:
    source = Source.of(read_ontology(shared / "data/ontologies/go-2019-01-27.obo.gz").ontology)
    items = multiple_choice(source, Asking(data_set="go", persona="x", seed=20), per_slot=200)
    for name, found in guesses(tuple(items)).items():
        if name != "words shared with the question":
            guess = found["all"]
            assert guess.right <= guess.chance + 2 * (guess.high - guess.chance), name
