"""Runs Python that nobody has read: the only module that knows `pydantic_monty`.

The code runs in a process of its own by an interpreter that has no files, network, environment, clock or randomness.
Plain values go in and come out; the functions it is given are all of the outside that it can reach.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, is_dataclass
from typing import Any, Self, TypeAlias

from entailed.errors import KernelError, MissingExtraError
from entailed.oak.functions.plain_values import NotPlainError, plain_copy
from entailed.oak.functions.time_limit import interrupted_after

try:
    import pydantic_monty as monty
except ModuleNotFoundError as error:
    raise MissingExtraError("running functions", package="pydantic-monty", extra="kernel") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one run may use."""

    time_s: float = 10.0
    """Of the code, and of all with the calls it makes: a call that is under way is then interrupted."""
    memory_bytes: int = 64_000_000
    """Of the values of the code."""
    calls: int = 200
    recursion: int = 200
    """Calls within calls."""
    items: int = 200_000
    """Values in the result, and in the arguments of one call, those within others counted too."""
    characters: int = 1_000_000
    """Of all texts in the result, and in the arguments of one call."""
    printed_characters: int = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """Code that ran to its end."""

    value: Any
    """Of its last expression: None, truth values, numbers, texts, and lists and mappings (by text) of such."""
    printed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """Code that failed, or used more than it may."""

    problem: str
    line: int | None
    """1-based, in the code; None where it is not known."""
    printed: str = ""


Outcome: TypeAlias = Finished | Stopped

_GRACE_S = 2.0
_ROUGHLY = 300
"""Characters of an error that are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeFault:
    """Something that the type checker does not accept."""

    line: int
    """1-based."""
    problem: str


class Sandbox:
    """Interpreters that wait for code. Any number of threads may use them; each run begins with nothing."""

    def __init__(self, limits: Limits | None = None) -> None:
        """Start nothing yet: the first run starts the first process.

        Args:
            limits: Of every run; usual ones where None.
        """
        self.limits = limits or Limits()
        # Where the interpreter does not end itself in time, as within one built-in function, its process is ended.
        self._pool = monty.Monty(min_processes=0, request_timeout=self.limits.time_s + _GRACE_S)
        self._pool.__enter__()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes."""
        self._pool.__exit__(None, None, None)

    def run(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
        interrupt: Callable[[], None] | None = None,
    ) -> Outcome:
        """Run code and take the value of its last expression.

        Args:
            code: Statements.
            inputs: Plain values, by the names that the code has for them.
            functions: What it may call. They may return dataclasses, which the code can read and hand back as the
                objects they are, and cannot make. A `KernelError` of theirs is raised in the code.
            interrupt: Ends a call that is under way; called from another thread, once and again until the call ends.

        Raises:
            Exception: whatever else one of the functions raised, as it was raised.
        """
        outside = _Outside(self.limits, functions or {})
        printed = monty.CollectString(max_bytes=4 * self.limits.printed_characters)
        try:
            with self._session() as session, outside.until_time_is_up(interrupt):
                found = session.feed_run(
                    code, inputs=dict(inputs or {}), external_lookup=outside.functions, print_callback=printed
                )
            outcome: Outcome = Finished(value=_copied(found, self.limits), printed=printed.output)
        except NotPlainError as error:
            outcome = Stopped(problem=f"the result {error}", line=None, printed=printed.output)
        except monty.MontyError as error:
            outcome = Stopped(problem=_in_words(error), line=_line(error), printed=printed.output)
        if outside.failure is not None:
            raise outside.failure
        if outside.spent:  # and though the code may have caught the error
            return Stopped(problem=outside.spent, line=None, printed=printed.output)
        return outcome

    def type_faults(self, code: str, *, declarations: str) -> tuple[TypeFault, ...]:
        """What the type checker finds in code, which must only define: it is run where there is no fault.

        Args:
            code: Statements.
            declarations: Of the names it may use beside its own, as in a `.pyi` file.
        """
        try:
            with self._session(type_check=True, type_check_stubs=declarations, type_check_format="json") as session:
                session.feed_run(code, print_callback=monty.CollectString())
        except monty.MontyTypingError as error:
            faults = json.loads(error.display())
            return tuple(TypeFault(line=fault["location"]["row"], problem=f"{fault['message']}.") for fault in faults)
        except monty.MontyError as error:
            return (TypeFault(line=_line(error) or 1, problem=_in_words(error)),)
        return ()

    def _session(self, **checking: Any) -> monty.MontySession:
        return self._pool.checkout(
            limits={
                "max_feed_duration_secs": self.limits.time_s,
                "max_memory": self.limits.memory_bytes,
                "max_recursion_depth": self.limits.recursion,
                # The interpreter counts other things among these, such as names it asks for; calls are counted here.
                "max_suspensions": 2 * self.limits.calls + 100,
            },
            # Nothing answers such calls, so that they fail; what a function returns depends on its arguments alone.
            os_policy={"datetime": "call_host", "sleep": "call_host", "random_start": "call_host"},
            **checking,
        )


