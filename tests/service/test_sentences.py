"""Where sentences end, and what becomes of those that do not."""

from hypothesis import given
from hypothesis import strategies as st

from entailed.service.sentences import MOST_CHARACTERS, sentences


def test_sentences_end_at_stops_that_a_space_follows() -> None:
    assert sentences("Is it iron(2+)? Yes! At pH 7.4,\nit  is; see fig.2.") == [
        *("Is it iron(2+)?", "Yes!", "At pH 7.4, it is;", "see fig.2.")
    ]
    assert sentences("") == []


def test_a_sentence_without_end_is_cut_into_pieces() -> None:
    pieces = sentences("Word. " + "word " * 1_000 + "x" * 5_000)
    assert pieces[0] == "Word."
    assert all(len(piece) <= MOST_CHARACTERS for piece in pieces)
    assert "".join(pieces).count("x") == 5_000


@given(st.text(alphabet="ab .;!?eg\n", max_size=40))
def test_no_word_is_lost(text: str) -> None:
    assert " ".join(sentences(text)).split() == text.split()
