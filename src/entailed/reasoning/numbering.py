"""Numbers for class expressions: equal expressions have the same one, however deeply they are nested.

An expression is known by its outermost level and the numbers of its parts. Comparing whole expressions would descend by
recursion, and would hash each part once for every level around it.
"""

from collections.abc import Iterable
from typing import TypeAlias

from entailed.owl import model as owl

_Key: TypeAlias = tuple[object, ...]


class Numbering:
    """Numbers classes first, in the order given, and everything else as it comes up."""

    def __init__(self, classes: Iterable[owl.Iri]) -> None:
        self._class_of = {iri: number for number, iri in enumerate(classes)}
        self._concept_of: dict[_Key, int] = {}
        self._number_of: dict[int, int] = {}  # by the identity of a complex expression of the axiom at hand
        self.nominals: dict[owl.Individual, int] = {}
        """The concept {a} of each individual a that was asked for."""
        self.count = len(self._class_of)
        """How many numbers are taken."""

    def fresh(self) -> int:
        """A number for a concept that no expression stands for."""
        self.count += 1
        return self.count - 1

    def begin_axiom(self) -> None:
        """Say that no expression asked for earlier need still exist: identities are remembered within an axiom only."""
        self._number_of.clear()

    def concept(self, expression: owl.ClassExpression) -> int:
        """The number of an expression of the axiom at hand."""
        if isinstance(expression, owl.Class):
            return self._class_of[expression.iri]
        number = self._number_of.get(id(expression))
        return self._parts_first(expression) if number is None else number

    def _parts_first(self, expression: owl.ClassExpression) -> int:
        agenda = [expression]
        while agenda:
            item = agenda.pop()
            if self._known(item) is not None:
                continue
            head, parts = _outermost(item)
            numbers = [self._known(part) for part in parts]
            if None in numbers:  # parts come before wholes
                agenda += [item, *parts]
            else:
                self._number_of[id(item)] = self._numbered((*head, *numbers))
        return self._number_of[id(expression)]

    def nominal(self, individual: owl.Individual) -> int:
        """The number of {individual}."""
        number = self.nominals.get(individual)
        if number is None:
            number = self.nominals[individual] = self._numbered((owl.ObjectOneOf((individual,)),))
        return number

    def _known(self, expression: owl.ClassExpression) -> int | None:
        if isinstance(expression, owl.Class):
            return self._class_of[expression.iri]
        return self._number_of.get(id(expression))

    def _numbered(self, key: _Key) -> int:
        number = self._concept_of.get(key)
        if number is None:
            number = self._concept_of[key] = self.fresh()
        return number


def _outermost(expression: owl.ClassExpression) -> tuple[_Key, tuple[owl.ClassExpression, ...]]:
    """What distinguishes the outermost level of an expression, and its class expressions one level down."""
    match expression:
        case owl.ObjectIntersectionOf(operands) | owl.ObjectUnionOf(operands):
            return (type(expression),), operands
        case owl.ObjectComplementOf(operand):
            return (type(expression),), (operand,)
        case owl.ObjectSomeValuesFrom(property, filler) | owl.ObjectAllValuesFrom(property, filler):
            return (type(expression), property), (filler,)
        case (
            owl.ObjectMinCardinality(n, property, filler)
            | owl.ObjectMaxCardinality(n, property, filler)
            | owl.ObjectExactCardinality(n, property, filler)
        ):
            return (type(expression), n, property), (filler,)
        case _:
            return (expression,), ()
