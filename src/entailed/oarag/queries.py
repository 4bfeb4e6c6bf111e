"""Queries to the ontology: the tool that a model calls, and the queries that need no model."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from entailed.agent import Action, Observation, Step, StepKind
from entailed.errors import QuerySyntaxError
from entailed.llm.gbnf import Rules, one_of
from entailed.oarag.decoding import Names, names_seen
from entailed.oarag.reading import Statement, Triple
from entailed.service import OntologyService, is_informative, observation, query_grammar, quote


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryTool:
    """`query(<SPARQL>)` over an ontology service; the result itself is the observation's payload."""

    service: OntologyService
    only: Names | None = None
    """Under constrained decoding, a query can use no names but these and those in the results so far; None: any."""
    name: str = "query"
    paging: str = "add LIMIT and OFFSET to the query to page"

    def call(self, argument: str) -> Observation:
        """Run one query; a mistake in it comes back as an observation that says how to mend it."""
        try:
            result = self.service.query(argument)
        except QuerySyntaxError as error:
            return Observation(text=f"The query cannot be read. {error}", informative=False)
        return Observation(text=observation(result), informative=is_informative(result), payload=result)

    def argument_rules(self, steps: Sequence[Step]) -> Rules:
        """The queries that can be read."""
        rules = query_grammar()
        if self.only is not None:
            seen = names_seen(self.only, (step.payload for step in steps))
            if seen.concepts:  # otherwise there is nothing that could be asked
                rules |= {"concept": one_of(map(quote, seen.concepts)), "relation": one_of(map(quote, seen.relations))}
        return rules


class Queries:
    """Runs queries, each once, while the budget lasts, and keeps them as steps."""

    def __init__(self, tool: QueryTool, budget: int, on_step: Callable[[Step], None]) -> None:
        self.steps: list[Step] = []
        self._tool = tool
        self._budget = budget
        self._on_step = on_step
        self._results: dict[str, object] = {}

    def run(self, query: str) -> object:
        """The result of the query; None where it has none or the budget is spent."""
        if query not in self._results and len(self.steps) < self._budget:
            started = time.perf_counter()
            seen = self._tool.call(query)
            step = Step(
                kind=StepKind.CALLED,
                action=Action(tool=self._tool.name, argument=query),
                observation=seen.text,
                informative=seen.informative,
                payload=seen.payload,
                seconds=time.perf_counter() - started,
            )
            self._results[query] = seen.payload
            self.steps.append(step)
            self._on_step(step)
        return self._results.get(query)


def ask_query(statement: Statement) -> str:
    """The check of a statement."""
    return f"ASK {{ {quote(statement.subject)} {quote(statement.relation)} {quote(statement.object)} }}"


def select_query(triples: Sequence[Triple]) -> str:
    """The search for what fills the gap of all the triples."""
    conditions = " . ".join(
        " ".join("?x" if name is None else quote(name) for name in (triple.subject, triple.relation, triple.object))
        for triple in triples
    )
    return f"SELECT ?x WHERE {{ {conditions} }}"
