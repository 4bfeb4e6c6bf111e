"""How far evidence carries an answer (OA-RAG paper, section 4.1.3)."""

from dataclasses import dataclass
from enum import StrEnum


class GroundingLevel(StrEnum):
    """The four levels, strongest first; the first that holds is the level of an answer."""

    ENTAILED = "entailed"
    """The facts that the evidence states derive the answer."""
    SUPPORTED = "supported"
    """The answer follows by sound reasoning that interprets text or adds knowledge of one's own."""
    RELATED = "related"
    """The evidence bears on the question, but does not lead to the answer."""
    UNRELATED = "unrelated"
    """The evidence has nothing to do with the question."""


def weakest(*levels: GroundingLevel) -> GroundingLevel:
    """The weakest of the levels, of which there is at least one."""
    return max(levels, key=list(GroundingLevel).index)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounding:
    """What is claimed about the ground of an answer, and by whom."""

    reported: GroundingLevel | None
    """What the model says; None where it was not asked or gave no level."""
    verified: GroundingLevel | None
    """What a check confirms; None where nothing was checked."""
    reason: str
    """Why the levels are what they are, in sentences for the reader of the answer."""


def levels_in_words(reported: GroundingLevel | None, verified: GroundingLevel | None, *, checked: str) -> str:
    """Where two levels differ or agree, as a sentence; empty where there is neither.

    Args:
        reported: By the model.
        verified: By a check.
        checked: How, such as "by the reasoner".
    """
    match reported, verified:
        case None, None:
            return ""
        case None, _:
            return f"Checked {checked}, the answer is {verified}."
        case _, None:
            return f"The model says {reported}, which is not checked."
        case _ if reported is verified:
            return f"The model says {reported}, and the check confirms it."
    return f"The model says {reported}; checked {checked}, the answer is {verified}."
