"""A schema as OWL 2: each axiom with the declaration it stands for, in the schema's own words.

Only types and relations: values are decided by `data_checks`, and `owl_export` adds them for an export. Two
things are not said as an ontology would say them: a reflexive relation relates the entities of its source to
themselves, and not everything there is; and types share no entities unless the schema says that they may.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeAlias

from entailed.oak.schema.faults import Declaration, quoted
from entailed.oak.schema.model import Characteristic, Relation, Restriction, Schema
from entailed.oak.schema.relation_checks import composite_relations
from entailed.owl import model as owl
from entailed.owl.signature import entities

_Pairs: TypeAlias = Iterator[tuple[owl.Axiom, Declaration]]

_CHARACTERISTICS = {
    Characteristic.FUNCTIONAL: ("FunctionalObjectProperty", "a source has one target at most"),
    Characteristic.INVERSE_FUNCTIONAL: ("InverseFunctionalObjectProperty", "a target has one source at most"),
    Characteristic.TRANSITIVE: ("TransitiveObjectProperty", "it holds through chains of itself"),
    Characteristic.SYMMETRIC: ("SymmetricObjectProperty", "it holds both ways"),
    Characteristic.ASYMMETRIC: ("AsymmetricObjectProperty", "it never holds both ways"),
    Characteristic.IRREFLEXIVE: ("IrreflexiveObjectProperty", "it relates no entity to itself"),
}
"""Their axioms, and what they say. The reflexive one is encoded in another way."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names of a schema as OWL entities."""

    schema_name: str

    @property
    def iri(self) -> owl.Iri:
        """Of the schema itself."""
        return f"urn:entailed:schema:{self.schema_name}"

    def type(self, name: str) -> owl.Class:
        """An entity type."""
        return owl.Class(f"{self.iri}:type:{name}")

    def relation(self, name: str) -> owl.ObjectProperty:
        """A relation."""
        return owl.ObjectProperty(f"{self.iri}:relation:{name}")

    def property(self, name: str) -> owl.DataProperty:
        """A property, on whichever types."""
        return owl.DataProperty(f"{self.iri}:property:{name}")

    @staticmethod
    def name(entity: owl.Class) -> str:
        """The name that an entity of the schema stands for."""
        return entity.iri.rpartition(":")[2]


@dataclass(frozen=True, slots=True)
class Encoding:
    """What a schema says of types and relations, in OWL."""

    axioms: Mapping[owl.Axiom, Declaration]

    def declarations(self, axioms: Sequence[owl.Axiom]) -> tuple[Declaration, ...]:
        """What the axioms among these that are the schema's stand for, each declaration once."""
        stated = [axiom for axiom in axioms if axiom in self.axioms]
        return tuple(dict.fromkeys(self._declaration(axiom, axioms) for axiom in stated))

    def _declaration(self, axiom: owl.Axiom, axioms: Sequence[owl.Axiom]) -> Declaration:
        """Of a disjointness, what it says of the types that the other axioms are about: the rest is of no matter."""
        declared = self.axioms[axiom]
        if isinstance(axiom, owl.DisjointClasses):
            mentioned = set(entities(tuple(other for other in axioms if other != axiom)))
            names = [Vocabulary.name(c) for c in axiom.operands if isinstance(c, owl.Class) and c in mentioned]
            return Declaration(text=f"{quoted(names or ['types'])} {declared.text}", at=declared.at)
        return declared


def encode(schema: Schema) -> Encoding:
    """Encode the types and relations of a schema that `allows_encoding`."""
    encoder = _Encoder(schema)
    axioms: dict[owl.Axiom, Declaration] = {}
    for part in (encoder.types(), encoder.disjointness(), encoder.relations(), encoder.restrictions()):
        for axiom, declaration in part:
            axioms.setdefault(axiom, declaration)
    return Encoding(axioms)


