"""Checks of relations and restrictions that need no reasoner: what they lead between, and what may be counted."""

from collections.abc import Iterator, Sequence

from entailed.oak.schema.faults import Declaration, Finding
from entailed.oak.schema.model import Characteristic, Relation, Restriction, Schema
from entailed.oak.schema.yaml_values import Location

_COUNTING = (
    Characteristic.FUNCTIONAL,
    Characteristic.INVERSE_FUNCTIONAL,
    Characteristic.ASYMMETRIC,
    Characteristic.IRREFLEXIVE,
)
"""The characteristics that OWL 2 DL keeps to simple properties (Structural Specification, section 11.2)."""


# ---- what relations lead between


def endpoint_findings(schema: Schema) -> Iterator[Finding]:
    """Relations and restrictions between types that do not fit each other.

    OWL would take each of them for a statement about the entities at its ends, and give them further types in silence.
    """
    for name, relation in schema.relations.items():
        at = ("relations", name)
        for position, above in enumerate(relation.is_a):
            upper = schema.relations[above]
            if not (_below(schema, relation.source, upper.source) and _below(schema, relation.target, upper.target)):
                problem = f"leads from {_ends(relation)}, and `{above}` from {_ends(upper)}"
                advice = "Its types have to be the same or subtypes."
                yield Finding((*at, "is_a", position), f"`{name}` is a kind of `{above}`, but {problem}. {advice}")
        if relation.inverse_of:
            other = schema.relations[relation.inverse_of]
            if (relation.source, relation.target) != (other.target, other.source):
                problem = f"leads from {_ends(relation)}, and `{relation.inverse_of}` from {_ends(other)}"
                advice = "The types of the one have to be those of the other turned round."
                message = f"`{name}` is the inverse of `{relation.inverse_of}`, but {problem}. {advice}"
                yield Finding((*at, "inverse_of"), message)
        for characteristic in _of_loops_only(schema, relation):
            advice = f"Let it lead back to the type it starts from, or leave `{characteristic}` out."
            message = f"`{name}` cannot be {characteristic}, as it leads from {_ends(relation)}. {advice}"
            yield Finding((*at, "characteristics"), message)
    for position, restriction in enumerate(schema.restrictions):
        relation = schema.relations[restriction.relation]
        ends = (("type", restriction.type, relation.source), ("filler", restriction.filler, relation.target))
        for field, stated, declared in ends:
            if not _below(schema, stated, declared):
                problem = f"names `{stated}`, but `{restriction.relation}` leads from {_ends(relation)}"
                message = f"A restriction on `{restriction.relation}` {problem}. Name `{declared}` or a subtype of it."
                yield Finding(("restrictions", position, field), message)


def _of_loops_only(schema: Schema, relation: Relation) -> Iterator[Characteristic]:
    """The characteristics a relation cannot have because it never leads back to where it starts."""
    fits = {
        Characteristic.SYMMETRIC: relation.source == relation.target,
        Characteristic.TRANSITIVE: _below(schema, relation.target, relation.source),
        Characteristic.REFLEXIVE: _below(schema, relation.source, relation.target),
    }
    return (
        characteristic for characteristic, fit in fits.items() if characteristic in relation.characteristics and not fit
    )


def _below(schema: Schema, type_: str, above: str) -> bool:
    return above in schema.supertypes(type_)


def _ends(relation: Relation) -> str:
    return f"`{relation.source}` to `{relation.target}`"


# ---- counts


def cardinality_findings(schema: Schema) -> Iterator[Finding]:
    """Numbers of targets that cannot be, by themselves."""
    for name, relation in schema.relations.items():
        at = ("relations", name)
        if relation.minimum is not None and relation.maximum is not None and relation.minimum > relation.maximum:
            problem = f"at least {relation.minimum} and at most {relation.maximum}"
            yield Finding((*at, "minimum"), f"`{name}` cannot have {problem} targets. Correct one of the numbers.")
        if relation.maximum == 0:
            advice = "Leave the relation out, or allow more."
            yield Finding((*at, "maximum"), f"`{name}` never holds, as it has at most 0 targets. {advice}")
    for position, restriction in enumerate(schema.restrictions):
        counts = restriction.kind in ("minimum", "maximum", "exactly")
        if counts != (restriction.count is not None):
            problem = "has no `count`. State one." if counts else "takes no `count`. Leave it out."
            message = f"A restriction of the kind `{restriction.kind}` {problem}"
            yield Finding(("restrictions", position, "count"), message)


def non_simple_findings(schema: Schema) -> Iterator[Finding]:
    """Counts over relations that may be made of others, which OWL 2 DL does not have."""
    reasons = composite_relations(schema)
    for name, relation in schema.relations.items():
        if name in reasons:
            for at, what in _counts(name, relation, schema.restrictions):
                problem = "OWL counts over no relation that may hold through a chain of others"
                yield Finding(at, f"{what} cannot be stated of `{name}`: {problem}. Leave it out.", reasons[name])


def composite_relations(schema: Schema) -> dict[str, tuple[Declaration, ...]]:
    """The relations that may hold through a chain of others, each with why."""
    found: dict[str, tuple[Declaration, ...]] = {}
    for name, relation in schema.relations.items():
        if Characteristic.TRANSITIVE in relation.characteristics:
            found[name] = (Declaration(text=f"`{name}` is transitive", at=("relations", name, "characteristics")),)
    pending = list(found)
    while pending:
        name = pending.pop(0)
        for other, link in _carried(schema, name):
            if other not in found:
                found[other] = (*found[name], link)
                pending.append(other)
    return found


def _carried(schema: Schema, name: str) -> Iterator[tuple[str, Declaration]]:
    """The relations that hold, one way or the other, wherever a relation does."""
    for above in schema.relations[name].is_a:
        yield above, Declaration(text=f"`{name}` is a kind of `{above}`", at=("relations", name, "is_a"))
    for first, relation in schema.relations.items():
        if relation.inverse_of and name in (first, relation.inverse_of):
            text = f"`{first}` is the inverse of `{relation.inverse_of}`"
            other = relation.inverse_of if name == first else first
            yield other, Declaration(text=text, at=("relations", first, "inverse_of"))


def _counts(name: str, relation: Relation, restrictions: Sequence[Restriction]) -> Iterator[tuple[Location, str]]:
    """Where something is counted over a relation, and what. `some` and `none` are no counts in OWL."""
    at = ("relations", name)
    for characteristic in _COUNTING:
        if characteristic in relation.characteristics:
            yield (*at, "characteristics"), f"`{characteristic}`"
    if relation.minimum is not None and relation.minimum > 1:
        yield (*at, "minimum"), f"`minimum: {relation.minimum}`"
    if relation.maximum is not None:
        yield (*at, "maximum"), f"`maximum: {relation.maximum}`"
    for position, restriction in enumerate(restrictions):
        uncounted = restriction.count in (None, 0) or (restriction.kind, restriction.count) == ("minimum", 1)
        if restriction.relation == name and not uncounted:
            yield ("restrictions", position), f"A restriction of the kind `{restriction.kind}`"
