"""Axioms written as RDF or OBO by independent writers come back as they were."""

from dataclasses import fields, is_dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyoxigraph
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from entailed.owl import Ontology, read_ontology, signature
from entailed.owl import model as owl
from entailed.owl.functional_syntax import axiom_text
from entailed.owl.model import NOT_LOGICAL
from owl.owl_values import XSD, axioms
from owl.turtle_writer import turtle


def read(text: str, name: str) -> tuple[set[owl.Axiom], tuple[object, ...]]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(text.encode())
        ontology, report = read_ontology(path)
    return set(ontology.axioms), report.findings


# ---- RDF


def lower_case_tags(part: Any) -> Any:
    """The part as an RDF parser gives it: language tags have no case."""
    match part:
        case owl.Literal(value, language=language) if language:
            return owl.Literal(value, language=language.lower())
        case tuple():
            return tuple(map(lower_case_tags, part))
    if not is_dataclass(part):
        return part
    return type(part)(*(lower_case_tags(getattr(part, field.name)) for field in fields(part)))


def one_statement(axiom: owl.Axiom) -> bool:
    """Whether RDF expresses an axiom as it is, and not by several or by another one."""
    if "_:b" in axiom_text(axiom):  # blank nodes are numbered anew
        return False
    match axiom:
        case owl.EquivalentClasses(operands) | owl.EquivalentObjectProperties(operands) | owl.SameIndividual(operands):
            return len(operands) == 2
        case owl.DataPropertyAxiom("EquivalentDataProperties", (operands,)):
            return len(operands) == 2
        case owl.ObjectPropertyAssertion(owl.ObjectInverseOf(), negative=False):
            return False
    return True


def with_declarations(axiom: owl.Axiom) -> list[owl.Axiom]:
    """What the kinds of properties and classes are read from."""
    mentioned = signature(Ontology(iri=None, axioms=(axiom,)))
    entities = [entity for field in fields(mentioned) for entity in getattr(mentioned, field.name)]
    named = [entity for entity in entities if not entity.iri.startswith(XSD)]
    told = axiom.entity if isinstance(axiom, owl.Declaration) else None
    return [axiom, *(owl.Declaration(entity) for entity in named if entity != told)]


rdf_axioms = axioms.filter(one_statement).map(lower_case_tags)


@settings(max_examples=150, deadline=None)
@given(rdf_axioms)
def test_an_axiom_written_as_turtle_comes_back(axiom: owl.Axiom) -> None:
    listed = with_declarations(axiom)
    assert read(turtle(listed), "axiom.ttl") == (set(listed), ())


@settings(max_examples=50, deadline=None)
@given(rdf_axioms)
def test_an_axiom_written_as_rdf_xml_comes_back(axiom: owl.Axiom) -> None:
    listed = with_declarations(axiom)
    document = turtle(listed)
    text = axiom_text(axiom)
    assume("?5=6" not in text)  # no XML element can have such a name
    assume(all(character.isprintable() for character in text))  # XML has no place for control characters
    triples = pyoxigraph.parse(document, pyoxigraph.RdfFormat.TURTLE)
    written = pyoxigraph.serialize((quad.triple for quad in triples), format=pyoxigraph.RdfFormat.RDF_XML)
    assert read(written.decode(), "axiom.owl") == (set(listed), ())


# ---- OBO

OBO = "http://purl.obolibrary.org/obo/"
LABEL = owl.AnnotationProperty("http://www.w3.org/2000/01/rdf-schema#label")
EXACT = owl.AnnotationProperty("http://www.geneontology.org/formats/oboInOwl#hasExactSynonym")
obo_classes = st.sampled_from([owl.Class(f"{OBO}X_{number}") for number in range(1, 6)])
obo_roles = st.sampled_from([owl.ObjectProperty(f"{OBO}R_{number}") for number in range(1, 4)])
obo_texts = st.text(st.sampled_from('ab é(),:;!{}[]"\\\n'), min_size=1, max_size=8).map(lambda text: f"x{text}x")
existentials = st.builds(owl.ObjectSomeValuesFrom, obo_roles, obo_classes)
definitions = st.tuples(obo_classes, st.lists(existentials, min_size=1, max_size=2, unique=True)).map(
    lambda parts: owl.ObjectIntersectionOf((parts[0], *parts[1]))
)
pairs = st.lists(obo_classes, min_size=2, max_size=2, unique=True).map(tuple)
obo_axioms = st.one_of(
    st.builds(owl.SubClassOf, obo_classes, st.one_of(obo_classes, existentials)),
    st.builds(owl.EquivalentClasses, st.tuples(obo_classes, definitions)),
    st.builds(owl.EquivalentClasses, pairs),
    st.builds(owl.DisjointClasses, pairs),
    st.builds(owl.SubObjectPropertyOf, obo_roles, obo_roles),
    st.builds(owl.SubObjectPropertyOf, st.tuples(obo_roles, obo_roles).map(owl.ObjectPropertyChain), obo_roles),
    st.builds(owl.ObjectPropertyCharacteristic, st.just("TransitiveObjectProperty"), obo_roles),
    st.builds(owl.ObjectPropertyDomain, obo_roles, obo_classes),
    st.builds(owl.ObjectPropertyRange, obo_roles, obo_classes),
    st.builds(owl.AnnotationAssertion, st.just(EXACT), obo_classes.map(lambda c: c.iri), obo_texts.map(owl.Literal)),
)


