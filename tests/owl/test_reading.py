"""Files of every format, and files that are none."""

import gzip
import json
import os
from dataclasses import replace

import pytest

from entailed.errors import ReadError
from entailed.owl import model as owl
from entailed.owl import read_ontology

FUNCTIONAL = """\
Prefix(:=<http://purl.obolibrary.org/obo/>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://purl.obolibrary.org/obo/test.owl>
Declaration(Class(:X_1))
Declaration(Class(:X_2))
Declaration(Class(:X_3))
Declaration(ObjectProperty(:R_1))
AnnotationAssertion(rdfs:label :X_1 "one")
SubClassOf(:X_1 :X_2)
SubClassOf(Annotation(rdfs:comment "told") :X_1 ObjectSomeValuesFrom(:R_1 :X_3))
EquivalentClasses(:X_2 ObjectIntersectionOf(:X_3 ObjectSomeValuesFrom(:R_1 :X_3)))
DisjointClasses(:X_1 :X_3)
SubObjectPropertyOf(ObjectPropertyChain(:R_1 :R_2) :R_1)
TransitiveObjectProperty(:R_1)
)
"""

TURTLE = """\
@prefix : <http://purl.obolibrary.org/obo/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://purl.obolibrary.org/obo/test.owl> a owl:Ontology .
:X_1 a owl:Class ; rdfs:label "one" ; rdfs:subClassOf :X_2 , _:some ; owl:disjointWith :X_3 .
:X_2 a owl:Class ; owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :X_3
    [ a owl:Restriction ; owl:onProperty :R_1 ; owl:someValuesFrom :X_3 ] ) ] .
:X_3 a owl:Class .
:R_1 a owl:ObjectProperty , owl:TransitiveProperty ; owl:propertyChainAxiom ( :R_1 :R_2 ) .
_:some a owl:Restriction ; owl:onProperty :R_1 ; owl:someValuesFrom :X_3 .
[] a owl:Axiom ; owl:annotatedSource :X_1 ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget _:some ;
    rdfs:comment "told" .
"""

RDF_XML = """\
<?xml version="1.0"?>
<rdf:RDF xmlns:obo="http://purl.obolibrary.org/obo/" xmlns:owl="http://www.w3.org/2002/07/owl#"
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"
    xml:base="http://purl.obolibrary.org/obo/test.owl">
  <owl:Ontology rdf:about=""/>
  <owl:Class rdf:about="http://purl.obolibrary.org/obo/X_1">
    <rdfs:label>one</rdfs:label>
    <rdfs:subClassOf rdf:resource="http://purl.obolibrary.org/obo/X_2"/>
    <rdfs:subClassOf>
      <owl:Restriction rdf:nodeID="some">
        <owl:onProperty rdf:resource="http://purl.obolibrary.org/obo/R_1"/>
        <owl:someValuesFrom rdf:resource="http://purl.obolibrary.org/obo/X_3"/>
      </owl:Restriction>
    </rdfs:subClassOf>
    <owl:disjointWith rdf:resource="http://purl.obolibrary.org/obo/X_3"/>
  </owl:Class>
  <owl:Axiom>
    <owl:annotatedSource rdf:resource="http://purl.obolibrary.org/obo/X_1"/>
    <owl:annotatedProperty rdf:resource="http://www.w3.org/2000/01/rdf-schema#subClassOf"/>
    <owl:annotatedTarget rdf:nodeID="some"/>
    <rdfs:comment>told</rdfs:comment>
  </owl:Axiom>
  <owl:Class rdf:about="http://purl.obolibrary.org/obo/X_2">
    <owl:equivalentClass>
      <owl:Class>
        <owl:intersectionOf rdf:parseType="Collection">
          <rdf:Description rdf:about="http://purl.obolibrary.org/obo/X_3"/>
          <owl:Restriction>
            <owl:onProperty rdf:resource="http://purl.obolibrary.org/obo/R_1"/>
            <owl:someValuesFrom rdf:resource="http://purl.obolibrary.org/obo/X_3"/>
          </owl:Restriction>
        </owl:intersectionOf>
      </owl:Class>
    </owl:equivalentClass>
  </owl:Class>
  <owl:Class rdf:about="http://purl.obolibrary.org/obo/X_3"/>
  <owl:ObjectProperty rdf:about="http://purl.obolibrary.org/obo/R_1">
    <rdf:type rdf:resource="http://www.w3.org/2002/07/owl#TransitiveProperty"/>
    <owl:propertyChainAxiom rdf:parseType="Collection">
      <rdf:Description rdf:about="http://purl.obolibrary.org/obo/R_1"/>
      <rdf:Description rdf:about="http://purl.obolibrary.org/obo/R_2"/>
    </owl:propertyChainAxiom>
  </owl:ObjectProperty>
</rdf:RDF>
"""

