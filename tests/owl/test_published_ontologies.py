"""Whole files, against counts made from their raw text and against each other."""

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from entailed.owl import Ontology, read_ontology
from entailed.owl import model as owl
from entailed.reasoning import TOP, saturate, translate

pytestmark = pytest.mark.shared

FILES: dict[str, set[str]] = {
    "blood_and_immune_upper_slim.obo": {"repaired"},
    "blood_and_immune_upper_slim.owl": set(),
    "cl-edit-2026.owl": {"unresolved"},
    "envo.obo": {"doubtful", "repaired"},
    "foodon/animal_parts-2025-01-31.ofn": set(),
    "foodon/foodon_core-2019-04-23.owl": {"repaired", "unresolved"},
    "foodon/gaz_import.ofn": set(),
    "foodon/robot_animal_parts.ofn": set(),
    "foodon/robot_food_process.ofn": set(),
    "foodon/robot_meat_cuts.ofn": set(),
    "foodon/robot_plant_parts.ofn": set(),
    "foodon/robot_process.ofn": set(),
    "foodon/robot_seafood.ofn": set(),
    "foodon/robot_wine.ofn": set(),
    "foodon/siren_augment_codes.ofn": set(),
    "galen-el.nt.gz": set(),
    "go-2019-01-27.obo.gz": set(),
    "go-nucleus/go-nucleus.obo": {"doubtful"},
    "go-nucleus/go-nucleus.ofn": set(),
    "go-nucleus/go-nucleus.owl": {"repaired"},
    "pato-base.owl": set(),
    "ro.owl": set(),
    "so.obo": {"repaired"},
    "so.owl": set(),
    "uberon_import.obo.gz": {"doubtful"},
}
"""The kinds of findings in each."""


class Counts(NamedTuple):
    terms: int
    existentials: int
    equivalences: int
    chains: int
    synonyms: int


SYNONYM = "has(?:Exact|Broad|Narrow|Related)Synonym"


# ---- counted in the text, knowing nothing but the syntax


def counted_in_obo(text: str) -> Counts:
    terms, equivalences, relationships, others, definitions = (set() for _ in range(5))
    chains = synonyms = 0
    frame = subject = ""
    for line in text.split("\n"):
        tag, _, value = line.partition(": ")
        if line.startswith("["):
            frame = line
        elif tag == "id":
            subject = value
            if frame == "[Term]":
                terms.add(subject)
        elif tag in ("is_metadata_tag", "is_class_level"):
            others.add(subject)
        elif tag == "relationship" and not counted_or_only(value):
            relationships.add((subject, *value.split()[:2], "".join(re.findall('gci_.*"', value))))
        elif tag in ("intersection_of", "union_of"):
            equivalences.add((subject, tag))
            if not counted_or_only(value):
                definitions.add((subject, *re.findall(r"^\S+ (?![!{])\S+", value)))
        elif tag == "equivalent_to":
            equivalences.add((subject, value))
        chains += tag in ("transitive_over", "holds_over_chain", "equivalent_to_chain")
        synonyms += tag == "synonym"
    existentials = sum(relationship[1] not in others for relationship in relationships)
    existentials += sum(len(part) > 1 for part in definitions) + text.count("gci_relation=")
    return Counts(len(terms), existentials, len(equivalences), chains, synonyms)


def counted_or_only(value: str) -> bool:
    """Whether qualifiers make of a relation something else than an existential."""
    return re.search("all_only=|ardinality=", value) is not None


def counted_in_functional_syntax(text: str) -> Counts:
    declared = r"Declaration\((?:Annotation\(.*\) ?)*Class\("
    synonym = rf"\nAnnotationAssertion\((?:Annotation\(.*\) )*(?:oboInOwl:|<[^>]*oboInOwl#){SYNONYM}"
    patterns = (declared, r"ObjectSomeValuesFrom\(", r"\nEquivalentClasses\(", r"ObjectPropertyChain\(", synonym)
    return Counts(*(len(re.findall(pattern, text)) for pattern in patterns))


def counted_in_n_triples(text: str) -> Counts:
    typed = r"^<[^>]*> <\S+#type> <\S+owl#Class> "
    patterns = (typed, "owl#someValuesFrom>", "owl#equivalentClass>", "owl#propertyChainAxiom>", f"#{SYNONYM}>")
    return Counts(*(len(re.findall(pattern, text, re.MULTILINE)) for pattern in patterns))


def counted_in_rdf_xml(text: str) -> Counts:
    w3 = "{http://www.w3.org/"
    owl_, about = w3 + "2002/07/owl#}", w3 + "1999/02/22-rdf-syntax-ns#}about"
    counts: Counter[str] = Counter()
    terms = set()
    pending = [ElementTree.fromstring(text)]
    while pending:
        element = pending.pop()
        if element.tag == owl_ + "annotatedTarget":
            continue  # repeats what is annotated
        counts[element.tag] += 1
        if element.tag == owl_ + "Class" and about in element.attrib:
            terms.add(element.attrib[about])
        pending.extend(element)
    constructs = (counts[owl_ + name] for name in ("someValuesFrom", "equivalentClass", "propertyChainAxiom"))
    return Counts(len(terms), *constructs, sum(n for tag, n in counts.items() if re.search(f"{SYNONYM}$", tag)))


def counted_in_text(text: str, name: str) -> Counts:
    if ".obo" in name:
        return counted_in_obo(text)
    if ".nt" in name:
        return counted_in_n_triples(text)
    return counted_in_rdf_xml(text) if text.lstrip().startswith("<?xml") else counted_in_functional_syntax(text)


