"""Words found again in the text they were quoted from, and whether what they state is said of an entity.

Words count as found where they stand as whole words, however they are cased and spaced. A fact needs its entity too: a
name here and a value there do not make one. One sentence has to hold both, or the entity has to be the last of its
kind that was named before: "The inn is by the sea. It has 40 rooms."
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from entailed.service.sentences import sentence_spans


class Span(NamedTuple):
    """A part of a text: its first character, and the one after its last."""

    start: int
    end: int

    def within(self, other: "Span") -> bool:
        """Whether it is a part of the other."""
        return other.start <= self.start and self.end <= other.end


def is_part(span: Span, parts: Sequence[Span]) -> bool:
    """Whether it is within one of some parts, which are in the order of the text."""
    before = bisect_right(parts, span.start, key=lambda part: part.start)
    return before > 0 and span.within(parts[before - 1])


DENIAL = re.compile(
    r"\b(?:no|not|never|none|neither|nor|without|cannot|except|denie[sd]|former(?:ly)?)\b|n['’]t\b", re.I
)
"""Words with which a sentence may deny what its other words say."""

_FARTHEST = 300
"""Characters between a name and what is said of it. Longer sentences are lists that nobody punctuated."""

_CLUSTER = re.compile(r".[\u0300-\u036f\u3099\u309a]*", re.DOTALL)
"""A character and the marks that combine with it."""
_ALIKE = str.maketrans("‘’‚“”„«»‐‑‒–—−_", '\'\'\'"""""------ ')
"""Signs that are retyped when words are quoted."""
_NO_BLANKS_BETWEEN_WORDS = "\u2e80"
"""Of the scripts from here on."""


class QuotedText:
    """A text in which words are looked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._sentences = [Span(*span) for span in sentence_spans(text)]
        self._folded, self._positions = _fold(text)

    def find(self, words: str, within: Span | None = None) -> Iterator[Span]:
        """Where words stand in the text, or in a part of it, from left to right."""
        wanted = _fold(words)[0].strip()
        first, after = self._folded_part(within or Span(0, len(self.text)))
        start = self._folded.find(wanted, first, after) if wanted else -1
        while start >= 0:
            end = start + len(wanted)
            if not (self._goes_on(start) or self._goes_on(end)):
                yield Span(self._positions[start].start, self._positions[end - 1].end)
            start = self._folded.find(wanted, start + 1, after)

    def _folded_part(self, part: Span) -> Span:
        """A part of the text in the folded text."""
        start = bisect_left(self._positions, part.start, key=lambda position: position.start)
        return Span(start, bisect_right(self._positions, part.end, key=lambda position: position.end))

    def words(self, span: Span) -> str:
        """The words of a part, on one line."""
        return " ".join(self.text[span.start : span.end].split())

    @property
    def sentences(self) -> Sequence[Span]:
        """In the order of the text."""
        return self._sentences

    def sentence(self, span: Span) -> Span:
        """The sentence in which a part begins."""
        return self._sentences[max(bisect_right(self._sentences, span.start, key=lambda one: one.start) - 1, 0)]

    def is_said_of(self, stated: Span, names: Sequence[Span], named: Iterable[Span]) -> bool:
        """Whether what a part states is said of an entity.

        Args:
            stated: Where it stands, in one sentence.
            names: Where the entity is named.
            named: Where any entity is named that it may be said of.
        """
        sentence = self.sentence(stated)
        if any(name.within(sentence) and _gap(name, stated) <= _FARTHEST for name in names):
            return True
        before = max((name.end for name in names if name.end <= stated.start), default=None)
        return before is not None and not any(before <= name.start < stated.start for name in named)

    def denies(self, stated: Span, names: Iterable[Span]) -> bool:
        """Whether a word of denial stands in a part, or between it and what it is said of."""
        sentence = self.sentence(stated)
        # Where the sentence does not name it, as in "It has no pool", what it says begins with the sentence.
        named = [name for name in names if name.within(sentence)] or [Span(sentence.start, sentence.start)]
        nearest = min(named, key=lambda name: _gap(name, stated))
        start, end = min(stated.start, nearest.start), max(stated.end, nearest.end)
        return DENIAL.search(self.text, start, end) is not None

    def _goes_on(self, position: int) -> bool:
        """Whether a word of the folded text goes on there."""
        if not 0 < position < len(self._folded):
            return False
        before, after = self._folded[position - 1], self._folded[position]
        return before.isalnum() and after.isalnum() and max(before, after) < _NO_BLANKS_BETWEEN_WORDS


def _gap(one: Span, other: Span) -> int:
    """How many characters stand between two parts; negative where they overlap."""
    return max(one.start - other.end, other.start - one.end)


def _fold(text: str) -> tuple[str, list[Span]]:
    """A text as it is compared, and for each of its characters the part of the text that it stands for."""
    folded: list[str] = []
    positions: list[Span] = []
    for cluster in _CLUSTER.finditer(text):
        for character in unicodedata.normalize("NFKC", cluster[0]).translate(_ALIKE).casefold():
            if not character.isspace():
                folded.append(character)
            elif folded and folded[-1] != " ":
                folded.append(" ")
            else:
                continue
            positions.append(Span(*cluster.span()))
    return "".join(folded), positions
