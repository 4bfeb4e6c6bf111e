"""A slow EL reasoner that is plainly right: completion rules over Python sets, straight from the axioms.

It shares no code with the reasoner under test: it works on class expressions themselves and applies every rule to
every pair until nothing changes (Baader, Brandt, Lutz 2005, "Pushing the EL Envelope", with ELK's treatment of ranges).
"""

from itertools import combinations, product

from entailed.owl.model import (
    OWL_NOTHING,
    OWL_THING,
    Class,
    ClassExpression,
    DisjointClasses,
    EquivalentClasses,
    ObjectIntersectionOf,
    ObjectPropertyChain,
    ObjectPropertyCharacteristic,
    ObjectPropertyDomain,
    ObjectPropertyRange,
    ObjectSomeValuesFrom,
    Ontology,
    SubClassOf,
    SubObjectPropertyOf,
)
from entailed.owl.signature import signature

TOP, BOTTOM = Class(OWL_THING), Class(OWL_NOTHING)


class ObviousReasoner:
    """`subsumers[C]` and `links` (C, role IRI, filler expression) for every class expression of the ontology."""

    def __init__(self, ontology: Ontology) -> None:
        self.classes = {TOP, BOTTOM, *signature(ontology).classes}
        roles = [p.iri for p in signature(ontology).object_properties]
        self.superroles = {(r, r) for r in roles}
        self.chains: set[tuple[str, str, str]] = set()
        self.reflexive: set[str] = set()
        domains: list[tuple[str, ClassExpression]] = []
        ranges: list[tuple[str, ClassExpression]] = []
        inclusions: list[tuple[ClassExpression, ClassExpression]] = []
        for axiom in ontology.axioms:
            match axiom:
                case SubClassOf(sub, sup):
                    inclusions.append((sub, sup))
                case EquivalentClasses(operands):
                    inclusions.extend(product(operands, operands))
                case DisjointClasses(operands):
                    inclusions.extend((ObjectIntersectionOf(pair), BOTTOM) for pair in combinations(operands, 2))
                case SubObjectPropertyOf(ObjectPropertyChain((first, second)), sup):
                    self.chains.add((first.iri, second.iri, sup.iri))
                case SubObjectPropertyOf(sub, sup):
                    self.superroles.add((sub.iri, sup.iri))
                case ObjectPropertyCharacteristic("TransitiveObjectProperty", role):
                    self.chains.add((role.iri, role.iri, role.iri))
                case ObjectPropertyCharacteristic("ReflexiveObjectProperty", role):
                    self.reflexive.add(role.iri)
                case ObjectPropertyDomain(role, domain):
                    domains.append((role.iri, domain))
                case ObjectPropertyRange(role, range_):
                    ranges.append((role.iri, range_))
        while True:
            more = {(a, d) for (a, b), (c, d) in product(self.superroles, repeat=2) if b == c} - self.superroles
            if not more:
                break
            self.superroles |= more
        self.ranges = {r: [e for s, e in ranges if (r, s) in self.superroles] for r in roles}
        self.inclusions = inclusions
        self.domains = domains
        self.subsumers: dict[ClassExpression, set[ClassExpression]] = {}
        self.told: dict[ClassExpression, set[ClassExpression]] = {}  # subsumers that an axiom states, not recognised
        self.links: set[tuple[ClassExpression, str, ClassExpression]] = set()
        self.known: set[ClassExpression] = set()  # expressions worth recognising
        for pair in inclusions:
            for expression in pair:
                self._note(expression)
        for _, expression in (*domains, *ranges):
            self._note(expression)
        for concept in self.classes:
            self._context(concept)
        while self._step():
            pass

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

    def _step(self) -> bool:
        before = (sum(map(len, self.subsumers.values())), len(self.links), len(self.subsumers))
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
        return before != (sum(map(len, self.subsumers.values())), len(self.links), len(self.subsumers))

    # ---- the outcome

    def is_unsatisfiable(self, concept: Class) -> bool:
        return BOTTOM in self.subsumers[concept]

    def subsumes(self, sup: Class, sub: Class) -> bool:
        return self.is_unsatisfiable(sub) or sup in self.subsumers[sub]

    def has_link(self, source: Class, role: str, filler: Class) -> bool:
        return self.is_unsatisfiable(source) or any(
            x == source and (r, role) in self.superroles and filler in self.subsumers[y] for x, r, y in self.links
        )
