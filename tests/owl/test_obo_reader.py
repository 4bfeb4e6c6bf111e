"""What each OBO construct becomes in OWL."""

import re

import pytest

from entailed.owl import Ontology, ReadResult, read_ontology
from entailed.owl import annotations as iris
from entailed.owl import model as owl

OBO = "http://purl.obolibrary.org/obo/"
OIO = "http://www.geneontology.org/formats/oboInOwl#"

X1, X2, X3 = (owl.Class(f"{OBO}X_{number}") for number in (1, 2, 3))
PART_OF = owl.ObjectProperty(OBO + "BFO_0000050")
R1, R2 = owl.ObjectProperty(OBO + "R_1"), owl.ObjectProperty(OBO + "R_2")


@pytest.fixture
def read(tmp_path):
    def read_frames(frames: str, header: str = "ontology: test") -> ReadResult:
        path = tmp_path / "test.obo"
        path.write_text(f"format-version: 1.4\n{header}\n\n{frames}\n", encoding="utf-8")
        return read_ontology(path)

    return read_frames


def logical(ontology: Ontology) -> list[owl.Axiom]:
    about_names = owl.Declaration | owl.AnnotationAssertion | owl.AnnotationPropertyAxiom
    return [axiom for axiom in ontology.axioms if not isinstance(axiom, about_names)]


def stated(ontology: Ontology, subject: str) -> set[tuple]:
    """Property, value and annotations of the assertions about a subject, its identifier aside."""
    return {
        (axiom.property.iri, axiom.value, tuple((a.property.iri, a.value) for a in axiom.annotations))
        for axiom in ontology.axioms
        if isinstance(axiom, owl.AnnotationAssertion) and axiom.subject == subject and axiom.property.iri != iris.ID
    }


def text(value: str) -> owl.Literal:
    return owl.Literal(value)


TRUE = owl.Literal("true", iris.XSD + "boolean")


# ---- identifiers


@pytest.mark.parametrize(
    ("identifier", "iri"),
    [
        ("GO:0005739", OBO + "GO_0005739"),
        ("EX:7", "http://example.org/ex/7"),
        ("X:a_b", OBO + "X#_a_b"),
        ("http://example.org/thing#1", "http://example.org/thing#1"),
        ("bare", OBO + "test#bare"),
        (r"X:a\:b", OBO + "X_a%3Ab"),
    ],
)
def test_identifiers_expand_to_iris(read, identifier, iri):
    ontology = read(f"[Term]\nid: {identifier}", "ontology: test\nidspace: EX http://example.org/ex/").ontology
    assert owl.Declaration(owl.Class(iri)) in ontology.axioms


@pytest.mark.parametrize(
    ("typedef", "iri"),
    [
        ("id: part_of\nxref: OBO_REL:part_of\nxref: BFO:0000050", OBO + "BFO_0000050"),
        ("id: part_of\nxref: http://example.org/part\nxref: Y:1", OBO + "Y_1"),
        ("id: part_of\nxref: http://example.org/part", OBO + "test#part_of"),
        ("id: R:1\nxref: RO:0000001", OBO + "RO_0000001"),
        ("id: R:1\nxref: Y:1", OBO + "R_1"),
    ],
)
def test_typedef_takes_the_iri_of_its_xref(read, typedef, iri):
    assert owl.Declaration(owl.ObjectProperty(iri)) in read(f"[Typedef]\n{typedef}").ontology.axioms


def test_bare_relation_name_is_kept_as_shorthand(read):
    ontology = read("[Typedef]\nid: part_of\nname: part of\nxref: BFO:0000050").ontology
    assert (iris.SHORTHAND, text("part_of"), ()) in stated(ontology, PART_OF.iri)
    assert (iris.RDFS_LABEL, text("part of"), ()) in stated(ontology, PART_OF.iri)


def test_declared_typedef_without_xref_is_no_shorthand(read):
    ontology = read("[Typedef]\nid: part_of").ontology
    assert stated(ontology, OBO + "test#part_of") == set()


