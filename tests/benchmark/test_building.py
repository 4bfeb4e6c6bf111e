"""Tests 1 and 2 of the example ontology, of a made-up release and of published ontologies.

The statistical check over published ontologies takes a minute and runs where `ENTAILED_LONG_TESTS` is set.
"""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
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
from entailed.oarag import SeveralOptions
from entailed.oarag.questions import options_of
from entailed.owl import GivenFile, Ontology, ReadOptions, read_ontology
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


@pytest.mark.parametrize(
    ("order", "rename", "guesser"),
    [
        (
            lambda option, right: 0,
            lambda option, right: f"{option} surely" * right or option,
            "bag of words of the options",
        ),
        (lambda option, right: 0, lambda option, right: option + "x" * 60 * right, "longest option"),
        (lambda option, right: 0, lambda option, right: option + "x" * 60 * (not right), "shortest option"),
        (lambda option, right: not right, lambda option, right: option, "position"),
        (
            lambda option, right: 0,
            lambda option, right: "the same" * right or option,
            "how often an option is right elsewhere",
        ),
    ],
)
def test_what_gives_items_away_is_noticed(
    data_set: DataSet, order: Callable[[str, bool], int], rename: Callable[[str, bool], str], guesser: str
) -> None:
    telling = []
    for item, masked in masked_items(data_set):
        if masked.slot is Slot.RELATION:  # of which one option is right
            shown = sorted(options_of(item.question), key=lambda option, item=item: order(option, option in item.gold))
            question = SeveralOptions(
                text=item.question.text, options=tuple(rename(option, option in item.gold) for option in shown)
            )
            gold = tuple(rename(option, True) for option in item.gold)
            telling.append(replace(item, question=question, gold=gold))
    found = guesses(telling)
    guess = found.by_options[guesser]["relation"]
    assert guess.right > guess.high
    assert found.overall.above > found.overall.expected
    assert found.overall.likelihood < 0.01


def test_right_options_that_are_drawn_by_lot_cannot_be_guessed(data_set: DataSet) -> None:
    chance = random.Random(5)
    drawn = (
        [
            replace(item, gold=tuple(chance.sample(options_of(item.question), len(item.gold))))
            for item, _ in masked_items(data_set)
        ]
        for _ in range(4)
    )
    found = [guesses(items).overall for items in drawn]
    assert sum(overall.likelihood > 0.05 for overall in found) >= 3
    assert all(0 < overall.expected < overall.figures / 20 for overall in found)


def test_what_is_stated_most_often_is_not_the_better_guess(tmp_path: Path) -> None:
    """Three relations of nine are in all but a few axioms, and three classes in three quarters of these."""
    source = Source.of(read_ontology(lopsided(tmp_path / "x.obo")).ontology)
    items = [
        item
        for seed in range(2)
        for item in multiple_choice(source, Asking(data_set=f"x{seed}", persona="x", seed=seed), per_slot=60)
    ]
    assert len(items) == 2 * 3 * 60
    found = guesses(items)
    assert found.overall.likelihood > 0.05
    for part in (*Slot, "all"):
        often = found.by_options["how often an option is right elsewhere"][part]
        assert often.right <= often.high


def lopsided(path: Path) -> Path:
    relations = ["made of", "born of", "part of", "kind of", "copy of", "twin of", "half of", "edge of", "core of"]
    lines = ["format-version: 1.2\n"]
    lines += [f"[Typedef]\nid: r{n}\nname: {name}\n" for n, name in enumerate(relations)]
    lines += [f"[Term]\nid: X:{n}\nname: filler {n}\nis_a: X:{n // 5}\n" for n in range(1, 60)]
    lines += ["[Term]\nid: X:0\nname: filler\n", "[Term]\nid: X:100\nname: thing\n"]
    for n in range(400):
        relation, filler = (n % 3, n % 4 or n % 60) if n < 376 else (3 + n % 6, n % 60)
        lines.append(f"[Term]\nid: X:{1000 + n}\nname: thing {n}\nis_a: X:100\nrelationship: r{relation} X:{filler}\n")
        lines.append(f"[Term]\nid: X:{2000 + n}\nname: special thing {n}\nis_a: X:{1000 + n}\n")
    path.write_text("\n".join(lines))
    return path


@pytest.mark.skipif(not os.environ.get("ENTAILED_LONG_TESTS"), reason="reasons over all of GO")
@pytest.mark.parametrize("files", [["go-2019-01-27.obo.gz"], ["foodon/*.ofn", "foodon/*.owl", "ro.owl"]])
def test_options_of_published_ontologies_do_not_give_the_answer_away(shared: Path, files: list[str]) -> None:
    first, *others = (path for name in files for path in sorted((shared / "data/ontologies").glob(name)))
    beside = [GivenFile(path) for path in others]
    source = Source.of(read_ontology(first, ReadOptions(beside=beside)).ontology)
    found = guesses(tuple(multiple_choice(source, Asking(data_set="x", persona="x", seed=20), per_slot=100)))
    assert found.by_options["position"]["all"].items == 300
    assert found.overall.likelihood > 0.05
