"""What a person sees in a terminal."""

from collections.abc import Iterable, Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from entailed.agent import Step
from entailed.oarag import Answer, Evidence, GroundingLevel, one_line
from entailed.oarag.questions import options_of
from entailed.owl.report import Finding
from entailed.service import (
    AskResult,
    Explanation,
    Manifest,
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
}


def _steps_table(explanation: Explanation) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim")
    table.add_column()
    table.add_column(style="dim")
    for number, step in enumerate(explanation.steps, start=1):
        table.add_row(str(number), step.conclusion, _RULE_WORDS.get(step.rule, step.rule) + _from(step.premises))
    return table


def _from(premises: tuple[int, ...]) -> str:
    if not premises:
        return ""
    *others, last = (str(premise + 1) for premise in premises)
    return f", from {', '.join(others)} and {last}" if others else f", from {last}"


# ---- index


def index_report(manifest: Manifest, findings: Iterable[Finding]) -> RenderableType:
    """What was read, what was left out, and what a curator should look at."""
    counts = manifest.counts
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    table.add_row("source", f"{manifest.source} ({manifest.report['format']})")
    table.add_row("classes", f"{counts['classes']:,} ({counts['obsolete']:,} obsolete)")
    table.add_row("relations", f"{counts['relations']:,}")
    table.add_row("names", f"{counts['names']:,}")
    table.add_row("inferred links", f"{counts['links']:,}")
    if counts["unlabelled"]:
        table.add_row("without a label", f"{counts['unlabelled']:,}: they go by the last part of their IRI")
    if counts["unsatisfiable"]:
        table.add_row("unsatisfiable", Text(f"{counts['unsatisfiable']:,} classes can have no instance", style="red"))
    for kind, number in manifest.not_reasoned.items():
        table.add_row("not reasoned over", f"{number:,} × {kind}")
    for finding in findings:
        where = f"line {finding.line}: " if finding.line else ""
        times = f"  ({finding.count:,} times)" if finding.count > 1 else ""
        table.add_row(finding.kind, f"{where}{finding.message}{times}")
    return table


# ---- ask


def step_line(number: int, step: Step) -> Text:
    """One step of a run, as it happens."""
    if step.action is None:
        return Text(f"{number:>3}. {step.kind}", style="dim")
    first_line = step.observation.split("\n", 1)[0]
    return Text(f"{number:>3}. {step.action.argument}\n     {first_line}", style="dim")


def answer_report(answer: Answer, service: OntologyService, seconds: float) -> RenderableType:
    """The answer, how it is grounded, the evidence with what is behind it, and the cost."""
    cited = [evidence for evidence in answer.evidence if evidence.cited]
    others = [evidence for evidence in answer.evidence if not evidence.cited]
    parts: list[RenderableType] = [_headline(answer), Text(answer.grounding.reason, style="dim")]
    if answer.draft is not None and answer.draft != answer.value:
        parts.append(Text(f"Before it asked the ontology, the model thought: {one_line(answer.draft)}.", style="dim"))
    parts.append(Text(""))
    parts += [_evidence(evidence, service) for evidence in cited]
    if not cited:
        parts += [_evidence(evidence, service) for evidence in others]
    elif others:
        parts.append(_not_entailed(answer, others))
    parts.append(Text(_cost(answer, seconds), style="dim"))
    return Padding(Group(*parts), (1, 0, 0, 2), expand=False)


def _headline(answer: Answer) -> RenderableType:
    line = Table.grid(padding=(0, 4))
    line.add_row(Text(answer.text, style="bold"), _levels(answer))
    return line


def _levels(answer: Answer) -> Text:
    levels = Text()
    for level, by in (
        (answer.grounding.verified, "checked by the reasoner"),
        (answer.grounding.reported, "says the model"),
    ):
        if level is not None:
            levels.append(f"{' · ' if levels else ''}● {level}", style=_LEVEL_STYLE[level])
            levels.append(f", {by}")
    return levels


def _evidence(evidence: Evidence, service: OntologyService) -> RenderableType:
    parts: list[RenderableType] = [
        Text.assemble((f"{evidence.id:<4}", "bold"), (evidence.query, "cyan")),
        Padding(result_text(evidence.result), (0, 0, 0, 4), expand=False),
    ]
    result = evidence.result
    if isinstance(result, AskResult) and evidence.cited and result.subject and result.relation and result.object:
        explanation = service.explain(result.subject.text, result.relation.text, result.object.text)
        if explanation.steps:
            parts.append(Padding(_steps_table(explanation), (0, 0, 0, 4), expand=False))
    return Group(*parts, Text(""))


def _not_entailed(answer: Answer, others: Iterable[Evidence]) -> RenderableType:
    """The evidence that the answer does not rest on, in a line each."""
    lines = list(_one_line_each(others))
    if options_of(answer.question):
        lines.append("Not entailed is not a denial (open world).")
    return Text("\n".join([*lines, ""]), style="dim")


def _one_line_each(evidence: Iterable[Evidence]) -> Iterator[str]:
    for item in evidence:
        yield f"{item.id:<4}{item.observation.split(chr(10), 1)[0]}"


def _cost(answer: Answer, seconds: float) -> str:
    usage = answer.usage
    queries = f"{len(answer.steps)} {'step' if len(answer.steps) == 1 else 'steps'}"
    if answer.model is None:
        return f"no model was used · {queries} · {seconds * 1000:.0f} ms"
    tokens = f"{usage.input_tokens:,} + {usage.output_tokens:,} tokens"
    return f"{answer.model} · {queries} · {usage.calls} calls · {tokens} · {seconds:.1f} s"


def print_error(console: Console, message: str) -> None:
    """One line that says what went wrong."""
    console.print(Text.assemble(("error: ", "bold red"), message), soft_wrap=True)
