"""What axioms say of relations, for the gold reasoner."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, partial

from entailed.owl import Axiom, ClassExpression, Iri
from entailed.owl import model as owl


class Roles:
    """Hierarchy, compositions, reflexivity, domains and ranges; roles by IRI."""

    def __init__(self, axioms: Iterable[Axiom]) -> None:
        self.reflexive: dict[Iri, None] = {}
        self.not_reasoned: Counter[str] = Counter()
        self._told_domains: defaultdict[Iri, list[ClassExpression]] = defaultdict(list)
        self._told_ranges: defaultdict[Iri, list[ClassExpression]] = defaultdict(list)
        self._direct: defaultdict[Iri, list[Iri]] = defaultdict(list)
        self._chains: defaultdict[tuple[Iri, Iri], dict[Iri, None]] = defaultdict(dict)
        for axiom in axioms:
            self._tell(axiom)
        self.superroles = cache(self._superroles)
        """Of a role, the roles that include it, itself among them."""
        self.compositions = cache(self._compositions)
        """Of two roles r and s, the roles t with r ∘ s ⊑ t."""
        self.domains = cache(partial(self._inherited, self._told_domains))
        """Of a role, what has it is."""
        self.ranges = cache(partial(self._inherited, self._told_ranges))
        """Of a role, what it points to is."""

    def _tell(self, axiom: Axiom) -> None:
        named = owl.ObjectProperty
        match axiom:
            case owl.SubObjectPropertyOf(owl.ObjectProperty(sub), owl.ObjectProperty(sup)):
                self._direct[sub].append(sup)
            case owl.SubObjectPropertyOf(owl.ObjectPropertyChain(properties), owl.ObjectProperty(sup)) if all(
                isinstance(property, named) for property in properties
            ):
                self._tell_chain([property.iri for property in properties if isinstance(property, named)], sup)
            case owl.EquivalentObjectProperties(operands) if all(isinstance(operand, named) for operand in operands):
                iris = [operand.iri for operand in operands if isinstance(operand, named)]
                for sub, sup in zip(iris, (*iris[1:], iris[0]), strict=True):
                    self._direct[sub].append(sup)
            case owl.ObjectPropertyCharacteristic("TransitiveObjectProperty", owl.ObjectProperty(iri)):
                self._tell_chain([iri, iri], iri)
            case owl.ObjectPropertyCharacteristic("ReflexiveObjectProperty", owl.ObjectProperty(iri)):
                self.reflexive[iri] = None
            case owl.ObjectPropertyDomain(owl.ObjectProperty(iri), domain):
                self._told_domains[iri].append(domain)
            case owl.ObjectPropertyRange(owl.ObjectProperty(iri), range):
                self._told_ranges[iri].append(range)
            case owl.ObjectPropertyCharacteristic(kind):
                self.not_reasoned[kind] += 1
            case (
                owl.SubObjectPropertyOf()
                | owl.EquivalentObjectProperties()
                | owl.DisjointObjectProperties()
                | owl.InverseObjectProperties()
                | owl.ObjectPropertyDomain()
                | owl.ObjectPropertyRange()
            ):
                self.not_reasoned[type(axiom).__name__] += 1

    def _tell_chain(self, roles: list[Iri], target: Iri) -> None:
        """A long chain goes by roles that stand for its beginnings: `r∘s`."""
        left = roles[0]
        for right in roles[1:-1]:
            beginning = f"{left}∘{right}"
            self._chains[left, right][beginning] = None
            left = beginning
        self._chains[left, roles[-1]][target] = None

    def _superroles(self, role: Iri) -> frozenset[Iri]:
        reached, agenda = {role}, [role]
        while agenda:
            new = set(self._direct.get(agenda.pop(), ())) - reached
            reached |= new
            agenda += new
        return frozenset(reached)

    def _compositions(self, first: Iri, second: Iri) -> tuple[Iri, ...]:
        pairs = ((left, right) for left in self.superroles(first) for right in self.superroles(second))
        return tuple(sorted({target for pair in pairs for target in self._chains.get(pair, ())}))

    def _inherited(self, told: Mapping[Iri, list[ClassExpression]], role: Iri) -> tuple[ClassExpression, ...]:
        return tuple(expression for sup in sorted(self.superroles(role)) for expression in told.get(sup, ()))
