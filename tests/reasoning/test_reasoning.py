"""What the reasoner takes into account beside the core rules, and what it says it leaves out."""

import subprocess
import sys


def test_union_on_the_left_and_complement_on_the_right_are_reasoned_over(reason) -> None:
    reasoned = reason(
        """SubClassOf(ObjectUnionOf(:A :B) :C)
        SubClassOf(:X ObjectComplementOf(:Y)) SubClassOf(:Z ObjectIntersectionOf(:X :Y))"""
    )
    assert reasoned.subsumes("C", "A")
    assert reasoned.subsumes("C", "B")
    assert reasoned.unsatisfiable() == {"Z"}
    assert reasoned.left_out() == []


def test_minimum_cardinality_says_that_there_is_one(reason) -> None:
    reasoned = reason(
        """SubClassOf(:A ObjectMinCardinality(2 :r :B)) SubClassOf(:C ObjectExactCardinality(1 :r :B))
        SubClassOf(:D ObjectMinCardinality(1 :r :B))
        EquivalentClasses(:HasB ObjectMinCardinality(1 :r :B))"""
    )
    assert all(reasoned.has_link(x, "r", "B") and reasoned.subsumes("HasB", x) for x in "ACD")
    assert reasoned.left_out() == ["ObjectExactCardinality", "ObjectMinCardinality"]


def test_what_is_left_out_is_named_and_the_rest_of_its_axiom_is_used(reason) -> None:
    reasoned = reason(
        """Declaration(DataProperty(:d))
        SubClassOf(:A ObjectIntersectionOf(:B ObjectAllValuesFrom(:r :C) ObjectSomeValuesFrom(:r :D)))
        SubClassOf(:A DataSomeValuesFrom(:d xsd:integer))
        SubClassOf(:E ObjectSomeValuesFrom(ObjectInverseOf(:r) :D))
        InverseObjectProperties(:r :s) FunctionalObjectProperty(:r)
        EquivalentClasses(:U ObjectUnionOf(:V :W))"""
    )
    assert reasoned.subsumes("B", "A")
    assert reasoned.has_link("A", "r", "D")
    assert not reasoned.has_link("E", "r", "D")
    assert reasoned.subsumes("U", "V")
    assert reasoned.left_out() == [
        "DataSomeValuesFrom",
        "FunctionalObjectProperty",
        "InverseObjectProperties",
        "ObjectAllValuesFrom",
        "ObjectSomeValuesFrom",
        "ObjectUnionOf",
    ]


def test_an_expression_that_is_not_reasoned_over_still_matches_itself(reason) -> None:
    reasoned = reason("SubClassOf(:A ObjectAllValuesFrom(:r :C)) SubClassOf(ObjectAllValuesFrom(:r :C) :B)")
    assert reasoned.subsumes("B", "A")


def test_an_individual_in_two_disjoint_classes_makes_the_ontology_inconsistent(reason) -> None:
    reasoned = reason("DisjointClasses(:B :C) ClassAssertion(:B :a) ClassAssertion(:C :a)")
    assert not reasoned.closure.consistent


def test_a_negative_assertion_contradicts_what_is_derived(reason) -> None:
    axioms = "SubObjectPropertyOf(:r :s) ObjectPropertyAssertion(:r :a :b) "
    assert reason(axioms + "NegativeObjectPropertyAssertion(:s :b :a)").closure.consistent
    assert not reason(axioms + "NegativeObjectPropertyAssertion(:s :a :b)").closure.consistent


def test_two_descriptions_of_one_individual_are_put_together_if_both_must_exist(reason) -> None:
    reasoned = reason(
        """SubClassOf(:A ObjectSomeValuesFrom(:r ObjectIntersectionOf(ObjectOneOf(:o) :C)))
        SubClassOf(:B ObjectSomeValuesFrom(:r ObjectIntersectionOf(ObjectOneOf(:o) :D)))
        EquivalentClasses(:Both ObjectIntersectionOf(:A :B))
        EquivalentClasses(:P ObjectSomeValuesFrom(:r ObjectIntersectionOf(:C :D)))"""
    )
    assert reasoned.subsumes("P", "Both")
    assert not reasoned.subsumes("P", "A")
    assert not reasoned.has_link("A", "r", "D")
    assert reasoned.has_link("Both", "r", "D")


def test_a_class_is_impossible_if_an_instance_contradicts_an_individual_that_it_does_not_lead_to(reason) -> None:
    reasoned = reason(
        """SubClassOf(:A ObjectIntersectionOf(ObjectOneOf(:o) :C)) ObjectPropertyAssertion(:r :other :o)
        SubClassOf(ObjectSomeValuesFrom(:r :C) owl:Nothing)"""
    )
    assert reasoned.closure.consistent
    assert reasoned.unsatisfiable() == {"A"}


def test_the_universal_property_relates_everything_to_what_exists(reason) -> None:
    reasoned = reason(
        """SubClassOf(ObjectSomeValuesFrom(owl:topObjectProperty :A) :B) ClassAssertion(ObjectSomeValuesFrom(:r :A) :a)
        SubClassOf(ObjectSomeValuesFrom(owl:topObjectProperty :C) :D) SubClassOf(:E ObjectSomeValuesFrom(:r :C))"""
    )
    assert reasoned.subsumes("B", "E")
    assert reasoned.subsumes("D", "E")
    assert not reasoned.subsumes("D", "A")
    assert reasoned.left_out() == ["owl:topObjectProperty (in part)"] * 2


def test_a_range_at_the_end_of_a_chain_is_said_to_be_left_out(reason) -> None:
    axioms = "SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t) ObjectPropertyRange(:t :C) "
    assert reason(axioms).left_out() == ["ObjectPropertyRange (at the end of a chain)"]
    assert reason(axioms + "ObjectPropertyRange(:s :C)").left_out() == []
    assert reason(axioms + "SubObjectPropertyOf(:s :t)").left_out() == []


def test_reading_a_closure_needs_no_compiler() -> None:
    code = "import sys, entailed.reasoning; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
