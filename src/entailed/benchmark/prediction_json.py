"""Predictions as JSON, as the log of a run keeps them."""

from typing import Any

from entailed.benchmark.predictions import Prediction
from entailed.llm import Usage
from entailed.oarag import GroundingLevel, usage_json


def prediction_json(prediction: Prediction) -> dict[str, Any]:
    """A prediction as JSON."""
    return {
        "value": prediction.value if isinstance(prediction.value, str | None) else list(prediction.value),
        "why_none": prediction.why_none,
        "usage": usage_json(prediction.usage),
        "tool_calls": dict(prediction.tool_calls),
        "shown": list(prediction.shown),
        "cited": list(prediction.cited),
        "reported": prediction.reported,
        "verified": prediction.verified,
        "constrained": prediction.constrained,
    }


def prediction_from_json(value: dict[str, Any]) -> Prediction:
    """The prediction that `prediction_json` wrote.

    Raises:
        KeyError: A key is missing.
        TypeError: A value is of the wrong type.
        ValueError: A level is none of the four.
    """
    answer = value["value"]
    return Prediction(
        value=tuple(answer) if isinstance(answer, list) else answer,
        why_none=value["why_none"],
        usage=Usage(**value["usage"]),
        tool_calls=value["tool_calls"],
        shown=tuple(value["shown"]),
        cited=tuple(value["cited"]),
        reported=_level(value["reported"]),
        verified=_level(value["verified"]),
        constrained=value["constrained"],
    )


def _level(value: str | None) -> GroundingLevel | None:
    return None if value is None else GroundingLevel(value)
