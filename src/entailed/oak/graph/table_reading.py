"""Tables stream into a graph as their mapping says: the database reads them, and no row passes through Python.

Those of SQLite files do, as the database has no reader for them.
"""

import csv
from pathlib import Path
from tempfile import TemporaryDirectory

from entailed.errors import GraphError, StatementError
from entailed.oak.graph.building import GraphBuilder
from entailed.oak.graph.sqlite_reading import write_csv
from entailed.oak.graph.staging import StagedType
from entailed.oak.graph.table_mapping import Cells, EntityMapping, RelationMapping, Table, TableMapping
from entailed.oak.graph.tables import literal, name
from entailed.oak.schema.model import Property, ValueType

_LARGEST_RECORD = 1 << 24
"""Bytes of a JSON value, or a line of CSV."""
_CSV = (
    """auto_detect = false, quote = '"', escape = '"', comment = '', skip = 0, header = true, """
    f"max_line_size = {_LARGEST_RECORD}"
)
"""Nothing is left to be guessed from the first lines, where a wrong guess would drop rows."""


def add_tables(builder: GraphBuilder, mapping: TableMapping, folder: Path) -> dict[str, int]:
    """Take in the tables of a mapping; the number of rows of each, by document.

    Args:
        builder: Of a graph under the schema that the mapping was checked against.
        mapping: What the rows state.
        folder: Where the files are; none is read from outside it.

    Raises:
        GraphError: a file is not there, cannot be read, or lacks a column.
    """
    return {table.source: _read(builder, table, folder) for table in mapping.tables}


def _read(builder: GraphBuilder, table: Table, folder: Path) -> int:
    path = _inside(folder, table.file)
    try:
        with TemporaryDirectory(prefix="entailed-table-") as copies:
            return _Reader(builder, table, path, Path(copies)).read()
    except UnicodeDecodeError as error:
        raise GraphError(f"{path}: it is not UTF-8. Save it as UTF-8.") from error
    except (StatementError, csv.Error) as error:
        problem = error.problem if isinstance(error, StatementError) else error
        raise GraphError(f"{path}: it cannot be read as {table.read_as}: {problem}") from error


