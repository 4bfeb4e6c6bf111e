"""`entailed bench run`, `report` and `methods`."""

import csv
import json
from importlib.resources import files
from pathlib import Path

import pytest
from terminal import Command, failure

from entailed.apps.bench_running import Jobs
from entailed.apps.bench_sources import Sources
from entailed.benchmark import Conditions, GoldEvidence, Item, Masked, Restriction, Slot, Term
from entailed.benchmark.data_folder import DataSetItems
from entailed.benchmark.item_files import write_items
from entailed.oarag import ListOfNames, SeveralOptions

LIVESTOCK = "https://entailed.example/livestock#"
POISONING, CAUSE, SELENIUM, CATTLE = (
    Term(name, LIVESTOCK + local)
    for name, local in [
        ("selenium poisoning", "SeleniumPoisoning"),
        ("causative agent", "causativeAgent"),
        ("selenium", "Selenium"),
        ("cattle", "Cattle"),
    ]
)
ITEMS = (
    Item(
        id="which",
        data_set="livestock",
        question=SeveralOptions(text="What is a causative agent of blind staggers?", options=("selenium", "cattle")),
        gold=("selenium",),
        construction=Masked(
            subject=POISONING,
            restriction=Restriction(CAUSE, SELENIUM),
            slot=Slot.FILLER,
            options=(SELENIUM, CATTLE),
        ),
        evidence=(GoldEvidence(POISONING.iri, f"SubClassOf(<{POISONING.iri}> <{SELENIUM.iri}>)"),),
    ),
    Item(
        id="open",
        data_set="livestock",
        question=ListOfNames(text="What is caused by selenium?"),
        gold=("selenium poisoning",),
        construction=Conditions(root=POISONING, restrictions=(Restriction(CAUSE, SELENIUM),), answers=(POISONING,)),
    ),
)


@pytest.fixture
def data_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as `entailed bench build` writes it, without what a run does not read."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "inspect"))
    folder = tmp_path / "livestock"
    for number, ontology in ((1, "source.ofn"), (2, "revised.ofn")):
        write_items(folder / f"test{number}" / "items.jsonl", ITEMS)
        (folder / ontology).write_bytes(files("entailed").joinpath("examples/livestock.ofn").read_bytes())
    return folder


def script(path: Path, *replies: str) -> str:
    path.write_text("".join(json.dumps({"reply": reply}) + "\n" for reply in replies))
    return f"replay:{path}"


def test_a_run_is_scored_gone_on_from_and_reported(entailed: Command, data_set: Path, tmp_path: Path) -> None:
    model = script(tmp_path / "model.jsonl", '{"answer": ["blind staggers"]}')  # an exact synonym of the answer
    run = ("bench", "run", data_set, "-o", tmp_path / "runs", "--method", "base", "--model", model, "--concurrency", 1)

    first = entailed(*run, "--test", 1, "--limit", 1, "--json")
    assert (first.code, first.err) == (0, "")
    told = json.loads(first.out)
    (only,) = told["scores"]
    assert told["complete"] is True
    assert (only["kind"], only["n"], only["of all"][0]) == ("OQ", 1, 1.0)

    script(tmp_path / "model.jsonl", '{"answer": ["A"]}')  # one reply: nothing is asked again
    second = entailed(*run, "--test", 1)
    assert (second.code, second.err) == (0, "")
    assert second.out.count("| 1 | 0 | 0 | 100.0 [100.0, 100.0] |") == 2

    again = entailed(*run, "--test", 1, "--json")  # nothing is left to ask
    assert (again.code, again.err, json.loads(again.out)["complete"]) == (0, "", True)

    third = entailed("bench", "report", tmp_path / "runs", "-o", tmp_path / "report", "--json")
    assert (third.code, third.err) == (0, "")
    report = json.loads(third.out)
    assert [Path(file).name for file in report["files"][:2]] == ["report.md", "main.csv"]
    assert all(Path(file).stat().st_size for file in report["files"])
    (row,) = report["tables"]["main"]
    assert (row["method"], row["Test 1 MCQ"][0], row["average"]) == ("base", 1.0, 100.0)
    with (tmp_path / "report" / "costs.csv").open(newline="") as file:
        assert [(costs["kind"], costs["calls"]) for costs in csv.DictReader(file)] == [("MCQ", "1.0"), ("OQ", "1.0")]


def test_what_is_named_twice_is_run_once(entailed: Command, data_set: Path, tmp_path: Path) -> None:
    model = script(tmp_path / "model.jsonl", '{"answer": ["A"]}')
    twice = ("--method", "base", "--model", model, "--test", 1) * 2
    outcome = entailed("bench", "run", data_set, "-o", tmp_path / "runs", "--limit", 1, "--json", *twice)
    assert (outcome.code, outcome.err) == (0, "")
    assert [row["n"] for row in json.loads(outcome.out)["scores"]] == [1]


