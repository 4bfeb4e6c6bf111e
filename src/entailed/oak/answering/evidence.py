"""From the steps of the agent to the calls that an answer can rest on, with the facts behind each."""

from collections.abc import Iterable, Iterator, Sequence

from entailed.agent import Step, even_limit, fenced, shorten
from entailed.oak.answering.answers import FunctionEvidence
from entailed.oak.answering.comparison import AnswerValue, leaves, same, values_of
from entailed.oak.answering.results import CalledFunction
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.facts_read import Fact, facts_of
from entailed.oak.operators.name_lookup import name_properties
from entailed.oak.operators.operators import Operators
from entailed.oak.operators.values import Row, Rows

_MOST_ENTITIES = 20
"""Whose facts are told."""
_MOST_FACTS = 200


def gather(steps: Iterable[Step], operators: Operators, answer: AnswerValue | None) -> Iterator[FunctionEvidence]:
    """The calls that gave a result, in order; one that was repeated counts once."""
    called: dict[str, tuple[Step, CalledFunction]] = {}
    for step in steps:
        if isinstance(step.payload, CalledFunction):
            called.setdefault(step.payload.call, (step, step.payload))
    for number, (call, (step, found)) in enumerate(called.items(), 1):
        yield FunctionEvidence(
            id=f"E{number}",
            call=call,
            given=found.given,
            value=found.result.value,
            observation=step.observation,
            operators=found.operators,
            facts=_facts(operators, found, answer),
            shown_whole=found.shown_whole,
        )


def _facts(operators: Operators, found: CalledFunction, answer: AnswerValue | None) -> tuple[Fact, ...]:
    """The facts about entities in a result: of those that the answer names, where it names some."""
    values = () if answer is None else values_of(answer)
    named: dict[int, None] = {}
    behind: dict[int, None] = {}
    for call in found.result.calls:
        behind |= dict.fromkeys(operators.entities_behind(call, at_most=_MOST_ENTITIES))
        if isinstance(call.result, Rows):
            rows = zip(call.result.ids, call.result.rows, strict=True)
            named |= dict.fromkeys(id for id, row in rows if _names_one(row, values))
    ids = list(named or behind)[:_MOST_ENTITIES]
    facts = facts_of(operators.graph, ids, found.result.calls)
    return tuple(fact for _, fact in zip(range(_MOST_FACTS), facts, strict=False))


def _names_one(row: Row, values: Sequence[str | int | float | bool]) -> bool:
    """Whether a row has one of the values, as a text: a number may be in any row by chance."""
    texts = [cell for cell in leaves(list(row.values())) if isinstance(cell, str)]
    return any(same(cell, value) for cell in texts for value in values)


def naming_properties(graph: Graph) -> frozenset[str]:
    """The properties that name entities."""
    schema = graph.schema
    named = (name_properties(graph, type_) + schema.key_of(type_) for type_ in schema.entity_types)
    return frozenset(property for properties in named for property in properties)


def digest(evidence: Sequence[FunctionEvidence], *, max_chars: int) -> str:
    """All calls and results, numbered and quoted; the longest results are shortened until the texts fit."""
    heads = sum(len(item.id) + len(item.call) + len("[]\n```\n\n```\n\n") for item in evidence)
    limit = even_limit([len(item.observation) for item in evidence], max_chars - heads)
    return "\n\n".join(
        f"[{item.id}]\n"
        + fenced(f"{item.call}\n" + shorten(item.observation, limit, paging="the rest is left out to save room"))
        for item in evidence
    )
