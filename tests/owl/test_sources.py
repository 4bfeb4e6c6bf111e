"""Files as they come: encodings, IRIs that are none, things that are no ontology, and a format that is told."""

import gzip
from pathlib import Path

import pytest

from entailed.errors import ReadError
from entailed.owl import Format, ReadOptions, ReadResult, read_ontology, sources
from entailed.owl import model as owl

FUNCTIONAL = 'Ontology(<http://e/o>\nAnnotationAssertion(<http://e/name> <http://e/A> "café"))'
XML_HEAD = '<?xml version="1.0" encoding="{encoding}"?>'
RDF_XML = """
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">
<rdf:Description rdf:about="http://e/A"><e:name>café</e:name></rdf:Description>
</rdf:RDF>"""
OWL_XML = """
<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://e/o"><AnnotationAssertion>
<AnnotationProperty IRI="http://e/name"/><IRI>http://e/A</IRI><Literal>café</Literal>
</AnnotationAssertion></Ontology>"""
TURTLE = '<http://e/A> <http://e/name> "café" .'


@pytest.fixture
def read(tmp_path: Path):
    def read_bytes(data: bytes, name: str = "ontology", format_: Format | None = None) -> ReadResult:
        path = tmp_path / name
        path.write_bytes(data)
        return read_ontology(path, ReadOptions(format=format_))

    return read_bytes


def name_of_a(result: ReadResult) -> str:
    (axiom,) = (axiom for axiom in result.ontology.axioms if isinstance(axiom, owl.AnnotationAssertion))
    assert (axiom.subject, axiom.property.iri) == ("http://e/A", "http://e/name")
    return axiom.value.value


# ---- characters


@pytest.mark.parametrize("document", [FUNCTIONAL, RDF_XML, OWL_XML, TURTLE], ids=["ofn", "rdf", "owx", "ttl"])
def test_latin_1_bytes_are_transcoded_and_counted_with_their_lines(read, document):
    result = read(document.encode("latin-1"))
    assert name_of_a(result) == "café"
    finding = next(finding for finding in result.report.findings if "Windows-1252" in finding.message)
    line = document[: document.index("é")].count("\n") + 1
    assert (finding.kind, finding.line, finding.count) == ("repaired", line, 1)


def test_utf_8_beside_latin_1_stays_what_it_is(read):
    mixed = FUNCTIONAL.encode().replace("café".encode(), "naïve ".encode() + "café \x93\x81".encode("latin-1"))
    assert name_of_a(read(mixed)) == "naïve café “\x81"


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "windows-1252", "UTF-8", "utf-16"])
@pytest.mark.parametrize("document", [RDF_XML, OWL_XML], ids=["rdf", "owx"])
def test_the_encoding_that_xml_declares_is_used(read, document, encoding):
    result = read((XML_HEAD.format(encoding=encoding) + document).encode(encoding))
    assert name_of_a(result) == "café"
    assert [finding for finding in result.report.findings if "declared" not in finding.message] == []


def test_an_encoding_that_is_declared_wrongly_is_a_finding(read):
    result = read((XML_HEAD.format(encoding="no-such-code") + RDF_XML).encode())
    assert name_of_a(result) == "café"
    assert "the file is not in no-such-code as it says" in result.report.findings[0].message


# ---- IRIs

SPACED = {
    "functional": "Ontology(<http://e/o>\nSubClassOf(<http://e/red wine> <http://e/A>))",
    "Manchester": "Ontology: <http://e/o>\nClass: <http://e/red wine>\n    SubClassOf: <http://e/A>\n",
    "OWL/XML": """<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://e/o">
        <SubClassOf><Class IRI="http://e/red wine"/><Class IRI="http://e/A"/></SubClassOf></Ontology>""",
    "RDF/XML": """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"><rdf:Description rdf:about="http://e/red wine">
        <rdfs:subClassOf rdf:resource="http://e/A"/></rdf:Description></rdf:RDF>""",
    "Turtle": "<http://e/red wine> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://e/A> .",
}


