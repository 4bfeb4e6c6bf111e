"""The options of commands that may ask a language model."""

from typing import Annotated

import typer

from entailed.llm import Budget, Price
from entailed.oarag import Decoding, Strategy

Model = Annotated[
    str | None,
    typer.Option(
        envvar="ENTAILED_MODEL",
        help="openai:NAME, anthropic:NAME, google:NAME, local:FILE or replay:FILE; without it, no model is used.",
    ),
]
HowToAsk = Annotated[
    Strategy,
    typer.Option("--strategy", help="Let the model query step by step, or show it what the question implies first."),
]
Constrained = Annotated[
    bool,
    typer.Option(
        "--constrained/--no-constrained",
        help="Hold each reply to the form it needs; for local: models and for servers of llama.cpp's and vLLM's.",
    ),
]
SeenNames = Annotated[
    bool, typer.Option("--seen-names", help="With --constrained: let queries use only names that the model has seen.")
]
BudgetTokens = Annotated[
    int | None, typer.Option("--budget-tokens", min=0, help="Tokens to spend, read and written together.")
]
BudgetCost = Annotated[float | None, typer.Option("--budget-cost", min=0, help="Money to spend; needs --price.")]
Prices = Annotated[
    tuple[float, float] | None,
    typer.Option("--price", metavar="IN OUT", help="What a million tokens cost that the model reads, and writes."),
]


def chosen_decoding(model: str | None, *, constrained: bool, seen_names: bool) -> Decoding:
    """What a model may write.

    Raises:
        BadParameter: The options do not go together.
    """
    if seen_names and not constrained:
        raise typer.BadParameter("--seen-names narrows what --constrained allows: give both.")
    if not constrained:
        return Decoding.FREE
    if not model:
        raise typer.BadParameter("--constrained holds a model to a form: name one with --model.")
    return Decoding.SEEN_NAMES if seen_names else Decoding.FORM


def chosen_budget(
    model: str | None, *, tokens: int | None, cost: float | None, prices: tuple[float, float] | None
) -> Budget | None:
    """What may be spent, and what tokens cost; None where nothing is said of either.

    Raises:
        BadParameter: A number is none of such a kind, or the options do not go together.
    """
    if tokens is None and cost is None and prices is None:
        return None
    if not model:
        raise typer.BadParameter("a budget and prices are for a model: name one with --model.")
    try:
        price = Price(input_tokens=prices[0], output_tokens=prices[1]) if prices else None
        return Budget(tokens=tokens, cost=cost, price=price)
    except ValueError as error:
        raise typer.BadParameter(f"{error}.") from error
