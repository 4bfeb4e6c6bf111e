"""Explanations: proofs over names, checked step by step, and what was left out where nothing is proved."""

from pathlib import Path

import pytest

from entailed.owl import read_ontology
from entailed.reasoning import check_proof, prove
from entailed.service import Explanation, OntologyService, SelectResult, Verdict, graphviz, quote


def lines(explanation: Explanation) -> list[str]:
    return [f"{step.conclusion} [{step.rule}{''.join(f' {p}' for p in step.premises)}]" for step in explanation.steps]


def rows(service: OntologyService, query: str) -> list[str]:
    result = service.query(query)
    assert isinstance(result, SelectResult)
    return [row.name for row in result.rows]


# ---- single explanations


def test_a_relation_is_inherited_and_passed_along_a_chain(kitchen: OntologyService) -> None:
    assert lines(kitchen.explain("fridge", "located in", "home")) == [
        "refrigerator ⊑ kitchen appliance [stated]",
        "kitchen appliance ⊑ ∃ located in . kitchen [stated]",
        "refrigerator ⊑ ∃ located in . kitchen [R⊑ 0 1]",
        "kitchen ⊑ ∃ part of . home [stated]",
        "located in ∘ part of ⊑ located in [stated]",
        "refrigerator ⊑ ∃ located in . home [R∘ 2 3 4]",
    ]


def test_a_sub_relation_is_a_stated_axiom_of_its_own(kitchen: OntologyService) -> None:
    assert lines(kitchen.explain("pesto", "has ingredient", "basil")) == [
        "pesto ⊑ ∃ has main ingredient . basil [stated]",
        "has main ingredient ⊑ has ingredient [stated]",
        "pesto ⊑ ∃ has ingredient . basil [R∃+ 0 1]",
    ]


def test_a_defined_class_is_recognised_by_its_parts(kitchen: OntologyService) -> None:
    explanation = kitchen.explain("scone", "is a", "baked good")
    assert lines(explanation)[-1].startswith("scone ⊑ baked good [R⊑ ")
    assert any(axiom.startswith("baked good ≡ ") for axiom in explanation.justification)


def test_a_long_chain_is_stated_as_a_whole(index_text) -> None:
    service = index_text(
        """Prefix(:=<http://example.org/>)
        Ontology(
          SubClassOf(:a ObjectSomeValuesFrom(:r :b)) SubClassOf(:b ObjectSomeValuesFrom(:s :c))
          SubClassOf(:c ObjectSomeValuesFrom(:t :d)) SubObjectPropertyOf(ObjectPropertyChain(:r :s :t) :u)
        )""",
        ".ofn",
    )
    assert lines(service.explain("a", "u", "d")) == [
        "a ⊑ ∃ r . b [stated]",
        "b ⊑ ∃ s . c [stated]",
        "a ⊑ ∃ r ∘ s . c [R∘ 0 1]",
        "c ⊑ ∃ t . d [stated]",
        "r ∘ s ∘ t ⊑ u [stated]",
        "a ⊑ ∃ u . d [R∘ 2 3 4]",
    ]


def test_an_unsatisfiable_subject_is_proved_to_be_so(index_text) -> None:
    service = index_text(
        """Prefix(:=<http://example.org/>)
        Ontology(
          SubClassOf(:mule :horse) SubClassOf(:mule :donkey) DisjointClasses(:horse :donkey) SubClassOf(:cart :thing)
        )""",
        ".ofn",
    )
    explanation = service.explain("mule", "is a", "cart")
    assert explanation.result.verdict is Verdict.UNSATISFIABLE
    assert explanation.steps[-1].conclusion == "mule ⊑ ⊥"
    assert len(explanation.justification) == 3


INDIVIDUALS = """Prefix(:=<http://example.org/>)
    Ontology(
      SubClassOf(:visit ObjectSomeValuesFrom(:at ObjectIntersectionOf(ObjectOneOf(:elm_street) :clinic)))
      SubClassOf(:delivery ObjectSomeValuesFrom(:to ObjectIntersectionOf(ObjectOneOf(:elm_street) :pharmacy)))
      SubClassOf(:errand :visit) SubClassOf(:errand :delivery)
    )"""


