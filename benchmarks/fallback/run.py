"""Measures the fallback where the axioms no longer say what the text says, and prints one table.

    python benchmarks/fallback/run.py go.obo --root "biological process"

The existential restrictions of an ontology are removed and, wording by wording, put into the definitions as sentences.
Questions that the full ontology answers then have no formal answer, and the fallback returns up to five concepts. No
language model takes part: the query is given. In the table, "70 / 60" means that 70 % of the questions got a correct
concept, and that 60 % of the concepts returned for a question were correct on average. A query is timed as a whole, by
the quickest of three runs. "cards" are questions for which nothing was mentioned and whole cards were searched.
"""

import argparse
import gc
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, get_args

import numpy as np
from questions import Question, make_questions
from revision import WORDINGS, names_in, sentences, with_sentences, without_restrictions

from entailed.owl import read_ontology
from entailed.reasoning import saturate, translate
from entailed.service import Fallback, OntologyService, SelectResult, build_index


class Outcome(NamedTuple):
    """What the fallback made of one question."""

    found: bool
    """At least one concept is correct."""
    precision: float
    score: float | None
    """Of the rows; None without rows."""
    seconds: float


def ask(service: OntologyService, question: Question, fallback: Fallback) -> Outcome:
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        result = service.query(question.text, fallback=fallback)
        seconds.append(time.perf_counter() - began)
    assert isinstance(result, SelectResult)
    rows = result.fallback or ()
    correct = sum(row.entity.iri in question.gold for row in rows)
    precision = correct / len(rows) if rows else 0.0
    by_mentions = bool(rows) and bool(rows[0].evidence)
    return Outcome(correct > 0, precision, rows[0].score if by_mentions else None, min(seconds))


def summary(outcomes: list[Outcome]) -> str:
    found, precision = (100 * np.mean(values) for values in list(zip(*outcomes, strict=True))[:2])
    times = 1000 * np.array([outcome.seconds for outcome in outcomes])
    return f"{found:3.0f} / {precision:3.0f}   {np.median(times):5.1f} {np.percentile(times, 95):5.1f} ms"


def by_tier(outcomes: Iterable[Outcome]) -> str:
    grouped = defaultdict(list)
    for outcome in outcomes:
        grouped[outcome.score].append(outcome.precision)
    parts = [
        f"{'cards' if score is None else score}: {len(found)} questions, precision {100 * np.mean(found):.0f}"
        for score, found in sorted(grouped.items(), key=lambda item: -(item[0] or 0))
    ]
    return "; ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures the fallback; see the head of this file.")
    parser.add_argument("ontology", type=Path)
    parser.add_argument("--root", required=True, help="label of the class whose subclasses are asked for")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    gc.disable()  # as `service.index_file` does
    ontology, report = read_ontology(options.ontology)
    names = names_in(ontology)
    axioms, restrictions = without_restrictions(ontology)
    inclusions = translate(ontology)
    counts = {n: len(range(n, options.questions + 2, 3)) for n in (2, 3, 4)}
    questions = list(
        make_questions(
            inclusions,
            saturate(inclusions).closure,
            restrictions,
            names,
            root=options.root,
            counts=counts,
            seed=options.seed,
        )
    )
    print(f"{len(restrictions)} restrictions moved into text, {len(questions)} questions\n", flush=True)
    print(f"{'wording':15}{'fallback':10}found / precision, median and 95th percentile of the time")
    for name, wording in WORDINGS.items():
        revised = with_sentences(ontology, axioms, sentences(restrictions, names, wording))
        with TemporaryDirectory() as folder:
            build_index(revised, report, Path(folder) / "index")
            service = OntologyService(Path(folder) / "index")
            for fallback in get_args(Fallback):
                if fallback != "none":
                    outcomes = [ask(service, question, fallback) for question in questions]
                    print(f"{name:15}{fallback:10}{summary(outcomes)}", flush=True)
                    if fallback == "mentions":
                        print(f"{'':25}{by_tier(outcomes)}", flush=True)


if __name__ == "__main__":
    main()
