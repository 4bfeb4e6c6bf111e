"""An answer through a kernel, for a terminal."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from entailed.apps.entity_text import words_of
from entailed.apps.rendering import cost_line, headline
from entailed.oak.answering import FunctionEvidence, KernelAnswer, OperatorStep
from entailed.oak.operators.values import EntitySet

_MOST_FACTS = 12


def kernel_answer_text(answer: KernelAnswer, seconds: float) -> RenderableType:
    """The answer, how it is grounded, the calls it rests on with the facts behind them, and the cost."""
    cited = [evidence for evidence in answer.evidence if evidence.cited] or list(answer.evidence)
    parts: list[RenderableType] = [
        headline(answer.text, answer.grounding, checked="against the graph"),
        Text(answer.grounding.reason, style="dim"),
        Text(""),
    ]
    parts += [part for evidence in cited for part in _evidence(evidence)]
    if others := [evidence for evidence in answer.evidence if evidence not in cited]:
        parts.append(Text(f"not cited: {', '.join(evidence.call for evidence in others)}", style="dim"))
    parts.append(Text(cost_line(answer.usage, answer.model, len(answer.steps), seconds), style="dim"))
    return Padding(Group(*parts), (1, 0, 0, 2), expand=False)


def _evidence(evidence: FunctionEvidence) -> Iterator[RenderableType]:
    yield Text.assemble((f"{evidence.id:<4}", "bold"), (evidence.call, "cyan"))
    yield Padding(Text(evidence.observation), (0, 0, 0, 4), expand=False)
    operators = Table.grid(padding=(0, 2))
    for step in evidence.operators:
        operators.add_row(step.call.operator, _arguments(step), _did(step), style="dim")
    yield Padding(operators, (1, 0, 0, 4), expand=False)
    facts = Table.grid(padding=(0, 2))
    for fact in evidence.facts[:_MOST_FACTS]:
        facts.add_row(f"{fact.type} {fact.entity}", fact.property, str(fact.value), words_of(fact.source))
    yield Padding(facts, (1, 0, 0, 4), expand=False)
    if left := len(evidence.facts) - _MOST_FACTS:
        yield Text(f"    and {left:,} more facts, which --json lists" if left > 0 else "", style="dim")


def _arguments(step: OperatorStep) -> str:
    """What an operator was asked, without the sets, which are those of the lines above."""
    given = step.call.arguments.items()
    return ", ".join(f"{name}={value}" for name, value in given if not isinstance(value, EntitySet))


def _did(step: OperatorStep) -> str:
    if step.call.error:
        return step.call.error
    if step.account is None:
        return ""
    left_out = "".join(f", {count:,} without a value ({why})" for why, count in step.account.excluded.items())
    return f"{step.account.kept:,} of {step.account.considered:,}{left_out}"
