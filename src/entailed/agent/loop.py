"""The ReAct loop: reply, act, observe, until there is an answer or a limit is met.

One linear history, in which the model's and the user's turns alternate strictly: many chat templates accept nothing
else. Every limit is checked before the model is called, and each has an outcome of its own.

Source: Yao et al. (2023), "ReAct: Synergizing Reasoning and Acting in Language Models"; the limits are those of the
OA-RAG paper, Appendix A, where it names them.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from entailed.agent.replies import Action, Blank, FinalAnswer, Malformed, Move, Thought, Turn, parse_reply
from entailed.agent.reply_grammar import reply_grammar
from entailed.agent.tools import Tool
from entailed.agent.trajectory import Outcome, Step, StepKind, Trajectory
from entailed.agent.window import fit_window, observation_message, shorten
from entailed.errors import BudgetSpentError
from entailed.llm import ChatModel, FinishReason, Message, Reply
from entailed.llm.gbnf import Rules
from entailed.llm.token_estimates import estimate_tokens, generated_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Where a run ends, whatever the model does."""

    max_actions: int = 10
    """Tool calls that run."""
    max_steps: int = 30
    """Replies of the model; where a final prompt is given, the last is the answer to it."""
    max_generated_tokens: int = 5000
    """Tokens over all replies, before the one to the final prompt."""
    max_reply_tokens: int = 1024
    """Tokens of one reply; a longer one is cut and asked for again, shorter."""
    context_window: int = 8192
    """Tokens of the conversation and the next reply together; old observations are shortened to keep it."""
    max_observation_chars: int = 6000
    """Characters of one observation as it is first shown."""
    max_same_action: int = 2
    """How often one call may run: tools do not change, so neither does their result."""
    max_empty: int = 3
    """Blank replies in a row that end the run."""
    max_format_errors: int = 3
    """Unusable replies in a row that end the run."""


_KEPT_OF_CUT_REPLY = 400
"""Characters of an unfinished reply that stay in the history: enough to go on from, too few to fill the window."""

_SMALLEST_REPLY = 128
"""Tokens that are asked for even where the conversation seems to leave no room: the estimate may be too high."""


def run_loop(
    model: ChatModel,
    opening: Sequence[Message],
    tools: Sequence[Tool],
    *,
    limits: Limits,
    final_prompt: str | None = None,
    stop: Sequence[str] = (),
    answer_rules: Rules | None = None,
    on_step: Callable[[Step], None] | None = None,
) -> Trajectory:
    """Let the model think, call tools and answer.

    Args:
        model: Continues the conversation.
        opening: Starts the conversation; the last turn is the user's and explains tools and format.
        tools: What an action can name.
        limits: Where the run ends.
        final_prompt: At the limit of actions, steps or tokens, asks once for the answer without tools; None ends
            the run without an answer.
        stop: Passed to the model. A stop string such as a line break and `Observation:` saves tokens, but is only
            safe where no answer can hold it.
        answer_rules: Holds decoding to the format: a Thought and one call, or the answer that these rules derive. None
            leaves the model free.
        on_step: Told of each step as it is made.

    Raises:
        ModelError: The model gave no reply at all.
    """
    on_step = on_step or (lambda step: None)
    run = _Run(model, opening, tools, limits, stop, answer_rules)
    max_steps = limits.max_steps - (final_prompt is not None)
    try:
        while (outcome := run.ended(max_steps)) is None:
            on_step(run.step())
        if final_prompt is not None and outcome in (Outcome.ACTION_LIMIT, Outcome.STEP_LIMIT, Outcome.TOKEN_LIMIT):
            on_step(run.ask_for_answer(final_prompt))
    except BudgetSpentError:
        outcome = Outcome.BUDGET
    return Trajectory(
        outcome=outcome,
        answer=run.answer,
        steps=tuple(run.steps),
        messages=tuple(run.history),
        generated_tokens=limits.max_generated_tokens - run.tokens_left,
    )


