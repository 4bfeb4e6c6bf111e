"""Candidates are numbered in the order of their sources and staged; what the schema has no place for is rejected."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from entailed.oak.graph.facts import EntityCandidate, EntityKey, RejectedFact, RelationCandidate, Source, Value
from entailed.oak.graph.staging import StagedRelation, StagedType
from entailed.oak.graph.store import Database
from entailed.oak.graph.tables import name
from entailed.oak.schema.model import Schema

_NUMBERS = ("_candidate", "_source", "_position")


class _Statement(NamedTuple):
    """One value of an entity. Statements are sorted by these fields in turn, and the first one takes precedence."""

    source: Source
    type: str
    key: tuple[str, ...]
    """Texts, empty where the candidate has none."""
    property: str
    """Empty where it states no more than that there is the entity."""
    text: str
    position: int
    candidate: int


_NUMBERED = _Statement._fields.index("position")
"""The fields before it are what a statement says, and where."""


class _Pair(NamedTuple):
    """One statement of a relation."""

    source: Source
    relation: str
    start_type: str
    start: tuple[str, ...]
    target_type: str
    target: tuple[str, ...]


class CandidateStaging:
    """Fills the staging tables of one graph with all candidates at once, so that their order does not matter."""

    def __init__(
        self,
        database: Database,
        schema: Schema,
        types: Mapping[str, StagedType],
        *,
        first_source: int,
        first_candidate: int,
    ) -> None:
        self._database = database
        self._schema = schema
        self._types = types
        self._next_source = first_source
        self._first_candidate = first_candidate
        self._rows: defaultdict[tuple[str, tuple[str, ...]], list[tuple[object, ...]]] = defaultdict(list)
        """By table and its columns."""
        self._sources: list[tuple[object, ...]] = []
        self._rejected: list[tuple[object, ...]] = []
        self._relations: dict[str, StagedRelation] = {}

    def stage(
        self,
        entities: Iterable[EntityCandidate],
        relations: Iterable[RelationCandidate],
        rejected: Iterable[RejectedFact] = (),
    ) -> dict[str, StagedRelation]:
        """Stage candidates, and note what was rejected; the relations they were staged for, by staging table."""
        statements = sorted(
            statement
            for number, candidate in enumerate(entities, self._first_candidate)
            for statement in self._statements(number, candidate)
        )
        # Where chunks of a document overlap, the same words are read twice: a value that they state counts once.
        for _, same in groupby(statements, key=lambda fact: fact[:_NUMBERED] if fact.property else fact):
            self._stage_statement(next(same))
        for pair in sorted(map(_pair, relations)):
            self._stage_pair(pair)
        for source, *what in sorted((f.source, f.kind, f.name, f.property or "", f.text, f.reason) for f in rejected):
            kind, of, property, text, reason = what
            self._rejected.append((kind, of, property or None, text, reason, self._source(source)))
        self._write()
        return self._relations

    def _statements(self, number: int, candidate: EntityCandidate) -> Iterator[_Statement]:
        type_ = self._types.get(candidate.type)
        stated = {
            property: [(stated.source, as_text(stated.value)) for stated in sorted(values, key=attrgetter("source"))]
            for property, values in candidate.values.items()
            if values
        }
        key = tuple(stated[part][0][1] if part in stated else "" for part in (type_.key if type_ else ()))
        yield _Statement(candidate.source, candidate.type, key, "", "", 0, number)
        for property, values in stated.items():
            for position, (source, text) in enumerate(values):
                yield _Statement(source, candidate.type, key, property, text, position, number)

    def _stage_statement(self, fact: _Statement) -> None:
        source = self._source(fact.source)
        type_ = self._types.get(fact.type)
        if type_ is None:
            if not fact.property:
                shown = " | ".join(filter(None, fact.key))
                self._rejected.append(("entity", fact.type, None, shown, "unknown type", source))
        elif fact.property in type_.multivalued:
            row = {"_candidate": fact.candidate, "_source": source, "_position": fact.position, "text": fact.text}
            self._add(type_.staged_values(fact.property), row)
        elif fact.property in type_.single or not fact.property:
            row = {
                "_candidate": fact.candidate,
                "_source": source,
                **dict(zip(type_.key_columns, fact.key, strict=True)),
            }
            self._add(type_.staged, row | ({name(fact.property): fact.text} if fact.property else {}))
        else:
            self._rejected.append(("value", fact.type, fact.property, fact.text, "unknown property", source))

    def _stage_pair(self, pair: _Pair) -> None:
        source = self._source(pair.source)
        if fault := self._fault(pair):
            shown = f"{', '.join(pair.start)} → {', '.join(pair.target)}"
            self._rejected.append(("relation", pair.relation, None, shown, fault, source))
            return
        staged = StagedRelation(
            relation=pair.relation, start=self._types[pair.start_type], target=self._types[pair.target_type]
        )
        self._relations[staged.staged] = staged
        ends = zip((*staged.start_columns, *staged.target_columns), (*pair.start, *pair.target), strict=True)
        self._add(staged.staged, {"_source": source, **dict(ends)})

    def _fault(self, pair: _Pair) -> str:
        relation = self._schema.relations.get(pair.relation)
        if relation is None:
            return "unknown relation"
        fits = relation.source in self._schema.supertypes(pair.start_type)
        if not (fits and relation.target in self._schema.supertypes(pair.target_type)):
            return "wrong endpoint types"
        expected = len(self._types[pair.start_type].key), len(self._types[pair.target_type].key)
        return "" if (len(pair.start), len(pair.target)) == expected else "wrong number of values in a key"

    def _add(self, table: str, row: Mapping[str, object]) -> None:
        self._rows[table, tuple(row)].append(tuple(row.values()))

    def _source(self, source: Source) -> int:
        number = self._next_source
        self._next_source += 1
        self._sources.append((number, source.document, source.start, source.end, source.words, source.verified))
        return number

    def _write(self) -> None:
        for relation in self._relations.values():
            relation.create(self._database)
        for (table, columns), rows in self._rows.items():
            types = ["BIGINT" if column in _NUMBERS else "VARCHAR" for column in columns]
            self._database.insert(f"{table} ({', '.join(columns)})", rows, types)
        types = ["BIGINT", "VARCHAR", "BIGINT", "BIGINT", "VARCHAR", "BOOLEAN"]
        self._database.insert("source", self._sources, types)
        filled = "kind, name, property, text, reason, _source"
        self._database.insert(f"rejected ({filled})", self._rejected, ["VARCHAR"] * 5 + ["BIGINT"])


def as_text(value: Value) -> str:
    """A value as conversion reads it back.

    >>> as_text(True), as_text(2.5)
    ('true', '2.5')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def _pair(candidate: RelationCandidate) -> _Pair:
    return _Pair(
        candidate.source,
        candidate.relation,
        candidate.start.type,
        _texts(candidate.start),
        candidate.target.type,
        _texts(candidate.target),
    )


def _texts(key: EntityKey) -> tuple[str, ...]:
    return tuple(map(as_text, key.values))
