"""Checks a proof step by step. Small on purpose, and shares no code with what makes proofs."""

from collections.abc import Collection, Iterable
from typing import TypeAlias

from entailed.owl import model as owl
from entailed.reasoning.inference import Existence, Inference, Link, Rule, Statement, Subsumption
from entailed.reasoning.proof import Proof

_Role: TypeAlias = owl.ObjectPropertyExpression


def check_proof(proof: Proof, axioms: Collection[owl.Axiom]) -> str | None:
    """What is wrong with a proof, or None where every step holds.

    Args:
        proof: To be checked.
        axioms: The told axioms; a proof may rest on no other.
    """
    derived: set[Statement] = set()
    for number, inference in enumerate(proof.inferences):
        if missing := [premise for premise in inference.premises if premise not in derived]:
            return f"step {number}: a premise is not derived before it: {missing[0]}"
        if untold := [axiom for axiom in inference.axioms if axiom not in axioms]:
            return f"step {number}: an axiom is not told: {untold[0]}"
        if not _holds(inference, proof.goal.sub):
            return f"step {number}: {inference.rule} does not give {inference.conclusion}"
        derived.add(inference.conclusion)
    return None if proof.goal in derived else f"the goal is not derived: {proof.goal}"


def _holds(inference: Inference, subject: owl.ClassExpression) -> bool:
    """Whether a step holds wherever the subject of the goal has an instance."""
    axioms = inference.axioms
    match inference.rule, inference.premises, inference.conclusion:
        case Rule.REFLEXIVITY, (), Subsumption(c, d):
            return c == d
        case Rule.TOP, (), Subsumption(_, d):
            return d == owl.Class(owl.OWL_THING)
        case Rule.TOLD, (Subsumption(c, d),), Subsumption(c2, e):
            return c == c2 and len(axioms) == 1 and (d, e) in set(_inclusions(axioms[0]))
        case Rule.CONJUNCT, (Subsumption(c, owl.ObjectIntersectionOf(operands)),), Subsumption(c2, d):
            return c == c2 and d in operands
        case Rule.CONJUNCTION, premises, Subsumption(c, owl.ObjectIntersectionOf(operands)):
            return all(Subsumption(c, operand) in premises for operand in operands)
        case Rule.DISJUNCTION, (Subsumption(c, d),), Subsumption(c2, owl.ObjectUnionOf(operands)):
            return c == c2 and d in operands
        case Rule.DISJUNCTION, (Subsumption(c, owl.ObjectOneOf((x,))),), Subsumption(c2, owl.ObjectOneOf(individuals)):
            return c == c2 and x in individuals
        case Rule.LINK, (Subsumption(c, d),), Link(c2, (role,), target):
            return c == c2 and (role, target) == _needed_link(d)
        case Rule.FILLER, (Link(c, (r,), d), Subsumption(d2, e)), Subsumption(c2, existential):
            told_role, filler = _needed_link(existential) or (None, None)
            at_least_one = not isinstance(existential, owl.ObjectExactCardinality) and (
                not isinstance(existential, owl.ObjectMinCardinality) or existential.cardinality == 1
            )
            return c == c2 and d == d2 and e == filler and at_least_one and _included(r, told_role, axioms)
        case Rule.CHAIN, (Link(c, first, d), Link(d2, (last,), e)), Link(c2, roles, e2):
            return (c, d, e) == (c2, d2, e2) and _composes(first, last, roles, axioms)
        case Rule.RANGE, (Link(c, roles, d),), Link(c2, roles2, owl.ObjectIntersectionOf((d2, *ranges))):
            told = [(a.property, a.range) for a in axioms if isinstance(a, owl.ObjectPropertyRange)]
            above = all(any(e == f and _included(roles[0], p, axioms) for p, f in told) for e in ranges)
            return (c, d) == (c2, d2) and roles == roles2 and len(roles) == 1 and above
        case Rule.RANGE, (), Subsumption(_, e):
            told = [(a.property, a.range) for a in axioms if isinstance(a, owl.ObjectPropertyRange)]
            return any(f == e and p in _reflexive(axioms) for p, f in told)
        case Rule.DOMAIN, (Link(c, (r,), _),), Subsumption(c2, e):
            told = [(a.property, a.domain) for a in axioms if isinstance(a, owl.ObjectPropertyDomain)]
            return c == c2 and any(f == e and _included(r, p, axioms) for p, f in told)
        case Rule.SELF, (), Link(c, (r,), d):
            return c == d and r in _reflexive(axioms)
        case Rule.BOTTOM, (Link(c, (_,), d), Subsumption(d2, e)), Subsumption(c2, f):
            return c == c2 and d == d2 and e == f == owl.Class(owl.OWL_NOTHING)
        case Rule.BOTTOM, (Existence(d), Subsumption(d2, e)), Subsumption(c, f):
            return c == subject and d == d2 and e == f == owl.Class(owl.OWL_NOTHING)
        case Rule.EXISTENCE, (), Existence(c):
            return c == subject or _is_nominal(c)
        case Rule.EXISTENCE, (Existence(c), Link(c2, _, d)), Existence(d2):
            return c == c2 and d == d2
        case Rule.NOMINAL, (Subsumption(c, nominal), of_nominal), of_concept:
            return _is_nominal(nominal) and of_nominal == _said_of(nominal, of_concept) and of_concept.subject == c
        case Rule.NOMINAL, (Existence(c), Subsumption(c2, nominal), of_concept), of_nominal:
            alike = of_concept == _said_of(c, of_nominal) and of_nominal.subject == nominal
            return c == c2 and _is_nominal(nominal) and alike
        case Rule.DISJOINTNESS, (Subsumption(c, d), Subsumption(c1, e)), Subsumption(c2, f):
            return c == c1 == c2 and f == owl.Class(owl.OWL_NOTHING) and _disjoint(d, e, axioms)
    return False


