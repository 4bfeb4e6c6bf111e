"""What a schema demands of a graph and the graph does not have, taking the graph for all there is.

OWL takes it for a part of the world: there, a missing value may be elsewhere and a wrong endpoint is an inference.
What could not enter a graph at all (undeclared names, wrong endpoint types, values out of range) is in its report.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entailed.oak.graph.graph import Graph
from entailed.oak.graph.relation_pairs import pairs_sql
from entailed.oak.graph.tables import entity_table, name
from entailed.oak.schema.model import Characteristic, Restriction

_SAMPLE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A demand of the schema, and the entities that do not meet it."""

    subject: str
    """The type or the relation that makes the demand."""
    demand: str
    """In words: `price is required`."""
    count: int
    examples: tuple[int, ...]
    """The first of the entities."""


def check_closed_world(graph: Graph) -> tuple[Violation, ...]:
    """All violations, in the order of the schema. Reflexivity and transitivity demand pairs, and are not checked."""
    return tuple(violation for violation in _violations(graph) if violation.count)


def _violations(graph: Graph) -> Iterator[Violation]:
    for type_ in graph.schema.entity_types:
        for property, declared in graph.schema.properties_of(type_).items():
            if declared.required:
                lacking = f"SELECT _id FROM {entity_table(type_)} WHERE {name(property)} IS NULL"
                yield _violation(graph, type_, f"{property} is required", lacking)
    for relation in graph.schema.relations:
        yield from _of_relation(graph, relation)
    for restriction in graph.schema.restrictions:
        yield from _of_restriction(graph, restriction)


def _of_relation(graph: Graph, relation: str) -> Iterator[Violation]:
    declared = graph.schema.relations[relation]
    pairs = f"(SELECT DISTINCT * FROM ({pairs_sql(graph.schema, relation)}))"
    maximum = 1 if Characteristic.FUNCTIONAL in declared.characteristics else declared.maximum
    yield from _counted(graph, relation, declared.source, pairs, declared.minimum, maximum, of="targets")
    if Characteristic.INVERSE_FUNCTIONAL in declared.characteristics:
        back = f"(SELECT _target AS _start, _start AS _target FROM {pairs})"
        yield from _counted(graph, relation, declared.target, back, None, 1, of="sources")
    if Characteristic.IRREFLEXIVE in declared.characteristics:
        loops = f"SELECT _start AS _id FROM {pairs} WHERE _start = _target"
        yield _violation(graph, relation, "nothing is related to itself", loops)
    if Characteristic.ASYMMETRIC in declared.characteristics:
        both = f"SELECT a._start AS _id FROM {pairs} a JOIN {pairs} b ON a._start = b._target AND a._target = b._start"
        yield _violation(graph, relation, "it never holds both ways", both)


def _of_restriction(graph: Graph, restriction: Restriction) -> Iterator[Violation]:
    relation, filler = restriction.relation, restriction.filler
    fillers = _entities(graph, filler)
    pairs = f"(SELECT DISTINCT * FROM ({pairs_sql(graph.schema, relation)}))"
    if restriction.kind == "only":
        wrong = (
            f"SELECT DISTINCT _start AS _id FROM {pairs} "
            f"WHERE _start IN ({_entities(graph, restriction.type)}) AND _target NOT IN ({fillers})"
        )
        yield _violation(graph, restriction.type, f"{relation} leads to {filler} only", wrong)
        return
    count = 1 if restriction.kind == "some" else restriction.count or 0
    minimum = count if restriction.kind in ("some", "minimum", "exactly") else None
    maximum = count if restriction.kind in ("maximum", "exactly") else None
    to_filler = f"(SELECT * FROM {pairs} WHERE _target IN ({fillers}))"
    yield from _counted(
        graph, restriction.type, restriction.type, to_filler, minimum, maximum, of=f"{filler} by {relation}"
    )


def _counted(
    graph: Graph, subject: str, type_: str, pairs: str, minimum: int | None, maximum: int | None, *, of: str
) -> Iterator[Violation]:
    """Entities of a type with too few or too many pairs."""
    counts = (
        f"(SELECT _id, count(_target) AS pairs FROM ({_entities(graph, type_)}) "
        f"LEFT JOIN {pairs} ON _start = _id GROUP BY _id)"
    )
    if minimum:
        yield _violation(
            graph, subject, f"at least {minimum} {of}", f"SELECT _id FROM {counts} WHERE pairs < {minimum}"
        )
    if maximum is not None:
        yield _violation(graph, subject, f"at most {maximum} {of}", f"SELECT _id FROM {counts} WHERE pairs > {maximum}")


def _entities(graph: Graph, type_: str) -> str:
    return " UNION ALL ".join(f"SELECT _id FROM {entity_table(under)}" for under in graph.types_under(type_))


def _violation(graph: Graph, subject: str, demand: str, ids: str) -> Violation:
    ((count, examples),) = graph.query(
        f"SELECT count(*), list(_id ORDER BY _id)[:{_SAMPLE}] FROM (SELECT DISTINCT _id FROM ({ids}))"
    )
    return Violation(subject=subject, demand=demand, count=count, examples=tuple(examples or ()))
