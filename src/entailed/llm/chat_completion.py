"""A reply as the Chat Completions protocol writes it, over the network or not."""

from typing import Any

from entailed.llm.protocol import FinishReason, Reply, Usage


def read_completion(completion: Any, *, constrained: bool) -> Reply:
    """The reply in a chat completion, given as the values that its JSON stands for.

    The usage counts 0 tokens where none are reported. Reasoning that is returned beside the reply is ignored.

    Raises:
        One of `MISREAD`: It is none.
    """
    choice = completion["choices"][0]
    text = choice["message"].get("content") or ""
    usage = completion.get("usage") or {}
    if not isinstance(text, str):
        raise TypeError("the content is not a text")
    return Reply(
        text=text,
        finish_reason=_finish_reason(choice.get("finish_reason")),
        usage=Usage(
            calls=1,
            input_tokens=int(usage.get("prompt_tokens") or 0),
            output_tokens=int(usage.get("completion_tokens") or 0),
        ),
        constrained=constrained,
    )


def _finish_reason(said: object) -> FinishReason:
    match said:
        case "length":
            return FinishReason.LENGTH
        case "content_filter":
            return FinishReason.FILTERED
        case _:
            return FinishReason.STOP