# ---- annotations


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("name: cell", (iris.RDFS_LABEL, text("cell"), ())),
        ('name: cell {source="A:1"}', (iris.RDFS_LABEL, text("cell"), ((OIO + "source", text("A:1")),))),
        ("comment: remarkable", (iris.RDFS_COMMENT, text("remarkable"), ())),
        ('def: "A \\"thing\\"." []', (iris.DEFINITION, text('A "thing".'), ())),
        (
            'def: "A." [A:1, A:2]',
            (iris.DEFINITION, text("A."), tuple((iris.HAS_DB_XREF, text(x)) for x in ("A:1", "A:2"))),
        ),
        ('synonym: "s" EXACT []', (iris.HAS_EXACT_SYNONYM, text("s"), ())),
        ('synonym: "s" BROAD []', (iris.HAS_BROAD_SYNONYM, text("s"), ())),
        ('synonym: "s" NARROW []', (iris.HAS_NARROW_SYNONYM, text("s"), ())),
        ('synonym: "s" RELATED [A:1]', (iris.HAS_RELATED_SYNONYM, text("s"), ((iris.HAS_DB_XREF, text("A:1")),))),
        (
            'synonym: "s" EXACT ST:1 []',
            (iris.HAS_EXACT_SYNONYM, text("s"), ((iris.HAS_SYNONYM_TYPE, owl.IriValue(OBO + "ST_1")),)),
        ),
        ("xref: A:1", (iris.HAS_DB_XREF, text("A:1"), ())),
        ('xref: A:1 "words"', (iris.HAS_DB_XREF, text("A:1"), ((iris.RDFS_LABEL, text("words")),))),
        ("alt_id: X:9", (iris.HAS_ALTERNATIVE_ID, text("X:9"), ())),
        ("namespace: ns", (iris.HAS_OBO_NAMESPACE, text("ns"), ())),
        ("subset: slim", (iris.IN_SUBSET, owl.IriValue(OBO + "test#slim"), ())),
        ("created_by: someone", (iris.CREATED_BY, text("someone"), ())),
        ("creation_date: 2010-01-01T10:11:12Z", (iris.CREATION_DATE, text("2010-01-01T10:11:12Z"), ())),
        ("is_obsolete: true", (iris.DEPRECATED, TRUE, ())),
        ("replaced_by: X:2", (iris.REPLACED_BY, owl.IriValue(X2.iri), ())),
        ("consider: X:2", (iris.CONSIDER, owl.IriValue(X2.iri), ())),
        ('property_value: IAO:1 "v" xsd:string', (OBO + "IAO_1", text("v"), ())),
        ('property_value: IAO:1 "1" xsd:int', (OBO + "IAO_1", owl.Literal("1", iris.XSD + "int"), ())),
        ("property_value: IAO:1 X:2", (OBO + "IAO_1", owl.IriValue(X2.iri), ())),
    ],
)
def test_annotation_clause(read, clause, expected):
    result = read(f"[Term]\nid: X:1\n{clause}")
    assert stated(result.ontology, X1.iri) == {expected}
    assert result.report.findings == ()


def test_false_flags_state_nothing(read):
    assert stated(read("[Term]\nid: X:1\nis_obsolete: false").ontology, X1.iri) == set()


def test_alternative_identifier_makes_no_class(read):
    assert read("[Term]\nid: X:1\nalt_id: X:9").report.classes == 1


def test_default_namespace_stands_in_for_a_missing_one(read):
    frames = "[Term]\nid: X:1\n\n[Term]\nid: X:2\nnamespace: own"
    ontology = read(frames, "ontology: test\ndefault-namespace: default").ontology
    assert stated(ontology, X1.iri) == {(iris.HAS_OBO_NAMESPACE, text("default"), ())}
    assert stated(ontology, X2.iri) == {(iris.HAS_OBO_NAMESPACE, text("own"), ())}


def test_annotation_properties_in_use_are_declared_and_labelled(read):
    ontology = read('[Term]\nid: X:1\ndef: "A." []').ontology
    assert owl.Declaration(owl.AnnotationProperty(iris.DEFINITION)) in ontology.axioms
    assert stated(ontology, iris.DEFINITION) == {(iris.RDFS_LABEL, text("definition"), ())}
    assert stated(ontology, iris.HAS_EXACT_SYNONYM) == set()


