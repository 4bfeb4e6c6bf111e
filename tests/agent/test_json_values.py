import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.agent import JsonProblem, find_json_array, find_json_object


@pytest.mark.parametrize(
    "reply",
    [
        '{"answer": ["A"]}',
        'So {"answer": ["B"]} was the draft.\n{"answer": ["A"]}',
        'The schema {"answer": [letters]} asks for\n{"answer": ["A"]}\nI hope that helps [1].',
        'ASK { "ship" "part of" "fleet" } holds.\n\n```json\n{"answer": ["A"]}\n```',
        '{"answer": ["A"]}\nas ASK { "ship" "part of" "fleet" } shows',
        'by [E1] and {x},\n```{"answer": ["A"]}```',
        '<think>{"answer": ["C"]}</think>{"answer": ["A"]}',
        'first [1, 2] then {"answer": ["A"]} [3]',
    ],
)
def test_the_last_object_of_the_reply_is_found(reply: str) -> None:
    assert find_json_object(reply) == {"answer": ["A"]}


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("I do not know.", "holds no JSON object"),
        ('[{"answer": "A"}]', "holds no JSON object"),
        ('{"name": "a 24" screen", "of": {"answer": "A"}}', "column 17"),
        ('{"name": "a } 24" b", "of": {"answer": "A"}}', "column 19"),
        ('{"answer": ["A"]}\nno:\n{"answer": ["B"', "line 3"),
        ("{'answer': ['A']}", "column 2"),
        ('{"answer": "A", "answer": "B"}', "same key twice"),
        ('{"answer": NaN}', "NaN is not JSON"),
        (r'{"answer": "\ud83d"}', "surrogates not allowed"),
        ('{"answer": ' + "[" * 100_000, "recursion"),
        ('{"answer": ' + "9" * 5000 + "}", "not usable"),
    ],
)
def test_what_is_no_object_is_a_problem_and_never_a_piece_of_it(reply: str, problem: str) -> None:
    found = find_json_object(reply)
    assert isinstance(found, JsonProblem)
    assert problem in found.problem


def test_a_line_break_inside_a_string_is_read() -> None:
    assert find_json_object('{"answer": "two\nlines"}') == {"answer": "two\nlines"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), JSON), st.sampled_from(["", "Thus ", "```json\n", "```json", "see [E1]: "]))
def test_every_object_survives_its_wrapping(value: dict[str, object], before: str) -> None:
    assert find_json_object(f"{before}{json.dumps(value)}\n```\nDone.") == value


@given(st.lists(st.dictionaries(st.text(alphabet='a"{}[]:,\\ \n'), st.integers(), max_size=2), max_size=3), st.data())
def test_a_damaged_array_yields_no_part_of_it(value: list[object], data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))
    assert isinstance(find_json_array(text[:cut]), JsonProblem)
