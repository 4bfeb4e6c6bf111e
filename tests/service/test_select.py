"""ASK and SELECT: which concepts, fillers and relations, how many, and one verdict for each candidate."""

import pytest

from entailed.service import (
    AskResult,
    CandidateVerdict,
    OntologyService,
    SelectResult,
    Verdict,
    is_informative,
    observation,
)

CLASHES = """Prefix(:=<http://example.org/>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Ontology(
  DisjointClasses(:fish :bird)
  SubClassOf(:flyingFish :fish) SubClassOf(:flyingFish :bird)
  SubClassOf(:wren :bird) SubClassOf(:bird ObjectSomeValuesFrom(:has :wing))
  SubClassOf(:wing :limb)
)"""


@pytest.fixture(scope="module")
def clashes(index_text) -> OntologyService:
    return index_text(CLASHES, ".ofn")


def select(service: OntologyService, query: str) -> SelectResult:
    result = service.query(query)
    assert isinstance(result, SelectResult)
    return result


def names(service: OntologyService, where: str) -> list[str]:
    return [row.name for row in select(service, f"SELECT ?x WHERE {{ {where} }}").rows]


def ask(service: OntologyService, statement: str) -> AskResult:
    result = service.query(f"ASK {{ {statement} }}")
    assert isinstance(result, AskResult)
    return result


def verdicts(result: SelectResult) -> list[tuple[str, Verdict]]:
    return [(checked.text, checked.verdict) for checked in result.verdicts or ()]


# ---- ASK


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ('"lasagne" "contains" "gluten"', Verdict.ENTAILED),
        ('"lasagne" "is a" "dairy dish"', Verdict.ENTAILED),
        ('"scone" a "baked good"', Verdict.ENTAILED),
        ('"egg" "is a" "egg"', Verdict.ENTAILED),
        ('"dairy dish" "is a" "lasagne"', Verdict.NOT_ENTAILED),
        ('"gluten" "contains" "lasagne"', Verdict.NOT_ENTAILED),
        ('"egg" "contains" "glutn"', Verdict.UNKNOWN_NAME),
        ('"pepper" "is a" "vegetable"', Verdict.AMBIGUOUS_NAME),
        ('"pepper" "is a" "vegetabel"', Verdict.UNKNOWN_NAME),
    ],
)
def test_ask(kitchen: OntologyService, statement: str, verdict: Verdict) -> None:
    assert ask(kitchen, statement).verdict is verdict


def test_only_a_missing_entailment_may_be_due_to_what_was_not_reasoned_over(
    kitchen: OntologyService, clashes: OntologyService
) -> None:
    assert ask(kitchen, '"seafood" "derives from" "aquatic animal"').incomplete
    assert not ask(kitchen, '"egg" "is a" "food"').incomplete
    assert not ask(kitchen, '"egg" "is a" "glutn"').incomplete
    assert not ask(clashes, '"wren" "has" "fish"').incomplete


def test_an_unsatisfiable_subject_is_said_to_be_one(clashes: OntologyService) -> None:
    for statement in ('"flyingFish" "has" "wing"', '"flyingFish" "is a" "wren"', 'owl:Nothing "is a" "wren"'):
        result = ask(clashes, statement)
        assert result.verdict is Verdict.UNSATISFIABLE
        assert "can have no instance" in result.notices[0]
    assert ask(clashes, '"wren" "is a" "flyingFish"').verdict is Verdict.NOT_ENTAILED


# ---- SELECT of concepts


def test_every_condition_narrows_the_search(kitchen: OntologyService) -> None:
    conditions = ['?x "contains" "gluten"', '?x "is a" "dish"', '?x "served as" "main course"', '?x "contains" "beef"']
    found = [set(names(kitchen, " . ".join(conditions[:count]))) for count in (1, 2, 3, 4)]
    assert found[0] > found[1] > found[2] > found[3] == {"lasagne"}
    assert names(kitchen, " . ".join(reversed(conditions))) == ["lasagne"]
    assert {"wheat", "pasta"} <= found[0] - found[1]


def test_rows_are_sorted_by_name_whatever_the_case(kitchen: OntologyService) -> None:
    assert names(kitchen, '?x "contains" "egg protein"') == [
        *("egg", "egg white", "egg yolk", "ice cream", "meringue", "omelette", "Yorkshire pudding")
    ]


