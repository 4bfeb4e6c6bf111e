"""`entailed kernel ask`: a question answered through a kernel."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from entailed.apps.environment import chosen_model
from entailed.apps.kernel_functions_command import KernelFolder
from entailed.apps.model_options import BudgetCost, BudgetTokens, Constrained, Model, Prices, chosen_budget
from entailed.apps.printing import COULD_NOT, ERR, OUT, AsJson, fail, print_json

if TYPE_CHECKING:
    from entailed.agent import Step
    from entailed.llm import ChatModel
    from entailed.oak.extraction.extract import Extraction
    from entailed.oak.functions.kernel import Kernel


def ask(
    folder: KernelFolder,
    question: Annotated[str, typer.Argument(help="A question in words.")],
    graph: Annotated[
        Path | None, typer.Option("--graph", metavar="FILE", help="A graph of the kernel's schema, built before.")
    ] = None,
    corpus: Annotated[
        Path | None,
        typer.Option("--corpus", metavar="PATH", help="Documents to read first, and tables if the kernel maps some."),
    ] = None,
    model: Model = None,
    draft: Annotated[bool, typer.Option("--draft", help="Ask a kernel that is not frozen.")] = False,
    max_steps: Annotated[int, typer.Option(min=1, help="Replies of the model, the answer among them.")] = 20,
    max_tokens: Annotated[int, typer.Option(min=1, help="Tokens the model may generate up to its answer.")] = 10_000,
    context_window: Annotated[int, typer.Option(min=2048, help="Tokens that the model takes at once.")] = 8192,
    constrained: Constrained = False,
    budget_tokens: BudgetTokens = None,
    budget_cost: BudgetCost = None,
    price: Prices = None,
    record: Annotated[
        Path | None, typer.Option(help="Keep the model's replies here, for `--model replay:FILE`.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question by the functions of a kernel, with the facts behind it and how far they carry."""
    from entailed.apps.kernel_answer_text import kernel_answer_text
    from entailed.apps.rendering import step_line
    from entailed.oak.answering import KernelLimits, answer_through, kernel_answer_json
    from entailed.oak.functions.kernel import Kernel
    from entailed.oak.graph.graph import Graph

    if (graph is None) == (corpus is None):
        raise typer.BadParameter("name what to answer from: --graph or --corpus.")
    budget = chosen_budget(model, tokens=budget_tokens, cost=budget_cost, prices=price)
    steps = 0

    def show(step: "Step") -> None:
        nonlocal steps
        steps += 1
        ERR.print(step_line(steps, step, with_tool=True))

    with (Kernel.draft if draft else Kernel.open)(folder) as kernel:
        if not model:
            fail(_without_model(kernel, folder), COULD_NOT)
        chat_model = chosen_model(model, record_to=record, context_window=context_window, budget=budget)
        limits = KernelLimits()
        loop = replace(
            limits.loop,
            max_actions=max_steps,
            max_steps=max_steps,
            max_generated_tokens=max_tokens,
            context_window=context_window,
        )
        with (
            _graph_file(graph, corpus, kernel, folder, chat_model) as (path, extraction),
            Graph(path) as opened,
        ):
            began = time.perf_counter()
            answer = answer_through(
                kernel,
                opened,
                question,
                model=chat_model,
                limits=replace(limits, loop=loop),
                constrained=constrained,
                on_step=None if as_json else show,
            )
            seconds = time.perf_counter() - began
    if as_json:
        print_json({**kernel_answer_json(answer), "extraction": extraction and _extraction_json(extraction)})
    else:
        OUT.print(kernel_answer_text(answer, seconds))


def _without_model(kernel: "Kernel", folder: Path) -> str:
    signatures = "; ".join(function.signature for function in kernel.functions.values())
    call = f"`entailed kernel run {folder} FUNCTION NAME=VALUE... --graph FILE`"
    return f"answering takes a model: name one with --model. Without one, call a function: {call}. {signatures}"


@contextmanager
def _graph_file(
    graph: Path | None, corpus: Path | None, kernel: "Kernel", folder: Path, model: "ChatModel"
) -> Iterator[tuple[Path, "Extraction | None"]]:
    """The graph that was named, or one that is made of documents and tables, and is gone afterwards."""
    from entailed.apps.document_reading import build_graph

    if graph is not None:
        yield graph, None
    elif corpus is not None:
        extraction = _read(corpus, kernel, folder, model)
        with TemporaryDirectory(prefix="entailed-") as made:
            path = Path(made) / "graph.duckdb"
            build_graph(kernel.schema, path, tables=kernel.mapping, corpus=corpus, extraction=extraction)
            yield path, extraction


def _read(corpus: Path, kernel: "Kernel", folder: Path, model: "ChatModel") -> "Extraction":
    from entailed.apps.document_reading import find_documents, read_documents, require_sound
    from entailed.oak.extraction.extract import ExtractionSettings
    from entailed.oak.functions.folder import SCHEMA

    require_sound(kernel.schema, folder / SCHEMA)
    documents = find_documents(corpus, kernel.mapping)
    extraction = read_documents(documents, kernel.schema, model, settings=ExtractionSettings())
    for failed in extraction.failed:
        chunk = failed.chunk
        ERR.print(f"not read: {chunk.document}, from character {chunk.start:,}: {failed.problem}", style="yellow")
    return extraction


def _extraction_json(extraction: "Extraction") -> dict[str, Any]:
    return {
        "chunks": extraction.chunks,
        "cached": extraction.cached,
        "failed": len(extraction.failed),
        "rejected": len(extraction.rejected),
        "usage": asdict(extraction.usage),
    }
