"""What an RF2 release calls its concepts, as annotations: preferred terms, other terms, definitions, replacements."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from entailed.errors import ReadError
from entailed.owl import annotations as iris
from entailed.owl import model as owl
from entailed.owl import rf2_identifiers as sct
from entailed.owl.iris import repaired_iri, repaired_language
from entailed.owl.report import Findings
from entailed.owl.rf2_tables import (
    ASSOCIATIONS,
    CONCRETE_VALUES,
    DESCRIPTIONS,
    LANGUAGE,
    TEXT_DEFINITIONS,
    Release,
    Row,
)

_LABEL = owl.AnnotationProperty(iris.RDFS_LABEL)
_ALTERNATIVE = owl.AnnotationProperty(iris.SKOS_ALT_LABEL)
_DEFINITION = owl.AnnotationProperty(iris.SKOS_DEFINITION)
_REPLACED_BY = owl.AnnotationProperty(iris.REPLACED_BY)
_CONSIDER = owl.AnnotationProperty(iris.CONSIDER)

_SEMANTIC_TAG = re.compile(r"(?<!\s)\s*\([^()]*\)$")
_DIALECTS = {"en": sct.US_ENGLISH, "en-us": sct.US_ENGLISH, "en-gb": sct.GB_ENGLISH}
"""The language reference sets that go by the name of a language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguagePreference:
    """Which of several preferred terms is a concept's name: the language goes first, then the reference set."""

    language: str | None
    """Code of the language, such as `sv`; None for any."""
    refset: str
    """Identifier of the language reference set."""

    @classmethod
    def of(cls, name: str) -> "LanguagePreference":
        """From `en`, `en-US` or `en-GB`, another language code, or the identifier of a language reference set."""
        if name.isdecimal():
            return cls(language=None, refset=name)
        return cls(language=name.lower().partition("-")[0], refset=_DIALECTS.get(name.lower(), sct.US_ENGLISH))

    def refset_rank(self, refset: str) -> int:
        """Smaller is better; without a term in the wanted dialect, one of the international edition is taken."""
        return (self.refset, sct.US_ENGLISH, sct.GB_ENGLISH, refset).index(refset)  # at most 3

    def language_rank(self, code: str) -> int:
        """Smaller is better."""
        return int(self.language not in (None, code))


_Concepts: TypeAlias = Mapping[str, owl.Iri]
"""The IRI of each concept of the release, by identifier."""


def names(
    release: Release, concepts: _Concepts, preference: LanguagePreference, findings: Findings
) -> Iterator[owl.AnnotationAssertion]:
    """The label of every concept, its other terms, and its text definitions, those that are preferred first.

    Raises:
        ReadError: a table cannot be read, or the preferred reference set is not in the release.
    """
    collected = _Names(concepts, preference, _preferred_descriptions(release, preference), findings)
    for row in release.active_rows(DESCRIPTIONS):
        collected.add_description(row)
    for row in release.active_rows(TEXT_DEFINITIONS):
        collected.add_definition(row)
    yield from collected.axioms()


def _preferred_descriptions(release: Release, preference: LanguagePreference) -> dict[str, int]:
    """The descriptions that some language reference set prefers, with the best rank of these sets."""
    ranks: dict[str, int] = {}
    refsets: dict[str, int] = {}
    for row in release.active_rows(LANGUAGE):
        refset, description, acceptability = row.values[4:]
        rank = refsets.get(refset)
        if rank is None:
            rank = refsets[refset] = preference.refset_rank(refset)
        if acceptability == sct.PREFERRED and rank < ranks.get(description, rank + 1):
            ranks[description] = rank
    if preference.language is None and preference.refset not in refsets:
        problem = f"there is no language reference set {preference.refset}."
        raise ReadError(problem, source=release.source, advice=f"There are: {', '.join(sorted(refsets)) or 'none'}.")
    return ranks


_NOT_PREFERRED = 4
_Rank: TypeAlias = tuple[int, int, int]


