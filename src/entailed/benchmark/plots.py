"""The plots of a report, as PNG and SVG. The only module that knows matplotlib."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, NullFormatter

from entailed.benchmark.intervals import Estimate
from entailed.benchmark.records import Record, System, grouped, kind_of
from entailed.benchmark.report_accuracy import accuracy, column_of, column_title, constructed
from entailed.benchmark.report_analyses import NO_LEVEL, Said, forms, level_of, with_levels
from entailed.llm import Usage
from entailed.oarag import GroundingLevel

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C6D31", "#4D4D4D")
"""Told apart by colour-blind readers too: Okabe and Ito (2008), the yellow and the black replaced."""
_MARKERS = "osD^vP*X"
_GRID = "#E6E6E6"
_LEVEL_COLOURS = {
    GroundingLevel.ENTAILED: "#00664B",
    GroundingLevel.SUPPORTED: "#55B89A",
    GroundingLevel.RELATED: "#E3B04B",
    GroundingLevel.UNRELATED: "#C0562F",
    NO_LEVEL: "#D9D9D9",
}
_MOST_LINES = 8
"""Systems in a plot with a line for each; the most accurate ones are taken."""

_STYLE: Any = {  # matplotlib's type for it lists all its settings
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "svg.hashsalt": "entailed",  # the same records, the same bytes
}

_Draw: TypeAlias = Callable[[Sequence[Record]], Figure | None]


class Plot(NamedTuple):
    """A plot that was drawn."""

    beside: str
    """The name of the table that it belongs to."""
    caption: str
    files: tuple[Path, Path]
    """PNG, SVG."""


def draw(records: Sequence[Record], folder: Path) -> tuple[Plot, ...]:
    """Draw the plots for which there is something to show."""
    plots: tuple[tuple[str, str, _Draw], ...] = (
        ("main", "Accuracy with 95 % intervals.", _accuracy),
        ("construction", "Accuracy by construction.", _construction),
        ("grounding", "Grounding levels, and the accuracy of the answers at each.", _grounding),
        ("tool_calls", "Tool calls for each question.", _tool_calls),
        ("costs", "Accuracy against tokens for each question.", _costs),
    )
    drawn = []
    with matplotlib.rc_context(_STYLE):
        for name, caption, make in plots:
            if (figure := make(records)) is not None:
                files = folder / f"{name}.png", folder / f"{name}.svg"
                figure.savefig(files[0], dpi=150)
                figure.savefig(files[1], metadata={"Date": None})
                drawn.append(Plot(name, caption, files))
    return tuple(drawn)


# ---- one system a row


def _accuracy(records: Sequence[Record]) -> Figure | None:
    columns = list(grouped(records, column_of))
    right = {row: fmean(r.correct for r in group) for row, group in grouped(records, _method)}
    rows, models = sorted(right, key=lambda row: -right[row]), sorted({record.system.model for record in records})
    height = 0.8 + len(rows) * max(0.26, 0.12 * len(models))
    figure, axes = _panels(1, len(columns), width=2.3, height=height, names=2.0)
    for ax, (column, group) in zip(axes, columns, strict=True):
        for (system,), of_system in grouped(group, lambda r: (r.system,)):
            at = models.index(system.model)
            below = (at - (len(models) - 1) / 2) * 0.7 / len(models)
            _dot(ax, accuracy(of_system), rows.index((system.method, system.settings)) + below, _colour(at))
        ax.set_title(f"{column_title(column)}\nn = {max(_sizes(group)):,}")
        ax.set_xlim(-3, 103)
        ax.set_xlabel("correct, %")
        ax.grid(axis="x", color=_GRID)
    _name_rows(axes[0], [", ".join(filter(None, row)) for row in rows])
    _legend(figure, [_key(_short_model(model), _colour(at), "o") for at, model in enumerate(models)])
    return figure


def _method(record: Record) -> tuple[str, str]:
    return record.system.method, record.system.settings


def _tool_calls(records: Sequence[Record]) -> Figure | None:
    calling = [record for record in records if record.prediction is not None and record.prediction.tool_calls]
    systems = _systems(calling)
    found = [record for record in records if record.prediction is not None and record.system in systems]
    if not found:
        return None
    columns, shown = list(grouped(found, _test_and_kind)), forms(found)
    figure, axes = _panels(1, len(columns), width=2.3, height=0.9 + 0.3 * len(systems), names=3.0)
    for ax, ((test, kind), group) in zip(axes, columns, strict=True):
        for (system,), of_system in grouped(group, lambda r: (r.system,)):
            start = 0.0
            for at, form in enumerate(shown):
                mean = fmean(r.prediction.tool_calls.get(form, 0) for r in of_system if r.prediction)
                ax.barh(systems.index(system), mean, left=start, color=_colour(at), height=0.65)
                start += mean
            ax.text(start, systems.index(system), f" {start:.1f}", va="center", fontsize=8)
        ax.set_title(f"Test {test} {kind}")
        ax.set_xlabel("calls for each question")
        ax.margins(x=0.15)
    _name_rows(axes[0], [_short(system) for system in systems])
    _legend(figure, [_key(form, _colour(at)) for at, form in enumerate(shown)])
    return figure


def _test_and_kind(record: Record) -> tuple[int, str]:
    return record.test.number, kind_of(record.item)


def _grounding(records: Sequence[Record]) -> Figure | None:
    told = with_levels(records)
    said: tuple[Said, Said] = ("reported", "verified")
    bars = [(key, who, group) for key, group in grouped(told, lambda r: (r.test.number, r.system)) for who in said]
    if not bars:
        return None
    figure, axes = _panels(1, 2, width=3.6, height=0.9 + 0.36 * len(bars), names=3.2)
    levels = [*GroundingLevel, NO_LEVEL]
    for row, (_, who, group) in enumerate(bars):
        start = 0.0
        for level in levels:
            of_level = [record for record in group if level_of(record, who) == level]
            share = 100 * len(of_level) / len(group)
            axes[0].barh(row, share, left=start, color=_LEVEL_COLOURS[level], height=0.7)
            start += share
            _dot(axes[1], accuracy(of_level), row + 0.13 * (levels.index(level) - 2), _LEVEL_COLOURS[level])
    axes[0].set_xlabel("share of questions, %")
    axes[0].set_xlim(0, 100)
    axes[1].set_xlabel("correct at the level, %")
    axes[1].set_xlim(-3, 103)
    axes[1].grid(axis="x", color=_GRID)
    _name_rows(axes[0], [f"test {test}, {_short(system)}, {who}" for (test, system), who, _ in bars])
    _legend(figure, [_key(str(level), _LEVEL_COLOURS[level]) for level in levels])
    return figure


# ---- one system a line or a point


def _construction(records: Sequence[Record]) -> Figure | None:
    systems = _best(records)
    parts = [((record.test.number, made_by), is_, record) for record in records for made_by, is_ in constructed(record)]
    tests, made_bys = sorted({test for (test, _), _, _ in parts}), sorted({made_by for (_, made_by), _, _ in parts})
    if not parts:
        return None
    figure, axes = _panels(len(tests), len(made_bys), width=2.6, height=2.3, names=0.6)
    for ax, panel in zip(axes, product(tests, made_bys), strict=True):
        here: defaultdict[tuple[str, System], list[bool]] = defaultdict(list)
        for other, is_, record in parts:
            if other == panel:
                here[is_, record.system].append(record.correct)
        values = sorted({is_ for is_, _ in here})
        for at, system in enumerate(systems):
            means = [100 * fmean(here.get((value, system), [math.nan])) for value in values]
            ax.plot(range(len(values)), means, marker=_MARKERS[at], color=_colour(at), linewidth=1.2, markersize=5)
        ax.set_xticks(range(len(values)), values)
        ax.set_ylim(-3, 103)
        ax.margins(x=0.12)
        ax.set_title(f"Test {panel[0]}: {panel[1]}")
        ax.grid(axis="y", color=_GRID)
    for ax in axes[:: len(made_bys)]:
        ax.set_ylabel("correct, %")
    _legend(figure, [_key(_short(system), _colour(at), _MARKERS[at]) for at, system in enumerate(systems)])
    return figure


def _costs(records: Sequence[Record]) -> Figure | None:
    counted = {(record.system, record.test.number) for record in records if _tokens(record)}
    put = [record for record in records if (record.system, record.test.number) in counted]
    columns, models = list(grouped(put, lambda r: (r.test.number,))), sorted({r.system.model for r in put})
    if not columns:
        return None
    figure, axes = _panels(1, len(columns), width=4.4, height=3.6, names=0.6)
    for ax, ((test,), group) in zip(axes, columns, strict=True):
        for method, of_method in grouped(group, _method):
            points = [
                (fmean(filter(None, map(_tokens, of_system))), 100 * fmean(r.correct for r in of_system), model)
                for (model,), of_system in grouped(of_method, lambda r: (r.system.model,))
            ]
            for tokens, right, model in points:
                ax.plot(tokens, right, "o", color=_colour(models.index(model)), markersize=5)
            ax.plot([at[0] for at in points], [at[1] for at in points], color=_GRID, zorder=1)
            tokens, right, _ = max(points, key=lambda at: at[1])
            name = ", ".join(filter(None, method))
            ax.annotate(name, (tokens, right), xytext=(5, 0), textcoords="offset points", va="center", fontsize=7)
        ax.set_xscale("log")
        ax.set_ylim(-3, 103)
        ax.margins(x=0.25)
        ax.xaxis.set_major_formatter(FuncFormatter(lambda tokens, _: f"{tokens:,.0f}"))
        ax.xaxis.set_minor_formatter(NullFormatter())
        ax.set_title(f"Test {test}")
        ax.set_xlabel("tokens for each question, read and written")
        ax.grid(color=_GRID)
    axes[0].set_ylabel("correct, %")
    _legend(figure, [_key(_short_model(model), _colour(at), "o") for at, model in enumerate(models)])
    return figure


def _tokens(record: Record) -> int:
    usage = record.prediction.usage if record.prediction else Usage()
    return usage.input_tokens + usage.output_tokens


# ---- what plots share


def _systems(records: Iterable[Record]) -> list[System]:
    return sorted({record.system for record in records}, key=lambda s: (s.method, s.settings, s.model))


def _best(records: Sequence[Record]) -> list[System]:
    """The most accurate systems, so many as can be told apart."""
    right = {s: fmean(r.correct for r in group) for (s,), group in grouped(records, lambda r: (r.system,))}
    return sorted(right, key=lambda system: -right[system])[:_MOST_LINES]


def _sizes(records: Sequence[Record]) -> list[int]:
    return [len(group) for _, group in grouped(records, lambda r: (r.system,))]


def _short(system: System) -> str:
    return ", ".join(filter(None, (system.method, system.settings, _short_model(system.model))))


def _short_model(model: str) -> str:
    """A model without its provider, and without the folder and the ending of its file."""
    return model.rpartition("/")[2].rpartition(":")[2].removesuffix(".gguf")


def _colour(at: int) -> str:
    return _COLOURS[at % len(_COLOURS)]


def _dot(ax: Axes, estimate: Estimate | None, row: float, colour: str) -> None:
    """A share in per cent with its interval; nothing where there is none."""
    if estimate is not None:
        ax.plot([100 * estimate.low, 100 * estimate.high], [row, row], color=colour, linewidth=1.8, alpha=0.55)
        ax.plot(100 * estimate.mean, row, "o", color=colour, markersize=4.5)


def _panels(rows: int, columns: int, *, width: float, height: float, names: float) -> tuple[Figure, list[Axes]]:
    """Panels that share their vertical axis, row by row; sizes in inches, `names` for what is written to their left."""
    figure = Figure(figsize=(names + width * columns, (height + 0.3) * rows + 0.4), layout="constrained")
    axes = figure.subplots(rows, columns, sharey=True, squeeze=False)
    return figure, list(axes.flat)


def _name_rows(ax: Axes, names: Sequence[str]) -> None:
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(len(names) - 0.5, -0.5)  # the first on top


def _key(name: str, colour: str, marker: str = "s") -> Line2D:
    """An entry of a legend."""
    return Line2D([], [], color=colour, marker=marker, linestyle="none", markersize=6, label=name)


def _legend(figure: Figure, keys: Sequence[Line2D]) -> None:
    longest = max(len(str(key.get_label())) for key in keys)
    columns = max(1, int(figure.get_figwidth() / (0.5 + 0.075 * longest)))
    figure.legend(handles=list(keys), loc="outside lower center", ncols=columns, frameon=False, fontsize=8)
