"""The folder of a data set made from an ontology: items, ontologies, manifest and report."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from entailed.benchmark.building import DataSet
from entailed.benchmark.data_folder import ONTOLOGIES
from entailed.benchmark.guessing import guesses
from entailed.benchmark.item_files import write_items
from entailed.benchmark.open_questions import CONDITIONS
from entailed.benchmark.sizes import ontology_sizes, test_sizes
from entailed.owl import Ontology
from entailed.owl.functional_syntax import write_ontology
from entailed.service.cached import content_hash

FORMAT = 1


def write_data_set(folder: Path, data_set: DataSet, files: Sequence[Path]) -> Mapping[str, Any]:
    """Write a data set into a folder, which is created; equal data sets give equal bytes.

    Args:
        folder: Where to.
        data_set: What was built.
        files: What its ontology was read from, whose names and hashes are noted.

    Returns:
        What `manifest.json` holds.

    Raises:
        WriteError: An IRI of the ontology is none that functional syntax can hold.
    """
    ontologies = {1: data_set.source.ontology, 2: data_set.revision.ontology}
    folder.mkdir(parents=True, exist_ok=True)
    for number, ontology in ontologies.items():
        with (folder / ONTOLOGIES[number]).open("w", encoding="utf-8", newline="\n") as file:
            write_ontology(ontology, file)
    for number, items in ((1, data_set.test1), (2, data_set.test2)):
        write_items(folder / f"test{number}" / "items.jsonl", items)
    manifest = _manifest(data_set, ontologies, files)
    text = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
    (folder / "manifest.json").write_text(text, encoding="utf-8", newline="\n")
    (folder / "report.md").write_text(report_text(manifest), encoding="utf-8", newline="\n")
    return manifest


def _manifest(data_set: DataSet, ontologies: Mapping[int, Ontology], files: Sequence[Path]) -> dict[str, Any]:
    options, gold = data_set.options, data_set.source.gold
    test1, test2 = test_sizes(data_set.test1), test_sizes(data_set.test2)
    return {
        "format": FORMAT,
        "data_set": options.name,
        "sources": [{"file": path.name, "sha256": content_hash(path)} for path in files],
        "seed": options.seed,
        "options": {
            "root": data_set.source.names.term(data_set.root)._asdict(),
            "per_slot": options.per_slot,
            "open": options.open,
            "wording": options.wording,
            "persona": options.persona,
            "groups": list(data_set.source.groups),
            "language": options.language,
        },
        "ontologies": {
            ONTOLOGIES[number]: ontology_sizes(ontology, data_set.source.groups)
            for number, ontology in ontologies.items()
        },
        "tests": {"test1": test1, "test2": test2},
        "missing": _missing(data_set, test1),
        "excluded": [{"id": item.id, "reason": item.reason} for item in data_set.excluded],
        "without_evidence": [item.id for item in (*data_set.test1, *data_set.test2) if not item.evidence],
        "not_reasoned_over": dict(sorted(gold.not_reasoned.items())),
        "restrictions_left_in_axioms": dict(sorted(data_set.revision.kept.items())),
        "guessing": {
            name: {part: guess._asdict() for part, guess in found.items()}
            for name, found in guesses(data_set.test1).items()
        },
    }


def _missing(data_set: DataSet, sizes: Mapping[str, Any]) -> list[str]:
    """Why there are fewer items than wanted."""
    options = data_set.options
    found = [
        f"{options.per_slot - made} of {options.per_slot} questions with a masked {slot}: no more stated restrictions "
        "between classes and relations that can be named give six options"
        for slot in ("filler", "subject", "relation")
        if (made := sizes["by slot"].get(slot, 0)) < options.per_slot
    ]
    for place, conditions in enumerate(CONDITIONS):
        wanted, made = len(range(place, options.open, len(CONDITIONS))), sizes["by conditions"].get(str(conditions), 0)
        if made < wanted:
            found.append(
                f"{wanted - made} of {wanted} questions with {conditions} conditions: no more classes under the root "
                "were found that have as many restrictions of which none implies another"
            )
    return found


# ---- the report


def report_text(manifest: Mapping[str, Any]) -> str:
    """What a manifest says, for a reader."""
    root, tests = manifest["options"]["root"]["name"], manifest["tests"]
    parts = [
        f"# {manifest['data_set']}",
        f"Made from {', '.join(source['file'] for source in manifest['sources'])} with seed {manifest['seed']}. "
        f"Open questions ask for kinds of “{root}”. In test 2, what left the axioms is said in the wording "
        f"`{manifest['options']['wording']}`.",
        "## Ontologies",
        _table(["", *manifest["ontologies"]], _columns(manifest["ontologies"].values())),
        "## Questions",
        _table(["", "test 1", "test 2"], _test_rows(tests["test1"], tests["test2"])),
        *_listed("Fewer than wanted", manifest["missing"]),
        *_listed("Not in test 2", [f"`{item['id']}`: {item['reason']}" for item in manifest["excluded"]]),
        *_listed("Without gold evidence", [f"`{item}`" for item in manifest["without_evidence"]]),
        *_listed("Not reasoned over", [f"{kind}: {n}" for kind, n in manifest["not_reasoned_over"].items()]),
        *_listed(
            "Restrictions left in the axioms, as there are no words for their fillers",
            [f"{kind}: {n}" for kind, n in manifest["restrictions_left_in_axioms"].items()],
        ),
        "## What can be guessed",
        "How often a guesser that sees no ontology picks a right option, in percent. In brackets what chance gives, "
        "and between what limits it does so in 95 % of cases. Names say something of meaning, so the last guesser is "
        "no measure of the items.",
        _table(*_guessing(manifest["guessing"])),
    ]
    return "\n\n".join(parts) + "\n"


def _columns(sizes: Any) -> list[list[str]]:
    first, second = sizes
    return [[what, f"{first[what]:,}", f"{second[what]:,}"] for what in first]


def _test_rows(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[list[str]]:
    rows = [["all", str(first["all"]), str(second["all"])]]
    for kind, label in (
        ("by slot", "masked {}"),
        ("by right options", "{} right options"),
        ("by conditions", "{} conditions"),
    ):
        rows += [[label.format(key), str(n), str(second[kind].get(key, 0))] for key, n in first[kind].items()]
    return rows


def _guessing(guessing: Mapping[str, Mapping[str, Mapping[str, float]]]) -> tuple[list[str], list[list[str]]]:
    parts = list(next(iter(guessing.values()), {}))
    rows = [[name, *(_cell(found[part]) for part in parts)] for name, found in guessing.items()]
    return ["guesser", *parts], rows


def _cell(guess: Mapping[str, float]) -> str:
    right, chance, low, high = (f"{100 * guess[key]:.0f}" for key in ("right", "chance", "low", "high"))
    return f"{right} ({chance}: {low} to {high})"


def _listed(title: str, lines: Sequence[str]) -> list[str]:
    return [f"## {title}", "\n".join(f"- {line}" for line in lines)] if lines else []


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
