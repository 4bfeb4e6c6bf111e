"""Which links of a closure are kept: those from which the others follow."""

from random import Random

import numpy as np

from entailed.owl.model import (
    Axiom,
    Class,
    ClassAssertion,
    DisjointClasses,
    EquivalentClasses,
    NamedIndividual,
    ObjectIntersectionOf,
    ObjectOneOf,
    ObjectProperty,
    ObjectPropertyCharacteristic,
    ObjectSomeValuesFrom,
    Ontology,
    SubClassOf,
    SubObjectPropertyOf,
)
from entailed.reasoning import Closure, saturate, translate

A, B, C, D = (Class(f"http://t.example/{name}") for name in "ABCD")
R, S = (ObjectProperty(f"http://t.example/{name}") for name in "rs")


def closure_of(*axioms: Axiom) -> tuple[Closure, dict[str, int], dict[str, int]]:
    inclusions = translate(Ontology(iri=None, axioms=axioms))
    concepts = {iri: number for number, iri in enumerate(inclusions.classes)}
    roles = {iri: number for number, iri in enumerate(inclusions.roles)}
    return saturate(inclusions).closure, concepts, roles


def links(closure: Closure, concept: int) -> set[tuple[int, int]]:
    return {(role, target) for role, target, source in closure.links.array().tolist() if source == concept}


def test_a_link_that_follows_from_a_more_specific_one_is_left_out_and_still_entailed() -> None:
    told = (
        SubClassOf(A, ObjectSomeValuesFrom(R, C)),
        SubClassOf(A, ObjectSomeValuesFrom(S, B)),
        SubClassOf(A, ObjectSomeValuesFrom(R, D)),
        SubClassOf(B, C),
        SubObjectPropertyOf(S, R),
    )
    closure, concepts, roles = closure_of(*told)
    a, b, c, d = (concepts[x.iri] for x in (A, B, C, D))
    r, s = roles[R.iri], roles[S.iri]
    assert links(closure, a) == {(s, b), (r, d)}
    assert closure.has_link(a, r, c)
    assert closure.sources(r, c).tolist() == [a]
    assert closure.roles_between(a, c).tolist() == sorted((r, s))


def test_a_link_that_a_superclass_has_is_left_out_and_still_entailed() -> None:
    told = (
        SubClassOf(B, A),
        SubClassOf(A, ObjectSomeValuesFrom(S, C)),
        SubClassOf(B, ObjectSomeValuesFrom(S, C)),
        SubClassOf(B, ObjectSomeValuesFrom(R, C)),
        SubClassOf(B, ObjectSomeValuesFrom(R, D)),
        SubObjectPropertyOf(S, R),
    )
    closure, concepts, roles = closure_of(*told)
    a, b, c, d = (concepts[x.iri] for x in (A, B, C, D))
    r, s = roles[R.iri], roles[S.iri]
    assert links(closure, b) == {(r, d)}
    assert set(zip(*map(np.ndarray.tolist, closure.links_from(b)), strict=True)) == {(s, c), (r, d)}
    assert closure.has_link(b, s, c)
    assert closure.sources(r, c).tolist() == sorted((a, b))
    assert {c, d} <= set(closure.fillers(b, r).tolist())
    assert closure.roles_between(b, c).tolist() == closure.roles_from(b).tolist() == sorted((r, s))


def test_links_of_classes_that_turn_out_to_be_equivalent_are_those_of_each() -> None:
    told = (
        SubClassOf(A, B),
        SubClassOf(A, ObjectSomeValuesFrom(R, C)),
        SubClassOf(B, ObjectSomeValuesFrom(S, D)),
        SubClassOf(ObjectSomeValuesFrom(S, D), A),
    )
    closure, concepts, roles = closure_of(*told)
    a, b, c, d = (concepts[x.iri] for x in (A, B, C, D))
    assert closure.are_equivalent(a, b)
    for source in (a, b):
        assert closure.has_link(source, roles[R.iri], c)
        assert closure.has_link(source, roles[S.iri], d)
    assert closure.sources(roles[R.iri], c).tolist() == closure.sources(roles[S.iri], d).tolist() == sorted((a, b))


def test_a_link_that_only_an_individual_above_has_is_had() -> None:
    a = NamedIndividual("http://t.example/a")
    told = (SubClassOf(A, ObjectOneOf((a,))), ClassAssertion(ObjectSomeValuesFrom(R, C), a))
    closure, concepts, roles = closure_of(*told)
    assert closure.has_link(concepts[A.iri], roles[R.iri], concepts[C.iri])
    assert closure.sources(roles[R.iri], concepts[C.iri]).tolist() == [concepts[A.iri]]


