"""A document in chunks that a model reads one at a time: whole sentences, with some of the last ones repeated."""

from collections.abc import Iterator
from dataclasses import dataclass

from entailed.llm.token_estimates import CHARACTERS_PER_TOKEN
from entailed.oak.extraction.documents import Document
from entailed.service.sentences import sentence_spans


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Chunk:
    """A part of a document."""

    document: str
    start: int
    """The position of its first character in the document."""
    text: str
    """As it stands there."""

    def halves(self) -> tuple["Chunk", ...]:
        """Two chunks of whole sentences, or itself where it is a single one."""
        spans = sentence_spans(self.text)
        if len(spans) < 2:
            return (self,)
        middle = min((start for start, _ in spans[1:]), key=lambda start: abs(start - len(self.text) // 2))
        return (
            Chunk(document=self.document, start=self.start, text=self.text[:middle].rstrip()),
            Chunk(document=self.document, start=self.start + middle, text=self.text[middle:]),
        )


def chunk_document(document: Document, *, max_tokens: int, overlap_tokens: int) -> list[Chunk]:
    """Cut a document into chunks.

    Args:
        document: Any text.
        max_tokens: Of a chunk, estimated by its characters. Only a sentence that is longer than this is cut.
        overlap_tokens: How much of a chunk the next one may repeat: as many whole sentences as that holds. Less than
            half of `max_tokens`.

    Raises:
        ValueError: a number is out of range.
    """
    if max_tokens < 1 or not 0 <= overlap_tokens * 2 < max_tokens:
        raise ValueError(f"chunks of {max_tokens} tokens that share {overlap_tokens}: make the overlap less than half")
    longest, shared = max_tokens * CHARACTERS_PER_TOKEN, overlap_tokens * CHARACTERS_PER_TOKEN
    pieces = list(_pieces(document.text, longest))
    chunks: list[Chunk] = []
    first, end = 0, 0
    while end < len(pieces):
        end = next((n for n in range(end, len(pieces)) if pieces[n][1] - pieces[first][0] > longest), len(pieces))
        start, stop = pieces[first][0], pieces[end - 1][1]
        chunks.append(Chunk(document=document.name, start=start, text=document.text[start:stop]))
        if end < len(pieces):
            first = _next_first(pieces, first, end, longest, shared)
    return chunks


def _next_first(pieces: list[tuple[int, int]], first: int, end: int, longest: int, shared: int) -> int:
    """The piece that the next chunk begins with: what it repeats fits, and the piece after the last chunk too."""
    stop, needed = pieces[end - 1][1], pieces[end][1]
    return next(
        n for n in range(first + 1, end + 1) if stop - pieces[n][0] <= shared and needed - pieces[n][0] <= longest
    )


def _pieces(text: str, longest: int) -> Iterator[tuple[int, int]]:
    """The spans of sentences; of one that is too long, of its pieces, cut at a blank where there is one."""
    for start, end in sentence_spans(text):
        while end - start > longest:
            blank = max(text.rfind(" ", start, start + longest), text.rfind("\n", start, start + longest))
            cut = blank + 1 if blank > start else start + longest
            yield start, cut
            start = cut
        yield start, end
