"""Why a statement follows: its proof as numbered steps over names, and what was left out where it does not follow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entailed.owl import model as owl
from entailed.reasoning import (
    Existence,
    Inference,
    Proof,
    Rule,
    Statement,
    Subsumption,
    prove_together,
)
from entailed.reasoning.notation import Notation
from entailed.service.axiom_store import LeftOut
from entailed.service.evaluation import ask
from entailed.service.opened_index import OpenedIndex
from entailed.service.proving import prove_verdict, question_of
from entailed.service.query_language import Ask
from entailed.service.results import IS_A, AskResult, StatedMapping, UnresolvedName, Verdict
from entailed.service.spelling import fold, quote

STATED = "stated"
MAPPED = "mapped"
BOTH_WAYS = "both ways"
_EQUIVALENCE_NAMES = {"equivalent to", "equivalent class", "owl:equivalentclass", "≡"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofStep:
    """One line of a proof."""

    conclusion: str
    rule: str
    """`stated` for an axiom of the ontology, `mapped` for what a mapping between ontologies says, `both ways` for an
    equivalence that follows from its two inclusions, otherwise the rule of `reasoning.Rule` that gives the
    conclusion."""
    premises: tuple[int, ...] = ()
    """Positions of earlier steps."""
    mappings: tuple[StatedMapping, ...] = ()
    """Those that state the conclusion of a `mapped` step."""

    @property
    def is_axiom(self) -> bool:
        """Whether it is told, and not inferred."""
        return self.rule in (STATED, MAPPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A verdict, and what is behind it."""

    result: AskResult
    proof: Proof | None
    """None where the statement does not follow, or the rules of proofs do not derive it."""
    converse: Proof | None = None
    """For an equivalence, the proof of the other inclusion; its axioms and those of `proof` are minimal together."""
    steps: tuple[ProofStep, ...]
    """The proof as it is shown: stated axioms and what follows from them."""
    left_out: tuple[str, ...]
    """Axioms that may bear on the statement and were not reasoned over, as text, each once."""

    @property
    def justification(self) -> tuple[str, ...]:
        """The axioms that the statement follows from; none of them can be done without."""
        return tuple(step.conclusion for step in self.steps if step.is_axiom)


def explain(index: OpenedIndex, subject: str, relation: str, object_: str) -> Explanation:
    """Check a statement and prove it, or say what was left out.

    "equivalent to" in the place of the relation asks for both inclusions at once, unless the ontology has a relation of
    that name.
    """
    if fold(relation) in _EQUIVALENCE_NAMES:
        link = index.link_relation(relation)
        if isinstance(link, UnresolvedName) and link.reason == "unknown":
            return _explain_equivalence(index, subject, object_)
    return _explained(index, _asked(index, subject, relation, object_))


def _asked(index: OpenedIndex, subject: str, relation: str, object_: str) -> AskResult:
    text = f"ASK {{ {quote(subject)} {quote(relation)} {quote(object_)} }}"
    return ask(index, Ask(subject=subject, relation=relation, object=object_), text)


def _explained(index: OpenedIndex, result: AskResult) -> Explanation:
    question = question_of(index, result)
    if question is None:
        return Explanation(result=result, proof=None, steps=(), left_out=())
    proof = prove_verdict(question, result)
    notation = Notation(index.name_of)
    left_out = question.module.left_out if result.verdict is Verdict.NOT_ENTAILED else ()
    return Explanation(
        result=result,
        proof=proof,
        steps=proof_steps(index, proof) if proof else (),
        left_out=tuple(dict.fromkeys(_left_out_text(item, notation) for item in left_out)),
    )


def _explain_equivalence(index: OpenedIndex, first: str, second: str) -> Explanation:
    """Both inclusions with their proofs, or else the first that is not entailed."""
    there, back = _asked(index, first, IS_A.name, second), _asked(index, second, IS_A.name, first)
    fails = next((result for result in (there, back) if result.verdict is not Verdict.ENTAILED), None)
    if fails or not (there.subject and there.object):
        return _explained(index, fails or there)
    sub, sup = owl.Class(there.subject.entity.iri), owl.Class(there.object.entity.iri)
    module = index.axioms.module([sub.iri, sup.iri])
    proofs = prove_together((Subsumption(sub, sup), Subsumption(sup, sub)), module.axioms)
    if not proofs:
        return Explanation(result=there, proof=None, steps=(), left_out=())
    steps = _Steps(index).of_equivalence(proofs)
    return Explanation(result=there, proof=proofs[0], converse=proofs[1], steps=tuple(steps), left_out=())


def proof_steps(index: OpenedIndex, *proofs: Proof) -> tuple[ProofStep, ...]:
    """Proofs as they are shown, one after the other, with the names of the index."""
    return tuple(_Steps(index).of(*proofs))


