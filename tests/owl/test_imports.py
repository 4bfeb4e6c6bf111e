"""Imports: where they are found, what they bring, and what is missing without them."""

from pathlib import Path

import pytest

from entailed.errors import ReadError
from entailed.owl import ReadOptions, ReadResult, read_ontology
from entailed.owl import model as owl

MAIN = """\
Prefix(:=<http://e/main#>)
Prefix(obo:=<http://purl.obolibrary.org/obo/>)
Ontology(<http://e/main>
Import(<http://e/parts>)
Declaration(Class(:Pump))
SubClassOf(:Pump obo:PART_1)
SubClassOf(:Pump ObjectSomeValuesFrom(obo:RO_1 obo:PART_2))
)
"""
PARTS = """\
Prefix(part:=<http://purl.obolibrary.org/obo/PART_>)
Ontology(<http://e/parts> <http://e/parts/2026>
Import(<http://e/deeper>)
Declaration(Class(part:1))
Declaration(Class(part:2))
SubClassOf(part:1 part:2)
)
"""
DEEPER = (
    "@prefix owl: <http://www.w3.org/2002/07/owl#> . <http://e/deeper> a owl:Ontology ; owl:imports <http://e/main> ."
)
PUMP, PART_1, PART_2 = map(
    owl.Class, ("http://e/main#Pump", "http://purl.obolibrary.org/obo/PART_1", "http://purl.obolibrary.org/obo/PART_2")
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "main.ofn").write_text(MAIN)
    (tmp_path / "imports").mkdir()
    return tmp_path


def read(folder: Path, *imports: Path) -> ReadResult:
    return read_ontology(folder / "main.ofn", ReadOptions(imports=imports))


def messages(result: ReadResult, kind: str) -> list[str]:
    return [finding.message for finding in result.report.findings if finding.kind == kind]


# ---- found


def test_an_import_of_an_import_is_read_and_a_circle_ends(folder: Path):
    (folder / "imports/anything.txt").write_text(PARTS)
    (folder / "imports/else.ttl").write_text(DEEPER)
    result = read(folder, folder / "imports/anything.txt", folder / "imports")
    assert owl.SubClassOf(PART_1, PART_2) in result.ontology.axioms
    assert result.ontology.iri == "http://e/main"
    assert [(Path(d.source).name, d.format, d.axioms) for d in result.report.imported] == [
        ("anything.txt", "functional syntax", 3),
        ("else.ttl", "Turtle", 0),
    ]
    assert result.report.axioms["SubClassOf"] == 3
    assert dict(result.ontology.prefixes).keys() >= {"", "obo", "part", "owl"}
    assert result.report.findings == ()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.ofn", PARTS),
        ("x.ofn", PARTS.replace("<http://e/parts> <http://e/parts/2026>", "<http://e/older> <http://e/parts>")),
        ("parts.ofn", PARTS.replace("http://e/parts", "http://e/elsewhere")),
        ("parts", PARTS.replace("http://e/parts", "http://e/elsewhere")),
        ("x.omn", "Ontology: <http://e/parts>\n"),
        ("x.obo", "ontology: http://e/parts\n\n[Term]\nid: PART:1\n"),
        ("x.ttl", "<http://e/parts> a <http://www.w3.org/2002/07/owl#Ontology> ."),
        ("x.owx", '<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://e/parts"></Ontology>'),
        (
            "x.owl",
            """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
            xmlns:owl="http://www.w3.org/2002/07/owl#"><owl:Ontology rdf:about="http://e/parts"/></rdf:RDF>""",
        ),
    ],
)
def test_a_document_is_found_by_the_name_it_has(folder: Path, name: str, content: str):
    (folder / name).write_text(content)
    (document,) = read(folder, folder / name).report.imported
    assert document.source == str(folder / name)


@pytest.mark.parametrize(
    "entry",
    [
        '<uri name="http://e/parts" uri="imports/p%201.ofn"/>',
        '<group xml:base="imports/"><uri name="http://e/parts" uri="p%201.ofn"/></group>',
        '<rewriteURI uriStartString="http://e/" rewritePrefix="elsewhere"/>'
        '<rewriteURI uriStartString="http://e/parts" rewritePrefix="imports/p%201.ofn"/>',
        '<nextCatalog catalog="imports/more.xml"/><nextCatalog catalog="missing.xml"/>',
    ],
)
@pytest.mark.parametrize("given", ["file", "folder"])
def test_a_catalog_says_where_a_document_is(folder: Path, entry: str, given: str):
    (folder / "imports/p 1.ofn").write_text(PARTS.replace("http://e/parts", "http://e/elsewhere"))
    catalog = '<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">{}</catalog>'
    (folder / "catalog-v001.xml").write_text(catalog.format(entry))
    back = '<nextCatalog catalog="../catalog-v001.xml"/>'
    (folder / "imports/more.xml").write_text(catalog.format(f'{back}<uri name="http://e/parts" uri="p%201.ofn"/>'))
    (document,) = read(folder, folder if given == "folder" else folder / "catalog-v001.xml").report.imported
    assert document.source.endswith("imports/p 1.ofn")


