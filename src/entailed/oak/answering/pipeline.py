"""From a question to an answer through a kernel: call functions, answer, attribute, check (OaK paper, section 3)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from entailed.agent import (
    CHARACTERS_PER_TOKEN,
    Attribution,
    Grounding,
    GroundingLevel,
    JsonProblem,
    Limits,
    Outcome,
    Step,
    Trajectory,
    attribute,
    estimate_tokens,
    run_loop,
)
from entailed.agent.grounding import levels_in_words
from entailed.agent.templates import STOP, reply_format
from entailed.llm import ChatModel, Message, MeteredModel
from entailed.oak.answering.answers import FunctionEvidence, KernelAnswer
from entailed.oak.answering.call_grammar import answer_rules
from entailed.oak.answering.comparison import AnswerValue, read_answer
from entailed.oak.answering.evidence import digest, gather, naming_properties
from entailed.oak.answering.functions_tool import FunctionTool
from entailed.oak.answering.verification import Verification, verify
from entailed.oak.extraction.slot_reading import ModelSlotReader
from entailed.oak.functions.folder import require_schema
from entailed.oak.functions.kernel import Kernel
from entailed.oak.functions.model import Function
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.operators import Operators
from entailed.oak.templates import fill


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelLimits:
    """What one question may cost."""

    loop: Limits = field(default_factory=lambda: Limits(max_actions=20, max_steps=20, max_generated_tokens=10_000))
    """Of calling functions and answering; the steps are the paper's, the rest is ours."""
    attribution_tokens: int = 512
    """Tokens on top of those, for naming evidence and grounding level."""


def answer_through(
    kernel: Kernel,
    graph: Graph,
    question: str,
    *,
    model: ChatModel,
    limits: KernelLimits | None = None,
    constrained: bool = False,
    on_step: Callable[[Step], None] | None = None,
) -> KernelAnswer:
    """Answer a question by an agent whose only tools are the functions of a kernel.

    Args:
        kernel: Its functions are called in its sandbox.
        graph: What they read; of the kernel's schema.
        question: In words.
        model: Picks functions, binds their arguments, answers, and fills the slots that functions ask for.
        limits: What the model may spend.
        constrained: Hold decoding to calls of the functions, and to the form of an answer.
        on_step: Told of each call and thought as it is made.

    Raises:
        KernelFolderError: The graph is of another schema.
        ModelError: The model failed; nothing is answered in its place. Where it is a `BudgetedModel` whose budget is
            spent, there is an answer from what was found until then.
    """
    require_schema(graph, kernel.schema)
    limits = limits or KernelLimits()
    metered = MeteredModel(model)
    with Operators(graph, slot_reader=ModelSlotReader(metered, constrained=constrained)) as operators:
        trajectory = _run(metered, kernel, operators, question, limits.loop, constrained=constrained, on_step=on_step)
        value = read_answer(trajectory.answer) if trajectory.answer else None
        answered = None if isinstance(value, JsonProblem) else value
        evidence = tuple(gather(trajectory.steps, operators, answered))
    attribution: Attribution | JsonProblem | None = None
    verification: Verification | None = None
    if answered is not None:
        verification = verify(answered, evidence, names=naming_properties(graph), question=question)
        if evidence:
            attribution = _attributed(metered, question, trajectory, evidence, limits, constrained=constrained)
    cited = attribution.cited if isinstance(attribution, Attribution) else ()
    return KernelAnswer(
        question=question,
        value=answered,
        grounding=_grounding(value, trajectory.outcome, attribution, verification),
        evidence=tuple(replace(item, cited=item.id in cited) for item in evidence),
        steps=trajectory.steps,
        usage=metered.usage,
        model=model.name,
        outcome=trajectory.outcome,
        kernel_sha256=kernel.manifest.kernel_sha256 if kernel.manifest else None,
    )


# ---- the agent


def _run(
    model: ChatModel,
    kernel: Kernel,
    operators: Operators,
    question: str,
    limits: Limits,
    *,
    constrained: bool,
    on_step: Callable[[Step], None] | None,
) -> Trajectory:
    functions = kernel.functions.values()
    example = next((f"{function.name}(<its arguments>)" for function in functions), "(there is none)")
    system = fill(
        "answer_system", functions="\n\n".join(map(_described, functions)), reply_format=reply_format(example)
    )
    return run_loop(
        model,
        (Message(role="system", content=system), Message(role="user", content=fill("answer_user", question=question))),
        [
            FunctionTool(kernel=kernel, function=function, operators=operators, max_chars=limits.max_observation_chars)
            for function in functions
        ],
        limits=limits,
        final_prompt=fill("answer_now"),
        stop=STOP,
        answer_rules=answer_rules() if constrained else None,
        on_step=on_step,
    )


def _described(function: Function) -> str:
    """A function as a model is told of it."""
    requires = "".join(f"\n    It requires {condition.text}." for condition in function.requires)
    described = "\n".join(f"    {line}".rstrip() for line in function.description.split("\n"))
    return f"{function.signature}\n{described}{requires}"


# ---- what it rests on


def _attributed(
    model: ChatModel,
    question: str,
    trajectory: Trajectory,
    evidence: Sequence[FunctionEvidence],
    limits: KernelLimits,
    *,
    constrained: bool,
) -> Attribution | JsonProblem:
    """What the model says its answer rests on, in a clean conversation: the loop's may fill the window."""
    conversation = (
        Message(role="user", content=fill("answer_user", question=question)),
        Message(role="assistant", content=trajectory.answer or ""),
    )
    blank = fill("answer_attribution", observations="")
    room = limits.loop.context_window - limits.attribution_tokens
    room -= estimate_tokens(*(message.content for message in conversation), blank)
    return attribute(
        model,
        conversation,
        prompt=fill("answer_attribution", observations=digest(evidence, max_chars=room * CHARACTERS_PER_TOKEN)),
        known=[item.id for item in evidence],
        max_tokens=limits.attribution_tokens,
        constrained=constrained,
    )


def _grounding(
    value: AnswerValue | JsonProblem | None,
    outcome: Outcome,
    attribution: Attribution | JsonProblem | None,
    verification: Verification | None,
) -> Grounding:
    reported: GroundingLevel | None = None
    reasons = []
    match value:
        case JsonProblem(problem=problem):
            reasons.append(f"The model gave no answer that can be read: {problem}.")
        case None:
            reasons.append("The model gave no answer.")
    match attribution:
        case Attribution(grounding=level, unknown=unknown):
            reported = level
            reasons += [f"It also cites {', '.join(unknown)}, which it was not given."] * bool(unknown)
        case JsonProblem(problem=problem):
            reasons.append(f"The model named no grounding level, {problem}.")
    if outcome is not Outcome.ANSWERED:
        reasons.append(f"The agent was {outcome}." if outcome.startswith("stopped") else f"The agent {outcome}.")
    verified = verification.level if verification else None
    said = levels_in_words(reported, verified, checked="against the graph")
    checked = verification.reason if verification else ""
    return Grounding(reported=reported, verified=verified, reason=" ".join(filter(None, [said, checked, *reasons])))