# ---- axioms of terms


def some(filler: owl.ClassExpression, relation: owl.ObjectProperty = R1) -> owl.ObjectSomeValuesFrom:
    return owl.ObjectSomeValuesFrom(relation, filler)


WHERE_R2_X3 = owl.ObjectIntersectionOf((X1, some(X3, R2)))


@pytest.mark.parametrize(
    ("clauses", "axiom"),
    [
        ("is_a: X:2", owl.SubClassOf(X1, X2)),
        ("is_a: X:2 ! two", owl.SubClassOf(X1, X2)),
        ("relationship: R:1 X:2", owl.SubClassOf(X1, some(X2))),
        ('is_a: X:2 {gci_relation="R:2", gci_filler="X:3"}', owl.SubClassOf(WHERE_R2_X3, X2)),
        ('relationship: R:1 X:2 {gci_relation="R:2", gci_filler="X:3"}', owl.SubClassOf(WHERE_R2_X3, some(X2))),
        ('relationship: R:1 X:2 {cardinality="2"}', owl.SubClassOf(X1, owl.ObjectExactCardinality(2, R1, X2))),
        (
            'relationship: R:1 X:2 {cardinality="0"}',
            owl.SubClassOf(X1, owl.ObjectAllValuesFrom(R1, owl.ObjectComplementOf(X2))),
        ),
        (
            'relationship: R:1 X:2 {minCardinality="1", maxCardinality="3"}',
            owl.SubClassOf(
                X1,
                owl.ObjectIntersectionOf((owl.ObjectMinCardinality(1, R1, X2), owl.ObjectMaxCardinality(3, R1, X2))),
            ),
        ),
        ('relationship: R:1 X:2 {all_only="true"}', owl.SubClassOf(X1, owl.ObjectAllValuesFrom(R1, X2))),
        (
            'relationship: R:1 X:2 {all_only="true", all_some="true"}',
            owl.SubClassOf(X1, owl.ObjectIntersectionOf((some(X2), owl.ObjectAllValuesFrom(R1, X2)))),
        ),
        (
            "intersection_of: X:2\nintersection_of: R:1 X:3",
            owl.EquivalentClasses((X1, owl.ObjectIntersectionOf((X2, some(X3))))),
        ),
        ("union_of: X:2\nunion_of: X:3", owl.EquivalentClasses((X1, owl.ObjectUnionOf((X2, X3))))),
        ("disjoint_from: X:2", owl.DisjointClasses((X1, X2))),
        ("equivalent_to: X:2", owl.EquivalentClasses((X1, X2))),
    ],
)
def test_term_clause_becomes_one_axiom(read, clauses, axiom):
    assert logical(read(f"[Term]\nid: X:1\n{clauses}").ontology) == [axiom]


@pytest.mark.parametrize(
    "clause",
    [
        'is_a: X:2 {cardinality="3"}',
        'disjoint_from: X:2 {all_only="true"}',
        'relationship: tag X:2 {gci_filler="X:3"}',
        'synonym: "s" EXACT [] {minCardinality="1"}',
        'property_value: X:2 "v" xsd:string {gci_relation="part_of"}',
        'intersection_of: X:2 {maxCardinality="1"}\nintersection_of: part_of X:3',
    ],
)
def test_modifier_that_means_nothing_in_a_clause_is_counted_and_the_clause_is_read(read, clause):
    typedef = "\n\n[Typedef]\nid: tag\nis_metadata_tag: true"
    plain = re.sub(r" \{.*\}", "", clause)
    result, expected = (read(f"[Term]\nid: X:1\n{text}{typedef}") for text in (clause, plain))
    assert result.ontology == expected.ontology
    (finding,) = set(result.report.findings) - set(expected.report.findings)
    tag, modifier = clause.partition(":")[0], re.search(r"\{(\w+)", clause)[1]
    assert finding.message == f"`{tag}` is read without its `{modifier}`, which means nothing there"
    assert (finding.kind, finding.line) == ("skipped", 6)


