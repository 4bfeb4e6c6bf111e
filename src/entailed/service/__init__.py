"""The ontology service: an index folder, names, cards, the query language, text for models and JSON for scripts."""

from entailed.service.as_json import explanation_json, query_json
from entailed.service.cached import index_file, open_ontology
from entailed.service.explanations import Explanation, ProofStep, graphviz
from entailed.service.export import EntailedTriple, EntailedTriples, TripleKind
from entailed.service.index_folder import Manifest, build_index, read_manifest
from entailed.service.mentions import Mention
from entailed.service.observations import is_informative, observation
from entailed.service.ontology_service import OntologyService
from entailed.service.parquet import write_parquet
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
    StatedRelation,
    SynonymScope,
    UnresolvedName,
    Verdict,
)
from entailed.service.spelling import quote

__all__ = [
    "AskResult",
    "Candidate",
    "CandidateVerdict",
    "CardValue",
    "ConceptCard",
    "DescribeResult",
    "EntailedTriple",
    "EntailedTriples",
    "Explanation",
    "FallbackRow",
    "LinkedBy",
    "LinkedName",
    "Manifest",
    "Mention",
    "NamedEntity",
    "OntologyService",
    "ProofStep",
    "QueryResult",
    "SelectResult",
    "StatedRelation",
    "SynonymScope",
    "TripleKind",
    "UnresolvedName",
    "Verdict",
    "build_index",
    "explanation_json",
    "graphviz",
    "index_file",
    "is_informative",
    "observation",
    "open_ontology",
    "query_json",
    "quote",
    "read_manifest",
    "write_parquet",
]
