"""What `entailed kernel check` says of a schema: for a terminal or a script."""

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from entailed.errors import SchemaError
from entailed.oak.schema.check import SchemaReport
from entailed.oak.schema.faults import SchemaFault
from entailed.oak.schema.files import SchemaFile
from entailed.oak.schema.yaml_values import Location

# ---- for a terminal


def report_text(file: SchemaFile, report: SchemaReport) -> RenderableType:
    """The faults with their reasons, and by whom the schema was checked."""
    parts: list[RenderableType] = [_heading(file), Text("")]
    if report.faults:
        parts += [_faults(file, report.faults), Text("")]
    parts.append(_verdict(report))
    if report.undecided:
        parts.append(Text(f"left open: {report.undecided}", style="yellow"))
    if report.doubts:
        parts.append(
            Text(f"{report.reasoner} may err here ({', '.join(report.doubts)}): ask --reasoner hermit.", style="yellow")
        )
    return Group(*parts)


def form_text(error: SchemaError) -> RenderableType:
    """What keeps a file from being read as a schema, line by line."""
    table = _table()
    for line, problem in error.problems:
        table.add_row(Text("form", style="bold red"), f"line {line}", problem)
    return Group(Text(error.source, style="bold"), Text(""), table, Text(""), _count(len(error.problems)))


def _heading(file: SchemaFile) -> Text:
    schema = file.schema
    properties = sum(len(type_.properties) for type_ in schema.entity_types.values())
    numbers = {
        "types": len(schema.entity_types),
        "properties": properties,
        "relations": len(schema.relations),
        "restrictions": len(schema.restrictions),
    }
    counts = " · ".join(f"{what} {count:,}" for what, count in numbers.items())
    return Text.assemble((file.source, "bold"), "\n", (counts, "dim"))


def _table() -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    return table


def _faults(file: SchemaFile, faults: Iterable[SchemaFault]) -> Table:
    table = _table()
    for fault in faults:
        table.add_row(Text(fault.kind, style="bold red"), _where(file, fault.at), fault.message)
        for declared in fault.because:
            table.add_row("", _where(file, declared.at), _indented(declared.text))
        if fault.consequences:
            table.add_row("", "", _indented(f"so neither can: {', '.join(fault.consequences)}"))
    return table


def _indented(text: str) -> Padding:
    return Padding(Text(text, style="dim"), (0, 0, 0, 2))


def _where(file: SchemaFile, at: Location) -> str:
    """The line; nothing for what holds because nothing is stated."""
    return f"line {file.line_of(at)}" if at else ""


def _verdict(report: SchemaReport) -> Text:
    if report.sound:
        text = Text("sound", style="bold green")
    elif report.faults:
        text = _count(len(report.faults))
    else:
        text = Text("undecided", style="bold yellow")
    if report.reasoner:
        text.append(f"   checked by {report.reasoner} in {report.seconds:.1f} s", style="dim not bold")
    else:
        text.append("   no reasoner was asked: correct these first, and check again", style="dim not bold")
    return text


def _count(faults: int) -> Text:
    return Text(f"{faults:,} fault{'s' if faults > 1 else ''}", style="bold red")


# ---- for a script


def report_json(file: SchemaFile, report: SchemaReport) -> dict[str, Any]:
    """The shape that docs/kernel-schema.md gives."""
    faults = [
        {
            "kind": fault.kind,
            "line": file.line_of(fault.at),
            "at": list(fault.at),
            "message": fault.message,
            "because": [
                {"line": file.line_of(declared.at) if declared.at else None, "text": declared.text}
                for declared in fault.because
            ],
            "consequences": list(fault.consequences),
        }
        for fault in report.faults
    ]
    return {
        "source": file.source,
        "sound": report.sound,
        "consistent": report.consistent,
        "faults": faults,
        "reasoner": report.reasoner or None,
        "undecided": report.undecided,
        "doubts": list(report.doubts),
        "seconds": round(report.seconds, 3),
    }


def form_json(error: SchemaError) -> dict[str, Any]:
    """The same shape for a file that is no schema."""
    faults = [
        {"kind": "form", "line": line, "at": [], "message": problem, "because": [], "consequences": []}
        for line, problem in error.problems
    ]
    return {
        "source": error.source,
        "sound": False,
        "consistent": None,
        "faults": faults,
        "reasoner": None,
        "undecided": "",
        "doubts": [],
        "seconds": 0.0,
    }