def obo_id(entity: owl.Entity | owl.Iri) -> str:
    return (entity if isinstance(entity, str) else entity.iri).removeprefix(OBO).replace("_", ":")


def escaped(text: str) -> str:
    return "".join(
        {"\n": "\\n"}.get(character, f"\\{character}" if character in '\\"{}!' else character) for character in text
    )


def obo_clause(axiom: owl.Axiom) -> tuple[str, str]:
    """The identifier of the frame that states an axiom, and the lines there."""
    match axiom:
        case owl.SubClassOf(sub, owl.ObjectSomeValuesFrom(role, filler)):
            return obo_id(sub), f"relationship: {obo_id(role)} {obo_id(filler)}"
        case owl.SubClassOf(sub, sup) | owl.SubObjectPropertyOf(owl.ObjectProperty() as sub, sup):
            return obo_id(sub), f"is_a: {obo_id(sup)}"
        case owl.EquivalentClasses((defined, owl.ObjectIntersectionOf((genus, *rest)))):
            lines = [f"intersection_of: {obo_id(some.property)} {obo_id(some.filler)}" for some in rest]
            return obo_id(defined), "\n".join([f"intersection_of: {obo_id(genus)}", *lines])
        case owl.EquivalentClasses((first, second)):
            return obo_id(first), f"equivalent_to: {obo_id(second)}"
        case owl.DisjointClasses((first, second)):
            return obo_id(first), f"disjoint_from: {obo_id(second)}"
        case owl.SubObjectPropertyOf(owl.ObjectPropertyChain((first, second)), sup):
            return obo_id(sup), f"holds_over_chain: {obo_id(first)} {obo_id(second)}"
        case owl.ObjectPropertyCharacteristic(_, role):
            return obo_id(role), "is_transitive: true"
        case owl.ObjectPropertyDomain(role, class_):
            return obo_id(role), f"domain: {obo_id(class_)}"
        case owl.ObjectPropertyRange(role, class_):
            return obo_id(role), f"range: {obo_id(class_)}"
        case owl.AnnotationAssertion(_, subject, value):
            return obo_id(subject), f'synonym: "{escaped(value.value)}" EXACT []'
    raise ValueError(axiom)


def obo(listed: list[owl.Axiom]) -> str:
    frames: dict[str, list[str]] = {}
    for frame, lines in map(obo_clause, listed):
        frames.setdefault(frame, []).append(lines)
    written = ["format-version: 1.4\nontology: x"]
    for number in range(1, 6):
        written.append("\n".join([f"[Term]\nid: X:{number}", *frames.get(f"X:{number}", ())]))
    for number in range(1, 4):
        written.append("\n".join([f"[Typedef]\nid: R:{number}", *frames.get(f"R:{number}", ())]))
    return "\n\n".join(written) + "\n"


def definitions_of(axiom: owl.Axiom) -> owl.Class | owl.Axiom:
    """A class for each definition of it, since a frame holds one; any other axiom for itself."""
    match axiom:
        case owl.EquivalentClasses((defined, owl.ObjectIntersectionOf())):
            return defined
    return axiom


@settings(max_examples=80, deadline=None)
@given(st.lists(obo_axioms, max_size=8, unique_by=definitions_of))
def test_axioms_written_as_obo_come_back(listed: list[owl.Axiom]) -> None:
    found, findings = read(obo(listed), "axioms.obo")
    synonyms = {axiom for axiom in found if isinstance(axiom, owl.AnnotationAssertion) and axiom.property == EXACT}
    assert synonyms | {axiom for axiom in found if not isinstance(axiom, NOT_LOGICAL)} == set(listed)
    assert findings == ()
