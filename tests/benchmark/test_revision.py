"""What leaves the axioms, and what the definitions say of it afterwards."""

import random

import pytest

from entailed.benchmark.entity_names import EntityNames, names_in
from entailed.benchmark.revision import Revision, revise
from entailed.benchmark.verbalisation import Wording, can_be_said, sentences
from entailed.owl import Ontology
from entailed.owl.annotations import DEFINITION, HAS_EXACT_SYNONYM, RDFS_LABEL
from entailed.owl.functional_syntax import axiom_text
from entailed.owl.model import (
    AnnotationAssertion,
    AnnotationProperty,
    Axiom,
    Class,
    EquivalentClasses,
    Literal,
    ObjectAllValuesFrom,
    ObjectIntersectionOf,
    ObjectProperty,
    ObjectSomeValuesFrom,
    ObjectUnionOf,
    SubClassOf,
)

LID, PAN, KNOB, STEEL, RUST = (Class(f"urn:x:{name}") for name in ("lid", "pan", "knob", "steel", "rust"))
PART_OF, HAS_PART, PREVENTS = (ObjectProperty(f"urn:x:{name}") for name in ("partOf", "hasPart", "prevents"))
GROUP = ObjectProperty("urn:x:group")
LABELS = {
    LID: "lid", PAN: "pan", KNOB: "knob", STEEL: "steel", RUST: "rust",
    PART_OF: "part of", HAS_PART: "has part", PREVENTS: "prevents",
}  # fmt: skip


def says(property: str, subject: str, text: str) -> AnnotationAssertion:
    return AnnotationAssertion(AnnotationProperty(property), subject, Literal(text))


NAMES = [says(RDFS_LABEL, entity.iri, label) for entity, label in LABELS.items()]


def some(property: ObjectProperty, filler) -> ObjectSomeValuesFrom:
    return ObjectSomeValuesFrom(property, filler)


def revised(*axioms: Axiom, wording: Wording = Wording.LITERAL, groups: tuple[str, ...] = ()) -> Revision:
    ontology = Ontology(iri=None, axioms=(*NAMES, *axioms))
    return revise(ontology, names_in(ontology), wording=wording, groups=groups, seed=1)


def logical(revision: Revision) -> list[str]:
    return [axiom_text(axiom, [("", "urn:x:")]) for axiom in revision.ontology.logical_axioms()]


def definition(revision: Revision, about: Class) -> list[str]:
    return [
        axiom.value.value
        for axiom in revision.ontology.axioms
        if isinstance(axiom, AnnotationAssertion) and (axiom.property.iri, axiom.subject) == (DEFINITION, about.iri)
    ]


def test_a_superclass_stays_and_its_restrictions_are_said() -> None:
    revision = revised(SubClassOf(LID, ObjectIntersectionOf((STEEL, some(PART_OF, PAN), some(PREVENTS, RUST)))))
    assert logical(revision) == ["SubClassOf(:lid :steel)"]
    assert definition(revision, LID) == ["It is part of some pan. It prevents some rust."]


def test_nothing_is_left_of_an_axiom_that_is_a_restriction() -> None:
    revision = revised(SubClassOf(LID, some(PART_OF, PAN)))
    assert logical(revision) == []
    assert "Declaration(Class(:pan))" in [axiom_text(a, [("", "urn:x:")]) for a in revision.ontology.axioms]


def test_an_equivalence_becomes_an_inclusion_and_one_without_restrictions_stays() -> None:
    defined = EquivalentClasses((LID, ObjectIntersectionOf((STEEL, some(PART_OF, PAN)))))
    revision = revised(defined, EquivalentClasses((PAN, KNOB)))
    assert logical(revision) == ["SubClassOf(:lid :steel)", "EquivalentClasses(:pan :knob)"]


def test_general_class_axioms_stay() -> None:
    general = SubClassOf(ObjectIntersectionOf((STEEL, some(PART_OF, PAN))), LID)
    assert len(logical(revised(general))) == 1


def test_sentences_are_appended_to_the_first_definition() -> None:
    told = says(DEFINITION, LID.iri, "Covers a pan"), says(DEFINITION, LID.iri, "Another.")
    revision = revised(*told, SubClassOf(LID, some(PART_OF, PAN)))
    assert definition(revision, LID) == ["Covers a pan. It is part of some pan.", "Another."]


def test_what_there_are_no_words_for_stays_and_is_counted() -> None:
    odd = SubClassOf(LID, some(HAS_PART, ObjectAllValuesFrom(PREVENTS, RUST)))
    revision = revised(odd)
    assert len(logical(revision)) == 1
    assert revision.kept == {"ObjectAllValuesFrom": 1}


def test_a_role_group_is_said_restriction_by_restriction_and_read_back_in_groups() -> None:
    grouped = some(GROUP, ObjectIntersectionOf((some(PART_OF, PAN), some(PREVENTS, RUST))))
    revision = revised(SubClassOf(LID, grouped), groups=(GROUP.iri,))
    assert definition(revision, LID) == ["It is part of some pan. It prevents some rust."]
    assert [axiom for axiom, _, _ in revision.read_back()] == [
        SubClassOf(LID, some(GROUP, some(PART_OF, PAN))),
        SubClassOf(LID, some(GROUP, some(PREVENTS, RUST))),
    ]


@pytest.mark.parametrize(
    ("filler", "said"),
    [
        (PAN, "It has part some pan."),
        (ObjectIntersectionOf((STEEL, some(PREVENTS, RUST))), "It has part some steel that prevents some rust."),
        (
            ObjectIntersectionOf((some(PART_OF, PAN), some(PREVENTS, RUST))),
            "It has part some thing that is part of some pan and prevents some rust.",
        ),
        (ObjectUnionOf((PAN, KNOB)), "It has part some pan or knob."),
        (some(PART_OF, PAN), "It has part some thing that is part of some pan."),
    ],
)
def test_complex_fillers_have_words(filler, said: str) -> None:
    assert can_be_said(filler)
    assert definition(revised(SubClassOf(KNOB, some(HAS_PART, filler))), KNOB) == [said]


def test_the_wordings_side_by_side() -> None:
    names = EntityNames(
        labels={entity.iri: label for entity, label in LABELS.items()},
        synonyms={PAN.iri: ("skillet",)},
        unambiguous=frozenset(),
    )
    restrictions = [(PART_OF.iri, PAN), (PREVENTS.iri, RUST)]
    said = {wording: set(sentences(restrictions, names, wording, random.Random(1))) for wording in Wording}
    assert said == {
        Wording.LITERAL: {"It is part of some pan.", "It prevents some rust."},
        Wording.COORDINATED: {
            "In every case a thing of this sort is part of at least one pan and prevents at least one rust, so far as "
            "anyone has seen."
        },
        Wording.INFLECTED: {"Described as forming part of the pan, and as preventing the rust."},
        Wording.PARAPHRASED: {"What is meant belongs to the skillet; then, it prevents the rust."},
        Wording.NONE: {""},
    }


def test_names_that_several_classes_share_are_ambiguous() -> None:
    synonym = says(HAS_EXACT_SYNONYM, KNOB.iri, "LID")
    names = names_in(
        Ontology(iri=None, axioms=(*NAMES, synonym, SubClassOf(LID, KNOB), SubClassOf(PAN, Class("urn:x:no"))))
    )
    assert {PAN.iri, KNOB.iri} <= names.unambiguous
    assert not {LID.iri, "urn:x:no"} & names.unambiguous
    assert names.labels["urn:x:no"] == "urn:x:no"
