"""The tables of a report that say how answers came about: grounding, gold evidence, tool calls, cost."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Literal

from entailed.benchmark.intervals import mean_interval
from entailed.benchmark.predictions import Prediction
from entailed.benchmark.records import Record, grouped, kind_of
from entailed.benchmark.report_accuracy import SYSTEM, accuracy, system_cells
from entailed.benchmark.report_tables import Row, Table
from entailed.llm import Usage
from entailed.oarag import GroundingLevel

Said = Literal["reported", "verified"]
"""By whom a grounding level is given: the model, or the reasoner."""

NO_LEVEL = "none"


def level_of(record: Record, said: Said) -> str:
    """The grounding level of an answer; `none` where it has none."""
    level = None if record.prediction is None else getattr(record.prediction, said)
    return NO_LEVEL if level is None else str(level)


def with_levels(records: Sequence[Record]) -> list[Record]:
    """The records of systems that give grounding levels at all."""
    of_systems = grouped(records, lambda r: (r.system,))
    said: tuple[Said, Said] = ("reported", "verified")
    return [
        record
        for _, group in of_systems
        if any(level_of(r, who) != NO_LEVEL for r in group for who in said)
        for record in group
    ]


def grounding_table(records: Sequence[Record]) -> Table:
    """The share of each grounding level, and how often answers of it are right, as in the paper's Figure 3."""
    rows: list[Row] = []
    said: tuple[Said, Said] = ("reported", "verified")
    for key, of_test in grouped(with_levels(records), lambda r: (*system_cells(r), r.test.number)):
        for who in said:
            for level in (*map(str, GroundingLevel), NO_LEVEL):
                group = [record for record in of_test if level_of(record, who) == level]
                share = mean_interval([level_of(record, who) == level for record in of_test])
                rows.append((*key, who, level, len(group), share, accuracy(group)))
    return Table(
        name="grounding",
        title="Grounding levels",
        note="*Reported* by the model, *verified* by the reasoner. The share is of all questions, the accuracy of the "
        "answers at the level.",
        columns=(*SYSTEM, "test", "by", "level", "n", "share", "accuracy"),
        rows=rows,
    )


def agreement_table(records: Sequence[Record]) -> Table:
    """How the level that was reported and the level that was verified go together."""
    rows: list[Row] = []
    levels = (*map(str, GroundingLevel), NO_LEVEL)
    for key, group in grouped(with_levels(records), lambda r: (*system_cells(r), r.test.number)):
        times = Counter((level_of(record, "reported"), level_of(record, "verified")) for record in group)
        rows += [(*key, level, *(times[level, other] for other in levels)) for level in levels]
    return Table(
        name="agreement",
        title="Reported against verified",
        note="Questions by the level that the model reported, in rows, and that the reasoner verified, in columns.",
        columns=(*SYSTEM, "test", "reported", *levels),
        rows=rows,
    )


def evidence_table(records: Sequence[Record]) -> Table:
    """How much of the gold evidence was shown to the model, and cited, as in the paper's Figure 4."""
    rows: list[Row] = []
    known = [record for record in records if record.evidence is not None]
    citing = {record.system for record in records if record.prediction is not None and _cites(record.prediction)}
    for key, group in grouped(known, lambda r: (*system_cells(r), r.test.number, kind_of(r.item))):
        found = [record.evidence for record in group if record.evidence is not None]
        complete = [one for one in found if one.shown == one.needed]
        rows.append(
            (
                *key,
                len(found),
                mean_interval([one.shown == one.needed for one in found]),
                mean_interval([0 < one.shown < one.needed for one in found]),
                mean_interval([one.shown == 0 for one in found]),
                len(complete),
                mean_interval([one.cited == one.needed for one in complete]) if group[0].system in citing else None,
            )
        )
    return Table(
        name="evidence",
        title="Gold evidence",
        note="Per cent of the questions whose gold evidence was shown to the model completely, partly and not at all; "
        "of those where it was complete, per cent of which the answer cites all of it, for systems that cite.",
        columns=(*SYSTEM, "test", "kind", "n", "completely", "partly", "not at all", "n complete", "cited"),
        rows=rows,
    )


def _cites(prediction: Prediction) -> bool:
    """Whether a method was at its citations: a grounding level is reported with them, also where there are none."""
    return bool(prediction.cited) or prediction.reported is not None


def forms(records: Sequence[Record]) -> list[str]:
    """The forms of tool calls that occur, the most frequent first."""
    times: Counter[str] = Counter()
    for record in records:
        if record.prediction is not None:
            times.update(dict(record.prediction.tool_calls))
    return [form for form, _ in times.most_common()]


def tool_calls_table(records: Sequence[Record]) -> Table:
    """Tool calls for each question, by form, as in the paper's Figure 6."""
    columns = forms(records)
    rows: list[Row] = []
    for key, predictions in _answered(records):
        if any(prediction.tool_calls for prediction in predictions):
            means = [fmean(prediction.tool_calls.get(form, 0) for prediction in predictions) for form in columns]
            rows.append((*key, len(predictions), sum(means), *means))
    return Table(
        name="tool_calls",
        title="Tool calls",
        note="For each question, on average, by form.",
        columns=(*SYSTEM, "test", "kind", "n", "all", *columns),
        rows=rows,
    )


_COSTS = ("n", "calls", "tokens in", "tokens out", "failed tokens", "all tokens", "cost")


def costs_table(records: Sequence[Record]) -> Table:
    """Calls to the model and tokens for each question, and altogether."""
    rows: list[Row] = []
    for key, group in grouped(records, lambda r: (*system_cells(r), r.test.number, kind_of(r.item))):
        usages = [record.prediction.usage for record in group if record.prediction is not None]
        failed = [record.failed_attempts for record in group]
        every = [usage for usage in (*usages, *failed) if usage.calls]
        if usages or every:
            rows.append(
                (
                    *key,
                    len(usages),
                    _mean([usage.calls for usage in usages]),
                    _mean([usage.input_tokens for usage in usages]),
                    _mean([usage.output_tokens for usage in usages]),
                    _tokens(failed),
                    _tokens(every),
                    _cost(every),
                )
            )
    return Table(
        name="costs",
        title="Calls and tokens",
        note="On average for each question that did not fail; then altogether: the tokens of attempts that failed, all "
        "tokens, these among them, and the cost, which is left open where a part of it is unknown. Attempts are those "
        "of the last run that asked a question.",
        columns=(*SYSTEM, "test", "kind", *_COSTS),
        rows=rows,
    )


def _mean(values: Sequence[int]) -> float | None:
    return fmean(values) if values else None


def _tokens(usages: Iterable[Usage]) -> int:
    return sum(usage.input_tokens + usage.output_tokens for usage in usages)


def _cost(usages: Iterable[Usage]) -> str | None:
    """The sum; None where a part is unknown, since the rest would be taken for all of it."""
    costs = [usage.cost for usage in usages]
    known = [cost for cost in costs if cost is not None]
    return f"{sum(known):,.2f}" if costs and len(known) == len(costs) else None


def _answered(records: Sequence[Record]) -> list[tuple[tuple[str | int, ...], list[Prediction]]]:
    put = [record for record in records if record.prediction is not None]
    return [
        (key, [record.prediction for record in group if record.prediction is not None])
        for key, group in grouped(put, lambda r: (*system_cells(r), r.test.number, kind_of(r.item)))
    ]
