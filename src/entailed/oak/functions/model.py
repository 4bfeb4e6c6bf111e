"""Functions of a kernel, as their files state them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from entailed.errors import FunctionCallError
from entailed.oak.functions.conditions import Condition
from entailed.oak.functions.plain_types import PlainType


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a function."""

    name: str
    type: PlainType
    required: bool
    default: Any
    """A plain value; None where it is required."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A call that can be made, and for some what it returns."""

    text: str
    line: int
    """1-based."""
    arguments: Mapping[str, Any]
    expects: bool
    """Whether a result is stated."""
    expected: Any
    """A plain value; None where no result is stated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function of a kernel."""

    name: str
    parameters: tuple[Parameter, ...]
    returns: PlainType
    description: str
    """Its docstring, without the sections below."""
    requires: tuple[Condition, ...]
    """What has to hold of the arguments."""
    ensures: tuple[Condition, ...]
    """What holds of the result."""
    examples: tuple[Example, ...]
    source: str
    """The whole file."""

    @property
    def signature(self) -> str:
        """How it is called, with types."""
        stated = (f"{p.name}: {p.type.text}" + ("" if p.required else f" = {p.default!r}") for p in self.parameters)
        return f"{self.name}({', '.join(stated)}) -> {self.returns.text}"

    def arguments_schema(self) -> dict[str, Any]:
        """The arguments as JSON Schema, for models that call functions by it."""
        properties = {
            p.name: p.type.json_schema() | ({} if p.required else {"default": p.default}) for p in self.parameters
        }
        required = [p.name for p in self.parameters if p.required]
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def bound(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All arguments of a call, defaults too.

        Raises:
            FunctionCallError: one that is needed is missing, or one that is given is unknown or of another type.
        """
        names = [p.name for p in self.parameters]
        listed = f"Its arguments are {', '.join(names)}." if names else "It takes no arguments."
        for name in given:
            if name not in names:
                raise self._refusal(f"it has no argument `{name}`. {listed}")
        for parameter in self.parameters:
            if parameter.name in given:
                if problem := parameter.type.problem(given[parameter.name]):
                    raise self._refusal(f"`{parameter.name}` {problem}")
            elif parameter.required:
                raise self._refusal(f"`{parameter.name}` is missing. {listed}")
        return {p.name: given.get(p.name, p.default) for p in self.parameters}

    def _refusal(self, problem: str) -> FunctionCallError:
        return FunctionCallError(problem, function=self.name, stage="arguments")
