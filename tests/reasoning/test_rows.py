"""Rows grouped by their first column, against plain Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.reasoning.rows import Rows, grouped

KEYS = 5


def tables(largest: int) -> st.SearchStrategy[list[tuple[int, int, int]]]:
    # Few distinct numbers, so that rows are often equal; as large as there are concepts in a large ontology.
    numbers = st.sampled_from([0, 1, largest // 2, largest])
    return st.lists(st.tuples(st.integers(0, KEYS - 1), numbers, numbers), max_size=30)


def listed(rows: Rows) -> list[tuple[int, ...]]:
    return [tuple(row) for row in rows.array().tolist()]


@pytest.mark.parametrize("largest", [3, 2**23, 2**31 - 1])
def test_rows_are_sorted_and_distinct_however_large_their_numbers(largest: int) -> None:
    @given(tables(largest))
    def check(table: list[tuple[int, int, int]]) -> None:
        array = np.array(table, dtype=np.int32).reshape(-1, 3)
        rows = Rows.sorted(array, KEYS)
        assert listed(rows) == sorted(set(table))
        starts, others = grouped(array, KEYS)
        assert [(k, *row) for k in range(KEYS) for row in others[starts[k] : starts[k + 1]].tolist()] == listed(rows)

    check()


@pytest.mark.parametrize("columns", [2, 3])
def test_three_columns_of_two_million_concepts_are_sorted(columns: int) -> None:
    table = [(2**21 + n % 2, 2**21 + 3 - n, 2**21 + n)[:columns] for n in range(4)]
    assert listed(Rows.sorted(np.array(table, dtype=np.int32), 2**21 + 2)) == sorted(table)


@given(tables(9), st.integers(0, KEYS), st.data())
def test_a_mask_and_the_first_keys_choose_rows(
    table: list[tuple[int, int, int]], keys: int, data: st.DataObject
) -> None:
    rows = Rows.sorted(np.array(table, dtype=np.int32).reshape(-1, 3), KEYS)
    kept = data.draw(st.lists(st.booleans(), min_size=rows.count, max_size=rows.count))
    chosen = rows.where(np.array(kept, dtype=bool))
    assert listed(chosen) == [row for row, keep in zip(listed(rows), kept, strict=True) if keep]
    assert [chosen.of(k).tolist() for k in range(KEYS)] == [
        [first for key, first, _ in listed(chosen) if key == k] for k in range(KEYS)
    ]
    assert listed(rows.first(keys)) == [row for row in listed(rows) if row[0] < keys]


def test_rows_that_follow_each_other_are_made_distinct_within_their_key() -> None:
    rows = Rows(np.array([0, 3, 3, 5]), (np.array([7, 7, 8, 8, 8]),))
    assert listed(rows.distinct()) == [(0, 7), (0, 8), (2, 8)]
