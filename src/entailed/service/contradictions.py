"""What an ontology rules out: a statement that no instance of its subject could fulfil."""

from entailed.owl import model as owl
from entailed.reasoning import Subsumption, prove
from entailed.service.explanations import Explanation, proof_steps
from entailed.service.opened_index import OpenedIndex
from entailed.service.results import IS_A, AskResult, Verdict

_NOTHING = owl.Class(owl.OWL_NOTHING)


def contradiction(index: OpenedIndex, result: AskResult) -> Explanation | None:
    """A proof that nothing is both an A and what the statement says of every A: A ⊓ B ⊑ ⊥, or A ⊓ ∃r.B ⊑ ⊥.

    None where there is no such proof, which is no support for the statement; and where A or B alone can have no
    instance, because a conflict with nothing is none.
    """
    if result.verdict is not Verdict.NOT_ENTAILED or not (result.subject and result.relation and result.object):
        return None
    sub, sup = owl.Class(result.subject.entity.iri), owl.Class(result.object.entity.iri)
    if index.closure.unsatisfiable[index.classes.identified(sup.iri)]:
        return None
    said: owl.ClassExpression = sup
    if result.relation.entity != IS_A:
        said = owl.ObjectSomeValuesFrom(owl.ObjectProperty(result.relation.entity.iri), sup)
    module = index.axioms.module([sub.iri, sup.iri, result.relation.entity.iri])
    proof = prove(Subsumption(owl.ObjectIntersectionOf((sub, said)), _NOTHING), module.axioms)
    if proof is None:
        return None
    return Explanation(result=result, proof=proof, steps=proof_steps(index, proof), left_out=())
