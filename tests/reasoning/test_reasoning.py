"""What the reasoner takes into account beside the core rules, and what it says it leaves out."""

import subprocess
import sys


def test_a_concept_in_thousands_of_definitions_is_recognised_in_each(reason) -> None:
    count = 3000
    axioms = [
        f"EquivalentClasses(:Defined{i} ObjectIntersectionOf(:Common ObjectSomeValuesFrom(:r :Filler{i})))"
        for i in range(count)
    ]
    axioms.append("SubClassOf(:X :Common) SubClassOf(:X ObjectSomeValuesFrom(:r :Filler7))")
    axioms.append("SubClassOf(:Y ObjectSomeValuesFrom(:r :Filler2999)) SubClassOf(:Y :Common)")
    reasoned = reason("\n".join(axioms))
    assert reasoned.parents("X") == {"Defined7"}
    assert reasoned.parents("Y") == {"Defined2999"}


def test_a_conjunction_of_a_thousand_operands(reason) -> None:
    operands = " ".join(f":Part{i}" for i in range(1000))
    told = "\n".join(f"SubClassOf(:X :Part{i})" for i in range(1000))
    reasoned = reason(f"SubClassOf(ObjectIntersectionOf({operands}) :Whole)\n{told}\nSubClassOf(:Y :Part3)")
    assert reasoned.subsumes("Whole", "X")
    assert not reasoned.subsumes("Whole", "Y")


def test_ten_thousand_pairwise_disjoint_classes(reason) -> None:
    operands = " ".join(f":C{i}" for i in range(10_000))
    reasoned = reason(f"DisjointClasses({operands})\nSubClassOf(:X :C5) SubClassOf(:X :C9999) SubClassOf(:Y :C5)")
    assert reasoned.unsatisfiable() == {"X"}


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
    reasoned = reason(
        "SubClassOf(:A ObjectAllValuesFrom(:r :C)) SubClassOf(ObjectAllValuesFrom(:r :C) :B)"
    )
    assert reasoned.subsumes("B", "A")


def test_everything_unsatisfiable_is_an_outcome_and_not_a_crash(reason) -> None:
    reasoned = reason("SubClassOf(owl:Thing owl:Nothing) SubClassOf(:A :B)")
    assert not reasoned.closure.consistent


def test_an_individual_in_two_disjoint_classes_makes_the_ontology_inconsistent(reason) -> None:
    reasoned = reason("DisjointClasses(:B :C) ClassAssertion(:B :a) ClassAssertion(:C :a)")
    assert not reasoned.closure.consistent


def test_cyclic_role_hierarchy_and_a_chain_of_eight(reason) -> None:
    chain = " ".join(f":r{i}" for i in range(8))
    told = "\n".join(f"SubClassOf(:C{i} ObjectSomeValuesFrom(:r{i} :C{i + 1}))" for i in range(8))
    reasoned = reason(
        f"""SubObjectPropertyOf(ObjectPropertyChain({chain}) :t) {told}
        SubObjectPropertyOf(:t :u) SubObjectPropertyOf(:u :v) SubObjectPropertyOf(:v :t)"""
    )
    assert all(reasoned.has_link("C0", role, "C8") for role in "tuv")
    assert not reasoned.has_link("C1", "t", "C8")


def test_a_deeply_nested_expression_is_read_to_the_bottom(reason) -> None:
    depth = 150
    nested = "ObjectSomeValuesFrom(:r " * depth + ":End" + ")" * depth
    reasoned = reason(f"SubClassOf(:A {nested}) EquivalentClasses(:Deep {nested})")
    assert reasoned.subsumes("Deep", "A")


def test_reading_a_closure_needs_no_compiler() -> None:
    code = "import sys, entailed.reasoning; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
