"""Saturation that remembers: ELK's rules over OWL class expressions, each conclusion with the inference that gave it.

Slow beside `kernel`, and meant for the few hundred axioms of a module. The rules are those of the kernel, under the
names they bear in Kazakov, Krötzsch, Simančík 2014, "The Incredible ELK", table 3; `proof_checker` knows them too and
shares no code with this module.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from entailed.owl import model as owl

TOP = owl.Class(owl.OWL_THING)
BOTTOM = owl.Class(owl.OWL_NOTHING)


@dataclass(frozen=True, slots=True)
class Subsumption:
    """sub ⊑ sup."""

    sub: owl.ClassExpression
    sup: owl.ClassExpression


@dataclass(frozen=True, slots=True)
class Link:
    """source ⊑ ∃(r₁ ∘ … ∘ rₙ).target; a single role but for the beginning of a longer chain."""

    source: owl.ClassExpression
    roles: tuple[owl.ObjectProperty, ...]
    target: owl.ClassExpression


Statement: TypeAlias = Subsumption | Link


class Rule(StrEnum):
    """The rule that an inference applies."""

    REFLEXIVITY = "R0"
    """C ⊑ C."""
    TOP = "R⊤"
    """C ⊑ ⊤."""
    TOLD = "R⊑"
    """C ⊑ D and an axiom that says D ⊑ E: C ⊑ E. An assertion about an individual a is an axiom about {a}."""
    CONJUNCT = "R⊓−"
    """C ⊑ D ⊓ E: C ⊑ D."""
    CONJUNCTION = "R⊓+"
    """C ⊑ D and C ⊑ E: C ⊑ D ⊓ E."""
    DISJUNCTION = "R⊔+"
    """C ⊑ D: C ⊑ D ⊔ E."""
    LINK = "R∃−"
    """C ⊑ ∃r.D, or what says as much: the link C –r→ D."""
    FILLER = "R∃+"
    """C –r→ D, D ⊑ E and r ⊑* s: C ⊑ ∃s.E."""
    CHAIN = "R∘"
    """C –r→ D, D –s→ E and an axiom r' ∘ s' ⊑ t above them: C –t→ E."""
    RANGE = "range"
    """C –r→ D and a range E of r: C –r→ D ⊓ E. What a reflexive role relates to itself lies in its ranges."""
    DOMAIN = "domain"
    """C –r→ D and a domain E of r: C ⊑ E."""
    SELF = "reflexive role"
    """C –r→ C."""
    BOTTOM = "R⊥"
    """C –r→ D and D ⊑ ⊥: C ⊑ ⊥."""
    DISJOINTNESS = "disjointness"
    """C ⊑ D and C ⊑ E, which are disjoint, or one the complement of the other: C ⊑ ⊥."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inference:
    """A conclusion, the rule that gives it, and what the rule was applied to."""

    rule: Rule
    conclusion: Statement
    premises: tuple[Statement, ...] = ()
    axioms: tuple[owl.Axiom, ...] = ()


