"""What axioms state of named classes: A ⊑ C ⊓ ∃r.B taken apart (OA-RAG paper, section 5.1.1).

A role group is looked through: SNOMED CT states A ⊑ ∃g.(∃r.B ⊓ ∃s.C) for the grouping relation g, which yields r.B and
s.C of A, each remembered as grouped.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from entailed.owl import Axiom, ClassExpression, Iri
from entailed.owl import model as owl


class Stated(NamedTuple):
    """∃r.C, as a conjunct of what an axiom states of a named class."""

    relation: Iri
    filler: ClassExpression
    group: Iri | None = None
    """The grouping relation it stands under."""


def statements(axiom: Axiom) -> Iterator[tuple[Iri, ClassExpression]]:
    """The named classes that an axiom puts under other expressions, each with the expression."""
    match axiom:
        case owl.SubClassOf(owl.Class(iri), sup):
            yield iri, sup
        case owl.EquivalentClasses(operands):
            for named in operands:
                if isinstance(named, owl.Class):
                    yield from ((named.iri, other) for other in operands if other is not named)


def conjuncts(expression: ClassExpression) -> Iterator[ClassExpression]:
    """The operands of nested intersections; any other expression is its own conjunct."""
    if isinstance(expression, owl.ObjectIntersectionOf):
        for operand in expression.operands:
            yield from conjuncts(operand)
    else:
        yield expression


def stated_in(conjunct: ClassExpression, groups: Collection[Iri]) -> tuple[Stated, ...]:
    """The restrictions that a conjunct is: one, those of a role group, or none.

    A role group that holds anything but restrictions counts as one restriction by the grouping relation.
    """
    match conjunct:
        case owl.ObjectSomeValuesFrom(owl.ObjectProperty(group), grouped) if group in groups:
            inner = list(conjuncts(grouped))
            found = [
                Stated(part.property.iri, part.filler, group)
                for part in inner
                if isinstance(part, owl.ObjectSomeValuesFrom) and isinstance(part.property, owl.ObjectProperty)
            ]
            return tuple(found) if len(found) == len(inner) else (Stated(group, grouped),)
        case owl.ObjectSomeValuesFrom(owl.ObjectProperty(relation), filler):
            return (Stated(relation, filler),)
    return ()
