"""Chunks are whole sentences, fit their size, overlap as far as they may, and leave nothing out."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.llm.token_estimates import CHARACTERS_PER_TOKEN
from entailed.oak.extraction.chunks import Chunk, chunk_document
from entailed.oak.extraction.documents import Document
from entailed.service.sentences import sentence_spans

SENTENCES = [f"Sentence number {number} is about as long as the others." for number in range(20)]


def chunks_of(text: str, max_tokens: int = 30, overlap_tokens: int = 14) -> list[Chunk]:
    return chunk_document(Document(name="d", text=text), max_tokens=max_tokens, overlap_tokens=overlap_tokens)


def test_chunks_hold_whole_sentences_and_repeat_the_last_one() -> None:
    chunks = chunks_of(" ".join(SENTENCES))
    assert [chunk.text for chunk in chunks] == [" ".join(pair) for pair in pairwise(SENTENCES)]


def test_a_sentence_that_is_too_long_is_cut_at_a_blank() -> None:
    chunks = chunks_of("word " * 100, overlap_tokens=0)
    assert all(chunk.text.strip().split(" ") == ["word"] * len(chunk.text.split()) for chunk in chunks)
    assert sum(len(chunk.text.split()) for chunk in chunks) == 100


def test_a_document_of_blanks_has_no_chunk() -> None:
    assert chunks_of(" \n ") == []


def test_an_overlap_of_half_a_chunk_is_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        chunks_of("A. B.", max_tokens=10, overlap_tokens=5)


@given(
    st.lists(st.sampled_from(["a. ", "bb cc.\n", "d\n\n", "so it goes on ", "x" * 30, " "]), max_size=40),
    st.integers(1, 12),
    st.integers(0, 5),
)
def test_nothing_is_left_out_and_no_chunk_is_too_long(parts: list[str], max_tokens: int, overlap_tokens: int) -> None:
    text = "".join(parts)
    overlap_tokens = min(overlap_tokens, (max_tokens - 1) // 2)
    chunks = chunks_of(text, max_tokens, overlap_tokens)
    covered: set[int] = set()
    for chunk in chunks:
        assert text[chunk.start :].startswith(chunk.text)
        assert len(chunk.text) <= max_tokens * CHARACTERS_PER_TOKEN
        covered.update(range(chunk.start, chunk.start + len(chunk.text)))
    assert all(position in covered or text[position].isspace() for position in range(len(text)))
    for before, after in pairwise(chunks):
        end = before.start + len(before.text)
        assert before.start < after.start
        assert end < after.start + len(after.text)
        assert end - after.start <= overlap_tokens * CHARACTERS_PER_TOKEN


@given(st.lists(st.sampled_from(["a. ", "bb cc.\n", "d "]), max_size=20))
def test_halves_are_the_whole(parts: list[str]) -> None:
    text = "".join(parts).strip()
    halves = Chunk(document="d", start=7, text=text).halves()
    assert " ".join(half.text for half in halves).split() == text.split()
    assert len(halves) == (2 if len(sentence_spans(text)) > 1 else 1)
    assert all(text[half.start - 7 :].startswith(half.text) for half in halves)
