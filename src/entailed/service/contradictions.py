"""What an ontology rules out: a statement that no instance of its subject could fulfil."""

from collections.abc import Sequence

from entailed.owl import model as owl
from entailed.reasoning import Subsumption, prove_together, saturate, translate
from entailed.service.explanations import Explanation, proof_steps
from entailed.service.opened_index import OpenedIndex
from entailed.service.proving import LARGEST_PROVED, NOTHING, question_of
from entailed.service.results import AskResult, Verdict


def contradiction(index: OpenedIndex, result: AskResult) -> Explanation | None:
    """A proof that nothing is both an A and what the statement says of every A: A ⊓ B ⊑ ⊥, or A ⊓ ∃r.B ⊑ ⊥.

    Where relations group others, it goes on to prove A ⊓ ∃g.∃r.B ⊑ ⊥ for each of them.

    None where there is no such proof, which is no support for the statement; and where A or B alone can have no
    instance, because a conflict with nothing is none.
    """
    question = question_of(index, result) if result.verdict is Verdict.NOT_ENTAILED else None
    if question is None or index.closure.unsatisfiable[index.classes.identified(question.object.iri)]:
        return None
    fulfilled = [owl.ObjectIntersectionOf((question.subject, reading)) for reading in question.readings]
    if len(question.module.axioms) > LARGEST_PROVED and not _are_unsatisfiable(fulfilled, question.module.axioms):
        return None
    proofs = prove_together([Subsumption(concept, NOTHING) for concept in fulfilled], question.module.axioms)
    if not proofs:
        return None
    return Explanation(result=result, proof=proofs[0], steps=proof_steps(index, *proofs), left_out=())


def _are_unsatisfiable(expressions: Sequence[owl.ClassExpression], axioms: Sequence[owl.Axiom]) -> bool:
    """Whether the compiled reasoner finds that no expression can have an instance: soon, where a proof is not there."""
    named = [owl.Class(f"urn:entailed:fulfilled-{number}") for number in range(len(expressions))]
    told = map(owl.SubClassOf, named, expressions)
    inclusions = translate(owl.Ontology(iri=None, axioms=(*axioms, *told)))
    unsatisfiable = saturate(inclusions).closure.unsatisfiable
    return all(unsatisfiable[inclusions.classes.index(class_.iri)] for class_ in named)
