"""A model reads a chunk: asked, asked again where its reply has another form, and given less where it is cut."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from entailed.agent import JsonProblem
from entailed.llm import ChatModel, FinishReason, Message
from entailed.oak.extraction.chunks import Chunk
from entailed.oak.extraction.grammar import extraction_grammar
from entailed.oak.extraction.prompt import extraction_messages
from entailed.oak.extraction.reply import Claims, read_reply
from entailed.oak.extraction.reply_cache import CachedReply, ReplyCache, reply_key
from entailed.oak.schema.model import Schema
from entailed.oak.templates import fill


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadChunk:
    """A chunk, or a part of one, and what a model says that it states."""

    chunk: Chunk
    claims: Claims | JsonProblem
    """The problem, where there is no reply that can be read."""
    cached: bool


class ChunkReader:
    """Reads chunks by way of a model. Several threads may share it."""

    def __init__(
        self, schema: Schema, model: ChatModel, *, cache: ReplyCache | None, reply_tokens: int, constrained: bool
    ) -> None:
        self._schema = schema
        self._model = model
        self._cache = cache
        self._reply_tokens = reply_tokens
        self._grammar = extraction_grammar(schema) if constrained else None

    def read(self, chunk: Chunk) -> Iterator[ReadChunk]:
        """Read a chunk, in halves where its reply would be too long.

        Raises:
            ModelError: the model gave no reply.
            KernelError: the cache cannot be used.
        """
        messages = extraction_messages(self._schema, chunk.text)
        key = reply_key(self._model.name, messages, max_tokens=self._reply_tokens, grammar=self._grammar)
        kept = self._cache.get(key) if self._cache else None
        understood = _understood(kept) if kept else None
        cached = isinstance(understood, Claims | _Cut)
        if not isinstance(understood, Claims | _Cut):
            reply, understood = self._asked(messages)
            if self._cache:
                self._cache.put(key, reply)
        match understood:
            case _Cut() if len(halves := chunk.halves()) > 1:
                for half in halves:
                    yield from self.read(half)
            case _Cut():
                problem = JsonProblem(problem=f"one sentence takes a reply of more than {self._reply_tokens:,} tokens")
                yield ReadChunk(chunk=chunk, claims=problem, cached=cached)
            case claims:
                yield ReadChunk(chunk=chunk, claims=claims, cached=cached)

    def _asked(self, messages: Sequence[Message]) -> tuple[CachedReply, "_Understood"]:
        """A reply, the second one where the first cannot be read."""
        reply = self._complete(messages)
        understood = _understood(reply)
        if isinstance(understood, JsonProblem):
            again = Message(role="user", content=fill("extract_again", problem=understood.problem))
            reply = self._complete([*messages, Message(role="assistant", content=reply.text or "(nothing)"), again])
            understood = _understood(reply)
        return reply, understood

    def _complete(self, messages: Sequence[Message]) -> CachedReply:
        reply = self._model.complete(messages, max_tokens=self._reply_tokens, grammar=self._grammar)
        # What is left of a reply that was withheld counts for nothing.
        text = "" if reply.finish_reason is FinishReason.FILTERED else reply.text.strip()
        return CachedReply(text=text, complete=reply.finish_reason is not FinishReason.LENGTH)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A reply that was longer than it may be."""


_Understood: TypeAlias = Claims | _Cut | JsonProblem


def _understood(reply: CachedReply) -> _Understood:
    return read_reply(reply.text) if reply.complete else _Cut()
