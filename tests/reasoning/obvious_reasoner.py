"""A slow EL reasoner that is plainly right: completion rules over Python sets, straight from the axioms.

It shares no code with the reasoner under test: it works on class expressions themselves and applies every rule to
every pair until nothing changes (Baader, Brandt, Lutz 2005, "Pushing the EL Envelope", with ELK's treatment of ranges).
Where there are individuals, what holds of a class is asked of a fresh one that is told to be in it, so that everything
the class leads to exists; without them a class can be asked itself.
"""

from itertools import combinations, product

from entailed.owl.model import (
    OWL_NOTHING,
    OWL_THING,
    Class,
    ClassAssertion,
    ClassExpression,
    DifferentIndividuals,
    DisjointClasses,
    EquivalentClasses,
    NamedIndividual,
    ObjectHasValue,
    ObjectIntersectionOf,
    ObjectOneOf,
    ObjectProperty,
    ObjectPropertyAssertion,
    ObjectPropertyChain,
    ObjectPropertyCharacteristic,
    ObjectPropertyDomain,
    ObjectPropertyRange,
    ObjectSomeValuesFrom,
    Ontology,
    SameIndividual,
    SubClassOf,
    SubObjectPropertyOf,
)
from entailed.owl.signature import signature

TOP, BOTTOM = Class(OWL_THING), Class(OWL_NOTHING)
FRESH = ObjectOneOf((NamedIndividual("urn:fresh"),))


