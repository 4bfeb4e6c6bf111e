"""Random EL ontologies: the compiled reasoner and a slow obvious one must agree on everything.

`ENTAILED_RANDOM_ONTOLOGIES` sets how many are tried; the default keeps a normal run short.
"""

import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entailed.owl.model import (
    OWL_NOTHING,
    OWL_THING,
    Class,
    ClassAssertion,
    ClassExpression,
    Declaration,
    DifferentIndividuals,
    DisjointClasses,
    EquivalentClasses,
    NamedIndividual,
    ObjectHasValue,
    ObjectIntersectionOf,
    ObjectOneOf,
    ObjectProperty,
    ObjectPropertyAssertion,
    ObjectPropertyChain,
    ObjectPropertyCharacteristic,
    ObjectPropertyDomain,
    ObjectPropertyRange,
    ObjectSomeValuesFrom,
    Ontology,
    SameIndividual,
    SubClassOf,
    SubObjectPropertyOf,
)
from entailed.reasoning import saturate, translate
from reasoning.obvious_reasoner import FRESH, ObviousReasoner

NAMES = [Class(f"http://example.org/{letter}") for letter in "ABCDEFG"]
ROLES = [ObjectProperty(f"http://example.org/{letter}") for letter in "rst"]
TOP = Class(OWL_THING)
CONCEPTS = [*NAMES, TOP]

names = st.sampled_from(NAMES)
roles = st.sampled_from(ROLES)
individuals = st.sampled_from([NamedIndividual(f"http://example.org/{letter}") for letter in "ab"])
nominals = individuals.map(lambda a: ObjectOneOf((a,)))


def expressions_over(leaves):
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(ObjectSomeValuesFrom, roles, inner),
            st.lists(inner, min_size=2, max_size=3).map(lambda xs: ObjectIntersectionOf(tuple(xs))),
        ),
        max_leaves=4,
    )


expressions = expressions_over(st.one_of(names, names, names, st.just(TOP)))
with_nominals = expressions_over(st.one_of(names, names, nominals, st.builds(ObjectHasValue, roles, individuals)))
class_axioms = st.one_of(
    st.builds(SubClassOf, expressions, expressions),
    st.builds(SubClassOf, names, expressions),
    st.builds(lambda a, b: EquivalentClasses((a, b)), names, expressions),
    st.lists(names, min_size=2, max_size=3, unique=True).map(lambda xs: DisjointClasses(tuple(xs))),
    st.builds(SubClassOf, expressions, st.just(Class(OWL_NOTHING))),
)
role_axioms = st.one_of(
    st.builds(SubObjectPropertyOf, roles, roles),
    st.builds(lambda r, s, t: SubObjectPropertyOf(ObjectPropertyChain((r, s)), t), roles, roles, roles),
    st.builds(ObjectPropertyCharacteristic, st.just("TransitiveObjectProperty"), roles),
    st.builds(ObjectPropertyCharacteristic, st.just("ReflexiveObjectProperty"), roles),
    st.builds(ObjectPropertyDomain, roles, expressions),
    st.builds(ObjectPropertyRange, roles, expressions),
)
assertions = st.one_of(
    st.builds(ClassAssertion, with_nominals, individuals),
    st.builds(ObjectPropertyAssertion, roles, individuals, individuals, st.booleans()),
    st.lists(individuals, min_size=2, max_size=2, unique=True).map(lambda xs: SameIndividual(tuple(xs))),
    st.lists(individuals, min_size=2, max_size=2, unique=True).map(lambda xs: DifferentIndividuals(tuple(xs))),
)
nominal_axioms = st.one_of(
    st.builds(SubClassOf, names, with_nominals),
    st.builds(SubClassOf, names, with_nominals),
    st.builds(SubClassOf, with_nominals, names),
    st.builds(lambda a, b: EquivalentClasses((a, b)), names, with_nominals),
    assertions,
)
declarations = tuple(Declaration(entity) for entity in (*NAMES, *ROLES))


class_or_nominal_axioms = st.one_of(class_axioms, nominal_axioms, nominal_axioms)


