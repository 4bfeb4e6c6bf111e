"""Documents become facts: cut into chunks, read by a model several at a time, and checked against their own words.

Source: OaK paper, section 3.2 (chunk, map, merge). That every fact is checked against the words it was read from is our
own. Merging is the graph's part (`graph.building`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from entailed.agent import JsonProblem
from entailed.llm import ChatModel, MeteredModel, Usage
from entailed.oak.extraction.chunk_reading import ChunkReader, ReadChunk
from entailed.oak.extraction.chunks import Chunk, chunk_document
from entailed.oak.extraction.claim_checking import CheckedFacts, check_claims
from entailed.oak.extraction.documents import Document
from entailed.oak.extraction.reply_cache import ReplyCache
from entailed.oak.graph.facts import EntityCandidate, RejectedFact, RelationCandidate
from entailed.oak.schema.model import Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionSettings:
    """How documents are read."""

    chunk_tokens: int = 800
    """Of a chunk, estimated."""
    overlap_tokens: int = 100
    """How much of a chunk the next one may repeat, estimated; less than half of it."""
    reply_tokens: int = 4_096
    """Of a reply at most. Where one is cut, its chunk is read in halves."""
    constrained: bool = False
    """Hold replies to the form that the schema allows, where the model can be held to one."""
    concurrency: int = 8
    """Chunks under way at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedChunk:
    """A chunk of which nothing was read."""

    chunk: Chunk
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """The facts of documents, in the order of the documents, and what became of everything else."""

    entities: tuple[EntityCandidate, ...]
    relations: tuple[RelationCandidate, ...]
    rejected: tuple[RejectedFact, ...]
    """What the model claimed and the words do not state, in the same order."""
    unreadable: Mapping[str, int]
    """Items of replies that had another form, counted by what was wrong."""
    failed: tuple[FailedChunk, ...]
    chunks: int
    cached: int
    """Chunks whose replies were all there from before."""
    usage: Usage
    """Of this run."""


def extract(
    documents: Iterable[Document],
    schema: Schema,
    model: ChatModel,
    *,
    cache: ReplyCache | None = None,
    settings: ExtractionSettings | None = None,
    on_chunk: Callable[[int, int], None] | None = None,
) -> Extraction:
    """Extract what documents state in the terms of a schema.

    Args:
        documents: Each with a name of its own.
        schema: Which has passed its checks.
        model: Reads the chunks.
        cache: Keeps replies. After an error or an interruption, a run with the same cache goes on where it stopped.
        settings: How to read.
        on_chunk: Told how many chunks are done, and of how many, in this thread.

    Raises:
        ModelError: the model gave no reply, which ends the run.
        KernelError: the cache cannot be used.
        ValueError: a setting is out of range.
    """
    settings = settings or ExtractionSettings()
    metered = MeteredModel(model)
    reader = ChunkReader(
        schema, metered, cache=cache, reply_tokens=settings.reply_tokens, constrained=settings.constrained
    )
    chunks = sorted(
        chunk
        for document in documents
        for chunk in chunk_document(document, max_tokens=settings.chunk_tokens, overlap_tokens=settings.overlap_tokens)
    )
    parts: list[list[ReadChunk]] = []
    threads = ThreadPoolExecutor(settings.concurrency, thread_name_prefix="entailed")
    try:
        for part in threads.map(lambda chunk: list(reader.read(chunk)), chunks):
            parts.append(part)
            if on_chunk is not None:
                on_chunk(len(parts), len(chunks))
    finally:
        threads.shutdown(cancel_futures=True)
    return _extraction(schema, parts, metered.usage)


def _extraction(schema: Schema, parts: Sequence[Sequence[ReadChunk]], usage: Usage) -> Extraction:
    unreadable: Counter[str] = Counter()
    failed: list[FailedChunk] = []
    checked: list[CheckedFacts] = []
    for read in (read for part in parts for read in part):
        if isinstance(read.claims, JsonProblem):
            failed.append(FailedChunk(chunk=read.chunk, problem=read.claims.problem))
        else:
            unreadable.update(read.claims.unreadable)
            checked.append(check_claims(read.claims, schema, read.chunk))
    return Extraction(
        entities=tuple(fact for facts in checked for fact in facts.entities),
        relations=tuple(dict.fromkeys(fact for facts in checked for fact in facts.relations)),
        rejected=tuple(dict.fromkeys(fact for facts in checked for fact in facts.rejected)),
        unreadable=dict(unreadable),
        failed=tuple(failed),
        chunks=len(parts),
        cached=sum(all(read.cached for read in part) for part in parts),
        usage=usage,
    )
