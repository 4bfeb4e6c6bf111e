"""What published files in functional syntax have, and what is refused with its line."""

from pathlib import Path

import pytest

from entailed.errors import ReadError
from entailed.owl import ReadResult, read_ontology
from entailed.owl import model as owl

HEAD = """\
Prefix(:=<http://e/>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://e/o>
"""
A, B = owl.Class("http://e/A"), owl.Class("http://e/B")


@pytest.fixture
def read(tmp_path: Path):
    def read_axioms(axioms: str, head: str = HEAD) -> ReadResult:
        path = tmp_path / "axioms.ofn"
        path.write_text(f"{head}{axioms}\n)\n", encoding="utf-8")
        return read_ontology(path)

    return read_axioms


def test_axioms_stay_in_their_order_each_once(read):
    axioms = read("SubClassOf(:B :A)\nSubClassOf(:A :B)\nSubClassOf(:B :A)").ontology.axioms
    assert axioms == (owl.SubClassOf(B, A), owl.SubClassOf(A, B))


@pytest.mark.parametrize(
    "written",
    [
        "SubClassOf (\n:A\t:B )",
        "SubClassOf(:A # not :C\n:B)",
        "SubClassOf(<http://e/A> :B)",
        "SubClassOf(:A<http://e/B>)",
        "# SubClassOf(:B :A)\nSubClassOf(:A :B)",
        "# why (\nSubClassOf(:A # and (\n:B) # (",
    ],
)
def test_white_space_comments_and_whole_iris(read, written):
    assert read(written).ontology.axioms == (owl.SubClassOf(A, B),)


def test_a_literal_may_hold_what_looks_like_syntax(read):
    text = 'SubClassOf(:A :B) # <x> "quoted" \\ \n end'
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    (axiom,) = read(f'AnnotationAssertion(rdfs:label :A "{escaped}"@en)').ontology.axioms
    assert axiom.value == owl.Literal(text, language="en")


def test_prefixes_of_the_standard_need_no_declaration(read):
    (axiom,) = read("SubClassOf(<http://e/A> owl:Thing)", head="Ontology(").ontology.axioms
    assert axiom == owl.SubClassOf(A, owl.Class(owl.OWL_THING))


def test_imports_and_annotations_after_axioms_are_put_in_order(read):
    late = 'Annotation(rdfs:comment "late")\nImport(<http://e/other>)'
    result = read(f"Declaration(Class(:A)) Declaration(Class(:B)) SubClassOf(:A :B)\n{late}")
    assert result.ontology.imports == ("http://e/other",)
    assert [note.value.value for note in result.ontology.annotations] == ["late"]
    assert result.ontology.axioms[-1] == owl.SubClassOf(A, B)
    assert [finding.kind for finding in result.report.findings] == ["repaired", "unresolved"]


def test_annotations_of_a_published_file_before_its_imports(shared: Path):
    report = read_ontology(shared / "cases/F05_ofn_order_and_errors/order.ofn").report
    assert report.classes == 1
    assert [finding.kind for finding in report.findings] == ["repaired", "unresolved"]


@pytest.mark.parametrize(
    ("axioms", "problem", "line"),
    [
        ("SubClassOf(:A :B)\nSubClassOf(:A)", "1 arguments stand where these should: class class", 5),
        ("SubClassOf(:A :B :A)", "3 arguments stand where these should: class class", 4),
        ('SubClassOf(:A "B")', '`"B"` stands where a name should', 4),
        ("SubClassOf(:A\n\nno:B)", "the prefix of `no:B` is not declared", 6),
        ("SubClassOf(:A B)", "`B` stands where a name should", 4),
        ("SubClassOf(:A ObjectInverseOf(:r))", "`ObjectInverseOf(…)` stands where a name should", 4),
        ("SubClassOf(:A ObjectMinCardinality(-1 :r))", "`-1` stands where a number should", 4),
        ("ClassAssertion(:A ObjectUnionOf(:A :B))", "stands where a name should", 4),
        ("Declaration(:A)", "`:A` stands where an entity with its kind should", 4),
        ("HasKey(:A :r :d)", "`:r` stands where names in parentheses should", 4),
        ("SubClassOf(:A DataSomeValuesFrom(:d DatatypeRestriction(xsd:int xsd:length)))", "pairs of a facet", 4),
        ("AnnotationAssertion(rdfs:label :A label)", "`label` stands where a name should", 4),
        ("ObjectUnionOf(:A :B)", "`ObjectUnionOf(…)` stands where an axiom should", 4),
        ("SubClassOf :A :B\nSubClassOf(:A :B)", "`:B` stands where an axiom should", 5),
        ("SubClassOf(:A :B)\n:A", "`:A` stands where an axiom should", 6),
        ("SubClassOf(:A :B)\n:A\nSubClassOf(:A :B)", "`:A` stands where an axiom should", 6),
        ('DatatypeRestriction(:t Class(:B) "1")', "`Class(…)` stands where a name should", 4),
        ("SubClassOf(:A :B))", "`)` closes nothing", 5),
        ("Prefix(:x)", "a `Prefix` is a name", 4),
        ("NoSuchThing(:A)", "`NoSuchThing` is no keyword", 4),
        ('AnnotationAssertion(rdfs:label :A "open)', "a literal is not closed", 4),
        ('SubClassOf(:A :B)\nAnnotationAssertion(rdfs:label :A "open\n)\n\\"', "a literal is not closed", 5),
    ],
)
def test_what_is_refused_is_named_with_its_line(read, axioms, problem, line):
    with pytest.raises(ReadError) as caught:
        read(axioms)
    assert problem in caught.value.problem
    assert caught.value.line == line


@pytest.mark.parametrize("name", ["", "<http://e/o>", "<http://e/o> <http://e/v>"])
def test_a_stray_word_is_no_axiom_whatever_names_the_ontology_has(tmp_path: Path, name: str):
    path = tmp_path / "stray.ofn"
    axiom = "SubClassOf(<http://e/A> <http://e/B>)"
    path.write_text(f"Ontology({name}\n{axiom} x {axiom})")
    with pytest.raises(ReadError, match="line 2: `x` stands where an axiom should"):
        read_ontology(path)


def test_a_document_without_an_ontology_is_refused(tmp_path: Path):
    path = tmp_path / "prefixes.ofn"
    path.write_text("Prefix(:=<http://e/>)\n")
    with pytest.raises(ReadError, match="does not hold one `Ontology"):
        read_ontology(path)