class _Encoder:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._words = Vocabulary(schema.name)
        self._composite = composite_relations(schema)

    # ---- types

    def types(self) -> _Pairs:
        for name, type_ in self._schema.entity_types.items():
            for position, above in enumerate(type_.is_a):
                declared = Declaration(
                    text=f"`{name}` is a subtype of `{above}`", at=("entity_types", name, "is_a", position)
                )
                yield owl.SubClassOf(self._words.type(name), self._words.type(above)), declared

    def disjointness(self) -> _Pairs:
        for position, group in enumerate(self._schema.disjoint):
            declared = Declaration(text="share no entities, as `disjoint` says", at=("disjoint", position))
            yield owl.DisjointClasses(tuple(map(self._words.type, group))), declared
        for names in disjoint_by_default(self._schema):
            text = (
                "share no entities, as neither is a subtype of the other and `overlapping` does not name them together"
            )
            yield owl.DisjointClasses(tuple(map(self._words.type, names))), Declaration(text=text, at=())

    # ---- relations

    def relations(self) -> _Pairs:
        for name, relation in self._schema.relations.items():
            role, at = self._words.relation(name), ("relations", name)
            source, target = self._words.type(relation.source), self._words.type(relation.target)
            leaves = Declaration(text=f"`{name}` leads from `{relation.source}`", at=(*at, "source"))
            yield owl.ObjectPropertyDomain(role, source), leaves
            leads = Declaration(text=f"`{name}` leads to `{relation.target}`", at=(*at, "target"))
            yield owl.ObjectPropertyRange(role, target), leads
            for position, above in enumerate(relation.is_a):
                declared = Declaration(text=f"`{name}` is a kind of `{above}`", at=(*at, "is_a", position))
                yield owl.SubObjectPropertyOf(role, self._words.relation(above)), declared
            if other := relation.inverse_of:
                declared = Declaration(text=f"`{name}` is the inverse of `{other}`", at=(*at, "inverse_of"))
                yield owl.InverseObjectProperties(role, self._words.relation(other)), declared
            yield from self._characteristics(name, relation)
            if relation.minimum is not None:
                declared = Declaration(
                    text=_number(relation, name, f"at least {relation.minimum}"), at=(*at, "minimum")
                )
                yield from ((owl.SubClassOf(source, e), declared) for e in _at_least(relation.minimum, role, target))
            if relation.maximum is not None:
                declared = Declaration(text=_number(relation, name, f"at most {relation.maximum}"), at=(*at, "maximum"))
                if relation.maximum == 1:  # no other has the relation, and rustdl is not to be relied on for numbers
                    yield owl.ObjectPropertyCharacteristic("FunctionalObjectProperty", role), declared
                else:
                    yield owl.SubClassOf(source, _at_most(relation.maximum, role, target)), declared

    def _characteristics(self, name: str, relation: Relation) -> _Pairs:
        role, at = self._words.relation(name), ("relations", name, "characteristics")
        for characteristic, (axiom, meaning) in _CHARACTERISTICS.items():
            if characteristic in relation.characteristics:
                declared = Declaration(text=f"`{name}` is {characteristic}: {meaning}", at=at)
                yield owl.ObjectPropertyCharacteristic(axiom, role), declared
        if Characteristic.INVERSE_FUNCTIONAL in relation.characteristics:
            for other in self._inverses(name):  # said once more, as rustdl does not put the two together
                text = f"`{other}` is functional, as the inverse of `{name}`, which is inverse_functional"
                functional = owl.ObjectPropertyCharacteristic("FunctionalObjectProperty", self._words.relation(other))
                yield functional, Declaration(text=text, at=at)
        if Characteristic.REFLEXIVE in relation.characteristics:
            declared = Declaration(text=f"`{name}` is reflexive: it relates every `{relation.source}` to itself", at=at)
            if name in self._composite:  # of which OWL has no `ObjectHasSelf`, so a relation below it has the loops
                below = owl.ObjectProperty(f"{role.iri}:self")
                yield owl.SubObjectPropertyOf(below, role), declared
                role = below
            yield owl.SubClassOf(self._words.type(relation.source), owl.ObjectHasSelf(role)), declared

    def _inverses(self, name: str) -> Iterator[str]:
        for other, relation in self._schema.relations.items():
            if relation.inverse_of == name or self._schema.relations[name].inverse_of == other:
                yield other

    def restrictions(self) -> _Pairs:
        for position, restriction in enumerate(self._schema.restrictions):
            type_ = self._words.type(restriction.type)
            declared = Declaration(text=_restriction_text(restriction), at=("restrictions", position))
            for expression in self._restricted(restriction):
                yield owl.SubClassOf(type_, expression), declared

    def _restricted(self, restriction: Restriction) -> Iterator[owl.ClassExpression]:
        role, filler = self._words.relation(restriction.relation), self._words.type(restriction.filler)
        count = restriction.count or 0
        match restriction.kind:
            case "some":
                yield owl.ObjectSomeValuesFrom(role, filler)
            case "only":
                yield owl.ObjectAllValuesFrom(role, filler)
            case "minimum":
                yield from _at_least(count, role, filler)
            case "maximum":
                yield _at_most(count, role, filler)
            case "exactly":
                yield from _at_least(count, role, filler)
                yield _at_most(count, role, filler)


