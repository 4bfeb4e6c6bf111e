"""`entailed batch`: the questions of a file, answered into another."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from entailed.apps.environment import chosen_model
from entailed.apps.model_options import (
    BudgetCost,
    BudgetTokens,
    Constrained,
    HowToAsk,
    Model,
    Prices,
    SeenNames,
    chosen_budget,
    chosen_decoding,
)
from entailed.apps.opening import Language, Ontology, opened
from entailed.apps.printing import ERR, OUT, AsJson, print_json
from entailed.oarag import (
    AnswerFile,
    BatchRecord,
    BatchReport,
    Strategy,
    answer,
    answer_batch,
    read_questions,
    usage_json,
)


def batch(
    ontology: Ontology,
    questions: Annotated[Path, typer.Argument(help="JSON lines: `question`, and `options`, `kind`, `context`, `id`.")],
    answers: Annotated[Path, typer.Argument(help="JSON lines; what is answered here already is not asked again.")],
    model: Model = None,
    strategy: HowToAsk = Strategy.REACT,
    constrained: Constrained = False,
    seen_names: SeenNames = False,
    budget_tokens: BudgetTokens = None,
    budget_cost: BudgetCost = None,
    price: Prices = None,
    concurrency: Annotated[int, typer.Option(min=1, max=256, help="Questions under way at once.")] = 8,
    retry_failed: Annotated[bool, typer.Option("--retry-failed", help="Ask again what failed before.")] = False,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Answer the questions of a file, each as soon as it can be, and go on where an earlier run stopped."""
    decoding = chosen_decoding(model, constrained=constrained, seen_names=seen_names)
    budget = chosen_budget(model, tokens=budget_tokens, cost=budget_cost, prices=price)
    chat_model = chosen_model(model, max_concurrency=concurrency, budget=budget) if model else None
    items, file = read_questions(questions), AnswerFile(answers)  # before the ontology, which may take a while
    with opened(ontology, ERR, language) as service, ERR.status("answering") as status:
        done = 0

        def count(record: BatchRecord) -> None:
            nonlocal done
            done += 1
            status.update(f"{done:,} done, the last is {record.item.id}")

        report = answer_batch(
            items,
            file,
            partial(answer, service=service, strategy=strategy, decoding=decoding),
            model=chat_model,
            concurrency=concurrency,
            retry_failed=retry_failed,
            on_record=count,
        )
    if as_json:
        print_json(_report_json(report))
    else:
        OUT.print(_report_text(report), soft_wrap=True)
    if report.failed:
        raise typer.Exit(1)


def _report_json(report: BatchReport) -> dict[str, object]:
    return {
        "answered": report.answered,
        "failed": list(report.failed),
        "skipped": report.skipped,
        "usage": usage_json(report.usage),
    }


def _report_text(report: BatchReport) -> str:
    usage = report.usage
    lines = [
        f"{report.answered:,} answered · {len(report.failed):,} failed · {report.skipped:,} of them before · "
        f"{usage.calls:,} calls · {usage.input_tokens:,} + {usage.output_tokens:,} tokens"
    ]
    if report.failed:
        lines.append(f"failed: {', '.join(report.failed)}. `--retry-failed` asks these again.")
    return "\n".join(lines)
