"""What a person sees in a terminal."""

from collections.abc import Iterable, Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from entailed.agent import Grounding, GroundingLevel, Step
from entailed.llm import Usage
from entailed.oarag import Answer, Claim, Evidence, one_line
from entailed.oarag.questions import options_of
from entailed.service import (
    AskResult,
    Explanation,
    OntologyService,
    QueryResult,
    Verdict,
    observation,
)

_LEVEL_STYLE = {
    GroundingLevel.ENTAILED: "bold green",
    GroundingLevel.SUPPORTED: "green",
    GroundingLevel.RELATED: "yellow",
    GroundingLevel.UNRELATED: "red",
}
_VERDICT_STYLE = {
    "NOT ENTAILED": "yellow",
    "ENTAILED": "bold green",
    "UNKNOWN NAME": "red",
    "AMBIGUOUS NAME": "red",
    "UNSATISFIABLE": "magenta",
}


# ---- query and explain


def result_text(result: QueryResult) -> Text:
    """An observation with its verdicts coloured."""
    text = Text(observation(result))
    for verdict, style in reversed(_VERDICT_STYLE.items()):
        text.highlight_regex(
            rf"(?<!NOT ){verdict}\b|^{verdict}$" if verdict == "ENTAILED" else rf"\b{verdict}\b", style
        )
    text.highlight_regex(r"^Note: ", "dim")
    return text


def explanation_text(explanation: Explanation) -> RenderableType:
    """The verdict with its proof in numbered steps, or with what was left out of the reasoning."""
    parts: list[RenderableType] = [result_text(explanation.result)]
    if explanation.steps:
        parts.append(Padding(_steps_table(explanation), (1, 0, 0, 2), expand=False))
    elif explanation.proof is not None:
        parts.append(Text("It holds whatever the ontology states.", style="dim"))
    elif explanation.result.verdict in (Verdict.ENTAILED, Verdict.UNSATISFIABLE):
        parts.append(Text("The reasoner derives it, but the rules that proofs are made of do not.", style="dim"))
    if explanation.left_out:
        parts.append(Text("These axioms bear on it and were not reasoned over:", style="dim"))
        parts += [Text(f"  {axiom}") for axiom in explanation.left_out]
    return Group(*parts)


_RULE_WORDS = {
    "R⊑": "inclusion",
    "R⊓−": "conjunct",
    "R⊓+": "conjunction",
    "R⊔+": "union",
    "R∃+": "filler",
    "R∘": "chain",
    "R⊥": "empty filler",
    "R⇝": "filler exists",
    "R{}": "same individual",
}


def _steps_table(explanation: Explanation) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim")
    table.add_column()
    table.add_column(style="dim")
    for number, step in enumerate(explanation.steps, start=1):
        why = _RULE_WORDS.get(step.rule, step.rule) + _from(step.premises)
        sources = (f"{mapping.predicate}, {mapping.stated_in}" for mapping in step.mappings)
        table.add_row(str(number), step.conclusion, "; ".join((why, *sources)))
    return table


def _from(premises: tuple[int, ...]) -> str:
    if not premises:
        return ""
    *others, last = (str(premise + 1) for premise in premises)
    return f", from {', '.join(others)} and {last}" if others else f", from {last}"


# ---- ask


def step_line(number: int, step: Step, *, with_tool: bool = False) -> Text:
    """One step of a run, as it happens; `with_tool` where there are several to tell apart."""
    cost = f"({step.usage.output_tokens:,} tokens, {step.seconds:.1f} s)"
    if step.action is None:
        return Text(f"{number:>3}. {step.kind}  {cost}", style="dim")
    first_line = step.observation.split("\n", 1)[0]
    call = f"{step.action.tool}({step.action.argument})" if with_tool else step.action.argument
    return Text(f"{number:>3}. {call}\n     {first_line}  {cost}", style="dim")


