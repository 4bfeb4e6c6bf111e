"""Triples as a Parquet table, through `pyarrow`, which the extra `parquet` installs."""

from collections.abc import Iterable
from itertools import islice
from typing import Any, BinaryIO

from entailed.errors import MissingExtraError
from entailed.owl.model import Literal
from entailed.service.export import EntailedTriple

ROWS_PER_GROUP = 1 << 18
"""Also what is held in memory at once."""


def write_parquet(triples: Iterable[EntailedTriple], file: BinaryIO) -> None:
    """Write a table with the columns subject, predicate, object and kind, all dictionary-encoded text.

    The object is an IRI, but in rows of the kind *annotation* it is the text itself.

    Raises:
        MissingExtraError: `pyarrow` is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("Parquet", package="pyarrow", extra="parquet") from error

    encoded = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    schema = pyarrow.schema([(name, encoded) for name in EntailedTriple._fields])
    rest = iter(triples)
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while rows := list(islice(rest, ROWS_PER_GROUP)):
            columns = [pyarrow.array(column, pyarrow.string()).dictionary_encode() for column in _columns(rows)]
            writer.write_table(pyarrow.table(columns, schema=schema), row_group_size=ROWS_PER_GROUP)


def _columns(rows: list[EntailedTriple]) -> list[list[Any]]:
    subjects, predicates, objects, kinds = map(list, zip(*rows, strict=True))
    return [subjects, predicates, [o.value if isinstance(o, Literal) else o for o in objects], kinds]