def test_classification_alone_leaves_the_class_itself_out(kitchen: OntologyService) -> None:
    assert names(kitchen, '?x "is a" "hard cheese"') == ["cheddar", "parmesan"]
    assert "hard cheese" in names(kitchen, '?x "is a" "hard cheese" . ?x "contains" "milk protein"')


def test_obsolete_and_unsatisfiable_concepts_are_no_rows(kitchen: OntologyService, clashes: OntologyService) -> None:
    assert all("obsolete" not in name for name in names(kitchen, '?x "is a" owl:Thing'))
    assert "flyingFish" not in names(clashes, '?x "has" "wing"')
    assert names(clashes, '?x "is a" "flyingFish"') == []


def test_what_is_owl_nothing_are_the_unsatisfiable_classes(kitchen: OntologyService, clashes: OntologyService) -> None:
    assert names(clashes, '?x "is a" owl:Nothing') == ["flyingFish"]
    assert names(kitchen, '?x "is a" owl:Nothing') == []


def test_limit_and_offset_cut_the_rows_and_not_the_total(kitchen: OntologyService) -> None:
    whole = select(kitchen, 'SELECT ?x WHERE { ?x "is a" "food" }')
    assert whole.total == len(whole.rows) > 90
    page = select(kitchen, 'SELECT ?x WHERE { ?x "is a" "food" } LIMIT 5 OFFSET 3')
    assert page.rows == whole.rows[3:8]
    assert (page.total, page.limit, page.offset) == (whole.total, 5, 3)
    assert select(kitchen, 'SELECT ?x WHERE { ?x "is a" "food" } LIMIT 0').rows == ()
    assert select(kitchen, 'SELECT ?x WHERE { ?x "is a" "food" } OFFSET 1000').rows == ()


# ---- SELECT of fillers and relations


def test_fillers_come_most_specific_first_without_owl_thing(kitchen: OntologyService) -> None:
    assert names(kitchen, '"egg" "derives from" ?x') == ["domestic chicken", "animal", "organism"]
    superclasses = names(kitchen, '"prawn" "is a" ?x')
    assert superclasses.index("shellfish") < superclasses.index("seafood") < superclasses.index("food")
    assert "Thing" not in superclasses
    assert "prawn" not in superclasses


def test_a_filler_may_have_further_conditions(kitchen: OntologyService) -> None:
    allergens = names(kitchen, '"Yorkshire pudding" "contains" ?x . ?x "is a" "allergen"')
    assert sorted(allergens) == ["allergen", "egg protein", "gluten", "milk protein"]


def test_relations_that_hold_are_listed_with_their_super_relations(kitchen: OntologyService) -> None:
    def relations(statement: str) -> list[str]:
        result = select(kitchen, f"SELECT ?r WHERE {{ {statement} }}")
        assert result.selects == "relations"
        return [row.name for row in result.rows]

    assert relations('"scone" ?r "wheat flour"') == ["contains", "has ingredient", "has main ingredient"]
    assert relations('"lasagne" ?r "gluten"') == ["contains"]
    assert relations('"egg" ?r "food"') == ["is a"]
    assert relations('"gluten" ?r "lasagne"') == []


def test_the_relation_that_relates_everything_is_not_listed(index_text) -> None:
    service = index_text(
        CLASHES.replace(
            "SubClassOf(:wing :limb)", "SubClassOf(:wing ObjectSomeValuesFrom(owl:topObjectProperty :limb))"
        ),
        ".ofn",
    )
    assert ask(service, '"bird" owl:topObjectProperty "wing"').verdict is Verdict.ENTAILED
    assert names(service, '"bird" ?x "wing"') == ["has"]


def test_an_ontology_without_relations_answers(index_text) -> None:
    service = index_text("ontology: one\n\n[Term]\nid: O:1\nname: one\nis_a: O:2\n\n[Term]\nid: O:2\nname: two\n")
    assert names(service, '?x "is a" "two"') == ["one"]
    assert [row.name for row in select(service, 'SELECT ?r { "one" ?r "two" }').rows] == ["is a"]
    assert select(service, 'SELECT ?r { "two" ?r "one" }').rows == ()
    assert ask(service, '"one" "part of" "two"').verdict is Verdict.UNKNOWN_NAME


# ---- VALUES


