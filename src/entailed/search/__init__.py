"""Finding text: analysis into terms, BM25, embeddings, rank fusion, string similarity."""

from entailed.search.analysis import words, words_and_trigrams
from entailed.search.building import Builds, begin_text_index
from entailed.search.embeddings import Encoder, OnnxEncoder
from entailed.search.fusion import reciprocal_rank_fusion
from entailed.search.similarity import ratcliff_obershelp, word_overlap
from entailed.search.text_index import Hit, TextIndex, stems
from entailed.search.vectors import FloatArray, VectorIndex

__all__ = [
    "Builds",
    "Encoder",
    "FloatArray",
    "Hit",
    "OnnxEncoder",
    "TextIndex",
    "VectorIndex",
    "begin_text_index",
    "ratcliff_obershelp",
    "reciprocal_rank_fusion",
    "stems",
    "word_overlap",
    "words",
    "words_and_trigrams",
]
