"""Steps and what they cost as plain JSON values."""

from dataclasses import asdict
from typing import Any

from entailed.agent.trajectory import Step
from entailed.llm import Usage


def usage_json(usage: Usage) -> dict[str, Any]:
    """What calls cost; in money only where prices were given."""
    return {name: figure for name, figure in asdict(usage).items() if figure is not None}


def step_json(step: Step) -> dict[str, Any]:
    """A step without its payload."""
    return {
        "kind": step.kind,
        "thought": step.thought,
        "action": None if step.action is None else f"{step.action.tool}({step.action.argument})",
        "observation": step.observation,
        "constrained": step.constrained,
        "usage": usage_json(step.usage),
        "seconds": round(step.seconds, 3),
    }
