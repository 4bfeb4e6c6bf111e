"""What `entailed index` says of an index, and what it found for a curator: for a terminal, a script, or a file."""

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from entailed.service import Check, CheckInstance, CheckLevel, Manifest, checks_table, index_json

SHOWN = 3
"""Instances of a check that a terminal shows."""
_LEVEL_STYLE = {CheckLevel.ERROR: "bold red", CheckLevel.WARN: "yellow", CheckLevel.INFO: "dim"}


def index_report(manifest: Manifest, checks: Sequence[Check]) -> RenderableType:
    """What was read, and the first few instances of what a curator should look at."""
    parts: list[RenderableType] = [_counts(manifest)]
    if checks:
        parts += [Text(""), _findings(checks)]
    if any(len(check.instances) > SHOWN for check in checks):
        parts.append(Text("`--report FILE.tsv` or `--report FILE.json` has all of them.", style="dim"))
    return Group(*parts)


def _counts(manifest: Manifest) -> Table:
    counts = manifest.counts
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    given: Any = manifest.report["given"]
    if not given:
        table.add_row("source", f"{manifest.source} ({manifest.report['format']})")
    imported: Any = manifest.report["imported"]
    for kind, documents in (("source", given), ("imported", imported)):
        for document in documents:
            table.add_row(kind, f"{document['source']} ({document['format']}, {document['axioms']:,} axioms)")
    for file in manifest.mapping_files:
        table.add_row("mappings from", file)
    table.add_row("classes", f"{counts['classes']:,} ({counts['obsolete']:,} obsolete)")
    table.add_row("relations", f"{counts['relations']:,}")
    table.add_row("names", f"{counts['names']:,}")
    table.add_row("links", f"{counts['links']:,}, from which the others follow")
    if counts.get("mappings"):
        table.add_row("mappings", f"{counts['mappings']:,} ({counts['mappings_reasoned']:,} of them reasoned with)")
    if by_mappings := counts.get("unsatisfiable_by_mappings"):
        unsatisfiable = f"{counts['unsatisfiable']:,} classes, {by_mappings:,} of them because of mappings"
        table.add_row("unsatisfiable", Text(unsatisfiable, style="red"))
    return table


def _findings(checks: Sequence[Check]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(overflow="fold")
    for check in checks:
        heading = Text.assemble((check.name, "bold"), f": {check.count:,}")
        table.add_row(Text(check.level, style=_LEVEL_STYLE[check.level]), heading)
        for instance in check.instances[:SHOWN]:
            table.add_row("", " ".join(_words(instance)))
        if len(check.instances) > SHOWN:
            table.add_row("", Text(f"… {len(check.instances) - SHOWN:,} more", style="dim"))
        table.add_row("", Text(check.advice, style="dim"))
    return table


def _words(instance: CheckInstance) -> Iterator[str]:
    if instance.lines:
        yield f"line {instance.lines[0]}:"
    if instance.entity:
        yield f"{instance.entity.name} ({instance.entity.identifier})" + (":" if instance.message else "")
    if instance.message:
        yield instance.message
    if instance.count > 1:
        yield f"({instance.count:,} times)"


def check_report_file(path: Path) -> None:
    """Refuse a name that does not say which form the report is to have."""
    if path.suffix not in (".json", ".tsv"):
        raise typer.BadParameter(f"--report writes JSON or TSV: let the name {path} end in .json or .tsv.")


def write_report(path: Path, manifest: Manifest, checks: Sequence[Check]) -> None:
    """Write all that the checks found, as TSV with a row for each instance or as the JSON of the command."""
    with path.open("w", encoding="utf-8", newline="") as file:
        if path.suffix == ".tsv":
            csv.writer(file, "excel-tab", lineterminator="\n").writerows(checks_table(checks))
        else:
            file.write(json.dumps(index_json(manifest, checks), ensure_ascii=False, indent=1) + "\n")
