"""Why a statement follows, as a path of stated axioms from subject to object.

A breadth-first search over states (concept reached, role reached it by): stated superclasses and relations are edges,
and roles compose along the way. Only where these do not lead to the object may a step rest on an inferred parent (a
defined class that was recognised), and says so instead of proving it. Statements that follow in no such way are
reported as entailed without steps.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from entailed.reasoning import TOP
from entailed.service.evaluation import ask
from entailed.service.opened_index import SUBCLASS_OF, OpenedIndex
from entailed.service.query_language import Ask
from entailed.service.results import AskResult, Verdict
from entailed.service.spelling import quote

STATED = "stated"
INFERRED_PARENT = "inferred parent"
RELATION_HIERARCHY = "relation hierarchy"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofStep:
    """One line of a proof."""

    conclusion: str
    rule: str
    """`stated`; `inferred parent` or `relation hierarchy`, taken from the closure; or how the premises give the
    conclusion."""
    premises: tuple[int, ...] = ()
    """Positions of earlier steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A verdict, and the steps that lead to it where there is a path of stated axioms."""

    result: AskResult
    steps: tuple[ProofStep, ...]
    """Empty where the statement is not entailed, or holds for another reason than a path."""

    @property
    def stated(self) -> tuple[str, ...]:
        """The axioms that the steps rest on."""
        return tuple(step.conclusion for step in self.steps if step.rule == STATED)


def explain(index: OpenedIndex, subject: str, relation: str, object_: str) -> Explanation:
    """Check a statement and look for the path behind it."""
    text = f"ASK {{ {quote(subject)} {quote(relation)} {quote(object_)} }}"
    result = ask(index, Ask(subject=subject, relation=relation, object=object_), text)
    if result.verdict is not Verdict.ENTAILED or not (result.subject and result.relation and result.object):
        return Explanation(result=result, steps=())
    search = _Search(index)
    role = index.roles.identified(result.relation.entity.iri)
    source = index.classes.identified(result.subject.entity.iri)
    target = index.classes.identified(result.object.entity.iri)
    if source is None or target is None:
        return Explanation(result=result, steps=())
    wanted = SUBCLASS_OF if role is None else role
    goal = (source, wanted, target)
    path = search.path(*goal, stated_only=True) or search.path(*goal, stated_only=False)
    return Explanation(result=result, steps=tuple(_Writer(index).steps(source, path, wanted)))


class _State(NamedTuple):
    """What is known so far: the subject is under `concept`, or related by `role` to it."""

    role: int
    """SUBCLASS_OF while no relation has been followed."""
    concept: int


class _Edge(NamedTuple):
    """A step from one state to the next, and what it rests on."""

    role: int
    """SUBCLASS_OF for a superclass, otherwise the stated relation."""
    concept: int
    stated: bool
    reached: _State
    chain: tuple[int, int, int] | None = None
    """The role chain r ∘ s ⊑ t that the step applies."""


class _Search:
    def __init__(self, index: OpenedIndex) -> None:
        self._index = index
        self._chains = index.role_chains

    def path(self, source: int, role: int, target: int, *, stated_only: bool) -> list[_Edge]:
        """The shortest path, of stated axioms only or with inferred parents; an empty list where there is none."""
        start = _State(SUBCLASS_OF, source)
        came_by: dict[_State, tuple[_State, _Edge] | None] = {start: None}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            if state.concept == target and state != start and self._is_goal(state.role, role):
                return list(reversed(list(_walk_back(state, came_by))))
            for edge in self._edges(state, stated_only=stated_only):
                if edge.reached not in came_by:
                    came_by[edge.reached] = (state, edge)
                    queue.append(edge.reached)
        return []

    def _is_goal(self, reached: int, wanted: int) -> bool:
        if SUBCLASS_OF in (reached, wanted):
            return reached == wanted
        return reached < len(self._index.roles) and bool(self._index.closure.superrole[reached, wanted])

    def _edges(self, state: _State, *, stated_only: bool) -> Iterator[_Edge]:
        record = self._index.record(state.concept)
        for parent in record.superclasses:
            yield _Edge(SUBCLASS_OF, parent, True, _State(state.role, parent))
        for role, filler in record.relations:
            if state.role == SUBCLASS_OF:
                yield _Edge(role, filler, True, _State(role, filler))
            else:
                for chain in self._composing(state.role, role):
                    yield _Edge(role, filler, True, _State(chain[2], filler), chain)
        if stated_only:
            return
        for parent in map(int, self._index.closure.direct_superconcepts(state.concept)):
            if parent > TOP:
                yield _Edge(SUBCLASS_OF, parent, False, _State(state.role, parent))

    def _composing(self, first: int, second: int) -> Iterator[tuple[int, int, int]]:
        for chain in self._chains:
            if self._under(first, chain[0]) and self._under(second, chain[1]):
                yield chain

    def _under(self, sub: int, sup: int) -> bool:
        named = len(self._index.roles)
        return sub == sup or (sub < named and sup < named and bool(self._index.closure.superrole[sub, sup]))


def _walk_back(state: _State, came_by: dict[_State, tuple[_State, _Edge] | None]) -> Iterator[_Edge]:
    while (step := came_by[state]) is not None:
        state, edge = step
        yield edge


class _Writer:
    """Writes a path as numbered steps over names."""

    def __init__(self, index: OpenedIndex) -> None:
        self._index = index
        self._steps: list[ProofStep] = []

    def steps(self, source: int, path: list[_Edge], wanted: int) -> list[ProofStep]:
        """The steps along a path, down to the statement with the wanted role."""
        known, state = -1, _State(SUBCLASS_OF, source)
        for edge in path:
            inclusion = self._inclusion(state.concept, edge.role, edge.concept)
            taken = self._write(inclusion, STATED if edge.stated else INFERRED_PARENT)
            if known < 0:
                known = taken
            else:
                rule, premises = self._combined(state.role, edge)
                conclusion = self._inclusion(source, edge.reached.role, edge.concept)
                known = self._write(conclusion, rule, known, taken, *premises)
            state = edge.reached
        if path and state.role != wanted:
            hierarchy = self._hierarchy(state.role, wanted)
            self._write(self._inclusion(source, wanted, state.concept), "sub-relation", known, *hierarchy)
        return self._steps

    def _write(self, conclusion: str, rule: str, *premises: int) -> int:
        """Add a step, and tell its position."""
        self._steps.append(ProofStep(conclusion=conclusion, rule=rule, premises=premises))
        return len(self._steps) - 1

    def _combined(self, role: int, edge: _Edge) -> tuple[str, list[int]]:
        """The rule that takes a path along its next edge, and the premises about relations that it needs."""
        if edge.chain is None:
            return ("superclass" if edge.role == SUBCLASS_OF else "inherited relation"), []
        first, second, whole = edge.chain
        premises = self._hierarchy(role, first) + self._hierarchy(edge.role, second)
        if whole < len(self._index.roles):  # otherwise a part of a longer chain, which nothing needs to state
            premises.append(self._write(f"{self._role(first)} ∘ {self._role(second)} ⊑ {self._role(whole)}", STATED))
        return "chain of relations", premises

    def _hierarchy(self, sub: int, sup: int) -> list[int]:
        if sub == sup:
            return []
        return [self._write(f"{self._role(sub)} ⊑ {self._role(sup)}", RELATION_HIERARCHY)]

    def _inclusion(self, sub: int, role: int, sup: int) -> str:
        left, right = self._index.classes.name(sub), self._index.classes.name(sup)
        return f"{left} ⊑ {right}" if role == SUBCLASS_OF else f"{left} ⊑ ∃ {self._role(role)} . {right}"

    def _role(self, role: int) -> str:
        if role < len(self._index.roles):
            return self._index.roles.name(role)
        # A role made to split a longer chain: written as the chain it stands for.
        first, second, _ = next(chain for chain in self._index.role_chains if chain[2] == role)
        return f"{self._role(first)} ∘ {self._role(second)}"
