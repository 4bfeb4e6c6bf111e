"""What an ontology rules out: a statement that no instance of its subject could fulfil."""

from entailed.owl import model as owl
from entailed.reasoning import Subsumption, prove_together
from entailed.service.explanations import Explanation, proof_steps
from entailed.service.opened_index import OpenedIndex
from entailed.service.proving import NOTHING, question_of
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
    fulfilled = (owl.ObjectIntersectionOf((question.subject, reading)) for reading in question.readings)
    proofs = prove_together([Subsumption(concept, NOTHING) for concept in fulfilled], question.module.axioms)
    if not proofs:
        return None
    return Explanation(result=result, proof=proofs[0], steps=proof_steps(index, *proofs), left_out=())
