"""OA-RAG: a question becomes an answer with its evidence and a grounding level."""

from entailed.oarag.answers import Answer, answer_json, one_line
from entailed.oarag.evidence import Evidence
from entailed.oarag.grounding import Grounding, GroundingLevel
from entailed.oarag.pipeline import AnsweringLimits, answer
from entailed.oarag.questions import (
    AnswerValue,
    FreeText,
    ListOfNames,
    OneOption,
    Question,
    SeveralOptions,
    YesNoMaybe,
)

__all__ = [
    "Answer",
    "AnswerValue",
    "AnsweringLimits",
    "Evidence",
    "FreeText",
    "Grounding",
    "GroundingLevel",
    "ListOfNames",
    "OneOption",
    "Question",
    "SeveralOptions",
    "YesNoMaybe",
    "answer",
    "answer_json",
    "one_line",
]
