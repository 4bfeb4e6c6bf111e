"""The ReAct loop that both engines use: replies, tools, limits and the record of a run."""

from entailed.agent.json_values import JsonProblem, find_json_array, find_json_object
from entailed.agent.loop import Limits, run_loop
from entailed.agent.replies import (
    Action,
    Blank,
    FinalAnswer,
    Malformed,
    Move,
    Thought,
    Turn,
    parse_reply,
    without_reasoning,
)
from entailed.agent.tools import Observation, Tool
from entailed.agent.trajectory import Outcome, Step, StepKind, Trajectory
from entailed.agent.window import fenced, shorten
from entailed.llm.token_estimates import CHARACTERS_PER_TOKEN, estimate_tokens, generated_tokens

__all__ = [
    "CHARACTERS_PER_TOKEN",
    "Action",
    "Blank",
    "FinalAnswer",
    "JsonProblem",
    "Limits",
    "Malformed",
    "Move",
    "Observation",
    "Outcome",
    "Step",
    "StepKind",
    "Thought",
    "Tool",
    "Trajectory",
    "Turn",
    "estimate_tokens",
    "fenced",
    "find_json_array",
    "find_json_object",
    "generated_tokens",
    "parse_reply",
    "run_loop",
    "shorten",
    "without_reasoning",
]
