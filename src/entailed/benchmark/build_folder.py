"""The folder of a data set made from an ontology: items, ontologies, manifest and report."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from entailed.benchmark.building import DataSet
from entailed.benchmark.data_folder import ONTOLOGIES
from entailed.benchmark.guessing import Guess, guesses
from entailed.benchmark.item_files import write_items
from entailed.benchmark.items import Item
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
        "guessing": _guessing(data_set.test1),
    }


def _guessing(items: Sequence[Item]) -> dict[str, Any]:
    by_options, by_question, overall = guesses(items)

    def as_json(found: Mapping[str, Mapping[str, Guess]]) -> dict[str, Any]:
        return {name: {part: guess._asdict() for part, guess in parts.items()} for name, parts in found.items()}

    return {
        "by_options": as_json(by_options),
        "by_question": as_json(by_question),
        "overall": overall._asdict(),
    }


def _missing(data_set: DataSet, sizes: Mapping[str, Any]) -> list[str]:
    """Why there are fewer items than wanted."""
    options = data_set.options
    found = [
        f"{options.per_slot - made} of {options.per_slot} questions with a masked {slot}: no more six options were "
        "found that are right of several stated restrictions not asked about yet, and wrong of the others among them"
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
        *_guessing_text(manifest["guessing"]),
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


def _guessing_text(guessing: Mapping[str, Any]) -> list[str]:
    overall = guessing["overall"]
    return [
        "How often a guesser that sees no ontology picks a right option, in percent; what it learns, it learns from "
        "all other items. In brackets the share of right options, and what the same guesser scores at most in 97.5 % "
        "of cases where right options are drawn by lot.",
        _guesses_table(guessing["by_options"]),
        f"Of these {overall['figures']} figures {overall['above']} are above their limits; by lot "
        f"{overall['expected']:.1f} are on average. In {100 * overall['likelihood']:.0f} % of cases by lot some figure "
        "is as far above its mean as the furthest one here.",
        "Guessers that compare options with the question. Names say something of what they mean and ontologies name "
        "alike what they relate alike, so these measure names and not how items are made.",
        _guesses_table(guessing["by_question"]),
    ]


def _guesses_table(guesses: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    parts = list(next(iter(guesses.values()), {}))
    return _table(
        ["guesser", *parts], [[name, *(_cell(found[part]) for part in parts)] for name, found in guesses.items()]
    )


def _cell(guess: Mapping[str, float]) -> str:
    right, chance, high = (f"{100 * guess[key]:.0f}" for key in ("right", "chance", "high"))
    return f"{right} ({chance}, up to {high})"


def _listed(title: str, lines: Sequence[str]) -> list[str]:
    return [f"## {title}", "\n".join(f"- {line}" for line in lines)] if lines else []


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
