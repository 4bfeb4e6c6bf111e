"""The example ontology, indexed once in a test run."""

from importlib.resources import as_file, files

import pytest

from entailed.service import OntologyService, open_ontology


@pytest.fixture(scope="session")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> OntologyService:
    with as_file(files("entailed") / "examples" / "kitchen.obo") as path:
        return open_ontology(path, tmp_path_factory.mktemp("index"))
