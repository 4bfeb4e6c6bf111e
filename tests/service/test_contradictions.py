"""What an ontology rules out, with the proof; and what replaces an obsolete class."""

import pytest

from entailed.service import OntologyService, Verdict
from entailed.service.proving import LARGEST_PROVED

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


def test_in_a_large_module_what_is_ruled_out_is_proved_too(index_text) -> None:
    above = "".join(f"SubClassOf(:Owl :C{n})" for n in range(LARGEST_PROVED))
    service = index_text(f"{CLASHES[:-1]}{above})", ".ofn")
    explanation = service.contradiction(service.ask("Owl", "is a", "Stone"))
    assert explanation is not None
    assert set(explanation.justification) == {"Owl ⊑ Bird", "disjoint: Bird, Stone"}
    assert service.contradiction(service.ask("Owl", "is a", "Egg")) is None


@pytest.fixture(scope="module")
def grouped(index_text) -> OntologyService:
    return index_text(
        """Prefix(:=<https://clash.example/>)
        Ontology(
          Declaration(ObjectProperty(:group)) Declaration(Class(:A)) Declaration(Class(:F))
          ObjectPropertyDomain(:r :G) DisjointClasses(:B :G) SubClassOf(:E :B)
          ObjectPropertyRange(:r :H) DisjointClasses(:H :Alien)
          ObjectPropertyDomain(:group :Grouped) DisjointClasses(:Grouped :Stray) SubClassOf(:Stray :B)
        )""",
        ".ofn",
        role_groups=["https://clash.example/group"],
    )


def test_what_may_hold_inside_a_role_group_is_not_ruled_out(grouped: OntologyService) -> None:
    """Nothing under B has r itself, and a group is no B."""
    result = grouped.ask("E", "r", "A")
    assert result.verdict is Verdict.NOT_ENTAILED
    assert grouped.contradiction(result) is None


@pytest.mark.parametrize(
    ("subject", "object_", "axiom"),
    [
        ("F", "Alien", "range of r: H"),
        ("Stray", "A", "∃ group . ⊤ ⊑ Grouped"),  # no axiom about A, r or Stray brings this one
    ],
)
def test_what_is_ruled_out_with_and_without_a_role_group_is_proved_for_both(
    grouped: OntologyService, subject: str, object_: str, axiom: str
) -> None:
    explanation = grouped.contradiction(grouped.ask(subject, "r", object_))
    assert explanation is not None
    assert axiom in explanation.justification
    conclusions = [step.conclusion for step in explanation.steps]
    itself, within = (
        conclusions.index(f"{subject} ⊓ {said} ⊑ ⊥")
        for said in (f"(∃ r . {object_})", f"(∃ group . (∃ r . {object_}))")
    )
    assert itself < within == len(conclusions) - 1


def test_ask_is_the_query(clashes: OntologyService) -> None:
    assert clashes.ask("Owl", "is a", "Bird") == clashes.query('ASK { "Owl" "is a" "Bird" }')


def test_the_replacement_of_an_obsolete_class(kitchen: OntologyService) -> None:
    replacement = kitchen.replacement("oleomargarine")
    assert replacement is not None
    assert replacement.name == "margarine"
    for name in ("margarine", "obsolete cooking fat", "zorblax"):
        assert kitchen.replacement(name) is None
