"""How far multiple-choice items give themselves away: guessers that see no ontology, against chance.

A guesser scores the options of an item and picks the best. Most learn: how often options of some trait are right in all
other items. Chance is simulated: what the same guesser scores where the right options of each item are drawn among its
options. That takes into account that a guesser that learns is lucky or unlucky with many items at once.
"""

import itertools
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from entailed.benchmark.items import Item, Masked
from entailed.oarag.questions import options_of
from entailed.search import words

DRAWS = 400
"""Of right options, for what chance gives."""
SEED = 0
"""Of these draws: the same items give the same figures."""
_LIMITS = (2.5, 97.5)
"""In per cent of draws."""
_TIE = 1e-9

_Floats: TypeAlias = NDArray[np.float64]
_Rights: TypeAlias = NDArray[np.bool_]
"""Of each option of all items in turn, whether it is right."""
_Traits: TypeAlias = Callable[[Item], Sequence[Iterable[Hashable]]]
"""Of each option of an item, what a guesser sees of it."""


class Guess(NamedTuple):
    """What a guesser scores on some items."""

    items: int
    right: float
    """The share of items of which it picks a right option."""
    chance: float
    """The share of right options."""
    low: float
    high: float
    """Between these is what it scores in 95 % of draws of right options."""


class Overall(NamedTuple):
    """What all figures together come to: of many, some are always high."""

    figures: int
    above: int
    """How many are above their limits."""
    expected: float
    """How many are in a draw of right options, in the mean."""
    likelihood: float
    """The share of draws in which the figure that is furthest above what it is on average, in standard deviations, is
    as far above as the furthest one here."""


class Guessing(NamedTuple):
    """By guesser, what it scores on the items of each slot and on all."""

    by_options: Mapping[str, Mapping[str, Guess]]
    """Guessers that look at nothing but options."""
    by_question: Mapping[str, Mapping[str, Guess]]
    """Guessers that compare words of options with words of the question: names say something of what they mean."""
    overall: Overall
    """Of the guessers that look at nothing but options."""


def guesses(items: Sequence[Item]) -> Guessing:
    """What guessers score on multiple-choice items that were made from an ontology; other items are passed over."""
    parts: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        if isinstance(item.construction, Masked):
            parts["all"].append(item)
            parts[item.construction.slot].append(item)
    tables = {part: _Table(found) for part, found in parts.items()}
    draws = {part: list(table.draws()) for part, table in tables.items()}
    found: dict[str, dict[str, Guess]] = {}
    by_options: list[tuple[float, _Floats]] = []
    for name, guesser in (_BY_OPTIONS | _BY_QUESTION).items():
        for part, table in tables.items():
            score = guesser(table)
            drawn = np.array([table.hits(score(rights), rights) for rights in draws[part]])
            low, high = np.percentile(drawn, _LIMITS, method="nearest")
            right = table.hits(score(table.rights), table.rights)
            guess = Guess(len(table.items), right, float(table.rights.mean()), float(low), float(high))
            found.setdefault(name, {})[part] = guess
            if name in _BY_OPTIONS:
                by_options.append((right, drawn))
    return Guessing(
        {name: found[name] for name in _BY_OPTIONS if name in found},
        {name: found[name] for name in _BY_QUESTION if name in found},
        _overall(by_options),
    )


def _overall(figures: Sequence[tuple[float, _Floats]]) -> Overall:
    """From each figure, and what it is in each draw."""
    if not figures:
        return Overall(0, 0, 0.0, 1.0)
    found = np.array([right for right, _ in figures])
    drawn = np.array([each for _, each in figures])
    high = np.percentile(drawn, _LIMITS, axis=1, method="nearest")[1]
    mean, spread = drawn.mean(axis=1), drawn.std(axis=1) + _TIE
    furthest = ((drawn - mean[:, None]) / spread[:, None]).max(axis=0)
    likelihood = np.mean(furthest >= ((found - mean) / spread).max() - _TIE)
    above = drawn > high[:, None]
    return Overall(len(figures), int(np.sum(found > high)), float(above.sum(axis=0).mean()), float(likelihood))


