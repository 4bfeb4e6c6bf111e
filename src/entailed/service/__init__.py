"""The ontology service: an index folder, names, cards, the query language, text for models and JSON for scripts."""

from entailed.service.as_json import explanation_json, index_json, query_json
from entailed.service.cached import index_file, open_ontology
from entailed.service.checks import Check, CheckInstance, CheckLevel, checks_table
from entailed.service.explanations import Explanation, ProofStep, graphviz
from entailed.service.export import EntailedTriple, EntailedTriples, TripleKind
from entailed.service.fallback import Fallback
from entailed.service.index_folder import build_index
from entailed.service.manifest import Manifest, read_manifest, verify_index
from entailed.service.mappings import MappingOptions
from entailed.service.mentions import Mention
from entailed.service.observations import is_informative, observation
from entailed.service.ontology_service import OntologyService
from entailed.service.parquet import write_parquet
from entailed.service.query_grammar import query_grammar
from entailed.service.results import (
    AskResult,
    Candidate,
    CandidateVerdict,
    CardValue,
    ConceptCard,
    DescribeResult,
    FallbackRow,
    LinkedBy,
    LinkedName,
    NamedEntity,
    QueryResult,
    SelectResult,
    StatedMapping,
    StatedRelation,
    SynonymScope,
    TextEvidence,
    Tier,
    UnresolvedName,
    Verdict,
)
from entailed.service.spelling import quote

__all__ = [
    "AskResult",
    "Candidate",
    "CandidateVerdict",
    "CardValue",
    "Check",
    "CheckInstance",
    "CheckLevel",
    "ConceptCard",
    "DescribeResult",
    "EntailedTriple",
    "EntailedTriples",
    "Explanation",
    "Fallback",
    "FallbackRow",
    "LinkedBy",
    "LinkedName",
    "Manifest",
    "MappingOptions",
    "Mention",
    "NamedEntity",
    "OntologyService",
    "ProofStep",
    "QueryResult",
    "SelectResult",
    "StatedMapping",
    "StatedRelation",
    "SynonymScope",
    "TextEvidence",
    "Tier",
    "TripleKind",
    "UnresolvedName",
    "Verdict",
    "build_index",
    "checks_table",
    "explanation_json",
    "graphviz",
    "index_file",
    "index_json",
    "is_informative",
    "observation",
    "open_ontology",
    "query_grammar",
    "query_json",
    "quote",
    "read_manifest",
    "verify_index",
    "write_parquet",
]
