"""Many statements become one entity: by the key signature of its type, whatever order they came in.

Keys are compared as names are (`service.spelling.fold`). A missing value never overwrites one; of several values for a
property that has one, the first that was stated is shown and all are kept; of one place, as where a row has an entity
twice, the least. What has no key is set aside: two things that nobody named are not one. Source: OaK paper, section 3.2
(the key signature); the rest is our own.
"""

from collections.abc import Iterable

from entailed.oak.graph.conversion import convert, fold_sql, trimmed
from entailed.oak.graph.staging import StagedType
from entailed.oak.graph.store import Database
from entailed.oak.graph.tables import (
    entity_table,
    literal,
    name,
    names,
    spelling_table,
    stated_table,
    stated_values_table,
)
from entailed.oak.schema.model import Property, ValueType


def merge_entities(database: Database, types: Iterable[StagedType]) -> None:
    """Make the entities of all types, and what is stated of each, of what is staged."""
    first = 1
    for type_ in types:
        _convert(database, type_)
        _set_aside(database, type_)
        first = _number(database, type_, first)
        _keep_statements(database, type_)
        _choose_values(database, type_)
        _note_conflicts(database, type_)
        _list_spellings(database, type_)
        for table in (type_.staged, _converted(type_), *map(type_.staged_values, type_.multivalued)):
            database.execute(f"DROP TABLE {table}")


def keyed(type_: StagedType) -> str:
    """The table of the entities of a type by key, folded. Gone when the graph is built."""
    return f"temp.{name(f'keyed {type_.name}')}"


def key_value(text: str, declared: Property) -> str:
    """SQL of a part of a key as keys are compared; NULL where the text is no value."""
    value = convert(text, declared).value
    return _compared(value, declared)


def _compared(value: str, declared: Property) -> str:
    return f"({fold_sql(f'({value})')})" if declared.type == ValueType.STRING else f"({value})"


def _converted(type_: StagedType) -> str:
    return f"temp.{name(f'converted {type_.name}')}"


def _unread(property: str) -> str:
    """The column of texts that are no value of a property. A name of a property cannot begin so."""
    return name(f"~{property}")


def _joined(type_: StagedType) -> str:
    return f"{_converted(type_)} JOIN {keyed(type_)} USING ({', '.join(type_.key_columns)})"


def _convert(database: Database, type_: StagedType) -> None:
    """The staged texts as values; beside each, the text where it is none."""
    keys = dict(zip(type_.key_columns, type_.key.values(), strict=True))
    texts = [*keys, *map(name, type_.single)]
    values = [f"{key_value(column, declared)} AS {column}" for column, declared in keys.items()]
    kept = ["_candidate", "_source", *type_.key_columns]
    for property, declared in type_.single.items():
        column, text = name(property), _unread(property)
        values += [f"{convert(column, declared).value} AS {column}", f"{column} AS {text}"]
        kept += [column, f"CASE WHEN {column} IS NULL THEN {text} END AS {text}"]
    # Three steps, so that no text is trimmed and no value is worked out twice.
    database.execute(
        f"CREATE TEMP TABLE {_converted(type_)} AS SELECT {', '.join(kept)} FROM ("
        f"SELECT _candidate, _source, {', '.join(values)} FROM ("
        f"SELECT _candidate, _source, {', '.join(f'{trimmed(text)} AS {text}' for text in texts)} FROM {type_.staged}))"
    )


def _set_aside(database: Database, type_: StagedType) -> None:
    """Count the candidates without a key, each once."""
    parts = list(zip(type_.key_columns, type_.key.values(), strict=True))
    lacking = " OR ".join(f"{column} IS NULL" for column in type_.key_columns)
    faults = ", ".join(convert(column, declared).fault for column, declared in parts)
    keys = ", ".join(f"{trimmed(column)} AS {column}" for column in type_.key_columns)
    database.execute(
        f"INSERT INTO rejected SELECT 'entity', {literal(type_.name)}, NULL, "
        f"concat_ws(' | ', {', '.join(type_.key_columns)}), coalesce('key: ' || coalesce({faults}), 'no key'), "
        f"NULL, _source FROM (SELECT _source, {keys} FROM {type_.staged} WHERE (_candidate, _source) IN "
        f"(SELECT (_candidate, min(_source)) FROM {_converted(type_)} WHERE {lacking} GROUP BY _candidate))"
    )


def _number(database: Database, type_: StagedType, first: int) -> int:
    """Number the entities of a type in the order of their keys; the number after the last."""
    columns = ", ".join(type_.key_columns)
    present = " AND ".join(f"{column} IS NOT NULL" for column in type_.key_columns)
    database.execute(
        f"CREATE TEMP TABLE {keyed(type_)} AS "
        f"SELECT {first - 1} + row_number() OVER (ORDER BY {columns}) AS _id, {columns} "
        f"FROM (SELECT DISTINCT {columns} FROM {_converted(type_)} WHERE {present})"
    )
    after = first + database.number(f"SELECT count(*) FROM {keyed(type_)}")
    database.execute("INSERT INTO type_range VALUES (?, ?, ?)", [type_.name, first, after - 1])
    return after