class Derivation:
    """Derives statements about one concept from a set of axioms, and remembers how."""

    def __init__(self, axioms: Iterable[owl.Axiom], goal: Subsumption) -> None:
        """Saturate until the goal is derived, or nothing new follows.

        Args:
            axioms: Those outside EL+ are passed over.
            goal: What is to be derived; ∃r.B on its right is recognised.
        """
        self.goal = goal
        self.inference_of: dict[Statement, Inference] = {}
        """The first inference of every statement derived; its premises were derived before it."""
        self._axioms = _Axioms(axioms, goal.sup)
        self._agenda: deque[Statement] = deque()
        self._subsumers: defaultdict[owl.ClassExpression, dict[owl.ClassExpression, None]] = defaultdict(dict)
        self._out: defaultdict[owl.ClassExpression, list[Link]] = defaultdict(list)
        self._into: defaultdict[owl.ClassExpression, list[Link]] = defaultdict(list)
        self._open_context(goal.sub)
        while self._agenda and goal not in self.inference_of:
            match statement := self._agenda.popleft():
                case Subsumption():
                    self._after_subsumption(statement)
                case Link():
                    self._after_link(statement)

    @property
    def succeeded(self) -> bool:
        """Whether the goal follows."""
        return self.goal in self.inference_of

    def _derive(
        self,
        rule: Rule,
        conclusion: Statement,
        premises: Sequence[Statement] = (),
        axioms: Sequence[owl.Axiom] = (),
    ) -> None:
        if conclusion in self.inference_of:
            return
        self.inference_of[conclusion] = Inference(
            rule=rule, conclusion=conclusion, premises=tuple(premises), axioms=tuple(axioms)
        )
        match conclusion:
            case Subsumption(sub, sup):
                self._subsumers[sub][sup] = None
            case Link(source, roles, target):
                self._into[target].append(conclusion)
                if len(roles) == 1:
                    self._out[source].append(conclusion)
        self._agenda.append(conclusion)

    def _open_context(self, concept: owl.ClassExpression) -> None:
        self._derive(Rule.REFLEXIVITY, Subsumption(concept, concept))
        self._derive(Rule.TOP, Subsumption(concept, TOP))
        for role, axiom in self._axioms.reflexive.items():
            self._derive(Rule.SELF, Link(concept, (role,), concept), axioms=(axiom,))
            for sup, above in self._axioms.superroles(role).items():
                for range_, range_axiom in self._axioms.ranges[sup]:
                    self._derive(Rule.RANGE, Subsumption(concept, range_), axioms=(axiom, *above, range_axiom))

    # ---- what follows from a subsumption

    def _after_subsumption(self, new: Subsumption) -> None:
        concept, sup = new.sub, new.sup
        self._take_apart(new)
        for more, axiom in self._axioms.told[sup]:
            self._derive(Rule.TOLD, Subsumption(concept, more), (new,), (axiom,))
        known = self._subsumers[concept]
        for conjunction in self._axioms.conjunctions[sup]:
            if all(operand in known for operand in conjunction.operands):
                parts = [Subsumption(concept, operand) for operand in conjunction.operands]
                self._derive(Rule.CONJUNCTION, Subsumption(concept, conjunction), parts)
        for union in self._axioms.unions[sup]:
            self._derive(Rule.DISJUNCTION, Subsumption(concept, union), (new,))
        for axiom, operands in self._axioms.disjoint[sup]:
            for other in operands:
                if other != sup and other in known:
                    pair = (Subsumption(concept, other), new)
                    self._derive(Rule.DISJOINTNESS, Subsumption(concept, BOTTOM), pair, (axiom,))
        for other in self._complements(sup):
            if other in known:
                pair = (Subsumption(concept, other), new)
                self._derive(Rule.DISJOINTNESS, Subsumption(concept, BOTTOM), pair)
        for link in list(self._into[concept]):
            if len(link.roles) == 1:
                self._through_link(link, new)

    def _take_apart(self, new: Subsumption) -> None:
        match new.sup:
            case owl.ObjectIntersectionOf(operands):
                for operand in operands:
                    self._derive(Rule.CONJUNCT, Subsumption(new.sub, operand), (new,))
            case owl.ObjectSomeValuesFrom(owl.ObjectProperty() as role, filler):
                self._derive(Rule.LINK, Link(new.sub, (role,), filler), (new,))
            case owl.ObjectHasValue(owl.ObjectProperty() as role, individual):
                self._derive(Rule.LINK, Link(new.sub, (role,), owl.ObjectOneOf((individual,))), (new,))
            case owl.ObjectMinCardinality(n, owl.ObjectProperty() as role, filler) if n > 0:
                self._derive(Rule.LINK, Link(new.sub, (role,), filler), (new,))
            case owl.ObjectExactCardinality(n, owl.ObjectProperty() as role, filler) if n > 0:
                self._derive(Rule.LINK, Link(new.sub, (role,), filler), (new,))

    def _complements(self, expression: owl.ClassExpression) -> Iterator[owl.ClassExpression]:
        if isinstance(expression, owl.ObjectComplementOf):
            yield expression.operand
        yield owl.ObjectComplementOf(expression)

    def _through_link(self, link: Link, at_target: Subsumption) -> None:
        """R∃+ and R⊥ for a link and something known of its target."""
        if at_target.sup == BOTTOM:
            self._derive(Rule.BOTTOM, Subsumption(link.source, BOTTOM), (link, at_target))
        above = self._axioms.superroles(link.roles[0])
        for existential, role in self._axioms.existentials[at_target.sup]:
            if role in above:
                self._derive(Rule.FILLER, Subsumption(link.source, existential), (link, at_target), above[role])

    # ---- what follows from a link

    def _after_link(self, new: Link) -> None:
        if len(new.roles) > 1:
            for following in list(self._out[new.target]):
                self._compose(new, following)
            return
        self._open_context(new.target)
        (role,) = new.roles
        above = self._axioms.superroles(role)
        for sup, axioms in above.items():
            for domain, axiom in self._axioms.domains[sup]:
                self._derive(Rule.DOMAIN, Subsumption(new.source, domain), (new,), (*axioms, axiom))
        self._narrow_to_range(new, above)
        for sup_at_target in list(self._subsumers[new.target]):
            self._through_link(new, Subsumption(new.target, sup_at_target))
        for following in list(self._out[new.target]):
            self._compose(new, following)
        for leading in list(self._into[new.source]):
            self._compose(leading, new)

    def _narrow_to_range(self, new: Link, above: Mapping[owl.ObjectProperty, tuple[owl.Axiom, ...]]) -> None:
        if self.inference_of[new].rule is not Rule.LINK:
            return  # as in the kernel, ranges act on told links
        ranges = [
            (range_, (*axioms, axiom)) for sup, axioms in above.items() for range_, axiom in self._axioms.ranges[sup]
        ]
        if ranges:
            narrowed = owl.ObjectIntersectionOf((new.target, *(range_ for range_, _ in ranges)))
            used = [axiom for _, axioms in ranges for axiom in axioms]
            self._derive(Rule.RANGE, Link(new.source, new.roles, narrowed), (new,), used)

    def _compose(self, first: Link, second: Link) -> None:
        for roles, axioms in self._axioms.compositions(first.roles, second.roles[0]):
            self._derive(Rule.CHAIN, Link(first.source, roles, second.target), (first, second), axioms)


