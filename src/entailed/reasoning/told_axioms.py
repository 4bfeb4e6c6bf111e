"""Axioms as the rules of a derivation look them up: by what they apply to, and the expressions worth recognising."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from entailed.owl import model as owl

BOTTOM = owl.Class(owl.OWL_NOTHING)

Axioms: TypeAlias = tuple[owl.Axiom, ...]
"""Those that something follows from."""
Roles: TypeAlias = tuple[owl.ObjectProperty, ...]


class ToldAxioms:
    """A set of axioms, sorted."""

    def __init__(self, axioms: Iterable[owl.Axiom], goal: owl.ClassExpression) -> None:
        """Sort axioms.

        Args:
            axioms: Those outside EL+ are passed over.
            goal: An expression that is to be recognised beside those that the axioms ask for.
        """
        self.told: defaultdict[owl.ClassExpression, list[tuple[owl.ClassExpression, owl.Axiom]]] = defaultdict(list)
        self.conjunctions: defaultdict[owl.ClassExpression, list[owl.ObjectIntersectionOf]] = defaultdict(list)
        self.unions: defaultdict[owl.ClassExpression, list[owl.ClassExpression]] = defaultdict(list)
        self.existentials: defaultdict[owl.ClassExpression, list[tuple[owl.ClassExpression, owl.ObjectProperty]]] = (
            defaultdict(list)
        )
        self.disjoint: defaultdict[owl.ClassExpression, list[tuple[owl.Axiom, tuple[owl.ClassExpression, ...]]]] = (
            defaultdict(list)
        )
        self.domains: defaultdict[owl.ObjectProperty, list[tuple[owl.ClassExpression, owl.Axiom]]] = defaultdict(list)
        self.ranges: defaultdict[owl.ObjectProperty, list[tuple[owl.ClassExpression, owl.Axiom]]] = defaultdict(list)
        self.reflexive: dict[owl.ObjectProperty, Axioms] = {}
        """The roles that relate everything to itself, each with the axioms that make it so."""
        self._chains: list[tuple[Roles, owl.ObjectProperty, owl.Axiom]] = []
        self._role_inclusions: defaultdict[owl.ObjectProperty, list[tuple[owl.ObjectProperty, Axioms]]]
        self._role_inclusions = defaultdict(list)
        self._superroles: dict[owl.ObjectProperty, dict[owl.ObjectProperty, Axioms]] = {}
        self._compositions: dict[tuple[Roles, owl.ObjectProperty], list[tuple[Roles, Axioms]]] = {}
        self._recognised: dict[owl.ClassExpression, None] = {}
        for axiom in axioms:
            self._add(axiom)
        self._close_under_reflexivity()
        self._recognise(goal)

    def nominals(self) -> Iterator[owl.ObjectOneOf]:
        """{a} for the individuals a of which an axiom may say something."""
        for expression in self._recognised:
            if isinstance(expression, owl.ObjectOneOf) and len(expression.individuals) == 1:
                yield expression

    # ---- sorting axioms

    def _add(self, axiom: owl.Axiom) -> None:
        match axiom:
            case owl.SubClassOf(sub, sup):
                self._include(sub, sup, axiom)
            case owl.EquivalentClasses(operands):
                for sub, sup in zip(operands, (*operands[1:], operands[0]), strict=True):
                    self._include(sub, sup, axiom)
            case owl.DisjointClasses(operands):
                self._make_disjoint(operands, axiom)
            case owl.DisjointUnion(union, operands):
                for operand in operands:
                    self._include(operand, union, axiom)
                self._make_disjoint(operands, axiom)
            case owl.ClassAssertion(type, individual):
                self._include(owl.ObjectOneOf((individual,)), type, axiom)
            case owl.ObjectPropertyAssertion(property, source, target, negative):
                nominal, related = owl.ObjectOneOf((source,)), owl.ObjectHasValue(property, target)
                if negative:
                    self._include(owl.ObjectIntersectionOf((nominal, related)), BOTTOM, axiom)
                else:
                    self._include(nominal, related, axiom)
            case owl.SameIndividual(individuals):
                nominals = [owl.ObjectOneOf((individual,)) for individual in individuals]
                for sub, sup in zip(nominals, (*nominals[1:], nominals[0]), strict=True):
                    self._include(sub, sup, axiom)
            case owl.DifferentIndividuals(individuals):
                self._make_disjoint(tuple(owl.ObjectOneOf((individual,)) for individual in individuals), axiom)
            case _:
                self._add_role_axiom(axiom)

    def _add_role_axiom(self, axiom: owl.Axiom) -> None:
        match axiom:
            case owl.SubObjectPropertyOf(owl.ObjectPropertyChain(chain), owl.ObjectProperty() as sup):
                roles = tuple(role for role in chain if isinstance(role, owl.ObjectProperty))
                if len(roles) == len(chain):
                    self._chains.append((roles, sup, axiom))
            case owl.SubObjectPropertyOf(owl.ObjectProperty() as sub, owl.ObjectProperty() as sup):
                self._role_inclusions[sub].append((sup, (axiom,)))
            case owl.EquivalentObjectProperties(operands):
                roles = tuple(role for role in operands if isinstance(role, owl.ObjectProperty))
                for sub in roles:
                    self._role_inclusions[sub].extend((sup, (axiom,)) for sup in roles if sup != sub)
            case owl.ObjectPropertyCharacteristic("TransitiveObjectProperty", owl.ObjectProperty() as role):
                self._chains.append(((role, role), role, axiom))
            case owl.ObjectPropertyCharacteristic("ReflexiveObjectProperty", owl.ObjectProperty() as role):
                self.reflexive[role] = (axiom,)
            case owl.ObjectPropertyDomain(owl.ObjectProperty() as role, domain):
                self.domains[role].append((domain, axiom))
            case owl.ObjectPropertyRange(owl.ObjectProperty() as role, range):
                self.ranges[role].append((range, axiom))

    def _include(self, sub: owl.ClassExpression, sup: owl.ClassExpression, axiom: owl.Axiom) -> None:
        self.told[sub].append((sup, axiom))
        self._recognise(sub)
        self._recognise_complements(sup)

    def _make_disjoint(self, operands: tuple[owl.ClassExpression, ...], axiom: owl.Axiom) -> None:
        for operand in operands:
            self._recognise(operand)
            if operands.count(operand) > 1:
                self.told[operand].append((BOTTOM, axiom))
            else:
                self.disjoint[operand].append((axiom, operands))

    def _recognise(self, sub: owl.ClassExpression) -> None:
        if sub in self._recognised:
            return
        self._recognised[sub] = None
        match sub:
            case owl.ObjectIntersectionOf(operands):
                for operand in dict.fromkeys(operands):
                    self._recognise(operand)
                    self.conjunctions[operand].append(sub)
            case owl.ObjectUnionOf(operands):
                for operand in dict.fromkeys(operands):
                    self._recognise(operand)
                    self.unions[operand].append(sub)
            case owl.ObjectOneOf(individuals) if len(individuals) > 1:
                for individual in individuals:
                    self._recognise(owl.ObjectOneOf((individual,)))
                    self.unions[owl.ObjectOneOf((individual,))].append(sub)
            case owl.ObjectSomeValuesFrom(owl.ObjectProperty() as role, filler) | owl.ObjectMinCardinality(
                1, owl.ObjectProperty() as role, filler
            ):
                self._recognise(filler)
                self.existentials[filler].append((sub, role))
            case owl.ObjectHasValue(owl.ObjectProperty() as role, individual):
                nominal = owl.ObjectOneOf((individual,))
                self._recognise(nominal)
                self.existentials[nominal].append((sub, role))

    def _recognise_complements(self, sup: owl.ClassExpression) -> None:
        """C ⊑ ¬D clashes with D, which must be recognised for that."""
        match sup:
            case owl.ObjectComplementOf(operand):
                self._recognise(operand)
            case owl.ObjectIntersectionOf(operands):
                for operand in operands:
                    self._recognise_complements(operand)
            case owl.ObjectSomeValuesFrom(_, filler):
                self._recognise_complements(filler)

    # ---- roles

    def _close_under_reflexivity(self) -> None:
        """Add the inclusions of chains all of whose roles but one are reflexive, and the reflexive roles these give.

        Links would compose without them. Ranges need them: they act on told links, by what includes a link's role.
        """
        while True:
            for role, axioms in list(self.reflexive.items()):
                for sup, above in self.superroles(role).items():
                    self.reflexive.setdefault(sup, (*axioms, *above))
            found = list(self._inclusions_by_reflexivity())
            if not found:
                return
            for role, sup, axioms in found:
                self._role_inclusions[role].append((sup, axioms))
            self._superroles.clear()

    def _inclusions_by_reflexivity(self) -> Iterator[tuple[owl.ObjectProperty, owl.ObjectProperty, Axioms]]:
        """r ⊑ t by r ∘ s ⊑ t or s ∘ r ⊑ t where s is reflexive, so far as it is not known."""
        for chain, sup, axiom in self._chains:
            for place, role in enumerate(chain):
                others = (*chain[:place], *chain[place + 1 :])
                if all(other in self.reflexive for other in others) and sup not in self.superroles(role):
                    yield role, sup, (axiom, *(used for other in others for used in self.reflexive[other]))

    def superroles(self, role: owl.ObjectProperty) -> dict[owl.ObjectProperty, Axioms]:
        """The roles that include a role, itself first, each with the axioms that say so."""
        found = self._superroles.get(role)
        if found is None:
            found = self._superroles[role] = {role: ()}
            for sub in (agenda := [role]):
                for sup, axioms in self._role_inclusions[sub]:
                    if sup not in found:
                        found[sup] = (*found[sub], *axioms)
                        agenda.append(sup)
        return found

    def compositions(self, first: Roles, second: owl.ObjectProperty) -> list[tuple[Roles, Axioms]]:
        """What links by `first` and `second` compose to: the role of a chain, or the beginning of a longer one."""
        found = self._compositions.get((first, second))
        if found is None:
            found = self._compositions[first, second] = list(self._composed(first, second))
        return found

    def _composed(self, first: Roles, second: owl.ObjectProperty) -> Iterator[tuple[Roles, Axioms]]:
        right = self.superroles(second)
        for chain, sup, axiom in self._chains:
            done = len(first)
            if done >= len(chain) or chain[done] not in right:
                continue
            if done > 1:
                if chain[:done] != first:
                    continue
                used = right[chain[done]]
            else:
                left = self.superroles(first[0])
                if chain[0] not in left:
                    continue
                used = (*left[chain[0]], *right[chain[done]])
            if done + 1 == len(chain):
                yield (sup,), (*used, axiom)
            else:
                yield chain[: done + 1], used