@pytest.mark.parametrize("frame", ["Typedef", "Instance"])
def test_modifiers_mean_nothing_outside_of_terms(read, frame):
    clause = {"Typedef": "is_a: R:2", "Instance": "relationship: R:2 X:2"}[frame]
    (finding,) = read(f'[{frame}]\nid: R:1\n{clause} {{all_some="true"}}').report.findings
    assert "without its `all_some`" in finding.message


def test_other_qualifiers_annotate_the_axiom(read):
    ontology = read('[Term]\nid: X:1\nrelationship: R:1 X:2 {source="A:1", minCardinality="1"}').ontology
    source = owl.Annotation(owl.AnnotationProperty(OIO + "source"), text("A:1"))
    assert logical(ontology) == [owl.SubClassOf(X1, owl.ObjectMinCardinality(1, R1, X2), (source,))]


@pytest.mark.parametrize(
    "clause",
    [
        'relationship: R:1 X:2 {gci_relation="R:2"}',
        'is_a: X:2 {gci_filler="X:3"}',
        'relationship: R:1 X:2 {cardinality="several"}',
        "intersection_of: X:2",
        'intersection_of: X:2\nintersection_of: R:1 X:3 {cardinality="several"}',
    ],
)
def test_clause_that_cannot_be_given_its_meaning_is_counted_and_left_out(read, clause):
    result = read(f"[Term]\nid: X:1\n{clause}")
    assert logical(result.ontology) == []
    assert [finding.kind for finding in result.report.findings] == ["skipped"]


# ---- axioms of typedefs


@pytest.mark.parametrize(
    ("clause", "axiom"),
    [
        ("is_a: R:2", owl.SubObjectPropertyOf(R1, R2)),
        ("inverse_of: R:2", owl.InverseObjectProperties(R1, R2)),
        ("equivalent_to: R:2", owl.EquivalentObjectProperties((R1, R2))),
        ("disjoint_from: R:2", owl.DisjointObjectProperties((R1, R2))),
        ("domain: X:1", owl.ObjectPropertyDomain(R1, X1)),
        ("range: X:1", owl.ObjectPropertyRange(R1, X1)),
        ("transitive_over: R:2", owl.SubObjectPropertyOf(owl.ObjectPropertyChain((R1, R2)), R1)),
        ("holds_over_chain: R:2 R:1", owl.SubObjectPropertyOf(owl.ObjectPropertyChain((R2, R1)), R1)),
        ("equivalent_to_chain: R:2 R:2", owl.SubObjectPropertyOf(owl.ObjectPropertyChain((R2, R2)), R1)),
        ("is_transitive: true", owl.ObjectPropertyCharacteristic("TransitiveObjectProperty", R1)),
        ("is_reflexive: true", owl.ObjectPropertyCharacteristic("ReflexiveObjectProperty", R1)),
        ("is_symmetric: true", owl.ObjectPropertyCharacteristic("SymmetricObjectProperty", R1)),
        ("is_asymmetric: true", owl.ObjectPropertyCharacteristic("AsymmetricObjectProperty", R1)),
        ("is_functional: true", owl.ObjectPropertyCharacteristic("FunctionalObjectProperty", R1)),
        ("is_inverse_functional: true", owl.ObjectPropertyCharacteristic("InverseFunctionalObjectProperty", R1)),
    ],
)
def test_typedef_clause_becomes_one_axiom(read, clause, axiom):
    assert logical(read(f"[Typedef]\nid: R:1\n{clause}").ontology) == [axiom]


def test_relationship_by_a_metadata_tag_is_an_annotation(read):
    frames = "[Term]\nid: X:1\nrelationship: R:1 X:2\n\n[Typedef]\nid: R:1\nis_metadata_tag: true\nis_a: R:2"
    ontology = read(frames).ontology
    assert logical(ontology) == []
    assert (R1.iri, owl.IriValue(X2.iri), ()) in stated(ontology, X1.iri)
    tag = owl.AnnotationProperty(R1.iri)
    assert owl.Declaration(tag) in ontology.axioms
    assert owl.AnnotationPropertyAxiom("SubAnnotationPropertyOf", tag, R2.iri) in ontology.axioms


