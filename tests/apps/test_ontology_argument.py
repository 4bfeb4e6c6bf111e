"""ONTOLOGY as an address, as standard input, in a format that is told, and with its imports."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import Command, Outcome, Terminal, failure, files_below

from owl.document_server import DocumentServer, document, redirection

CAT = """\
Prefix(:=<http://example.org/cat#>)
Ontology(<http://example.org/cat>
Import(<http://example.org/animals>)
Declaration(Class(:Cat))
SubClassOf(:Cat :Feline)
)
"""
ANIMALS = """\
Prefix(:=<http://example.org/cat#>)
Ontology(<http://example.org/animals>
Declaration(Class(:Feline))
SubClassOf(:Feline :Animal)
)
"""
IS_ANIMAL = 'ASK { "Cat" "is a" "Animal" }'
IS_FELINE = 'ASK { "Cat" "is a" "Feline" }'


@pytest.fixture
def server() -> Iterator[DocumentServer]:
    with DocumentServer({"/cat.ofn": document(CAT.encode())}).running() as running:
        yield running


@pytest.fixture
def cache(entailed: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("ENTAILED_CACHE", str(folder))
    return folder


def is_entailed(outcome: Outcome) -> bool:
    return re.search(r"(?<!NOT )ENTAILED", outcome.out) is not None


# ---- addresses


@pytest.mark.usefixtures("cache")
def test_a_document_is_fetched_once_and_again_to_be_indexed(entailed: Command, server: DocumentServer) -> None:
    server.answers["/obo/cat.owl"] = redirection("/cat.ofn")
    address = server.address("/obo/cat.owl")
    for _ in range(2):
        assert is_entailed(entailed("query", address, IS_FELINE))
    assert len(server.asked) == 2, "the redirection and the document"
    server.answers["/cat.ofn"] = document(CAT.replace("Feline", "Mammal").encode())
    report = entailed("index", address).out
    assert f"{address} (functional syntax)" in report
    assert "Mammal" in entailed("query", address, 'DESCRIBE "Cat"').out


@pytest.mark.usefixtures("cache")
def test_what_is_wrong_with_a_fetched_document_is_said_of_its_address(
    entailed: Command, server: DocumentServer, cache: Path
) -> None:
    server.answers["/cat.ofn"] = document(b"<!DOCTYPE html><title>Log in</title>")
    address = server.address("/cat.ofn")
    for _ in range(2):
        assert failure(entailed("query", address, IS_FELINE)).startswith(f"{address}: this is no ontology but an HTML")
    assert len(server.asked) == 2, "it is not kept"
    assert list(files_below(cache)) == []


def test_a_fault_elsewhere_costs_no_fetched_document(
    entailed: Command, server: DocumentServer, cache: Path, tmp_path: Path
) -> None:
    mapping = ("--mapping", tmp_path / "nowhere.tsv", "-o", tmp_path / "index")
    assert "nowhere.tsv" in failure(entailed("index", server.address("/cat.ofn"), *mapping))
    assert is_entailed(entailed("query", server.address("/cat.ofn"), IS_FELINE))
    assert len(server.asked) == 1


def test_an_address_that_cannot_be_fetched(entailed: Command, server: DocumentServer, cache: Path) -> None:
    message = failure(entailed("index", server.address("/dog.ofn")))
    assert message == f"{server.address('/dog.ofn')}: the server answered 404 (Not Found). Check the address."
    assert list(files_below(cache)) == []


# ---- standard input


def test_an_ontology_on_standard_input(entailed: Command, cache: Path) -> None:
    outcome = entailed("index", "-", stdin=CAT.encode())
    assert "standard input (functional syntax)" in outcome.out
    assert is_entailed(entailed("query", "-", IS_FELINE, stdin=CAT.encode()))
    assert failure(entailed("index", "-")) == "standard input: the file is empty. Fetch or write it again."


def test_standard_input_of_a_process(terminal: Terminal) -> None:
    assert is_entailed(terminal.run("query", "-", IS_FELINE, stdin=CAT))


def test_standard_input_cannot_be_the_ontology_and_the_queries(entailed: Command) -> None:
    outcome = entailed("query", "-", "-", stdin=CAT.encode())
    assert outcome.code == 2
    assert "stdin holds either the ontology or the queries" in outcome.err


# ---- how it is read


def test_imports_from_a_folder(entailed: Command, tmp_path: Path) -> None:
    (tmp_path / "cat.ofn").write_text(CAT)
    (tmp_path / "imports").mkdir()
    (tmp_path / "imports" / "animals.ofn").write_text(ANIMALS)
    folder = tmp_path / "index"
    report = entailed("index", tmp_path / "cat.ofn", "-o", folder, "--import", tmp_path / "imports").out
    assert "animals.ofn(functionalsyntax,2axioms)" in "".join(report.split())
    assert "unresolved" not in report
    assert is_entailed(entailed("query", folder, IS_ANIMAL))


def test_imports_that_are_missing_are_reported(entailed: Command, tmp_path: Path) -> None:
    (tmp_path / "cat.ofn").write_text(CAT)
    report = " ".join(entailed("index", tmp_path / "cat.ofn", "-o", tmp_path / "index").out.split())
    assert "import of <http://example.org/animals>, which was not found" in report
    assert "names in <http://example.org/cat#> that are used and not declared" in report


def test_imports_from_the_network(entailed: Command, server: DocumentServer, tmp_path: Path) -> None:
    server.answers["/animals"] = document(ANIMALS.encode())
    (tmp_path / "cat.ofn").write_text(CAT.replace("http://example.org/animals", server.address("/animals")))
    folder = tmp_path / "index"
    entailed("index", tmp_path / "cat.ofn", "-o", folder, "--fetch-imports")
    assert is_entailed(entailed("query", folder, IS_ANIMAL))


def test_a_format_that_is_told(entailed: Command, tmp_path: Path) -> None:
    (tmp_path / "cat.txt").write_text(CAT)
    index = ("index", tmp_path / "cat.txt", "-o", tmp_path / "index", "--format")
    assert entailed(*index, "functional").code == 0
    assert "cat.txt, line 1" in failure(entailed(*index, "turtle"))
    assert "'functional'" in entailed(*index, "nonsense").err


@pytest.mark.parametrize(
    "option", [("--format", "obo"), ("--import", "here"), ("--fetch-imports",), ("--role-group", "group")]
)
def test_an_option_that_makes_an_index_of_its_own_needs_a_place(entailed: Command, option: tuple[str, ...]) -> None:
    outcome = entailed("index", "example:kitchen", *option)
    assert outcome.code == 2
    assert f"{option[0]} makes an index of its own: say where with --output." in " ".join(outcome.err.split())
