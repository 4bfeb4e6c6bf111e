"""The nine operators: all that a function may do with a graph.

Every argument is a keyword. Entity sets are handles; their entities stay in the store until `project_properties`
asks for rows. `docs/kernel-operators.md` states the semantics with examples.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, Self

from entailed.errors import OperatorError
from entailed.oak.graph.facts import Value
from entailed.oak.graph.graph import Graph
from entailed.oak.operators import filters
from entailed.oak.operators.aggregation import aggregate
from entailed.oak.operators.entity_sets import EntitySets, Selection
from entailed.oak.operators.facts_read import FactsRead, facts_read
from entailed.oak.operators.lookup import look_up
from entailed.oak.operators.projection import project
from entailed.oak.operators.property_columns import find_property
from entailed.oak.operators.trace import Traced, account_for, considered, traced
from entailed.oak.operators.traversal import against, reached
from entailed.oak.operators.values import (
    Aggregate,
    AggregateFunction,
    CallAccount,
    Direction,
    EntitySet,
    Lookup,
    OperatorCall,
    Rows,
    RuntimeSlots,
    SlotSpec,
)

OPERATORS = (
    "extract_runtime_slots",
    "lookup_entities",
    "traverse_relations",
    "project_properties",
    "filter_categorical",
    "filter_relation_connected",
    "filter_numeric",
    "filter_set_overlap",
    "aggregate_values",
)
"""The names of all operators, which are methods of `Operators`."""


class SlotReader(Protocol):
    """Fills slots from a question, by way of a model."""

    def __call__(self, *, query: str, slots: Mapping[str, SlotSpec], context: str, attempts: int) -> RuntimeSlots:
        """The values that the question states, as `Operators.extract_runtime_slots` says."""


class Operators(Traced):
    """The operators over one graph, and a trace of their calls; for one thread.

    Sets live until a `with` statement over the operators ends, or until the graph is closed.
    """

    def __init__(self, graph: Graph, *, slot_reader: SlotReader | None = None) -> None:
        """Begin with an empty trace.

        Args:
            graph: Which stays open while the operators are used.
            slot_reader: What fills slots; without one, `extract_runtime_slots` fails.
        """
        super().__init__()
        self.graph = graph
        self._sets = EntitySets(graph)
        self._slot_reader = slot_reader

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._sets.forget()

    def account(self, call: OperatorCall) -> CallAccount | None:
        """What a call of the trace did; None where it made no set. Counted now: a set costs nothing when it is made."""
        return account_for(self.graph, self._sets, call)

    def facts_read(self, call: OperatorCall) -> tuple[FactsRead, ...]:
        """What a call of the trace looked at. Counted now."""
        if isinstance(call.result, RuntimeSlots | None):
            return ()
        return facts_read(self.graph, considered(self._sets, call), call)

    def entities_behind(self, call: OperatorCall, *, at_most: int) -> list[int]:
        """The first entities of the rows or the figure that a call gave; none for the other calls."""
        match call.result:
            case Rows(ids=ids):
                return ids[:at_most]
            case Aggregate():
                entities = considered(self._sets, call)
                return [
                    id for (id,) in self.graph.query(f"SELECT _id FROM {entities.ids} ORDER BY _id LIMIT {at_most:d}")
                ]
        return []

    @traced
    def extract_runtime_slots(
        self, *, query: str, slots: Mapping[str, SlotSpec], context: str = "", attempts: int = 2
    ) -> RuntimeSlots:
        """Fill slots from a question by a model.

        Args:
            query: The question.
            slots: By name, what to find.
            context: What the model should know of the task.
            attempts: How often the model is asked at most, until its reply can be read.

        Returns:
            Only what the question states or strongly implies, each value with the words that do.

        Raises:
            OperatorError: there is no model, or no attempt gave a usable reply.
        """
        if self._slot_reader is None:
            raise OperatorError(
                "slots are filled by a model, and there is none. Name one, or pass their values as arguments."
            )
        return self._slot_reader(query=query, slots=slots, context=context, attempts=attempts)

    @traced
    def lookup_entities(
        self,
        *,
        types: Sequence[str],
        ids: Sequence[int] | None = None,
        key: Mapping[str, Value] | None = None,
        properties: Mapping[str, Value] | None = None,
        name: str | None = None,
        text: str | None = None,
        top_k: int | None = None,
        min_score: float | None = None,
    ) -> Lookup:
        """The entities of types (and of their subtypes) that meet every condition given; all of them without one.

        Args:
            types: At least one.
            ids: As other results name entities.
            key: Properties of the key, and their values.
            properties: Any properties, and their values. Texts are compared as names are: without case, `_` as a blank.
            name: A name or title; one that is written otherwise is found only where it is close beyond doubt.
            text: Words of which the entity's texts should have some; the entities with the most come first.
            top_k: How many entities are kept at most: the best for `text`, otherwise the first by type and key.
            min_score: From 0 to 1: how close a name must be; the share of the words that a text must have.

        Raises:
            OperatorError: the schema has no such type or property, or a value is not of its type.
        """
        return look_up(
            self.graph,
            self._sets,
            types=types,
            ids=ids,
            key=key,
            properties=properties,
            name=name,
            text=text,
            top_k=top_k,
            min_score=min_score,
        )

    @traced
    def traverse_relations(
        self,
        *,
        entities: EntitySet,
        relations: Sequence[str],
        direction: Direction = "forward",
        max_hops: int = 1,
        include_start: bool = False,
    ) -> EntitySet:
        """The entities at the end of one to `max_hops` steps along any of the relations, each once.

        An entity of the start is among them where a step leads to it, or where `include_start` says so. A relation
        holds also where its sub-relations, its inverse or its symmetry say so.

        Raises:
            OperatorError: the schema has no such relation, or a number is out of range.
        """
        return self._sets.add(
            reached(
                self.graph,
                self._sets,
                self._sets.selection(entities),
                relations=relations,
                direction=direction,
                max_hops=max_hops,
                include_start=include_start,
            )
        )

    @traced
    def project_properties(
        self,
        *,
        entities: EntitySet,
        properties: Sequence[str],
        order_by: str | None = None,
        descending: bool = False,
        limit: int | None = None,
    ) -> Rows:
        """Rows of properties: the only way in which values leave the store one by one.

        Args:
            entities: The set.
            properties: Of each row, at least one.
            order_by: A property; entities without a value come last either way. Ties are in the order of type and key.
            descending: Whether the greatest come first.
            limit: How many rows at most; without it, more than 10,000 are an error.

        Raises:
            OperatorError: the types have no such property, or there are too many rows.
        """
        selection = self._sets.selection(entities)
        return project(
            self.graph, selection, properties=properties, order_by=order_by, descending=descending, limit=limit
        )

    @traced
    def filter_categorical(
        self,
        *,
        entities: EntitySet,
        property: str,
        include: Sequence[Value] | None = None,
        exclude: Sequence[Value] | None = None,
        keep_missing: bool = False,
    ) -> EntitySet:
        """The entities with a value that is included, where `include` is given, and none that is excluded.

        Args:
            entities: The set.
            property: Of several values of an entity, one is enough to be included, and to be excluded.
            include: Texts are compared as names are.
            exclude: The same.
            keep_missing: Whether an entity of which no value is stated stays; otherwise it is left out, and counted.

        Raises:
            OperatorError: the types have no such property, or a value is not of its type or enumeration.
        """
        selection = self._sets.selection(entities)
        column = find_property(self.graph, selection, property)
        conditions = filters.categorical(self.graph, column, include=include, exclude=exclude)
        return self._narrowed(selection, filters.or_missing(selection, column, conditions, keep_missing=keep_missing))

    @traced
    def filter_relation_connected(
        self,
        *,
        entities: EntitySet,
        relations: Sequence[str],
        anchors: EntitySet,
        direction: Direction = "forward",
        max_hops: int = 1,
    ) -> EntitySet:
        """The entities from which at least one anchor is reached in one to `max_hops` steps of `traverse_relations`.

        Raises:
            OperatorError: the schema has no such relation, or a number is out of range.
        """
        selection = self._sets.selection(entities)
        connected = reached(
            self.graph,
            self._sets,
            self._sets.selection(anchors),
            relations=relations,
            direction=against(direction),
            max_hops=max_hops,
        )
        conditions = {type_: connected.where(type_) for type_ in connected.conditions}
        if not conditions.keys() & selection.conditions.keys():
            having, needed = ", ".join(selection.conditions), ", ".join(conditions)
            raise OperatorError(f"the set has {having}, and the relations start in {needed}. Turn `direction` round?")
        return self._narrowed(selection, conditions)

    @traced
    def filter_numeric(
        self,
        *,
        entities: EntitySet,
        property: str,
        equals: float | str | None = None,
        not_equals: float | str | None = None,
        above: float | str | None = None,
        at_least: float | str | None = None,
        below: float | str | None = None,
        at_most: float | str | None = None,
        unit: str | None = None,
        keep_missing: bool = False,
    ) -> EntitySet:
        """The entities whose number, date or time lies within all bounds given.

        Args:
            entities: The set.
            property: A number, a date or time, or a text that states a number. Of several values one is enough.
            equals: Bounds of dates and times are ISO 8601 texts.
            not_equals: Left out is only what has this value; it still needs one.
            above: Exclusive.
            at_least: Inclusive.
            below: Exclusive.
            at_most: Inclusive.
            unit: Of the bounds; an error where the property is not in it, as nothing is converted.
            keep_missing: Whether an entity of which no value is stated stays; otherwise it is left out, and counted.

        Raises:
            OperatorError: the types have no such property, it is no number, date or time, or a bound is none.
        """
        selection = self._sets.selection(entities)
        column = find_property(self.graph, selection, property)
        bounds = {
            "equals": equals,
            "not_equals": not_equals,
            "above": above,
            "at_least": at_least,
            "below": below,
            "at_most": at_most,
        }
        conditions = filters.numeric(column, bounds, unit)
        return self._narrowed(selection, filters.or_missing(selection, column, conditions, keep_missing=keep_missing))

    @traced
    def filter_set_overlap(
        self,
        *,
        entities: EntitySet,
        property: str,
        values: Sequence[Value],
        at_least: int | Literal["all"] = 1,
        keep_missing: bool = False,
    ) -> EntitySet:
        """The entities that have at least so many of the values; the same value given twice counts once.

        Raises:
            OperatorError: the types have no such property, or a value is not of its type or enumeration.
        """
        selection = self._sets.selection(entities)
        column = find_property(self.graph, selection, property)
        conditions = filters.overlap(self.graph, column, values, at_least)
        return self._narrowed(selection, filters.or_missing(selection, column, conditions, keep_missing=keep_missing))

    @traced
    def aggregate_values(
        self,
        *,
        entities: EntitySet,
        function: AggregateFunction,
        property: str | None = None,
        group_by: str | None = None,
    ) -> Aggregate:
        """A figure of a set: of all of it, and of each group.

        Args:
            entities: The set.
            function: `count` (of entities, or of those with a value), `sum`, `min`, `max` or `avg`.
            property: A number, a text that states one, or for `min` and `max` a date or time. `count` needs none.
            group_by: A property; an entity with several values is in several groups, and one without in the last.

        Raises:
            OperatorError: the types have no such property, it has no such figure, or there are too many groups.
        """
        selection = self._sets.selection(entities)
        return aggregate(self.graph, selection, function=function, property=property, group_by=group_by)

    def _narrowed(self, selection: Selection, conditions: Mapping[str, str]) -> EntitySet:
        return self._sets.add(selection.narrowed(conditions))
