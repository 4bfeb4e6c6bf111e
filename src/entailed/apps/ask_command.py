"""`entailed ask`: one question, with or without a model."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from entailed.agent import Step
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
from entailed.apps.opening import Language, Ontology, TextFallback, opened
from entailed.apps.printing import ERR, OUT, WRONG_USE, AsJson, fail, print_json
from entailed.oarag import PERSONAS, AnsweringLimits, QuestionKind, Strategy, answer_json, make_question
from entailed.oarag import answer as answer_question

_LIMITS = AnsweringLimits()


def ask(
    ontology: Ontology,
    question: Annotated[str, typer.Argument(help="A question in words.")],
    option: Annotated[list[str] | None, typer.Option("--option", help="An option to choose from; repeat it.")] = None,
    kind: Annotated[
        QuestionKind | None, typer.Option("--kind", help="The form of the answer; without it, the question tells.")
    ] = None,
    model: Model = None,
    context: Annotated[str, typer.Option(help="Text that the question comes with.")] = "",
    strategy: HowToAsk = Strategy.REACT,
    persona: Annotated[str, typer.Option(help=f"Whom the model is told to be: {', '.join(PERSONAS)}.")] = "general",
    max_queries: Annotated[
        int, typer.Option(min=1, help="Queries that are run before a model is asked, or without one.")
    ] = _LIMITS.implied_queries,
    max_actions: Annotated[int, typer.Option(min=0, help="Queries of the model.")] = _LIMITS.loop.max_actions,
    max_tokens: Annotated[
        int, typer.Option(min=1, help="Tokens the model may generate up to its answer.")
    ] = _LIMITS.loop.max_generated_tokens,
    context_window: Annotated[
        int, typer.Option(min=2048, help="Tokens that the model takes at once.")
    ] = _LIMITS.loop.context_window,
    constrained: Constrained = False,
    seen_names: SeenNames = False,
    budget_tokens: BudgetTokens = None,
    budget_cost: BudgetCost = None,
    price: Prices = None,
    record: Annotated[
        Path | None, typer.Option(help="Keep the model's replies here, for `--model replay:FILE`.")
    ] = None,
    fallback: TextFallback = "mentions",
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Answer a question, with the evidence and how far it carries."""
    from entailed.apps.rendering import answer_report, step_line

    if record and not model:
        raise typer.BadParameter("--record keeps the replies of a model: name one with --model.")
    decoding = chosen_decoding(model, constrained=constrained, seen_names=seen_names)
    budget = chosen_budget(model, tokens=budget_tokens, cost=budget_cost, prices=price)
    try:
        asked = make_question(question, options=option or (), kind=kind, context=context)
    except ValueError as error:
        fail(f"{error}.", WRONG_USE)
    if persona not in PERSONAS:
        raise typer.BadParameter(f"no persona `{persona}`: choose one of {', '.join(PERSONAS)}.")
    asked = replace(asked, persona=PERSONAS[persona])
    loop = replace(
        _LIMITS.loop, max_actions=max_actions, max_generated_tokens=max_tokens, context_window=context_window
    )
    limits = replace(_LIMITS, loop=loop, implied_queries=max_queries)
    chat_model = chosen_model(model, record_to=record, context_window=context_window, budget=budget) if model else None
    with opened(ontology, ERR, language, fallback) as service:
        steps = 0

        def show(step: Step) -> None:
            nonlocal steps
            steps += 1
            ERR.print(step_line(steps, step))

        began = time.perf_counter()
        answer = answer_question(
            asked,
            service=service,
            model=chat_model,
            strategy=strategy,
            decoding=decoding,
            limits=limits,
            on_step=show if chat_model and not as_json else None,
        )
        seconds = time.perf_counter() - began
        if as_json:
            print_json(answer_json(answer))
        else:
            OUT.print(answer_report(answer, service, seconds))
