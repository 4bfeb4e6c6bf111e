"""A function of a kernel as a tool of the agent."""

from collections.abc import Sequence
from dataclasses import dataclass

from entailed.agent import JsonProblem, Observation, Step
from entailed.errors import FunctionCallError, GraphError
from entailed.llm.gbnf import Rules
from entailed.oak.answering.answers import OperatorStep
from entailed.oak.answering.call_arguments import read_arguments
from entailed.oak.answering.call_grammar import arguments_rules
from entailed.oak.answering.results import CalledFunction, remarks, result_text
from entailed.oak.functions.kernel import Kernel
from entailed.oak.functions.model import Function
from entailed.oak.functions.time_limit import interrupted_after
from entailed.oak.operators.operators import Operators
from entailed.oak.operators.values import OperatorCall

_MOST_CHARACTERS_OF_AN_ERROR = 1_000
_ROOM_FOR_REMARKS = 1_500


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionTool:
    """Calls one function over one graph."""

    kernel: Kernel
    function: Function
    operators: Operators
    """Over the graph; their trace goes on from call to call."""
    max_chars: int
    """Of an observation."""

    @property
    def name(self) -> str:
        """Of the function."""
        return self.function.name

    @property
    def paging(self) -> str:
        """How to see the rest of a long result."""
        return "call with narrower arguments to see the rest"

    def call(self, argument: str) -> Observation:
        """Call the function; a mistake in the call, and a failure of the function, are told."""
        arguments = read_arguments(argument, self.function)
        if isinstance(arguments, JsonProblem):
            return self._failed(f"{arguments.problem}.")
        try:
            result = self.kernel.call(self.name, self.operators, **arguments)
        except FunctionCallError as error:
            return self._failed(str(error).removeprefix(f"{self.name}: "))
        try:
            steps = self._steps(result.calls)
        except GraphError as error:
            return self._failed(f"what it read cannot be counted: {error} Call it with narrower arguments.")
        text, whole = result_text(result.value, max_chars=max(self.max_chars - _ROOM_FOR_REMARKS, self.max_chars // 2))
        told = [text, *(f"Note: {remark}" for remark in remarks(steps))]
        called = CalledFunction(given=arguments, result=result, operators=steps, shown_whole=whole)
        return Observation(text="\n".join(told), informative=not called.is_empty, payload=called)

    def _steps(self, calls: Sequence[OperatorCall]) -> tuple[OperatorStep, ...]:
        """What the calls did and read, counted in the time that a function has."""
        with interrupted_after(self.kernel.sandbox.limits.time_s, self.operators.graph.database.interrupt):
            return tuple(
                OperatorStep(call=call, account=self.operators.account(call), read=self.operators.facts_read(call))
                for call in calls
            )

    def argument_rules(self, steps: Sequence[Step]) -> Rules:
        """The arguments by their types; earlier steps do not narrow them."""
        return arguments_rules(self.function)

    def _failed(self, problem: str) -> Observation:
        text = f"ERROR: {problem[:_MOST_CHARACTERS_OF_AN_ERROR]}\nIt is called as: {self.function.signature}"
        return Observation(text=text, informative=False)
