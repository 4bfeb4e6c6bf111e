"""Replies that were paid for, one file each: what was asked before is not asked again, not even after a crash.

A reply goes by all that the model was given: its name, the conversation (the schema, the prompt and the chunk) and the
limits. A change of any of these asks again, and only that.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import get_ident

from entailed.errors import KernelError
from entailed.llm import Message

_LARGEST_FILE = 10_000_000
"""Bytes. No reply is as long as this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedReply:
    """A reply as it is kept."""

    text: str
    complete: bool
    """Not cut by the limit of the reply."""


def reply_key(model: str, messages: Sequence[Message], *, max_tokens: int, grammar: str | None) -> str:
    """The name of the reply to a request."""
    asked = [model, [asdict(message) for message in messages], max_tokens, grammar]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


class ReplyCache:
    """A folder of replies. Any number of threads and processes may share it."""

    def __init__(self, folder: Path) -> None:
        """Make the folder where there is none.

        Raises:
            KernelError: it cannot be made.
        """
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unusable(error) from error

    def get(self, key: str) -> CachedReply | None:
        """The reply of that name; none where a file is damaged."""
        try:
            with self._path(key).open("rb") as file:
                found = json.loads(file.read(_LARGEST_FILE))
        except (FileNotFoundError, ValueError, RecursionError):
            return None
        except OSError as error:
            raise self._unusable(error) from error
        match found:
            case {"text": str(text), "complete": bool(complete)}:
                return CachedReply(text=text, complete=complete)
        return None

    def put(self, key: str, reply: CachedReply) -> None:
        """Keep a reply. A file is at its place whole or not at all.

        Raises:
            KernelError: it cannot be written.
        """
        path = self._path(key)
        partial = path.with_name(f".{key}.{os.getpid()}.{get_ident()}.partial")
        try:
            path.parent.mkdir(exist_ok=True)
            partial.write_text(json.dumps(asdict(reply)), encoding="utf-8")
            partial.replace(path)
        except OSError as error:
            raise self._unusable(error) from error

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"

    def _unusable(self, error: OSError) -> KernelError:
        return KernelError(f"{self._folder}: replies cannot be kept here: {error.strerror}. Choose another folder.")
