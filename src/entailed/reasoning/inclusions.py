"""OWL axioms as concept inclusions over integers: the one place where OWL words become description-logic words.

A structural transformation in the manner of ELK's indexing (Kazakov, Krötzsch, Simančík 2014, "The Incredible ELK",
section 3). Every class expression becomes one numbered concept; what it says is split by the side on which it occurs:

- to the right of ⊑ it is *taken apart*: C ⊑ D ⊓ ∃r.E gives C ⊑ D and the link C → (r, E);
- to the left of ⊑ it is *recognised*: once its parts are derived for some context, so is the concept itself.

Beside EL+ this covers what is as cheap: union on the left, complement on the right, minimum cardinality one, negative
assertions. Individuals become nominals, opaque here; `existence` draws what follows where two of them meet. Any other
expression stays an opaque concept, so that it still matches itself, and is listed as `NotReasoned` with its axiom.
What is left out makes the outcome incomplete, never unsound.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from entailed.owl import model as owl
from entailed.owl.signature import signature
from entailed.reasoning.numbering import Level, Numbering
from entailed.reasoning.roles import inclusions_by_reflexivity, superroles

BOTTOM = 0
TOP = 1


class NotReasoned(NamedTuple):
    """A part of an axiom that the saturation does not take into account."""

    kind: str
    """The OWL construct, such as `ObjectAllValuesFrom`."""
    axiom: owl.Axiom


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptInclusions:
    """An ontology's logical content over numbered concepts and roles.

    Concepts are numbered ⊥, ⊤, the other class names, then nominals and complex concepts as they come up; roles are
    numbered property names first, then the ones made to split long chains.
    """

    classes: tuple[owl.Iri, ...]
    """Concept names by number; `classes[0]` is owl:Nothing and `classes[1]` owl:Thing."""
    nominals: dict[owl.Individual, int]
    """The concept {a} of each individual a that an axiom says something about."""
    roles: tuple[owl.Iri, ...]
    """Role names by number."""
    concept_count: int
    role_count: int
    subsumptions: list[tuple[int, int]]
    """C ⊑ D."""
    links: list[tuple[int, int, int]]
    """C ⊑ ∃r.D as (C, r, D)."""
    conjunctions: list[tuple[int, int, int]]
    """C ⊓ D ⊑ E as (C, D, E)."""
    existentials: list[tuple[int, int, int]]
    """∃r.C ⊑ D as (C, r, D)."""
    domains: list[tuple[int, int]]
    """∃r.⊤ ⊑ D as (r, D)."""
    disjointness: list[tuple[int, ...]]
    """Pairwise disjoint concepts; one that comes twice is empty."""
    somewhere: list[int]
    """Concepts ∃U.C over the universal role: true of everything as soon as they are true of something that exists."""
    role_inclusions: list[tuple[int, int]]
    """r ⊑ s."""
    role_chains: list[tuple[int, int, int]]
    """r ∘ s ⊑ t as (r, s, t)."""
    reflexive_roles: list[int]
    not_reasoned: tuple[NotReasoned, ...]

    @property
    def seeds(self) -> list[int]:
        """The concepts whose subsumers are wanted: ⊤, class names and nominals."""
        return [*range(TOP, len(self.classes)), *self.nominals.values()]


def translate(ontology: owl.Ontology) -> ConceptInclusions:
    """Turn the logical axioms of an ontology into concept and role inclusions."""
    translation = _Translation(ontology)
    for axiom in ontology.logical_axioms():
        translation.add(axiom)
    return translation.result()


class _Translation:
    def __init__(self, ontology: owl.Ontology) -> None:
        names = signature(ontology)
        builtin = (owl.OWL_NOTHING, owl.OWL_THING)
        self.classes = [*builtin, *(c.iri for c in names.classes if c.iri not in builtin)]
        self._numbering = Numbering(self.classes)
        self.roles = [p.iri for p in names.object_properties]
        self.role_count = len(self.roles)
        self.subsumptions: list[tuple[int, int]] = []
        self.links: list[tuple[int, int, int]] = []
        self.conjunctions: list[tuple[int, int, int]] = []
        self.existentials: list[tuple[int, int, int]] = []
        self.domains: list[tuple[int, int]] = []
        self.ranges: dict[int, dict[int, owl.Axiom]] = {}
        self.disjointness: list[tuple[int, ...]] = []
        self.somewhere: list[int] = []
        self.role_inclusions: list[tuple[int, int]] = []
        self.role_chains: list[tuple[int, int, int]] = []
        self.reflexive_roles: list[int] = []
        self.not_reasoned: list[NotReasoned] = []
        self._axiom: owl.Axiom
        self._role_of = {iri: number for number, iri in enumerate(self.roles)}
        self._range_of: dict[int, int] = {}
        self._pair_of: dict[tuple[int, int], int] = {}
        self._split_role_of: dict[tuple[int, int], int] = {}

    def result(self) -> ConceptInclusions:
        self._place_universal_and_empty_role()
        implied = inclusions_by_reflexivity(
            self.role_count, self.role_inclusions, self.role_chains, self.reflexive_roles
        )
        self.role_inclusions.extend(implied)
        links = self._narrowed_to_ranges()
        return ConceptInclusions(
            classes=tuple(self.classes),
            nominals=self._numbering.nominals,
            roles=tuple(self.roles),
            concept_count=self._numbering.count,
            role_count=self.role_count,
            subsumptions=self.subsumptions,
            links=links,
            conjunctions=self.conjunctions,
            existentials=self.existentials,
            domains=self.domains,
            disjointness=self.disjointness,
            somewhere=self.somewhere,
            role_inclusions=self.role_inclusions,
            role_chains=self.role_chains,
            reflexive_roles=list(dict.fromkeys(self.reflexive_roles)),
            not_reasoned=tuple(self.not_reasoned),
        )

    # ---- axioms

    def add(self, axiom: owl.Axiom) -> None:
        self._axiom = axiom
        match axiom:
            case owl.SubClassOf(sub, sup):
                self._state(self._recognised(sub), sup)
            case owl.EquivalentClasses(operands):
                # A ring of inclusions is enough, and linear in the number of operands. A class and its definition are
                # told both ways, so that they are saturated as one concept.
                concepts = [self._recognised(operand) for operand in operands]
                self.subsumptions.extend(zip(concepts, [*concepts[1:], concepts[0]], strict=True))
                for concept in concepts:
                    self._take_apart(concept, concept)
            case owl.DisjointClasses(operands):
                self.disjointness.append(tuple(map(self._recognised, operands)))
            case owl.DisjointUnion(union, operands):
                concepts = [self._recognised(operand) for operand in operands]
                self.disjointness.append(tuple(concepts))
                self.subsumptions.extend((concept, self._numbering.concept(union)) for concept in concepts)
                self._leave_out("DisjointUnion (its covering half)")
            case owl.ClassAssertion(type, individual):
                self._state(self._numbering.nominal(individual), type)
            case owl.SameIndividual(individuals):
                nominals = [self._numbering.nominal(i) for i in individuals]
                self.subsumptions.extend(zip(nominals, [*nominals[1:], nominals[0]], strict=True))
            case owl.DifferentIndividuals(individuals):
                self.disjointness.append(tuple(self._numbering.nominal(i) for i in individuals))
            case _:
                self._add_role_axiom(axiom)

    def _add_role_axiom(self, axiom: owl.Axiom) -> None:
        named = owl.ObjectProperty
        match axiom:
            case owl.SubObjectPropertyOf(_, owl.ObjectProperty(owl.OWL_TOP_OBJECT_PROPERTY)):
                pass  # true of every property
            case owl.SubObjectPropertyOf(owl.ObjectPropertyChain(properties), owl.ObjectProperty() as sup) if all(
                isinstance(p, named) for p in properties
            ):
                self._add_chain([self._role(p) for p in properties if isinstance(p, named)], self._role(sup))
            case owl.SubObjectPropertyOf(owl.ObjectProperty() as sub, owl.ObjectProperty() as sup):
                self.role_inclusions.append((self._role(sub), self._role(sup)))
            case owl.EquivalentObjectProperties(operands) if all(isinstance(p, named) for p in operands):
                roles = [self._role(p) for p in operands if isinstance(p, named)]
                self.role_inclusions.extend(zip(roles, [*roles[1:], roles[0]], strict=True))
            case owl.ObjectPropertyDomain(owl.ObjectProperty() as property, domain):
                having = self._numbering.fresh()
                self.domains.append((self._role(property), having))
                self._state(having, domain)
            case owl.ObjectPropertyRange(owl.ObjectProperty() as property, range):
                self.ranges.setdefault(self._role(property), {})[self._range(range)] = axiom
            case owl.ObjectPropertyCharacteristic("TransitiveObjectProperty", owl.ObjectProperty() as property):
                role = self._role(property)
                self.role_chains.append((role, role, role))
            case owl.ObjectPropertyCharacteristic("ReflexiveObjectProperty", owl.ObjectProperty() as property):
                self.reflexive_roles.append(self._role(property))
            case owl.ObjectPropertyAssertion(owl.ObjectProperty() as property, source, target, negative):
                link = self._numbering.nominal(source), self._role(property), self._numbering.nominal(target)
                if negative:
                    related = self._numbering.fresh()
                    self._recognise_link(link[1], link[2], related)
                    self.conjunctions.append((link[0], related, BOTTOM))
                else:
                    self.links.append(link)
            case owl.ObjectPropertyCharacteristic(kind) | owl.DataPropertyAxiom(kind):
                self._leave_out(kind)
            case _:
                self._leave_out(type(axiom).__name__)

    def _leave_out(self, kind: str) -> None:
        self.not_reasoned.append(NotReasoned(kind, self._axiom))

    def _add_chain(self, chain: Sequence[int], target: int) -> None:
        left = chain[0]
        for right in chain[1:-1]:
            split = self._split_role_of.get((left, right))
            if split is None:
                split = self._split_role_of[left, right] = self.role_count
                self.role_count += 1
                self.role_chains.append((left, right, split))
            left = split
        self.role_chains.append((left, chain[-1], target))

    # ---- the two sides of ⊑: agendas and not recursion, because expressions may be nested deeply

    def _state(self, concept: int, sup: owl.ClassExpression) -> None:
        """Add everything that `concept` ⊑ `sup` says."""
        if isinstance(sup, owl.Class):
            self.subsumptions.append((concept, self._numbering.concept(sup)))
        else:
            for sub, part in self._outermost(concept, self._numbering.level(sup)):
                self._take_apart(sub, part)

    def _take_apart(self, sub: int, sup: int) -> None:
        """Add everything that one concept ⊑ another says, or what an expression says by itself where both are that."""
        agenda = [(sub, sup)]
        while agenda:
            sub, sup = agenda.pop()
            level = self._numbering.level_of(sup)
            if level is not None:
                agenda.extend(self._outermost(sub, level))
            elif sub != sup:
                self.subsumptions.append((sub, sup))

    def _outermost(self, concept: int, sup: Level) -> Iterable[tuple[int, int]]:
        """Add what the outermost level of `concept` ⊑ `sup` says; return the inclusions that it leaves to be stated."""
        match sup:
            case (owl.ObjectSomeValuesFrom, owl.ObjectProperty() as property, filler):
                return self._link(concept, property, filler)
            case (owl.ObjectIntersectionOf, *operands):
                return [(concept, operand) for operand in operands]
            case (owl.ObjectOneOf, owl.ObjectOneOf((individual,))):
                self.subsumptions.append((concept, self._numbering.nominal(individual)))
            case (owl.ObjectMinCardinality, 1, owl.ObjectProperty() as property, filler):
                return self._link(concept, property, filler)
            case (
                owl.ObjectMinCardinality | owl.ObjectExactCardinality,
                n,
                owl.ObjectProperty() as property,
                filler,
            ) if n > 0:
                self._keep_opaque(concept, sup)
                return self._link(concept, property, filler)
            case (owl.ObjectHasValue, owl.ObjectHasValue(owl.ObjectProperty() as property, individual)):
                self.links.append((concept, self._role(property), self._numbering.nominal(individual)))
            case (owl.ObjectComplementOf, operand):
                self._recognise(operand)
                self.conjunctions.append((concept, operand, BOTTOM))
                self.subsumptions.append((concept, self._numbering.numbered(sup)))
            case _:
                self._keep_opaque(concept, sup)
        return ()

    def _link(self, concept: int, property: owl.ObjectProperty, filler: int) -> Iterable[tuple[int, int]]:
        self.links.append((concept, self._role(property), filler))
        return ((filler, filler),)

    def _keep_opaque(self, concept: int, sup: Level) -> None:
        self.subsumptions.append((concept, self._numbering.numbered(sup)))
        self._leave_out(sup[0].__name__)

    def _recognised(self, sub: owl.ClassExpression) -> int:
        """See to it that `sub` is derived for every context for which its parts are; return its number."""
        concept = self._numbering.concept(sub)
        self._recognise(concept)
        return concept

    def _recognise(self, concept: int) -> None:
        agenda = [concept]
        while agenda:
            concept = agenda.pop()
            level = self._numbering.level_of(concept)
            if level is not None:
                agenda.extend(self._watch(concept, level))

    def _watch(self, concept: int, sub: Level) -> Iterable[int]:
        """Have a concept derived from the parts of its expression; return the parts that are to be recognised too."""
        match sub:
            case (owl.ObjectSomeValuesFrom, owl.ObjectProperty() as property, filler) | (
                owl.ObjectMinCardinality,
                1,
                owl.ObjectProperty() as property,
                filler,
            ):
                self._recognise_link(self._role(property), filler, concept)
                return (filler,)
            case (owl.ObjectIntersectionOf, *operands):
                self._conjoin(operands, concept)
                return operands
            case (owl.ObjectUnionOf, *operands):
                self.subsumptions.extend((operand, concept) for operand in operands)
                return operands
            case (owl.ObjectOneOf, owl.ObjectOneOf((individual,))):
                self._numbering.nominal(individual)
            case (owl.ObjectOneOf, owl.ObjectOneOf(individuals)):
                self.subsumptions.extend((self._numbering.nominal(i), concept) for i in individuals)
            case (owl.ObjectHasValue, owl.ObjectHasValue(owl.ObjectProperty() as property, individual)):
                self._recognise_link(self._role(property), self._numbering.nominal(individual), concept)
            case (owl.ObjectMinCardinality, 0, *_):
                self.subsumptions.append((TOP, concept))
            case _:
                self._leave_out(sub[0].__name__)
        return ()

    def _recognise_link(self, role: int, filler: int, concept: int) -> None:
        if self.roles[role] == owl.OWL_TOP_OBJECT_PROPERTY:
            # Handed on along every link, so that the universal role itself need not be composed.
            self.subsumptions.append((filler, concept))
            self.existentials.append((concept, role, concept))
            self.somewhere.append(concept)
        elif filler == TOP:
            self.domains.append((role, concept))
        else:
            self.existentials.append((filler, role, concept))

    def _conjoin(self, concepts: Iterable[int], conjunction: int) -> None:
        left, *rest = dict.fromkeys(concepts)
        if not rest:
            self.subsumptions.append((left, conjunction))
            return
        for right in rest[:-1]:
            pair = self._pair_of.get((left, right))
            if pair is None:
                pair = self._pair_of[left, right] = self._numbering.fresh()
                self.conjunctions.append((left, right, pair))
            left = pair
        self.conjunctions.append((left, rest[-1], conjunction))

    # ---- roles

    def _role(self, property: owl.ObjectProperty) -> int:
        role = self._role_of[property.iri]
        if property.iri == owl.OWL_TOP_OBJECT_PROPERTY:
            self.reflexive_roles.append(role)
            self._leave_out("owl:topObjectProperty (in part)")
        return role

    def _place_universal_and_empty_role(self) -> None:
        top = self._role_of.get(owl.OWL_TOP_OBJECT_PROPERTY)
        if top is not None:
            self.role_inclusions.extend((role, top) for role in range(self.role_count))
        bottom = self._role_of.get(owl.OWL_BOTTOM_OBJECT_PROPERTY)
        if bottom is not None:
            self.role_inclusions.extend((bottom, role) for role in range(self.role_count))
            self.domains.append((bottom, BOTTOM))

    def _range(self, range: owl.ClassExpression) -> int:
        expression = self._numbering.concept(range)
        if expression not in self._range_of:
            self._range_of[expression] = self._numbering.fresh()
            self._state(self._range_of[expression], range)
        return self._range_of[expression]

    def _narrowed_to_ranges(self) -> list[tuple[int, int, int]]:
        """The links, with C ⊑ ∃r.D narrowed to C ⊑ ∃r.(D ⊓ E) where E is a range of r.

        Ranges act on told links and not on derived ones, as in ELK: complete where no chain ends in a role without
        the ranges of what the chain implies, which OWL 2 EL demands. Ranges that break this are listed.
        """
        if not self.ranges:
            return self.links
        above = superroles(self.role_count, self.role_inclusions)
        ranges_of = [
            {e: axiom for r in above[role] for e, axiom in self.ranges.get(r, {}).items()}
            for role in range(self.role_count)
        ]
        for _, right, target in self.role_chains:
            for e in ranges_of[target].keys() - ranges_of[right].keys():
                self.not_reasoned.append(
                    NotReasoned("ObjectPropertyRange (at the end of a chain)", ranges_of[target][e])
                )
        # What a reflexive role relates to itself lies in the role's ranges: everything does.
        self.subsumptions.extend((TOP, e) for role in self.reflexive_roles for e in ranges_of[role])
        narrowed: dict[tuple[int, tuple[int, ...]], int] = {}
        links = []
        for source, role, target in self.links:
            ranges = tuple(ranges_of[role])
            if ranges:
                key = (target, ranges)
                if key not in narrowed:
                    narrowed[key] = self._numbering.fresh()
                    self.subsumptions.extend((narrowed[key], sup) for sup in (target, *ranges))
                target = narrowed[key]
            links.append((source, role, target))
        return links
