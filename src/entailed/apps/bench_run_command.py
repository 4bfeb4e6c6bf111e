"""`entailed bench run`: methods and models put to the questions of a data set."""

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from entailed.apps.model_options import BudgetCost, BudgetTokens, Prices, chosen_budget
from entailed.apps.opening import Language
from entailed.apps.printing import COULD_NOT, ERR, OUT, AsJson, print_json

_WINDOW = 8192
"""The paper's figure for all methods: the least of its two models."""


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A data set that `entailed bench build` made.")],
    runs: Annotated[Path, typer.Option("--output", "-o", help="A folder for the logs; those in it are gone on from.")],
    method: Annotated[list[str] | None, typer.Option(help="`entailed bench methods` lists them. Repeatable.")] = None,
    model: Annotated[list[str] | None, typer.Option(help="As for `entailed ask`. Repeatable.")] = None,
    endpoint: Annotated[
        list[Path] | None, typer.Option(help="A fine-tuned model, described by a file; needs no method. Repeatable.")
    ] = None,
    test: Annotated[
        list[int] | None, typer.Option(min=1, max=3, help="Repeatable; all tests of the data set by default.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="So many questions of each test, of all kinds.")] = None,
    concurrency: Annotated[int, typer.Option(min=1, max=256, help="Questions under way at once.")] = 8,
    context_window: Annotated[
        int, typer.Option(min=2048, help="Tokens of a conversation and its reply together.")
    ] = _WINDOW,
    ontology: Annotated[str | None, typer.Option(help="The ontology that test 3 is put against.")] = None,
    documents: Annotated[Path | None, typer.Option(help='JSON lines {"id": …, "title": …, "text": …}.')] = None,
    encoder: Annotated[Path | None, typer.Option(help="A folder with the encoder for the ontology's text.")] = None,
    document_encoder: Annotated[Path | None, typer.Option(help="A folder with the encoder for documents.")] = None,
    budget_tokens: BudgetTokens = None,
    budget_cost: BudgetCost = None,
    price: Prices = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Put the questions of a data set to methods and models, and go on where an earlier run stopped.

    A budget is for each model.
    """
    # What takes long to load is left to the commands that use it.
    from entailed.apps.bench_running import Jobs, run_batches
    from entailed.apps.bench_sources import Sources
    from entailed.benchmark.data_folder import read_test, tests_in
    from entailed.benchmark.report_tables import as_objects, markdown

    # What is named twice is run once: inspect-ai refuses two runs that are the same.
    models, methods = list(dict.fromkeys(model or ())), list(dict.fromkeys(method or ()))
    endpoints = list(dict.fromkeys(endpoint or ()))
    if bool(models) != bool(methods) or not (models or endpoints):
        raise typer.BadParameter("give --model and --method, or --endpoint.")
    budget = chosen_budget("given", tokens=budget_tokens, cost=budget_cost, prices=price)
    tests = [read_test(folder, number) for number in sorted(set(test or tests_in(folder)))]
    with Sources(
        ontology=ontology, language=language, documents=documents, encoder=encoder, document_encoder=document_encoder
    ) as sources:
        sources.check(methods, tests)
        jobs = Jobs(tests=tests, sources=sources, concurrency=concurrency, context_window=context_window, budget=budget)
        # One model after the other: one in the process takes the memory of its file.
        batches = chain((jobs.of_model(name, methods) for name in models), map(jobs.of_endpoint, endpoints))
        complete, scores = run_batches(batches, runs, limit=limit, concurrency=concurrency)
    if as_json:
        print_json({"complete": complete, "runs": str(runs), "scores": as_objects(scores)})
    else:
        OUT.print(markdown(scores), soft_wrap=True)
    if not complete:
        ERR.print("Some questions failed. Running the same again asks them again.", soft_wrap=True)
        raise typer.Exit(COULD_NOT)
