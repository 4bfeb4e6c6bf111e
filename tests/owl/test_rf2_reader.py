"""What a SNOMED CT release says, as OWL: names, definitions, retirement, axioms, concrete values."""

import time
from pathlib import Path

import pytest

from entailed.errors import ReadError
from entailed.owl import ReadResult, read_ontology
from entailed.owl import annotations as iris
from entailed.owl import model as owl
from owl import rf2_release as rf2
from owl.rf2_release import (
    CAUSED_BY,
    FAULT,
    GB,
    LOCATED_IN,
    PART,
    PART_OF,
    STRENGTH,
    US,
    Release,
    identifier,
    machinery,
)

CONCEPT = identifier(7)


def sct(sctid: str) -> str:
    return f"http://snomed.info/id/{sctid}"


def values(result: ReadResult, sctid: str, property_: str) -> list[str]:
    """The texts that a concept has by an annotation property."""
    found = [
        axiom.value
        for axiom in result.ontology.axioms
        if isinstance(axiom, owl.AnnotationAssertion) and (axiom.subject, axiom.property.iri) == (sct(sctid), property_)
    ]
    return [value.value if isinstance(value, owl.Literal) else value.iri for value in found]


def findings(result: ReadResult) -> dict[str, tuple[str, int | None, int]]:
    return {f.message: (f.kind, f.line, f.count) for f in result.report.findings}


@pytest.fixture
def small(tmp_path: Path) -> tuple[Release, Path]:
    """A release of one concept without a name and with one axiom, and where to write it."""
    release = Release()
    release.concept(CONCEPT)
    release.under(CONCEPT, rf2.ROOT)
    return release, tmp_path / "release"


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> ReadResult:
    return read_ontology(machinery(300).write(tmp_path_factory.mktemp("machinery")))


# ---- names


def test_the_preferred_term_is_the_name_and_the_other_terms_are_alternatives(machines: ReadResult) -> None:
    part = identifier(1_000_000)
    assert values(machines, part, iris.RDFS_LABEL) == ["aluminum bearing mark 1"]
    assert values(machines, part, iris.SKOS_ALT_LABEL) == [
        "aluminum bearing mark 1 (part)",
        "aluminium bearing mark 1",
        "mk1",
    ]
    assert values(machines, part, iris.ID) == [part]


def test_every_concept_has_one_name_and_no_name_bears_a_semantic_tag(machines: ReadResult) -> None:
    labels = [
        axiom
        for axiom in machines.ontology.axioms
        if isinstance(axiom, owl.AnnotationAssertion) and axiom.property.iri == iris.RDFS_LABEL
    ]
    assert len(labels) == len({axiom.subject for axiom in labels}) == 321
    assert not [axiom for axiom in labels if isinstance(axiom.value, owl.Literal) and "(" in axiom.value.value]


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "gray"),
        ("en-US", "gray"),
        (US, "gray"),
        ("en-GB", "grey"),
        (GB, "grey"),
        ("sv", "grå"),
        ("46011000052107", "grå"),
        ("fr", "gray"),
    ],
)
def test_a_language_or_a_reference_set_is_preferred(small: tuple[Release, Path], language: str, name: str) -> None:
    release, folder = small
    release.term(CONCEPT, "gray", preferred=(US,), acceptable=(GB,))
    release.term(CONCEPT, "grey", preferred=(GB,), acceptable=(US,))
    release.language = "sv"
    release.term(CONCEPT, "grå", preferred=("46011000052107",))
    result = read_ontology(release.write(folder), language=language)
    assert values(result, CONCEPT, iris.RDFS_LABEL) == [name]
    assert sorted(values(result, CONCEPT, iris.SKOS_ALT_LABEL)) == sorted({"gray", "grey", "grå"} - {name})


def test_a_reference_set_that_is_not_there_is_refused(small: tuple[Release, Path]) -> None:
    release, folder = small
    release.term(CONCEPT, "gray", preferred=(US,))
    with pytest.raises(ReadError, match=f"no language reference set 4711. There are: {US}"):
        read_ontology(release.write(folder), language="4711")


def test_without_a_preferred_term_the_fully_specified_name_stands_in_without_its_tag(
    small: tuple[Release, Path],
) -> None:
    release, folder = small
    release.term(CONCEPT, "shim (thin) (part)", rf2.FSN, preferred=(US,))
    release.term(CONCEPT, "thin shim", acceptable=(US,))
    result = read_ontology(release.write(folder))
    assert values(result, CONCEPT, iris.RDFS_LABEL) == ["shim (thin)"]
    assert values(result, CONCEPT, iris.SKOS_ALT_LABEL) == ["shim (thin) (part)", "thin shim"]


