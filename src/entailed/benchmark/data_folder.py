"""What is in the folder of a data set, for those who put its questions; `docs/benchmark-data.md` describes it."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from entailed.benchmark.item_files import read_items
from entailed.benchmark.items import Item
from entailed.errors import ReadError

ONTOLOGIES = {1: "source.ofn", 2: "revised.ofn"}
"""What the questions of a test are put against, by its number. Test 3 has none of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSetItems:
    """The questions of one test."""

    number: int
    data_set: str
    items: tuple[Item, ...]
    """In an order that mixes their kinds, the same every time: the first n are a sample of all."""
    sha256: str
    """Of their file."""
    ontology: Path | None


def tests_in(folder: Path) -> tuple[int, ...]:
    """The numbers of the tests in a folder.

    Raises:
        ReadError: There are none.
    """
    numbers = tuple(number for number in (1, 2, 3) if _items_file(folder, number).is_file())
    if not numbers:
        problem = "it holds no test of a data set."
        raise ReadError(problem, source=str(folder), advice="Build one with `entailed bench build`.")
    return numbers


def read_test(folder: Path, number: int) -> DataSetItems:
    """Read the questions of one test.

    Raises:
        ReadError: They cannot be read, or there are none.
    """
    path = _items_file(folder, number)
    items = read_items(path)
    if not items:
        raise ReadError("it holds no questions.", source=str(path), advice="Build the data set again.")
    ontology = ONTOLOGIES.get(number)
    return DataSetItems(
        number=number,
        data_set=items[0].data_set,
        items=tuple(sorted(items, key=lambda item: hashlib.sha256(item.id.encode()).digest())),
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        ontology=folder / ontology if ontology else None,
    )


def _items_file(folder: Path, number: int) -> Path:
    return folder / f"test{number}" / "items.jsonl"