def test_what_an_individual_is_linked_to_by_its_class_exists() -> None:
    a, b = (NamedIndividual(f"http://t.example/{name}") for name in "ab")
    told = (
        ClassAssertion(A, a),
        SubClassOf(A, ObjectSomeValuesFrom(R, B)),
        SubClassOf(B, ObjectOneOf((b,))),
        EquivalentClasses((C, ObjectOneOf((b,)))),
    )
    closure, concepts, _ = closure_of(*told)
    assert closure.are_equivalent(concepts[B.iri], concepts[C.iri])


def test_a_link_that_follows_from_two_being_one_individual_leads_to_that_one() -> None:
    # An instance of A is a, and so is what it is related to by r; that makes it an A, and related by s to a as well.
    told = (
        SubClassOf(A, B),
        SubClassOf(B, ObjectOneOf((NamedIndividual("http://t.example/a"),))),
        SubClassOf(A, ObjectSomeValuesFrom(R, B)),
        SubClassOf(ObjectSomeValuesFrom(R, A), ObjectSomeValuesFrom(S, B)),
    )
    closure, concepts, roles = closure_of(*told)
    a = concepts[A.iri]
    assert closure.has_link(a, roles[R.iri], a)
    assert closure.has_link(a, roles[S.iri], a)


def test_a_group_holds_what_a_class_in_it_is_linked_to() -> None:
    attributes = ObjectIntersectionOf((B, ObjectSomeValuesFrom(R, C)))
    told = (SubClassOf(A, ObjectSomeValuesFrom(S, attributes)), SubClassOf(B, ObjectSomeValuesFrom(R, D)))
    inclusions = translate(Ontology(iri=None, axioms=told))
    grouped = saturate(inclusions, [S.iri]).grouped
    assert grouped is not None
    a, c, d = (inclusions.classes.index(x.iri) for x in (A, C, D))
    role = inclusions.roles.index(R.iri)
    assert grouped.has_link(a, role, c)
    assert grouped.has_link(a, role, d)


def test_what_a_reflexive_role_relates_is_answered_without_links() -> None:
    told = (
        SubClassOf(A, B),
        SubClassOf(C, ObjectSomeValuesFrom(R, A)),
        ObjectPropertyCharacteristic("ReflexiveObjectProperty", S),
        SubObjectPropertyOf(S, R),
    )
    closure, concepts, roles = closure_of(*told)
    a, b, c = (concepts[x.iri] for x in (A, B, C))
    r, s = roles[R.iri], roles[S.iri]
    assert links(closure, a) == set()
    assert closure.has_link(a, r, b)
    assert not closure.has_link(b, r, a)
    assert closure.sources(s, b).tolist() == sorted((a, b))
    assert closure.sources(r, b).tolist() == sorted((a, b, c))
    assert closure.fillers(a, s).tolist() == closure.superconcepts(a).tolist()
    assert closure.roles_between(a, b).tolist() == closure.roles_from(a).tolist() == sorted((r, s))
    assert closure.roles_between(c, a).tolist() == [r]


def test_with_a_reflexive_grouping_role_everything_is_a_group() -> None:
    reflexive = ObjectPropertyCharacteristic("ReflexiveObjectProperty", S)
    inclusions = translate(
        Ontology(iri=None, axioms=(SubClassOf(A, ObjectSomeValuesFrom(R, B)), SubClassOf(C, A), reflexive))
    )
    grouped = saturate(inclusions, [S.iri]).grouped
    assert grouped is not None
    a, b, c = (inclusions.classes.index(x.iri) for x in (A, B, C))
    assert grouped.sources(inclusions.roles.index(R.iri), b).tolist() == sorted((a, c))


def test_a_reflexive_role_relates_what_is_within_a_group_to_itself() -> None:
    reflexive = ObjectPropertyCharacteristic("ReflexiveObjectProperty", R)
    inclusions = translate(Ontology(iri=None, axioms=(SubClassOf(A, ObjectSomeValuesFrom(S, B)), reflexive)))
    grouped = saturate(inclusions, [S.iri]).grouped
    assert grouped is not None
    a, b = (inclusions.classes.index(x.iri) for x in (A, B))
    assert grouped.has_link(a, inclusions.roles.index(R.iri), b)
    assert not grouped.has_link(b, inclusions.roles.index(R.iri), b)


