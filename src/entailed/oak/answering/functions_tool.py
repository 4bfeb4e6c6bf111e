"""A function of a kernel as a tool of the agent."""

from collections.abc import Sequence
from dataclasses import dataclass

from entailed.agent import JsonProblem, Observation, Step
from entailed.errors import FunctionCallError
from entailed.llm.gbnf import Rules
from entailed.oak.answering.call_arguments import read_arguments
from entailed.oak.answering.call_grammar import arguments_rules
from entailed.oak.answering.results import CalledFunction, remarks, result_text
from entailed.oak.functions.kernel import Kernel
from entailed.oak.functions.model import Function
from entailed.oak.operators.operators import Operators

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
        accounts = tuple(self.operators.account(call) for call in result.calls)
        text, whole = result_text(result.value, max_chars=max(self.max_chars - _ROOM_FOR_REMARKS, self.max_chars // 2))
        told = [text, *(f"Note: {remark}" for remark in remarks(result.calls, accounts))]
        called = CalledFunction(given=arguments, result=result, accounts=accounts, shown_whole=whole)
        return Observation(text="\n".join(told), informative=not called.is_empty, payload=called)

    def argument_rules(self, steps: Sequence[Step]) -> Rules:
        """The arguments by their types; earlier steps do not narrow them."""
        return arguments_rules(self.function)

    def _failed(self, problem: str) -> Observation:
        text = f"ERROR: {problem[:_MOST_CHARACTERS_OF_AN_ERROR]}\nIt is called as: {self.function.signature}"
        return Observation(text=text, informative=False)
