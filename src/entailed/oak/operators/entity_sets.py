"""Entity sets as the operators keep them: conditions over the tables of their types, not lists of entities.

A chain of filters costs nothing until something is asked of it, and then one scan.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from entailed.errors import OperatorError
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.tables import entity_table
from entailed.oak.operators.values import EntitySet


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The entities of some types that meet conditions."""

    conditions: Mapping[str, tuple[str, ...]]
    """SQL over the table of each type, at least one; all conditions of a type must hold."""

    def narrowed(self, conditions: Mapping[str, str]) -> "Selection":
        """Those that meet one more condition each; types without one are left out."""
        return Selection(
            conditions={
                type_: (*having, conditions[type_]) for type_, having in self.conditions.items() if type_ in conditions
            }
        )

    def where(self, type_: str) -> str:
        """The conditions of a type as one."""
        return " AND ".join(f"({condition})" for condition in self.conditions[type_]) or "true"

    def rows(self, columns: Mapping[str, str]) -> str:
        """SQL for rows of all its entities: for each type the columns as its table has them."""
        selects = [f"SELECT {columns[t]} FROM {entity_table(t)} WHERE {self.where(t)}" for t in self.conditions]
        return f"({' UNION ALL '.join(selects)})"

    @property
    def ids(self) -> str:
        """SQL for the numbers of its entities."""
        return self.rows(dict.fromkeys(self.conditions, "_id"))


class EntitySets:
    """The sets that the operators of one graph have made."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._selections: list[Selection] = []
        self._tables: list[str] = []

    def add(self, selection: Selection) -> EntitySet:
        """Keep a set and hand out its handle."""
        self._selections.append(selection)
        return EntitySet(handle=len(self._selections), types=tuple(selection.conditions))

    def selection(self, entities: EntitySet) -> Selection:
        """The set of a handle.

        Raises:
            OperatorError: these operators did not make it.
        """
        if 0 < entities.handle <= len(self._selections):
            return self._selections[entities.handle - 1]
        raise OperatorError(f"there is no entity set {entities.handle}. Pass on a set that an operator returned.")

    def everything(self, types: Sequence[str]) -> Selection:
        """All entities of types, those of their subtypes too.

        Raises:
            OperatorError: the schema has no such type.
        """
        schema = self._graph.schema
        if not types:
            raise OperatorError(f"`types` is empty. Name at least one of {', '.join(schema.entity_types)}.")
        for type_ in types:
            if type_ not in schema.entity_types:
                raise OperatorError(f"there is no type `{type_}`; there are {', '.join(schema.entity_types)}.")
        under = {subtype for type_ in types for subtype in self._graph.types_under(type_)}
        return Selection(conditions={type_: () for type_ in schema.entity_types if type_ in under})

    def count(self, selection: Selection) -> int:
        """How many entities there are in a set."""
        return self._graph.database.number(f"SELECT count(*) FROM {selection.ids}")

    def new_table(self) -> str:
        """A temporary table for the entities that relations lead to, with the hop that led there first."""
        table = self._graph.database.temporary_table("_id BIGINT, _hop INTEGER")
        self._tables.append(table)
        return table

    def forget(self) -> None:
        """Let go of all sets."""
        for table in self._tables:
            self._graph.database.execute(f"DROP TABLE {table}")
        self._selections, self._tables = [], []
