"""Expressions, axioms and statements in description-logic notation, with names chosen by the caller."""

from collections.abc import Callable, Iterable

from entailed.owl import model as owl
from entailed.reasoning.inference import Existence, Link, Statement, Subsumption


class Notation:
    """Writes what it is given with the names that `name` finds for IRIs."""

    def __init__(self, name: Callable[[owl.Iri], str]) -> None:
        self._name = name

    def statement(self, statement: Statement) -> str:
        """A statement of a proof, such as `A ⊑ ∃ r . B`."""
        match statement:
            case Subsumption(sub, sup):
                return f"{self.expression(sub)} ⊑ {self.expression(sup)}"
            case Link(source, roles, target):
                return f"{self.expression(source)} ⊑ ∃ {self._chain(roles)} . {self._operand(target)}"
            case Existence(concept):
                return f"{self.expression(concept)} has an instance"

    def axiom(self, axiom: owl.Axiom) -> str:
        """A logical axiom."""
        match axiom:
            case owl.SubClassOf(sub, sup):
                return f"{self.expression(sub)} ⊑ {self.expression(sup)}"
            case owl.EquivalentClasses(operands):
                return " ≡ ".join(map(self.expression, operands))
            case owl.DisjointClasses(operands):
                return f"disjoint: {', '.join(map(self.expression, operands))}"
            case owl.DisjointUnion(union, operands):
                parts = " ⊔ ".join(map(self._operand, operands))
                return f"{self.expression(union)} ≡ {parts}, disjoint"
            case owl.ClassAssertion(type, individual):
                return f"{self._individual(individual)} : {self.expression(type)}"
            case owl.ObjectPropertyAssertion(property, source, target, negative):
                ends = f"{self._individual(source)}, {self._individual(target)}"
                return f"{'¬ ' if negative else ''}{self._role(property)}({ends})"
            case owl.SameIndividual(individuals):
                return " = ".join(map(self._individual, individuals))
            case owl.DifferentIndividuals(individuals):
                return " ≠ ".join(map(self._individual, individuals))
            case _:
                return self._role_axiom(axiom)

    def _role_axiom(self, axiom: owl.Axiom) -> str:
        match axiom:
            case owl.SubObjectPropertyOf(owl.ObjectPropertyChain(chain), sup):
                return f"{self._chain(chain)} ⊑ {self._role(sup)}"
            case owl.SubObjectPropertyOf(owl.ObjectProperty() | owl.ObjectInverseOf() as sub, sup):
                return f"{self._role(sub)} ⊑ {self._role(sup)}"
            case owl.EquivalentObjectProperties(operands):
                return " ≡ ".join(map(self._role, operands))
            case owl.InverseObjectProperties(first, second):
                return f"{self._role(first)} ≡ {self._role(second)}⁻"
            case owl.ObjectPropertyDomain(property, domain):
                return f"∃ {self._role(property)} . ⊤ ⊑ {self.expression(domain)}"
            case owl.ObjectPropertyRange(property, range):
                return f"range of {self._role(property)}: {self.expression(range)}"
            case owl.ObjectPropertyCharacteristic("TransitiveObjectProperty", property):
                role = self._role(property)
                return f"{role} ∘ {role} ⊑ {role}"
            case owl.ObjectPropertyCharacteristic(characteristic, property):
                return f"{characteristic.removesuffix('ObjectProperty').lower()}: {self._role(property)}"
            case _:
                return type(axiom).__name__

    def expression(self, expression: owl.ClassExpression) -> str:
        """A class expression, without parentheses around it."""
        match expression:
            case owl.Class(iri):
                return {owl.OWL_THING: "⊤", owl.OWL_NOTHING: "⊥"}.get(iri) or self._name(iri)
            case owl.ObjectIntersectionOf(operands):
                return " ⊓ ".join(map(self._operand, operands))
            case owl.ObjectUnionOf(operands):
                return " ⊔ ".join(map(self._operand, operands))
            case owl.ObjectComplementOf(operand):
                return f"¬ {self._operand(operand)}"
            case owl.ObjectOneOf(individuals):
                return "{" + ", ".join(map(self._individual, individuals)) + "}"
            case owl.ObjectSomeValuesFrom(property, filler):
                return f"∃ {self._role(property)} . {self._operand(filler)}"
            case owl.ObjectAllValuesFrom(property, filler):
                return f"∀ {self._role(property)} . {self._operand(filler)}"
            case owl.ObjectHasValue(property, individual):
                return f"∃ {self._role(property)} . {{{self._individual(individual)}}}"
            case owl.ObjectHasSelf(property):
                return f"∃ {self._role(property)} . self"
            case owl.ObjectMinCardinality(n, property, filler):
                return f"≥ {n} {self._role(property)} . {self._operand(filler)}"
            case owl.ObjectMaxCardinality(n, property, filler):
                return f"≤ {n} {self._role(property)} . {self._operand(filler)}"
            case owl.ObjectExactCardinality(n, property, filler):
                return f"= {n} {self._role(property)} . {self._operand(filler)}"
            case _:
                return f"{type(expression).__name__}({self._name(expression.property.iri)} …)"

    def _operand(self, expression: owl.ClassExpression) -> str:
        text = self.expression(expression)
        return text if isinstance(expression, owl.Class | owl.ObjectOneOf) else f"({text})"

    def _role(self, property: owl.ObjectPropertyExpression) -> str:
        if isinstance(property, owl.ObjectInverseOf):
            return f"{self._name(property.property.iri)}⁻"
        return self._name(property.iri)

    def _chain(self, roles: Iterable[owl.ObjectPropertyExpression]) -> str:
        return " ∘ ".join(map(self._role, roles))

    def _individual(self, individual: owl.Individual) -> str:
        return self._name(individual.iri) if isinstance(individual, owl.NamedIndividual) else individual.node_id