def test_what_an_individual_is_by_two_descriptions_is_proved(index_text) -> None:
    """It is a pharmacy if there is a delivery at all; of an errand that is clear, and not of a visit."""
    service = index_text(INDIVIDUALS, ".ofn")
    assert lines(service.explain("errand", "at", "pharmacy")) == [
        "errand ⊑ visit [stated]",
        "errand ⊑ delivery [stated]",
        "visit ⊑ ∃ at . ({elm_street} ⊓ clinic) [stated]",
        "errand ⊑ ∃ at . ({elm_street} ⊓ clinic) [R⊑ 0 2]",
        "delivery ⊑ ∃ to . ({elm_street} ⊓ pharmacy) [stated]",
        "errand ⊑ ∃ to . ({elm_street} ⊓ pharmacy) [R⊑ 1 4]",
        "{elm_street} ⊓ pharmacy has an instance, if errand has an instance [R⇝ 5]",
        "{elm_street} ⊓ clinic ⊑ {elm_street} [R⊓−]",
        "{elm_street} ⊓ pharmacy ⊑ {elm_street} [R⊓−]",
        "{elm_street} ⊓ pharmacy ⊑ pharmacy [R⊓−]",
        "{elm_street} ⊑ pharmacy, if errand has an instance [R{} 6 8 9]",
        "{elm_street} ⊓ clinic ⊑ pharmacy, if errand has an instance [R{} 7 10]",
        "errand ⊑ ∃ at . pharmacy [R∃+ 3 11]",
    ]
    assert service.explain("visit", "at", "pharmacy").result.verdict is Verdict.NOT_ENTAILED


# ---- equivalence

EQUIVALENCES = """Prefix(:=<http://example.org/>)
    Ontology(
      EquivalentClasses(:vixen ObjectIntersectionOf(:fox :female)) EquivalentClasses(:fox :todd)
      EquivalentClasses(:she-fox ObjectIntersectionOf(:todd :female)) SubClassOf(:fox :animal)
    )"""


def test_an_equivalence_is_proved_both_ways_in_one_explanation(index_text) -> None:
    explanation = index_text(EQUIVALENCES, ".ofn").explain("vixen", "equivalent to", "she-fox")
    assert explanation.result.verdict is Verdict.ENTAILED
    last = explanation.steps[-1]
    assert (last.conclusion, last.rule) == ("vixen ≡ she-fox", "both ways")
    assert [explanation.steps[n].conclusion for n in last.premises] == ["vixen ⊑ she-fox", "she-fox ⊑ vixen"]
    assert set(explanation.justification) == {"vixen ≡ fox ⊓ female", "fox ≡ todd", "she-fox ≡ todd ⊓ female"}
    assert explanation.converse is not None
    assert explanation.converse.goal.sub.iri.endswith("she-fox")


def test_a_stated_equivalence_is_its_own_proof(index_text) -> None:
    assert lines(index_text(EQUIVALENCES, ".ofn").explain("todd", "Equivalent to", "fox")) == ["fox ≡ todd [stated]"]


def test_an_equivalence_that_holds_one_way_is_answered_with_the_other(index_text) -> None:
    explanation = index_text(EQUIVALENCES, ".ofn").explain("fox", "equivalent to", "animal")
    assert explanation.result.verdict is Verdict.NOT_ENTAILED
    assert explanation.result.query == 'ASK { "animal" "is a" "fox" }'
    assert explanation.steps == ()


def test_a_relation_of_the_ontology_may_be_called_equivalent_to(index_text) -> None:
    service = index_text(
        """Prefix(:=<http://example.org/>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
        Ontology(
          AnnotationAssertion(rdfs:label :same "equivalent to") SubClassOf(:a ObjectSomeValuesFrom(:same :b))
        )""",
        ".ofn",
    )
    assert lines(service.explain("a", "equivalent to", "b")) == ["a ⊑ ∃ equivalent to . b [stated]"]


