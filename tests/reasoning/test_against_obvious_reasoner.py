"""Random EL ontologies: the compiled reasoner and a slow obvious one must agree on everything."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reasoning.obvious_reasoner import ObviousReasoner

from entailed.owl.model import (
    OWL_NOTHING,
    OWL_THING,
    Class,
    Declaration,
    DisjointClasses,
    EquivalentClasses,
    ObjectIntersectionOf,
    ObjectProperty,
    ObjectPropertyChain,
    ObjectPropertyCharacteristic,
    ObjectPropertyDomain,
    ObjectPropertyRange,
    ObjectSomeValuesFrom,
    Ontology,
    SubClassOf,
    SubObjectPropertyOf,
)
from entailed.reasoning import saturate, translate

NAMES = [Class(f"http://example.org/{letter}") for letter in "ABCDEFG"]
ROLES = [ObjectProperty(f"http://example.org/{letter}") for letter in "rst"]

names = st.sampled_from(NAMES)
roles = st.sampled_from(ROLES)
expressions = st.recursive(
    st.one_of(names, names, names, st.just(Class(OWL_THING))),
    lambda inner: st.one_of(
        st.builds(ObjectSomeValuesFrom, roles, inner),
        st.lists(inner, min_size=2, max_size=3).map(lambda xs: ObjectIntersectionOf(tuple(xs))),
    ),
    max_leaves=4,
)
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
declarations = tuple(Declaration(entity) for entity in (*NAMES, *ROLES))
ontologies = st.builds(
    lambda classes, roles: Ontology(iri=None, axioms=(*declarations, *classes, *roles)),
    st.lists(st.one_of(class_axioms, class_axioms, class_axioms), min_size=1, max_size=10),
    st.lists(role_axioms, max_size=4),
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ontologies)
def test_closure_equals_that_of_an_obvious_reasoner(ontology: Ontology) -> None:
    expected = ObviousReasoner(ontology)
    inclusions = translate(ontology)
    closure = saturate(inclusions).closure
    number = {iri: n for n, iri in enumerate(inclusions.classes)}
    role_number = {iri: n for n, iri in enumerate(inclusions.roles)}

    if not closure.consistent:
        assert expected.is_unsatisfiable(Class(OWL_THING))
        return
    for a in NAMES:
        x = number[a.iri]
        assert bool(closure.unsatisfiable[x]) == expected.is_unsatisfiable(a)
        for b in NAMES:
            y = number[b.iri]
            assert closure.subsumes(y, x) == expected.subsumes(b, a), (a, b)
            for role in ROLES:
                r = role_number[role.iri]
                assert closure.has_link(x, r, y) == expected.has_link(a, role.iri, b), (a, role, b)

    satisfiable = [c for c in NAMES if not expected.is_unsatisfiable(c)]
    for b in NAMES:
        under = {n for n in closure.subconcepts(number[b.iri]) if n > 1}
        assert under == {number[a.iri] for a in satisfiable if expected.subsumes(b, a)}
        for role in ROLES:
            sources = {n for n in closure.sources(role_number[role.iri], number[b.iri]) if n > 1}
            assert sources == {number[a.iri] for a in satisfiable if expected.has_link(a, role.iri, b)}
    for a in satisfiable:
        for role in ROLES:
            fillers = {n for n in closure.fillers(number[a.iri], role_number[role.iri]) if n > 1}
            assert fillers == {number[b.iri] for b in NAMES if expected.has_link(a, role.iri, b)}
        for b in NAMES:
            between = set(closure.roles_between(number[a.iri], number[b.iri]))
            assert between == {role_number[r.iri] for r in ROLES if expected.has_link(a, r.iri, b)}

    everything = [*satisfiable, Class(OWL_THING)]
    for a in everything:  # direct parents: strictly above with nothing strictly between
        above = {b for b in everything if expected.subsumes(b, a) and not expected.subsumes(a, b)}
        direct = {b for b in above if not any(m in above and b != m and expected.subsumes(b, m)
                                              and not expected.subsumes(m, b) for m in above)}  # fmt: skip
        lowest = {min(number[e.iri] for e in everything if expected.subsumes(e, b) and expected.subsumes(b, e))
                  for b in direct}  # fmt: skip
        assert set(closure.direct_superconcepts(number[a.iri])) == lowest
