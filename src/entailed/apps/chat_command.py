"""`entailed chat`: several questions in a row, each of which may refer to those before it."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count

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
from entailed.apps.opening import Language, Ontology, opened
from entailed.apps.printing import ERR, OUT, AsJson, print_json
from entailed.errors import EntailedError
from entailed.oarag import Question, Session, Strategy, answer_json, make_question


def chat(
    ontology: Ontology,
    model: Model = None,
    strategy: HowToAsk = Strategy.REACT,
    constrained: Constrained = False,
    seen_names: SeenNames = False,
    budget_tokens: BudgetTokens = None,
    budget_cost: BudgetCost = None,
    price: Prices = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Answer one question after the other, from the terminal or a line each from stdin.

    Options to choose from follow a question after bars: `Which contain gluten? | lasagne | hummus`.
    """
    from entailed.apps.rendering import answer_report, print_error

    decoding = chosen_decoding(model, constrained=constrained, seen_names=seen_names)
    budget = chosen_budget(model, tokens=budget_tokens, cost=budget_cost, prices=price)
    chat_model = chosen_model(model, budget=budget) if model else None
    with opened(ontology, ERR, language) as service:
        session = Session()
        for line in _lines():
            began = time.perf_counter()
            on_step = _shown() if chat_model and not as_json else None
            try:
                answer = session.ask(
                    _question(line),
                    service=service,
                    model=chat_model,
                    strategy=strategy,
                    decoding=decoding,
                    on_step=on_step,
                )
            except (EntailedError, ValueError) as error:  # the next question may go better
                if as_json:
                    print_json({"error": str(error)})
                else:
                    print_error(ERR, str(error))
            except KeyboardInterrupt:
                ERR.print("interrupted", style="dim")
            else:
                if as_json:
                    print_json(answer_json(answer))
                else:
                    OUT.print(answer_report(answer, service, time.perf_counter() - began))


def _question(line: str) -> Question:
    text, *options = (part.strip() for part in line.split("|"))
    return make_question(text, options=options)


def _shown() -> Callable[[Step], None]:
    """Shows the steps of one question, numbered."""
    from entailed.apps.rendering import step_line

    numbers = count(1)
    return lambda step: ERR.print(step_line(next(numbers), step))


def _lines() -> Iterator[str]:
    """The lines that are not blank, with a prompt where a person types them."""
    typed = sys.stdin.isatty()
    if typed:
        with suppress(ImportError):
            import readline  # noqa: F401 - from now on, lines can be edited and called back
        ERR.print("One question a line; `| option` after it for each option; Ctrl-D to end.", style="dim")
    while True:
        try:
            line = input("? ") if typed else next(sys.stdin)
        except (EOFError, StopIteration):
            return
        if line.strip():
            yield line.strip()
