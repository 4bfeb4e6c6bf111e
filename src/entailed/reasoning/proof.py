"""Proofs and minimal justifications of what the closure says."""

from collections.abc import Sequence
from dataclasses import dataclass

from entailed.owl import model as owl
from entailed.reasoning.derivation import Derivation
from entailed.reasoning.inference import Inference, Statement, Subsumption


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
    found = prove_together((goal,), axioms)
    return found[0] if found else None


def prove_together(goals: Sequence[Subsumption], axioms: Sequence[owl.Axiom]) -> tuple[Proof, ...]:
    """A proof of each goal, from a minimal set of axioms that all follow from; none where one of them has no proof."""
    proofs = _proofs(goals, axioms)
    for axiom in _axioms_of(proofs):
        # Deletion: an axiom that can be done without is dropped for good, and the shorter proofs take over.
        used = _axioms_of(proofs)
        if axiom in used and (shorter := _proofs(goals, [other for other in used if other != axiom])):
            proofs = shorter
    return proofs


def _axioms_of(proofs: Sequence[Proof]) -> tuple[owl.Axiom, ...]:
    return tuple(dict.fromkeys(axiom for proof in proofs for axiom in proof.axioms))


def _proofs(goals: Sequence[Subsumption], axioms: Sequence[owl.Axiom]) -> tuple[Proof, ...]:
    found = []
    for goal in goals:
        proof = _proof(goal, axioms)
        if proof is None:
            return ()
        found.append(proof)
    return tuple(found)


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