def test_of_links_by_equivalent_roles_one_is_left() -> None:
    told = (
        SubClassOf(A, ObjectSomeValuesFrom(R, B)),
        SubClassOf(A, ObjectSomeValuesFrom(S, B)),
        SubObjectPropertyOf(S, R),
        SubObjectPropertyOf(R, S),
    )
    closure, concepts, roles = closure_of(*told)
    assert len(links(closure, concepts[A.iri])) == 1
    for role in roles.values():
        assert closure.sources(role, concepts[B.iri]).tolist() == [concepts[A.iri]]


def test_a_link_to_a_complex_filler_is_not_taken_for_one_to_its_superclass() -> None:
    told = (
        SubClassOf(A, ObjectSomeValuesFrom(R, ObjectIntersectionOf((B, C)))),
        SubClassOf(A, ObjectSomeValuesFrom(R, B)),
    )
    closure, concepts, roles = closure_of(*told)
    (link,) = links(closure, concepts[A.iri])
    assert link[1] >= closure.class_count
    fillers = closure.fillers(concepts[A.iri], roles[R.iri])
    assert {concepts[B.iri], concepts[C.iri]} <= set(fillers.tolist())


def test_a_source_with_very_many_links_keeps_them() -> None:
    fillers = [Class(f"http://t.example/F{n}") for n in range(200)]
    told = [SubClassOf(A, ObjectSomeValuesFrom(R, filler)) for filler in fillers]
    closure, concepts, roles = closure_of(*told, SubClassOf(fillers[0], fillers[1]))
    assert len(links(closure, concepts[A.iri])) == 200
    assert np.isin([concepts[f.iri] for f in fillers], closure.fillers(concepts[A.iri], roles[R.iri])).all()


def test_many_links_and_few_give_the_same_answers() -> None:
    fillers = [Class(f"http://t.example/F{n}") for n in range(40)]
    above = [Class(f"http://t.example/G{n}") for n in range(40)]
    sources = [Class(f"http://t.example/S{n}") for n in range(40)]
    told: list[Axiom] = [SubClassOf(f, g) for f, g in zip(fillers, above, strict=True)]
    told += [SubClassOf(A, ObjectSomeValuesFrom(S, filler)) for filler in fillers[:-1]]
    told += [SubClassOf(source, ObjectSomeValuesFrom(R, fillers[0])) for source in sources]
    told += [EquivalentClasses((A, B)), SubObjectPropertyOf(S, R), DisjointClasses((C, C))]
    closure, concepts, roles = closure_of(*told)

    def number(*classes: Class) -> list[int]:
        return sorted(concepts[x.iri] for x in classes)

    r, s = roles[R.iri], roles[S.iri]
    for n in range(1, 39):
        assert closure.has_link(concepts[B.iri], r, concepts[above[n].iri])
        assert closure.sources(r, concepts[above[n].iri]).tolist() == number(A, B)
    for filler in (fillers[-1], above[-1], A, C, sources[0]):
        assert not closure.has_link(concepts[B.iri], r, concepts[filler.iri])
        assert not closure.sources(r, concepts[filler.iri]).size
    assert closure.sources(r, concepts[above[0].iri]).tolist() == number(A, B, *sources)
    assert closure.sources(s, concepts[above[0].iri]).tolist() == number(A, B)


def test_the_same_is_found_from_every_end_of_a_large_taxonomy() -> None:
    choose = Random(1)
    classes = [Class(f"http://t.example/K{n}") for n in range(500)]
    told: list[Axiom] = [
        SubClassOf(classes[n], classes[choose.randrange(n)]) for n in range(1, 500) for _ in range(choose.randint(1, 2))
    ]
    told += [
        SubClassOf(source, ObjectSomeValuesFrom(choose.choice((R, S)), choose.choice(classes)))
        for source in choose.sample(classes, 60)
    ]
    told += [
        SubClassOf(A, ObjectSomeValuesFrom(R, ObjectIntersectionOf(tuple(choose.sample(classes, 2))))) for _ in classes
    ]
    closure, concepts, roles = closure_of(*told, SubObjectPropertyOf(S, R), SubClassOf(classes[0], classes[9]))
    numbers = [concepts[c.iri] for c in (*classes, A)]
    for role in roles.values():
        fillers = {number: set(closure.fillers(number, role).tolist()) for number in numbers}
        sizes = set()
        for filler in numbers:
            sources = closure.sources(role, filler).tolist()
            assert sources == sorted(number for number in numbers if filler in fillers[number])
            sizes.add(len(sources))
            for number in choose.sample(numbers, 20):
                assert closure.has_link(number, role, filler) == (filler in fillers[number])
                assert (role in closure.roles_between(number, filler)) == (filler in fillers[number])
        assert any(0 < size < 500 // 8 for size in sizes)
        assert any(500 // 8 < size < 500 for size in sizes)
