"""What was asked of the operators, call by call, and what each call did."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from entailed.errors import KernelError
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.entity_sets import EntitySets, Selection
from entailed.oak.operators.projection import project
from entailed.oak.operators.property_columns import Usable, find_property, unusable
from entailed.oak.operators.values import CallAccount, EntitySet, Lookup, OperatorCall, OperatorResult, Row

_Operator = TypeVar("_Operator", bound=Callable[..., OperatorResult])
_SAMPLE = 5


class Traced:
    """Keeps the calls of the operators that a subclass defines."""

    def __init__(self) -> None:
        self._calls: list[OperatorCall] = []

    @property
    def trace(self) -> Sequence[OperatorCall]:
        """The calls so far, failed ones too."""
        return self._calls

    def _note(self, operator: str, arguments: dict[str, Any], result: OperatorResult | None, error: str = "") -> None:
        number = len(self._calls) + 1
        self._calls.append(
            OperatorCall(number=number, operator=operator, arguments=arguments, result=result, error=error)
        )


def traced(operator: _Operator) -> _Operator:
    """An operator that notes each of its calls."""

    @wraps(operator)
    def call(self: Traced, **arguments: Any) -> Any:
        try:
            result = operator(self, **arguments)
        except KernelError as error:
            self._note(operator.__name__, arguments, None, str(error))
            raise
        self._note(operator.__name__, arguments, result)
        return result

    return cast(_Operator, call)


def account_for(graph: Graph, sets: EntitySets, call: OperatorCall) -> CallAccount | None:
    """Count what a call did that made a set; None for the other calls."""
    made = call.result.entities if isinstance(call.result, Lookup) else call.result
    if not isinstance(made, EntitySet):
        return None
    before = considered(sets, call)
    excluded: dict[str, int] = {}
    if call.operator.startswith("filter_") and "property" in call.arguments:
        column = find_property(graph, before, str(call.arguments["property"]))
        numeric = call.operator == "filter_numeric"
        usable = {t: column.numeric(t) if numeric else Usable(column.sql(t), "NULL") for t in before.conditions}
        excluded = unusable(graph, before, column, usable)
    after = sets.selection(made)
    return CallAccount(
        considered=sets.count(before), kept=sets.count(after), excluded=excluded, sample=_sample(graph, after)
    )


def considered(sets: EntitySets, call: OperatorCall) -> Selection:
    """The set that a call started from: the one it was given, or all entities of the types of a lookup."""
    match call.arguments.get("entities"):
        case EntitySet() as given:
            return sets.selection(given)
    return sets.everything(cast(Sequence[str], call.arguments["types"]))


def _sample(graph: Graph, selection: Selection) -> list[Row]:
    """The keys of the first entities, type by type."""
    rows: list[Row] = []
    for type_, conditions in selection.conditions.items():
        if len(rows) < _SAMPLE:
            of_type = Selection(conditions={type_: conditions})
            rows += project(graph, of_type, properties=graph.schema.key_of(type_), limit=_SAMPLE - len(rows)).rows
    return rows