OWL_XML = """\
<?xml version="1.0"?>
<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://purl.obolibrary.org/obo/test.owl">
  <Prefix name="" IRI="http://purl.obolibrary.org/obo/"/>
  <Prefix name="rdfs" IRI="http://www.w3.org/2000/01/rdf-schema#"/>
  <Declaration><Class abbreviatedIRI=":X_1"/></Declaration>
  <Declaration><Class abbreviatedIRI=":X_2"/></Declaration>
  <Declaration><Class abbreviatedIRI=":X_3"/></Declaration>
  <Declaration><ObjectProperty abbreviatedIRI=":R_1"/></Declaration>
  <AnnotationAssertion>
    <AnnotationProperty abbreviatedIRI="rdfs:label"/>
    <IRI>http://purl.obolibrary.org/obo/X_1</IRI><Literal>one</Literal>
  </AnnotationAssertion>
  <SubClassOf><Class abbreviatedIRI=":X_1"/><Class abbreviatedIRI=":X_2"/></SubClassOf>
  <SubClassOf>
    <Annotation><AnnotationProperty abbreviatedIRI="rdfs:comment"/><Literal>told</Literal></Annotation>
    <Class abbreviatedIRI=":X_1"/>
    <ObjectSomeValuesFrom><ObjectProperty abbreviatedIRI=":R_1"/><Class abbreviatedIRI=":X_3"/></ObjectSomeValuesFrom>
  </SubClassOf>
  <EquivalentClasses>
    <Class abbreviatedIRI=":X_2"/>
    <ObjectIntersectionOf>
      <Class abbreviatedIRI=":X_3"/>
      <ObjectSomeValuesFrom><ObjectProperty abbreviatedIRI=":R_1"/><Class abbreviatedIRI=":X_3"/></ObjectSomeValuesFrom>
    </ObjectIntersectionOf>
  </EquivalentClasses>
  <DisjointClasses><Class abbreviatedIRI=":X_1"/><Class abbreviatedIRI=":X_3"/></DisjointClasses>
  <SubObjectPropertyOf>
    <ObjectPropertyChain>
      <ObjectProperty abbreviatedIRI=":R_1"/><ObjectProperty abbreviatedIRI=":R_2"/>
    </ObjectPropertyChain>
    <ObjectProperty abbreviatedIRI=":R_1"/>
  </SubObjectPropertyOf>
  <TransitiveObjectProperty><ObjectProperty abbreviatedIRI=":R_1"/></TransitiveObjectProperty>
</Ontology>
"""

MANCHESTER = """\
Prefix: : <http://purl.obolibrary.org/obo/>
Prefix: rdfs: <http://www.w3.org/2000/01/rdf-schema#>
Ontology: <http://purl.obolibrary.org/obo/test.owl>
ObjectProperty: :R_1
    Characteristics: Transitive
    SubPropertyChain: :R_1 o :R_2
Class: :X_1
    Annotations: rdfs:label "one"
    SubClassOf: :X_2, Annotations: rdfs:comment "told" :R_1 some :X_3
    DisjointWith: :X_3
Class: :X_2
    EquivalentTo: :X_3 and (:R_1 some :X_3)
Class: :X_3
"""

OBO = """\
format-version: 1.4
ontology: test

[Term]
id: X:1
name: one
is_a: X:2
relationship: R:1 X:3 {comment="told"}
disjoint_from: X:3

[Term]
id: X:2
intersection_of: X:3
intersection_of: R:1 X:3

[Term]
id: X:3

[Typedef]
id: R:1
is_transitive: true
transitive_over: R:2
"""

N_TRIPLES = """\
<http://e/o> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Ontology> .
<http://e/A> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://e/B> .
"""


