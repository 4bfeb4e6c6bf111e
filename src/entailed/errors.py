"""Every error this package raises on purpose.

    EntailedError
    ├── ReadError                 an ontology file cannot be read
    ├── WriteError                an ontology cannot be written as it stands
    ├── InconsistentOntologyError the axioms contradict each other: everything would follow
    ├── DLCheckError              a DL reasoner is missing, or does not take the axioms
    ├── IndexFolderError          an index folder is missing, damaged or of another version
    ├── MissingExtraError         a feature needs a package that is not installed
    ├── QuerySyntaxError          a query is not one of the forms of the query language
    ├── KernelError               a kernel cannot be read, run or asked
    │   ├── SchemaError           a schema cannot be read
    │   ├── GraphError            a graph cannot be built, opened or exported
    │   │   └── StatementError    the database cannot run a statement
    │   ├── OperatorError         an operator was asked for something that the graph does not have
    │   ├── FunctionFileError     a function of a kernel is not written as one, or fails its checks
    │   ├── FunctionCallError     a call of a function was refused, failed or did not keep its promise
    │   └── KernelFolderError     a kernel folder is not frozen, or not as it was when it was
    └── ModelError                a language model gave no usable reply
        ├── ModelUnavailableError the endpoint cannot be reached, or gave up after retries
        ├── ModelRefusedError     the endpoint rejected the request (key, model name, parameters)
        ├── ReplayError           a recording holds no reply for this request
        └── BudgetSpentError      what may be spent leaves no room for another reply

Anything else that escapes is a bug. Constructing an error has no side effects.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal


class EntailedError(Exception):
    """Root of the errors of this package; its text is one clear line that ends with what to try next."""


class ReadError(EntailedError):
    """An ontology file cannot be read."""

    def __init__(self, problem: str, *, source: str, line: int | None = None, advice: str = "") -> None:
        where = source if line is None else f"{source}, line {line}"
        super().__init__(f"{where}: {problem}" + (f" {advice}" if advice else ""))
        self.problem = problem
        self.source = source
        self.line = line
        """1-based line in the source, or None where the format has no lines."""


class WriteError(EntailedError):
    """An ontology holds something that the format to be written cannot express."""


class InconsistentOntologyError(EntailedError):
    """The axioms contradict each other, so that every statement would follow from them."""


class DLCheckError(EntailedError):
    """A reasoner for OWL 2 DL is not installed, or does not take the axioms."""


class IndexFolderError(EntailedError):
    """An index folder is missing, damaged, or of another format version."""

    def __init__(self, problem: str, *, folder: Path, advice: str) -> None:
        super().__init__(f"{folder}: {problem} {advice}")
        self.problem = problem
        self.folder = folder


class MissingExtraError(EntailedError):
    """A feature needs a package that is not installed."""

    def __init__(self, feature: str, *, package: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs the package `{package}`, which is not installed. "
            f"Install it with `pip install 'entailed[{extra}]'`."
        )
        self.package = package
        self.extra = extra


class QuerySyntaxError(EntailedError):
    """A query is not one of the forms of the query language."""

    def __init__(self, problem: str, *, query: str, column: int, example: str) -> None:
        super().__init__(f"column {column}: {problem} Write it like this: {example}")
        self.problem = problem
        self.query = query
        self.column = column
        """1-based position in the query, in characters."""
        self.example = example
        """A well-formed query: the given one corrected where that is possible, otherwise one of the same form."""


class KernelError(EntailedError):
    """A kernel cannot be read, run or asked."""


class SchemaError(KernelError):
    """A schema, or a mapping of tables to one, cannot be read; every problem of the file is named."""

    def __init__(self, problems: Sequence[tuple[int, str]], *, source: str) -> None:
        super().__init__("\n".join(f"{source}, line {line}: {problem}" for line, problem in problems))
        self.problems = tuple(problems)
        """Each with its 1-based line, in the order of the lines; at least one."""
        self.source = source


class GraphError(KernelError):
    """A graph cannot be built, opened or exported."""


class StatementError(GraphError):
    """The database cannot run a statement."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"the statement cannot be run: {problem}")
        self.problem = problem
        """In the words of the database."""


class OperatorError(KernelError):
    """An operator was given a name, a value or a set that the graph does not have, or would return too much."""


class FunctionFileError(KernelError):
    """A function of a kernel is not written as one, or fails its checks; every problem of the file is named."""

    def __init__(self, problems: Sequence[tuple[int, str]], *, source: str) -> None:
        super().__init__("\n".join(f"{source}, line {line}: {problem}" for line, problem in problems))
        self.problems = tuple(problems)
        """Each with its 1-based line, in the order of the lines; at least one."""
        self.source = source


class FunctionCallError(KernelError):
    """A call of a function was refused, failed, or did not keep what the function promises."""

    def __init__(self, problem: str, *, function: str, stage: Literal["arguments", "run", "result"]) -> None:
        super().__init__(f"{function}: {problem}")
        self.function = function
        self.stage = stage
        """Before it ran, as it ran, or by what came out: what has to be mended is the call, or the function."""


class KernelFolderError(KernelError):
    """A kernel folder is missing, not frozen, or not as it was when it was frozen."""


class ModelError(EntailedError):
    """A language model gave no usable reply."""


class ModelUnavailableError(ModelError):
    """The endpoint cannot be reached, or every retry failed."""


class ModelRefusedError(ModelError):
    """The endpoint rejected the request for good: key, model name or parameters."""


class ReplayError(ModelError):
    """A recording holds no reply for this request."""


class BudgetSpentError(ModelError):
    """What may be spent on a model leaves no room for another reply."""
