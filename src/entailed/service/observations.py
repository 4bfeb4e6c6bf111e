"""Results as text for a language model: short, in names that can be copied into the next query."""

from collections.abc import Iterable, Iterator

from entailed.service.results import (
    IS_A,
    AskResult,
    Candidate,
    CandidateVerdict,
    CardValue,
    ConceptCard,
    DescribeResult,
    FallbackRow,
    LinkedBy,
    LinkedName,
    NamedEntity,
    QueryResult,
    SelectResult,
    Tier,
    UnresolvedName,
    Verdict,
)
from entailed.service.spelling import quote

ROWS_SHOWN = 25
"""Rows of a SELECT that are written out when the query has no LIMIT."""
CHILDREN_SHOWN = 20

_VERDICTS = {
    Verdict.ENTAILED: "ENTAILED",
    Verdict.NOT_ENTAILED: "NOT ENTAILED",
    Verdict.UNKNOWN_NAME: "UNKNOWN NAME",
    Verdict.AMBIGUOUS_NAME: "AMBIGUOUS NAME",
    Verdict.UNSATISFIABLE: "UNSATISFIABLE",
}


def observation(result: QueryResult) -> str:
    """The text that a model sees as the outcome of its query."""
    match result:
        case AskResult():
            lines = _ask(result)
        case SelectResult():
            lines = _select(result)
        case DescribeResult():
            lines = _describe(result)
    notes = (f"Note: {notice}" for notice in result.notices)
    return "\n".join(
        [*lines, *_rests_on(result), *_unresolved(result.unresolved), *map(_synonym_line, _by_synonym(result)), *notes]
    )


def _rests_on(result: QueryResult) -> Iterator[str]:
    """The mappings without which the answer would be another; of many concepts, that it is so."""
    match result:
        case AskResult(with_mappings=True, rests_on=(), decided_by=None):
            yield "It rests on mappings between the ontologies. An explanation of it says on which."
        case AskResult(rests_on=mappings):
            yield from (f"It rests on the mapping {mapping.text}." for mapping in mappings)
        case SelectResult(with_mappings=with_mappings, verdicts=verdicts):
            if with_mappings or any(verdict.with_mappings for verdict in verdicts or ()):
                yield "(with mappings): it does not follow from the ontologies alone. ASK for one to see the mappings."


def _by_synonym(result: QueryResult) -> Iterator[LinkedName]:
    """The names that were linked through an exact synonym: a reader sees other names in the answer than were asked."""
    match result:
        case AskResult():
            names: tuple[LinkedName | None, ...] = (result.subject, result.relation, result.object)
        case SelectResult():
            names = (*result.names, *(candidate.linked for candidate in result.verdicts or ()))
        case DescribeResult():
            names = (result.subject,)
    yield from (name for name in names if name is not None and name.linked_by is LinkedBy.EXACT_SYNONYM)


def _synonym_line(name: LinkedName) -> str:
    return f"{quote(name.text)} is an exact synonym of {quote(name.entity.name)}."


def is_informative(result: QueryResult) -> bool:
    """Whether a result tells anything: not so for unknown names, and for a search that found nothing at all."""
    match result:
        case AskResult(verdict=verdict):
            return verdict not in (Verdict.UNKNOWN_NAME, Verdict.AMBIGUOUS_NAME)
        case SelectResult(total=total, verdicts=verdicts, fallback=fallback):
            checked = any(v.verdict in (Verdict.ENTAILED, Verdict.NOT_ENTAILED) for v in verdicts or ())
            return bool(total or checked or fallback)
        case DescribeResult(card=card):
            return card is not None


# ---- ASK


