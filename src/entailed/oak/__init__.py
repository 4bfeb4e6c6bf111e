"""OaK: a kernel of a schema and functions, through which an agent answers."""

from entailed.oak.graph.facts import (
    EntityCandidate,
    EntityKey,
    RejectedFact,
    RelationCandidate,
    Source,
    StatedValue,
    Value,
)
from entailed.oak.schema.check import SchemaReport, check_schema
from entailed.oak.schema.faults import Declaration, FaultKind, SchemaFault
from entailed.oak.schema.files import SchemaFile, parse_schema, read_schema, read_schema_file, schema_text
from entailed.oak.schema.model import (
    Characteristic,
    EntityType,
    Property,
    Relation,
    Restriction,
    Schema,
    ValueType,
)

__all__ = [
    "Characteristic",
    "Declaration",
    "EntityCandidate",
    "EntityKey",
    "EntityType",
    "FaultKind",
    "Property",
    "RejectedFact",
    "Relation",
    "RelationCandidate",
    "Restriction",
    "Schema",
    "SchemaFault",
    "SchemaFile",
    "SchemaReport",
    "Source",
    "StatedValue",
    "Value",
    "ValueType",
    "check_schema",
    "parse_schema",
    "read_schema",
    "read_schema_file",
    "schema_text",
]
