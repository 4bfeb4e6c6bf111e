"""Analysis, BM25 and string similarity."""

import difflib
import math
import os
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.search import TextIndex, ratcliff_obershelp, word_overlap, words, words_and_trigrams

# ---- analysis


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("5-HT_receptor (2A)", ["5", "ht", "receptor", "2a"]),
        ("Straße ﬁeld", ["strasse", "field"]),
        ("naïve café", ["naïve", "café"]),
        ("蛋白质 β-barrel", ["蛋白质", "β", "barrel"]),
    ],
)
def test_words(text: str, found: list[str]) -> None:
    assert words(text) == found


def test_trigrams_mark_the_ends_of_words() -> None:
    assert words_and_trigrams("egg a") == ["egg", "a", "^eg", "egg", "gg$", "^a$"]


def test_a_mistyped_word_shares_trigrams_with_the_right_one() -> None:
    assert set(words_and_trigrams("mitochondrium")) & set(words_and_trigrams("mitochondrion")) >= {"^mi", "hon"}


@given(st.text())
def test_analysing_terms_again_changes_nothing(text: str) -> None:
    assert words(" ".join(words(text))) == words(text)


# ---- similarity


@given(st.text(max_size=300), st.text(max_size=300))
def test_similarity_is_that_of_difflib(first: str, second: str) -> None:
    expected = difflib.SequenceMatcher(None, first, second, autojunk=False).ratio()
    assert ratcliff_obershelp(first, second) == expected


def test_frequent_characters_of_a_long_name_count() -> None:
    name = "1,2-dihexadecanoyl-sn-glycero-3-phospho-" * 8  # autojunk would find nothing in common
    assert ratcliff_obershelp(name, "x" + name) > 0.99


@given(st.lists(st.text(min_size=1), min_size=1), st.randoms())
def test_the_order_of_words_does_not_matter_to_their_overlap(name: list[str], chance) -> None:
    assert word_overlap(name, chance.sample(name, len(name))) == 1


def test_words_that_repeat_count_as_often() -> None:
    assert word_overlap(["bow", "saw", "bow"], ["bow", "saw"]) < 1
    assert word_overlap(["bow", "saw"], ["bow", "saw", "bow"]) < 1


def test_names_without_a_common_word_do_not_overlap() -> None:
    assert word_overlap(["hammer"], ["saw"]) == word_overlap([], ["saw"]) == word_overlap([], []) == 0


# ---- BM25

DOCUMENTS = [["egg"], ["egg", "yolk"], ["egg", "white", "white"], [], ["milk"], ["egg"]]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> TextIndex:
    folder = tmp_path_factory.mktemp("text") / "index"
    TextIndex.build(folder, DOCUMENTS)
    return TextIndex(folder)


def bm25(documents: list[list[str]], query: list[str]) -> list[float]:
    """The formula, written out: k1 1.2, b 0.75, idf ln(1 + (N - n + 0.5) / (n + 0.5))."""
    average = sum(map(len, documents)) / len(documents)
    scores = [0.0] * len(documents)
    for term in set(query):
        containing = sum(term in document for document in documents)
        idf = math.log(1 + (len(documents) - containing + 0.5) / (containing + 0.5))
        for number, document in enumerate(documents):
            count = Counter(document)[term]
            scores[number] += idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * len(document) / average))
    return scores


@pytest.mark.parametrize("query", [["egg"], ["white", "egg"], ["milk", "yolk"], ["egg", "egg", "none"]])
def test_scores_are_those_of_the_formula(index: TextIndex, query: list[str]) -> None:
    found = {hit.document: hit.score for hit in index.best(query, 10)}
    assert found == {n: pytest.approx(score, rel=1e-5) for n, score in enumerate(bm25(DOCUMENTS, query)) if score > 0}


def test_the_best_come_first_and_equal_ones_in_document_order(index: TextIndex) -> None:
    assert [hit.document for hit in index.best(["egg"], 10)] == [0, 5, 1, 2]
    assert [hit.document for hit in index.best(["egg"], 1)] == [0]
    assert [hit.document for hit in index.best(["yolk", "egg"], 2)] == [1, 0]


@pytest.mark.parametrize("terms", [[], ["beef"], ["AND"], ["egg OR yolk"], ["egg*"], ['"'], ["x" * 100_000]])
def test_terms_are_taken_literally(index: TextIndex, terms: list[str]) -> None:
    assert index.best(terms, 10) == []


def test_an_index_without_documents_finds_nothing(tmp_path: Path) -> None:
    TextIndex.build(tmp_path / "index", [])
    assert TextIndex(tmp_path / "index").best(["egg"], 10) == []


@settings(max_examples=15, deadline=None)
@given(st.lists(st.lists(st.sampled_from(["a", "b", "é", "²", "ﬁ"]), max_size=4), min_size=1, max_size=8))
def test_each_term_finds_exactly_its_documents(documents: list[list[str]]) -> None:
    with TemporaryDirectory() as folder:
        TextIndex.build(Path(folder) / "index", documents)
        index = TextIndex(Path(folder) / "index")
        for term in ("a", "b", "é", "²", "ﬁ"):
            found = sorted(hit.document for hit in index.best([term], 10))
            assert found == [number for number, document in enumerate(documents) if term in document]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_index_is_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    TextIndex.build(folder, DOCUMENTS)
    for path in (*folder.iterdir(), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        assert [hit.document for hit in TextIndex(folder).best(["milk"], 10)] == [4]
    finally:
        folder.chmod(0o755)


def test_a_folder_without_an_index_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"\w"):
        TextIndex(tmp_path / "nothing")
    (tmp_path / "meta.json").write_text("{")
    with pytest.raises(OSError, match=r"\w"):
        TextIndex(tmp_path)
