"""Evaluation of queries over an opened index: one function for each form."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from entailed.reasoning import BOTTOM, Closure
from entailed.reasoning.rows import IntArray, distinct
from entailed.service.fallback import Fallback, from_text
from entailed.service.linking import Link
from entailed.service.mapped_verdicts import mappings_behind
from entailed.service.mention_search import RelationCondition
from entailed.service.opened_index import SUBCLASS_OF, OpenedIndex
from entailed.service.query_language import Ask, Condition, Describe, HasFiller, IsFiller, IsRelation, Select
from entailed.service.results import (
    IS_A,
    AskResult,
    Candidate,
    CandidateVerdict,
    DescribeResult,
    FallbackRow,
    LinkedName,
    NamedEntity,
    SelectResult,
    UnresolvedName,
    Verdict,
)

DEFAULT_LIMIT = 1000
"""Rows of a SELECT without LIMIT; the total is always given."""


# ---- DESCRIBE


def describe(index: OpenedIndex, query: Describe, text: str) -> DescribeResult:
    """The card of a concept."""
    link = index.link_concept(query.subject)
    if isinstance(link, UnresolvedName):
        return DescribeResult(query=text, card=None, subject=None, unresolved=(link,))
    notices = tuple(index.notices([link]))
    return DescribeResult(query=text, card=index.card(link.entity), subject=link.name, notices=notices)


# ---- ASK


def ask(index: OpenedIndex, query: Ask, text: str) -> AskResult:
    """Whether A ⊑ ∃r.B, or A ⊑ B, follows."""
    subject = index.link_concept(query.subject)
    relation = index.link_relation(query.relation)
    object_ = index.link_concept(query.object)
    if isinstance(subject, Link) and isinstance(relation, Link) and isinstance(object_, Link):
        numbers = (subject.entity, relation.entity, object_.entity)
        verdict, within_group = _judged(index, *numbers)
        result = AskResult(
            query=text,
            within_group=within_group,
            verdict=verdict,
            incomplete=verdict is Verdict.NOT_ENTAILED and index.axioms.may_be_incomplete(subject.entity),
            subject=subject.name,
            relation=relation.name,
            object=object_.name,
            readings=tuple(_other_readings(index, subject, relation.entity, object_)),
            notices=tuple(index.notices([subject, object_], [relation])),
        )
        if verdict is Verdict.NOT_ENTAILED:
            unused = index.unused_mappings([subject, object_])
            return replace(result, notices=(*result.notices, *unused, *index.missing_imports))
        if index.without_mappings is None or _judged(index.without_mappings, *numbers) == (verdict, within_group):
            return result
        return replace(result, with_mappings=True, rests_on=mappings_behind(index, result, *numbers))
    unresolved = tuple(link for link in (subject, relation, object_) if isinstance(link, UnresolvedName))
    return AskResult(
        query=text,
        verdict=_unresolved_verdict(*unresolved),
        incomplete=False,
        subject=_linked(subject),
        relation=_linked(relation),
        object=_linked(object_),
        unresolved=unresolved,
    )


class _Judged(NamedTuple):
    verdict: Verdict
    within_group: bool


def _judged(index: OpenedIndex, subject: int, relation: int, object_: int) -> _Judged:
    verdict = _verdict(index, subject, relation, object_)
    if verdict is Verdict.NOT_ENTAILED and _holds_within_group(index, subject, relation, object_):
        return _Judged(Verdict.ENTAILED, within_group=True)
    return _Judged(verdict, within_group=False)


def _verdict(index: OpenedIndex, subject: int, relation: int, object_: int) -> Verdict:
    if index.closure.unsatisfiable[subject]:
        return Verdict.UNSATISFIABLE
    if relation == SUBCLASS_OF:
        holds = index.closure.subsumes(object_, subject)
    else:
        holds = index.closure.has_link(subject, relation, object_)
    return Verdict.ENTAILED if holds else Verdict.NOT_ENTAILED


def _holds_within_group(index: OpenedIndex, subject: int, relation: int, object_: int) -> bool:
    return index.grouped is not None and relation != SUBCLASS_OF and index.grouped.has_link(subject, relation, object_)


def _unresolved_verdict(*names: UnresolvedName) -> Verdict:
    unknown = any(name.reason == "unknown" for name in names)
    return Verdict.UNKNOWN_NAME if unknown else Verdict.AMBIGUOUS_NAME


def _other_readings(index: OpenedIndex, subject: Link, relation: int, object_: Link) -> Iterator[Candidate]:
    """The verdict with each looser reading of the subject, then of the object."""
    for candidate, concept in zip(subject.name.also, subject.also, strict=True):
        yield replace(candidate, verdict=_verdict(index, concept, relation, object_.entity))
    for candidate, concept in zip(object_.name.also, object_.also, strict=True):
        yield replace(candidate, verdict=_verdict(index, subject.entity, relation, concept))


def _linked(link: Link | UnresolvedName) -> LinkedName | None:
    return link.name if isinstance(link, Link) else None


# ---- SELECT


def select(index: OpenedIndex, query: Select, text: str, fallback: Fallback) -> SelectResult:
    """Every entity that satisfies all conditions; the names of a VALUES list narrow them to candidates."""
    linked = [_link(index, condition) for condition in query.conditions]
    names = [name for condition in linked for name in condition.names]
    unresolved = [name for name in names if isinstance(name, UnresolvedName)]
    vacuous = any(_is_vacuous(index, condition) for condition in linked)
    found = np.array([], dtype=np.int64) if unresolved or vacuous else _satisfying(index, linked)
    alone = found if unresolved or index.without_mappings is None else _satisfying(index.without_mappings, linked)
    verdicts = None
    candidates: list[Link] = []
    if query.values is None:
        found = _without_itself(found, linked)
    else:
        names_of_values = [(name, index.link_concept(name)) for name in query.values]
        candidates = [link for _, link in names_of_values if isinstance(link, Link)]
        if not unresolved:
            verdicts = tuple(_check(index, name, link, found, alone, vacuous=vacuous) for name, link in names_of_values)
        unresolved += [link for _, link in names_of_values if isinstance(link, UnresolvedName)]
        named = distinct(np.array([link.entity for link in candidates], dtype=np.int64))
        found = np.intersect1d(found, named, assume_unique=True)
    kind = _selects(query.conditions)
    ordered = _in_order(index, found, kind)
    total = len(ordered)
    limit = DEFAULT_LIMIT if query.limit is None else query.limit
    shown = ordered[query.offset : query.offset + limit]
    return SelectResult(
        query=text,
        variable=query.variable,
        selects=kind,
        names=tuple(name.name for name in names if isinstance(name, Link)),
        total=total,
        rows=tuple(_row(index, int(n), kind) for n in shown),
        with_mappings=frozenset(_row(index, int(n), kind).iri for n in np.setdiff1d(shown, alone, assume_unique=True)),
        incomplete=not unresolved and _may_lack_rows(index, linked),
        limit=query.limit,
        offset=query.offset,
        verdicts=verdicts,
        fallback=_fallback(index, linked, fallback)
        if kind == "concepts" and not (total or unresolved or verdicts)
        else None,
        unresolved=tuple(unresolved),
        notices=(
            *index.notices(
                [*(name for c in linked for name in c.concepts if isinstance(name, Link)), *candidates],
                [condition.relation for condition in linked if isinstance(condition.relation, Link)],
            ),
            *(index.missing_imports if not (total or unresolved) else ()),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _LinkedCondition:
    """A condition with its names linked as far as they can be."""

    condition: Condition
    relation: Link | UnresolvedName | None
    """None where the condition asks for the relation."""
    concepts: tuple[Link | UnresolvedName, ...]

    @property
    def names(self) -> tuple[Link | UnresolvedName, ...]:
        return self.concepts if self.relation is None else (self.relation, *self.concepts)


def _link(index: OpenedIndex, condition: Condition) -> _LinkedCondition:
    match condition:
        case HasFiller(relation=relation, object=object_):
            concepts = (object_,)
        case IsFiller(subject=subject, relation=relation):
            concepts = (subject,)
        case IsRelation(subject=subject, object=object_):
            linked = (index.link_concept(subject), index.link_concept(object_))
            return _LinkedCondition(condition=condition, relation=None, concepts=linked)
    return _LinkedCondition(
        condition=condition,
        relation=index.link_relation(relation),
        concepts=tuple(map(index.link_concept, concepts)),
    )


def _satisfying(index: OpenedIndex, conditions: Sequence[_LinkedCondition]) -> IntArray:
    """The numbers of what satisfies every condition, all names of which are linked."""
    found = _satisfying_one(index, conditions[0])
    for condition in conditions[1:]:
        found = np.intersect1d(found, _satisfying_one(index, condition), assume_unique=True)
    return found


def _without_itself(found: IntArray, conditions: Sequence[_LinkedCondition]) -> IntArray:
    """Alone, "is a B" asks for the others: that B is a B is no answer. Among further conditions B may be one."""
    (first, *others) = conditions
    if others or not isinstance(first.relation, Link) or first.relation.entity != SUBCLASS_OF:
        return found
    return np.setdiff1d(found, _numbers(first.concepts), assume_unique=True)


def _may_lack_rows(index: OpenedIndex, conditions: Sequence[_LinkedCondition]) -> bool:
    """Whether a left-out axiom may bear on the subjects: the named ones, or any class where x is the subject."""
    if any(isinstance(linked.condition, HasFiller) for linked in conditions):
        return bool(index.manifest.not_reasoned)
    subjects = [linked.concepts[0] for linked in conditions]
    return any(index.axioms.may_be_incomplete(subject) for subject in _numbers(subjects))


def _is_vacuous(index: OpenedIndex, linked: _LinkedCondition) -> bool:
    """Whether the condition says something of a subject that can have no instance: it is true of nothing then."""
    subject = linked.concepts[0]
    if isinstance(linked.condition, HasFiller) or not isinstance(subject, Link):
        return False
    return bool(index.closure.unsatisfiable[subject.entity])


def _satisfying_one(index: OpenedIndex, linked: _LinkedCondition) -> IntArray:
    """What satisfies one condition; what holds within a role group counts."""
    found = _satisfying_in(index.closure, linked)
    return found if index.grouped is None else distinct(np.concatenate((found, _satisfying_in(index.grouped, linked))))


def _satisfying_in(closure: Closure, linked: _LinkedCondition) -> IntArray:
    concept, *others = _numbers(linked.concepts)
    if linked.relation is None:
        roles = closure.roles_between(concept, others[0])
        return np.append(roles, SUBCLASS_OF) if closure.subsumes(others[0], concept) else roles
    (relation,) = _numbers([linked.relation])
    if isinstance(linked.condition, HasFiller):
        if relation == SUBCLASS_OF:
            return closure.unsatisfiable_classes() if concept == BOTTOM else closure.subconcepts(concept)
        return closure.sources(relation, concept)
    return closure.superconcepts(concept) if relation == SUBCLASS_OF else closure.fillers(concept, relation)


def _numbers(links: Sequence[Link | UnresolvedName]) -> list[int]:
    return [link.entity for link in links if isinstance(link, Link)]


def _check(
    index: OpenedIndex,
    name: str,
    link: Link | UnresolvedName,
    satisfying: IntArray,
    alone: IntArray,
    *,
    vacuous: bool,
) -> CandidateVerdict:
    if isinstance(link, UnresolvedName):
        return CandidateVerdict(text=name, verdict=_unresolved_verdict(link), incomplete=False, linked=None)
    if vacuous or index.closure.unsatisfiable[link.entity]:
        verdict = Verdict.UNSATISFIABLE
    else:
        verdict = Verdict.ENTAILED if link.entity in satisfying else Verdict.NOT_ENTAILED
    incomplete = verdict is Verdict.NOT_ENTAILED and index.axioms.may_be_incomplete(link.entity)
    return CandidateVerdict(
        text=name,
        verdict=verdict,
        incomplete=incomplete,
        linked=link.name,
        with_mappings=verdict is Verdict.ENTAILED and link.entity not in alone,
    )


def _selects(conditions: Sequence[Condition]) -> Literal["concepts", "fillers", "relations"]:
    if isinstance(conditions[0], IsRelation):
        return "relations"
    return "concepts" if any(isinstance(c, HasFiller) for c in conditions) else "fillers"


def _in_order(index: OpenedIndex, found: IntArray, kind: str) -> IntArray:
    """What is worth listing, in the order of the answer: by name, fillers the most specific first."""
    if kind == "relations":
        roles = index.roles.by_name(index.relations_worth_listing(found[found != SUBCLASS_OF]))
        return np.append(SUBCLASS_OF, roles) if SUBCLASS_OF in found else roles
    concepts = index.classes.by_name(index.worth_listing(found))
    if kind == "fillers":
        concepts = concepts[np.argsort(-index.closure.specificity(concepts), kind="stable")]
    return concepts


def _row(index: OpenedIndex, number: int, kind: str) -> NamedEntity:
    if kind == "relations":
        return IS_A if number == SUBCLASS_OF else index.roles.named(number)
    return index.classes.named(number)


def _fallback(
    index: OpenedIndex, conditions: Sequence[_LinkedCondition], fallback: Fallback
) -> tuple[FallbackRow, ...] | None:
    """Text matches. Text may speak for a relation of the concepts; all other conditions have to be entailed."""
    spoken, formal = [], []
    for linked in conditions:
        match linked:
            case _LinkedCondition(
                condition=HasFiller(), relation=Link(entity=role) as relation, concepts=(Link() as filler,)
            ) if role != SUBCLASS_OF:
                entailed = _satisfying_one(index, linked)
                spoken.append(RelationCondition(relation=relation, filler=filler, entailed=entailed))
            case _:
                formal.append(linked)
    names = [name.name for condition in conditions for name in condition.names if isinstance(name, Link)]
    return from_text(
        index,
        spoken,
        _satisfying(index, formal) if formal else None,
        names=[name.text for name in names if name.entity != IS_A],
        fallback=fallback,
    )