def test_what_bears_one_name_and_holds_something_else_is_another_system(
    entailed: Command, data_set: Path, tmp_path: Path
) -> None:
    model, corpus = script(tmp_path / "model.jsonl", '{"answer": ["A"]}'), tmp_path / "corpus.jsonl"
    run = ("bench", "run", data_set, "-o", tmp_path / "runs", "--test", 1, "--limit", 1, "--json", "--model", model)

    def settings(text: str, *more: object) -> str:
        corpus.write_text(json.dumps({"id": "d", "text": text}), encoding="utf-8")
        outcome = entailed(*run, "--method", "rag-doc", "--documents", corpus, *more)
        assert outcome.code == 0
        (row,) = json.loads(outcome.out)["scores"]
        return str(row["settings"])

    found = [settings("Selenium."), settings("Cattle."), settings("Cattle.", "--language", "de")]
    assert len(set(found)) == 3
    assert all("corpus.jsonl" in each for each in found)
    assert found[2].startswith("labels in de, ")


def test_endpoint_files_of_one_name_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with Sources(ontology=None, language="en", documents=None, encoder=None, document_encoder=None) as sources:
        items = DataSetItems(number=3, data_set="livestock", items=ITEMS, sha256="", ontology=None)
        jobs = Jobs(tests=[items], sources=sources, concurrency=1, context_window=9000, budget=None)
        systems = []
        for folder, prompt in (("a", "$question"), ("b", "Q: $question")):
            path = tmp_path / folder / "tuned.yaml"
            path.parent.mkdir()
            path.write_text(f"model: m\nbase_url: http://localhost:1/v1\nprompt: '{prompt}'\n", encoding="utf-8")
            systems += [job.system for job in jobs.of_endpoint(path)]
    assert systems[0] != systems[1]
    assert all(s.settings.startswith("tuned.yaml ") and s.settings.endswith(", window 9,000") for s in systems)


def test_ontologies_of_one_name_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTAILED_CACHE", str(tmp_path / "cache"))
    items = DataSetItems(number=3, data_set="livestock", items=ITEMS, sha256="", ontology=None)
    names = []
    for folder, name in (("a", "kine"), ("b", "cow")):
        path = tmp_path / folder / "farm.obo"
        path.parent.mkdir()
        path.write_text(f"[Term]\nid: X:1\nname: {name}\n", encoding="utf-8")
        with Sources(ontology=str(path), language="en", documents=None, encoder=None, document_encoder=None) as sources:
            names.append(sources.given_ontology("oa-rag", items))
            assert sources.given_ontology("cot", items) == ""
    assert names[0] != names[1]
    assert all(name.startswith("farm.obo ") for name in names)


def test_what_failed_is_said_and_the_exit_code_is_1(entailed: Command, data_set: Path, tmp_path: Path) -> None:
    model = script(tmp_path / "model.jsonl", '{"answer": ["A"]}')  # and no reply to the second question
    outcome = entailed(
        *("bench", "run", data_set, "-o", tmp_path / "runs", "--test", 2, "--method", "base", "--model", model)
    )
    assert outcome.code == 1
    assert outcome.err == "Some questions failed. Running the same again asks them again.\n"
    assert "no reply" not in outcome.out
    report = entailed("bench", "report", tmp_path / "runs")
    assert report.code == 0
    assert "ReplayError" in (tmp_path / "runs" / "report" / "report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--method", "base"), "give --model and --method"),
        (("--method", "chain", "--model", "openai:x"), "there is no method `chain`"),
        (("--method", "medrag", "--model", "openai:x"), "give them with --documents"),
        (("--method", "base", "--model", "openai:x", "--budget-cost", "1"), "price"),
    ],
)
def test_wrong_use_is_said_before_anything_is_opened(
    entailed: Command, data_set: Path, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    outcome = entailed("bench", "run", data_set, "-o", tmp_path / "runs", *arguments)
    assert outcome.code == 2
    assert words in " ".join(outcome.err.replace("│", " ").split())
    assert not (tmp_path / "runs").exists()


def test_a_method_that_needs_an_ontology_is_not_run_without_one(entailed: Command, tmp_path: Path) -> None:
    write_items(tmp_path / "test3" / "items.jsonl", ITEMS)
    outcome = entailed(
        *("bench", "run", tmp_path, "-o", tmp_path / "runs", "--method", "oa-rag", "--model", "replay:none")
    )
    assert outcome.code == 2
    assert "--ontology" in outcome.err


def test_a_folder_without_a_test_or_without_runs_is_named(entailed: Command, tmp_path: Path) -> None:
    run = entailed("bench", "run", tmp_path, "-o", tmp_path / "runs", "--method", "base", "--model", "replay:none")
    assert "bench build" in failure(run)
    assert "bench run" in failure(entailed("bench", "report", tmp_path / "runs"))


def test_methods_are_listed_with_what_they_need(entailed: Command) -> None:
    listed = json.loads(entailed("bench", "methods", "--json").out)
    assert {"i-medrag", "oa-rag", "base"} <= {method["name"] for method in listed}
    assert next(m for m in listed if m["name"] == "i-medrag")["needs"] == ["documents"]
    assert "documents" in entailed("bench", "methods").out
