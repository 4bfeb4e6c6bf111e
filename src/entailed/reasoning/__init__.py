"""EL+ reasoning: saturation, taxonomy, existential entailments, and a count of what was not reasoned over.

Description-logic words (concept, role, inclusion) are used in this room; `inclusions` translates from OWL.
"""

from entailed.reasoning.closure import Closure
from entailed.reasoning.dl_check import DLOutcome, Justification, check
from entailed.reasoning.inclusions import BOTTOM, TOP, ConceptInclusions, NotReasoned, translate
from entailed.reasoning.inference import Existence, Inference, Link, Rule, Statement, Subsumption
from entailed.reasoning.proof import Proof, prove, prove_together
from entailed.reasoning.proof_checker import check_proof
from entailed.reasoning.saturation import Saturation, Work, saturate

__all__ = [
    "BOTTOM",
    "TOP",
    "Closure",
    "ConceptInclusions",
    "DLOutcome",
    "Existence",
    "Inference",
    "Justification",
    "Link",
    "NotReasoned",
    "Proof",
    "Rule",
    "Saturation",
    "Statement",
    "Subsumption",
    "Work",
    "check",
    "check_proof",
    "prove",
    "prove_together",
    "saturate",
    "translate",
]
