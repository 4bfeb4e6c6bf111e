"""What `entailed kernel functions` and `run` show: for a terminal or a script."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from entailed.oak.functions.calls import FunctionResult
from entailed.oak.functions.model import Function
from entailed.oak.functions.static_report import StaticReport, static_report

Faults = Sequence[tuple[int, str]]
"""Each with its line."""


def functions_text(functions: Sequence[tuple[Function, Faults]]) -> RenderableType:
    """Functions, one after the other: how each is called, what it promises and reads, and what is wrong with it."""
    return Group(*(_function_text(function, faults) for function, faults in functions))


def function_json(function: Function, faults: Faults) -> dict[str, Any]:
    """The same for a script."""
    report = static_report(function.source)
    return {
        "name": function.name,
        "signature": function.signature,
        "description": function.description,
        "arguments": function.arguments_schema(),
        "requires": [condition.text for condition in function.requires],
        "ensures": [condition.text for condition in function.ensures],
        "examples": [example.text for example in function.examples],
        "reads": {
            "operators": report.operators,
            "types": report.names("type"),
            "properties": report.names("property"),
            "relations": report.names("relation"),
            "unknown": [asdict(read) for read in report.unknown],
        },
        "faults": [{"line": line, "problem": problem} for line, problem in faults],
    }


def result_text(result: FunctionResult) -> RenderableType:
    """A result: rows as a table, a value as it is, and otherwise JSON."""
    match result.value:
        case [{}, *_] as rows if all(isinstance(row, dict) and row.keys() == rows[0].keys() for row in rows):
            table = Table(*rows[0], box=None, pad_edge=False, header_style="bold")
            for row in rows:
                table.add_row(*(_cell(value) for value in row.values()))
            return table
    return Text(_cell(result.value))


def _cell(value: Any) -> str:
    match value:
        case None:
            return "–"
        case str():
            return value
    return json.dumps(value, ensure_ascii=False)


def _function_text(function: Function, faults: Faults) -> RenderableType:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for condition in function.requires:
        table.add_row("requires", condition.text)
    for condition in function.ensures:
        table.add_row("ensures", condition.text)
    for what, names in _reads(static_report(function.source)):
        table.add_row(what, names)
    for line, problem in faults:
        table.add_row(Text("fault", style="bold red"), f"line {line}: {problem}")
    first_line = function.description.split("\n", 1)[0]
    return Group(Text(function.signature, style="bold"), Padding(Group(Text(first_line), table), (0, 0, 1, 2)))


def _reads(report: StaticReport) -> list[tuple[str, str]]:
    rows = [
        ("types", report.names("type")),
        ("properties", report.names("property")),
        ("relations", report.names("relation")),
        ("not known", [f"{read.text} (line {read.line})" for read in report.unknown]),
    ]
    return [(what, ", ".join(names)) for what, names in rows if names]