@pytest.mark.parametrize("document", SPACED.values(), ids=SPACED)
def test_a_space_in_an_iri_is_percent_encoded_and_counted(read, document):
    result = read(document.encode(), "spaced.ttl")
    assert owl.SubClassOf(owl.Class("http://e/red%20wine"), owl.Class("http://e/A")) in result.ontology.axioms
    (finding,) = result.report.findings
    assert (finding.kind, finding.count) == ("repaired", 1)
    assert finding.message == "an IRI with characters that none may hold: they were percent-encoded"


def test_a_literal_that_looks_like_a_spaced_iri_is_left_alone(read):
    text = "see <http://e/red wine>"
    document = f'Ontology: <http://e/o>\nClass: <http://e/A>\n    Annotations: <http://e/name> "{text}"\n'
    document += "AnnotationProperty: <http://e/name>\n"
    assert name_of_a(read(document.encode())) == text


def test_relative_iris_are_relative_to_the_document(tmp_path: Path):
    path = tmp_path / "relative.ttl"
    path.write_text("<> a <http://www.w3.org/2002/07/owl#Ontology> . <#A> a <http://www.w3.org/2002/07/owl#Class> .")
    ontology = read_ontology(path).ontology
    assert ontology.iri == path.as_uri()
    named = read_ontology(path, ReadOptions(source="http://e/relative.ttl")).ontology
    assert named.axioms == (owl.Declaration(owl.Class("http://e/relative.ttl#A")),)


def test_a_language_tag_with_an_underscore(read):
    result = read(b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">
        <rdf:Description rdf:about="http://e/A"><e:name xml:lang="en_US">color</e:name></rdf:Description></rdf:RDF>""")
    assert name_of_a(result) == "color"


# ---- what a file is


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"<!DOCTYPE html>\n<html></html>", "an HTML page"),
        (b"<!-- saved -->\n<HTML lang='en'>", "an HTML page"),
        (b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', "an HTML page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n", "a Git LFS pointer"),
        (b"%PDF-1.7", "a PDF document"),
        (b"PK\x03\x04", "a zip archive"),
        (b"\x00\x01", "binary data"),
        (b'{"graphs": []}', "the format is not known"),
    ],
)
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("name", ["go.owl", "go.obo"])
def test_what_is_no_ontology_is_called_what_it_is(read, data, problem, pack, name):
    if "not known" in problem:
        name = "go"
    with pytest.raises(ReadError) as caught:
        read(pack(data), name)
    assert problem in caught.value.problem


def test_a_file_that_unpacks_to_too_much_is_refused(read, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sources, "LARGEST", 1000)
    assert name_of_a(read(gzip.compress(FUNCTIONAL.encode()))) == "café"
    with pytest.raises(ReadError, match="larger than"):
        read(gzip.compress(FUNCTIONAL.encode() + b" " * 1000))


CONTENT = {
    Format.OBO: "! a comment\nformat-version: 1.4\n\n[Term]\nid: X:1\n",
    Format.FUNCTIONAL: 'Ontology(<http://e/o> Annotation(<http://e/p> "\n[Term]\n@prefix <rdf:RDF>"))',
    Format.OWL_XML: '<!-- <rdf -->\n<Ontology xmlns="http://www.w3.org/2002/07/owl#"></Ontology>',
    Format.RDF_XML: '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',
    Format.MANCHESTER: "# Ontology(\nOntology: <http://e/ontology:o>\n",
    Format.TURTLE: '<http://e/a> <http://e/p> """\nontology: x""" ; <http://e/q> 1 .',
    Format.N_TRIPLES: '# triples\n<http://e/a> <http://e/p> "Ontology(" .\n',
}
NAMES = dict(
    zip(
        CONTENT,
        ["OBO", "functional syntax", "OWL/XML", "RDF/XML", "Manchester syntax", "Turtle", "N-Triples"],
        strict=True,
    )
)


@pytest.mark.parametrize("format_", Format)
@pytest.mark.parametrize("name", ["ontology", "misleading.obo", "misleading.owl", "misleading.ttl"])
def test_a_format_is_recognised_by_content_whatever_the_name(read, format_, name):
    assert read(CONTENT[format_].encode(), name).report.format == NAMES[format_]


def test_a_format_that_is_told_is_used(read):
    undecided = "# nothing but a comment\n"
    assert read(undecided.encode(), format_=Format.TURTLE).report.format == "Turtle"
    with pytest.raises(ReadError):
        read(FUNCTIONAL.encode(), format_=Format.TURTLE)
