"""Which pairs a relation holds between: those stated, and those that its sub-relations, inverse and symmetry imply."""

from entailed.oak.graph.tables import relation_table
from entailed.oak.schema.model import Characteristic, Schema


def pairs_sql(schema: Schema, relation: str) -> str:
    """SQL for the pairs that a relation holds between, as `_start` and `_target`; some may come twice."""
    ways = {True: "_start, _target", False: "_target AS _start, _start AS _target"}
    return " UNION ALL ".join(
        f"SELECT {ways[same_way]} FROM {relation_table(stated)}"
        for stated, same_way in sorted(holders(schema, relation), reverse=True)
    )


def holders(schema: Schema, relation: str) -> set[tuple[str, bool]]:
    """The relations whose pairs are pairs of a relation too, each with whether the same way round."""
    found = {(relation, True)}
    pending = [(relation, True)]
    while pending:
        name, same_way = pending.pop()
        declared = schema.relations[name]
        implied = {(other, same_way) for other, of in schema.relations.items() if name in of.is_a}
        implied |= {(other, not same_way) for other, of in schema.relations.items() if of.inverse_of == name}
        if declared.inverse_of in schema.relations:
            implied.add((declared.inverse_of, not same_way))
        if Characteristic.SYMMETRIC in declared.characteristics:
            implied.add((name, not same_way))
        pending += implied - found
        found |= implied
    return found
