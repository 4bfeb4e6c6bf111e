"""A model that replies by what it is shown, whatever order that comes in; and replies in the form of extraction."""

import json
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Unpack

from entailed.llm import CompletionOptions, FinishReason, Message, Reply, Usage

Entity = tuple[str, Mapping[str, Any]]


class ReadingModel:
    """Calls a function with the text between the fences of the last turn; a `Reply` or the text of one."""

    def __init__(self, reads: Callable[[str], str | Reply], name: str = "reading") -> None:
        self.name = name
        self.texts: list[str] = []
        self._reads = reads
        self._lock = Lock()

    def complete(self, messages: Sequence[Message], *, max_tokens: int, **options: Unpack[CompletionOptions]) -> Reply:
        text = messages[1].content.split("\n", 1)[1].rsplit("\n", 1)[0]
        with self._lock:
            self.texts.append(text)
        reply = self._reads(text)
        if isinstance(reply, Reply):
            return reply
        usage = Usage(calls=1, input_tokens=len(text), output_tokens=len(reply))
        return Reply(text=reply, finish_reason=FinishReason.STOP, usage=usage)


def reply_of(entities: Sequence[Entity], relations: Sequence[Mapping[str, Any]] = ()) -> str:
    """A reply; a value is given with its words as a pair, or alone."""
    listed = [
        {"type": type_, "properties": {name: _stated(value) for name, value in properties.items()}}
        for type_, properties in entities
    ]
    return json.dumps({"entities": listed, "relations": list(relations)}, ensure_ascii=False)


def _stated(value: Any) -> Any:
    match value:
        case (stated, words):
            return {"value": stated, "words": words}
        case list():
            return [_stated(one) for one in value]
    return value


def relation_of(
    relation: str, start: tuple[str, Any], target: tuple[str, Any], words: str | None = None
) -> dict[str, Any]:
    """A relation between entities with a key called `name`."""
    ends = [{"type": type_, "key": {"name": name}} for type_, name in (start, target)]
    return {"relation": relation, "source": ends[0], "target": ends[1], "words": words}
