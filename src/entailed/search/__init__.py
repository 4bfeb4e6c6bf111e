"""Finding text: analysis into terms, BM25, string similarity."""

from entailed.search.analysis import words, words_and_trigrams
from entailed.search.building import Builds, begin_text_index
from entailed.search.similarity import ratcliff_obershelp
from entailed.search.text_index import Hit, TextIndex, stems

__all__ = [
    "Builds",
    "Hit",
    "TextIndex",
    "begin_text_index",
    "ratcliff_obershelp",
    "stems",
    "words",
    "words_and_trigrams",
]
