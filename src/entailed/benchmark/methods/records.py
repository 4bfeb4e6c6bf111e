"""What a search found, fitted into a prompt."""

from collections.abc import Iterable, Iterator, Sequence

from entailed.agent import CHARACTERS_PER_TOKEN, estimate_tokens, even_limit, fenced, shorten
from entailed.benchmark.methods.asking import REPLY_TOKENS, SMALLEST_REPLY
from entailed.oarag import Question
from entailed.oarag.questions import options_of


def search_text(question: Question) -> str:
    """What to search for: the question and its options."""
    return "\n".join((question.text, *options_of(question)))


def room_for_records(context_window: int, *others: str) -> int:
    """The characters that records may have beside the other texts of a prompt.

    The paper's budget is all of the window but 1,024 tokens (Appendix B). It is less where the question is long.
    """
    left = min(context_window - REPLY_TOKENS, context_window - SMALLEST_REPLY - estimate_tokens(*others))
    return max(left, 0) * CHARACTERS_PER_TOKEN


def numbered(records: Iterable[str]) -> str:
    """Records as quoted blocks under their numbers, as attribution cites them."""
    return "\n\n".join(f"[E{number}]\n{fenced(record)}" for number, record in enumerate(records, 1))


def shortened(records: Sequence[str], room: int) -> tuple[str, ...]:
    """The records, the longest shortened until all fit: no card is lost to another that is long."""
    limit = even_limit([len(record) for record in records], room - len(numbered("" for _ in records)))
    return tuple(shorten(record, limit, paging="the rest is left out to save room") for record in records)


def truncated(records: Iterable[str], room: int) -> tuple[str, ...]:
    """The records, cut off at the end of the room, as MedRAG cuts its documents."""
    return tuple(_truncated(records, room))


def _truncated(records: Iterable[str], room: int) -> Iterator[str]:
    for record in records:
        room -= len(numbered([""])) + len("\n\n")
        if room <= 0:
            return
        yield record[:room]
        room -= len(record)


def queried(query: str, observation: str) -> str:
    """A query with its result: a list of concepts does not say what they were asked for."""
    return f"query({query})\n{observation}"