class _Table:
    """Items with their options in a row."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        counts = [len(options_of(item.question)) for item in items]
        self._starts = np.cumsum([0, *counts[:-1]])
        self.item = np.repeat(np.arange(len(items)), counts)
        """Of each option, the item that it is of."""
        self.rights: _Rights = np.array([option in item.gold for item in items for option in options_of(item.question)])

    def draws(self) -> Iterator[_Rights]:
        """Right options drawn anew, as many of each item as it has."""
        chance = np.random.default_rng(SEED)
        count = np.add.reduceat(self.rights, self._starts, dtype=int)
        rank = np.arange(len(self.item)) - self._starts[self.item]
        for _ in range(DRAWS):
            order = np.lexsort((chance.random(len(self.item)), self.item))
            rights = np.zeros(len(self.item), dtype=bool)
            rights[order] = rank < count[self.item]
            yield rights

    def hits(self, scores: _Floats, rights: _Rights) -> float:
        """The share of items whose best option is right; of several best ones, the share of right ones counts."""
        best = scores >= np.maximum.reduceat(scores, self._starts)[self.item] - _TIE
        found = np.add.reduceat(best & rights, self._starts, dtype=int)
        return float(np.mean(found / np.add.reduceat(best, self._starts, dtype=int)))


# ---- guessers

_Guesser: TypeAlias = Callable[[_Table], Callable[[_Rights], _Floats]]
"""From items to a function that scores all options, having learnt from the right ones of all other items."""


def _by(number: Callable[[str, Item], float], table: _Table) -> Callable[[_Rights], _Floats]:
    """Learns nothing."""
    scores = np.array([float(number(option, item)) for item in table.items for option in options_of(item.question)])
    return lambda rights: scores


def _learnt(traits: _Traits, table: _Table, *, sign: int = 1) -> Callable[[_Rights], _Floats]:
    """Naive Bayes: how often options of each trait are right, drawn towards the whole where little was seen."""
    numbers: dict[Hashable, int] = {}
    seen = [dict.fromkeys(found) for item in table.items for found in traits(item)]
    option = np.repeat(np.arange(len(seen)), [len(found) for found in seen])
    trait = np.array([numbers.setdefault(each, len(numbers)) for found in seen for each in found], dtype=int)
    _, within = np.unique(table.item[option] * max(len(numbers), 1) + trait, return_inverse=True)
    times = np.bincount(trait)[trait] - np.bincount(within)[within]

    def score(rights: _Rights) -> _Floats:
        usual = rights.mean()
        right = rights[option].astype(float)
        elsewhere = np.bincount(trait, right)[trait] - np.bincount(within, right)[within]
        odds: _Floats = np.log((elsewhere + usual) / ((times + 1) * usual))
        return np.bincount(option, sign * odds, minlength=len(rights)).astype(float)

    return score


def _place(item: Item) -> Sequence[Iterable[Hashable]]:
    return [[("place", place)] for place in range(len(options_of(item.question)))]


def _length(item: Item) -> Sequence[Iterable[Hashable]]:
    lengths = [len(option) for option in options_of(item.question)]
    return [[("shorter", sum(other < length for other in lengths))] for length in lengths]


def _option(item: Item) -> Sequence[Iterable[Hashable]]:
    return [[option] for option in options_of(item.question)]


def _words(item: Item) -> Sequence[Iterable[Hashable]]:
    return [[("word", word) for word in words(option)] for option in options_of(item.question)]


def _company(item: Item) -> Sequence[Iterable[Hashable]]:
    options = options_of(item.question)
    return [[(option, other) for other in options if other != option] for option in options]


def _everything(item: Item) -> Sequence[Iterable[Hashable]]:
    each = (traits(item) for traits in (_place, _length, _option, _words, _company))
    return [list(itertools.chain(*found)) for found in zip(*each, strict=True)]


def _with_question(item: Item) -> Sequence[Iterable[Hashable]]:
    return [itertools.product(words(item.question.text), words(option)) for option in options_of(item.question)]


def _shared(option: str, item: Item) -> float:
    found = set(words(option))
    return len(found & set(words(item.question.text))) / max(len(found), 1)


_BY_OPTIONS: dict[str, _Guesser] = {
    "position": partial(_learnt, _place),
    "longest option": partial(_by, lambda option, item: len(option)),
    "shortest option": partial(_by, lambda option, item: -len(option)),
    "how often an option is right elsewhere": partial(_learnt, _option),
    "how seldom an option is right elsewhere": partial(_learnt, _option, sign=-1),
    "bag of words of the options": partial(_learnt, _words),
    "the other options beside it": partial(_learnt, _company),
    "all of these together": partial(_learnt, _everything),
}

_BY_QUESTION: dict[str, _Guesser] = {
    "words shared with the question": partial(_by, _shared),
    "pairs of words of question and option": partial(_learnt, _with_question),
}
