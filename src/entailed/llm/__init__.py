"""Chat models: what each offers, and the ones there are."""

from entailed.llm.openai_compatible import OpenAICompatibleModel
from entailed.llm.opening import open_model
from entailed.llm.protocol import ChatModel, FinishReason, Message, Reply, Usage
from entailed.llm.recording import RecordingModel
from entailed.llm.replay import ReplayModel
from entailed.llm.scripted import ScriptedModel
from entailed.llm.stops import cut_at_stop
from entailed.llm.usage import MeteredModel

__all__ = [
    "ChatModel",
    "FinishReason",
    "Message",
    "MeteredModel",
    "OpenAICompatibleModel",
    "RecordingModel",
    "ReplayModel",
    "Reply",
    "ScriptedModel",
    "Usage",
    "cut_at_stop",
    "open_model",
]