def ontologies_of(axioms, role_axioms=role_axioms, at_least=1):
    return st.builds(
        lambda classes, roles: Ontology(iri=None, axioms=(*declarations, *classes, *roles)),
        st.lists(axioms, min_size=at_least, max_size=10),
        st.lists(role_axioms, max_size=4),
    )


ontologies = ontologies_of(class_axioms)
ontologies_with_individuals = ontologies_of(class_or_nominal_axioms)
random_ontologies = settings(
    max_examples=int(os.environ.get("ENTAILED_RANDOM_ONTOLOGIES", "100")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


@random_ontologies
@given(ontologies)
def test_closure_equals_that_of_an_obvious_reasoner(ontology: Ontology) -> None:
    obvious = ObviousReasoner(ontology)
    check(ontology, {concept: (obvious, concept) for concept in CONCEPTS})


@random_ontologies
@given(ontologies_with_individuals)
def test_closure_over_individuals_equals_that_of_an_obvious_reasoner(ontology: Ontology) -> None:
    check(ontology, {concept: (ObviousReasoner(ontology, fresh_in=concept), FRESH) for concept in CONCEPTS})


def check(ontology: Ontology, expected: dict[Class, tuple[ObviousReasoner, ClassExpression]]) -> None:
    """Compare everything a closure says; `expected` has by class the reasoner to ask, and what to ask it about."""
    inclusions = translate(ontology)
    closure = saturate(inclusions).closure
    number = {iri: n for n, iri in enumerate(inclusions.classes)}
    role_number = {iri: n for n, iri in enumerate(inclusions.roles)}
    assert closure.consistent == expected[TOP][0].is_consistent()
    if not closure.consistent:
        return

    subsumes = {(b, a): obvious.subsumes(b, x) for a, (obvious, x) in expected.items() for b in CONCEPTS}
    linked = {
        (a, role, b)
        for a, (obvious, x) in expected.items()
        for role in ROLES
        for b in NAMES
        if obvious.has_link(x, role.iri, b)
    }
    satisfiable = [a for a in NAMES if expected[a][0].is_satisfiable(expected[a][1])]
    for a in NAMES:
        x = number[a.iri]
        assert bool(closure.unsatisfiable[x]) == (a not in satisfiable), a
        for b in NAMES:
            y = number[b.iri]
            assert closure.subsumes(y, x) == subsumes[b, a], (a, b)
            for role in ROLES:
                assert closure.has_link(x, role_number[role.iri], y) == ((a, role, b) in linked), (a, role, b)

    for b in NAMES:
        under = {n for n in closure.subconcepts(number[b.iri]) if n > 1}
        assert under == {number[a.iri] for a in satisfiable if subsumes[b, a]}
        for role in ROLES:
            sources = {n for n in closure.sources(role_number[role.iri], number[b.iri]) if n > 1}
            assert sources == {number[a.iri] for a in satisfiable if (a, role, b) in linked}
    for a in satisfiable:
        above = {n for n in closure.superconcepts(number[a.iri]) if n > 1}
        assert above == {number[b.iri] for b in NAMES if subsumes[b, a]}
        equal = {number[b.iri] for b in CONCEPTS if subsumes[b, a] and subsumes[a, b]}
        assert set(closure.equivalents(number[a.iri])) == equal
        for role in ROLES:
            fillers = {n for n in closure.fillers(number[a.iri], role_number[role.iri]) if n > 1}
            assert fillers == {number[b.iri] for b in NAMES if (a, role, b) in linked}
        for b in NAMES:
            between = set(closure.roles_between(number[a.iri], number[b.iri]))
            assert between == {role_number[r.iri] for r in ROLES if (a, r, b) in linked}

    for a in [*satisfiable, TOP]:  # direct parents: strictly above with nothing strictly between
        above = {b for b in [*satisfiable, TOP] if subsumes[b, a] and not subsumes[a, b]}
        direct = {b for b in above if not any(subsumes[b, m] and not subsumes[m, b] for m in above - {b})}
        lowest = {min(number[e.iri] for e in [*satisfiable, TOP] if subsumes[e, b] and subsumes[b, e]) for b in direct}
        assert set(closure.direct_superconcepts(number[a.iri])) == lowest