def _ask(result: AskResult) -> Iterator[str]:
    if not (result.subject and result.relation and result.object):
        yield _VERDICTS[result.verdict]
        return
    subject, relation, object_ = (link.entity.name for link in (result.subject, result.relation, result.object))
    if result.relation.entity == IS_A:
        statement = f"every {quote(subject)} is a {quote(object_)}"
    else:
        statement = f"every {quote(subject)} is related by {quote(relation)} to some {quote(object_)}"
    yield f"{statement}: {_VERDICTS[result.verdict]}{_qualification(result)}"
    for reading in result.readings:
        if reading.verdict is not None:
            yield f"read with {_shown(reading.entity)} instead: {_VERDICTS[reading.verdict]}"


def _qualification(result: AskResult) -> str:
    vacuous = result.verdict is Verdict.UNSATISFIABLE
    parts = (
        "the subject can have no instance; nothing can be learnt from this" if vacuous else "",
        "incomplete: some axioms were not reasoned over" if result.incomplete else "",
        "within a role group" if result.within_group else "",
        f"decided by {result.decided_by}" if result.decided_by else "",
        "with mappings" if result.with_mappings else "",
    )
    said = "; ".join(filter(None, parts))
    return f" ({said})" if said else ""


# ---- SELECT


def _select(result: SelectResult) -> Iterator[str]:
    if result.verdicts is not None:
        yield from map(_candidate_line, result.verdicts)
        return
    if any(name.reason == "unknown" for name in result.unresolved):
        yield _VERDICTS[Verdict.UNKNOWN_NAME]
        return
    if result.unresolved:
        yield _VERDICTS[Verdict.AMBIGUOUS_NAME]
        return
    what = "relation" if result.selects == "relations" else "concept"
    shown = result.rows[: ROWS_SHOWN if result.limit is None else result.limit]
    left_out = result.incomplete and result.selects != "concepts"  # about one subject, so that it tells something
    qualification = " (incomplete: some axioms were not reasoned over)" if left_out else ""
    yield f"{result.total} {what}{'' if result.total == 1 else 's'}{qualification}{':' if shown else ''}"
    yield from (quote(row.name) + _with_mappings(row.iri in result.with_mappings) for row in shown)
    left = result.total - result.offset - len(shown)
    if left < 0 < result.total:
        yield f"OFFSET {result.offset} is beyond the last of them."
    elif left > 0 and result.limit != 0:
        following = result.offset + len(shown)
        yield f"… and {left} more; add OFFSET {following} to see them, or another condition to narrow the search."
    if result.fallback:
        partly = any(piece.tier is Tier.NOTHING for row in result.fallback for piece in row.evidence)
        conditions = "some of the conditions, of all for no concept" if partly else "the conditions"
        yield f"Text that speaks of {conditions}, best match first. Not verified, from text:"
        for row in result.fallback:
            yield from _fallback(row)


def _fallback(row: FallbackRow) -> Iterator[str]:
    if not row.evidence:
        yield f"{quote(row.entity.name)}: {row.text}"
        return
    yield f"{quote(row.entity.name)}:"
    for piece in row.evidence:
        condition = f"- {quote(piece.relation.name)} {quote(piece.filler.name)}"
        if piece.tier is None:
            yield f"{condition}: follows from the axioms"
        elif piece.tier is Tier.NOTHING:
            yield f"{condition}: no text speaks for it"
        else:
            above = "" if piece.about in (None, row.entity) else f", said of {quote(piece.about.name)}"
            yield f"{condition} ({piece.tier.score}, {_TIERS[piece.tier]}{above}): {piece.sentence}"


_TIERS = {
    Tier.LABEL: "the relation by name before the filler",
    Tier.STEMS: "the relation in another form before the filler",
    Tier.SENTENCE: "the relation's words elsewhere in the sentence",
    Tier.MENTION: "the filler only",
    Tier.NAME: "the filler only, in a name",
    Tier.OTHER_RELATION: "another relation before the filler",
}


def _candidate_line(candidate: CandidateVerdict) -> str:
    name = candidate.linked.entity.name if candidate.linked else candidate.text
    incomplete = " (incomplete)" if candidate.incomplete else ""
    return f"{quote(name)}: {_VERDICTS[candidate.verdict]}{incomplete}{_with_mappings(candidate.with_mappings)}"


