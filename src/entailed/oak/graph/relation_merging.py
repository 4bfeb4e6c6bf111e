"""Many statements of a relation become one pair of entities, found by their keys; endpoints are never invented."""

from collections.abc import Iterable, Mapping, Sequence

from entailed.oak.graph.conversion import trimmed
from entailed.oak.graph.merging import key_value, keyed
from entailed.oak.graph.staging import StagedRelation, StagedType
from entailed.oak.graph.store import Database
from entailed.oak.graph.tables import literal, relation_table, stated_relation_table
from entailed.oak.schema.model import Schema


def merge_relations(
    database: Database, schema: Schema, types: Mapping[str, StagedType], staged: Iterable[StagedRelation]
) -> None:
    """Make the pairs of all relations, and what states each."""
    for relation in schema.relations:
        for table in (relation_table(relation), stated_relation_table(relation)):
            source = ", _source BIGINT" if table == stated_relation_table(relation) else ""
            database.execute(f"CREATE TABLE {table} (_start BIGINT, _target BIGINT{source})")
    for part in staged:
        _attach(database, schema, types, part)
    for relation in schema.relations:
        database.execute(
            f"INSERT INTO {relation_table(relation)} "
            f"SELECT DISTINCT _start, _target FROM {stated_relation_table(relation)} ORDER BY _start, _target"
        )


def _attach(database: Database, schema: Schema, types: Mapping[str, StagedType], part: StagedRelation) -> None:
    """Replace the keys at both ends by entities; what has none is rejected."""
    attached = 'temp."attached"'
    texts = ", ".join(f"{trimmed(column)} AS {column}" for column in (*part.start_columns, *part.target_columns))
    database.execute(
        f"CREATE TEMP TABLE {attached} AS SELECT staged.*, s._id AS _start, s.entities AS starts, "
        f"t._id AS _target, t.entities AS targets FROM (SELECT _source, {texts} FROM {part.staged}) staged "
        f"{_endpoint(schema, types, part.start, part.start_columns, 's')} "
        f"{_endpoint(schema, types, part.target, part.target_columns, 't')}"
    )
    database.execute(
        f"INSERT INTO {stated_relation_table(part.relation)} SELECT _start, _target, _source FROM {attached} "
        f"WHERE _start IS NOT NULL AND _target IS NOT NULL"
    )
    start, target = (f"concat_ws(', ', {', '.join(columns)})" for columns in (part.start_columns, part.target_columns))
    database.execute(
        f"INSERT INTO rejected SELECT 'relation', {literal(part.relation)}, NULL, {start} || ' → ' || {target}, "
        f"CASE WHEN (_start IS NULL AND starts > 1) OR (_target IS NULL AND targets > 1) "
        f"THEN 'ambiguous endpoint' ELSE 'unknown endpoint' END, NULL, _source FROM {attached} "
        f"WHERE _start IS NULL OR _target IS NULL"
    )
    database.execute(f"DROP TABLE {attached}")
    database.execute(f"DROP TABLE {part.staged}")


def _endpoint(
    schema: Schema, types: Mapping[str, StagedType], type_: StagedType, columns: Sequence[str], alias: str
) -> str:
    """A join to the entity with the key: of the type itself, or else the only one among its subtypes."""
    keys = ", ".join(type_.key_columns)
    subtypes = [
        other
        for other in types.values()
        if other.name != type_.name and type_.name in schema.supertypes(other.name) and other.key == type_.key
    ]
    having = f"SELECT _id, {keys}, true AS exact FROM {keyed(type_)}"
    having += "".join(f" UNION ALL SELECT _id, {keys}, false FROM {keyed(subtype)}" for subtype in subtypes)
    found = (
        f"(SELECT {keys}, count(*) AS entities, "
        f"coalesce(any_value(_id) FILTER (exact), CASE WHEN count(*) = 1 THEN any_value(_id) END) AS _id "
        f"FROM ({having}) GROUP BY {keys})"
    )
    same = " AND ".join(
        f"{key_value(column, declared)} = {alias}.{key}"
        for column, declared, key in zip(columns, type_.key.values(), type_.key_columns, strict=True)
    )
    return f"LEFT JOIN {found} {alias} ON {same}"
