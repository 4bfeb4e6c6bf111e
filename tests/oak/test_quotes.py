"""Words are found as they were quoted, at their place in the text, and only as whole words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.oak.extraction.quotes import QuotedText


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("Ana likes  tea.", "ana LIKES tea", ["Ana likes  tea"]),
        ("The ﬁrm\nDelta\u00a0Pumps", "firm Delta Pumps", ["ﬁrm\nDelta\u00a0Pumps"]),
        ("Ｄｅｌｔａ Pumps", "Delta Pumps", ["Ｄｅｌｔａ Pumps"]),
        ("the inn’s “view” – nice", 'the inn\'s "view" - nice', ["the inn’s “view” – nice"]),
        ("Cafe\u0301 Noir", "Café", ["Cafe\u0301"]),
        ("Café Noir", "Cafe\u0301", ["Café"]),
        ("steam and tea", "tea", ["tea"]),
        ("Straße", "STRASSE", ["Straße"]),
        ("tea, tea; teas", "tea", ["tea", "tea"]),
        ("彼は東京に住む", "東京", ["東京"]),
        ("room 180", "80", []),
        ("tea", "", []),
        ("tea", " ", []),
    ],
)
def test_words_are_found_where_they_stand(text: str, words: str, found: list[str]) -> None:
    assert [text[span.start : span.end] for span in QuotedText(text).find(words)] == found


@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_every_part_between_blanks_is_found_again(text: str, start: int, end: int) -> None:
    text = " ".join(text.split())
    words = " ".join(text.split(" ")[start:end])
    spans = list(QuotedText(text).find(words))
    assert spans or not words.replace("_", " ").strip()
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
