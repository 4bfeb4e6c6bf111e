"""OA-RAG: a question becomes an answer with its evidence and a grounding level."""

from entailed.agent.grounding import Grounding, GroundingLevel
from entailed.agent.step_json import usage_json
from entailed.oarag.answers import Answer, answer_json, one_line
from entailed.oarag.asking import QuestionKind, make_question
from entailed.oarag.background import answer_of, stream
from entailed.oarag.batch import BatchReport, answer_batch
from entailed.oarag.batch_files import AnswerFile, BatchItem, BatchRecord, read_questions
from entailed.oarag.claims import Claim
from entailed.oarag.decoding import Decoding
from entailed.oarag.evidence import Evidence
from entailed.oarag.personas import PERSONAS
from entailed.oarag.pipeline import AnsweringLimits, Strategy, answer
from entailed.oarag.questions import (
    AnswerValue,
    FreeText,
    ListOfNames,
    OneOption,
    Question,
    SeveralOptions,
    YesNoMaybe,
)
from entailed.oarag.session import Session

__all__ = [
    "PERSONAS",
    "Answer",
    "AnswerFile",
    "AnswerValue",
    "AnsweringLimits",
    "BatchItem",
    "BatchRecord",
    "BatchReport",
    "Claim",
    "Decoding",
    "Evidence",
    "FreeText",
    "Grounding",
    "GroundingLevel",
    "ListOfNames",
    "OneOption",
    "Question",
    "QuestionKind",
    "Session",
    "SeveralOptions",
    "Strategy",
    "YesNoMaybe",
    "answer",
    "answer_batch",
    "answer_json",
    "answer_of",
    "make_question",
    "one_line",
    "read_questions",
    "stream",
    "usage_json",
]
