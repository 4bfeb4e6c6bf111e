"""`entailed kernel functions`, `freeze` and `run`: the functions of a kernel from a terminal, without a model."""

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from entailed.apps.printing import COULD_NOT, ERR, OUT, AsJson, print_json

if TYPE_CHECKING:
    from entailed.oak.functions.calls import FunctionResult
    from entailed.oak.functions.model import Function

KernelFolder = Annotated[Path, typer.Argument(metavar="KERNEL", help="A folder with schema.yaml and functions.")]


def functions(folder: KernelFolder, as_json: AsJson = False) -> None:
    """List the functions of a kernel, with what each reads; exit code 1 where one has faults."""
    from entailed.apps.function_report import function_json, functions_text
    from entailed.oak.functions.check import function_faults
    from entailed.oak.functions.kernel import Kernel

    with Kernel.draft(folder) as kernel, ERR.status("checking functions"):
        faults = {
            name: function_faults(function, kernel.schema, kernel.sandbox)
            for name, function in kernel.functions.items()
        }
    found = kernel.functions.values()
    if not found:
        ERR.print(f"{folder} has no functions yet: write one as functions/NAME.py.", soft_wrap=True)
    if as_json:
        print_json([function_json(function, faults[function.name]) for function in found])
    else:
        OUT.print(functions_text([(function, faults[function.name]) for function in found]))
    if any(faults.values()):
        raise typer.Exit(COULD_NOT)


def freeze(
    folder: KernelFolder,
    graph: Annotated[
        Path | None, typer.Option("--graph", metavar="FILE", help="Run the examples of the functions over this graph.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check the functions of a kernel, and freeze it: from then on altered content is refused."""
    from entailed.oak.functions import folder as kernel_folder
    from entailed.oak.functions.sandbox import Sandbox
    from entailed.oak.graph.graph import Graph

    with Sandbox() as sandbox, Graph(graph) if graph else nullcontext() as opened, ERR.status("checking functions"):
        manifest = kernel_folder.freeze(folder, sandbox=sandbox, graph=opened)
    if as_json:
        print_json({"kernel_sha256": manifest.kernel_sha256, "files": manifest.files})
    else:
        named = manifest.kernel_sha256[:12]
        files = "1 file" if len(manifest.files) == 1 else f"{len(manifest.files)} files"
        OUT.print(f"{folder} is frozen as {named}, with {files}", soft_wrap=True)


def run(
    folder: KernelFolder,
    function: Annotated[str, typer.Argument(metavar="FUNCTION", help="Its name.")],
    graph: Annotated[Path, typer.Option("--graph", metavar="FILE", help="A graph of the kernel's schema.")],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE...", help="A value of another type than text is written as JSON."),
    ] = None,
    draft: Annotated[bool, typer.Option("--draft", help="Run a kernel that is not frozen.")] = False,
    as_json: AsJson = False,
) -> None:
    """Call a function of a kernel over a graph."""
    from entailed.apps.function_report import result_text
    from entailed.oak.functions.kernel import Kernel
    from entailed.oak.graph.graph import Graph

    opening = Kernel.draft if draft else Kernel.open
    with opening(folder) as kernel, Graph(graph) as opened:
        given = _given(kernel.functions.get(function), arguments or [])
        result = kernel.call(function, opened, **given)
    if as_json:
        print_json(_result_json(result))
    else:
        OUT.print(result_text(result))
        ERR.print(f"{len(result.calls)} calls of operators", style="dim")


def _given(function: "Function | None", stated: Sequence[str]) -> dict[str, Any]:
    """Arguments as they were typed: as text where the parameter takes it, and otherwise as the JSON it may be."""
    types = {parameter.name: parameter.type for parameter in function.parameters} if function else {}
    given: dict[str, Any] = {}
    for argument in stated:
        name, equals, text = argument.partition("=")
        if not equals:
            raise typer.BadParameter(f"`{argument}` is no NAME=VALUE.")
        if name in given:
            raise typer.BadParameter(f"`{name}` is given twice.")
        given[name] = text
        if name in types and types[name].problem(text):
            try:
                given[name] = json.loads(text)
            except (ValueError, RecursionError):
                continue  # it stays text, and the function refuses it
    return given


def _result_json(result: "FunctionResult") -> Mapping[str, Any]:
    calls = [asdict(call) | {"result": type(call.result).__name__ if call.result else None} for call in result.calls]
    return {
        "function": result.function,
        "arguments": result.arguments,
        "value": result.value,
        "calls": calls,
        "printed": result.printed,
    }
