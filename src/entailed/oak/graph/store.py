"""DuckDB: the only module that knows it. A graph is one file, attached to a process that keeps nothing else.

A graph that is open can be read and nothing else: no file beside it, no network, no extension, no changed setting.
"""

import re
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from entailed.errors import GraphError, MissingExtraError, StatementError
from entailed.oak.graph.tables import literal
from entailed.service.spelling import fold

try:
    import duckdb
except ModuleNotFoundError as error:
    raise MissingExtraError("a graph", package="duckdb", extra="kernel") from error

Parameters: TypeAlias = Sequence[object]
_BATCH = 10_000
_ANOTHER_FILE = (
    "Name a graph of `entailed kernel extract` or `map`; if it is one, close what writes to it, or build it again."
)


class Database:
    """One graph file, attached. Statements run one at a time; a thread of its own needs a database of its own."""

    def __init__(
        self, path: Path, *, writable: bool = False, files: bool = False, memory_limit: str, threads: int
    ) -> None:
        """Attach a file.

        Args:
            path: The file; where `writable`, it need not exist.
            writable: Whether the graph can be changed.
            files: Whether statements may read and write other files.
            memory_limit: Of this database, such as `1GB`; what does not fit goes to a temporary folder.
            threads: At most so many run a statement.

        Raises:
            GraphError: the file is not there, or cannot be opened as a database.
        """
        if not writable and not path.is_file():
            raise GraphError(f"{path}: there is no graph here. Build one with `entailed kernel extract` or `map`.")
        self._temporary = 0
        spill = tempfile.mkdtemp(prefix="entailed-graph-")
        self._remove_spill = weakref.finalize(self, shutil.rmtree, spill, ignore_errors=True)
        try:
            self._connection = duckdb.connect(
                ":memory:",
                config={
                    "memory_limit": memory_limit,
                    "threads": threads,
                    "temp_directory": spill,
                    "autoinstall_known_extensions": False,
                    "autoload_known_extensions": False,
                },
            )
        except duckdb.Error as error:
            raise GraphError(f"`{memory_limit}` is no amount of memory. Write it as `512MB` or `2GB`.") from error
        try:
            options = "TYPE duckdb" if writable else "TYPE duckdb, READ_ONLY"
            self._connection.execute(f"ATTACH {literal(str(path))} AS graph ({options})")
        except duckdb.Error as error:
            self.close()
            advice = "Can its folder be written to?" if writable else _ANOTHER_FILE
            raise GraphError(f"{path}: this cannot be opened: {_in_words(error).rstrip('.!')}. {advice}") from error
        self.execute("USE graph")
        if not files:
            self.execute("SET enable_external_access = false")
        self.execute("SET lock_configuration = true")
        self._connection.create_function("fold_text", fold, ["VARCHAR"], "VARCHAR")

    def execute(self, sql: str, parameters: Parameters = ()) -> None:
        """Run a statement.

        Raises:
            GraphError: it cannot be run.
        """
        self.rows(sql, parameters)

    def rows(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        """The rows of a statement.

        Raises:
            GraphError: it cannot be run.
        """
        try:
            return self._connection.execute(sql, parameters or None).fetchall()
        except duckdb.InterruptException as error:
            raise GraphError("the statement took too long, and was ended.") from error
        except duckdb.Error as error:
            raise StatementError(_in_words(error)) from error

    def stream(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a statement, one by one; no other statement may run in between."""
        result = self._connection.execute(sql)
        while rows := result.fetchmany(_BATCH):
            yield from rows

    def number(self, sql: str, parameters: Parameters = ()) -> int:
        """The only cell of a statement."""
        return int(self.rows(sql, parameters)[0][0])

    def insert(self, table: str, rows: Sequence[tuple[object, ...]], types: Sequence[str]) -> None:
        """Append rows to a table, column by column: many times faster than row by row."""
        columns = list(zip(*rows, strict=True))
        if columns:
            unnested = ", ".join(f"unnest(?::{type_}[])" for type_ in types)
            self.execute(f"INSERT INTO {table} SELECT {unnested}", [list(column) for column in columns])

    def temporary_table(self, columns: str) -> str:
        """Make an empty table that is not in the file, and return its name."""
        self._temporary += 1
        self.execute(f"CREATE TEMP TABLE temporary_{self._temporary} ({columns})")
        return f"temp.temporary_{self._temporary}"

    def interrupt(self) -> None:
        """End the statement that another thread runs here."""
        self._connection.interrupt()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
        self._remove_spill()


def _in_words(error: duckdb.Error) -> str:
    """What the database says, without the statement, the line of a file and its settings, which it adds."""
    said = re.split(r"\n\s*(?:LINE \d|Possible )", str(error))[0]
    first, *others = [line for line in said.splitlines() if line.strip()]
    return f"{first}: {others[-1]}" if others else first
