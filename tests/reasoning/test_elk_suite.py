"""ELK's own test ontologies, each beside the outcome that its developers expect.

Statements over class expressions become questions about fresh classes that are equivalent to the expressions.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from entailed.owl.model import (
    OWL_BOTTOM_OBJECT_PROPERTY,
    OWL_NOTHING,
    OWL_THING,
    OWL_TOP_OBJECT_PROPERTY,
    Axiom,
    Class,
    ClassAssertion,
    ClassExpression,
    DifferentIndividuals,
    DisjointClasses,
    EquivalentClasses,
    EquivalentObjectProperties,
    ObjectHasValue,
    ObjectIntersectionOf,
    ObjectOneOf,
    ObjectProperty,
    ObjectPropertyAssertion,
    ObjectPropertyDomain,
    ObjectSomeValuesFrom,
    Ontology,
    SameIndividual,
    SubClassOf,
    SubObjectPropertyOf,
)
from entailed.owl.reading import read_ontology
from entailed.owl.signature import signature
from entailed.reasoning import saturate, translate

TOP, BOTTOM = Class(OWL_THING), Class(OWL_NOTHING)
TOP_PROPERTY, BOTTOM_PROPERTY = ObjectProperty(OWL_TOP_OBJECT_PROPERTY), ObjectProperty(OWL_BOTTOM_OBJECT_PROPERTY)
CASES_OF_UNION = "a union above something is opaque: what its operands have in common is not seen"
LEFT_OUT = {
    ("query-class", "Disjunctions"): CASES_OF_UNION,
    ("query-class", "OneOf"): CASES_OF_UNION,
}

Concept = ClassExpression | ObjectProperty
Pairs = set[tuple[Concept, Concept]]


def files(folder: str) -> list[object]:
    """The files of a folder as test parameters; none where the shared data is absent."""
    data = Path(os.environ.get("ENTAILED_DATA") or Path(__file__).parents[3] / "shared")
    return [
        pytest.param(
            path,
            id=path.stem,
            marks=[pytest.mark.xfail(reason=LEFT_OUT[folder, path.stem])] if (folder, path.stem) in LEFT_OUT else [],
        )
        for path in sorted((data / "data/suites/elk" / folder).glob("*.owl"))
    ]


@pytest.fixture
def read(tmp_path: Path) -> Callable[[Path], Ontology]:
    def read_one(path: Path) -> Ontology:
        # Some expected outcomes name themselves by an IRI with two fragments, which is none.
        repaired = tmp_path / path.name
        repaired.write_text(path.read_text().replace("#taxonomy>", "-taxonomy>"))
        return read_ontology(repaired).ontology

    return read_one


class Reasoner:
    """Answers about class expressions, which are to be named when it is made."""

    def __init__(self, ontology: Ontology, expressions: Iterable[ClassExpression] = ()) -> None:
        self._name_of = {e: e if isinstance(e, Class) else Class(f"urn:asked:{n}") for n, e in enumerate(expressions)}
        asked = tuple(EquivalentClasses((name, e)) for e, name in self._name_of.items())
        inclusions = translate(replace(ontology, axioms=(*ontology.axioms, *asked)))
        self.closure = saturate(inclusions).closure
        self._number = {Class(iri): number for number, iri in enumerate(inclusions.classes)}
        self._role_number = {ObjectProperty(iri): number for number, iri in enumerate(inclusions.roles)}

    def subsumes(self, sup: ClassExpression, sub: ClassExpression) -> bool:
        if not self.closure.consistent or sub == BOTTOM:
            return True
        return self.closure.subsumes(self._number[self._name_of[sup]], self._number[self._name_of[sub]])

    def includes(self, sup: ObjectProperty, sub: ObjectProperty) -> bool:
        if not self.closure.consistent or self.subsumes(BOTTOM, ObjectSomeValuesFrom(sub, TOP)):
            return True
        return bool(self.closure.superrole[self._role_number[sub], self._role_number[sup]])


def told(axioms: Iterable[Axiom], concepts: set[Concept], top: Concept, bottom: Concept) -> Pairs:
    """The inclusions among some concepts that follow from a taxonomy."""
    found: Pairs = {(bottom, c) for c in concepts} | {(c, top) for c in concepts} | {(c, c) for c in concepts}
    for axiom in axioms:
        match axiom:
            case SubClassOf(sub, sup) | SubObjectPropertyOf(sub, sup):
                found.add((sub, sup))
            case EquivalentClasses(operands) | EquivalentObjectProperties(operands):
                found |= {(a, b) for a in operands for b in operands}
    for middle in concepts:
        below = [a for a, b in found if b == middle]
        above = [b for a, b in found if a == middle]
        found |= {(a, b) for a in below for b in above}
    return found


# ---- classification


@pytest.mark.parametrize("path", files("classification"))
def test_class_taxonomy(path: Path, read: Callable[[Path], Ontology]) -> None:
    ontology, expected = read(path), read(path.with_suffix(".taxonomy"))
    concepts = {TOP, BOTTOM, *signature(ontology).classes, *signature(expected).classes}
    reasoner = Reasoner(ontology, concepts)
    found = {(a, b) for a in concepts for b in concepts if reasoner.subsumes(b, a)}
    assert found == told(expected.axioms, concepts, TOP, BOTTOM)


@pytest.mark.parametrize("path", files("classification-object-property"))
def test_property_taxonomy(path: Path, read: Callable[[Path], Ontology]) -> None:
    ontology, expected = read(path), read(path.with_suffix(".propertytaxonomy"))
    mentioned = {*signature(ontology).object_properties, *signature(expected).object_properties}
    properties = {TOP_PROPERTY, BOTTOM_PROPERTY, *mentioned}
    vacuous = tuple(SubObjectPropertyOf(p, TOP_PROPERTY) for p in properties)  # names the properties, says nothing
    reasoner = Reasoner(
        replace(ontology, axioms=(*ontology.axioms, *vacuous)),
        [TOP, BOTTOM, *(ObjectSomeValuesFrom(p, TOP) for p in properties)],
    )
    found = {(p, q) for p in properties for q in properties if reasoner.includes(q, p)}
    assert found == told(expected.axioms, properties, TOP_PROPERTY, BOTTOM_PROPERTY)


# ---- queries


def statements(axiom: Axiom) -> list[tuple[ClassExpression, ClassExpression]]:
    """An axiom as inclusions, with an individual as the class of it alone."""
    match axiom:
        case SubClassOf(sub, sup):
            return [(sub, sup)]
        case EquivalentClasses(operands):
            return list(zip(operands, (*operands[1:], operands[0]), strict=True))
        case DisjointClasses(operands):
            return [(ObjectIntersectionOf((a, b)), BOTTOM) for a in operands for b in operands if a != b]
        case ClassAssertion(type_, individual):
            return [(ObjectOneOf((individual,)), type_)]
        case ObjectPropertyAssertion(property_, source, target):
            return [(ObjectOneOf((source,)), ObjectHasValue(property_, target))]
        case ObjectPropertyDomain(property_, domain):
            return [(ObjectSomeValuesFrom(property_, TOP), domain)]
        case SameIndividual(individuals):
            return statements(EquivalentClasses(tuple(ObjectOneOf((i,)) for i in individuals)))
        case DifferentIndividuals(individuals):
            return statements(DisjointClasses(tuple(ObjectOneOf((i,)) for i in individuals)))
    raise AssertionError(f"the suite states what this test cannot read: {axiom}")


def follows(ontology: Ontology, axiom: Axiom) -> bool:
    inclusions = statements(axiom)
    reasoner = Reasoner(ontology, {e for inclusion in inclusions for e in inclusion})
    return all(reasoner.subsumes(sup, sub) for sub, sup in inclusions)


@pytest.mark.parametrize("path", files("query-entailment"))
def test_entailment(path: Path, read: Callable[[Path], Ontology]) -> None:
    ontology = read(path)
    for axiom in read(path.with_suffix(".entailed")).axioms:
        assert follows(ontology, axiom), axiom
    counterpart = path.with_suffix(".notentailed")
    for axiom in read(counterpart).axioms if counterpart.exists() else ():
        assert not follows(ontology, axiom), axiom


@pytest.mark.parametrize("path", files("query-class"))
def test_class_query(path: Path, read: Callable[[Path], Ontology]) -> None:
    """An answer may leave out the direct superclasses, the direct subclasses, the equivalents or the direct instances;
    of classes or individuals that are the same it names one."""
    ontology, answers = read(path), read(path.with_suffix(".classquery")).axioms
    asked = {e for axiom in answers for inclusion in statements(axiom) for e in inclusion if not _is_plain(e)}
    assert asked
    for query in asked:
        taxonomy = Taxonomy(ontology, query)
        expected: dict[str, set[ClassExpression]] = {}
        for axiom in answers:
            match axiom:
                case SubClassOf(sub, sup) if sub == query:
                    expected.setdefault("above", set()).update(taxonomy.same(sup))
                case SubClassOf(sub, sup) if sup == query:
                    expected.setdefault("below", set()).update(taxonomy.same(sub))
                case EquivalentClasses(operands) if query in operands:
                    expected.setdefault("equal", set()).update(e for e in operands if e != query)
                case ClassAssertion(type_, individual) if type_ == query:
                    expected.setdefault("instances", set()).update(taxonomy.same(ObjectOneOf((individual,))))
        assert {kind: getattr(taxonomy, kind)() for kind in expected} == expected


def _is_plain(expression: ClassExpression) -> bool:
    return isinstance(expression, Class) or (isinstance(expression, ObjectOneOf) and len(expression.individuals) == 1)


class Taxonomy:
    """Where one class expression stands among the classes and individuals of an ontology."""

    def __init__(self, ontology: Ontology, query: ClassExpression) -> None:
        self._query = query
        self._classes: set[ClassExpression] = {TOP, BOTTOM, *signature(ontology).classes}
        self._nominals: set[ClassExpression] = {ObjectOneOf((i,)) for i in signature(ontology).individuals}
        self._reasoner = Reasoner(ontology, {query, *self._classes, *self._nominals})

    def same(self, concept: ClassExpression) -> set[ClassExpression]:
        kind = self._classes if isinstance(concept, Class) else self._nominals
        return {c for c in kind if self._under(c, concept) and self._under(concept, c)}

    def equal(self) -> set[ClassExpression]:
        return {c for c in self._classes if self._under(c, self._query) and self._under(self._query, c)}

    def above(self) -> set[ClassExpression]:
        found = {c for c in self._classes if self._strictly_under(self._query, c)}
        return {c for c in found if not any(self._strictly_under(d, c) for d in found)}

    def below(self) -> set[ClassExpression]:
        found = {c for c in self._classes if self._strictly_under(c, self._query)}
        return {c for c in found if not any(self._strictly_under(c, d) for d in found)}

    def instances(self) -> set[ClassExpression]:
        """The direct ones: those in no class strictly under the query."""
        below = [c for c in self._classes if self._strictly_under(c, self._query)]
        return {
            nominal
            for nominal in self._nominals
            if self._under(nominal, self._query) and not any(self._under(nominal, c) for c in below)
        }

    def _under(self, sub: ClassExpression, sup: ClassExpression) -> bool:
        return self._reasoner.subsumes(sup, sub)

    def _strictly_under(self, sub: ClassExpression, sup: ClassExpression) -> bool:
        return self._under(sub, sup) and not self._under(sup, sub)


# ---- realization


@pytest.mark.parametrize("path", files("realization"))
def test_types_of_individuals(path: Path, read: Callable[[Path], Ontology]) -> None:
    ontology, expected = read(path), read(path.with_suffix(".instancetaxonomy"))
    nominals = [ObjectOneOf((i,)) for i in signature(ontology).individuals]
    classes = {TOP, BOTTOM, *signature(ontology).classes}
    reasoner = Reasoner(ontology, [*classes, *nominals])
    taxonomy = told(expected.axioms, classes, TOP, BOTTOM)
    asserted = {(a.individual, a.type) for a in expected.axioms if isinstance(a, ClassAssertion)}
    consistent = (TOP, BOTTOM) not in taxonomy
    assert reasoner.closure.consistent == consistent
    for nominal in nominals:
        (individual,) = nominal.individuals
        direct = [c for i, c in asserted if i == individual] or [TOP]
        types = {c for c in classes if not consistent or any((d, c) in taxonomy for d in direct)}
        assert {c for c in classes if reasoner.subsumes(c, nominal)} == types
