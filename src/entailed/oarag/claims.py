"""A claim of an answer, checked: what the reasoner says to it, how its names were linked, what text speaks for it.

The level of a claim never depends on what a model says of it. It is the first of these that holds:

- *entailed*: the reasoner derives it of what identifiers, labels and exact synonyms stand for;
- *supported*: it derives it of a narrow synonym's concept or of what replaces an obsolete one, or of one reading of a
  name only; or one sentence of a consulted record holds both sides and a word of the relation;
- *related*: a result of the run has to do with it. What the ontology contradicts is no more than that;
- *unrelated*.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from entailed.agent.grounding import GroundingLevel
from entailed.oarag.evidence import Evidence
from entailed.oarag.reading import Statement
from entailed.oarag.spans import Span, Thing, bears_on, find_span
from entailed.oarag.unknown_names import unresolved_reason
from entailed.service import Explanation, OntologyService
from entailed.service.results import AskResult, SynonymScope, Verdict
from entailed.service.spelling import fold, quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One statement that an answer makes, and what speaks for it."""

    statement: Statement
    """By the names that question, answer or evidence give."""
    denied: bool
    """The answer says that the statement does not hold."""
    check: AskResult
    """What the reasoner says to the statement; of the names that replaced others, where `replaced` tells of such."""
    contradiction: Explanation | None
    """The proof that the statement cannot be true; None where there is none."""
    span: Span | None
    """The sentence that speaks for it; only looked for where the reasoner derives nothing."""
    evidence: tuple[str, ...]
    """Numbers of the results that state it."""
    level: GroundingLevel
    reason: str
    """Why it has this level, as a clause that goes on from the statement."""

    @property
    def contradicted(self) -> bool:
        """Whether the ontology says the opposite of what the answer does."""
        return self.check.verdict is Verdict.ENTAILED if self.denied else self.contradiction is not None