class _Axioms:
    """The axioms by what they apply to, and the expressions worth recognising."""

    def __init__(self, axioms: Iterable[owl.Axiom], goal: owl.ClassExpression) -> None:
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
        self.reflexive: dict[owl.ObjectProperty, owl.Axiom] = {}
        self._chains: list[tuple[tuple[owl.ObjectProperty, ...], owl.ObjectProperty, owl.Axiom]] = []
        self._role_inclusions: defaultdict[owl.ObjectProperty, list[tuple[owl.ObjectProperty, owl.Axiom]]]
        self._role_inclusions = defaultdict(list)
        self._superroles: dict[owl.ObjectProperty, dict[owl.ObjectProperty, tuple[owl.Axiom, ...]]] = {}
        self._recognised: set[owl.ClassExpression] = set()
        for axiom in axioms:
            self._add(axiom)
        self._recognise(goal)

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
            case owl.ObjectPropertyAssertion(property, source, target, negative=False):
                self._include(owl.ObjectOneOf((source,)), owl.ObjectHasValue(property, target), axiom)
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
                self._role_inclusions[sub].append((sup, axiom))
            case owl.EquivalentObjectProperties(operands):
                roles = tuple(role for role in operands if isinstance(role, owl.ObjectProperty))
                for sub in roles:
                    self._role_inclusions[sub].extend((sup, axiom) for sup in roles if sup != sub)
            case owl.ObjectPropertyCharacteristic("TransitiveObjectProperty", owl.ObjectProperty() as role):
                self._chains.append(((role, role), role, axiom))
            case owl.ObjectPropertyCharacteristic("ReflexiveObjectProperty", owl.ObjectProperty() as role):
                self.reflexive[role] = axiom
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
        self._recognised.add(sub)
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
                    self.unions[owl.ObjectOneOf((individual,))].append(sub)
            case owl.ObjectSomeValuesFrom(owl.ObjectProperty() as role, filler) | owl.ObjectMinCardinality(
                1, owl.ObjectProperty() as role, filler
            ):
                self._recognise(filler)
                self.existentials[filler].append((sub, role))
            case owl.ObjectHasValue(owl.ObjectProperty() as role, individual):
                self.existentials[owl.ObjectOneOf((individual,))].append((sub, role))

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

    def superroles(self, role: owl.ObjectProperty) -> dict[owl.ObjectProperty, tuple[owl.Axiom, ...]]:
        """The roles that include a role, itself first, each with the axioms that say so."""
        found = self._superroles.get(role)
        if found is None:
            found = self._superroles[role] = {role: ()}
            for sub in (agenda := [role]):
                for sup, axiom in self._role_inclusions[sub]:
                    if sup not in found:
                        found[sup] = (*found[sub], axiom)
                        agenda.append(sup)
        return found

    def compositions(
        self, first: tuple[owl.ObjectProperty, ...], second: owl.ObjectProperty
    ) -> Iterator[tuple[tuple[owl.ObjectProperty, ...], tuple[owl.Axiom, ...]]]:
        """What links by `first` and `second` compose to: the role of a chain, or the beginning of a longer one."""
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