# ---- counted in what was read


def parts(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, tuple):
        for item in value:
            yield from parts(item)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name != "annotations":
                yield from parts(getattr(value, field.name))


def counted_in_axioms(ontology: Ontology) -> Counts:
    terms = {axiom.entity for axiom in ontology.axioms if isinstance(axiom, owl.Declaration)}
    # The same axiom may stand in a file twice, with different annotations.
    logical = {
        (type(axiom), *(getattr(axiom, field.name) for field in fields(axiom) if field.name != "annotations"))
        for axiom in ontology.logical_axioms()
    }
    kinds = Counter(part if isinstance(part, type) else type(part) for axiom in logical for part in parts(axiom))
    return Counts(
        sum(isinstance(term, owl.Class) for term in terms),
        kinds[owl.ObjectSomeValuesFrom],
        kinds[owl.EquivalentClasses],
        kinds[owl.ObjectPropertyChain],
        sum(
            isinstance(axiom, owl.AnnotationAssertion) and re.search(f"{SYNONYM}$", axiom.property.iri) is not None
            for axiom in ontology.axioms
        ),
    )


@pytest.mark.parametrize("name", FILES)
def test_counts_are_those_of_the_text(shared: Path, name: str):
    path = shared / "data/ontologies" / name
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    ontology, report = read_ontology(path)
    assert counted_in_axioms(ontology) == counted_in_text(text, name)
    assert {finding.kind for finding in report.findings} == FILES[name]


# ---- one ontology in several formats


def subsumptions(ontology: Ontology) -> set[tuple[owl.Class, owl.ClassExpression]]:
    return {(axiom.sub, axiom.sup) for axiom in ontology.axioms if isinstance(axiom, owl.SubClassOf)}


def logical(ontology: Ontology) -> set[owl.Axiom]:
    return set(ontology.logical_axioms())


def test_formats_of_one_ontology_agree(shared: Path):
    folder = shared / "data/ontologies/go-nucleus"
    obo, functional, rdf = (read_ontology(folder / f"go-nucleus.{suffix}").ontology for suffix in ("obo", "ofn", "owl"))
    assert subsumptions(obo) == subsumptions(functional) == subsumptions(rdf)
    assert logical(obo) == logical(functional)
    # Three axioms of the RDF/XML file are annotated with a property whose IRI its writer mangled.
    assert len(logical(functional) - logical(rdf)) == len(logical(rdf) - logical(functional)) == 3


class Entailed(NamedTuple):
    """Subsumptions, and existential entailments, between names; a relation goes by the last part of its IRI."""

    subsumptions: set[tuple[str, str]]
    existentials: set[tuple[str, str, str]]


def entailed(ontology: Ontology) -> Entailed:
    inclusions = translate(ontology)
    closure = saturate(inclusions).closure
    names = inclusions.classes
    found = Entailed(set(), set())
    for concept in range(TOP + 1, closure.class_count):
        if closure.unsatisfiable[concept]:
            continue
        name = names[concept]
        found.subsumptions.update(
            (name, names[sup]) for sup in closure.superconcepts(concept) if sup not in (concept, TOP)
        )
        for role in closure.roles_from(concept):
            relation = local_name(inclusions.roles[role])
            found.existentials.update((name, relation, names[filler]) for filler in closure.fillers(concept, int(role)))
    return found


def local_name(iri: str) -> str:
    return re.split("[/#]", iri)[-1]


def likened(value: object) -> object:
    """An axiom without its annotations, the order of its operands and all but the last part of its IRIs.

    A bare relation name of OBO lives in the namespace of its document.
    """
    if isinstance(value, str):
        return local_name(value)
    if isinstance(value, tuple):
        return tuple(map(likened, value))
    if not is_dataclass(value):
        return value
    stated = {field.name: likened(getattr(value, field.name)) for field in fields(value) if field.name != "annotations"}
    if "operands" in stated:
        stated["operands"] = frozenset(stated["operands"])
    return type(value), *stated.values()


BEYOND_OBO = "|".join(
    (
        "Object(ComplementOf|UnionOf|HasSelf|InverseOf)",
        r"^SubClassOf\(sub=Object",
        "^DisjointUnion",
        "^DisjointClasses.*ObjectSome",
        "^ObjectProperty(Domain|Range).*Object(Some|Intersection)",
        "IrreflexiveObjectProperty",
        "topObjectProperty",
    )
)
"""Axioms that the converter to OBO had to leave out (of those OBO has qualifiers for, it wrote none)."""


def test_cell_slim_has_the_same_entailments_in_obo_and_owl(shared: Path):
    stem = "data/ontologies/blood_and_immune_upper_slim"
    obo, rdf = (read_ontology(shared / f"{stem}.{suffix}").ontology for suffix in ("obo", "owl"))
    in_obo, in_owl = ({likened(axiom): axiom for axiom in o.logical_axioms()} for o in (obo, rdf))
    assert in_obo.keys() <= in_owl.keys()
    more = in_owl.keys() - in_obo.keys()
    assert [axiom for key in more if not re.search(BEYOND_OBO, repr(axiom := in_owl[key]))] == []
    common = Ontology(iri=None, axioms=tuple(axiom for key, axiom in in_owl.items() if key not in more))
    of_obo, of_owl, of_common = map(entailed, (obo, rdf, common))
    assert of_obo == of_common
    assert of_obo.subsumptions == of_owl.subsumptions
    assert of_obo.existentials < of_owl.existentials
