"""Fine-tuned models: an endpoint, and the prompt that the model was trained on, from a small YAML file."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import Template

import yaml

from entailed.benchmark.methods.asking import CONTEXT_WINDOW, MeteredMethod, ask_once, predicted
from entailed.benchmark.predictions import Method, Prediction
from entailed.errors import ReadError
from entailed.llm import ChatModel
from entailed.oarag import Question
from entailed.oarag.questions import question_block

_MAX_CHARACTERS = 100_000
_KEYS = ("model", "base_url", "system", "prompt")
_PLACEHOLDERS = {"persona", "question"}
_ADVICE = "Give `model` and `base_url`, and where need be `system` and `prompt` with $persona and $question."


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where a model is served, and how it is asked."""

    model: str
    """Its name there."""
    base_url: str
    """Of an OpenAI-compatible server: `http://localhost:8000/v1`."""
    system: str = "$persona"
    """The system prompt."""
    prompt: str = "$question"
    """The user's turn. `$question` is the question with its options and the schema of the answer."""


def read_endpoint(path: Path) -> Endpoint:
    """Read the description of an endpoint.

    Raises:
        ReadError: The file cannot be read, or describes none.
    """
    try:
        return _described(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ReadError(f"it cannot be read: {error.strerror}.", source=str(path), advice=_ADVICE) from error
    except (ValueError, TypeError, yaml.YAMLError, RecursionError) as error:
        problem = " ".join(str(error).split())
        raise ReadError(f"{problem}.", source=str(path), advice=_ADVICE) from error


def _described(text: str) -> Endpoint:
    if len(text) > _MAX_CHARACTERS:
        raise ValueError(f"it is longer than {_MAX_CHARACTERS:,} characters")
    found = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - makes text, lists and dictionaries only
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise ValueError("it is no mapping from keys to texts")
    if unknown := found.keys() - set(_KEYS):
        raise ValueError(f"there is no key `{min(unknown)}`")
    endpoint = Endpoint(**found)
    for template in map(Template, (endpoint.system, endpoint.prompt)):
        if not template.is_valid():
            raise ValueError("there is a `$` with no name after it; write `$$` for the sign itself")
        if unknown := set(template.get_identifiers()) - _PLACEHOLDERS:
            raise ValueError(f"nothing is known to put in place of `${min(unknown)}`")
    if "question" not in Template(endpoint.prompt).get_identifiers():
        raise ValueError("`prompt` does not hold $question")
    return endpoint


def endpoint_method(endpoint: Endpoint, *, model: ChatModel, context_window: int = CONTEXT_WINDOW) -> Method:
    """The method that asks a fine-tuned model in its own way; `model` is the one that the endpoint serves."""
    return MeteredMethod(model=model, predict=partial(_answer, endpoint=endpoint, context_window=context_window))


def _answer(question: Question, model: ChatModel, *, endpoint: Endpoint, context_window: int) -> Prediction:
    values = {"persona": question.persona, "question": question_block(question)}
    system, user = (Template(text).substitute(values) for text in (endpoint.system, endpoint.prompt))
    return predicted(ask_once(model, question, system, user, context_window=context_window))
