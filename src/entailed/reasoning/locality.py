"""⊥-locality: which axioms can bear on a set of names, and which names make one bear.

An axiom is ⊥-local for a signature when it is true whatever it says about that signature's names, once all other names
are read as empty. The axioms that are not local, their own names added to the signature until nothing changes, are the
⊥-module: it entails about the names whatever the whole ontology does.

Source: Cuenca Grau, Horrocks, Kazakov, Sattler 2008, "Modular Reuse of Ontologies: Theory and Practice", section 5.

Each function returns the *guard* of an expression or axiom: names none of which is in the signature, and as long as
that is so, the expression is empty or the axiom local. None means that it is not.
"""

from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias

from entailed.owl import model as owl

Guard: TypeAlias = frozenset[owl.Iri]
Cost: TypeAlias = Callable[[owl.Iri], int]
"""How often a name occurs: of several guards, the one that is met least often is chosen."""

_NO_NAMES: Guard = frozenset()


def local_guard(axiom: owl.Axiom, names: Collection[owl.Iri], cost: Cost) -> Guard | None:
    """The guard of an axiom: it is ⊥-local for `names`, and stays so until one of the guard's names joins them.

    Args:
        axiom: Any axiom; one about annotations or a declaration is local for good.
        names: The signature: IRIs of classes and properties. Individuals always count as known.
        cost: Decides between guards.
    """
    return _Locality(names, cost).axiom(axiom)


