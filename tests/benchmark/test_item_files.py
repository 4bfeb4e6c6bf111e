from pathlib import Path

import pytest

from benchmark.kitchen_items import DISHES_ITEM, GLUTEN_ITEM
from entailed.benchmark import Item
from entailed.benchmark.item_files import read_items, write_items
from entailed.errors import ReadError
from entailed.oarag import FreeText, OneOption, YesNoMaybe

OTHERS = (
    Item(id="1", data_set="x", question=OneOption(text="Which?", options=("a\u2028b", "c")), gold="c"),
    Item(id="2", data_set="x", question=YesNoMaybe(text="Is it?", context="An abstract."), gold="yes"),
    Item(id="3", data_set="x", question=FreeText(text="Why?", persona="You are terse."), gold="Because."),
)


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    items = (GLUTEN_ITEM, DISHES_ITEM, *OTHERS)
    write_items(tmp_path / "deep" / "items.jsonl", items)
    assert read_items(tmp_path / "deep" / "items.jsonl") == items


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"id": "a"}',
        '{"id": 1, "data_set": "x", "question": {"kind": "text", "text": "Why?"}, "gold": "so"}',
        '{"id": "a", "data_set": "x", "question": {"kind": "riddle", "text": "Why?"}, "gold": "so"}',
        '{"id": "a", "data_set": "x", "question": {"kind": "options", "text": "Why?"}, "gold": []}',
        '{"id": "a", "data_set": "x", "question": {"kind": "text", "text": "Why?"}, "gold": [1]}',
        '{"id": "a", "data_set": "x", "question": {"kind": "text", "text": "Why?"}, "gold": "so", "evidence": [1]}',
        '{"id": "a", "data_set": "x", "question": {"kind": "text", "text": "Why?"}, "gold": "so", "construction": []}',
    ],
)
def test_a_line_that_is_no_item_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "items.jsonl"
    write_items(path, OTHERS)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(ReadError, match=r"items\.jsonl, line 4: not an item"):
        read_items(path)


def test_an_id_stands_once_in_a_file(tmp_path: Path) -> None:
    write_items(tmp_path / "items.jsonl", (*OTHERS, OTHERS[0]))
    with pytest.raises(ReadError, match="several items have the id `1`"):
        read_items(tmp_path / "items.jsonl")


def test_a_file_that_is_missing_or_binary_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="cannot be read"):
        read_items(tmp_path / "items.jsonl")
    (tmp_path / "items.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(ReadError, match="not in UTF-8"):
        read_items(tmp_path / "items.jsonl")
