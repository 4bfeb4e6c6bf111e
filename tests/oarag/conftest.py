"""Services over the example ontologies; each is indexed once in a test run."""

from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from entailed.service import OntologyService, open_ontology


@pytest.fixture(scope="session")
def open_service(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], OntologyService]:
    cache = tmp_path_factory.mktemp("index")
    return lambda path: open_ontology(path, cache)


@pytest.fixture(scope="session")
def kitchen(open_service: Callable[[Path], OntologyService]) -> OntologyService:
    with as_file(files("entailed") / "examples" / "kitchen.obo") as path:
        return open_service(path)


@pytest.fixture(scope="session")
def livestock(open_service: Callable[[Path], OntologyService]) -> OntologyService:
    with as_file(files("entailed") / "examples" / "livestock.ofn") as path:
        return open_service(path)


@pytest.fixture(scope="session")
def fleet(open_service: Callable[[Path], OntologyService]) -> OntologyService:
    """Names and texts of every kind that bear on how far an answer is verified."""
    return open_service(Path(__file__).with_name("fleet.obo"))