def _with_mappings(rests_on_them: bool) -> str:
    return " (with mappings)" if rests_on_them else ""


# ---- DESCRIBE


def _describe(result: DescribeResult) -> Iterator[str]:
    if result.card is not None:
        yield from card_lines(result.card)
    else:
        reason = result.unresolved[0].reason
        yield _VERDICTS[Verdict.UNKNOWN_NAME if reason == "unknown" else Verdict.AMBIGUOUS_NAME]


def card_lines(card: ConceptCard) -> Iterator[str]:
    """A card as `key: value` lines in the paper's order (section 4.2.1)."""
    yield card.entity.name
    if card.equivalents:
        yield f"equivalent to: {_names(card.equivalents)}"
    if card.definitions:
        yield f"definition: {_values(card.definitions)}"
    if card.parents:
        yield f"parents: {_names(card.parents)}"
    if card.children:
        more = len(card.children) - CHILDREN_SHOWN
        rest = f"; … and {more} more" if more > 0 else ""
        yield f"children: {_names(card.children[:CHILDREN_SHOWN])}{rest}"
    if card.relations:
        stated = (f"{stated.relation.name} -> {stated.filler.name}" for stated in card.relations)
        yield f"stated relations: {'; '.join(stated)}"
    if card.comments:
        yield f"comment: {_values(card.comments)}"
    for label, values in card.annotations:
        yield f"{label}: {_values(values)}"
    yield from _mapping_lines(card)
    if not any(value.text == card.entity.identifier for _, values in card.annotations for value in values):
        yield f"identifier: {card.entity.identifier}"


def _mapping_lines(card: ConceptCard) -> Iterator[str]:
    mapped_to = [mapping for mapping in card.mappings if mapping.subject == card.entity]
    mapped_from = [mapping for mapping in card.mappings if mapping.subject != card.entity]
    if mapped_to:
        ends = (f"{_shown(m.object)} ({m.predicate}, {m.stated_in})" for m in mapped_to)
        yield f"mapped to: {'; '.join(ends)}"
    if mapped_from:
        ends = (f"{_shown(m.subject)} ({m.predicate}, {m.stated_in})" for m in mapped_from)
        yield f"mapped from: {'; '.join(ends)}"


def _names(entities: Iterable[NamedEntity]) -> str:
    return "; ".join(entity.name for entity in entities)


def _values(values: Iterable[CardValue]) -> str:
    return "; ".join(_value(value) for value in values)


def _value(value: CardValue) -> str:
    text = " ".join(value.text.split())
    if not value.annotations:
        return text
    return f"{text} {{{', '.join(f'{label}: {annotation}' for label, annotation in value.annotations)}}}"


# ---- names that stand for nothing


def _unresolved(names: Iterable[UnresolvedName]) -> Iterator[str]:
    for name in names:
        if name.reason == "ambiguous":
            meanings = ", ".join(f"{quote(c.entity.identifier)} ({c.entity.name})" for c in name.candidates)
            yield f"{quote(name.text)} names more than one {name.kind}: {meanings}. Use an identifier to say which."
        elif name.candidates:
            similar = ", ".join(quote(candidate.entity.name) + _why(candidate) for candidate in name.candidates)
            yield f"No {name.kind} is named {quote(name.text)}. Similar names: {similar}."
        else:
            yield f"No {name.kind} is named {quote(name.text)}, and none is similar."


def _why(candidate: Candidate) -> str:
    if candidate.matched == candidate.entity.name:
        return ""
    kind = f"{candidate.scope.value.lower()} synonym" if candidate.scope else "name"
    return f" ({kind} {quote(candidate.matched)})"


def _shown(entity: NamedEntity) -> str:
    return f"{quote(entity.name)} ({entity.identifier})"