def _left_out_text(item: LeftOut, notation: Notation) -> str:
    return f"{notation.axiom(item.axiom)}  ({item.kind})"


class _Steps:
    """A proof as a reader wants it: axioms are steps of their own, and what says nothing new is none."""

    def __init__(self, index: OpenedIndex) -> None:
        self._notation = Notation(index.name_of)
        self._mappings_stating = index.mappings_stating
        self._steps: list[ProofStep] = []
        self._step_of_axiom: dict[owl.Axiom, int] = {}
        self._step_of: dict[Statement, int] = {}
        self._subject: owl.ClassExpression
        self._conditional: set[Statement] = set()
        """What holds only if the subject of the goal has an instance."""

    def of(self, *proofs: Proof) -> list[ProofStep]:
        for proof in proofs:
            self._step_of = {}  # statements under one goal's condition are no premises under another's
            self._subject = proof.goal.sub
            self._conditional = {Existence(self._subject)}
            for inference in proof.inferences:
                self._add(inference)
        return self._steps

    def of_equivalence(self, proofs: Sequence[Proof]) -> list[ProofStep]:
        ends = []
        for proof in proofs:
            self.of(proof)
            if proof.goal in self._step_of:  # there are no steps to C ⊑ C, nor to C ⊑ ⊤
                ends.append(self._step_of[proof.goal])
        equivalent = (proofs[0].goal.sub, proofs[0].goal.sup)
        for axiom, step in self._step_of_axiom.items():
            if isinstance(axiom, owl.EquivalentClasses) and set(axiom.operands) == set(equivalent):
                return [self._steps[step]]
        if ends:
            self._append(self._notation.axiom(owl.EquivalentClasses(equivalent)), BOTH_WAYS, tuple(ends))
        return self._steps

    def _add(self, inference: Inference) -> None:
        conclusion = inference.conclusion
        if not self._conditional.isdisjoint(inference.premises) and conclusion.subject != self._subject:
            self._conditional.add(conclusion)
        match inference.rule:
            case Rule.REFLEXIVITY | Rule.TOP:
                return
            case Rule.EXISTENCE if not inference.premises:
                return
            case Rule.LINK | Rule.FILLER if self._same_statement(inference.premises[0], conclusion):
                if inference.premises[0] in self._step_of:  # C ⊑ C has no step
                    self._step_of[conclusion] = self._step_of[inference.premises[0]]
                return
        axiom_steps = [self._axiom_step(axiom) for axiom in inference.axioms]
        if self._says_the_same(inference):
            self._step_of[conclusion] = axiom_steps[0]
            return
        premises = [self._step_of[premise] for premise in inference.premises if premise in self._step_of]
        text = self._notation.statement(conclusion)
        if conclusion in self._conditional:
            text += f", if {self._notation.expression(self._subject)} has an instance"
        used = tuple(dict.fromkeys(premises + axiom_steps))
        self._step_of[conclusion] = self._append(text, inference.rule.value, used)

    def _same_statement(self, first: Statement, second: Statement) -> bool:
        """C ⊑ ∃r.D and the link C –r→ D are one statement to a reader."""
        return self._notation.statement(first) == self._notation.statement(second)

    def _says_the_same(self, inference: Inference) -> bool:
        """Whether a told inclusion was only applied to its own left side."""
        match inference.axioms, inference.conclusion:
            case (owl.SubClassOf(sub, sup),), Subsumption(c, d):
                return inference.rule is Rule.TOLD and (sub, sup) == (c, d)
        return False

    def _axiom_step(self, axiom: owl.Axiom) -> int:
        if axiom not in self._step_of_axiom:
            mappings = self._mappings_stating(axiom)
            rule = MAPPED if mappings else STATED
            self._step_of_axiom[axiom] = self._append(self._notation.axiom(axiom), rule, mappings=mappings)
        return self._step_of_axiom[axiom]

    def _append(
        self, conclusion: str, rule: str, premises: tuple[int, ...] = (), mappings: tuple[StatedMapping, ...] = ()
    ) -> int:
        self._steps.append(ProofStep(conclusion=conclusion, rule=rule, premises=premises, mappings=mappings))
        return len(self._steps) - 1


def graphviz(explanation: Explanation) -> str:
    """The steps of a proof as a graph in Graphviz DOT: stated axioms are boxes, arrows lead to what follows."""
    return "\n".join(_dot_lines(explanation)) + "\n"


def _dot_lines(explanation: Explanation) -> Iterator[str]:
    yield "digraph proof {"
    yield '  node [fontname="sans-serif", shape=plaintext];'
    for number, step in enumerate(explanation.steps):
        shape = ", shape=box" if step.is_axiom else ""
        shape += "" if step.rule == STATED else f", xlabel={quote(step.rule)}"
        yield f"  s{number} [label={quote(step.conclusion)}{shape}];"
        yield from (f"  s{premise} -> s{number};" for premise in step.premises)
    yield "}"
