"""Tells a damaged index from a bug: bytes that change once an index is open can make any code that reads them fail."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from entailed.errors import EntailedError
from entailed.service.manifest import verify_index

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class HasFolder(Protocol):
    """Something that reads an index folder."""

    @property
    def folder(self) -> Path:
        """Of the index."""


_Self = TypeVar("_Self", bound=HasFolder)


def names_damage(
    method: Callable[Concatenate[_Self, _Arguments], _Result],
) -> Callable[Concatenate[_Self, _Arguments], _Result]:
    """Let a method that fails over a damaged index raise `IndexFolderError`, and name the file."""

    @wraps(method)
    def guarded(self: _Self, /, *arguments: _Arguments.args, **named: _Arguments.kwargs) -> _Result:
        try:
            return method(self, *arguments, **named)
        except (EntailedError, KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # the panics of libraries in Rust are no `Exception`
            verify_index(self.folder)
            raise  # the index is as it was written: a bug

    return guarded