@pytest.fixture
def write(tmp_path):
    def write_file(content, name="ontology"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


# ---- formats


@pytest.mark.parametrize(
    ("content", "format_"),
    [
        (FUNCTIONAL, "functional syntax"),
        ("# a comment\n\n" + FUNCTIONAL, "functional syntax"),
        (TURTLE, "Turtle"),
        (RDF_XML, "RDF/XML"),
        (OWL_XML, "OWL/XML"),
        (MANCHESTER, "Manchester syntax"),
    ],
)
@pytest.mark.parametrize("pack", [str.encode, lambda text: gzip.compress(text.encode())], ids=["plain", "gzip"])
def test_every_format_gives_the_same_axioms(write, content, format_, pack):
    expected = read_ontology(write(FUNCTIONAL, "expected")).ontology
    result = read_ontology(write(pack(content), "misleading.obo"))
    assert result.report.format == format_
    assert result.report.findings == ()
    assert result.ontology.iri == expected.iri
    assert set(result.ontology.axioms) == set(expected.axioms)


@pytest.mark.parametrize("pack", [str.encode, lambda text: gzip.compress(text.encode())], ids=["plain", "gzip"])
def test_obo_gives_the_same_logic(write, pack):
    def logic(content):
        about_names = owl.Declaration | owl.AnnotationAssertion
        axioms = read_ontology(write(content)).ontology.axioms
        return {replace(axiom, annotations=()) for axiom in axioms if not isinstance(axiom, about_names)}

    assert logic(pack(OBO)) == logic(FUNCTIONAL)
    assert len(logic(FUNCTIONAL)) == 6


def test_n_triples_are_read(write):
    result = read_ontology(write(N_TRIPLES))
    assert result.ontology.axioms == (owl.SubClassOf(owl.Class("http://e/A"), owl.Class("http://e/B")),)


@pytest.mark.parametrize("content", [FUNCTIONAL, TURTLE])
def test_declared_prefixes_are_kept(write, content):
    prefixes = read_ontology(write(content)).ontology.prefixes
    assert ("", "http://purl.obolibrary.org/obo/") in prefixes
    assert ("rdfs", "http://www.w3.org/2000/01/rdf-schema#") in prefixes


def test_prefixes_of_rdf_xml_are_its_namespaces(write):
    assert ("obo", "http://purl.obolibrary.org/obo/") in read_ontology(write(RDF_XML)).ontology.prefixes


def test_name_decides_where_content_does_not(write):
    comment_only = "# nothing yet\n"
    assert read_ontology(write(comment_only, "empty.ttl")).ontology == owl.Ontology(iri=None)


def test_two_readings_are_equal(write):
    path = write(FUNCTIONAL)
    assert read_ontology(path) == read_ontology(path)


def test_progress_is_told_in_order(write):
    stages = []
    read_ontology(write(OBO, "small.obo"), progress=stages.append)
    assert stages == ["reading small.obo", "parsing OBO"]


def test_report_counts_what_is_mentioned_and_goes_to_json(write):
    report = read_ontology(write(FUNCTIONAL)).report
    assert (report.classes, report.object_properties, report.individuals) == (3, 2, 0)
    assert report.axioms["SubClassOf"] == 2
    assert report.axioms["TransitiveObjectProperty"] == 1
    assert json.loads(json.dumps(report.as_json()))["axioms"] == report.axioms


def test_import_is_reported_as_not_followed(write):
    ontology = "Ontology(<http://e/o>\nImport(<http://e/other>)\n)"
    result = read_ontology(write(ontology))
    assert result.ontology.imports == ("http://e/other",)
    (finding,) = result.report.findings
    assert finding.kind == "unresolved"
    assert "<http://e/other>" in finding.message


# ---- every construct of OWL 2


def test_constructs_of_functional_syntax(write):
    a, b = owl.Class("http://e/A"), owl.Class("http://e/B")
    r, s, d = owl.ObjectProperty("http://e/r"), owl.ObjectProperty("http://e/s"), owl.DataProperty("http://e/d")
    i, j = owl.NamedIndividual("http://e/i"), owl.NamedIndividual("http://e/j")
    p, note = owl.AnnotationProperty("http://e/p"), owl.AnnotationProperty("http://e/note")
    integer = owl.Datatype("http://www.w3.org/2001/XMLSchema#integer")
    three = owl.Literal("3", integer.iri)
    at_least_3 = owl.DatatypeRestriction(integer, (("http://www.w3.org/2001/XMLSchema#minInclusive", three),))
    cases = {
        "SubClassOf(:A ObjectUnionOf(:A :B))": owl.SubClassOf(a, owl.ObjectUnionOf((a, b))),
        "SubClassOf(:A ObjectComplementOf(:B))": owl.SubClassOf(a, owl.ObjectComplementOf(b)),
        "SubClassOf(:A ObjectOneOf(:i :j))": owl.SubClassOf(a, owl.ObjectOneOf((i, j))),
        "SubClassOf(:A ObjectAllValuesFrom(:r :B))": owl.SubClassOf(a, owl.ObjectAllValuesFrom(r, b)),
        "SubClassOf(:A ObjectHasValue(:r :i))": owl.SubClassOf(a, owl.ObjectHasValue(r, i)),
        "SubClassOf(:A ObjectHasSelf(:r))": owl.SubClassOf(a, owl.ObjectHasSelf(r)),
        "SubClassOf(:A ObjectMinCardinality(2 :r))": owl.SubClassOf(a, owl.ObjectMinCardinality(2, r)),
        "SubClassOf(:A ObjectMaxCardinality(2 :r :B))": owl.SubClassOf(a, owl.ObjectMaxCardinality(2, r, b)),
        "SubClassOf(:A ObjectExactCardinality(2 :r :B))": owl.SubClassOf(a, owl.ObjectExactCardinality(2, r, b)),
        "SubClassOf(:A ObjectSomeValuesFrom(ObjectInverseOf(:r) :B))": owl.SubClassOf(
            a, owl.ObjectSomeValuesFrom(owl.ObjectInverseOf(r), b)
        ),
        "SubClassOf(:A DataHasValue(:d 3))".replace("3", '"3"^^xsd:integer'): owl.SubClassOf(
            a, owl.DataHasValue(d, three)
        ),
        'SubClassOf(:A DataSomeValuesFrom(:d DatatypeRestriction(xsd:integer xsd:minInclusive "3"^^xsd:integer)))': (
            owl.SubClassOf(a, owl.DataSomeValuesFrom(d, at_least_3))
        ),
        "SubClassOf(:A DataAllValuesFrom(:d xsd:integer))": owl.SubClassOf(a, owl.DataAllValuesFrom(d, integer)),
        "DisjointUnion(:A :A :B)": owl.DisjointUnion(a, (a, b)),
        "SubObjectPropertyOf(:r :s)": owl.SubObjectPropertyOf(r, s),
        "EquivalentObjectProperties(:r :s)": owl.EquivalentObjectProperties((r, s)),
        "DisjointObjectProperties(:r :s)": owl.DisjointObjectProperties((r, s)),
        "InverseObjectProperties(:r :s)": owl.InverseObjectProperties(r, s),
        "ObjectPropertyDomain(:r :A)": owl.ObjectPropertyDomain(r, a),
        "ObjectPropertyRange(:r :A)": owl.ObjectPropertyRange(r, a),
        "IrreflexiveObjectProperty(:r)": owl.ObjectPropertyCharacteristic("IrreflexiveObjectProperty", r),
        "FunctionalDataProperty(:d)": owl.DataPropertyAxiom("FunctionalDataProperty", (d,)),
        "DataPropertyRange(:d xsd:integer)": owl.DataPropertyAxiom("DataPropertyRange", (d, integer)),
        "HasKey(:A (:r) (:d))": owl.DataPropertyAxiom("HasKey", (a, (r, d))),
        "SameIndividual(:i :j)": owl.SameIndividual((i, j)),
        "DifferentIndividuals(:i :j)": owl.DifferentIndividuals((i, j)),
        "ClassAssertion(:A :i)": owl.ClassAssertion(a, i),
        "ObjectPropertyAssertion(:r :i :j)": owl.ObjectPropertyAssertion(r, i, j),
        "NegativeObjectPropertyAssertion(:r :i :j)": owl.ObjectPropertyAssertion(r, i, j, negative=True),
        'DataPropertyAssertion(:d :i "3"^^xsd:integer)': owl.DataPropertyAssertion(d, i, three),
        'NegativeDataPropertyAssertion(:d :i "3"^^xsd:integer)': owl.DataPropertyAssertion(d, i, three, negative=True),
        'AnnotationAssertion(:p :A "un"@fr)': owl.AnnotationAssertion(p, a.iri, owl.Literal("un", language="fr")),
        "AnnotationAssertion(:p :A :B)": owl.AnnotationAssertion(p, a.iri, owl.IriValue(b.iri)),
        "AnnotationAssertion(:p _:x _:y)": owl.AnnotationAssertion(
            p, owl.AnonymousIndividual("_:x"), owl.AnonymousIndividual("_:y")
        ),
        "SubAnnotationPropertyOf(:p :note)": owl.AnnotationPropertyAxiom("SubAnnotationPropertyOf", p, note.iri),
        "AnnotationPropertyDomain(:p :A)": owl.AnnotationPropertyAxiom("AnnotationPropertyDomain", p, a.iri),
        'SubClassOf(Annotation(Annotation(:note "2") :note "1") :A :B)': owl.SubClassOf(
            a,
            b,
            (owl.Annotation(note, owl.Literal("1"), (owl.Annotation(note, owl.Literal("2")),)),),
        ),
    }
    prefixes = "Prefix(:=<http://e/>)\nPrefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)\n"
    body = "\n".join(cases)
    result = read_ontology(write(f"{prefixes}Ontology(<http://e/o>\n{body}\n)"))
    assert set(result.ontology.axioms) == set(cases.values())
    assert result.report.findings == ()


def test_rule_is_kept_as_text(write):
    rule = "DLSafeRule(Body(ClassAtom(<http://e/A> Variable(<urn:x>))) Head(ClassAtom(<http://e/B> Variable(<urn:x>))))"
    (axiom,) = read_ontology(write(f"Ontology(<http://e/o>\n{rule}\n)")).ontology.axioms
    assert isinstance(axiom, owl.SwrlRule)
    assert "http://e/A" in axiom.text


# ---- files that cannot be read


@pytest.mark.parametrize(
    ("content", "problem", "line"),
    [
        ("", "empty", None),
        (" \n\n", "empty", None),
        ("Dear reader,\n", "format is not known", None),
        ("<!DOCTYPE html>\n<html><head></head></html>\n", "an HTML page", None),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n", "a Git LFS pointer", None),
        (gzip.compress(OBO.encode())[:40], "damaged", None),
        (FUNCTIONAL.replace("SubClassOf(:X_1 :X_2)", "SubClasOf(:X_1 :X_2)"), "`SubClasOf` is no keyword", 9),
        (FUNCTIONAL.replace("SubClassOf(:X_1 :X_2)", "SubClassOf(:X_1 no:X_2)"), "`no:X_2` is not declared", 9),
        (FUNCTIONAL.rstrip().rstrip(")"), "the end comes before `Ontology(…)` is closed", 14),
        (TURTLE.replace("rdfs:label", "no:label"), "prefix no: has not been declared", 5),
        (OWL_XML.replace("</Ontology>\n", ""), "no element found", 34),
        (OWL_XML[: OWL_XML.index("one</Literal>") + 2], "no element found", 11),
        (OWL_XML.replace('abbreviatedIRI=":X_1"', 'abbreviatedIRI="é:X_1"'), "the parser failed on it", None),
        (RDF_XML.replace("</rdf:RDF>\n", ""), "no element found", 44),
        (RDF_XML.replace("</owl:equivalentClass>", ""), "mismatched tag", 35),
        (RDF_XML.replace("rdfs:label>one", "no:label>one"), "unbound prefix", 7),
    ],
)
def test_faulty_file_is_refused_where_it_is_faulty(write, content, problem, line):
    path = write(content)
    with pytest.raises(ReadError) as caught:
        read_ontology(path)
    assert problem in caught.value.problem
    assert caught.value.source == str(path)
    assert line is None or caught.value.line == line


def test_missing_file(tmp_path):
    with pytest.raises(ReadError, match="no such file"):
        read_ontology(tmp_path / "missing.obo")


def test_folder(tmp_path):
    with pytest.raises(ReadError, match="folder"):
        read_ontology(tmp_path)


def test_path_through_a_file(write):
    with pytest.raises(ReadError, match="cannot be opened"):
        read_ontology(write(OBO) / "inside")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_file_without_permission(write):
    path = write(OBO)
    path.chmod(0)
    with pytest.raises(ReadError, match="permission"):
        read_ontology(path)
