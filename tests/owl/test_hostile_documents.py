"""Documents made to take long, to fill the stack, or to say one thing to a check and another to a parser."""

import time
from pathlib import Path

import pytest

from entailed.errors import ReadError
from entailed.owl import ReadOptions, read_ontology
from entailed.owl import model as owl

OWL_XML = """<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="{iri}">
<SubClassOf><Class IRI="{iri}A"/><Class IRI="{iri}B"/></SubClassOf></Ontology>"""
MANCHESTER = "Prefix: : <http://e/>\nOntology: <http://e/o>\nAnnotationProperty: :n\nObjectProperty: :r\nClass: :A\n"
UNFINISHED = MANCHESTER + "    SubClassOf: :r some"
TRIPLE = "<http://e/a> <http://e/p> <http://e/b> .\n"

# ---- time

SLOW = {
    "deep": ("<rdf:RDF xmlns:rdf='urn:x'>" + "<b>" * 6000 + "</b>" * 6000 + "</rdf:RDF>", "5000 levels deep"),
    "open IRIs": ("Ontology: <http://e/o>\n" + "<http://" * 50_000, "cannot go on"),
    "open brackets": ("Ontology(<http://e/o>\n" + "<" * 200_000, "comes before `Ontology"),
    "open literals": ('Ontology(<http://e/o>\n"' + ' "a' * 50_000, "a literal is not closed"),
    "escaped marks": ('Ontology(<http://e/o>\n"' + r"\"" * 50_000, "a literal is not closed"),
    "escaped end": ('Ontology(<http://e/o>\n"' + r"\"" * 50_000 + "\\", "a literal is not closed"),
    "escaped marks in Manchester syntax": (MANCHESTER + 'Annotations: :n "' + r"\"" * 50_000, "cannot go on"),
    "comments": ("<!-- x --> " * 5_000 + "<p", "is not known"),
    "blank lines": (TRIPLE + "\n" * 60_000 + '"', "Unexpected end of file"),
    "colons": ("<" + ":" * 60_000, "is not known"),
    "blanks": ('<http://e/a> <http://e/p> "' + " " * 60_000, "Unexpected end of file"),
    "open declarations": ('<?xml version="1.0"?>' + "<?xml" * 40_000, "is not known"),
}


@pytest.mark.parametrize(("document", "problem"), SLOW.values(), ids=SLOW)
def test_time_grows_no_faster_than_a_hostile_document(tmp_path: Path, document: str, problem: str) -> None:
    path = tmp_path / "ontology"
    path.write_text(document, encoding="utf-16" if document.startswith("<?xml") else "utf-8")
    began = time.process_time()
    with pytest.raises(ReadError) as caught:
        read_ontology(path)
    assert problem in caught.value.problem
    assert time.process_time() - began < 3  # with the square of its length, it would be much more


@pytest.mark.parametrize(
    "head", ["Ontology(<http://e/" + "Ontology(<" * 6_000, "<owl:Ontology " * 4_000, "<owl:versionIRI " * 4_000]
)
def test_a_name_is_looked_for_once_in_a_file_that_may_be_imported(tmp_path: Path, head: str) -> None:
    (tmp_path / "main.ofn").write_text("Ontology(<http://e/main>)")
    (tmp_path / "hostile.ofn").write_text(head)
    began = time.process_time()
    read_ontology(tmp_path / "main.ofn", ReadOptions(imports=[tmp_path / "hostile.ofn"]))
    assert time.process_time() - began < 1


# ---- depth

DEEP = {
    "restrictions": UNFINISHED + " :r some" * 30_000 + " :B",
    "a class by the name of a keyword": UNFINISHED + " and some" * 30_000 + " :B",
    "annotations": MANCHESTER + "    Annotations:" * 30_000 + ' :n "x"',
    "annotations in lists": MANCHESTER + '    Annotations: :n "1",' * 30_000 + ' :n "x"' * 30_000,
    "between marks in comments": f'{UNFINISHED} # "\n{"(" * 30_000} :B {")" * 30_000} # "\n',
    "between facets": f"{UNFINISHED} xsd:int[< 5] and {'(' * 30_000} :B {')' * 30_000} and :d some xsd:int[> 3]",
}


@pytest.mark.parametrize("document", DEEP.values(), ids=DEEP)
def test_no_depth_is_hidden_from_the_check_that_keeps_the_parser_alive(tmp_path: Path, document: str) -> None:
    path = tmp_path / "deep.omn"
    path.write_text(document)
    with pytest.raises(ReadError, match="nested more than 200 levels deep"):
        read_ontology(path)


def test_what_stands_side_by_side_is_not_deep(tmp_path: Path) -> None:
    path = tmp_path / "wide.omn"
    alternatives = [f":r some (:r only :B{number})" for number in range(300)]
    annotated = [f'Annotations: :n "{number}" :B{number}' for number in range(300)]
    conjunction, listed = " and ".join(alternatives), ", # one more\n".join([*alternatives, *annotated])
    frames = "".join(f"Class: :C{number}\n    SubClassOf: :r some :A\n" for number in range(300))
    path.write_text(f"{MANCHESTER}    EquivalentTo: {conjunction}\n    SubClassOf: {listed}\n{frames}")
    assert read_ontology(path).report.axioms["SubClassOf"] == 900


# ---- XML

EVIL = OWL_XML.format(iri="http://evil/")
PROLOGS = {
    "an entity": f"<!DOCTYPE Ontology [<!ENTITY a '> > >]>{EVIL}'>]>",
    "a comment": f"<!DOCTYPE Ontology [<!-- > > > {EVIL} -->]>",
    "an instruction": f"<!DOCTYPE Ontology [\n<?x > > ]> > {EVIL} ?>]>",
    "an open section": f"<!DOCTYPE Ontology [<!ENTITY a '> {'<![CDATA[ <!-- ' * 5_000}'>]>",
    "nothing": "<?xml version='1.0'?><!-- <Ontology> é -->\n<!DOCTYPE Ontology>",
}


@pytest.mark.parametrize("prolog", PROLOGS.values(), ids=PROLOGS)
def test_what_a_document_type_declaration_quotes_is_not_read(tmp_path: Path, prolog: str) -> None:
    path = tmp_path / "ontology.owx"
    path.write_text(prolog + OWL_XML.format(iri="http://e/"))
    began = time.process_time()
    axioms = read_ontology(path).ontology.axioms
    assert axioms == (owl.SubClassOf(owl.Class("http://e/A"), owl.Class("http://e/B")),)
    assert time.process_time() - began < 1


def test_an_error_after_a_prolog_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "ontology.owx"
    path.write_text(
        f"<!DOCTYPE Ontology [\n<!-- é -->\n]>\n{OWL_XML.format(iri='http://e/').replace('Class ', 'Clas ')}"
    )
    with pytest.raises(ReadError, match=r"line 5: .*Clas"):
        read_ontology(path)