def test_inactive_terms_and_preferences_are_left_out_and_counted(small: tuple[Release, Path]) -> None:
    release, folder = small
    release.term(CONCEPT, "shimm", preferred=(US,), active=False)
    shim = release.term(CONCEPT, "shim", preferred=(US,))
    release.term(CONCEPT, "spacer", acceptable=(US,))
    release.member(rf2.LANGUAGE, GB, shim, rf2.PREFERRED, active=False)
    result = read_ontology(release.write(folder), language="en-GB")
    assert values(result, CONCEPT, iris.RDFS_LABEL) == ["shim"]
    assert values(result, CONCEPT, iris.SKOS_ALT_LABEL) == ["spacer"]
    assert findings(result)["an inactive description"] == ("skipped", None, 1)
    assert findings(result)["an inactive language preference"] == ("skipped", None, 1)


def test_terms_are_plain_text(small: tuple[Release, Path]) -> None:
    release, folder = small
    release.term(CONCEPT, '3/4" shim, "thin\'', preferred=(US,))
    assert values(read_ontology(release.write(folder)), CONCEPT, iris.RDFS_LABEL) == ['3/4" shim, "thin\'']


def test_text_definitions_are_definitions_and_the_preferred_one_comes_first(small: tuple[Release, Path]) -> None:
    release, folder = small
    release.term(CONCEPT, "A grey strip.", rf2.DEFINITION, preferred=(GB,))
    release.term(CONCEPT, "A gray strip.", rf2.DEFINITION, preferred=(US,))
    assert values(read_ontology(release.write(folder)), CONCEPT, iris.SKOS_DEFINITION) == [
        "A gray strip.",
        "A grey strip.",
    ]


def test_text_of_another_type_or_of_an_unknown_concept_is_counted_with_its_line(small: tuple[Release, Path]) -> None:
    release, folder = small
    release.term(CONCEPT, "shim", preferred=(US,))
    release.term(CONCEPT, "shim?", "900000000000550009")
    release.term(identifier(8), "nothing")
    found = findings(read_ontology(release.write(folder)))
    file = "in sct2_Description_Snapshot-en_INT_20260101.txt"
    assert found[f"a description that is no name and no synonym, {file}"] == ("skipped", 3, 1)
    assert found[f"text of a concept that is not in the release, {file}"] == ("skipped", 4, 1)


# ---- retirement


def test_an_inactive_concept_keeps_its_names_and_says_what_replaces_it(machines: ReadResult) -> None:
    by_replaced, by_same, by_equivalent, by_moved = (identifier(4_000_000 + number) for number in range(4))
    assert values(machines, by_replaced, iris.RDFS_LABEL) == ["old fault 0"]
    assert values(machines, by_replaced, iris.DEPRECATED) == ["true"]
    assert values(machines, by_replaced, iris.REPLACED_BY) == [sct(identifier(3_000_000))]
    assert values(machines, by_same, iris.REPLACED_BY) == [sct(identifier(3_000_001))]
    assert values(machines, by_equivalent, iris.CONSIDER) == [sct(identifier(3_000_002))]
    assert not values(machines, by_moved, iris.REPLACED_BY) + values(machines, by_moved, iris.CONSIDER)
    assert findings(machines)["an association that names no replacement"] == ("skipped", None, 7)
    assert not values(machines, identifier(3_000_000), iris.DEPRECATED)


def test_an_association_of_an_active_concept_replaces_nothing(small: tuple[Release, Path]) -> None:
    release, folder = small
    release.association(rf2.REPLACED_BY, CONCEPT, CONCEPT)
    result = read_ontology(release.write(folder))
    assert not values(result, CONCEPT, iris.REPLACED_BY)
    message = "an association other than from an inactive concept to one of the release"
    assert findings(result)[message] == ("skipped", None, 1)


# ---- axioms


