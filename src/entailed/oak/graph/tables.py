"""The tables of a graph, by name: what they hold is said here, once.

| table | rows |
|---|---|
| `entity.TYPE` | one per entity: `_id` and its properties; of several values the one that was stated first |
| `relation.NAME` | one per pair: `_start`, `_target` |
| `stated.TYPE` | one per statement about an entity: `_id`, `_source`, and the values it states |
| `stated."TYPE.PROPERTY"` | the same of a multi-valued property: `_id`, `_source`, `_position`, `value` |
| `stated_relation.NAME` | one per statement: `_start`, `_target`, `_source` |
| `source` | where a statement stands, in a document |
| `source_table` | a mapped table, and the numbers of its rows as sources |
| `spelling."TYPE.PROPERTY"` | every `spelling` of the texts of a property, in the order of its `folded` form |
| `rejected` | what was stated and is not in the graph, with the reason |
| `conflict` | entities with several values for a property that has one |

`_id` is counted over all types, in the order of the schema and then of the keys, so that it says the type too.
`_source` is in the order of precedence: mapped tables in the order in which they were read, row by row; then documents
by name and position.
"""

from collections.abc import Iterable

FORMAT_VERSION = 1

FIXED_TABLES = """
CREATE SCHEMA entity; CREATE SCHEMA relation; CREATE SCHEMA stated; CREATE SCHEMA stated_relation;
CREATE SCHEMA spelling;
CREATE TABLE kernel (format_version INTEGER, schema VARCHAR);
CREATE TABLE type_range (type VARCHAR, first BIGINT, last BIGINT);
CREATE TABLE source (_source BIGINT, document VARCHAR, start BIGINT, "end" BIGINT, words VARCHAR, verified BOOLEAN);
CREATE TABLE source_table (document VARCHAR, first BIGINT, last BIGINT);
CREATE TABLE rejected
    (kind VARCHAR, name VARCHAR, property VARCHAR, text VARCHAR, reason VARCHAR, _id BIGINT, _source BIGINT);
CREATE TABLE conflict (_id BIGINT, type VARCHAR, property VARCHAR);
"""


def literal(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def name(text: str) -> str:
    """A name of a table or column as SQL writes it."""
    return '"' + text.replace('"', '""') + '"'


def names(texts: Iterable[str], prefix: str = "") -> str:
    """A list of columns."""
    return ", ".join(prefix + name(text) for text in texts)


def entity_table(type_: str) -> str:
    """The entities of a type, without those of its subtypes."""
    return f"entity.{name(type_)}"


def stated_table(type_: str) -> str:
    """What is stated of the entities of a type, property by property of one value."""
    return f"stated.{name(type_)}"


def stated_values_table(type_: str, property: str) -> str:
    """What is stated of a multi-valued property."""
    return f"stated.{name(f'{type_}.{property}')}"


def spelling_table(type_: str, property: str) -> str:
    """The spellings of the texts of a property."""
    return f"spelling.{name(f'{type_}.{property}')}"


def relation_table(relation: str) -> str:
    """The pairs of a relation, as they were stated."""
    return f"relation.{name(relation)}"


def stated_relation_table(relation: str) -> str:
    """The statements of the pairs of a relation."""
    return f"stated_relation.{name(relation)}"
