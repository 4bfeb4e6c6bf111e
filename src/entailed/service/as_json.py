"""Results as JSON values for scripts, kept stable. The shapes are documented in docs/json.md and docs/json-index.md."""

from collections.abc import Iterable
from typing import Any

from entailed.service.checks import Check, checks_json
from entailed.service.explanations import Explanation
from entailed.service.manifest import Manifest
from entailed.service.results import (
    AskResult,
    Candidate,
    CardValue,
    ConceptCard,
    DescribeResult,
    FallbackRow,
    LinkedName,
    NamedEntity,
    QueryResult,
    SelectResult,
    StatedMapping,
    TextEvidence,
    UnresolvedName,
)

Json = dict[str, Any]


def query_json(result: QueryResult) -> Json:
    """A result as a JSON object."""
    match result:
        case AskResult():
            return _ask(result)
        case SelectResult():
            return _select(result)
        case DescribeResult():
            return _describe(result)


def explanation_json(explanation: Explanation) -> Json:
    """An explanation as a JSON object."""
    return {
        "entailed": explanation.result.verdict == "ENTAILED",
        "proof": [
            {
                "conclusion": step.conclusion,
                "rule": step.rule,
                "premises": list(step.premises),
                **_mappings("mappings", step.mappings),
            }
            for step in explanation.steps
        ],
        "justification": list(explanation.justification),
        "left_out": list(explanation.left_out),
        "verdict": query_json(explanation.result),
    }


def index_json(manifest: Manifest, checks: Iterable[Check]) -> Json:
    """What an index says of itself, with everything that the checks found."""
    values = {name: getattr(manifest, name) for name in manifest.__slots__ if name not in ("files", "checksums")}
    # The findings are among the checks.
    report = {name: value for name, value in manifest.report.items() if name != "findings"}
    return {**values, "report": report, "checks": checks_json(checks)}


def _ask(result: AskResult) -> Json:
    return {
        "form": "ASK",
        "verdict": result.verdict.value,
        "incomplete": result.incomplete,
        "subject": _linked(result.subject),
        "relation": _linked(result.relation),
        "object": _linked(result.object),
        "readings": [_candidate(reading) for reading in result.readings],
        **({"within_group": True} if result.within_group else {}),
        **({"decided_by": result.decided_by} if result.decided_by else {}),
        **({"with_mappings": True} if result.with_mappings else {}),
        **_mappings("rests_on", result.rests_on),
        **_common(result),
    }


def _select(result: SelectResult) -> Json:
    values: Json = {
        "form": "SELECT",
        "variable": result.variable,
        "total": result.total,
        "incomplete": result.incomplete,
        "offset": result.offset,
        "rows": [
            {**entity_json(row), **({"with_mappings": True} if row.iri in result.with_mappings else {})}
            for row in result.rows
        ],
        "fallback": None,
    }
    if result.verdicts is not None:
        values["verdicts"] = [
            {
                "name": candidate.linked.entity.name if candidate.linked else candidate.text,
                "iri": candidate.linked.entity.iri if candidate.linked else None,
                "linked_by": candidate.linked.linked_by.value if candidate.linked else None,
                "verdict": candidate.verdict.value,
                "incomplete": candidate.incomplete,
                **({"with_mappings": True} if candidate.with_mappings else {}),
            }
            for candidate in result.verdicts
        ]
    if result.fallback is not None:
        values["fallback"] = {
            "rows": [_text_match(row) for row in result.fallback],
            "verified": False,
        }
    return {**values, "names": [_linked(name) for name in result.names], **_common(result)}


def _text_match(row: FallbackRow) -> Json:
    return {
        **entity_json(row.entity),
        "score": row.score,
        "text": row.text,
        "evidence": [_text_evidence(piece) for piece in row.evidence],
    }


def _text_evidence(piece: TextEvidence) -> Json:
    return {
        "relation": entity_json(piece.relation),
        "filler": entity_json(piece.filler),
        "tier": None if piece.tier is None else piece.tier.name,
        "score": None if piece.tier is None else piece.tier.score,
        "sentence": piece.sentence,
        "about": piece.about and entity_json(piece.about),
        "mentioned": piece.mentioned and entity_json(piece.mentioned),
    }


def _describe(result: DescribeResult) -> Json:
    return {
        "form": "DESCRIBE",
        "card": card_json(result.card) if result.card else None,
        "subject": _linked(result.subject),
        **_common(result),
    }


def card_json(card: ConceptCard) -> Json:
    """A card as a JSON object."""
    return {
        "name": card.entity.name,
        "iri": card.entity.iri,
        "identifier": card.entity.identifier,
        "equivalents": [entity_json(e) for e in card.equivalents],
        "definition": card.definitions[0].text if card.definitions else None,
        "parents": [entity_json(e) for e in card.parents],
        "children": [entity_json(e) for e in card.children],
        "relations": [
            {"relation": entity_json(stated.relation), "filler": entity_json(stated.filler)}
            for stated in card.relations
        ],
        "comments": [_value(value) for value in card.comments],
        "annotations": {
            **({"definition": [_value(v) for v in card.definitions]} if card.definitions else {}),
            **{label: [_value(v) for v in values] for label, values in card.annotations},
        },
        **_mappings("mappings", card.mappings),
    }


def _mappings(key: str, mappings: tuple[StatedMapping, ...]) -> Json:
    """Mappings under a key that is only there where there are any."""
    return {key: [_mapping(mapping) for mapping in mappings]} if mappings else {}


def _mapping(mapping: StatedMapping) -> Json:
    return {
        "subject": entity_json(mapping.subject),
        "predicate": mapping.predicate,
        "object": entity_json(mapping.object),
        "source": mapping.source or None,
        "line": mapping.line,
        "justification": mapping.justification or None,
        "confidence": mapping.confidence,
        "reasoned": mapping.reasoned,
    }


def entity_json(entity: NamedEntity) -> Json:
    """A class or relation as a JSON object."""
    return {"name": entity.name, "iri": entity.iri}


def _value(value: CardValue) -> Json:
    return {"text": value.text, "annotations": [list(pair) for pair in value.annotations]}


def _common(result: QueryResult) -> Json:
    return {"unresolved": [_unresolved(name) for name in result.unresolved], "notices": list(result.notices)}


def _linked(link: LinkedName | None) -> Json | None:
    if link is None:
        return None
    values = {**entity_json(link.entity), "linked_by": link.linked_by.value}
    if link.also:
        values["also"] = [_candidate(candidate) for candidate in link.also]
    return values


def _unresolved(name: UnresolvedName) -> Json:
    candidates = [_candidate(candidate) for candidate in name.candidates]
    return {"name": name.text, "kind": name.kind, "reason": name.reason, "candidates": candidates}


def _candidate(candidate: Candidate) -> Json:
    values: Json = {
        **entity_json(candidate.entity),
        "identifier": candidate.entity.identifier,
        "matched": candidate.matched,
    }
    if candidate.scope:
        values["scope"] = candidate.scope.value
    if candidate.verdict:
        values["verdict"] = candidate.verdict.value
    return values
