"""Sizes of ontologies and of tests: the figures of the OA-RAG paper's Tables 4 and 5."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from entailed.benchmark.items import Conditions, Item, Masked
from entailed.benchmark.restrictions import conjuncts, stated_in, statements
from entailed.owl import Iri, Ontology, signature
from entailed.owl import model as owl
from entailed.owl.annotations import DEFINITION, SKOS_DEFINITION


def ontology_sizes(ontology: Ontology, groups: Collection[Iri]) -> Mapping[str, int]:
    """How many entities and axioms of each kind an ontology has."""
    mentioned = signature(ontology)
    axioms = Counter(type(axiom) for axiom in ontology.axioms)
    restrictions = sum(
        len(stated_in(conjunct, groups))
        for axiom in ontology.logical_axioms()
        for _, expression in statements(axiom)
        for conjunct in conjuncts(expression)
    )
    return {
        "classes": len(mentioned.classes),
        "object properties": len(mentioned.object_properties),
        "logical axioms": len(ontology.logical_axioms()),
        "SubClassOf": axioms[owl.SubClassOf],
        "EquivalentClasses": axioms[owl.EquivalentClasses],
        "existential restrictions of named classes": restrictions,
        "definitions": sum(_is_definition(axiom) for axiom in ontology.axioms),
    }


def _is_definition(axiom: owl.Axiom) -> bool:
    return isinstance(axiom, owl.AnnotationAssertion) and axiom.property.iri in (DEFINITION, SKOS_DEFINITION)


def test_sizes(items: Iterable[Item]) -> Mapping[str, Any]:
    """How many items there are: all, by slot, by the number of right options, and by the number of conditions."""
    items = tuple(items)
    masked = [(item, item.construction) for item in items if isinstance(item.construction, Masked)]
    conditions = [item.construction for item in items if isinstance(item.construction, Conditions)]
    return {
        "all": len(items),
        "by slot": _counted(construction.slot.value for _, construction in masked),
        "by right options": _counted(str(len(item.gold)) for item, _ in masked),
        "by conditions": _counted(str(len(construction.restrictions)) for construction in conditions),
    }


def _counted(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))
