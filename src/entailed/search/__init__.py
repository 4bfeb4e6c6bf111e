"""Finding text: analysis into terms, BM25, string similarity."""

from entailed.search.analysis import words, words_and_trigrams
from entailed.search.similarity import ratcliff_obershelp
from entailed.search.text_index import Hit, TextIndex

__all__ = ["Hit", "TextIndex", "ratcliff_obershelp", "words", "words_and_trigrams"]
