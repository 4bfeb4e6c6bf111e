"""The classes or object properties of an ontology by number: IRI, name to show, identifier, whether obsolete."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from entailed.owl import Curies
from entailed.reasoning.rows import IntArray
from entailed.service.arrays import map_array
from entailed.service.results import NamedEntity
from entailed.service.strings import StringTable


class Entities:
    """Entities on disk, numbered as in the closure."""

    def __init__(self, folder: Path, curies: Curies) -> None:
        """Open what `write` made.

        Raises:
            OSError: A file is missing.
            ValueError: A file is damaged.
        """
        self.iris = StringTable.open(folder / "iris")
        self._names = StringTable.open(folder / "names")
        self._sorted_iris = StringTable.open(folder / "sorted_iris")
        self._by_iri: NDArray[np.int32] = map_array(folder / "by_iri.npy")
        self._obsolete: NDArray[np.bool_] = map_array(folder / "obsolete.npy")
        self._place: NDArray[np.int32] = map_array(folder / "place.npy")
        self._curies = curies

    @staticmethod
    def write(folder: Path, iris: Sequence[str], names: Sequence[str], obsolete: Sequence[bool]) -> None:
        """Write entities into a folder, which is created."""
        folder.mkdir(parents=True)
        order = sorted(range(len(iris)), key=lambda number: iris[number].encode())
        StringTable.write(folder / "iris", iris)
        StringTable.write(folder / "names", names)
        StringTable.write(folder / "sorted_iris", (iris[number] for number in order))
        np.save(folder / "by_iri.npy", np.array(order, dtype=np.int32))
        np.save(folder / "obsolete.npy", np.array(obsolete, dtype=np.bool_))
        by_name = sorted(range(len(iris)), key=lambda number: (names[number].casefold(), iris[number]))
        np.save(folder / "place.npy", np.argsort(np.array(by_name, dtype=np.int32)).astype(np.int32))

    def __len__(self) -> int:
        return len(self.iris)

    def name(self, entity: int) -> str:
        """The name to show."""
        return self._names[entity]

    def named(self, entity: int) -> NamedEntity:
        """The entity as it is shown."""
        iri = self.iris[entity]
        return NamedEntity(name=self._names[entity], iri=iri, identifier=self._curies.curie(iri) or iri)

    def by_name(self, entities: IntArray) -> IntArray:
        """The entities ordered by the names to show, without regard to case."""
        ordered: IntArray = entities[np.argsort(self._place[entities])]
        return ordered

    def current(self, entities: IntArray) -> IntArray:
        """The entities that are not obsolete."""
        kept: IntArray = entities[~self._obsolete[entities]]
        return kept

    def is_obsolete(self, entity: int) -> bool:
        """Whether the entity is marked as deprecated."""
        return bool(self._obsolete[entity])

    def identified(self, text: str) -> int | None:
        """The entity that a text names by IRI (bare or in angle brackets), CURIE or underscore form."""
        iri = _without_brackets(text)
        number = self._sorted_iris.find(iri)
        if number is None:
            expanded = self._curies.expand(iri)
            number = None if expanded is None else self._sorted_iris.find(expanded)
        return None if number is None else int(self._by_iri[number])

    def curie(self, text: str) -> str | None:
        """The CURIE of an identifier that is written in any of these ways, whether or not an entity has it."""
        iri = _without_brackets(text)
        return self._curies.curie(self._curies.expand(iri) or iri)


def _without_brackets(text: str) -> str:
    text = text.strip()
    return text[1:-1] if text.startswith("<") and text.endswith(">") else text