@pytest.mark.parametrize("comment", ["# <catalog/>\n", "# see <x:catalog>\n"])
def test_an_ontology_that_speaks_of_catalogs_is_none(folder: Path, comment: str):
    (folder / "parts.ofn").write_text(comment + PARTS)
    (document,) = read(folder, folder / "parts.ofn").report.imported
    assert document.source == str(folder / "parts.ofn")


def test_a_catalog_may_have_a_prolog_a_prefix_and_be_in_an_encoding(folder: Path):
    (folder / "imports/pärts.ofn").write_text(PARTS)
    catalog = folder / "any.xml"
    catalog.write_text(
        "<?xml version='1.0' encoding='ISO-8859-1'?><!-- a <catalog> --><!DOCTYPE c:catalog>"
        "<c:catalog xmlns:c='urn:oasis:names:tc:entity:xmlns:xml:catalog'>"
        "<c:uri name='http://e/parts' uri='imports/pärts.ofn'/></c:catalog>",
        encoding="latin-1",
    )
    (document,) = read(folder, catalog).report.imported
    assert document.source == str(folder / "imports/pärts.ofn")


def test_a_file_that_was_used_under_another_path_is_not_called_unused(folder: Path):
    (folder / "imports/parts.ofn").write_text(PARTS)
    (folder / "catalog.xml").write_text('<catalog><uri name="http://e/parts" uri="imports/parts.ofn"/></catalog>')
    given = folder / "imports/../imports/parts.ofn"
    assert messages(read(folder, folder / "catalog.xml", given), "skipped") == []


def test_anonymous_individuals_of_two_documents_are_two(folder: Path):
    stated = "ClassAssertion(<http://purl.obolibrary.org/obo/PART_1> _:x)"
    (folder / "main.ofn").write_text(f"{MAIN[:-2]}{stated}\n)")
    (folder / "imports/parts.ofn").write_text(f"{PARTS[:-2]}{stated}\n)")
    result = read(folder, folder / "imports")
    assert result.report.axioms["ClassAssertion"] == 2


def test_anonymous_individuals_in_rules_are_told_apart_as_well(folder: Path):
    rule = 'DLSafeRule(Body(DataPropertyAtom(<http://e/d> _:x "_:x"))Head(ClassAtom(<http://e/_:x> _:x)))'
    for name, import_ in (("a", "Import(<http://e/b>)"), ("b", "")):
        text = f"Ontology(<http://e/{name}> {import_} {rule} ClassAssertion(<http://e/C> _:x))"
        (folder / f"{name}.ofn").write_text(text, encoding="utf-8")
    axioms = read_ontology(folder / "a.ofn", ReadOptions(imports=[folder])).ontology.axioms
    individuals = [axiom.individual.node_id for axiom in axioms if isinstance(axiom, owl.ClassAssertion)]
    rules = [axiom.text for axiom in axioms if isinstance(axiom, owl.SwrlRule)]
    assert len(set(individuals)) == 2
    assert rules == [rule.replace(" _:x", f" {node}") for node in individuals]


def test_an_axiom_of_two_documents_is_one(folder: Path):
    (folder / "imports/parts.ofn").write_text(MAIN.replace("http://e/main>", "http://e/parts>"))
    assert read(folder, folder / "imports").report.axioms["SubClassOf"] == 2


def test_a_declaration_in_an_imported_document_says_what_a_property_is(folder: Path):
    owl_prefix = "@prefix owl: <http://www.w3.org/2002/07/owl#> ."
    main, declaring = folder / "main.ttl", folder / "declaring.ttl"
    main.write_text(f"{owl_prefix} <http://e/m> a owl:Ontology ; owl:imports <http://e/d> . <urn:i> <urn:r> <urn:j> .")
    declaring.write_text(f"{owl_prefix} <http://e/d> a owl:Ontology . <urn:r> a owl:ObjectProperty .")
    i, j, r = owl.NamedIndividual("urn:i"), owl.NamedIndividual("urn:j"), owl.ObjectProperty("urn:r")
    result = read_ontology(main, ReadOptions(imports=[declaring]))
    assert set(result.ontology.axioms) == {owl.ObjectPropertyAssertion(r, i, j), owl.Declaration(r)}
    assert result.report.findings == ()
    alone = read_ontology(main)
    assert alone.ontology.axioms == (
        owl.AnnotationAssertion(owl.AnnotationProperty("urn:r"), "urn:i", owl.IriValue("urn:j")),
    )
    assert [finding.kind for finding in alone.report.findings] == ["repaired", "unresolved"]