class _Reader:
    """Reads one table, once for each entity and each relation of a row."""

    def __init__(self, builder: GraphBuilder, table: Table, path: Path, copies: Path) -> None:
        self._builder = builder
        self._table = table
        self._path = path
        self._copies = copies
        self._columns: list[tuple[str, str]] = []
        """Each with its name in SQL; none of JSON."""
        self._source = self._source_sql()

    def read(self) -> int:
        rows = self._builder.database.number(f"SELECT count(*) FROM {self._source}")
        first = self._builder.number_rows(self._table.source, rows)
        for entity in self._table.entities:
            self._stage_entity(entity, first, rows)
        for relation in self._table.relations:
            self._stage_relation(relation, first)
        return rows

    def _source_sql(self) -> str:
        path = literal(str(self._path))
        match self._table.read_as:
            case "csv":
                delimiter = self._table.delimiter or ("\t" if self._path.suffix.lower() == ".tsv" else ",")
                return self._csv(self._path, delimiter)
            case "json":
                return f"read_json_objects({path}, maximum_object_size = {_LARGEST_RECORD}) AS records (json)"
            case "parquet":
                described = self._builder.database.rows(f"DESCRIBE FROM read_parquet({path})")
                self._columns = [(column, name(column)) for column, *_ in described]
                return f"read_parquet({path})"
        copy = self._copies / "table.csv"
        write_csv(self._path, self._table.table, self._table.columns, copy)
        return self._csv(copy, ",")

    def _csv(self, path: Path, delimiter: str) -> str:
        self._columns = [(stated, f"_{number}") for number, stated in enumerate(_header(path, delimiter))]
        types = ", ".join(f"{column}: 'VARCHAR'" for _, column in self._columns)
        return f"read_csv({literal(str(path))}, delim = {literal(delimiter)}, columns = {{{types}}}, {_CSV})"

    def _stage_entity(self, entity: EntityMapping, first: int, rows: int) -> None:
        type_ = self._builder.types[entity.type]
        texts = {property: self._text(cells, type_, property) for property, cells in entity.properties.items()}
        single = [property for property in entity.properties if property in type_.single]
        # A row is one source, and a candidate for each of its entities: two of them may be of the same type.
        candidate = f"_row + {self._builder.number_candidates(rows) - first}"
        keys = [texts[property] for property in type_.key]
        columns = ", ".join(["_candidate", "_source", *type_.key_columns, *map(name, single)])
        values = ", ".join([*keys, *(texts[property] for property in single)])
        self._insert(type_.staged, columns, f"SELECT {candidate}, _row, {values}", first)
        for property in entity.properties:
            if property in type_.multivalued:
                listed = self._texts(entity.properties[property])
                texts_of_row = f"SELECT {candidate}, _row, generate_subscripts({listed}, 1), unnest({listed})"
                self._insert(type_.staged_values(property), "_candidate, _source, _position, text", texts_of_row, first)

    def _stage_relation(self, relation: RelationMapping, first: int) -> None:
        staged = self._builder.stage_relation(relation.relation, relation.start.type, relation.target.type)
        keys = [
            self._text(endpoint.key[part], type_, part)
            for endpoint, type_ in ((relation.start, staged.start), (relation.target, staged.target))
            for part in type_.key
        ]
        columns = ", ".join(["_source", *staged.start_columns, *staged.target_columns])
        present = " AND ".join(f"trim({key}) <> ''" for key in keys)
        self._insert(staged.staged, columns, f"SELECT _row, {', '.join(keys)}", first, where=present)

    def _insert(self, table: str, columns: str, select: str, first: int, *, where: str = "true") -> None:
        numbered = f"(SELECT {first - 1} + row_number() OVER () AS _row, * FROM {self._source})"
        self._builder.database.execute(f"INSERT INTO {table} ({columns}) {select} FROM {numbered} WHERE {where}")

    def _text(self, cells: Cells, type_: StagedType, property: str) -> str:
        """SQL for the text of one value."""
        declared = (type_.single | type_.multivalued)[property]
        text = self._cell(cells)
        if cells.remove:
            text = f"translate({text}, {literal(cells.remove)}, '')"
        return _iso(text, cells.format, declared) if cells.format else text

    def _texts(self, cells: Cells) -> str:
        """SQL for the texts of several values."""
        if cells.separator is not None:
            return f"string_split({self._cell(cells)}, {literal(cells.separator)})"
        if self._table.read_as != "json" or cells.constant is not None:
            return f"[{self._cell(cells)}]"
        path = _json_path(cells.column)
        return (
            f"CASE json_type(json, {literal(path)}) WHEN 'ARRAY' "
            f"THEN json_extract_string(json, {literal(path + '[*]')}) ELSE [{self._cell(cells)}] END"
        )

    def _cell(self, cells: Cells) -> str:
        if cells.constant is not None:
            return literal(cells.constant)
        if self._table.read_as == "json":
            return f"json_extract_string(json, {literal(_json_path(cells.column))})"
        match [column for stated, column in self._columns if stated == cells.column]:
            case [column]:
                return f"{column}::VARCHAR"
            case []:
                known = ", ".join(stated for stated, _ in self._columns)
                raise GraphError(f"{self._path}: there is no column `{cells.column}`; there are {known}.")
        raise GraphError(f"{self._path}: several columns are called `{cells.column}`. Rename all but one.")


def _header(path: Path, delimiter: str) -> list[str]:
    """The names of the columns of CSV."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = iter(lambda: file.readline(_LARGEST_RECORD), "")
        columns = next(csv.reader(lines, delimiter=delimiter, strict=True), [])
    if not columns:
        raise GraphError(f"{path}: its first line is empty. It has to name the columns.")
    return columns


def _iso(text: str, format: str, declared: Property) -> str:
    """SQL for a date or time in ISO 8601; a text that is not in the format stays, and will be no value."""
    iso = "%Y-%m-%d" if declared.type == ValueType.DATE else "%Y-%m-%dT%H:%M:%S"
    return f"coalesce(strftime(try_strptime({text}, {literal(format)}), {literal(iso)}), {text})"


def _json_path(column: str) -> str:
    return "$" + "".join("." + name(field) for field in column.split("."))


def _inside(folder: Path, file: str) -> Path:
    path = (folder / file).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise GraphError(f"{file}: this is not inside {folder}. Tables are read from one folder.")
    if not path.is_file():
        raise GraphError(f"{path}: there is no such table.")
    if set(str(path)) & set("*?["):
        raise GraphError(f"{path}: `*`, `?` and `[` in a path would stand for other files. Rename it.")
    return path