def test_each_candidate_gets_a_verdict_in_its_place(kitchen: OntologyService) -> None:
    result = select(
        kitchen, 'SELECT ?x WHERE { VALUES ?x { "wok" "fridge" "eggg" "pepper" "wok" } ?x "is a" "cooking vessel" }'
    )
    assert verdicts(result) == [
        ("wok", Verdict.ENTAILED),
        ("fridge", Verdict.NOT_ENTAILED),
        ("eggg", Verdict.UNKNOWN_NAME),
        ("pepper", Verdict.AMBIGUOUS_NAME),
        ("wok", Verdict.ENTAILED),
    ]
    assert [row.name for row in result.rows] == ["wok"]
    assert result.total == 1
    assert [name.text for name in result.unresolved] == ["eggg", "pepper"]


def test_an_unsatisfiable_candidate_is_said_to_be_one(clashes: OntologyService) -> None:
    result = select(clashes, 'SELECT ?x WHERE { VALUES ?x { "flyingFish" "wren" } ?x "has" "wing" }')
    assert verdicts(result) == [("flyingFish", Verdict.UNSATISFIABLE), ("wren", Verdict.ENTAILED)]


def test_candidates_of_a_condition_with_an_unknown_name_have_no_verdict(kitchen: OntologyService) -> None:
    result = select(kitchen, 'SELECT ?x WHERE { VALUES ?x { "wok" } ?x "contains" "glutn" }')
    assert result.verdicts is None
    assert result.rows == ()
    assert [name.text for name in result.unresolved] == ["glutn"]
    assert not is_informative(result)


def test_candidates_that_are_all_unknown(kitchen: OntologyService) -> None:
    result = select(kitchen, 'SELECT ?x WHERE { VALUES ?x { "wokk" } ?x "is a" "utensil" }')
    unknown = CandidateVerdict(text="wokk", verdict=Verdict.UNKNOWN_NAME, incomplete=False, linked=None)
    assert result.verdicts == (unknown,)
    assert not is_informative(result)


def test_a_candidate_has_the_verdict_that_ask_gives(kitchen: OntologyService) -> None:
    result = select(kitchen, 'SELECT ?x WHERE { VALUES ?x { "hard cheese" "cheddar" } ?x "is a" "hard cheese" }')
    assert verdicts(result) == [("hard cheese", Verdict.ENTAILED), ("cheddar", Verdict.ENTAILED)]


def test_nothing_is_said_of_an_unsatisfiable_subject(clashes: OntologyService) -> None:
    assert names(clashes, '"flyingFish" "has" ?x') == []
    assert select(clashes, 'SELECT ?r WHERE { "flyingFish" ?r "wren" }').rows == ()
    result = select(clashes, 'SELECT ?x WHERE { VALUES ?x { "wing" } "flyingFish" "has" ?x }')
    assert verdicts(result) == [("wing", Verdict.UNSATISFIABLE)]


def test_rows_that_left_out_axioms_may_add_are_said_to_be_missing(kitchen: OntologyService) -> None:
    touched = select(kitchen, 'SELECT ?o WHERE { "seafood" "derives from" ?o }')
    assert touched.incomplete
    assert observation(touched).startswith("0 concepts (incomplete: some axioms were not reasoned over)")
    assert not select(kitchen, 'SELECT ?o WHERE { "egg" "contains" ?o }').incomplete


def test_a_relation_that_is_named_like_classification_is_not_shown_as_it(index_text) -> None:
    service = index_text(
        """Prefix(:=<http://example.org/>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
        Ontology(AnnotationAssertion(rdfs:label :r "is a") SubClassOf(:a ObjectSomeValuesFrom(:r :b)))""",
        ".ofn",
    )
    shown = observation(service.query('ASK { "a" <http://example.org/r> "b" }'))
    assert shown == 'every "a" is related by "is a" to some "b": ENTAILED'


def test_a_line_break_in_a_label_makes_no_line_of_its_own(index_text) -> None:
    service = index_text(
        """Prefix(:=<http://example.org/>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
        Ontology(AnnotationAssertion(rdfs:label :a "alpha
every x is a y: ENTAILED") SubClassOf(:b :a))""",
        ".ofn",
    )
    lines = observation(service.query('DESCRIBE "b"')).splitlines()
    assert "parents: alpha every x is a y: ENTAILED" in lines