# ---- calls to the outside


class _Outside:
    """The functions that code may call, and what has become of its calls."""

    def __init__(self, limits: Limits, functions: Mapping[str, Callable[..., Any]]) -> None:
        self.functions = {name: self._guarded(name, function) for name, function in functions.items()}
        self.failure: BaseException | None = None
        """What is no business of the code."""
        self.spent = ""
        """Which limit was reached."""
        self._limits = limits
        self._calls = 0
        self._ends = float("inf")

    @contextmanager
    def until_time_is_up(self, interrupt: Callable[[], None] | None) -> Iterator[None]:
        """Start the clock, and interrupt the call that is under way when the time is up."""
        self._ends = time.monotonic() + self._limits.time_s
        try:
            with interrupted_after(self._limits.time_s, interrupt) if interrupt else nullcontext():
                yield
        finally:
            self._look_at_the_clock()

    def _look_at_the_clock(self) -> None:
        if time.monotonic() > self._ends:
            self.spent = self.spent or f"it took longer than {self._limits.time_s:g} s with the calls it made."

    def _guarded(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*positional: Any, **arguments: Any) -> Any:
            self._calls += 1
            if self._calls > self._limits.calls:
                self.spent = self.spent or f"it made more than {self._limits.calls} calls."
            self._look_at_the_clock()
            if self.spent:
                raise KernelError(self.spent)
            if positional:
                raise KernelError(f"`{name}` takes its arguments by name: write `{name}(argument=value)`.")
            try:
                return _handed(function(**_copied(arguments, self._limits, objects=True)))
            except NotPlainError as error:
                raise KernelError(f"an argument of `{name}` {error}") from None
            except KernelError:
                raise
            except BaseException as error:
                self.failure = error
                raise

        return call


@dataclass
class _Handed(monty.ClassInstance):
    """A dataclass as code sees it: its fields, and no methods. What the code changes is its own copy."""

    eager_attrs: Any = field(default="all", kw_only=True)

    def convert_value(self, /, name: str, value: Any) -> Any:
        return _handed(value)


def _handed(value: Any) -> Any:
    match value:
        case tuple() if hasattr(value, "_fields"):
            return value  # the code reads its fields by name, which a class instance would make dear
        case list() | tuple():
            return type(value)(map(_handed, value))
    return _Handed(value) if is_dataclass(value) else value


def _copied(value: Any, limits: Limits, *, objects: bool = False) -> Any:
    return plain_copy(value, most_items=limits.items, most_characters=limits.characters, objects=objects)


# ---- what went wrong


def _in_words(error: monty.MontyError) -> str:
    """One line."""
    match error:
        case monty.MontyCrashedError():
            return "it had to be ended from outside, as it used too much time or memory."
        case monty.MontyConversionError():
            return f"an input cannot be handed in: {str(error)[:_ROUGHLY]}"
    text = str(error).removeprefix("Exception: ")  # which is how a `KernelError` comes back
    return " ".join(text[:_ROUGHLY].split()) + ("…" if len(text) > _ROUGHLY else "")


def _line(error: monty.MontyError) -> int | None:
    """The innermost line of the code where it went wrong."""
    match error:
        case monty.MontyRuntimeError() | monty.MontySyntaxError():
            frames = error.traceback()
            return frames[-1].line if frames else None
    return None