def answer_report(answer: Answer, service: OntologyService, seconds: float) -> RenderableType:
    """The answer, how it is grounded, the evidence with what is behind it, and the cost."""
    cited = [evidence for evidence in answer.evidence if evidence.cited]
    others = [evidence for evidence in answer.evidence if not evidence.cited]
    head = headline(answer.text, answer.grounding, checked="by the reasoner")
    parts: list[RenderableType] = [head, Text(answer.grounding.reason, style="dim")]
    if answer.draft is not None and answer.draft != answer.value:
        parts.append(Text(f"Before it asked the ontology, the model thought: {one_line(answer.draft)}.", style="dim"))
    parts.append(Text(""))
    contradictions = {number: c.contradiction for c in answer.claims for number in c.evidence if c.contradiction}
    parts += [_evidence(evidence, service, contradictions.get(evidence.id)) for evidence in cited]
    parts += [_claim(claim, service) for claim in answer.claims if not set(claim.evidence) & {e.id for e in cited}]
    if not cited:
        parts += [_evidence(evidence, service, contradictions.get(evidence.id)) for evidence in others]
    elif others:
        parts.append(_not_entailed(answer, others))
    parts.append(Text(cost_line(answer.usage, answer.model, len(answer.steps), seconds), style="dim"))
    return Padding(Group(*parts), (1, 0, 0, 2), expand=False)


def headline(text: str, grounding: Grounding, *, checked: str) -> RenderableType:
    """An answer on one line with its levels; `checked` says how, such as "by the reasoner"."""
    levels = Text()
    for level, by in ((grounding.verified, f"checked {checked}"), (grounding.reported, "says the model")):
        if level is not None:
            levels.append(f"{' · ' if levels else ''}● {level}", style=_LEVEL_STYLE[level])
            levels.append(f", {by}")
    line = Table.grid(padding=(0, 4))
    line.add_row(Text(text, style="bold"), levels)
    return line


def _evidence(evidence: Evidence, service: OntologyService, contradiction: Explanation | None) -> RenderableType:
    parts: list[RenderableType] = [
        Text.assemble((f"{evidence.id:<4}", "bold"), (evidence.query, "cyan")),
        Padding(result_text(evidence.result), (0, 0, 0, 4), expand=False),
    ]
    if isinstance(evidence.result, AskResult) and evidence.cited:
        parts += _proof(evidence.result, service, contradiction)
    return Group(*parts, Text(""))


def _claim(claim: Claim, service: OntologyService) -> RenderableType:
    """What was checked beyond the cited evidence, with the proof for it or against it."""
    parts: list[RenderableType] = [
        Text.assemble(("checked ", "bold"), (claim.check.query, "cyan")),
        Padding(result_text(claim.check), (0, 0, 0, 4), expand=False),
    ]
    if claim.span is not None:
        parts.append(Text(f"    {claim.span.evidence}: {claim.span.text}"))
    return Group(*parts, *_proof(claim.check, service, claim.contradiction), Text(""))


def _proof(result: AskResult, service: OntologyService, contradiction: Explanation | None) -> Iterator[RenderableType]:
    """The steps behind a verdict, or behind what contradicts the statement."""
    explanation = contradiction
    if contradiction is not None:
        yield Text("    The ontology contradicts it:", style="red")
    elif result.subject and result.relation and result.object:
        explanation = service.explain(result.subject.text, result.relation.text, result.object.text)
    if explanation is not None and explanation.steps:
        yield Padding(_steps_table(explanation), (0, 0, 0, 4), expand=False)


def _not_entailed(answer: Answer, others: Iterable[Evidence]) -> RenderableType:
    """The evidence that the answer does not rest on, in a line each."""
    lines = list(_one_line_each(others))
    if options_of(answer.question):
        lines.append("Not entailed is not a denial (open world).")
    return Text("\n".join([*lines, ""]), style="dim")


def _one_line_each(evidence: Iterable[Evidence]) -> Iterator[str]:
    for item in evidence:
        yield f"{item.id:<4}{item.observation.split(chr(10), 1)[0]}"


def cost_line(usage: Usage, model: str | None, steps: int, seconds: float) -> str:
    """What an answer cost."""
    queries = f"{steps} {'step' if steps == 1 else 'steps'}"
    if model is None:
        return f"no model was used · {queries} · {seconds * 1000:.0f} ms"
    tokens = f"{usage.input_tokens:,} + {usage.output_tokens:,} tokens"
    cost = "" if usage.cost is None else f" · cost {usage.cost:.4g}"
    return f"{model} · {queries} · {usage.calls} calls · {tokens}{cost} · {seconds:.1f} s"


def print_error(console: Console, message: str) -> None:
    """One line that says what went wrong."""
    console.print(Text.assemble(("error: ", "bold red"), message), soft_wrap=True)
