"""Answering through a kernel: an agent whose only tools are its functions, and how far its answer is grounded."""

from entailed.oak.answering.answers import FunctionEvidence, KernelAnswer, OperatorStep, kernel_answer_json
from entailed.oak.answering.comparison import AnswerValue
from entailed.oak.answering.pipeline import KernelLimits, answer_through

__all__ = [
    "AnswerValue",
    "FunctionEvidence",
    "KernelAnswer",
    "KernelLimits",
    "OperatorStep",
    "answer_through",
    "kernel_answer_json",
]
