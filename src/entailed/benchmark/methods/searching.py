"""Keyword search as a tool of the ReAct loop: the baseline ReAct-ont, and OA-RAG with it in the place of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from entailed.agent import Observation, Step
from entailed.benchmark.ontology_search import OntologySearch
from entailed.llm.gbnf import LINE, Rules


class Searched(NamedTuple):
    """The payload of a search."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTool:
    """`search(<text>)`: the five best concepts, each with the field that matched, and the five best axioms."""

    search: OntologySearch
    name: str = "search"
    paging: str = "search for something narrower"

    def call(self, argument: str) -> Observation:
        """Run one search."""
        text = argument.strip().strip("\"'")
        cards = [f"{found.name}: {found.field}" for found in self.search.cards(text)]
        axioms = self.search.axioms(text)
        if not cards and not axioms:
            return Observation(
                text="Nothing was found. Search with other words.", informative=False, payload=Searched(text)
            )
        lines = ["Concepts:", *cards, "Axioms:", *axioms]
        return Observation(text="\n".join(lines), informative=True, payload=Searched(text))

    def argument_rules(self, steps: Sequence[Step]) -> Rules:
        """Any line."""
        return {"search-text": f"{LINE}+"}
