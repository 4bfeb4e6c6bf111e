"""Proofs and minimal justifications of what the closure says."""

from collections.abc import Sequence
from dataclasses import dataclass

from entailed.owl import model as owl
from entailed.reasoning.derivation import Derivation, Inference, Statement, Subsumption


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Inferences from told axioms to a goal: the premises of each are conclusions of earlier ones."""

    goal: Subsumption
    inferences: tuple[Inference, ...]

    @property
    def axioms(self) -> tuple[owl.Axiom, ...]:
        """The told axioms it rests on, in the order of use."""
        return tuple(dict.fromkeys(axiom for inference in self.inferences for axiom in inference.axioms))


def prove(goal: Subsumption, axioms: Sequence[owl.Axiom]) -> Proof | None:
    """A proof of the goal from a minimal set of the axioms, or None where the rules do not derive it.

    The axioms of the proof are a justification: without any one of them the goal does not follow from the others. To be
    called with a module of the ontology; the whole of a large one takes long.
    """
    proof = _proof(goal, axioms)
    if proof is None:
        return None
    for axiom in proof.axioms:
        # Deletion: an axiom that can be done without is dropped for good, and the shorter proof takes over.
        remaining = [other for other in proof.axioms if other != axiom]
        if axiom in proof.axioms and (shorter := _proof(goal, remaining)) is not None:
            proof = shorter
    return proof


def _proof(goal: Subsumption, axioms: Sequence[owl.Axiom]) -> Proof | None:
    derivation = Derivation(axioms, goal)
    if not derivation.succeeded:
        return None
    needed: dict[Statement, None] = {}
    pending: list[Statement] = [goal]
    while pending:
        statement = pending.pop()
        if statement not in needed:
            needed[statement] = None
            pending.extend(derivation.inference_of[statement].premises)
    # Statements were derived in an order in which premises come first.
    inferences = (inference for statement, inference in derivation.inference_of.items() if statement in needed)
    return Proof(goal=goal, inferences=tuple(inferences))