class _Names:
    """Puts terms together as they come, and settles in the end which of them are labels."""

    def __init__(
        self, concepts: _Concepts, preference: LanguagePreference, preferred: Mapping[str, int], findings: Findings
    ) -> None:
        self._concepts = concepts
        self._preference = preference
        self._preferred = preferred
        self._findings = findings
        self._terms: list[tuple[owl.Iri, owl.Literal]] = []
        self._best: dict[owl.Iri, tuple[_Rank, int]] = {}
        """The best name of a concept so far, as its place in `_terms`."""
        self._definitions: list[tuple[_Rank, owl.AnnotationAssertion]] = []

    def add_description(self, row: Row) -> None:
        """Add a fully specified name or a synonym."""
        identifier, _, _, _, concept, language, type_, term, _ = row.values
        iri = self._concept(concept, row)
        if iri is None:
            return
        if type_ not in (sct.FULLY_SPECIFIED_NAME, sct.SYNONYM):
            message = f"a description that is no name and no synonym, in {row.file}"
            self._findings.add("skipped", message, line=row.line)
            return
        self._terms.append((iri, self._literal(term, language, row)))
        if type_ == sct.FULLY_SPECIFIED_NAME or identifier in self._preferred:
            rank = self._rank(identifier, language, fully_specified=type_ == sct.FULLY_SPECIFIED_NAME)
            if iri not in self._best or rank < self._best[iri][0]:
                self._best[iri] = rank, len(self._terms) - 1

    def add_definition(self, row: Row) -> None:
        """Add a text definition."""
        identifier, _, _, _, concept, language, _, text, _ = row.values
        iri = self._concept(concept, row)
        if iri is not None:
            axiom = owl.AnnotationAssertion(_DEFINITION, iri, self._literal(text, language, row))
            self._definitions.append((self._rank(identifier, language), axiom))

    def _concept(self, identifier: str, row: Row) -> owl.Iri | None:
        iri = self._concepts.get(identifier)
        if iri is None:
            self._findings.add("skipped", f"text of a concept that is not in the release, in {row.file}", line=row.line)
        return iri

    def _literal(self, text: str, language: str, row: Row) -> owl.Literal:
        return owl.Literal(text, language=repaired_language(language, self._findings, line=row.line))

    def _rank(self, description: str, language: str, *, fully_specified: bool = False) -> _Rank:
        """Smaller is better. A fully specified name stands in where no synonym is preferred."""
        refset_rank = self._preferred.get(description, _NOT_PREFERRED)
        return int(fully_specified), self._preference.language_rank(language), refset_rank

    def axioms(self) -> Iterator[owl.AnnotationAssertion]:
        """All of the terms and definitions."""
        labels: set[int] = set()
        for iri, ((fully_specified, *_), place) in self._best.items():
            if fully_specified:  # it stays an alternative, with its tag
                name = self._terms[place][1]
                untagged = owl.Literal(_SEMANTIC_TAG.sub("", name.value), language=name.language)
                yield owl.AnnotationAssertion(_LABEL, iri, untagged)
            else:
                labels.add(place)
        for place, (iri, term) in enumerate(self._terms):
            yield owl.AnnotationAssertion(_LABEL if place in labels else _ALTERNATIVE, iri, term)
        self._definitions.sort(key=lambda ranked: ranked[0])
        yield from (axiom for _, axiom in self._definitions)


# ---- what else is said of concepts


def replacements(
    release: Release, concepts: _Concepts, inactive: set[str], findings: Findings
) -> Iterator[owl.AnnotationAssertion]:
    """What stands in for inactive concepts, by the historical associations of the release."""
    for row in release.active_rows(ASSOCIATIONS):
        refset, concept, target = row.values[4:]
        if concept not in inactive or target not in concepts:
            findings.add("skipped", "an association other than from an inactive concept to one of the release")
        elif refset in sct.REPLACEMENTS:
            yield owl.AnnotationAssertion(_REPLACED_BY, concepts[concept], owl.IriValue(concepts[target]))
        elif refset in sct.SUGGESTIONS:
            yield owl.AnnotationAssertion(_CONSIDER, concepts[concept], owl.IriValue(concepts[target]))
        else:
            findings.add("skipped", "an association that names no replacement")


def concrete_values(release: Release, concepts: _Concepts, findings: Findings) -> Iterator[owl.AnnotationAssertion]:
    """The numbers and strings that attributes give to concepts, as text; axioms hold them too, for those who reason."""
    for row in release.active_rows(CONCRETE_VALUES):
        concept, value, _, attribute = row.values[4:8]
        if concept not in concepts or not value or value[0] not in '#"':
            findings.add("skipped", f"a concrete value that cannot be read, in {row.file}", line=row.line)
            continue
        property_ = owl.AnnotationProperty(repaired_iri(sct.SNOMED + attribute, findings, line=row.line))
        literal = owl.Literal(value[1:], iris.XSD + "decimal") if value[0] == "#" else owl.Literal(value.strip('"'))
        yield owl.AnnotationAssertion(property_, concepts[concept], literal)