def _inclusions(axiom: owl.Axiom) -> Iterable[tuple[owl.ClassExpression, owl.ClassExpression]]:
    """The inclusions that an axiom says outright."""
    match axiom:
        case owl.SubClassOf(sub, sup):
            yield sub, sup
        case owl.EquivalentClasses(operands):
            yield from ((c, d) for c in operands for d in operands)
        case owl.DisjointUnion(union, operands):
            yield from ((operand, union) for operand in operands)
            yield from ((c, owl.Class(owl.OWL_NOTHING)) for c in operands if operands.count(c) > 1)
        case owl.DisjointClasses(operands):
            yield from ((c, owl.Class(owl.OWL_NOTHING)) for c in operands if operands.count(c) > 1)
        case owl.ClassAssertion(type, individual):
            yield owl.ObjectOneOf((individual,)), type
        case owl.ObjectPropertyAssertion(property, source, target, negative):
            nominal, related = owl.ObjectOneOf((source,)), owl.ObjectHasValue(property, target)
            if negative:
                yield owl.ObjectIntersectionOf((nominal, related)), owl.Class(owl.OWL_NOTHING)
            else:
                yield nominal, related
        case owl.SameIndividual(individuals):
            yield from ((owl.ObjectOneOf((x,)), owl.ObjectOneOf((y,))) for x in individuals for y in individuals)


def _is_nominal(expression: owl.ClassExpression) -> bool:
    return isinstance(expression, owl.ObjectOneOf) and len(expression.individuals) == 1


def _said_of(concept: owl.ClassExpression, statement: Statement) -> Statement | None:
    """The statement with another subject; None where it is none about instances of its subject."""
    match statement:
        case Subsumption(_, d):
            return Subsumption(concept, d)
        case Link(_, roles, d):
            return Link(concept, roles, d)
        case Existence():
            return None


