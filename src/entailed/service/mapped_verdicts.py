"""Which mappings between ontologies a verdict rests on that does not follow from the ontologies alone."""

import numpy as np

from entailed.reasoning.rows import IntArray
from entailed.service.opened_index import SUBCLASS_OF, OpenedIndex
from entailed.service.proving import LARGEST_PROVED, mappings_among, prove_verdict, question_of
from entailed.service.results import AskResult, StatedMapping


def mappings_behind(
    index: OpenedIndex, result: AskResult, subject: int, relation: int, object_: int
) -> tuple[StatedMapping, ...]:
    """The mappings that lie between the subject and the object; where none does, those that a proof uses.

    None where the module of the statement is too large to prove it at once.
    """
    if not index.closure.unsatisfiable[subject]:
        found = index.mappings_within(_between(index, subject, relation, object_))
        if found:
            return found
    question = question_of(index, result)
    if question is None or len(question.module.axioms) > LARGEST_PROVED:
        return ()
    proof = prove_verdict(question, result)
    return mappings_among(index, proof.axioms) if proof else ()


def _between(index: OpenedIndex, subject: int, relation: int, object_: int) -> IntArray:
    """The mapped classes C with A ⊑ C and C ⊑ B; for a relation, A ⊑ C and C ⊑ ∃r.B, or A ⊑ ∃r.C and C ⊑ B."""
    above = index.mapped(index.closure.superconcepts(subject))
    if relation == SUBCLASS_OF:
        return _where(above, [index.closure.subsumes(object_, c) for c in above.tolist()])
    links = index.grouped or index.closure
    linked = index.mapped(links.fillers(subject, relation))
    return np.union1d(
        _where(above, [links.has_link(c, relation, object_) for c in above.tolist()]),
        _where(linked, [index.closure.subsumes(object_, c) for c in linked.tolist()]),
    )


def _where(concepts: IntArray, kept: list[bool]) -> IntArray:
    found: IntArray = concepts[np.array(kept, dtype=np.bool_)]
    return found
