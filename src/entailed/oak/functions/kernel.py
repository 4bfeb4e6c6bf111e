"""A kernel: a schema and the functions through which alone a graph of that schema is read."""

from pathlib import Path
from typing import Any, Self

from entailed.errors import FunctionCallError
from entailed.oak.functions.calls import FunctionResult, call_function
from entailed.oak.functions.folder import KernelParts, Manifest, open_frozen, read_draft, require_schema
from entailed.oak.functions.sandbox import Limits, Sandbox
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.operators import Operators
from entailed.oak.schema.faults import meant


class Kernel:
    """A kernel that is ready to be called. It holds processes until it is closed."""

    def __init__(self, parts: KernelParts, *, manifest: Manifest | None = None, limits: Limits | None = None) -> None:
        """Take a schema and functions.

        Args:
            parts: Of a folder, or made.
            manifest: Of a frozen kernel.
            limits: Of each call; usual ones where None.
        """
        self.schema = parts.schema
        self.functions = parts.functions
        self.mapping = parts.mapping
        self.manifest = manifest
        self.sandbox = Sandbox(limits)

    @classmethod
    def open(cls, folder: Path, *, limits: Limits | None = None) -> Self:
        """Open a frozen kernel.

        Raises:
            KernelFolderError: it is not frozen, or not as it was when it was.
        """
        parts, manifest = open_frozen(folder)
        return cls(parts, manifest=manifest, limits=limits)

    @classmethod
    def draft(cls, folder: Path, *, limits: Limits | None = None) -> Self:
        """Open a kernel that is being worked on; its functions need not have passed their checks.

        Raises:
            KernelFolderError, SchemaError, FunctionFileError: it cannot be read.
        """
        return cls(read_draft(folder), limits=limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes."""
        self.sandbox.close()

    def call(self, function: str, graph: Graph | Operators, /, **arguments: Any) -> FunctionResult:
        """Call a function.

        Args:
            function: Its name.
            graph: Of the kernel's schema; or operators over one, whose trace goes on and which may fill slots.
            arguments: Plain values.

        Raises:
            FunctionCallError: there is no such function, or the call failed as `call_function` says.
            KernelFolderError: the graph is of another schema.
        """
        operators = graph if isinstance(graph, Operators) else Operators(graph)
        require_schema(operators.graph, self.schema)
        if function not in self.functions:
            problem = f"there is no such function{meant(function, self.functions)}"
            raise FunctionCallError(problem, function=function, stage="arguments")
        return call_function(self.functions[function], arguments, operators=operators, sandbox=self.sandbox)