def test_the_axioms_of_the_release_are_those_of_its_expressions(machines: ReadResult) -> None:
    axioms = set(machines.ontology.axioms)
    part_of, located_in = owl.ObjectProperty(sct(PART_OF)), owl.ObjectProperty(sct(LOCATED_IN))
    located = owl.ObjectSomeValuesFrom(located_in, owl.Class(sct(identifier(1_000_000))))
    caused = owl.ObjectSomeValuesFrom(owl.ObjectProperty(sct(CAUSED_BY)), owl.Class(sct(identifier(2_000_001))))
    group, fault = owl.ObjectProperty(sct(rf2.ROLE_GROUP)), owl.Class(sct(FAULT))

    def grouped(filler: owl.ClassExpression) -> owl.ClassExpression:
        return owl.ObjectIntersectionOf((fault, owl.ObjectSomeValuesFrom(group, filler)))

    defined = owl.Class(sct(identifier(3_000_001)))
    assert owl.EquivalentClasses((defined, grouped(owl.ObjectIntersectionOf((located, caused))))) in axioms
    assert owl.SubClassOf(grouped(located), owl.Class(sct(rf2.URGENT))) in axioms  # a general inclusion
    assert owl.SubObjectPropertyOf(owl.ObjectPropertyChain((located_in, part_of)), located_in) in axioms
    assert owl.ObjectPropertyCharacteristic("TransitiveObjectProperty", part_of) in axioms
    assert owl.ObjectPropertyCharacteristic("ReflexiveObjectProperty", part_of) in axioms
    assert machines.report.axioms["EquivalentClasses"] == 120
    assert machines.report.axioms["SubClassOf"] == 167


def test_concepts_are_classes_or_what_the_axioms_use_them_as(machines: ReadResult) -> None:
    declared = {axiom.entity for axiom in machines.ontology.axioms if isinstance(axiom, owl.Declaration)}
    of_iri = {
        sctid: {type(e) for e in declared if e.iri == sct(sctid)}
        for sctid in (PART, PART_OF, STRENGTH, rf2.OBJECT_ATTRIBUTE, identifier(4_000_000))
    }
    assert of_iri == {
        PART: {owl.Class},
        PART_OF: {owl.ObjectProperty},
        STRENGTH: {owl.DataProperty},
        rf2.OBJECT_ATTRIBUTE: {owl.ObjectProperty, owl.Class},
        identifier(4_000_000): {owl.Class},
    }
    assert machines.report.classes == 316


def test_concrete_values_stay_in_the_axioms_and_are_text_of_the_concept(machines: ReadResult) -> None:
    bolt, strength = identifier(5_000_003), owl.DataProperty(sct(STRENGTH))
    value = owl.DataHasValue(strength, owl.Literal("75", iris.XSD + "decimal"))
    grouped = owl.ObjectSomeValuesFrom(owl.ObjectProperty(sct(rf2.ROLE_GROUP)), value)
    product = owl.Class(sct(rf2.PRODUCT))
    stated = owl.SubClassOf(owl.Class(sct(bolt)), owl.ObjectIntersectionOf((product, grouped)))
    assert stated in machines.ontology.axioms
    assert values(machines, bolt, sct(STRENGTH)) == ["75"]


def test_strings_are_concrete_values_too_and_others_are_counted(small: tuple[Release, Path]) -> None:
    release, folder = small
    release.value(CONCEPT, STRENGTH, '"strong"')
    release.value(CONCEPT, STRENGTH, "strong")
    result = read_ontology(release.write(folder))
    assert values(result, CONCEPT, sct(STRENGTH)) == ["strong"]
    message = "a concrete value that cannot be read, in sct2_RelationshipConcreteValues_Snapshot_INT_20260101.txt"
    assert findings(result)[message] == ("skipped", 3, 1)


def test_the_header_names_the_ontology_and_the_file_names_its_version(machines: ReadResult) -> None:
    assert machines.ontology.iri == f"http://snomed.info/sct/{rf2.MODULE}"
    assert machines.ontology.version_iri == f"http://snomed.info/sct/{rf2.MODULE}/version/20260101"
    assert ("sct", "http://snomed.info/id/") in machines.ontology.prefixes
    assert machines.report.format == "SNOMED CT RF2"


@pytest.mark.parametrize(
    "wrong",
    [
        "SubClassOf(:1 :2",
        "SubClassOf(:1",
        ":2)",
        "SubClassOf(:1 :2 :3)",
        "SubClasOf(:1 :2)",
        "SubClassOf(nowhere:1 :2)",
        "SubClassOf(:1 :2) SubClassOf(:3 :4)",
        "ObjectIntersectionOf(:1 :2)",
        "Ontology(SubClassOf(:1 :2))",
        "SubClassOf(:1 :2)) Ontology(SubClassOf(:3 :4)",
        "Import(<http://example.org/>)",
        "SubClassOf(:1 " + 300 * "ObjectSomeValuesFrom(:2 " + ":3" + 300 * ")" + ")",
        "",
    ],
)
def test_a_wrong_expression_is_counted_with_file_and_line_and_costs_itself_alone(
    small: tuple[Release, Path], wrong: str
) -> None:
    release, folder = small
    release.axiom(CONCEPT, wrong)
    release.axiom(CONCEPT, f"SubClassOf(:{CONCEPT} :{PART})")
    release.axiom(CONCEPT, wrong)
    result = read_ontology(release.write(folder))
    message = "an OWL expression that cannot be read, in sct2_sRefset_OWLExpressionSnapshot_INT_20260101.txt"
    assert findings(result)[message] == ("skipped", 3, 2)
    assert result.report.axioms["SubClassOf"] == 2