# ---- what is not entailed


def test_what_was_left_out_is_named_where_it_bears_on_the_statement(kitchen: OntologyService) -> None:
    touched = kitchen.explain("seafood", "is a", "animal product")
    assert touched.result.verdict is Verdict.NOT_ENTAILED
    assert touched.result.incomplete
    assert touched.left_out == ("seafood ≡ fish ⊔ shellfish  (ObjectUnionOf)",)
    untouched = kitchen.explain("egg", "contains", "gluten")
    assert not untouched.result.incomplete
    assert untouched.left_out == ()


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        (("egg", "contains", "gluten"), Verdict.NOT_ENTAILED),
        (("eggg", "contains", "gluten"), Verdict.UNKNOWN_NAME),
        (("pepper", "is a", "food"), Verdict.AMBIGUOUS_NAME),
    ],
)
def test_what_is_not_entailed_has_no_steps(kitchen: OntologyService, statement: tuple[str, str, str], verdict) -> None:
    explanation = kitchen.explain(*statement)
    assert explanation.result.verdict is verdict
    assert explanation.steps == ()


def test_a_proof_is_a_graph_for_graphviz(kitchen: OntologyService) -> None:
    dot = graphviz(kitchen.explain("pesto", "has ingredient", "basil"))
    assert dot.startswith("digraph proof {")
    assert '  s2 [label="pesto ⊑ ∃ has ingredient . basil", xlabel="R∃+"];' in dot
    assert "  s0 -> s2;" in dot


# ---- every explanation of the kitchen


@pytest.fixture(scope="module")
def explanations(kitchen: OntologyService) -> list[tuple[str, Explanation]]:
    """Each entailed statement about a dish or a kitchen appliance, and its explanation."""
    subjects = rows(kitchen, 'SELECT ?x WHERE { ?x "is a" "dish" }')
    subjects += rows(kitchen, 'SELECT ?x WHERE { ?x "is a" "kitchen equipment" }')
    found = []
    for subject in subjects:
        for relation in ("contains", "has ingredient", "prepared with", "located in", "derives from", "stored in"):
            for filler in rows(kitchen, f"SELECT ?o WHERE {{ {quote(subject)} {quote(relation)} ?o }}"):
                statement = f"{subject} ⊑ ∃ {relation} . {filler}"
                found.append((statement, kitchen.explain(subject, relation, filler)))
        for parent in rows(kitchen, f'SELECT ?o WHERE {{ {quote(subject)} "is a" ?o }}'):
            if parent != subject:
                found.append((f"{subject} ⊑ {parent}", kitchen.explain(subject, "is a", parent)))
    assert len(found) > 500
    return found


def test_the_last_step_is_the_statement(explanations: list[tuple[str, Explanation]]) -> None:
    assert [statement for statement, e in explanations if not e.steps or e.steps[-1].conclusion != statement] == []


def test_premises_come_before_and_every_step_is_needed(explanations: list[tuple[str, Explanation]]) -> None:
    for _, explanation in explanations:
        used = {premise for step in explanation.steps for premise in step.premises}
        assert used == set(range(len(explanation.steps) - 1))
        assert all(premise < at for at, step in enumerate(explanation.steps) for premise in step.premises)


def test_every_proof_is_accepted_and_its_justification_minimal(
    explanations: list[tuple[str, Explanation]], kitchen_file: Path
) -> None:
    told = set(read_ontology(kitchen_file).ontology.axioms)
    for statement, explanation in explanations:
        proof = explanation.proof
        assert proof is not None, statement
        assert check_proof(proof, told) is None, statement
    for _, explanation in explanations[::25]:
        assert explanation.proof is not None
        for axiom in explanation.proof.axioms:
            rest = [other for other in explanation.proof.axioms if other != axiom]
            assert prove(explanation.proof.goal, rest) is None
