"""Proofs of verdicts from the axioms of an index, and the mappings between ontologies that axioms come from."""

from collections.abc import Sequence
from typing import NamedTuple

from entailed.owl import Axiom
from entailed.owl import model as owl
from entailed.reasoning import Proof, Subsumption, prove
from entailed.service.axiom_store import Module
from entailed.service.opened_index import OpenedIndex
from entailed.service.results import IS_A, AskResult, LinkedName, StatedMapping, Verdict


class Proved(NamedTuple):
    """A proof, and the axioms among which it was looked for."""

    proof: Proof | None
    """None where the statement does not follow, or the rules of proofs do not derive it."""
    module: Module


def prove_verdict(
    index: OpenedIndex,
    result: AskResult,
    subject: LinkedName,
    relation: LinkedName,
    object_: LinkedName,
    *,
    largest: int | None = None,
) -> Proved:
    """Prove that a statement is entailed, or that its subject is unsatisfiable.

    Args:
        index: The index.
        result: The verdict.
        subject: Of the statement, as the other two.
        relation: Classification, or a relation.
        object_: A concept.
        largest: Axioms of a module beyond which no proof is looked for; None for any number.
    """
    sub, sup = owl.Class(subject.entity.iri), owl.Class(object_.entity.iri)
    said = Subsumption(sub, sup)
    if result.verdict is Verdict.UNSATISFIABLE:
        said = Subsumption(sub, owl.Class(owl.OWL_NOTHING))
    elif relation.entity != IS_A:
        said = Subsumption(sub, owl.ObjectSomeValuesFrom(owl.ObjectProperty(relation.entity.iri), sup))
    groups = index.manifest.grouping_roles if result.within_group else []
    module = index.axioms.module([sub.iri, sup.iri, relation.entity.iri, *groups])
    if result.verdict is Verdict.NOT_ENTAILED or (largest is not None and len(module.axioms) > largest):
        return Proved(None, module)
    goals = [said]
    if result.within_group:
        goals = [Subsumption(sub, owl.ObjectSomeValuesFrom(owl.ObjectProperty(g), said.sup)) for g in groups]
    proofs = (prove(goal, module.axioms) for goal in goals)
    return Proved(next(filter(None, proofs), None), module)


def mappings_among(index: OpenedIndex, axioms: Sequence[Axiom]) -> tuple[StatedMapping, ...]:
    """The mappings for which any of the axioms are reasoned with, each once."""
    return tuple(dict.fromkeys(mapping for axiom in axioms for mapping in index.mappings_stating(axiom)))
