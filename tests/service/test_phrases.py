"""Longest matches found by arrays are those that reading word by word finds."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from entailed.reasoning.rows import Rows
from entailed.service.phrases import PhraseTrie, without_overlap

VOCABULARY = 4
WORDS = st.lists(st.integers(0, VOCABULARY - 1), max_size=6)


def rows(lists: list[list[int]]) -> Rows:
    starts = np.cumsum([0, *map(len, lists)])
    return Rows(starts, (np.array([word for words in lists for word in words], np.int64),))


def room(lists: list[list[int]]) -> np.ndarray:
    return np.array([len(words) - at for words in lists for at in range(len(words))], np.int64)


@given(st.lists(WORDS), st.lists(WORDS, min_size=1))
def test_the_longest_phrase_at_every_position(phrases: list[list[int]], sentences: list[list[int]]) -> None:
    trie = PhraseTrie(rows(phrases), VOCABULARY)
    text = rows(sentences)
    lengths, keys = trie.longest(text.columns[0], room(sentences))
    key_of = {tuple(phrase): key for phrase, key in zip(phrases, trie.keys.tolist(), strict=True)}
    expected = []
    for sentence in sentences:
        for at in range(len(sentence)):
            ends = (end for end in range(len(sentence), at, -1) if tuple(sentence[at:end]) in key_of)
            end = next(ends, at)
            expected.append((end - at, key_of[tuple(sentence[at:end])] if end > at else -1))
    assert list(zip(lengths.tolist(), keys.tolist(), strict=True)) == expected
    assert len({key for key in key_of.values() if key >= 0}) == trie.key_count


@given(st.lists(WORDS, min_size=1), st.lists(WORDS, min_size=1))
def test_matches_that_do_not_overlap(phrases: list[list[int]], sentences: list[list[int]]) -> None:
    text = rows(sentences)
    lengths = PhraseTrie(rows(phrases), VOCABULARY).longest(text.columns[0], room(sentences)).lengths
    expected = []
    for sentence, start in zip(sentences, text.starts.tolist(), strict=False):
        at = start
        while at < start + len(sentence):
            if lengths[at]:
                expected.append(at)
            at += max(1, int(lengths[at]))
    assert without_overlap(lengths, text.starts).tolist() == expected


def test_a_phrase_that_takes_up_its_sentence_may_be_passed_over() -> None:
    trie = PhraseTrie(rows([[0], [0, 1]]), VOCABULARY)
    words, space = np.array([0, 1, 0, 1]), np.array([2, 1, 2, 1])
    found = trie.longest(words, space, but_whole=np.array([True, False, False, False]))
    assert found.lengths.tolist() == [1, 0, 2, 0]
