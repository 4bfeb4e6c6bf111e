"""Ending a reply where a stop string begins, whether or not whoever wrote it knows stop strings."""

from collections.abc import Sequence
from dataclasses import replace

from entailed.llm.protocol import FinishReason, Reply


def cut_at_stop(text: str, stop: Sequence[str]) -> str:
    """The text before the earliest occurrence of any stop string; all of it where none occurs.

    Raises:
        ValueError: A stop string is empty, so that it would end every text before it began.
    """
    if "" in stop:
        raise ValueError("a stop string is empty; leave it out of `stop`")
    return text[: min((at for one in stop if (at := text.find(one)) >= 0), default=len(text))]


def end_at_stop(reply: Reply, stop: Sequence[str]) -> Reply:
    """The reply had generation ended at the first stop string; the usage stays what was paid.

    What is left is complete, however the text beyond the stop string ended: a cut reply finishes with `STOP`.
    """
    text = cut_at_stop(reply.text, stop)
    return reply if text == reply.text else replace(reply, text=text, finish_reason=FinishReason.STOP)
