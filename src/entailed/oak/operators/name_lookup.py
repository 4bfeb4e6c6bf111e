"""Which entities a name means: those that are written so, or else one that is close beyond doubt.

A wrong entity costs more than none: a close name has to be long enough for a slip, have the same digits, and be clearly
closer than the next one. Everything else is a suggestion.
"""

from collections.abc import Sequence
from typing import NamedTuple

from entailed.errors import OperatorError
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.tables import entity_table, literal, name, spelling_table
from entailed.oak.operators.entity_sets import Selection
from entailed.oak.operators.values import Doubt, Matched, Suggestion
from entailed.oak.schema.model import ValueType
from entailed.service.spelling import fold

NAMES = ("name", "title", "label")
"""Properties that names are looked up in. Where a type has none of them: the texts of its key."""
MIN_SCORE = 0.85
_SHORTEST = 5
"""Characters of a name that may have a slip: of four letters, one other letter makes another word."""
_MARGIN = 0.05
_WORTH_SUGGESTING = 0.6
_MOST_SUGGESTIONS = 5


class NameMatch(NamedTuple):
    """The name that a name means, folded; None where that is in doubt."""

    folded: str | None
    matched: Matched
    suggestions: tuple[Suggestion, ...] = ()


class _Close(NamedTuple):
    type: str
    property: str
    folded: str
    score: float
    contains: bool
    """It has every word of the name that is looked up."""
    same_digits: bool


def name_properties(graph: Graph, type_: str) -> tuple[str, ...]:
    """The properties of a type that hold its name."""
    declared = graph.schema.properties_of(type_)
    texts = [p for p, d in declared.items() if d.type == ValueType.STRING and not d.multivalued]
    return tuple(p for p in texts if p in NAMES) or tuple(p for p in graph.schema.key_of(type_) if p in texts)


def match_name(graph: Graph, selection: Selection, wanted: str, min_score: float | None) -> NameMatch:
    """Find the names of the types of a set that a name means."""
    folded = fold(wanted)
    if not folded:
        raise OperatorError("`name` is empty.")
    tables = [(type_, p) for type_ in selection.conditions for p in name_properties(graph, type_)]
    if not tables:
        raise OperatorError("these types have no text among their names and keys. Look entities up by `key`.")
    listed = " UNION ALL ".join(
        f"SELECT {literal(type_)} AS type, {literal(p)} AS property, folded FROM {spelling_table(type_, p)}"
        for type_, p in tables
    )
    if graph.query(f"SELECT 1 FROM ({listed}) WHERE folded = {literal(folded)} LIMIT 1"):
        return NameMatch(folded, "exact")
    close = _close(graph, folded, listed)
    near = bool(close) and close[0].same_digits and close[0].score >= (MIN_SCORE if min_score is None else min_score)
    scores = list({other.folded: other.score for other in close}.values())
    if near and len(folded) >= _SHORTEST and (len(scores) == 1 or scores[0] - scores[1] >= _MARGIN):
        return NameMatch(close[0].folded, "fuzzy")
    return NameMatch(None, "nothing", _suggestions(graph, folded, close, near=near))


def _close(graph: Graph, folded: str, names: str) -> list[_Close]:
    """The closest names, best first; distance is counted in letters added, left out, changed or swapped."""
    query = literal(folded)
    score = f"1 - damerau_levenshtein(folded, {query}) / greatest(length(folded), {len(folded)})"
    contains = " AND ".join(f"list_contains(string_split(folded, ' '), {literal(word)})" for word in folded.split())
    digits = "regexp_replace({}, '[^0-9]+', ' ', 'g')"
    rows = graph.query(
        f"SELECT type, property, folded, {score} AS score, {contains} AS contains, "
        f"trim({digits.format('folded')}) = trim({digits.format(query)}) "
        f"FROM (SELECT DISTINCT * FROM ({names})) "
        # A long name is compared in full only where it can come close, or has the words.
        f"WHERE ({contains}) OR (abs(length(folded) - {len(folded)}) <= "
        f"{1 - _WORTH_SUGGESTING} * greatest(length(folded), {len(folded)}) AND score >= {_WORTH_SUGGESTING}) "
        f"ORDER BY score DESC, contains DESC, folded, type LIMIT {4 * _MOST_SUGGESTIONS}"
    )
    return [_Close(*row) for row in rows]


def named(graph: Graph, selection: Selection, folded: str | None) -> Selection:
    """The entities of a set that have a name, however it is spelled."""
    if folded is None:
        return selection.narrowed(dict.fromkeys(selection.conditions, "false"))
    conditions = {
        type_: " OR ".join(_is_named(type_, property, folded) for property in name_properties(graph, type_))
        for type_ in selection.conditions
    }
    return selection.narrowed({type_: condition or "false" for type_, condition in conditions.items()})


def _is_named(type_: str, property: str, folded: str) -> str:
    return (
        f"{name(property)} IN (SELECT spelling FROM {spelling_table(type_, property)} WHERE folded = {literal(folded)})"
    )


def _suggestions(graph: Graph, folded: str, close: Sequence[_Close], *, near: bool) -> tuple[Suggestion, ...]:
    """Names that may be meant: those with all the words, if there are several; otherwise those that are close."""
    with_all_words = [other for other in close if other.contains]
    reason: Doubt = "no margin" if near else "not close enough"
    if len({other.folded for other in with_all_words}) > 1:
        close, reason = with_all_words, "ambiguous"
    elif len(folded) < _SHORTEST:
        reason = "too short"
    found: list[Suggestion] = []
    for other in close:
        rows = graph.query(
            f"SELECT _id, {name(other.property)} FROM {entity_table(other.type)} "
            f"WHERE {_is_named(other.type, other.property, other.folded)} ORDER BY _id LIMIT {_MOST_SUGGESTIONS}"
        )
        score = round(other.score, 3)
        found += [Suggestion(id=id, type=other.type, name=shown, score=score, reason=reason) for id, shown in rows]
    return tuple(found[:_MOST_SUGGESTIONS])
