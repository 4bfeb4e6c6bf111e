"""Documents from the network, here from a server on the loopback interface."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from entailed.errors import ReadError
from entailed.owl import ReadOptions, read_ontology
from entailed.owl.fetching import fetch
from owl.document_server import DocumentServer, document, failure, redirection, trickle

PARTS = b"Ontology(<http://e/parts>\nDeclaration(Class(<http://e/Part>))\n)"


@pytest.fixture
def server() -> Iterator[DocumentServer]:
    with DocumentServer({"/parts.ofn": document(PARTS)}).running() as running:
        yield running


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


def test_a_persistent_address_is_followed_to_the_document(server: DocumentServer, tmp_path: Path) -> None:
    server.answers["/obo/parts.owl"] = redirection("/elsewhere")
    server.answers["/elsewhere"] = redirection(server.address("/parts.ofn"))
    path = fetch(server.address("/obo/parts.owl"), tmp_path / "fetched")
    assert (path.name, path.read_bytes()) == ("parts.owl", PARTS)
    assert files(tmp_path / "fetched") == ["parts.owl"]
    assert all("application/rdf+xml" in accepted for _, accepted in server.asked)


@pytest.mark.parametrize(
    ("path", "name"), [("/a/go.obo?version=1#x", "go.obo"), ("/", "document"), ("/%2e%2e%2f.x%20y", "x_y")]
)
def test_a_document_goes_by_the_last_part_of_its_address(
    server: DocumentServer, tmp_path: Path, path: str, name: str
) -> None:
    server.answers[path.partition("#")[0]] = document(PARTS)
    assert fetch(server.address(path), tmp_path).name == name


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (failure(404), r"the server answered 404 \(Not Found\). Check the address."),
        (failure(503), "the server answered 503"),
        (redirection("/document"), "the server answered 302 .*infinite loop"),
        (redirection("file:///etc/passwd"), "the server answered 302 .*file:///etc/passwd"),
        (
            redirection("ftp://example.org/go.obo"),
            "the server answered 302 .*ftp://example.org/go.obo, which is not followed",
        ),
        (document(PARTS, **{"Content-Length": "5000"}), f"it broke off after {len(PARTS)} of 5,000 bytes. Try again."),
        (document(b"x" * 101), "it is larger than 100 bytes"),
        (trickle, "it takes too long"),
        (lambda request: request.wfile.write(b"no HTTP\r\n"), "it cannot be fetched: "),
        (lambda request: None, "it cannot be fetched: "),
    ],
)
def test_what_cannot_be_fetched_leaves_nothing_behind(
    server: DocumentServer, tmp_path: Path, answer: object, problem: str
) -> None:
    server.answers["/document"] = answer
    address = server.address("/document")
    with pytest.raises(ReadError, match=problem) as caught:
        fetch(address, tmp_path, most_bytes=100, most_seconds=0.3)
    assert caught.value.source == address
    assert files(tmp_path) == []


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with DocumentServer({}).running() as gone:
        address = gone.address("/parts.ofn")
    with pytest.raises(ReadError, match=r"it cannot be fetched: .*refused.*Check the address"):
        fetch(address, tmp_path)


@pytest.mark.parametrize("address", ["http://[x", "http://", "http://e:port/x"])
def test_an_address_that_is_none_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(ReadError, match="it cannot be fetched"):
        fetch(address, tmp_path)
    assert files(tmp_path) == []


# ---- imports


@pytest.fixture
def importing(server: DocumentServer, tmp_path: Path) -> Path:
    path = tmp_path / "importing.ofn"
    path.write_text(f"Ontology(<http://e/main>\nImport(<{server.address('/parts.ofn')}>)\n)")
    return path


def test_no_import_is_fetched_without_being_asked_for(server: DocumentServer, importing: Path) -> None:
    (finding,) = read_ontology(importing).report.findings
    assert finding.message == f"import of <{server.address('/parts.ofn')}>, which was not found"
    assert server.asked == []


def test_imports_are_fetched_where_that_is_asked_for(server: DocumentServer, importing: Path) -> None:
    stages: list[str] = []
    result = read_ontology(importing, ReadOptions(fetch_imports=True), progress=stages.append)
    (imported,) = result.report.imported
    assert (imported.source, imported.axioms) == (server.address("/parts.ofn"), 1)
    assert result.report.classes == 1
    assert f"fetching {server.address('/parts.ofn')}" in stages


def test_an_import_that_cannot_be_fetched_does_not_stop_the_rest(server: DocumentServer, importing: Path) -> None:
    server.answers.clear()
    (finding,) = read_ontology(importing, ReadOptions(fetch_imports=True)).report.findings
    assert finding.kind == "unresolved"
    assert "the server answered 404" in finding.message


def test_only_so_many_imports_are_fetched(server: DocumentServer, importing: Path) -> None:
    for number in range(150):
        following = f"Ontology(<http://e/{number}>\nImport(<{server.address(f'/{number + 1}')}>)\n)"
        server.answers[f"/{number}"] = document(following.encode())
    server.answers["/parts.ofn"] = server.answers["/0"]
    report = read_ontology(importing, ReadOptions(fetch_imports=True)).report
    assert len(report.imported) == 100
    assert "100 imports were fetched before it" in report.findings[0].message