# ---- not found


def test_a_missing_import_is_reported_with_what_it_would_have_brought(folder: Path):
    result = read(folder)
    assert result.ontology.imports == ("http://e/parts",)
    assert messages(result, "unresolved") == [
        "import of <http://e/parts>, which was not found",
        "names in <http://purl.obolibrary.org/obo/PART_> that are used and not declared, such as "
        "<http://purl.obolibrary.org/obo/PART_1>",
        "names in <http://purl.obolibrary.org/obo/RO_> that are used and not declared, such as "
        "<http://purl.obolibrary.org/obo/RO_1>",
    ]
    assert [finding.count for finding in result.report.findings] == [1, 2, 1]


def test_an_imported_file_that_cannot_be_read_does_not_stop_the_rest(folder: Path):
    (folder / "parts.ofn").write_text(PARTS.replace("SubClassOf(", "SubClasOf("))
    result = read(folder, folder / "parts.ofn")
    assert owl.SubClassOf(PUMP, PART_1) in result.ontology.axioms
    assert "parts.ofn, line 6: `SubClasOf` is no keyword" in messages(result, "unresolved")[0]


def test_findings_in_an_imported_file_name_it(folder: Path):
    (folder / "parts.ofn").write_bytes(PARTS.encode() + b"# caf\xe9\n")
    finding = next(f for f in read(folder, folder / "parts.ofn").report.findings if f.kind == "repaired")
    assert finding.message.endswith(f"(in {folder / 'parts.ofn'})")
    assert finding.line == 8


def test_a_file_that_is_given_and_not_imported_is_reported(folder: Path):
    (folder / "other.ofn").write_text("Ontology(<http://e/other>)")
    assert messages(read(folder, folder / "other.ofn"), "skipped") == [
        f"{folder / 'other.ofn'}, which was given for imports and is none of them"
    ]


def test_a_catalog_that_leads_to_the_network_is_not_followed(folder: Path):
    catalog = folder / "catalog.xml"
    catalog.write_text('<catalog><uri name="http://e/parts" uri="http://unreachable.invalid/parts"/></catalog>')
    assert "http://unreachable.invalid/parts: nothing is fetched" in messages(read(folder, catalog), "unresolved")[0]


def test_an_import_by_a_name_that_is_no_address_is_missing(folder: Path):
    (folder / "main.ofn").write_text("Ontology(<http://e/main> Import(<http://[x>))")
    assert messages(read(folder), "unresolved") == ["import of <http://[x>, which was not found"]
    fetched = read_ontology(folder / "main.ofn", ReadOptions(fetch_imports=True))
    assert "import of <http://[x>, which cannot be read: http://[x: it cannot be fetched" in str(
        fetched.report.findings
    )


@pytest.mark.parametrize(
    "entry",
    [
        '<uri name="http://e/parts" uri="http://[x"/>',
        '<uri name="http://e/parts" uri="a%00b.ofn"/>',
        '<rewriteURI uriStartString="http://e/" rewritePrefix="%00"/>',
        f'<uri name="http://e/parts" uri="{"a" * 300}"/>',
        '<nextCatalog catalog="a%00b.xml"/>',
        f'<nextCatalog catalog="{"a" * 300}.xml"/>',
        '<group xml:base="http://[x"><uri name="http://e/parts" uri="parts.ofn"/></group>',
    ],
)
def test_a_place_that_no_file_can_have_leaves_an_import_missing(folder: Path, entry: str):
    (folder / "catalog.xml").write_text(f"<catalog>{entry}</catalog>")
    result = read(folder, folder / "catalog.xml")
    assert result.report.missing_imports == ("http://e/parts",)


@pytest.mark.parametrize(
    ("content", "problem"), [(None, "no such file"), ("<catalog><uri></catalog>", "line 1: mismatched tag")]
)
def test_a_place_that_cannot_be_used_is_refused(folder: Path, content: str | None, problem: str):
    place = folder / "given.xml"
    if content is not None:
        place.write_text(content)
    with pytest.raises(ReadError, match=problem):
        read(folder, place)