def _needed_link(expression: owl.ClassExpression) -> tuple[owl.ObjectPropertyExpression, owl.ClassExpression] | None:
    """The role and target that whatever satisfies the expression is linked by and to."""
    match expression:
        case owl.ObjectSomeValuesFrom(role, filler):
            return role, filler
        case owl.ObjectMinCardinality(n, role, filler) | owl.ObjectExactCardinality(n, role, filler) if n > 0:
            return role, filler
        case owl.ObjectHasValue(role, individual):
            return role, owl.ObjectOneOf((individual,))
    return None


def _included(sub: object, sup: object, axioms: Iterable[owl.Axiom]) -> bool:
    """Whether the role inclusions that the axioms give lead from one role to the other."""
    steps, _ = _among_roles(axioms)
    reached = {sub}
    while more := {s for r, s in steps if r in reached} - reached:
        reached |= more
    return sup in reached


def _reflexive(axioms: Iterable[owl.Axiom]) -> set[_Role]:
    """The roles that the axioms make reflexive."""
    _, reflexive = _among_roles(axioms)
    return reflexive


def _among_roles(axioms: Iterable[owl.Axiom]) -> tuple[set[tuple[_Role, _Role]], set[_Role]]:
    """Role inclusions and reflexive roles: those told, and what they give for chains of reflexive roles but for one."""
    steps: set[tuple[_Role, _Role]] = set()
    reflexive: set[_Role] = set()
    chains: list[tuple[tuple[_Role, ...], _Role]] = []
    for axiom in axioms:
        match axiom:
            case owl.SubObjectPropertyOf(owl.ObjectPropertyChain(chain), sup):
                chains.append((chain, sup))
            case owl.SubObjectPropertyOf(owl.ObjectProperty() | owl.ObjectInverseOf() as sub, sup):
                steps.add((sub, sup))
            case owl.EquivalentObjectProperties(operands):
                steps |= {(r, s) for r in operands for s in operands}
            case owl.ObjectPropertyCharacteristic("ReflexiveObjectProperty", role):
                reflexive.add(role)
    while True:
        before = len(steps), len(reflexive)
        reflexive |= {sup for sub, sup in steps if sub in reflexive}
        for chain, sup in chains:
            steps |= {(r, sup) for n, r in enumerate(chain) if reflexive.issuperset(chain[:n] + chain[n + 1 :])}
        if before == (len(steps), len(reflexive)):
            return steps, reflexive


def _composes(
    first: tuple[owl.ObjectProperty, ...],
    last: owl.ObjectProperty,
    roles: tuple[owl.ObjectProperty, ...],
    axioms: tuple[owl.Axiom, ...],
) -> bool:
    if len(roles) > 1:  # the beginning of a longer chain
        begun = roles[:-1] == first if len(first) > 1 else _included(first[0], roles[0], axioms)
        return len(roles) == len(first) + 1 and begun and _included(last, roles[-1], axioms)
    for axiom in axioms:
        match axiom:
            case owl.SubObjectPropertyOf(owl.ObjectPropertyChain(chain), sup):
                pass
            case owl.ObjectPropertyCharacteristic("TransitiveObjectProperty", role):
                chain, sup = (role, role), role
            case _:
                continue
        begun = chain[:-1] == first if len(first) > 1 else len(chain) == 2 and _included(first[0], chain[0], axioms)
        if begun and sup == roles[0] and _included(last, chain[-1], axioms):
            return True
    return False


def _disjoint(first: owl.ClassExpression, second: owl.ClassExpression, axioms: Iterable[owl.Axiom]) -> bool:
    if owl.ObjectComplementOf(first) == second or owl.ObjectComplementOf(second) == first:
        return True
    for axiom in axioms:
        match axiom:
            case owl.DisjointClasses(operands) | owl.DisjointUnion(_, operands):
                if first != second and first in operands and second in operands:
                    return True
            case owl.DifferentIndividuals(individuals):
                nominals = [owl.ObjectOneOf((individual,)) for individual in individuals]
                if first != second and first in nominals and second in nominals:
                    return True
    return False
