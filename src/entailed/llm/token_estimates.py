"""How many tokens a text has, where no server has counted them."""

from entailed.llm.protocol import Reply

CHARACTERS_PER_TOKEN = 4
"""A rule of thumb for English text."""


def estimate_tokens(*texts: str) -> int:
    """A rough number of tokens: by the characters, and a few more per text for the markers of its role."""
    return sum(len(text) // CHARACTERS_PER_TOKEN + 4 for text in texts)


def generated_tokens(reply: Reply) -> int:
    """The tokens of a reply: as the server counted them, estimated where it did not."""
    return reply.usage.output_tokens or estimate_tokens(reply.text)
