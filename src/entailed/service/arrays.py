"""Arrays on disk."""

from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray


def map_array(path: Path) -> NDArray[Any]:
    """Map an array that `numpy.save` wrote, for reading.

    As a plain array over the mapped memory: taking an item of a `memmap` costs ten times as much.

    Raises:
        OSError: There is no such file.
        ValueError: It holds no array.
    """
    try:
        return np.asarray(np.load(path, mmap_mode="r"))
    except TokenError as error:  # numpy looks for Python in a header that it does not know
        raise ValueError(f"{path.name} holds no array") from error
