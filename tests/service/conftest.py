"""Ontologies indexed once for all tests of the service."""

from collections.abc import Callable, Sequence
from importlib.resources import files
from itertools import count
from pathlib import Path

import pytest

from entailed.service import OntologyService, index_file

IndexText = Callable[..., OntologyService]


@pytest.fixture(scope="session")
def kitchen_file() -> Path:
    return Path(str(files("entailed") / "examples/kitchen.obo"))


@pytest.fixture(scope="session")
def kitchen(kitchen_file: Path, tmp_path_factory: pytest.TempPathFactory) -> OntologyService:
    """The kitchen ontology that the package brings along."""
    folder = tmp_path_factory.mktemp("kitchen") / "index"
    index_file(kitchen_file, folder)
    return OntologyService(folder)


@pytest.fixture(scope="module")
def index_text(tmp_path_factory: pytest.TempPathFactory) -> IndexText:
    """Index the text of an ontology and open the index."""
    numbers = count()

    def index(
        text: str, suffix: str = ".obo", language: str = "en", role_groups: Sequence[str] = ()
    ) -> OntologyService:
        folder = tmp_path_factory.mktemp(f"ontology{next(numbers)}")
        source = folder / f"source{suffix}"
        source.write_text(text, encoding="utf-8")
        index_file(source, folder / "index", language=language, role_groups=role_groups)
        return OntologyService(folder / "index")

    return index
