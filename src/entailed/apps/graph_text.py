"""What a graph holds, what was left out of it and what it lacks, for a terminal or a script."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from entailed.oak.graph.closed_world import Violation
from entailed.oak.graph.report import GraphReport


def graph_lines(report: GraphReport, violations: Iterable[Violation]) -> list[str]:
    """One line for each figure."""
    lines = [f"{count:>12,}  {type_}" for type_, count in report.entities.items()]
    lines += [f"{count:>12,}  {relation}" for relation, count in report.relations.items()]
    lines += [f"{count:>12,}  {of}: several values, the first is shown" for of, count in report.conflicts.items()]
    for left_out in report.rejected:
        of = ".".join(filter(None, (left_out.name, left_out.property)))
        example = f", such as `{left_out.example}`" if left_out.example else ""
        lines.append(f"{left_out.count:>12,}  {of}: left out, {left_out.reason}{example}")
    return lines + [f"{lack.count:>12,}  {lack.subject}: do not meet `{lack.demand}`" for lack in violations]


def row_lines(rows: Mapping[str, int]) -> list[str]:
    """One line for each table that was read, by document."""
    return [f"{count:>12,}  rows of {document}" for document, count in rows.items()]


def graph_json(report: GraphReport, violations: Iterable[Violation]) -> dict[str, Any]:
    """The figures of a graph for a script."""
    return {**asdict(report), "violations": [asdict(violation) for violation in violations]}
