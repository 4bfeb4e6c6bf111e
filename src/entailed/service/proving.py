"""What a statement may mean and the axioms that bear on it, its proof, and the mappings that axioms come from."""

from collections.abc import Sequence
from typing import NamedTuple

from entailed.owl import Axiom
from entailed.owl import model as owl
from entailed.reasoning import Proof, Subsumption, prove
from entailed.service.axiom_store import Module
from entailed.service.opened_index import OpenedIndex
from entailed.service.results import IS_A, AskResult, StatedMapping, Verdict

NOTHING = owl.Class(owl.OWL_NOTHING)

LARGEST_PROVED = 2000
"""Axioms of a module among which a proof is looked for that there may not be: a larger one may take many seconds."""


class Question(NamedTuple):
    """A statement about every A. It is entailed if one of its readings is, and ruled out if all of them are."""

    subject: owl.Class
    object: owl.Class
    itself: owl.ClassExpression
    """What it says of A itself: B for classification, ∃r.B for a relation."""
    within_groups: tuple[owl.ClassExpression, ...]
    """∃g.∃r.B for every grouping relation g."""
    module: Module
    """The axioms that bear on any reading."""

    @property
    def readings(self) -> tuple[owl.ClassExpression, ...]:
        """What it may say."""
        return (self.itself, *self.within_groups)


def question_of(index: OpenedIndex, result: AskResult) -> Question | None:
    """What was asked; None where a name stands for nothing."""
    if not (result.subject and result.relation and result.object):
        return None
    subject, object_ = owl.Class(result.subject.entity.iri), owl.Class(result.object.entity.iri)
    relation = result.relation.entity
    if relation == IS_A:
        return Question(subject, object_, object_, (), index.axioms.module([subject.iri, object_.iri]))
    # A grouping relation is not looked for within groups: they do not nest.
    groups = [] if relation.iri in index.manifest.grouping_roles else index.manifest.grouping_roles
    related = owl.ObjectSomeValuesFrom(owl.ObjectProperty(relation.iri), object_)
    grouped = tuple(owl.ObjectSomeValuesFrom(owl.ObjectProperty(group), related) for group in groups)
    module = index.axioms.module([subject.iri, object_.iri, relation.iri, *groups])
    return Question(subject, object_, related, grouped, module)


def prove_verdict(question: Question, result: AskResult) -> Proof | None:
    """Prove that a statement is entailed, or that its subject is unsatisfiable.

    None where the verdict is neither, or the rules of proofs do not derive it.
    """
    match result:
        case AskResult(verdict=Verdict.UNSATISFIABLE):
            goals: tuple[owl.ClassExpression, ...] = (NOTHING,)
        case AskResult(verdict=Verdict.ENTAILED, within_group=within_group):
            goals = question.within_groups if within_group else (question.itself,)
        case _:
            goals = ()
    proofs = (prove(Subsumption(question.subject, goal), question.module.axioms) for goal in goals)
    return next(filter(None, proofs), None)


def mappings_among(index: OpenedIndex, axioms: Sequence[Axiom]) -> tuple[StatedMapping, ...]:
    """The mappings for which any of the axioms are reasoned with, each once."""
    return tuple(dict.fromkeys(mapping for axiom in axioms for mapping in index.mappings_stating(axiom)))