def test_class_level_relationship_is_about_the_class_itself(read):
    frames = "[Term]\nid: X:1\nrelationship: R:1 X:2\n\n[Typedef]\nid: R:1\nis_class_level: true"
    has_value = owl.ObjectHasValue(R1, owl.NamedIndividual(X2.iri))
    assert logical(read(frames).ontology) == [owl.SubClassOf(X1, has_value)]


def test_property_value_by_an_object_property_is_about_individuals(read):
    frames = "[Term]\nid: X:1\nproperty_value: R:1 X:2\n\n[Typedef]\nid: R:1"
    x1, x2 = owl.NamedIndividual(X1.iri), owl.NamedIndividual(X2.iri)
    assert logical(read(frames).ontology) == [owl.ObjectPropertyAssertion(R1, x1, x2)]


def test_qualifiers_of_a_typedef_clause_annotate_the_axiom(read):
    ontology = read('[Typedef]\nid: R:1\nis_a: R:2 {source="A:1"}').ontology
    source = owl.Annotation(owl.AnnotationProperty(OIO + "source"), text("A:1"))
    assert logical(ontology) == [owl.SubObjectPropertyOf(R1, R2, (source,))]


def test_typedef_in_two_frames_is_the_sum_of_both(read):
    frames = "[Typedef]\nid: R:1\nis_transitive: true\n\n[Typedef]\nid: R:1\nis_a: R:2"
    assert set(logical(read(frames).ontology)) == {
        owl.ObjectPropertyCharacteristic("TransitiveObjectProperty", R1),
        owl.SubObjectPropertyOf(R1, R2),
    }


def test_instance_frame_is_about_an_individual(read):
    frames = "[Instance]\nid: X:2\nname: i\ninstance_of: X:1\nrelationship: R:1 X:3\n\n[Typedef]\nid: R:1"
    ontology = read(frames).ontology
    x2, x3 = owl.NamedIndividual(X2.iri), owl.NamedIndividual(X3.iri)
    assert logical(ontology) == [owl.ClassAssertion(X1, x2), owl.ObjectPropertyAssertion(R1, x2, x3)]
    assert stated(ontology, x2.iri) == {(iris.RDFS_LABEL, text("i"), ())}


def test_tag_without_a_meaning_here_is_counted(read):
    (finding,) = read("[Term]\nid: X:1\nbuiltin: true\n\n[Term]\nid: X:2\nbuiltin: true").report.findings
    assert (finding.kind, finding.count, finding.line, finding.further_lines) == ("skipped", 2, 6, (10,))


def test_comment_lines_say_nothing(read):
    result = read("! before\n[Term]\nid: X:1\n! between\nis_a: X:2\n\n! after")
    assert logical(result.ontology) == [owl.SubClassOf(X1, X2)]
    assert result.report.findings == ()


def test_lines_may_end_in_any_way(tmp_path):
    path = tmp_path / "test.obo"
    path.write_bytes(b"\xef\xbb\xbfformat-version: 1.4\r\nontology: test\r\n\r\n[Term]\r\nid: X:1\r\nis_a: X:2")
    assert logical(read_ontology(path).ontology) == [owl.SubClassOf(X1, X2)]


# ---- header


def test_header_names_the_ontology_and_annotates_it(read):
    header = "\n".join(
        (
            "ontology: test",
            "data-version: 2020-01-01",
            "import: other",
            "import: http://example.org/more.owl",
            "remark: by hand",
            "saved-by: someone",
            "property_value: http://purl.org/dc/terms/license http://example.org/licence",
        )
    )
    result = read("", header)
    ontology = result.ontology
    assert ontology.iri == OBO + "test.owl"
    assert ontology.version_iri == OBO + "test/2020-01-01/test.owl"
    assert ontology.imports == (OBO + "other.owl", "http://example.org/more.owl")
    assert {(annotation.property.iri, annotation.value) for annotation in ontology.annotations} == {
        (OIO + "hasOBOFormatVersion", text("1.4")),
        (iris.RDFS_COMMENT, text("by hand")),
        (OIO + "saved-by", text("someone")),
        ("http://purl.org/dc/terms/license", owl.IriValue("http://example.org/licence")),
    }
    assert [finding.kind for finding in result.report.findings] == ["unresolved", "unresolved"]


