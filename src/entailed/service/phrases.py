"""Many phrases looked for in much text at once, with arrays in place of loops over words."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entailed.reasoning.rows import IntArray, Rows

BoolArray = NDArray[np.bool_]


class Matches(NamedTuple):
    """For every position of a text, the longest phrase that begins there."""

    lengths: IntArray
    """In words; 0 where none begins."""
    keys: IntArray
    """Its number; -1 where none begins."""


class PhraseTrie:
    """Phrases as a trie over word numbers, one pair of arrays for each depth."""

    def __init__(self, phrases: Rows, vocabulary_size: int) -> None:
        """Build the trie.

        Args:
            phrases: The words of each phrase. Equal phrases share one key; a phrase without words has none.
            vocabulary_size: All word numbers are below it.
        """
        (words,) = phrases.columns
        lengths = np.diff(phrases.starts)
        self._vocabulary_size = vocabulary_size
        self._levels: list[tuple[IntArray, IntArray]] = []
        """At each depth, the steps (node above, word) in order, and the key of the phrase that ends there, or -1."""
        self.keys: IntArray = np.full(len(lengths), -1, np.int64)
        """By phrase."""
        self.key_count = 0
        left = np.flatnonzero(lengths)
        nodes = np.zeros(len(left), np.int64)
        while len(left):
            steps, nodes = np.unique(
                nodes * vocabulary_size + words[phrases.starts[left] + len(self._levels)], return_inverse=True
            )
            ends = lengths[left] == len(self._levels) + 1
            final, keys = np.unique(nodes[ends], return_inverse=True)
            key_of_node = np.full(len(steps), -1, np.int64)
            key_of_node[final] = self.key_count + np.arange(len(final))
            self.keys[left[ends]] = self.key_count + keys
            self.key_count += len(final)
            self._levels.append((steps, key_of_node))
            left, nodes = left[~ends], nodes[~ends]

    def longest(self, words: IntArray, room: IntArray, but_whole: BoolArray | None = None) -> Matches:
        """The longest phrase at every position.

        Args:
            words: The words of all sentences, one after the other.
            room: By position, how many words its sentence has from there on.
            but_whole: Positions where a phrase that takes up all the room does not count.
        """
        lengths = np.zeros(len(words), np.int32)
        keys = np.full(len(words), -1, np.int64)
        beginnings = self._levels[0][0] if self._levels else words[:0]
        at = np.flatnonzero(np.isin(words, beginnings))
        nodes = np.zeros(len(at), np.int64)
        for depth, (steps, key_of_node) in enumerate(self._levels):
            wanted = nodes * self._vocabulary_size + words[at + depth]
            nodes = np.searchsorted(steps, wanted)
            nodes[nodes == len(steps)] = 0
            fits = steps[nodes] == wanted
            at, nodes = at[fits], nodes[fits]
            found = key_of_node[nodes] >= 0
            if but_whole is not None:
                found &= ~(but_whole[at] & (room[at] == depth + 1))
            lengths[at[found]] = depth + 1
            keys[at[found]] = key_of_node[nodes[found]]
            inside = room[at] > depth + 1
            at, nodes = at[inside], nodes[inside]
        return Matches(lengths, keys)


def without_overlap(lengths: IntArray, starts: IntArray) -> IntArray:
    """The positions of the matches that are met when each sentence is read from left to right.

    Args:
        lengths: Of the longest match at every position; 0 for none.
        starts: Where each sentence begins, and the end of the last.
    """
    positions = np.arange(len(lengths))
    next_match = np.append(np.where(lengths > 0, positions, len(lengths)), len(lengths))
    next_match = np.minimum.accumulate(next_match[::-1])[::-1]
    reading, ends = starts[:-1], starts[1:]
    met: list[IntArray] = [np.zeros(0, np.int64)]
    while len(reading):
        reading = next_match[reading]
        inside = reading < ends
        reading, ends = reading[inside], ends[inside]
        met.append(reading)
        reading = reading + lengths[reading]
    return np.sort(np.concatenate(met))
