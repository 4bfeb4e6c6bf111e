"""Facts become a graph file: candidates and mapped tables are staged and merged, and the file takes its place whole."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from entailed.errors import GraphError
from entailed.oak.graph.candidates import CandidateStaging
from entailed.oak.graph.facts import EntityCandidate, RejectedFact, RelationCandidate
from entailed.oak.graph.merging import merge_entities
from entailed.oak.graph.relation_merging import merge_relations
from entailed.oak.graph.report import GraphReport, report_of
from entailed.oak.graph.staging import StagedRelation, StagedType, create_staging
from entailed.oak.graph.store import Database
from entailed.oak.graph.tables import FIXED_TABLES, FORMAT_VERSION
from entailed.oak.schema.model import Schema


class GraphBuilder:
    """Takes in facts, in any order, and makes a graph file of them. Nothing is at its place before `finish`."""

    def __init__(self, schema: Schema, path: Path, *, memory_limit: str = "2GB", threads: int | None = None) -> None:
        """Begin.

        Args:
            schema: Which has passed its checks.
            path: Where the graph goes; a graph that is there is replaced.
            memory_limit: Of the database while it builds.
            threads: At most so many; one for each processor where None.

        Raises:
            GraphError: two names in the schema differ by case alone, which the database does not tell apart; there is
                no place for the graph; or the memory is too small.
        """
        require_place(path)
        _require_names_apart(schema)
        self.schema = schema
        self.types = {type_: StagedType.of(schema, type_) for type_ in schema.entity_types}
        self._path = path
        self._partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
        self._partial.unlink(missing_ok=True)
        self.database = Database(
            self._partial, writable=True, files=True, memory_limit=memory_limit, threads=threads or os.cpu_count() or 1
        )
        try:
            self._begin()
        except GraphError:
            self.__exit__()
            raise
        self._relations: dict[str, StagedRelation] = {}
        self._entities: list[EntityCandidate] = []
        self._pairs: list[RelationCandidate] = []
        self._rejected: list[RejectedFact] = []
        self._next_source = 1
        self._next_candidate = 1

    def _begin(self) -> None:
        self.database.execute("BEGIN")  # one for it all: each commit would wait for the disk
        self.database.execute(FIXED_TABLES)
        self.database.execute("INSERT INTO kernel VALUES (?, ?)", [FORMAT_VERSION, self.schema.model_dump_json()])
        create_staging(self.database, self.types.values())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.database.close()
        self._partial.unlink(missing_ok=True)

    def add(
        self,
        *,
        entities: Iterable[EntityCandidate] = (),
        relations: Iterable[RelationCandidate] = (),
        rejected: Iterable[RejectedFact] = (),
    ) -> None:
        """Take in candidates, and what was rejected before it became one."""
        self._entities += entities
        self._pairs += relations
        self._rejected += rejected

    def number_rows(self, document: str, count: int) -> int:
        """Reserve numbers of sources for the rows of a table, and return the first."""
        first = self._next_source
        self._next_source += count
        self.database.execute("INSERT INTO source_table VALUES (?, ?, ?)", [document, first, first + count - 1])
        return first

    def number_candidates(self, count: int) -> int:
        """Reserve numbers of candidates, which no others of the graph have, and return the first."""
        first = self._next_candidate
        self._next_candidate += count
        return first

    def stage_relation(self, relation: str, start: str, target: str) -> StagedRelation:
        """The staging table of a relation between two types."""
        staged = StagedRelation(relation=relation, start=self.types[start], target=self.types[target])
        staged.create(self.database)
        return self._relations.setdefault(staged.staged, staged)

    def finish(self) -> GraphReport:
        """Merge what was taken in, and put the graph in its place."""
        staging = CandidateStaging(
            self.database,
            self.schema,
            self.types,
            first_source=self._next_source,
            first_candidate=self.number_candidates(len(self._entities)),
        )
        self._relations |= staging.stage(self._entities, self._pairs, self._rejected)
        merge_entities(self.database, self.types.values())
        merge_relations(self.database, self.schema, self.types, self._relations.values())
        report = report_of(self.database)
        self.database.execute("COMMIT")
        self.database.execute("CHECKPOINT")
        self.database.close()
        self._partial.replace(self._path)
        return report


def require_place(path: Path) -> None:
    """Refuse a path where no graph can be put.

    Raises:
        GraphError: it is a folder, or its folder is not there.
    """
    if path.is_dir():
        raise GraphError(f"{path}: this is a folder. Name a file for the graph.")
    if not path.parent.is_dir():
        raise GraphError(f"{path.parent}: there is no such folder. Make it, or name another for the graph.")


def _require_names_apart(schema: Schema) -> None:
    """Raise where two types, relations or properties of a type have the same name but for case."""
    for kind, declared in (
        ("types", list(schema.entity_types)),
        ("relations", list(schema.relations)),
        *((f"properties of {type_}", list(schema.properties_of(type_))) for type_ in schema.entity_types),
    ):
        seen: dict[str, str] = {}
        for name in declared:
            other = seen.setdefault(name.lower(), name)
            if other != name:
                raise GraphError(f"the {kind} `{other}` and `{name}` differ by case alone. Rename one of them.")