class _Locality:
    def __init__(self, names: Collection[owl.Iri], cost: Cost) -> None:
        self._names = names
        self._cost = cost

    def axiom(self, axiom: owl.Axiom) -> Guard | None:
        match axiom:
            case owl.Declaration() | owl.AnnotationAssertion() | owl.AnnotationPropertyAxiom():
                return _NO_NAMES
            case owl.SubClassOf(sub, sup):
                return self._either(self.empty(sub), self.full(sup))
            case owl.EquivalentClasses(operands):
                return self._either(self._all(map(self.empty, operands)), self._all(map(self.full, operands)))
            case owl.DisjointClasses(operands):
                return self._all_but_one([self.empty(operand) for operand in operands])
            case owl.DisjointUnion(union, operands):
                return self._all(map(self.empty, (union, *operands)))
            case owl.ClassAssertion(type, _):
                return self.full(type)
            case owl.ObjectPropertyAssertion(property, negative=True):
                return self._absent(property)
            case owl.DataPropertyAssertion(property, negative=True):
                return self._absent(property)
            case _:
                return self._property_axiom(axiom)

    def _property_axiom(self, axiom: owl.Axiom) -> Guard | None:
        match axiom:
            case owl.SubObjectPropertyOf(owl.ObjectPropertyChain(chain), _):
                return self._either(*map(self._absent, chain))
            case owl.SubObjectPropertyOf(owl.ObjectProperty() | owl.ObjectInverseOf() as sub, _):
                return self._absent(sub)
            case owl.EquivalentObjectProperties(operands):
                return self._all(map(self._absent, operands))
            case owl.DisjointObjectProperties(operands):
                return self._all_but_one([self._absent(operand) for operand in operands])
            case owl.InverseObjectProperties(first, second):
                return self._all(map(self._absent, (first, second)))
            case owl.ObjectPropertyDomain(property, described) | owl.ObjectPropertyRange(property, described):
                return self._either(self._absent(property), self.full(described))
            case owl.ObjectPropertyCharacteristic("ReflexiveObjectProperty"):
                return None
            case owl.ObjectPropertyCharacteristic(_, property):
                return self._absent(property)
            case owl.DataPropertyAxiom("DatatypeDefinition"):
                return _NO_NAMES
            case owl.DataPropertyAxiom(_, arguments):
                return self._all(self._absent(a) for a in _flat(arguments) if isinstance(a, owl.DataProperty))
            case _:
                return None  # assertions, rules: they hold of individuals, which are always known

    # ---- expressions

    def empty(self, expression: owl.ClassExpression) -> Guard | None:
        """The guard that keeps an expression equivalent to ⊥."""
        match expression:
            case owl.Class(iri):
                if iri == owl.OWL_NOTHING:
                    return _NO_NAMES
                return None if iri == owl.OWL_THING or iri in self._names else frozenset((iri,))
            case owl.ObjectIntersectionOf(operands):
                return self._either(*map(self.empty, operands))
            case owl.ObjectUnionOf(operands):
                return self._all(map(self.empty, operands))
            case owl.ObjectComplementOf(operand):
                return self.full(operand)
            case owl.ObjectSomeValuesFrom(property, filler):
                return self._either(self._absent(property), self.empty(filler))
            case owl.ObjectMinCardinality(n, property, filler) | owl.ObjectExactCardinality(n, property, filler) if (
                n > 0
            ):
                return self._either(self._absent(property), self.empty(filler))
            case owl.ObjectHasValue(property, _) | owl.ObjectHasSelf(property):
                return self._absent(property)
            case owl.DataSomeValuesFrom(property, _) | owl.DataHasValue(property, _):
                return self._absent(property)
            case owl.DataMinCardinality(n, property) | owl.DataExactCardinality(n, property) if n > 0:
                return self._absent(property)
        return None

    def full(self, expression: owl.ClassExpression) -> Guard | None:
        """The guard that keeps an expression equivalent to ⊤."""
        match expression:
            case owl.Class(iri):
                return _NO_NAMES if iri == owl.OWL_THING else None
            case owl.ObjectIntersectionOf(operands):
                return self._all(map(self.full, operands))
            case owl.ObjectUnionOf(operands):
                return self._either(*map(self.full, operands))
            case owl.ObjectComplementOf(operand):
                return self.empty(operand)
            case owl.ObjectAllValuesFrom(property, filler):
                return self._either(self._absent(property), self.full(filler))
            case owl.ObjectMinCardinality(0):
                return _NO_NAMES
            case owl.ObjectMaxCardinality(_, property, filler) | owl.ObjectExactCardinality(0, property, filler):
                return self._either(self._absent(property), self.empty(filler))
            case owl.DataAllValuesFrom(property, _) | owl.DataMaxCardinality(_, property):
                return self._absent(property)
        return None

    def _absent(self, property: owl.ObjectPropertyExpression | owl.DataProperty) -> Guard | None:
        iri = property.property.iri if isinstance(property, owl.ObjectInverseOf) else property.iri
        if iri == owl.OWL_BOTTOM_OBJECT_PROPERTY:
            return _NO_NAMES
        return None if iri == owl.OWL_TOP_OBJECT_PROPERTY or iri in self._names else frozenset((iri,))

    # ---- guards of several

    def _either(self, *guards: Guard | None) -> Guard | None:
        """One guard is enough: the one that is least likely to be met."""
        found = [guard for guard in guards if guard is not None]
        return min(found, key=self._total_cost) if found else None

    def _all(self, guards: Iterable[Guard | None]) -> Guard | None:
        """Every guard is needed."""
        found: set[owl.Iri] = set()
        for guard in guards:
            if guard is None:
                return None
            found |= guard
        return frozenset(found)

    def _all_but_one(self, guards: list[Guard | None]) -> Guard | None:
        """Every guard but one is needed: the one without, or the most costly, is left out."""
        met = guards.count(None)
        if met > 1:
            return None
        found = [guard for guard in guards if guard is not None]
        if met == 0 and found:
            found.remove(max(found, key=self._total_cost))
        return self._all(found)

    def _total_cost(self, guard: Guard) -> int:
        return sum(map(self._cost, guard))


def _flat(arguments: Iterable[object]) -> Iterable[object]:
    for argument in arguments:
        if isinstance(argument, tuple):
            yield from _flat(argument)
        else:
            yield argument
