"""Recordings of calls, one JSON object a line: what was asked and what was replied."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Self, Unpack

from entailed.errors import ModelError
from entailed.llm.protocol import ChatModel, CompletionOptions, FinishReason, Message, Reply, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """All that a model is given in one call. Equal requests are answered alike by a replay."""

    messages: tuple[Message, ...]
    max_tokens: int
    stop: tuple[str, ...]
    temperature: float
    seed: int | None
    grammar: str | None

    @classmethod
    def of(cls, messages: Sequence[Message], max_tokens: int, options: CompletionOptions) -> Self:
        """The arguments of `ChatModel.complete`."""
        return cls(
            messages=tuple(messages),
            max_tokens=max_tokens,
            stop=tuple(options.get("stop", ())),
            temperature=options.get("temperature", 0.0),
            seed=options.get("seed"),
            grammar=options.get("grammar"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedCall:
    """One line of a recording."""

    line: int
    """1-based line in the file."""
    request: Request | None
    """None where the line sets a reply only."""
    reply: Reply | str
    """A `str` where the line sets the text only."""


class RecordingModel:
    """Passes every call on and adds it to a file once it has been answered. Several threads may share it."""

    def __init__(self, model: ChatModel, path: Path) -> None:
        """Make the file where there is none; an existing one is added to.

        Raises:
            ModelError: The file cannot be written.
        """
        self.name = model.name
        self._model = model
        self._path = path
        self._lock = Lock()
        # Better to fail now than after the first reply has been paid for.
        self._append("")

    def complete(self, messages: Sequence[Message], *, max_tokens: int, **options: Unpack[CompletionOptions]) -> Reply:
        """See `ChatModel.complete`."""
        reply = self._model.complete(messages, max_tokens=max_tokens, **options)
        request = Request.of(messages, max_tokens, options)
        self._append(json.dumps({"request": asdict(request), "reply": asdict(reply)}, ensure_ascii=False) + "\n")
        return reply

    def _append(self, text: str) -> None:
        try:
            with self._lock, self._path.open("a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise ModelError(
                f"{self._path}: the recording cannot be written: {error.strerror}. Choose another file."
            ) from error


def read_recording(path: Path) -> list[RecordedCall]:
    """Read a recording, or a script: lines that hold a `reply` and no `request`. Blank lines are passed over.

    Raises:
        ModelError: The file cannot be read, or a line is neither.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"{path}: the recording cannot be read: {error}. Check the file name.") from error
    return [_call(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()]


def _call(path: Path, number: int, line: str) -> RecordedCall:
    try:
        match json.loads(line):
            case {"request": dict(request), "reply": reply, **rest} if not rest:
                return RecordedCall(line=number, request=_request(request), reply=_reply(reply))
            case {"reply": reply, **rest} if not rest:
                return RecordedCall(line=number, request=None, reply=_reply(reply))
            case _:
                raise ValueError("expected an object with `reply` and, unless the file is a script, `request`")
    except ValueError as error:
        raise ModelError(f"{path}, line {number}: not a recorded call: {error}. Mend or delete the line.") from error


def _request(value: Mapping[str, object]) -> Request:
    match value:
        case {
            "messages": list(messages),
            "max_tokens": int(max_tokens),
            "stop": list(stop),
            "temperature": int(temperature) | float(temperature),
            "seed": int(seed) | (None as seed),
            **rest,
        } if rest.keys() <= {"grammar"} and all(isinstance(one, str) for one in stop):
            return Request(
                messages=tuple(_message(message) for message in messages),
                max_tokens=max_tokens,
                stop=tuple(stop),
                temperature=temperature,
                seed=seed,
                grammar=_grammar(rest.get("grammar")),
            )
        case _:
            raise ValueError("`request` is not an object with `messages`, `max_tokens`, `stop`, `temperature`, `seed`")


def _grammar(value: object) -> str | None:
    if not isinstance(value, str | None):
        raise ValueError("`grammar` is neither a text nor null")
    return value


def _message(value: object) -> Message:
    match value:
        case {"role": ("system" | "user" | "assistant") as role, "content": str(content)}:
            return Message(role=role, content=content)
        case _:
            raise ValueError("a message is not an object with `role` and `content`")


def _reply(value: object) -> Reply | str:
    match value:
        case str(text):
            return text
        case {"text": str(text), **rest} if not rest:
            return text
        case {
            "text": str(text),
            "finish_reason": str(reason),
            "usage": {"calls": int(calls), "input_tokens": int(sent), "output_tokens": int(received)},
            **rest,
        }:
            return Reply(
                text=text,
                finish_reason=FinishReason(reason),
                usage=Usage(calls=calls, input_tokens=sent, output_tokens=received),
                constrained=rest.get("constrained") is True,
            )
        case _:
            raise ValueError("`reply` is neither a text nor an object with `text`, `finish_reason`, `usage`")
