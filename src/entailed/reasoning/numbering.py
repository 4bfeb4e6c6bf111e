"""Numbers for class expressions: equal expressions have the same one, however deeply they are nested.

An expression is known by its outermost level: its kind, and the numbers of its parts in place of these. Comparing whole
expressions would descend by recursion, and would hash each part once for every level around it.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from entailed.owl import model as owl

Level: TypeAlias = tuple[Any, ...]
"""The outermost level of a complex expression: its type, then its arguments, with numbers for class expressions.

Of an expression without class expressions in it, the second item is the expression itself.
"""


class Numbering:
    """Numbers classes first, in the order given, and everything else as it comes up."""

    def __init__(self, classes: Iterable[owl.Iri]) -> None:
        self._class_of = {iri: number for number, iri in enumerate(classes)}
        self._concept_of: dict[Level, int] = {}
        self._level_of: dict[int, Level] = {}
        self.nominals: dict[owl.Individual, int] = {}
        """The concept {a} of each individual a that was asked for."""
        self.count = len(self._class_of)
        """How many numbers are taken."""

    def fresh(self) -> int:
        """A number for a concept that no expression stands for."""
        self.count += 1
        return self.count - 1

    def nominal(self, individual: owl.Individual) -> int:
        """The number of {individual}."""
        number = self.nominals.get(individual)
        if number is None:
            number = self.nominals[individual] = self.numbered((owl.ObjectOneOf, owl.ObjectOneOf((individual,))))
        return number

    def concept(self, expression: owl.ClassExpression) -> int:
        """The number of an expression."""
        if isinstance(expression, owl.Class):
            return self._class_of[expression.iri]
        return self.numbered(self.level(expression))

    def numbered(self, level: Level) -> int:
        """The number of the expression that has this outermost level."""
        number = self._concept_of.get(level)
        if number is None:
            number = self._concept_of[level] = self.fresh()
            self._level_of[number] = level
        return number

    def level_of(self, concept: int) -> Level | None:
        """The outermost level of the expression that has this number; None for a class."""
        return self._level_of.get(concept)

    def level(self, expression: owl.ClassExpression) -> Level:
        """The outermost level of a complex expression, whose parts are numbered; it need not have a number itself."""
        number_of: dict[int, int] = {}  # by the identity of a part
        agenda = [(expression, *_taken_apart(expression))]
        while True:
            item, head, parts = agenda[-1]
            waiting = len(agenda)
            numbers = []
            for part in parts:
                number = self._class_of[part.iri] if isinstance(part, owl.Class) else number_of.get(id(part))
                if number is None:
                    agenda.append((part, *_taken_apart(part)))
                else:
                    numbers.append(number)
            if len(agenda) > waiting:
                continue  # parts come before wholes
            agenda.pop()
            level = (*head, *numbers)
            if not agenda:
                return level
            number_of[id(item)] = self.numbered(level)


def _taken_apart(expression: owl.ClassExpression) -> tuple[Level, tuple[owl.ClassExpression, ...]]:
    """What distinguishes the outermost level of an expression, and its class expressions one level down."""
    match expression:
        case owl.ObjectSomeValuesFrom(property, filler) | owl.ObjectAllValuesFrom(property, filler):
            return (type(expression), property), (filler,)
        case owl.ObjectIntersectionOf(operands) | owl.ObjectUnionOf(operands):
            return (type(expression),), operands
        case owl.ObjectComplementOf(operand):
            return (type(expression),), (operand,)
        case (
            owl.ObjectMinCardinality(n, property, filler)
            | owl.ObjectMaxCardinality(n, property, filler)
            | owl.ObjectExactCardinality(n, property, filler)
        ):
            return (type(expression), n, property), (filler,)
        case _:
            return (type(expression), expression), ()
