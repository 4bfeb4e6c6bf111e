"""How far multiple-choice items give themselves away: guessers that see no ontology, against chance.

Each guesser scores the options of an item and picks the best; what it has to learn, it learns from other items. Chance
is the share of right options; the interval holds the scores that a guesser without any clue has in 95 % of cases.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from entailed.benchmark.items import Item, Masked
from entailed.oarag.questions import options_of
from entailed.search import words

_FOLDS = 10

Score: TypeAlias = Callable[[Item, int], float]
"""Of the option at a place of an item."""


class Guess(NamedTuple):
    """What a guesser scores on some items."""

    items: int
    right: float
    """The share of items of which it picks a right option."""
    chance: float
    low: float
    high: float
    """Between these is no more than chance."""


def guesses(items: Sequence[Item]) -> Mapping[str, Mapping[str, Guess]]:
    """By guesser, what it scores on the items of each slot and on all."""
    parts: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        if isinstance(item.construction, Masked):
            parts["all"].append(item)
            parts[item.construction.slot].append(item)
    return {
        name: {part: _guess(learn, found) for part, found in parts.items() if found} for name, learn in GUESSERS.items()
    }


def _guess(learn: Callable[[Sequence[Item]], Score], items: Sequence[Item]) -> Guess:
    hits = 0.0
    for fold in range(_FOLDS):
        score = learn([item for place, item in enumerate(items) if place % _FOLDS != fold])
        hits += sum(_hit(item, score) for item in items[fold::_FOLDS])
    chances = [len(item.gold) / len(options_of(item.question)) for item in items]
    chance = sum(chances) / len(items)
    spread = 1.96 * math.sqrt(sum(p * (1 - p) for p in chances)) / len(items)
    return Guess(len(items), hits / len(items), chance, chance - spread, chance + spread)


def _hit(item: Item, score: Score) -> float:
    """Whether the best option is right; where several are best, the share of right ones among them."""
    scores = [score(item, place) for place in range(len(options_of(item.question)))]
    best = [option for option, found in zip(options_of(item.question), scores, strict=True) if found == max(scores)]
    return sum(option in item.gold for option in best) / len(best)


# ---- guessers


def _longest(_: Sequence[Item]) -> Score:
    return lambda item, place: len(options_of(item.question)[place])


def _shortest(_: Sequence[Item]) -> Score:
    return lambda item, place: -len(options_of(item.question)[place])


def _position(learnt_from: Sequence[Item]) -> Score:
    rate = _rates((str(place), right) for item in learnt_from for place, _, right in _options(item))
    return lambda item, place: rate(str(place))


def _frequency(learnt_from: Sequence[Item]) -> Score:
    rate = _rates((text, right) for item in learnt_from for _, text, right in _options(item))
    return lambda item, place: rate(options_of(item.question)[place])


def _rarity(learnt_from: Sequence[Item]) -> Score:
    often = _frequency(learnt_from)
    return lambda item, place: -often(item, place)


def _bag_of_words(learnt_from: Sequence[Item]) -> Score:
    """Naive Bayes over the words of options."""
    rate = _rates((word, right) for item in learnt_from for _, text, right in _options(item) for word in words(text))
    return lambda item, place: sum(math.log(rate(word)) for word in set(words(options_of(item.question)[place])))


def _like_the_question(_: Sequence[Item]) -> Score:
    """The share of an option's words that the question holds: what names say of meaning, and no flaw of the items."""

    def score(item: Item, place: int) -> float:
        option, asked = set(words(options_of(item.question)[place])), set(words(item.question.text))
        return len(option & asked) / max(len(option), 1)

    return score


GUESSERS: Mapping[str, Callable[[Sequence[Item]], Score]] = {
    "position": _position,
    "longest option": _longest,
    "shortest option": _shortest,
    "how often an option is right elsewhere": _frequency,
    "how seldom an option is right elsewhere": _rarity,
    "bag of words of the options": _bag_of_words,
    "words shared with the question": _like_the_question,
}


def _options(item: Item) -> Iterator[tuple[int, str, bool]]:
    for place, text in enumerate(options_of(item.question)):
        yield place, text, text in item.gold


def _rates(seen: Iterator[tuple[str, bool]]) -> Callable[[str], float]:
    """How often something is right: relative to the whole, and drawn towards it where little was seen."""
    times: Counter[tuple[str, bool]] = Counter(seen)
    right = sum(n for (_, is_right), n in times.items() if is_right)
    usual = right / max(times.total(), 1)

    def rate(what: str) -> float:
        return (times[what, True] + usual) / ((times[what, True] + times[what, False] + 1) * (usual or 1))

    return rate
