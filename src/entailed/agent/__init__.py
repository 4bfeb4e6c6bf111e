"""The ReAct loop that both engines use: replies, tools, limits and the record of a run."""

from entailed.agent.attribution import Attribution, attribute
from entailed.agent.grounding import Grounding, GroundingLevel, weakest
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
    said,
    without_reasoning,
)
from entailed.agent.tools import Observation, Tool
from entailed.agent.trajectory import Outcome, Step, StepKind, Trajectory
from entailed.agent.window import even_limit, fenced, shorten
from entailed.llm.token_estimates import CHARACTERS_PER_TOKEN, estimate_tokens, generated_tokens

__all__ = [
    "CHARACTERS_PER_TOKEN",
    "Action",
    "Attribution",
    "Blank",
    "FinalAnswer",
    "Grounding",
    "GroundingLevel",
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
    "attribute",
    "estimate_tokens",
    "even_limit",
    "fenced",
    "find_json_array",
    "find_json_object",
    "generated_tokens",
    "parse_reply",
    "run_loop",
    "said",
    "shorten",
    "weakest",
    "without_reasoning",
]
