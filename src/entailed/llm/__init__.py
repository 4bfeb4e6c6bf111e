"""Chat models: what each offers, and the ones there are."""

from entailed.llm.anthropic import AnthropicModel
from entailed.llm.budget import Budget, BudgetedModel, Price
from entailed.llm.google import GoogleModel
from entailed.llm.local import LocalModel
from entailed.llm.openai_compatible import OpenAICompatibleModel
from entailed.llm.opening import open_model
from entailed.llm.protocol import ChatModel, CompletionOptions, FinishReason, Message, Reply, Usage
from entailed.llm.recording import RecordingModel
from entailed.llm.replay import ReplayModel
from entailed.llm.scripted import ScriptedModel
from entailed.llm.stops import cut_at_stop
from entailed.llm.usage import MeteredModel

__all__ = [
    "AnthropicModel",
    "Budget",
    "BudgetedModel",
    "ChatModel",
    "CompletionOptions",
    "FinishReason",
    "GoogleModel",
    "LocalModel",
    "Message",
    "MeteredModel",
    "OpenAICompatibleModel",
    "Price",
    "RecordingModel",
    "ReplayModel",
    "Reply",
    "ScriptedModel",
    "Usage",
    "cut_at_stop",
    "open_model",
]
