"""Entailed answers questions from a domain ontology and says what each answer rests on.

The names below are the public interface; everything else may change between versions.
"""

from entailed.errors import (
    DLCheckError,
    EntailedError,
    InconsistentOntologyError,
    IndexFolderError,
    MissingExtraError,
    ModelError,
    ModelRefusedError,
    ModelUnavailableError,
    QuerySyntaxError,
    ReadError,
    ReplayError,
    WriteError,
)
from entailed.llm import ChatModel, Message, ScriptedModel, Usage, open_model
from entailed.oarag import (
    Answer,
    AnsweringLimits,
    Evidence,
    FreeText,
    Grounding,
    GroundingLevel,
    ListOfNames,
    OneOption,
    SeveralOptions,
    YesNoMaybe,
    answer,
    answer_json,
)
from entailed.service import OntologyService, Verdict, index_file, observation, open_ontology, query_json

__all__ = [
    "Answer",
    "AnsweringLimits",
    "ChatModel",
    "DLCheckError",
    "EntailedError",
    "Evidence",
    "FreeText",
    "Grounding",
    "GroundingLevel",
    "InconsistentOntologyError",
    "IndexFolderError",
    "ListOfNames",
    "Message",
    "MissingExtraError",
    "ModelError",
    "ModelRefusedError",
    "ModelUnavailableError",
    "OneOption",
    "OntologyService",
    "QuerySyntaxError",
    "ReadError",
    "ReplayError",
    "ScriptedModel",
    "SeveralOptions",
    "Usage",
    "Verdict",
    "WriteError",
    "YesNoMaybe",
    "answer",
    "answer_json",
    "index_file",
    "observation",
    "open_model",
    "open_ontology",
    "query_json",
]
