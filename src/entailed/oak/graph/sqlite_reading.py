"""Tables of SQLite files, which anyone may have written, as CSV: the database has no reader for them."""

import csv
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from entailed.errors import GraphError

_LARGEST_CELL = 1 << 24
"""Bytes."""


def write_csv(path: Path, table: str, columns: Sequence[str], target: Path) -> None:
    """Write columns of a table as CSV with a header, in the order of its rows.

    Raises:
        GraphError: it is no SQLite file, or has no such table or column.
    """
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection,
            target.open("w", encoding="utf-8", newline="") as file,
        ):
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST_CELL)
            connection.execute("PRAGMA trusted_schema = OFF")
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(_rows(connection, path, table, columns))
    except sqlite3.Error as error:
        raise GraphError(f"{path}: it cannot be read as sqlite: {error}.") from error


def _rows(connection: sqlite3.Connection, path: Path, table: str, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    # No view and no virtual table: what these do is up to whoever wrote the file.
    tables = [
        name for (name,) in connection.execute("SELECT name FROM pragma_table_list WHERE type = 'table' ORDER BY name")
    ]
    if table not in tables:
        known = ", ".join(name for name in tables if not name.startswith("sqlite_")) or "none"
        raise GraphError(f"{path}: there is no table `{table}`; there are {known}.")
    has = [name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", [table])]
    for column in columns:
        if column not in has:
            raise GraphError(f"{path}: there is no column `{column}` in `{table}`; there are {', '.join(has)}.")
    for row in connection.execute(f"SELECT {', '.join(map(_name, columns))} FROM {_name(table)}"):
        if any(isinstance(value, bytes) for value in row):
            raise GraphError(f"{path}: a column of `{table}` that is mapped holds bytes. Leave it out.")
        yield row


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
