"""Inputs that break reasoners: rings, long chains, thousands of operands, deep nesting, everything unsatisfiable."""

from pathlib import Path

import pytest

from entailed.errors import ReadError
from entailed.owl.model import Class, ObjectIntersectionOf, ObjectProperty, ObjectSomeValuesFrom, Ontology, SubClassOf
from entailed.owl.nesting import DEEPEST
from entailed.owl.reading import read_ontology
from entailed.reasoning import saturate, translate

OWL = "http://www.w3.org/2002/07/owl#"


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


def test_everything_unsatisfiable_is_an_outcome_and_not_a_crash(reason) -> None:
    reasoned = reason("SubClassOf(owl:Thing owl:Nothing) SubClassOf(:A :B)")
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


def test_role_hierarchy_in_a_ring_and_a_role_under_itself(reason) -> None:
    reasoned = reason(
        """SubObjectPropertyOf(:r :s) SubObjectPropertyOf(:s :t) SubObjectPropertyOf(:t :r) SubObjectPropertyOf(:u :u)
        SubClassOf(:A ObjectSomeValuesFrom(:s :B)) SubClassOf(:C ObjectSomeValuesFrom(:u :B))"""
    )
    assert all(reasoned.has_link("A", role, "B") for role in "rst")
    assert not reasoned.has_link("A", "u", "B")
    assert not reasoned.has_link("C", "r", "B")


@pytest.mark.parametrize(
    "equivalences",
    [
        "EquivalentClasses(:A {all})",
        "\n".join(f"EquivalentClasses(:A :B{i})" for i in range(10_000)),
        "\n".join(f"EquivalentClasses(:B{i} ObjectSomeValuesFrom(:r :A))" for i in range(10_000))
        + "EquivalentClasses(:A ObjectSomeValuesFrom(:r :A))",
        "\n".join(f"SubClassOf(:B{i} :B{i + 1})" for i in range(9_999)) + "SubClassOf(:B9999 :A) SubClassOf(:A :B0)",
    ],
    ids=["one axiom", "an axiom each", "one definition", "a ring"],
)
def test_a_class_equivalent_to_ten_thousand_others_costs_no_more_than_they_do(reason, equivalences: str) -> None:
    axioms = equivalences.format(all=" ".join(f":B{i}" for i in range(10_000)))
    reasoned = reason(f"{axioms}\nSubClassOf(:X :B77) SubClassOf(:A :Y)")
    assert reasoned.subsumes("Y", "X")
    assert reasoned.subsumes("B9999", "X")
    assert not reasoned.subsumes("X", "B9999")
    assert len(reasoned.closure.equivalents(reasoned.inclusions.classes.index("http://example.org/A"))) == 10_001
    assert reasoned.work.subsumers < 100


def test_a_conjunction_of_five_thousand_operands_that_are_all_implied(reason) -> None:
    operands = " ".join(f":Part{i}" for i in range(5000))
    reasoned = reason(
        f"EquivalentClasses(:Whole ObjectIntersectionOf({operands}))\nSubClassOf(:X :Whole) SubClassOf(:Whole :Y)"
    )
    assert reasoned.subsumes("Part4999", "X")
    assert reasoned.subsumes("Y", "X")
    assert not reasoned.subsumes("Whole", "Part0")


def test_an_expression_nested_to_the_limit_is_reasoned_over(reason) -> None:
    depth = DEEPEST - 2  # the ontology and the axiom are a level each
    nested = "ObjectSomeValuesFrom(:r " * depth + ":End" + ")" * depth
    reasoned = reason(f"SubClassOf(:A {nested}) EquivalentClasses(:Deep {nested})")
    assert reasoned.subsumes("Deep", "A")


def test_deep_nesting_is_no_matter_of_recursion(reason) -> None:
    nested = Class("urn:End")
    for _ in range(3000):
        nested = ObjectIntersectionOf((Class("urn:Middle"), ObjectSomeValuesFrom(ObjectProperty("urn:r"), nested)))
    axioms = SubClassOf(Class("urn:A"), nested), SubClassOf(nested, Class("urn:Deep"))
    inclusions = translate(Ontology(iri=None, axioms=axioms))
    closure = saturate(inclusions).closure
    assert closure.subsumes(inclusions.classes.index("urn:Deep"), inclusions.classes.index("urn:A"))


@pytest.mark.parametrize("format_", ["ofn", "omn", "owx", "ttl"])
def test_an_expression_nested_too_deeply_is_refused(tmp_path: Path, format_: str) -> None:
    document = tmp_path / f"deep.{format_}"
    document.write_text(deeply_nested(format_, 2000))
    with pytest.raises(ReadError, match="nested more than 200 levels deep"):
        read_ontology(document)


def deeply_nested(format_: str, depth: int) -> str:
    match format_:
        case "ofn":
            nested = "ObjectSomeValuesFrom(:r " * depth + ":End" + ")" * depth
            return f"Prefix(:=<http://example.org/>)\nOntology(<http://example.org/o>\nSubClassOf(:A {nested})\n)\n"
        case "omn":
            nested = ":r some (" * depth + ":End" + ")" * depth
            return (
                f"Prefix: : <http://example.org/>\nOntology: <http://example.org/o>\nClass: :A\nSubClassOf: {nested}\n"
            )
        case "owx":
            start, end = '<ObjectSomeValuesFrom><ObjectProperty IRI="#r"/>', "</ObjectSomeValuesFrom>"
            nested = start * depth + '<Class IRI="#End"/>' + end * depth
            axiom = f'<SubClassOf><Class IRI="#A"/>{nested}</SubClassOf>'
            return f'<Ontology xmlns="{OWL}" ontologyIRI="http://example.org/o">{axiom}</Ontology>'
        case "ttl":
            nested = "[ a owl:Restriction ; owl:onProperty :r ; owl:someValuesFrom " * depth + ":End" + "]" * depth
            return f"""@prefix : <http://example.org/> .\n@prefix owl: <{OWL}> .
                @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
                :r a owl:ObjectProperty . :End a owl:Class . :A a owl:Class ; rdfs:subClassOf {nested} ."""
    raise ValueError(format_)


def test_all_of_ten_thousand_classes_unsatisfiable(reason) -> None:
    axioms = "\n".join(f"SubClassOf(:C{i} :C{i // 2}) SubClassOf(:C{i} ObjectSomeValuesFrom(:r :C{i // 3}))"
                       for i in range(1, 10_000))  # fmt: skip
    reasoned = reason(f"{axioms}\nSubClassOf(:C0 owl:Nothing)")
    assert len(reasoned.closure.unsatisfiable_classes()) == 10_000
    assert reasoned.closure.consistent


def test_a_transitive_path_is_composed_step_by_step(reason) -> None:
    count = 60
    told = "\n".join(f"SubClassOf(:C{i} ObjectSomeValuesFrom(:p :C{i + 1}))" for i in range(count))
    reasoned = reason(
        f"""TransitiveObjectProperty(:p) SubObjectPropertyOf(ObjectPropertyChain(:r :p) :r) {told}
        SubClassOf(:X ObjectSomeValuesFrom(:r :C0))"""
    )
    assert reasoned.has_link("C0", "p", f"C{count}")
    assert reasoned.has_link("X", "r", f"C{count}")
    assert reasoned.work.links == count * (count + 1) // 2 + count + 1
    assert reasoned.work.messages_posted == 0