class _Run:
    """The state of one run."""

    def __init__(
        self,
        model: ChatModel,
        opening: Sequence[Message],
        tools: Sequence[Tool],
        limits: Limits,
        stop: Sequence[str],
        answer_rules: Rules | None,
    ) -> None:
        self.model = model
        self.history = list(opening)
        self.tools = {tool.name: tool for tool in tools}
        self.limits = limits
        self.stop = stop
        self.answer_rules = answer_rules
        self.steps: list[Step] = []
        self.answer: str | None = None
        self.tokens_left = limits.max_generated_tokens
        self.calls: Counter[tuple[str, str]] = Counter()
        self.observations: dict[int, str] = {}
        """Position in the history, and text."""

    def ended(self, max_steps: int) -> Outcome | None:
        if self.answer is not None:
            return Outcome.ANSWERED
        if self._in_a_row(StepKind.BLANK) >= self.limits.max_empty:
            return Outcome.EMPTY_REPLIES
        if self._in_a_row(StepKind.MALFORMED) >= self.limits.max_format_errors:
            return Outcome.FORMAT_ERRORS
        if self.calls.total() >= self.limits.max_actions:
            return Outcome.ACTION_LIMIT
        if len(self.steps) >= max_steps:
            return Outcome.STEP_LIMIT
        return Outcome.TOKEN_LIMIT if self.tokens_left <= 0 else None

    def step(self) -> Step:
        started = time.perf_counter()
        reply = self._complete(min(self.limits.max_reply_tokens, self.tokens_left), self.tools.values())
        turn = _understood(reply)
        step = self._respond(turn.move)
        self._remember(turn, step)
        return self._made(step, reply, started)

    def ask_for_answer(self, prompt: str) -> Step:
        started = time.perf_counter()
        reply = self._complete(self.limits.max_reply_tokens, (), ending=f"\n\n{prompt}")
        turn = _understood(reply)
        answered = isinstance(turn.move, FinalAnswer)
        step = self._respond(turn.move) if answered else Step(kind=StepKind.MALFORMED)
        self._remember(turn, step)
        return self._made(step, reply, started)

    def _complete(self, max_tokens: int, tools: Iterable[Tool], ending: str = "") -> Reply:
        """Continue the history, its last turn lengthened by `ending`, within the context window.

        Under constrained decoding the reply can call these tools only.
        """
        room = self.limits.context_window - max_tokens - estimate_tokens(ending)
        messages = fit_window(self.history, self.observations, room)
        messages[-1] = _lengthened(messages[-1], ending)
        self.history[-1] = _lengthened(self.history[-1], ending)
        room = self.limits.context_window - estimate_tokens(*(message.content for message in messages))
        max_tokens = min(max_tokens, max(room, _SMALLEST_REPLY))
        grammar = None
        if self.answer_rules is not None:
            grammar = reply_grammar({tool.name: tool.argument_rules(self.steps) for tool in tools}, self.answer_rules)
        return self.model.complete(messages, max_tokens=max_tokens, stop=self.stop, grammar=grammar)

    def _respond(self, move: Move) -> Step:
        match move:
            case FinalAnswer(text=text, thought=thought):
                self.answer = text
                return Step(kind=StepKind.ANSWERED, thought=thought)
            case Action():
                return self._act(move)
            case Thought(text=text) if not self._in_a_row(StepKind.THOUGHT):
                told = "Go on: the next reply must hold an Action or an Answer."
                return Step(kind=StepKind.THOUGHT, thought=text, observation=told)
            case Thought(text=text):
                step = self._corrected("it is the second Thought in a row without an Action or an Answer")
                return replace(step, thought=text)
            case Malformed(problem=problem):
                return self._corrected(problem)
            case Blank():
                return replace(self._corrected("it is empty"), kind=StepKind.BLANK)

    def _act(self, action: Action) -> Step:
        tool = self.tools.get(action.tool)
        if tool is None:
            return replace(self._corrected(f"there is no tool `{action.tool}`"), thought=action.thought, action=action)
        call = action.tool, " ".join(action.argument.split())
        ran = self.calls[call]
        if ran >= self.limits.max_same_action:
            told = (
                f"Not run: this is the same call as before, which ran {ran} times; its result does not change. "
                "Change the call, for instance with one of the names that the results list, or give your Answer."
            )
            return Step(kind=StepKind.REPEATED, thought=action.thought, action=action, observation=told)
        self.calls[call] += 1
        result = tool.call(action.argument)
        return Step(
            kind=StepKind.CALLED,
            thought=action.thought,
            action=action,
            observation=shorten(result.text, self.limits.max_observation_chars, paging=tool.paging),
            informative=result.informative,
            payload=result.payload,
        )

    def _corrected(self, problem: str) -> Step:
        forms = ", ".join(f"`Action: {name}(...)`" for name in self.tools)
        told = f"That reply cannot be used: {problem}. Write a Thought, then one of {forms}, or `Answer: ...`."
        return Step(kind=StepKind.MALFORMED, observation=told)

    def _remember(self, turn: Turn, step: Step) -> None:
        self.history.append(Message(role="assistant", content=turn.kept or "(no reply)"))
        if step.kind is StepKind.CALLED:
            self.observations[len(self.history)] = step.observation
            self.history.append(observation_message(step.observation))
        elif step.observation:
            self.history.append(Message(role="user", content=step.observation))

    def _made(self, step: Step, reply: Reply, started: float) -> Step:
        self.tokens_left -= generated_tokens(reply)
        seconds = time.perf_counter() - started
        self.steps.append(replace(step, usage=reply.usage, seconds=seconds, constrained=reply.constrained))
        return self.steps[-1]

    def _in_a_row(self, kind: StepKind) -> int:
        return sum(1 for _ in takewhile(lambda step: step.kind is kind, reversed(self.steps)))


def _understood(reply: Reply) -> Turn:
    turn = parse_reply(reply.text)
    match reply.finish_reason:
        case FinishReason.STOP:
            return turn
        case FinishReason.LENGTH:
            problem = "it was cut off before it was complete, so reply more briefly"
        case FinishReason.FILTERED:
            problem = "the provider withheld part of it"
    return Turn(move=Malformed(problem=problem), kept=turn.kept[:_KEPT_OF_CUT_REPLY])


def _lengthened(message: Message, ending: str) -> Message:
    return replace(message, content=message.content + ending)
