"""What a reasoner is asked about a schema: which things that it declares are possible at all."""

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from entailed.oak.schema.encoding import Vocabulary
from entailed.oak.schema.faults import quoted
from entailed.oak.schema.model import Schema
from entailed.oak.schema.yaml_values import Location
from entailed.owl import model as owl


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Can a class have an instance? One that stands for something of a schema, by axioms that only ask."""

    about: Literal["type", "relation", "overlap"]
    name: str
    impossible: str
    """What to say where it has none."""
    at: Location
    axioms: tuple[owl.Axiom, ...] = ()
    needs: frozenset[owl.Class] = frozenset()
    """Other classes asked about, without an instance of which it has none, as plain as that."""


def questions(schema: Schema) -> dict[owl.Class, Question]:
    """One question for each type, relation, and pair of types that may overlap, by the class it is about."""
    words = Vocabulary(schema.name)
    found: dict[owl.Class, Question] = {}
    for name, type_ in schema.entity_types.items():
        found[words.type(name)] = Question(
            about="type",
            name=name,
            impossible=f"There can be no `{name}`.",
            at=("entity_types", name),
            needs=frozenset(map(words.type, type_.is_a)),
        )
    for name, relation in schema.relations.items():
        some = owl.ObjectSomeValuesFrom(words.relation(name), owl.Class(owl.OWL_THING))
        found[_holds(words, name)] = Question(
            about="relation",
            name=name,
            impossible=f"`{name}` can never hold.",
            at=("relations", name),
            axioms=(owl.SubClassOf(_holds(words, name), some),),
            needs=frozenset(
                {words.type(relation.source), words.type(relation.target), *(_holds(words, r) for r in relation.is_a)}
            ),
        )
    for position, group in enumerate(schema.overlapping):
        for pair in combinations(group, 2):
            both, types = owl.Class(f"{words.iri}:overlap:{'+'.join(pair)}"), tuple(map(words.type, pair))
            found[both] = Question(
                about="overlap",
                name=" and ".join(pair),
                impossible=f"{quoted(pair)} can share no entity, though `overlapping` names them together.",
                at=("overlapping", position),
                axioms=tuple(owl.SubClassOf(both, type_) for type_ in types),
                needs=frozenset(types),
            )
    return found


def _holds(words: Vocabulary, relation: str) -> owl.Class:
    """What a relation holds of."""
    return owl.Class(f"{words.iri}:holds:{relation}")
