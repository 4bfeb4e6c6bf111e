"""From the steps of a tool phase to the evidence that an answer can cite, and to its text in a prompt."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from entailed.agent import Step, even_limit, fenced, shorten
from entailed.service.results import AskResult, DescribeResult, LinkedName, QueryResult, SelectResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One informative query and its result."""

    id: str
    """`E1`, `E2`, …: how a model cites it."""
    query: str
    observation: str
    """The result as the model read it."""
    result: QueryResult
    cited: bool = False
    """The answer relies on it: the model says so, or the reasoner decided by it."""

    @property
    def number(self) -> int:
        """The number in `id`."""
        return int(self.id[1:])

    @property
    def linked(self) -> tuple[LinkedName, ...]:
        """The names of the query that stand for an entity, and how each was linked."""
        match self.result:
            case AskResult(subject=subject, relation=relation, object=object_):
                names: tuple[LinkedName | None, ...] = (subject, relation, object_)
            case SelectResult(names=names):
                pass
            case DescribeResult(subject=subject):
                names = (subject,)
        return tuple(name for name in names if name is not None)


def gather(steps: Iterable[Step], earlier: Sequence[Evidence] = (), *, last_number: int = 0) -> tuple[Evidence, ...]:
    """Number the informative results in the order of the steps; a result that came twice counts once.

    Evidence of earlier questions comes first and keeps its numbers, in rising order; none of it is cited yet. New
    evidence is numbered after it, and after `last_number`.
    """
    gathered = {item.query: replace(item, cited=False) for item in earlier}
    number = max([last_number, *(item.number for item in earlier)])
    for step in steps:
        result = step.payload
        if not step.informative or not isinstance(result, AskResult | SelectResult | DescribeResult):
            continue
        if result.query not in gathered:
            number += 1
            gathered[result.query] = Evidence(
                id=f"E{number}", query=result.query, observation=step.observation, result=result
            )
    return tuple(gathered.values())


def digest(evidence: Sequence[Evidence], *, max_chars: int) -> str:
    """All queries and observations, numbered and quoted; the longest are shortened until the texts fit `max_chars`."""
    limit = even_limit([len(item.observation) for item in evidence], max_chars)
    return "\n\n".join(
        f"[{item.id}]\n"
        # The query too: it holds names of the ontology, and its lines are as the model wrote them.
        + fenced(
            f"query({item.query})\n" + shorten(item.observation, limit, paging="the rest is left out to save room")
        )
        for item in evidence
    )
