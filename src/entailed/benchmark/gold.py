"""Gold answers: a reasoner for EL+ in plain Python that shares no code with the one under test.

Consequence-based, after the completion rules of Baader, Brandt and Lutz (2005), "Pushing the EL Envelope", with ranges
as ELK treats them: a context for every class and every filler, to which subsumers and links are added until nothing
new follows. Beside EL+ it takes what labels depend on in published ontologies: reflexive relations, union on the left
of ⊑, complement on the right, and individuals as classes of which only assertions say something.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from functools import cached_property

from entailed.benchmark.gold_roles import Roles
from entailed.errors import InconsistentOntologyError
from entailed.owl import Axiom, ClassExpression, Iri, Ontology
from entailed.owl import model as owl
from entailed.owl.collection import collection_paused
from entailed.owl.signature import signature

_TOP, _BOTTOM = owl.Class(owl.OWL_THING), owl.Class(owl.OWL_NOTHING)


class GoldReasoner:
    """An ontology saturated when made. Answers are sets of IRIs, of satisfiable classes other than owl:Thing."""

    def __init__(self, ontology: Ontology, groups: Collection[Iri] = ()) -> None:
        """Saturate.

        Args:
            ontology: Told axioms.
            groups: Grouping relations, such as SNOMED CT's role group: A has ∃r.B also where A ⊑ ∃g.∃r.B.

        Raises:
            InconsistentOntologyError: An individual, or owl:Thing, is empty.
        """
        self._groups = groups
        self._roles = Roles(ontology.logical_axioms())
        self.not_reasoned = Counter(self._roles.not_reasoned)
        """What was left out, by the OWL construct."""
        self._number_of: dict[ClassExpression, int] = {}
        self._told: defaultdict[int, list[int]] = defaultdict(list)
        self._conjunctions: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._existentials: defaultdict[int, list[tuple[Iri, int]]] = defaultdict(list)
        self._wider: defaultdict[int, list[int]] = defaultdict(list)
        self._disjoint: defaultdict[int, list[frozenset[int]]] = defaultdict(list)
        self._parts: list[ClassExpression] = []
        self._apart: dict[int, tuple[Iri | None, tuple[int, ...]]] = {}
        self._recognised: set[int] = set()
        self._subsumers: list[set[int] | None] = []
        self._taken_apart: defaultdict[int, set[int]] = defaultdict(set)
        self._successors: defaultdict[int, defaultdict[Iri, set[int]]] = defaultdict(lambda: defaultdict(set))
        self._predecessors: defaultdict[int, defaultdict[Iri, set[int]]] = defaultdict(lambda: defaultdict(set))
        self._agenda: list[tuple[int, Iri | None, int, bool]] = []
        self._bottom, self._top = self._number(_BOTTOM), self._number(_TOP)
        with collection_paused():
            self._classes = {c.iri: self._number(c) for c in signature(ontology).classes if c not in (_TOP, _BOTTOM)}
            self._names = {number: iri for iri, number in self._classes.items()}
            for axiom in ontology.logical_axioms():
                self._tell(axiom)
            individuals = [number for number, part in enumerate(self._parts) if isinstance(part, owl.ObjectOneOf)]
            for number in (self._top, *self._classes.values(), *individuals):
                self._context(number)
            self._saturate()
        if any(self._bottom in self._above(number) for number in (self._top, *individuals)):
            raise InconsistentOntologyError("the axioms contradict each other, so that nothing can be asked of them.")

    # ---- axioms

    def _tell(self, axiom: Axiom) -> None:
        match axiom:
            case owl.SubClassOf(sub, sup):
                self._include(sub, sup)
            case owl.EquivalentClasses(operands):
                for sub, sup in zip(operands, (*operands[1:], operands[0]), strict=True):
                    self._include(sub, sup)
            case owl.DisjointClasses(operands):
                self._exclude(operands)
            case owl.DisjointUnion(union, operands):
                for operand in operands:
                    self._include(operand, union)
                self._exclude(operands)
                self.not_reasoned["DisjointUnion (its covering half)"] += 1
            case owl.ClassAssertion(type, individual):
                self._include(owl.ObjectOneOf((individual,)), type)
            case owl.ObjectPropertyAssertion(owl.ObjectProperty() as property, source, target, False):
                self._include(owl.ObjectOneOf((source,)), owl.ObjectHasValue(property, target))
            case owl.SameIndividual(individuals):
                for first, second in zip(individuals, (*individuals[1:], individuals[0]), strict=True):
                    self._include(owl.ObjectOneOf((first,)), owl.ObjectOneOf((second,)))
            case owl.DifferentIndividuals(individuals):
                self._exclude([owl.ObjectOneOf((individual,)) for individual in individuals])

    def _include(self, sub: ClassExpression, sup: ClassExpression) -> None:
        self._told[self._recognise(sub)].append(self._state(sup))

    def _exclude(self, operands: Iterable[ClassExpression]) -> None:
        members = frozenset(map(self._recognise, operands))
        for member in members:
            self._disjoint[member].append(members)

    def _number(self, expression: ClassExpression) -> int:
        expression = _plain(expression)
        if expression not in self._number_of:
            self._number_of[expression] = len(self._parts)
            self._parts.append(expression)
            self._subsumers.append(None)
        return self._number_of[expression]

    def _state(self, expression: ClassExpression) -> int:
        """Have an expression ready to be taken apart where it is told; its number."""
        number = self._number(expression)
        if number in self._apart:
            return number
        match self._parts[number]:
            case owl.Class() | owl.ObjectOneOf((_,)):
                pass
            case owl.ObjectIntersectionOf(operands):
                self._apart[number] = (None, ())  # while its parts are stated: a range may lead back here
                self._apart[number] = (None, tuple(map(self._state, operands)))
            case owl.ObjectSomeValuesFrom(owl.ObjectProperty(role), filler):
                self._apart[number] = (None, ())
                ranges = self._roles.ranges(role)
                target = owl.ObjectIntersectionOf((filler, *ranges)) if ranges else filler
                self._apart[number] = (role, (self._state(target),))
            case owl.ObjectComplementOf(operand):
                self._conjoin([self._recognise(operand), number], self._bottom)
            case opaque:
                self.not_reasoned[type(opaque).__name__] += 1
        return number

    def _recognise(self, expression: ClassExpression) -> int:
        """Have an expression derived wherever its parts are; its number."""
        number = self._number(expression)
        if number in self._recognised:
            return number
        self._recognised.add(number)
        match self._parts[number]:
            case owl.Class() | owl.ObjectOneOf((_,)):
                pass
            case owl.ObjectIntersectionOf(operands):
                self._conjoin(list(dict.fromkeys(map(self._recognise, operands))), number)
            case owl.ObjectSomeValuesFrom(owl.ObjectProperty(role), filler):
                self._existentials[self._recognise(filler)].append((role, number))
            case owl.ObjectUnionOf(operands):
                for operand in operands:
                    self._wider[self._recognise(operand)].append(number)
            case opaque:
                self.not_reasoned[type(opaque).__name__] += 1
        return number

    def _conjoin(self, parts: list[int], conjunction: int) -> None:
        """Have a conjunction derived where all its parts are; pair by pair, with expressions of the first ones."""
        left, *others = parts
        for right in others[:-1]:
            both = self._number(owl.ObjectIntersectionOf((self._parts[left], self._parts[right])))
            self._conjoin([left, right], both)
            left = both
        if not others:
            self._wider[left].append(conjunction)
        else:
            self._conjunctions[left][others[-1]].append(conjunction)
            self._conjunctions[others[-1]][left].append(conjunction)

    # ---- saturation

    def _context(self, number: int) -> set[int]:
        subsumers = self._subsumers[number]
        if subsumers is None:
            subsumers = self._subsumers[number] = set()
            self._agenda += [(number, None, number, True), (number, None, self._top, True)]
            for role in self._roles.reflexive:
                self._agenda.append((number, role, number, False))
                self._agenda += [(number, None, self._state(range), True) for range in self._roles.ranges(role)]
        return subsumers

    def _above(self, number: int) -> set[int]:
        return self._subsumers[number] or set()

    def _saturate(self) -> None:
        while self._agenda:
            context, role, number, told = self._agenda.pop()
            if role is not None:
                self._link(context, role, number)
            else:
                if told and number in self._apart and number not in self._taken_apart[context]:
                    self._take_apart(context, number)
                self._subsume(context, number)

    def _take_apart(self, context: int, number: int) -> None:
        """What an axiom says of a context is so, part by part."""
        role, parts = self._apart[number]
        self._agenda += [(context, role, part, True) for part in parts]
        self._taken_apart[context].add(number)

    def _subsume(self, context: int, number: int) -> None:
        subsumers = self._context(context)
        if number in subsumers:
            return
        subsumers.add(number)
        self._agenda += [(context, None, told, True) for told in self._told.get(number, ())]
        self._agenda += [(context, None, wider, False) for wider in self._wider.get(number, ())]
        if number in self._conjunctions:
            conjunctions = self._conjunctions[number]
            for other in subsumers & conjunctions.keys():
                self._agenda += [(context, None, conjunction, False) for conjunction in conjunctions[other]]
        if any(len(members & subsumers) > 1 for members in self._disjoint.get(number, ())):
            self._agenda.append((context, None, self._bottom, False))
        if number in self._existentials or number == self._bottom:
            for role, sources in self._predecessors[context].items():
                for derived in self._derived_by(role, number):
                    self._agenda += [(source, None, derived, False) for source in sources]

    def _link(self, source: int, role: Iri, target: int) -> None:
        if source in self._predecessors[target][role]:
            return
        self._predecessors[target][role].add(source)
        self._successors[source][role].add(target)
        subsumers = self._context(target)
        self._agenda += [(source, None, self._state(domain), True) for domain in self._roles.domains(role)]
        for number in subsumers & self._of_fillers:
            self._agenda += [(source, None, derived, False) for derived in self._derived_by(role, number)]
        for before, sources in self._predecessors[source].items():
            for composed in self._roles.compositions(before, role):
                self._agenda += [(first, composed, target, False) for first in sources]
        for behind, targets in self._successors[target].items():
            for composed in self._roles.compositions(role, behind):
                self._agenda += [(source, composed, last, False) for last in targets]

    @cached_property
    def _of_fillers(self) -> frozenset[int]:
        return frozenset((*self._existentials, self._bottom))

    def _derived_by(self, role: Iri, number: int) -> list[int]:
        """What holds of whatever has a link by the role to something that is subsumed by a number."""
        superroles = self._roles.superroles(role)
        derived = [existential for sup, existential in self._existentials.get(number, ()) if sup in superroles]
        return [*derived, number] if number == self._bottom else derived

    # ---- answers

    @cached_property
    def classes(self) -> tuple[Iri, ...]:
        """All satisfiable ones, sorted."""
        return tuple(sorted(self._classes.keys() - self.unsatisfiable))

    @cached_property
    def unsatisfiable(self) -> frozenset[Iri]:
        """The classes that can have no instance, without owl:Nothing."""
        return frozenset(iri for iri, number in self._classes.items() if self._bottom in self._above(number))

    def superclasses(self, iri: Iri) -> frozenset[Iri]:
        """Itself and everything above it, without owl:Thing; none of an unsatisfiable class."""
        above = self._above(self._classes[iri])
        return frozenset() if self._bottom in above else frozenset(self._names[n] for n in above if n in self._names)

    def subclasses(self, iri: Iri) -> frozenset[Iri]:
        """Itself and everything below it."""
        return self._named(self._below.get(self._classes[iri], ()))

    def having(self, relation: Iri, filler: Iri) -> frozenset[Iri]:
        """The classes A with A ⊑ ∃r.B, also within a group."""
        found = self._sources(relation, self._below.get(self._classes[filler], ()))
        grouped = (self._sources(group, found) for group in self._groups)
        return self._named(found.union(*grouped))

    def entails(self, subject: Iri, relation: Iri, filler: Iri) -> bool:
        """Whether A ⊑ ∃r.B, also within a group; False of an unsatisfiable A."""
        return subject not in self.unsatisfiable and self._has(self._classes[subject], relation, filler)

    def implies(self, first: tuple[Iri, Iri], second: tuple[Iri, Iri]) -> bool:
        """Whether ∃r.B ⊑ ∃s.C, each given as a relation and a filler."""
        context = self._state(owl.ObjectSomeValuesFrom(owl.ObjectProperty(first[0]), owl.Class(first[1])))
        self._context(context)
        self._saturate()
        return self._has(context, *second)

    def _has(self, context: int, relation: Iri, filler: Iri) -> bool:
        wanted, groups = self._classes[filler], set(self._groups)
        for role, targets in self._successors[context].items():
            superroles = self._roles.superroles(role)
            if relation in superroles and any(wanted in self._above(target) for target in targets):
                return True
            if groups & superroles and any(self._has(target, relation, filler) for target in targets):
                return True
        return False

    @cached_property
    def _below(self) -> dict[int, list[int]]:
        """By class, the contexts it subsumes."""
        below: defaultdict[int, list[int]] = defaultdict(list)
        for context, subsumers in enumerate(self._subsumers):
            for number in subsumers or ():
                if number in self._names:
                    below[number].append(context)
        return dict(below)

    def _sources(self, relation: Iri, targets: Iterable[int]) -> set[int]:
        found: set[int] = set()
        for target in targets:
            for role, sources in self._predecessors.get(target, {}).items():
                if relation in self._roles.superroles(role):
                    found |= sources
        return found

    def _named(self, contexts: Iterable[int]) -> frozenset[Iri]:
        satisfiable = (n for n in contexts if n in self._names and self._bottom not in self._above(n))
        return frozenset(self._names[n] for n in satisfiable)


def _plain(expression: ClassExpression) -> ClassExpression:
    """∃r.{a} and ≥1 r.B, written as existential restrictions."""
    match expression:
        case owl.ObjectHasValue(property, individual):
            return owl.ObjectSomeValuesFrom(property, owl.ObjectOneOf((individual,)))
        case owl.ObjectMinCardinality(1, property, filler):
            return owl.ObjectSomeValuesFrom(property, filler)
    return expression
