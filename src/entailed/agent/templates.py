"""The prompts that engines share."""

from functools import partial

from entailed.llm.templates import fill_of

fill = partial(fill_of, "entailed.agent")

STOP = ("\nObservation:",)
"""Where a reply in this format may end. Safe: an answer is a JSON object, in which no line break stands bare."""


def reply_format(call: str) -> str:
    """The form of the loop's replies as a model is told of it; `call` shows how a tool is called."""
    return fill("reply_format", call=call)
