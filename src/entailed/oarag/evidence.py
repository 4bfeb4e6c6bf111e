"""From the steps of a tool phase to the evidence that an answer can cite, and to its text in a prompt."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from entailed.agent import Step, fenced, shorten
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


def gather(steps: Iterable[Step]) -> tuple[Evidence, ...]:
    """Number the informative results in the order of the steps; a result that came twice counts once."""
    results: dict[str, tuple[str, QueryResult]] = {}
    for step in steps:
        if step.informative and isinstance(step.payload, AskResult | SelectResult | DescribeResult):
            results.setdefault(step.payload.query, (step.observation, step.payload))
    return tuple(
        Evidence(id=f"E{number}", query=query, observation=observation, result=result)
        for number, (query, (observation, result)) in enumerate(results.items(), start=1)
    )


def digest(evidence: Sequence[Evidence], *, max_chars: int) -> str:
    """All observations, numbered and quoted; the longest are shortened until the texts fit `max_chars`."""
    limit = _even_limit([len(item.observation) for item in evidence], max_chars)
    return "\n\n".join(
        f"[{item.id}] query({item.query})\n"
        + fenced(shorten(item.observation, limit, paging="the rest is left out to save room"))
        for item in evidence
    )


def _even_limit(lengths: Sequence[int], total: int) -> int:
    """The largest limit for which the lengths, each cut to it, add up to `total` at most."""
    left = total
    for done, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - done)
        if length > share:
            return max(share, 0)
        left -= length
    return max(lengths, default=0)
