"""Why a statement follows: its proof as numbered steps over names, and what was left out where it does not follow."""

from collections.abc import Iterator
from dataclasses import dataclass

from entailed.owl import model as owl
from entailed.reasoning import Inference, Proof, Rule, Statement, Subsumption, prove
from entailed.reasoning.notation import Notation
from entailed.service.axiom_store import LeftOut
from entailed.service.evaluation import ask
from entailed.service.opened_index import OpenedIndex
from entailed.service.query_language import Ask
from entailed.service.results import IS_A, AskResult, Verdict
from entailed.service.spelling import quote

STATED = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofStep:
    """One line of a proof."""

    conclusion: str
    rule: str
    """`stated` for an axiom of the ontology, otherwise the rule of `reasoning.Rule` that gives the conclusion."""
    premises: tuple[int, ...] = ()
    """Positions of earlier steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A verdict, and what is behind it."""

    result: AskResult
    proof: Proof | None
    """None where the statement does not follow, or the rules of proofs do not derive it."""
    steps: tuple[ProofStep, ...]
    """The proof as it is shown: stated axioms and what follows from them."""
    left_out: tuple[str, ...]
    """Axioms that bear on the statement and were not reasoned over, as text."""

    @property
    def justification(self) -> tuple[str, ...]:
        """The axioms that the statement follows from; none of them can be done without."""
        return tuple(step.conclusion for step in self.steps if step.rule == STATED)


def explain(index: OpenedIndex, subject: str, relation: str, object_: str) -> Explanation:
    """Check a statement and prove it, or say what was left out."""
    text = f"ASK {{ {quote(subject)} {quote(relation)} {quote(object_)} }}"
    result = ask(index, Ask(subject=subject, relation=relation, object=object_), text)
    if not (result.subject and result.relation and result.object):
        return Explanation(result=result, proof=None, steps=(), left_out=())
    sub, sup = owl.Class(result.subject.entity.iri), owl.Class(result.object.entity.iri)
    goal = Subsumption(sub, sup)
    if result.verdict is Verdict.UNSATISFIABLE:
        goal = Subsumption(sub, owl.Class(owl.OWL_NOTHING))
    elif result.relation.entity != IS_A:
        goal = Subsumption(sub, owl.ObjectSomeValuesFrom(owl.ObjectProperty(result.relation.entity.iri), sup))
    groups = index.manifest.grouping_roles if result.within_group else []
    module = index.axioms.module([sub.iri, sup.iri, result.relation.entity.iri, *groups])
    notation = Notation(index.name_of)
    goals = [goal]
    if result.within_group:
        goals = [Subsumption(sub, owl.ObjectSomeValuesFrom(owl.ObjectProperty(g), goal.sup)) for g in groups]
    proofs = (prove(wanted, module.axioms) for wanted in goals)
    proof = None if result.verdict is Verdict.NOT_ENTAILED else next(filter(None, proofs), None)
    left_out = module.left_out if result.verdict is Verdict.NOT_ENTAILED else ()
    return Explanation(
        result=result,
        proof=proof,
        steps=tuple(_Steps(notation).of(proof)) if proof else (),
        left_out=tuple(_left_out_text(item, notation) for item in left_out),
    )


def _left_out_text(item: LeftOut, notation: Notation) -> str:
    return f"{notation.axiom(item.axiom)}  ({item.kind})"


class _Steps:
    """A proof as a reader wants it: axioms are steps of their own, and what says nothing new is none."""

    def __init__(self, notation: Notation) -> None:
        self._notation = notation
        self._steps: list[ProofStep] = []
        self._step_of: dict[Statement | owl.Axiom, int] = {}

    def of(self, proof: Proof) -> list[ProofStep]:
        for inference in proof.inferences:
            self._add(inference)
        return self._steps

    def _add(self, inference: Inference) -> None:
        conclusion = inference.conclusion
        match inference.rule:
            case Rule.REFLEXIVITY | Rule.TOP:
                return
            case Rule.LINK | Rule.FILLER if self._same_statement(inference.premises[0], conclusion):
                self._step_of[conclusion] = self._step_of[inference.premises[0]]
                return
        axiom_steps = [self._axiom_step(axiom) for axiom in inference.axioms]
        if self._says_the_same(inference):
            self._step_of[conclusion] = axiom_steps[0]
            return
        premises = [self._step_of[premise] for premise in inference.premises if premise in self._step_of]
        self._step_of[conclusion] = self._append(
            self._notation.statement(conclusion), inference.rule.value, tuple(dict.fromkeys(premises + axiom_steps))
        )

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
        if axiom not in self._step_of:
            self._step_of[axiom] = self._append(self._notation.axiom(axiom), STATED)
        return self._step_of[axiom]

    def _append(self, conclusion: str, rule: str, premises: tuple[int, ...] = ()) -> int:
        self._steps.append(ProofStep(conclusion=conclusion, rule=rule, premises=premises))
        return len(self._steps) - 1


def graphviz(explanation: Explanation) -> str:
    """The steps of a proof as a graph in Graphviz DOT: stated axioms are boxes, arrows lead to what follows."""
    return "\n".join(_dot_lines(explanation)) + "\n"


def _dot_lines(explanation: Explanation) -> Iterator[str]:
    yield "digraph proof {"
    yield '  node [fontname="sans-serif", shape=plaintext];'
    for number, step in enumerate(explanation.steps):
        shape = ", shape=box" if step.rule == STATED else f", xlabel={quote(step.rule)}"
        yield f"  s{number} [label={quote(step.conclusion)}{shape}];"
        yield from (f"  s{premise} -> s{number};" for premise in step.premises)
    yield "}"
