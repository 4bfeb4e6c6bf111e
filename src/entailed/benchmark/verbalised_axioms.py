"""Axioms as sentences, for baselines that retrieve them as text.

What there is no plain English for is written in description-logic notation, over the same names.
"""

from collections.abc import Collection, Iterator

from entailed.owl import model as owl
from entailed.reasoning.notation import Notation
from entailed.service.opened_index import OpenedIndex


def verbalised_axioms(index: OpenedIndex) -> Iterator[str]:
    """The logical axioms of an index, a sentence for each, in its order."""
    verbaliser = _Verbaliser(index)
    return (verbaliser.sentence(index.axioms.axiom(number)) for number in range(len(index.axioms)))


class _Verbaliser:
    def __init__(self, index: OpenedIndex) -> None:
        self._name = index.name_of
        self._notation = Notation(index.name_of)
        self._grouping: Collection[str] = index.manifest.grouping_roles

    def sentence(self, axiom: owl.Axiom) -> str:
        match axiom:
            case owl.SubClassOf(sub, sup):
                return f"Every {self._noun(sub)} {self._predicate(sup)}."
            case owl.EquivalentClasses(operands):
                return f"These are the same: {'; '.join(map(self._noun, operands))}."
            case owl.DisjointClasses(operands):
                return f"Nothing is more than one of these: {'; '.join(map(self._noun, operands))}."
        return self._notation.axiom(axiom)

    def _predicate(self, expression: owl.ClassExpression) -> str:
        """`is a kind of brig that is related by "part of" to some fleet`."""
        match list(self._conjuncts(expression)):
            case [owl.ObjectSomeValuesFrom(owl.ObjectProperty(role), filler)]:
                return f'is related by "{self._name(role)}" to some {self._noun(filler)}'
        return f"is a kind of {self._noun(expression)}"

    def _noun(self, expression: owl.ClassExpression) -> str:
        """`brig that is related by "part of" to some fleet`."""
        nouns, predicates = [], []
        for part in self._conjuncts(expression):
            match part:
                case owl.Class(iri):
                    nouns.append(self._name(iri))
                case owl.ObjectSomeValuesFrom(owl.ObjectProperty()):
                    predicates.append(self._predicate(part))
                case _:
                    nouns.append(self._notation.expression(part))
        noun = " and ".join(nouns) or "thing"
        return f"{noun} that {' and '.join(predicates)}" if predicates else noun

    def _conjuncts(self, expression: owl.ClassExpression) -> Iterator[owl.ClassExpression]:
        """The parts of a conjunction, also of one within a role group: the group itself says nothing."""
        match expression:
            case owl.ObjectIntersectionOf(operands):
                for operand in operands:
                    yield from self._conjuncts(operand)
            case owl.ObjectSomeValuesFrom(owl.ObjectProperty(role), group) if role in self._grouping:
                yield from self._conjuncts(group)
            case _:
                yield expression