def _at_least(
    count: int, role: owl.ObjectProperty, filler: owl.Class
) -> Iterator[owl.ObjectSomeValuesFrom | owl.ObjectMinCardinality]:
    if count == 1:
        yield owl.ObjectSomeValuesFrom(role, filler)
    elif count > 1:
        yield owl.ObjectMinCardinality(count, role, filler)


def _at_most(
    count: int, role: owl.ObjectProperty, filler: owl.Class
) -> owl.ObjectAllValuesFrom | owl.ObjectMaxCardinality:
    if count == 0:
        return owl.ObjectAllValuesFrom(role, owl.ObjectComplementOf(filler))
    return owl.ObjectMaxCardinality(count, role, filler)


def _number(relation: Relation, name: str, how_many: str) -> str:
    return f"every `{relation.source}` has {how_many} `{name}`"


def _restriction_text(restriction: Restriction) -> str:
    ends = {
        "some": "to some",
        "only": "only to",
        "minimum": f"to at least {restriction.count} of",
        "maximum": f"to at most {restriction.count} of",
        "exactly": f"to exactly {restriction.count} of",
    }
    related = f"every `{restriction.type}` is related by `{restriction.relation}`"
    return f"{related} {ends[restriction.kind]} `{restriction.filler}`"


# ---- disjointness


def disjoint_by_default(schema: Schema) -> Iterator[tuple[str, ...]]:
    """Groups of types that share no entities because the schema does not say that they may.

    Two types below two disjoint ones are disjoint without being stated so.
    """
    above = {name: set(schema.supertypes(name)) for name in schema.entity_types}
    allowed = {pair for group in schema.overlapping for pair in product(group, group)}
    apart = {
        (a, b) for a, b in product(above, above) if a not in above[b] and b not in above[a] and (a, b) not in allowed
    }
    stated = {
        (a, b) for a, b in apart if not any(pair in apart for pair in product(above[a], above[b]) if pair != (a, b))
    }
    left = [pair for pair in combinations(above, 2) if pair in stated]
    while left:
        group = list(left[0])
        for name in above:
            if all((name, other) in stated for other in group):
                group.append(name)
        yield tuple(group)
        left = [(a, b) for a, b in left if not (a in group and b in group)]


def overlapping_by_subtypes(schema: Schema) -> tuple[tuple[str, str], ...]:
    """Pairs of types that share entities if any type below both has one, and neither of them is below the other."""
    above = {name: schema.supertypes(name) for name in schema.entity_types}
    pairs = (pair for ancestors in above.values() for pair in combinations([n for n in above if n in ancestors], 2))
    return tuple(dict.fromkeys((a, b) for a, b in pairs if a not in above[b] and b not in above[a]))
