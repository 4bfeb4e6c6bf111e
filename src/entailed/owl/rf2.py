"""SNOMED CT as its Release Format 2 has it: the snapshot of an edition, with its extensions, as one ontology."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from entailed.owl import annotations as iris
from entailed.owl import model as owl
from entailed.owl import rf2_identifiers as sct
from entailed.owl.iris import repaired_iri
from entailed.owl.report import Findings
from entailed.owl.rf2_axioms import read_expressions
from entailed.owl.rf2_files import opened_files
from entailed.owl.rf2_names import LanguagePreference, concrete_values, names, replacements
from entailed.owl.rf2_tables import CONCEPTS, Release
from entailed.owl.signature import Signature, signature


def read_rf2(
    path: Path, *, source: str, language: str, findings: Findings, progress: Callable[[str], None]
) -> owl.Ontology:
    """Read the snapshot of a release.

    A concept is a class, or a property where the axioms use it as one. Its label is its preferred term; the fully
    specified name and the other terms are alternatives (`skos:altLabel`), text definitions `skos:definition`, the
    identifier `oboInOwl:id`. Inactive concepts are deprecated and keep their names. Axioms are those of the OWL axiom
    reference set; concrete values are annotations as well, by their attribute.

    Args:
        path: A folder or a zip archive. For an extension, a folder that holds its package and that of the edition
            which it extends; of several versions of a component the one with the latest effective time is taken.
        source: What errors call it.
        language: `en` or `en-US`, `en-GB`, another language code, or the identifier of a language reference set: where
            the preferred terms are taken from. Concepts without one there have that of US English, or another.
        findings: Takes what was left out or looks wrong.
        progress: Called with a few words as each stage begins.

    Raises:
        ReadError: there is no snapshot, a table or archive is damaged, or the language reference set is not there.
    """
    with opened_files(path) as files:
        release = Release(files, source=source, findings=findings)
        concepts: dict[str, owl.Iri] = {}
        inactive: set[str] = set()
        for row in release.rows(CONCEPTS):
            concepts[row.values[0]] = repaired_iri(sct.SNOMED + row.values[0], findings, line=row.line)
            if not row.active:
                inactive.add(row.values[0])
        progress("collecting names")
        annotations: list[owl.Axiom] = [
            *names(release, concepts, LanguagePreference.of(language), findings),
            *replacements(release, concepts, inactive, findings),
            *concrete_values(release, concepts, findings),
        ]
        progress("parsing axioms")
        stated = read_expressions(release, findings)
    mentioned = signature(stated)
    _count_unknown(concepts, mentioned, findings)
    axioms = (*_concept_axioms(concepts, inactive, mentioned), *annotations, *stated.axioms)
    return replace(stated, axioms=axioms)


def _concept_axioms(concepts: Mapping[str, owl.Iri], inactive: set[str], mentioned: Signature) -> Iterator[owl.Axiom]:
    """What every concept is, its identifier, and whether it is deprecated."""
    properties: dict[owl.Iri, owl.Entity] = {}
    for kind in (mentioned.object_properties, mentioned.data_properties, mentioned.annotation_properties):
        properties.update({property_.iri: property_ for property_ in kind})
    classes = {entity.iri for entity in mentioned.classes}
    identifier, deprecated = owl.AnnotationProperty(iris.ID), owl.AnnotationProperty(iris.DEPRECATED)
    true = owl.Literal("true", iris.XSD + "boolean")
    for sctid, iri in concepts.items():
        if iri in properties:
            yield owl.Declaration(properties[iri])
        if iri in classes or iri not in properties:  # an attribute may be a class as well
            yield owl.Declaration(owl.Class(iri))
        yield owl.AnnotationAssertion(identifier, iri, owl.Literal(sctid))
        if sctid in inactive:
            yield owl.AnnotationAssertion(deprecated, iri, true)


def _count_unknown(concepts: Mapping[str, owl.Iri], mentioned: Signature, findings: Findings) -> None:
    """An extension read without the edition that it extends speaks of concepts that are not there."""
    known = set(concepts.values())
    unknown = sum(c.iri.startswith(sct.SNOMED) and c.iri not in known for c in mentioned.classes)
    if unknown:
        message = "a concept of the axioms that no table describes: read an extension together with its edition"
        findings.add("unresolved", message, count=unknown)
