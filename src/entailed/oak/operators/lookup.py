"""Entities by what is known of them: numbers, keys, values, names, words."""

import re
from collections.abc import Iterator, Mapping, Sequence

from entailed.errors import OperatorError
from entailed.oak.graph.facts import Value
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.tables import literal
from entailed.oak.graph.tables import name as column
from entailed.oak.operators.entity_sets import EntitySets, Selection
from entailed.oak.operators.filters import is_one_of
from entailed.oak.operators.name_lookup import match_name, named
from entailed.oak.operators.property_columns import find_property
from entailed.oak.operators.values import Lookup, Matched, Suggestion
from entailed.oak.schema.model import ValueType
from entailed.service.spelling import fold

_MOST_IDS = 10_000
_WORDS = re.compile(r"\w+")


def look_up(
    graph: Graph,
    sets: EntitySets,
    *,
    types: Sequence[str],
    ids: Sequence[int] | None,
    key: Mapping[str, Value] | None,
    properties: Mapping[str, Value] | None,
    name: str | None,
    text: str | None,
    top_k: int | None,
    min_score: float | None,
) -> Lookup:
    """Narrow all entities of the types by each condition in turn."""
    selection = sets.everything(types)
    matched: Matched = "all"
    suggestions: tuple[Suggestion, ...] = ()
    if ids is not None:
        selection, matched = _narrowed(selection, _id_is_one_of(ids)), "exact"
    for property, value in _exact(graph, selection, key, properties):
        found = find_property(graph, selection, property)
        conditions = {type_: is_one_of(graph, found, type_, [value]) for type_ in found.declared}
        selection, matched = selection.narrowed(conditions), "exact"
    if name is not None:
        match = match_name(graph, selection, name, min_score)
        selection, suggestions = named(graph, selection, match.folded), match.suggestions
        matched = match.matched
    ranks = dict.fromkeys(selection.conditions, "0")
    if text is not None:
        ranks, matched = _shares_of_words(graph, selection, text), "text"
        selection = selection.narrowed({t: f"{rank} > 0 AND {rank} >= {min_score or 0!r}" for t, rank in ranks.items()})
    if top_k is not None:
        ranked = selection.rows({type_: f"_id, {rank} AS rank" for type_, rank in ranks.items()})
        best = graph.query(f"SELECT _id FROM {ranked} ORDER BY rank DESC, _id LIMIT ?", [max(top_k, 0)])
        selection = _narrowed(selection, _id_is_one_of([id for (id,) in best]))
    return Lookup(entities=sets.add(selection), matched=matched, suggestions=suggestions)


def _narrowed(selection: Selection, condition: str) -> Selection:
    return selection.narrowed(dict.fromkeys(selection.conditions, condition))


def _id_is_one_of(ids: Sequence[int]) -> str:
    if len(ids) > _MOST_IDS:
        raise OperatorError(f"{len(ids):,} entities were named one by one; up to {_MOST_IDS:,} can be.")
    if not all(isinstance(id, int) for id in ids):
        raise OperatorError("`ids` are the numbers of entities, as `Rows.ids` has them. Use `name` or `key`.")
    return f"_id IN ({', '.join(map(str, ids))})" if ids else "false"


def _exact(
    graph: Graph, selection: Selection, key: Mapping[str, Value] | None, properties: Mapping[str, Value] | None
) -> Iterator[tuple[str, Value]]:
    """The values asked for, those of the key after a check that they are."""
    parts = dict.fromkeys(part for type_ in selection.conditions for part in graph.schema.key_of(type_))
    for property, value in (key or {}).items():
        if property not in parts:
            raise OperatorError(f"`{property}` is not in the key, which is {', '.join(parts)}. Use `properties`.")
        yield property, value
    yield from (properties or {}).items()


def _shares_of_words(graph: Graph, selection: Selection, text: str) -> dict[str, str]:
    """SQL for the share of the words of a text that an entity's own texts have, by type."""
    wanted = list(dict.fromkeys(_WORDS.findall(fold(text))))
    if not wanted:
        raise OperatorError("`text` has no words.")
    shares = {}
    for type_ in selection.conditions:
        declared = graph.schema.properties_of(type_)
        texts = [column(p) for p, d in declared.items() if d.type == ValueType.STRING and not d.multivalued]
        texts += [
            f"array_to_string({column(p)}, ' ')"
            for p, d in declared.items()
            if d.type == ValueType.STRING and d.multivalued
        ]
        had = f"string_split_regex(lower(concat_ws(' ', '', {', '.join(texts) or 'NULL'})), '[^\\pL\\pN]+')"
        found = " + ".join(f"list_contains({had}, {literal(word)})::INTEGER" for word in wanted)
        shares[type_] = f"(({found}) / {len(wanted)})"
    return shares