class ObviousReasoner:
    """`subsumers[C]` and `links` (C, role IRI, filler expression) for every class expression of the ontology.

    Args:
        ontology: Told axioms.
        fresh_in: A class to which the individual `FRESH` belongs.
    """

    def __init__(self, ontology: Ontology, fresh_in: Class = TOP) -> None:
        self.classes = {TOP, BOTTOM, *signature(ontology).classes}
        self.roles = [p.iri for p in signature(ontology).object_properties]
        self.superroles = {(r, r) for r in self.roles}
        self.chains: set[tuple[str, str, str]] = set()
        self.reflexive: set[str] = set()
        self.domains: list[tuple[str, ClassExpression]] = []
        self.told_ranges: list[tuple[str, ClassExpression]] = []
        self.inclusions: list[tuple[ClassExpression, ClassExpression]] = [(FRESH, fresh_in)]
        for axiom in ontology.axioms:
            self._take(axiom)
        self._close_roles()
        self.ranges = {r: [e for s, e in self.told_ranges if (r, s) in self.superroles] for r in self.roles}
        self.subsumers: dict[ClassExpression, set[ClassExpression]] = {}
        self.told: dict[ClassExpression, set[ClassExpression]] = {}  # subsumers that an axiom states, not recognised
        self.links: set[tuple[ClassExpression, str, ClassExpression]] = set()
        self.known: set[ClassExpression] = set()  # expressions worth recognising
        for pair in self.inclusions:
            for expression in pair:
                self._note(expression)
        for _, expression in (*self.domains, *self.told_ranges):
            self._note(expression)
        self.nominals = [e for e in self.known if isinstance(e, ObjectOneOf)]
        for concept in (*self.classes, *self.nominals):
            self._context(concept)
        while self._step():
            pass

    def _take(self, axiom: object) -> None:
        match axiom:
            case SubClassOf(sub, sup):
                self.inclusions.append((plain(sub), plain(sup)))
            case EquivalentClasses(operands):
                self.inclusions.extend(product(map(plain, operands), repeat=2))
            case DisjointClasses(operands):
                self.inclusions.extend((ObjectIntersectionOf(pair), BOTTOM) for pair in combinations(operands, 2))
            case ClassAssertion(type_, a):
                self.inclusions.append((ObjectOneOf((a,)), plain(type_)))
            case ObjectPropertyAssertion(role, a, b, negative=False):
                self.inclusions.append((ObjectOneOf((a,)), ObjectSomeValuesFrom(role, ObjectOneOf((b,)))))
            case ObjectPropertyAssertion(role, a, b, negative=True):
                self.inclusions.append(
                    (ObjectIntersectionOf((ObjectOneOf((a,)), ObjectSomeValuesFrom(role, ObjectOneOf((b,))))), BOTTOM)
                )
            case SameIndividual((a, b)):
                self.inclusions += [(ObjectOneOf((a,)), ObjectOneOf((b,))), (ObjectOneOf((b,)), ObjectOneOf((a,)))]
            case DifferentIndividuals((a, b)):
                self.inclusions.append((ObjectIntersectionOf((ObjectOneOf((a,)), ObjectOneOf((b,)))), BOTTOM))
            case SubObjectPropertyOf(ObjectPropertyChain((first, second)), sup):
                self.chains.add((first.iri, second.iri, sup.iri))
            case SubObjectPropertyOf(ObjectProperty(sub), ObjectProperty(sup)):
                self.superroles.add((sub, sup))
            case ObjectPropertyCharacteristic("TransitiveObjectProperty", role):
                self.chains.add((role.iri, role.iri, role.iri))
            case ObjectPropertyCharacteristic("ReflexiveObjectProperty", role):
                self.reflexive.add(role.iri)
            case ObjectPropertyDomain(role, domain):
                self.domains.append((role.iri, plain(domain)))
            case ObjectPropertyRange(role, range_):
                self.told_ranges.append((role.iri, plain(range_)))

    def _close_roles(self) -> None:
        while True:
            before = len(self.superroles), len(self.reflexive)
            self.superroles |= {(a, d) for (a, b), (c, d) in product(self.superroles, repeat=2) if b == c}
            self.superroles |= {(first, sup) for first, second, sup in self.chains if second in self.reflexive}
            self.superroles |= {(second, sup) for first, second, sup in self.chains if first in self.reflexive}
            self.reflexive |= {sup for sub, sup in self.superroles if sub in self.reflexive}
            if before == (len(self.superroles), len(self.reflexive)):
                return

    def _note(self, expression: ClassExpression) -> None:
        self.known.add(expression)
        match expression:
            case ObjectIntersectionOf(operands):
                for operand in operands:
                    self._note(operand)
            case ObjectSomeValuesFrom(_, filler):
                self._note(filler)

    def _context(self, expression: ClassExpression) -> None:
        self.subsumers.setdefault(expression, {expression, TOP})
        self.told.setdefault(expression, {expression})

    def _size(self) -> int:
        return len(self.links) + sum(len(s) for sets in (self.subsumers, self.told) for s in sets.values())

    def _step(self) -> bool:
        before = self._size()
        for x in list(self.subsumers):
            s, told = self.subsumers[x], self.told[x]
            for r in self.reflexive:
                self.links.add((x, r, x))
                told.update(self.ranges[r])
            for c in list(told):
                match c:
                    case ObjectIntersectionOf(operands):
                        told.update(operands)
                    case ObjectSomeValuesFrom(role, filler):
                        ranged = self.ranges[role.iri]
                        target = ObjectIntersectionOf((filler, *ranged)) if ranged else filler
                        self._context(target)
                        self.links.add((x, role.iri, target))
            told.update(sup for sub, sup in self.inclusions if sub in s)
            s.update(told)
            s.update(k for k in self.known if isinstance(k, ObjectIntersectionOf) and set(k.operands) <= s)
        for x, r, y in list(self.links):
            s = self.subsumers[x]
            self.told[x].update(d for role, d in self.domains if (r, role) in self.superroles)
            if BOTTOM in self.subsumers[y]:
                s.add(BOTTOM)
            for k in self.known:
                if (
                    isinstance(k, ObjectSomeValuesFrom)
                    and (r, k.property.iri) in self.superroles
                    and k.filler in self.subsumers[y]
                ):
                    s.add(k)
            for y2, r2, z in list(self.links):
                if y2 == y:
                    for first, second, sup in self.chains:
                        if (r, first) in self.superroles and (r2, second) in self.superroles:
                            self.links.add((x, sup, z))
        self._identify()
        return before != self._size()

    def _identify(self) -> None:
        """What exists and is under a nominal is that individual: all that is told of it is told of the individual."""
        exist = set(self.nominals)
        while more := {y for x, _, y in self.links if x in exist} - exist:
            exist |= more
        for y in exist:
            for nominal in self.nominals:
                if nominal in self.subsumers[y]:
                    self.told[nominal] |= self.told[y]
                    self.subsumers[nominal] |= self.subsumers[y]
                    self.links |= {(nominal, r, z) for x, r, z in self.links if x == y}
        for x, s in self.subsumers.items():
            for nominal in self.nominals:
                if nominal in s:
                    self.told[x] |= self.told[nominal]
                    s |= self.subsumers[nominal]
                    self.links |= {(x, r, z) for y, r, z in self.links if y == nominal}

    # ---- the outcome

    def is_consistent(self) -> bool:
        return not any(BOTTOM in self.subsumers[nominal] for nominal in self.nominals)

    def is_satisfiable(self, concept: ClassExpression) -> bool:
        return self.is_consistent() and BOTTOM not in self.subsumers[concept]

    def subsumes(self, sup: Class, sub: ClassExpression) -> bool:
        return not self.is_satisfiable(sub) or sup in self.subsumers[sub]

    def has_link(self, source: ClassExpression, role: str, filler: Class) -> bool:
        return not self.is_satisfiable(source) or any(
            x == source and (r, role) in self.superroles and filler in self.subsumers[y] for x, r, y in self.links
        )


def plain(expression: ClassExpression) -> ClassExpression:
    """The expression with ∃r.{a} written in one way."""
    match expression:
        case ObjectHasValue(role, individual):
            return ObjectSomeValuesFrom(role, ObjectOneOf((individual,)))
        case ObjectIntersectionOf(operands):
            return ObjectIntersectionOf(tuple(map(plain, operands)))
        case ObjectSomeValuesFrom(role, filler):
            return ObjectSomeValuesFrom(role, plain(filler))
    return expression