@pytest.mark.parametrize(
    ("header", "version_iri", "annotations"),
    [
        ("ontology: test\ndata-version: 1", OBO + "test/1/test.owl", set()),
        ("ontology: test\ndata-version: http://example.org/1", "http://example.org/1", set()),
        ("ontology: http://example.org/test\ndata-version: 1", None, {text("1")}),
    ],
)
def test_version_is_an_iri_where_one_can_be_made(read, header, version_iri, annotations):
    ontology = read("", header).ontology
    assert ontology.version_iri == version_iri
    assert {a.value for a in ontology.annotations if a.property.iri == iris.OWL + "versionInfo"} == annotations


def test_of_two_names_or_versions_the_first_holds_and_the_other_is_counted(read):
    header = "ontology: test\ndata-version: 1\nontology: other\ndata-version: 2"
    result = read("[Term]\nid: bare", header)
    assert result.ontology.iri == f"{OBO}test.owl"
    assert result.ontology.version_iri == f"{OBO}test/1/test.owl"
    assert owl.Declaration(owl.Class(f"{OBO}test#bare")) in result.ontology.axioms
    assert {(finding.message, finding.line) for finding in result.report.findings} == {
        ("`ontology` has been there before, and the first one holds", 4),
        ("`data-version` has been there before, and the first one holds", 5),
    }


def test_missing_ontology_header_is_reported(read):
    result = read("[Term]\nid: bare", "remark: by hand")
    assert result.ontology.iri is None
    assert owl.Declaration(owl.Class(OBO + "unnamed#bare")) in result.ontology.axioms
    assert [finding.kind for finding in result.report.findings] == ["repaired"]


def test_subsets_and_synonym_types_are_properties_of_their_kind(read):
    ontology = read("", 'ontology: test\nsubsetdef: slim "a slim"\nsynonymtypedef: abbr "abbreviation" EXACT').ontology
    for name, parent in (("slim", "SubsetProperty"), ("abbr", "SynonymTypeProperty")):
        group = owl.AnnotationProperty(f"{OBO}test#{name}")
        assert owl.AnnotationPropertyAxiom("SubAnnotationPropertyOf", group, OIO + parent) in ontology.axioms
    assert stated(ontology, OBO + "test#slim") == {(iris.RDFS_COMMENT, text("a slim"), ())}
    assert stated(ontology, OBO + "test#abbr") == {
        (iris.RDFS_LABEL, text("abbreviation"), ()),
        (OIO + "hasScope", owl.IriValue(iris.HAS_EXACT_SYNONYM), ()),
    }


def test_axioms_embedded_in_the_header_are_read(read):
    chain = "SubObjectPropertyOf(ObjectPropertyChain(<http://e/r> <http://e/s>) <http://e/t>)"
    ontology = read("", f"ontology: test\nowl-axioms: Ontology({chain})").ontology
    r, s, t = (owl.ObjectProperty(f"http://e/{name}") for name in "rst")
    assert logical(ontology) == [owl.SubObjectPropertyOf(owl.ObjectPropertyChain((r, s)), t)]


def test_instruction_about_xrefs_is_counted(read):
    (finding,) = read("", "ontology: test\ntreat-xrefs-as-is_a: CL").report.findings
    assert "treat-xrefs-as-is_a" in finding.message


def test_first_of_two_idspaces_holds(read):
    header = "ontology: test\nidspace: X http://example.org/one/\nidspace: X http://example.org/two/"
    result = read("[Term]\nid: X:1", header)
    assert owl.Declaration(owl.Class("http://example.org/one/1")) in result.ontology.axioms
    assert [finding.kind for finding in result.report.findings] == ["skipped"]