def _keep_statements(database: Database, type_: StagedType) -> None:
    """What is stated of each entity; and what was stated and is no value."""
    listed = names(type_.single)
    database.execute(f"CREATE TABLE {stated_table(type_.name)} AS SELECT _id, _source, {listed} FROM {_joined(type_)}")
    for property, declared in type_.single.items():
        text = _unread(property)
        unread = f"(SELECT _id, _source, {text} AS text FROM {_joined(type_)} WHERE {text} IS NOT NULL)"
        _reject_values(database, type_, property, declared, unread)
    for property, declared in type_.multivalued.items():
        owners = f"(SELECT DISTINCT _candidate, _id FROM {_joined(type_)})"
        staged = (
            f"(SELECT _id, _source, _position, {trimmed('text')} AS text "
            f"FROM {type_.staged_values(property)} JOIN {owners} USING (_candidate))"
        )
        database.execute(
            f"CREATE TABLE {stated_values_table(type_.name, property)} AS SELECT * FROM "
            f"(SELECT _id, _source, _position, {convert('text', declared).value} AS value FROM {staged}) "
            f"WHERE value IS NOT NULL"
        )
        _reject_values(database, type_, property, declared, staged)


def _reject_values(database: Database, type_: StagedType, property: str, declared: Property, texts: str) -> None:
    database.execute(
        f"INSERT INTO rejected SELECT 'value', {literal(type_.name)}, {literal(property)}, text, reason, _id, _source "
        f"FROM (SELECT _id, _source, text, {convert('text', declared).fault} AS reason FROM {texts}) "
        f"WHERE reason IS NOT NULL"
    )


def _choose_values(database: Database, type_: StagedType) -> None:
    """Of each property the value that was stated first; of a multi-valued one, every value once, first ones first."""
    columns = names([*type_.single, *type_.multivalued])
    stated, made = stated_table(type_.name), entity_table(type_.name)
    if not type_.multivalued and not _repeats(database, type_):
        # With one statement for each entity, as in most tables, there is nothing to choose.
        database.execute(f"CREATE VIEW {made} AS SELECT _id, {columns} FROM {stated}")
        return
    # Sources alone are no order: one row may state two values.
    single = "".join(f", arg_min({c}, (_source, {c})) AS {c}" for c in map(name, type_.single))
    multivalued = "".join(
        f" LEFT JOIN (SELECT _id, list(value ORDER BY place, value) AS {name(property)} FROM ("
        f"SELECT _id, arg_min(value, (_source, _position, value)) AS value, min((_source, _position)) AS place "
        f"FROM {stated_values_table(type_.name, property)} GROUP BY _id, {_compared('value', declared)}"
        f") GROUP BY _id) USING (_id)"
        for property, declared in type_.multivalued.items()
    )
    chosen = f"(SELECT _id{single} FROM {stated} GROUP BY _id)"
    database.execute(f"CREATE TABLE {made} AS SELECT _id, {columns} FROM {chosen}{multivalued} ORDER BY _id")


def _note_conflicts(database: Database, type_: StagedType) -> None:
    """Entities of which several values are stated where there is one."""
    if not _repeats(database, type_):
        return
    stated = stated_table(type_.name)
    repeated = f"(SELECT _id FROM {stated} GROUP BY _id HAVING count(*) > 1)"
    for property, declared in type_.single.items():
        different = f"count(DISTINCT {_compared(name(property), declared)}) > 1"
        database.execute(
            f"INSERT INTO conflict SELECT _id, {literal(type_.name)}, {literal(property)} FROM {stated} "
            f"WHERE _id IN {repeated} GROUP BY _id HAVING {different}"
        )


def _repeats(database: Database, type_: StagedType) -> bool:
    """Whether there is more than one statement of an entity."""
    statements = database.number(f"SELECT count(*) FROM {stated_table(type_.name)}")
    return statements > database.number(f"SELECT count(*) FROM {keyed(type_)}")


def _list_spellings(database: Database, type_: StagedType) -> None:
    """The ways in which the texts of entities are written, so that a folded text finds them by equality.

    Of a property with one value only the one that is shown: an entity is not found by what was stated beside it.
    """
    made = entity_table(type_.name)
    listed = [(property, declared, made, name(property)) for property, declared in type_.single.items()]
    listed += [
        (property, declared, stated_values_table(type_.name, property), "value")
        for property, declared in type_.multivalued.items()
    ]
    for property, declared, table, column in listed:
        if declared.type == ValueType.STRING:
            texts = f"(SELECT DISTINCT {column} AS text FROM {table} WHERE {column} IS NOT NULL)"
            database.execute(
                f"CREATE TABLE {spelling_table(type_.name, property)} AS "
                f"SELECT {fold_sql('text')} AS folded, text AS spelling FROM {texts} ORDER BY folded"
            )
