"""Where sentences end, and what becomes of those that do not."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from entailed.service.sentences import MOST_CHARACTERS, sentence_spans, sentences


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


@given(st.text(alphabet="ab .;!?eg\n-:1。\r", max_size=40))
def test_spans_hold_all_but_blanks_and_in_order(text: str) -> None:
    spans = sentence_spans(text)
    assert [position for span in spans for position in span] == sorted(position for span in spans for position in span)
    outside = "".join(text[end:start] for (_, end), (start, _) in pairwise([(0, 0), *spans, (len(text), len(text))]))
    assert not outside.strip()


def test_a_wrapped_line_goes_on_and_a_line_of_its_own_does_not() -> None:
    text = (
        "The inn stands\nby the sea, e.g. near\nthe port.\n\n## Rooms\n| single | 40 |\n| double | 70 |\n"
        "Pets: yes\nSauna\t12"
    )
    assert [text[start:end].splitlines()[0] for start, end in sentence_spans(text)] == [
        *("The inn stands", "## Rooms", "| single | 40 |", "| double | 70 |", "Pets: yes", "Sauna\t12")
    ]
    assert len(sentence_spans("東京に住む。茶が好き。")) == 2
