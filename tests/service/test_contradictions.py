"""What an ontology rules out, with the proof; and what replaces an obsolete class."""

import pytest

from entailed.service import OntologyService, Verdict

CLASHES = """Prefix(:=<https://clash.example/>)
Ontology(<https://clash.example/>
Declaration(Class(:Owl)) Declaration(Class(:Bird)) Declaration(Class(:Stone)) Declaration(Class(:Roc))
Declaration(Class(:Nest)) Declaration(Class(:Egg))
Declaration(ObjectProperty(:lays)) Declaration(ObjectProperty(:sitsOn))
SubClassOf(:Owl :Bird)
DisjointClasses(:Bird :Stone)
SubClassOf(:Roc ObjectIntersectionOf(:Bird :Stone))
ObjectPropertyDomain(:lays :Bird)
ObjectPropertyRange(:lays :Egg)
SubClassOf(:Egg ObjectComplementOf(:Nest))
)"""


@pytest.fixture(scope="module")
def clashes(index_text) -> OntologyService:
    return index_text(CLASHES, ".ofn")


@pytest.mark.parametrize(
    ("statement", "axioms"),
    [
        (("Owl", "is a", "Stone"), {"Owl ⊑ Bird", "disjoint: Bird, Stone"}),
        (("Stone", "lays", "Egg"), {"∃ lays . ⊤ ⊑ Bird", "disjoint: Bird, Stone"}),
        (("Owl", "lays", "Nest"), {"range of lays: Egg", "Egg ⊑ ¬ Nest"}),
    ],
)
def test_what_is_ruled_out_is_proved(
    clashes: OntologyService, statement: tuple[str, str, str], axioms: set[str]
) -> None:
    result = clashes.ask(*statement)
    assert result.verdict is Verdict.NOT_ENTAILED
    explanation = clashes.contradiction(result)
    assert explanation is not None
    assert set(explanation.justification) == axioms
    assert explanation.steps[-1].conclusion.endswith("⊑ ⊥")


@pytest.mark.parametrize(
    "statement",
    [
        ("Owl", "is a", "Bird"),  # entailed
        ("Owl", "is a", "Egg"),  # open
        ("Owl", "sitsOn", "Stone"),
        ("Roc", "is a", "Egg"),  # the subject can have no instance
        ("Owl", "is a", "Roc"),  # nor can the object
        ("Owl", "is a", "Phoenix"),  # unknown
    ],
)
def test_what_is_not_ruled_out_has_no_such_proof(clashes: OntologyService, statement: tuple[str, str, str]) -> None:
    assert clashes.contradiction(clashes.ask(*statement)) is None


def test_ask_is_the_query(clashes: OntologyService) -> None:
    assert clashes.ask("Owl", "is a", "Bird") == clashes.query('ASK { "Owl" "is a" "Bird" }')


def test_the_replacement_of_an_obsolete_class(kitchen: OntologyService) -> None:
    replacement = kitchen.replacement("oleomargarine")
    assert replacement is not None
    assert replacement.name == "margarine"
    for name in ("margarine", "obsolete cooking fat", "zorblax"):
        assert kitchen.replacement(name) is None
