"""A no from an ontology whose imports were not found says so."""

import pytest

from entailed.service import OntologyService, index_file

PUMPS = """Prefix(:=<http://pumps.example/>)
Ontology(<http://pumps.example/o> Import(<http://unreachable.invalid/parts.owl>)
Declaration(Class(:pump)) Declaration(Class(:motor_pump)) Declaration(ObjectProperty(:drives))
SubClassOf(:motor_pump :pump))"""
SAID = "The import of <http://unreachable.invalid/parts.owl> is missing, which may state more."


@pytest.fixture(scope="module")
def pumps(tmp_path_factory: pytest.TempPathFactory) -> OntologyService:
    folder = tmp_path_factory.mktemp("pumps")
    (folder / "pumps.ofn").write_text(PUMPS)
    index_file(folder / "pumps.ofn", folder / "index")
    return OntologyService(folder / "index")


@pytest.mark.parametrize(
    ("query", "notices"),
    [
        ('ASK { "motor pump" "is a" "pump" }', ()),
        ('ASK { "pump" "is a" "motor pump" }', (SAID,)),
        ('SELECT ?x WHERE { ?x "is a" "pump" }', ()),
        ('SELECT ?x WHERE { ?x "drives" "pump" }', (SAID,)),
    ],
)
def test_only_a_no_names_the_missing_import(pumps: OntologyService, query: str, notices: tuple[str, ...]) -> None:
    assert pumps.query(query).notices == notices
