"""The ceilings of a data set as tables."""

from collections import defaultdict
from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from entailed.benchmark.ceiling_fallback import FallbackCeiling, tier_of
from entailed.benchmark.ceiling_names import RECALL_AT, NameRecall
from entailed.benchmark.ceiling_service import ServiceCeiling
from entailed.benchmark.intervals import mean_interval
from entailed.benchmark.report_tables import Row, Table
from entailed.benchmark.verbalisation import Wording
from entailed.service import FallbackRow, Tier

DEVELOPED_ON = (Wording.LITERAL, Wording.INFLECTED, Wording.PARAPHRASED)
"""The wordings that were looked at when the mention index was developed, in items of other seeds."""


class Origin(StrEnum):
    """Where a sentence is from that speaks for a wrong answer."""

    NAME = "a name"
    OWN_TEXT = "the ontology's own text"
    REVISION = "a sentence of the revision"
    CARD = "a whole card"
    NOTHING = "nothing"


def service_table(ceiling: ServiceCeiling) -> Table:
    """Ceiling (a): whether the service answers test 1."""
    return Table(
        name="service",
        title="Test 1 by the service",
        note=f"{ceiling.right:,} of {ceiling.items:,} items have the gold answer. The rows are misses.",
        columns=("item", "query", "expected", "found"),
        rows=ceiling.misses,
    )


def fallback_table(ceilings: Sequence[FallbackCeiling], *, timing: bool = False) -> Table:
    """Ceiling (b): what text tells."""
    times = ("median ms", "95th percentile ms") if timing else ()
    return Table(
        name="fallback",
        title="Test 2 by the fallback",
        note=(
            "The right query is given. Found: a right concept is among the up to five. Precision: the share of right "
            "ones among them. Entirely right: all of them are. Decided: multiple-choice options, and items with all "
            f"six options, that are judged right by the text found. Developed on: {', '.join(DEVELOPED_ON)}."
        ),
        columns=(
            *("wording", "search", "open questions", "found", "precision", "entirely right"),
            *("items", "options decided", "items decided", *times),
        ),
        rows=[_fallback_row(ceiling, timing=timing) for ceiling in ceilings],
    )


def _fallback_row(ceiling: FallbackCeiling, *, timing: bool) -> Row:
    asked, chosen = ceiling.outcomes
    milliseconds = 1000 * np.array([outcome.seconds for outcome in asked])
    times = [float(np.percentile(milliseconds, share)) if asked else None for share in (50, 95)]
    return (
        ceiling.wording,
        ceiling.search,
        len(asked),
        mean_interval([float(any(outcome.right)) for outcome in asked]),
        mean_interval([outcome.precision for outcome in asked]),
        mean_interval([float(outcome.precision == 1) for outcome in asked]),
        len(chosen),
        mean_interval([outcome.judged_right / outcome.options for outcome in chosen]),
        mean_interval([float(outcome.judged_right == outcome.options) for outcome in chosen]),
        *(times if timing else ()),
    )


def tiers_table(ceilings: Sequence[FallbackCeiling]) -> Table:
    """How far the tier of an answer tells whether it is right."""
    precisions: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for ceiling in ceilings:
        if ceiling.search == "mentions":
            for outcome in sorted(ceiling.outcomes.open, key=lambda o: -1 if o.tier is None else o.tier, reverse=True):
                precisions[ceiling.wording, _called(outcome.tier)].append(outcome.precision)
    return Table(
        name="fallback-tiers",
        title="Answers of the mention index by tier",
        note="The tier of the condition that is spoken for least directly; `cards` where nothing was mentioned.",
        columns=("wording", "tier", "open questions", "precision"),
        rows=[(*key, len(found), mean_interval(found)) for key, found in precisions.items()],
    )


def _called(tier: Tier | None) -> str:
    return "cards" if tier is None else tier.name.casefold().replace("_", " ")


def wrong_rows_table(ceilings: Sequence[FallbackCeiling]) -> Table:
    """What speaks for the wrong concepts."""
    counts: defaultdict[tuple[str, str, str], int] = defaultdict(int)
    for ceiling in ceilings:
        if ceiling.search == "mentions":
            for outcome in ceiling.outcomes.open:
                for row, right in zip(outcome.rows, outcome.right, strict=True):
                    if not right:
                        counts[ceiling.wording, _called(tier_of(row)), _origin(row, ceiling)] += 1
    return Table(
        name="fallback-wrong",
        title="Wrong concepts of the mention index",
        note="By the condition that is spoken for least directly: in which tier, and where the sentence is from.",
        columns=("wording", "tier", "said by", "concepts"),
        rows=[(*key, count) for key, count in sorted(counts.items(), key=lambda entry: (entry[0][0], -entry[1]))],
    )


def _origin(row: FallbackRow, ceiling: FallbackCeiling) -> Origin:
    pieces = [piece for piece in row.evidence if piece.tier is not None]
    if not pieces:
        return Origin.CARD
    weakest = min(pieces, key=lambda piece: piece.tier or 0)
    if weakest.about is None:
        return Origin.NOTHING
    about = weakest.about.iri
    if weakest.sentence in ceiling.added:
        return Origin.REVISION
    named = (ceiling.names.labels.get(about), *ceiling.names.synonyms.get(about, ()))
    return Origin.NAME if weakest.sentence in named else Origin.OWN_TEXT


def names_table(recalls: Sequence[NameRecall]) -> Table:
    """Ceiling (c): which names find their concept."""
    return Table(
        name="names",
        title="Perturbed names",
        note="The share of labels, changed in one way, whose concept is found: first, or among the first five.",
        columns=("search", "perturbation", "names", *(f"recall@{at}" for at in RECALL_AT)),
        rows=[
            (found.search, found.how, len(found.ranks), *(mean_interval(found.within(at)) for at in RECALL_AT))
            for found in recalls
        ],
    )