@pytest.mark.parametrize("rest", ["", " SubClassOf(:5 :6)", " SubClassOf(:5 :6", " Ontology()"])
def test_a_prefix_among_the_axioms_changes_none_of_them(small: tuple[Release, Path], rest: str) -> None:
    release, folder = small
    expected = read_ontology(release.write(folder)).ontology
    before = release.tables[rf2.OWL].copy()
    release.tables[rf2.OWL].clear()
    release.axiom(CONCEPT, f"Prefix(:=<http://evil/>){rest}")
    release.tables[rf2.OWL] += before
    result = read_ontology(release.write(folder))
    assert result.ontology == expected
    message = "an OWL expression that cannot be read, in sct2_sRefset_OWLExpressionSnapshot_INT_20260101.txt"
    assert findings(result)[message] == ("skipped", 2, 1)


@pytest.mark.parametrize("rest", [" Nonsense()", " Ontology(<http://e/o>)", " SubClassOf(:5 :6)"])
def test_a_header_that_is_refused_leaves_no_prefix_behind(small: tuple[Release, Path], rest: str) -> None:
    release, folder = small
    expected = read_ontology(release.write(folder)).ontology
    release.header(f"Prefix(:=<http://evil/>){rest}")
    release.header("Ontology() Prefix(:=<http://evil/>)")
    result = read_ontology(release.write(folder))
    assert result.ontology == expected
    message = "an OWL expression that cannot be read, in sct2_sRefset_OWLExpressionSnapshot_INT_20260101.txt"
    assert findings(result)[message] == ("skipped", 3, 2)


def test_a_term_of_blanks_takes_no_longer_than_another(small: tuple[Release, Path]) -> None:
    release, folder = small
    release.term(CONCEPT, "shim" + " " * 100_000 + "x", rf2.FSN)
    began = time.process_time()
    read_ontology(release.write(folder))
    assert time.process_time() - began < 3


def test_expressions_may_write_iris_out_and_use_prefixes_of_the_release(small: tuple[Release, Path]) -> None:
    release, folder = small
    release.header("Ontology(<http://example.org/>)")
    release.header("Prefix(ex:=<http://example.org/>)")
    value = '"1 (one) #1"^^<http://www.w3.org/2001/XMLSchema#string>'
    release.axiom(CONCEPT, f"SubClassOf(ex:a DataHasValue(<http://example.org/#p> {value}))")
    ontology = read_ontology(release.write(folder)).ontology
    has_value = owl.DataHasValue(owl.DataProperty("http://example.org/#p"), owl.Literal("1 (one) #1"))
    assert owl.SubClassOf(owl.Class("http://example.org/a"), has_value) in ontology.axioms
    assert ("ex", "http://example.org/") in ontology.prefixes


def test_inactive_axioms_are_left_out(small: tuple[Release, Path]) -> None:
    release, folder = small
    release.axiom(CONCEPT, f"SubClassOf(:{CONCEPT} :{PART})", active=False)
    result = read_ontology(release.write(folder))
    assert result.report.axioms["SubClassOf"] == 1
    assert findings(result)["an inactive OWL expression"] == ("skipped", None, 1)


# ---- identifiers


def test_identifiers_of_the_machinery_are_well_formed(machines: ReadResult) -> None:
    assert not [finding for finding in machines.report.findings if finding.kind == "doubtful"]


@pytest.mark.parametrize("wrong", ["138875006", "318875005", identifier(5, 1), "12345", "shim"])
def test_a_wrong_identifier_is_counted_with_its_line_and_kept(small: tuple[Release, Path], wrong: str) -> None:
    release, folder = small
    release.concept(wrong)
    result = read_ontology(release.write(folder))
    file = "sct2_Concept_Snapshot_INT_20260101.txt"
    message = f"an identifier of a concept with a wrong check digit or partition, in {file}"
    assert findings(result)[message] == ("doubtful", 3, 1)
    assert values(result, wrong, iris.ID) == [wrong]
