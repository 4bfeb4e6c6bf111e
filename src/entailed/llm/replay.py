"""Answering from a recording instead of a model."""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Unpack

from entailed.errors import ModelError, ReplayError
from entailed.llm.protocol import CompletionOptions, Message, Reply
from entailed.llm.recording import RecordedCall, Request, read_recording
from entailed.llm.scripted import ScriptedModel

_CONTEXT_LENGTH = 20
_EXCERPT_LENGTH = 60


class ReplayModel:
    """Answers from a file of recorded calls. Several threads may share it.

    A request is answered by the reply recorded for an equal request; asked again, by the next one recorded. A script,
    whose lines hold replies only, is answered from line by line whatever is asked. A line that gives only the text of
    its reply is ended as a `ScriptedModel` ends it.
    """

    def __init__(self, path: Path) -> None:
        """Read the file.

        Raises:
            ModelError: The file cannot be read, holds no call, has a broken line, or only some lines hold a request.
        """
        self.name = f"replay:{path}"
        self._lock = Lock()
        self._calls = read_recording(path)
        self._answers = _by_request(self._calls, self.name)

    def complete(self, messages: Sequence[Message], *, max_tokens: int, **options: Unpack[CompletionOptions]) -> Reply:
        """Give the recorded reply; see `ChatModel.complete`.

        Raises:
            ReplayError: The file holds no reply, or no further one, for this request.
        """
        request = Request.of(messages, max_tokens, options)
        answers = self._answers.get(None) or self._answers.get(request)
        if answers is None:
            raise ReplayError(f"{self.name}: {_unlike(request, self._calls)} Record again, or ask as recorded.")
        with self._lock:
            return answers.complete(messages, max_tokens=max_tokens, **options)


def _by_request(calls: Sequence[RecordedCall], name: str) -> dict[Request | None, ScriptedModel]:
    """The replies to each request in recorded order; the one key of a script is None."""
    groups: dict[Request | None, list[RecordedCall]] = {}
    for call in calls:
        groups.setdefault(call.request, []).append(call)
    if not groups:
        raise ModelError(f'{name}: the file holds no call. Record one, or write a line such as {{"reply": "Yes."}}.')
    if None in groups and len(groups) > 1:
        raise ModelError(f"{name}: line {groups[None][0].line} holds no `request`, others do. Keep lines of one kind.")
    return {
        request: ScriptedModel(
            [call.reply for call in group], name=name if request is None else f"{name}, request of line {group[0].line}"
        )
        for request, group in groups.items()
    }


def _unlike(request: Request, calls: Sequence[RecordedCall]) -> str:
    """How the request differs from the recorded one that shares most with it."""
    asked = _parts(request)
    recorded = [(call.line, _parts(call.request)) for call in calls if call.request is not None]
    line, nearest = max(recorded, key=lambda one: _likeness(asked, one[1]))
    differing = _differing(asked, nearest)
    was, now = _excerpts(*_texts(differing[0], nearest, asked))
    return (
        f"no such request is recorded; the nearest, of line {line}, differs in {', '.join(differing)}. "
        f"{differing[0].capitalize()}: recorded {was}, asked {now}."
    )


def _parts(request: Request) -> dict[str, object]:
    """Each turn and parameter by its name."""
    parts: dict[str, object] = {
        f"turn {number} ({message.role})": message.content for number, message in enumerate(request.messages, start=1)
    }
    return parts | {name: getattr(request, name) for name in ("max_tokens", "stop", "temperature", "seed", "grammar")}


def _differing(asked: dict[str, object], recorded: dict[str, object]) -> list[str]:
    return [name for name in asked | recorded if asked.get(name) != recorded.get(name)]


def _texts(name: str, *requests: dict[str, object]) -> list[str]:
    """One part of each request; nothing for a turn that it does not have."""
    return [str(parts.get(name, "")) for parts in requests]


def _likeness(asked: dict[str, object], recorded: dict[str, object]) -> tuple[int, int]:
    """Greater for fewer differing parts, then for a longer common beginning of the first of them."""
    differing = _differing(asked, recorded)
    return -len(differing), _common_length(*_texts(differing[0], asked, recorded))


def _excerpts(one: str, other: str) -> tuple[str, str]:
    """Both texts from shortly before where they begin to differ."""
    start = max(0, _common_length(one, other) - _CONTEXT_LENGTH)
    part = slice(start, start + _EXCERPT_LENGTH)
    return repr(one[part]), repr(other[part])


def _common_length(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))
