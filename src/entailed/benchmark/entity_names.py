"""What classes and relations are called in questions and sentences, and which of these names leave no doubt."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from entailed.benchmark.items import Term
from entailed.owl import Iri, Ontology, signature
from entailed.service.spelling import fold
from entailed.service.vocabulary import NameSource, Notes, names_of, notes_by_subject, shown_name


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityNames:
    """Names by IRI, of classes and object properties."""

    labels: Mapping[Iri, str]
    """The preferred label of each; the local name of the IRI where there is none."""
    synonyms: Mapping[Iri, tuple[str, ...]]
    """Exact synonyms, in the order of the source."""
    unambiguous: frozenset[Iri]
    """Those that are in use, have a label, and share it with no other class or no other relation, in any case of
    letters and counting exact synonyms: a question can name them."""

    def term(self, iri: Iri) -> Term:
        """The class or relation by its label."""
        return Term(self.labels[iri], iri)


def names_in(ontology: Ontology, language: str = "en") -> EntityNames:
    """The names of the classes and object properties that an ontology mentions, labels in a preferred language."""
    mentioned = signature(ontology)
    notes = notes_by_subject(ontology)
    kinds = [[c.iri for c in mentioned.classes], [p.iri for p in mentioned.object_properties]]
    labels = {iri: shown_name(iri, notes.get(iri, Notes()), language) for kind in kinds for iri in kind}
    synonyms = {
        iri: found
        for iri in labels
        if iri in notes and (found := tuple(text for text, source in notes[iri].names if source is NameSource.EXACT))
    }
    unambiguous = (iri for kind in kinds for iri in _unambiguous(kind, notes, labels))
    return EntityNames(labels=labels, synonyms=synonyms, unambiguous=frozenset(unambiguous))


def _unambiguous(iris: Iterable[Iri], notes: Mapping[Iri, Notes], labels: Mapping[Iri, str]) -> Iterable[Iri]:
    in_use = [iri for iri in iris if iri in notes and not notes[iri].obsolete]
    called: defaultdict[str, set[Iri]] = defaultdict(set)
    for iri in in_use:
        for text, source in names_of(notes[iri], iri):
            if source.links:
                called[fold(text)].add(iri)
    return (iri for iri in in_use if notes[iri].labels and called[fold(labels[iri])] == {iri})
