"""Where the tests find what is not in the repository."""

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared development data: `ENTAILED_DATA`, or `shared` beside the project."""
    folder = Path(os.environ.get("ENTAILED_DATA") or PROJECT.parent / "shared")
    if not (folder / "data").is_dir():
        pytest.skip(f"the shared development data is not at {folder}; set ENTAILED_DATA to its folder")
    return folder