class ClaimChecker:
    """Checks claims against an ontology and the evidence of a run."""

    def __init__(self, service: OntologyService, evidence: Sequence[Evidence]) -> None:
        self._service = service
        self._evidence = evidence
        self._results: dict[Statement, AskResult] = {}

    def verdict(self, statement: Statement) -> AskResult:
        """What the reasoner says to a statement."""
        if statement not in self._results:
            self._results[statement] = self._service.ask(statement.subject, statement.relation, statement.object)
        return self._results[statement]

    def derives(self, statements: Sequence[Statement]) -> bool:
        """Whether all the statements are entailed, each in the best reading of its names."""
        return all(self.verdict(statement).verdict is Verdict.ENTAILED for statement in statements)

    def claim(self, statement: Statement, *, denied: bool = False) -> Claim:
        """Check one claim."""
        check = self.verdict(statement)
        claim = Claim(
            statement=statement,
            denied=denied,
            check=check,
            contradiction=self._service.contradiction(check),
            span=None,
            evidence=tuple(self._stating(check)),
            level=GroundingLevel.RELATED,
            reason="",
        )
        if reason := _clear_reason(claim):
            return replace(claim, level=GroundingLevel.ENTAILED, reason=reason)
        if claim.contradicted:
            said = "the reasoner derives it, and the answer denies it" if denied else "the ontology contradicts it"
            return replace(claim, reason=said)
        if check.verdict is Verdict.UNSATISFIABLE:
            return replace(claim, reason="its subject can have no instance, so that it would say nothing")
        return self._weaker(claim)

    def _weaker(self, claim: Claim) -> Claim:
        """The level of a claim that the reasoner does not derive as it stands."""
        if claim.check.verdict is Verdict.ENTAILED:
            others = ", ".join(other.entity.identifier for other in claim.check.readings)
            reason = f"the reasoner derives it, but not of another reading of its names ({others})"
            return replace(claim, level=GroundingLevel.SUPPORTED, reason=reason)
        things = _things(claim.statement, claim.check)
        if not claim.denied:
            for instead, why in self._substitutes(claim.statement, claim.check):
                if self.derives([instead]):
                    reason = f"the reasoner derives it only because {why}"
                    return replace(claim, check=self.verdict(instead), level=GroundingLevel.SUPPORTED, reason=reason)
            if span := find_span(self._evidence, *things, relation=_relation(claim)):
                reason = f"it is not derived, and {span.evidence} has a sentence that says it in words"
                evidence = tuple(dict.fromkeys((*claim.evidence, span.evidence)))
                return replace(claim, span=span, evidence=evidence, level=GroundingLevel.SUPPORTED, reason=reason)
        if any(bears_on(item, things) for item in self._evidence):
            return replace(claim, reason=_open_reason(claim.check))
        reason = f"{_open_reason(claim.check)}, and no result of the run has to do with it"
        return replace(claim, level=GroundingLevel.UNRELATED, reason=reason)

    def _stating(self, check: AskResult) -> Iterator[str]:
        """The evidence that asked just this."""
        for item in self._evidence:
            if isinstance(item.result, AskResult) and _iris(check) == _iris(item.result) is not None:
                yield item.id

    def _substitutes(self, statement: Statement, check: AskResult) -> Iterator[tuple[Statement, str]]:
        """The statement with a name in place of one that does not link, or is obsolete, and what justifies it.

        What a narrow synonym means lies below its concept, so it may stand on the left of a statement; what a broad one
        means lies above, so it may stand on the right.
        """
        unresolved = {name.text: name for name in check.unresolved if name.kind == "concept"}
        for place, scope in (("subject", SynonymScope.NARROW), ("object", SynonymScope.BROAD)):
            name = getattr(statement, place)
            if (unknown := unresolved.get(name)) is not None:
                meant = [c for c in unknown.candidates if c.scope is scope and fold(c.matched) == fold(name)]
                if len(meant) == 1:
                    entity = meant[0].entity
                    yield (
                        replace(statement, **{place: entity.identifier}),
                        f"{quote(name)} is a {scope.lower()} synonym of {quote(entity.name)}",
                    )
            elif (instead := self._service.replacement(name)) is not None:
                yield (
                    replace(statement, **{place: instead.identifier}),
                    f"{quote(name)} is obsolete and replaced by {quote(instead.name)}",
                )


def _clear_reason(claim: Claim) -> str:
    """Why a claim is entailed as it stands; "" where it is not, or not in every reading of its names."""
    check = claim.check
    if claim.denied:
        unread = any(name.also for name in (check.subject, check.object) if name is not None)
        return "" if unread or claim.contradiction is None else "the ontology contradicts it, as the answer says"
    if any(result is not Verdict.ENTAILED for result in (check.verdict, *(other.verdict for other in check.readings))):
        return ""
    return "the reasoner derives it, within a role group" if check.within_group else "the reasoner derives it"


def _open_reason(check: AskResult) -> str:
    """Why nothing follows from a check that derived nothing."""
    if check.unresolved:
        return " ".join(map(unresolved_reason, check.unresolved)).removesuffix(".")
    if any(other.verdict is Verdict.ENTAILED for other in check.readings):
        return "only another reading of its names is derived"
    if check.incomplete:
        return "it is not entailed, which denies nothing, and axioms that bear on it were not reasoned over"
    return "it is not entailed, which denies nothing"


def _things(statement: Statement, check: AskResult) -> tuple[Thing, Thing]:
    return Thing.of(statement.subject, check.subject), Thing.of(statement.object, check.object)


def _relation(claim: Claim) -> str:
    return claim.check.relation.entity.name if claim.check.relation else claim.statement.relation


def _iris(check: AskResult) -> tuple[str, ...] | None:
    """What a check is about; None where a name stands for nothing."""
    if check.subject and check.relation and check.object:
        return check.subject.entity.iri, check.relation.entity.iri, check.object.entity.iri
    return None
