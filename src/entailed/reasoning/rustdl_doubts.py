"""Where `rustdl` is not to be relied on by itself.

rustdl 0.4.42 was compared with HermiT on random ontologies of six classes and three properties: up to eight class
axioms over ⊓, ⊔, ¬, ∃ and ∀, role inclusions, domains, ranges, and the constructs of one of the groups below, in some
runs of two. Consistency and the satisfiability of every class were compared, for 300 to 1,000 ontologies a run. With
one group (data properties aside) the two always agreed. With some pairs of groups, or with data properties, they
differed in 0.1 to 0.5 % of the ontologies, and in 2 % where everything came together. Most often rustdl missed a
contradiction, sometimes it reported one that is none. Cardinalities it gets wrong by themselves too: it lets three
pigeons sit in two holes of one each. Nothing in its answers tells these cases apart, hence this list.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from entailed.owl import model as owl


def doubtful_constructs(axioms: Iterable[owl.Axiom]) -> tuple[str, ...]:
    """Names of the constructs among the axioms for which HermiT should be asked; empty when there are none.

    A group of constructs that errs only beside another is named with it, as in `individuals with inverse properties`.
    """
    groups = {group for axiom in axioms for node in _nodes(axiom) if (group := _group(node))}
    alone = groups & {"cardinality", "data properties", "rules"}
    together = groups - alone
    combined = {" with ".join(sorted(together))} if len(together) > 1 else set()
    return tuple(sorted(alone | combined))


def _group(node: Any) -> str | None:
    match node:
        case owl.ObjectMinCardinality() | owl.ObjectMaxCardinality() | owl.ObjectExactCardinality():
            return "cardinality"
        case owl.DataProperty() | owl.Datatype() | owl.DataPropertyAxiom():
            return "data properties"
        case owl.SwrlRule():
            return "rules"
        case owl.NamedIndividual() | owl.AnonymousIndividual():
            return "individuals"
        case owl.ObjectInverseOf() | owl.InverseObjectProperties():
            return "inverse properties"
        case owl.ObjectPropertyChain() | owl.ObjectPropertyCharacteristic("TransitiveObjectProperty"):
            return "property chains"
        case owl.ObjectPropertyCharacteristic() | owl.DisjointObjectProperties() | owl.ObjectHasSelf():
            return "property characteristics"
    return None


def _nodes(value: Any) -> Iterator[Any]:
    """A value of the model and every value within it."""
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif is_dataclass(value):
        yield value
        for field in fields(value):
            yield from _nodes(getattr(value, field.name))
