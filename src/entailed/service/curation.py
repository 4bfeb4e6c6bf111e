"""Checks that tell a curator what to look at: how the source was read, names, obsolete terms, what reasoning found.

Levels and, where there is a like one, names follow the report of ROBOT (Jackson et al. 2019, "ROBOT: A Tool for
Automating Ontology Workflows").
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from entailed.owl import Curies, Ontology, ReadReport
from entailed.owl.annotations import OWL
from entailed.owl.model import Axiom, Class, ObjectProperty, ObjectSomeValuesFrom, SubClassOf
from entailed.owl.report import axiom_name
from entailed.owl.signature import entities
from entailed.reasoning import TOP, ConceptInclusions, NotReasoned
from entailed.service.checks import Check, CheckInstance, CheckLevel
from entailed.service.results import NamedEntity
from entailed.service.spelling import quote
from entailed.service.vocabulary import NameSource, Notes, shown_name

_READING = {
    "skipped": "It is not part of the ontology.",
    "repaired": "It was read as the message says. Correct the source.",
    "unresolved": "It points to what is not there.",
    "doubtful": "It was read as it stands, and may be a mistake.",
}


def reading_checks(report: ReadReport) -> Iterator[Check]:
    """What reading the source found, by kind."""
    for kind, advice in _READING.items():
        instances = (
            CheckInstance(
                message=finding.message,
                lines=() if finding.line is None else (finding.line, *finding.further_lines),
                count=finding.count,
            )
            for finding in report.findings
            if finding.kind == kind
        )
        yield Check(name=kind, level=CheckLevel.WARN, advice=advice, instances=tuple(instances))


class Reviewer:
    """Checks the entities of an ontology."""

    def __init__(self, ontology: Ontology, notes: Mapping[str, Notes], *, language: str) -> None:
        """Get ready to check.

        Args:
            ontology: The ontology.
            notes: Its annotations by subject.
            language: Labels in this language are shown.
        """
        self._ontology = ontology
        self._notes = notes
        self._curies = Curies.of(ontology)
        self._language = language

    def told(self, report: ReadReport, inclusions: ConceptInclusions) -> Iterator[Check]:
        """Everything that is known before the reasoner is done; checks that found nothing among it."""
        classes, roles = inclusions.classes[TOP + 1 :], inclusions.roles
        yield from reading_checks(report)
        yield from self._name_checks(classes, roles)
        yield from self._obsolete_checks((*classes, *roles))
        yield from self._not_reasoned(inclusions.not_reasoned)

    def unsatisfiable(self, classes: Iterable[str]) -> Check:
        """The classes that can have no instance."""
        return Check(
            name="unsatisfiable class",
            level=CheckLevel.ERROR,
            advice='It can have no instance. `entailed explain ONTOLOGY NAME "is a" owl:Nothing` shows why.',
            instances=tuple(CheckInstance(entity=self._entity(iri)) for iri in classes),
        )

    # ---- names

    def _name_checks(self, classes: Sequence[str], roles: Sequence[str]) -> Iterator[Check]:
        """Classes and relations may share a name: what a query has in the place of either is clear."""
        kinds = [self._names(iris) for iris in (classes, roles)]
        yield Check(
            name="duplicate label",
            level=CheckLevel.ERROR,
            advice="A query cannot tell them apart by this name.",
            instances=tuple(i for labels, _ in kinds for i in self._shared(labels, "a label")),
        )
        yield Check(
            name="label and synonym clash",
            level=CheckLevel.WARN,
            advice="A query that uses this name is read as the one whose label it is.",
            instances=tuple(i for labels, synonyms in kinds for i in self._clashes(labels, synonyms)),
        )
        yield Check(
            name="duplicate exact synonym",
            level=CheckLevel.WARN,
            advice="A query cannot tell them apart by this name.",
            instances=tuple(i for _, synonyms in kinds for i in self._shared(synonyms, "an exact synonym")),
        )
        yield Check(
            name="missing label",
            level=CheckLevel.ERROR,
            advice="They go by the last part of their IRI.",
            instances=tuple(
                CheckInstance(entity=self._entity(iri)) for iri in (*classes, *roles) if self._lacks_label(iri)
            ),
        )

    def _names(self, iris: Iterable[str]) -> tuple["_Owners", "_Owners"]:
        """The entities that are not obsolete, by label and by exact synonym."""
        labels, synonyms = _Owners(), _Owners()
        for iri in iris:
            notes = self._notes.get(iri)
            if notes is None or notes.obsolete:
                continue
            for label in notes.labels:
                labels.add(label.value, iri)
            for text, source in notes.names:
                if source is NameSource.EXACT:
                    synonyms.add(text, iri)
        return labels, synonyms

    def _shared(self, owners: "_Owners", as_what: str) -> Iterator[CheckInstance]:
        for name, (first, *others) in owners.shared.items():
            also = ", ".join(map(self._shown, others))
            yield CheckInstance(entity=self._entity(first), message=f"{quote(name)} is {as_what} of {also} too")

    def _clashes(self, labels: "_Owners", synonyms: "_Owners") -> Iterator[CheckInstance]:
        for name in synonyms.first:
            labelled = labels.of(name)
            for iri in synonyms.of(name) if labelled else ():
                if others := ", ".join(self._shown(other) for other in labelled if other != iri):
                    message = f"its exact synonym {quote(name)} is the label of {others}"
                    yield CheckInstance(entity=self._entity(iri), message=message)

    def _lacks_label(self, iri: str) -> bool:
        notes = self._notes.get(iri, _NONE)
        return not notes.labels and not notes.obsolete and not iri.startswith(OWL)

    # ---- obsolete entities

    def _obsolete_checks(self, iris: Iterable[str]) -> Iterator[Check]:
        obsolete = [iri for iri in iris if iri in self._notes and self._notes[iri].obsolete]
        yield Check(
            name="obsolete without replacement",
            level=CheckLevel.WARN,
            advice="Say what replaces them, or what to consider.",
            instances=tuple(
                CheckInstance(entity=self._entity(iri))
                for iri in obsolete
                if not (self._notes[iri].replaced_by or self._notes[iri].consider)
            ),
        )
        yield Check(
            name="obsolete term in use",
            level=CheckLevel.ERROR,
            advice="Use what replaces them.",
            instances=tuple(self._in_use(frozenset(obsolete))),
        )

    def _in_use(self, obsolete: frozenset[str]) -> Iterator[CheckInstance]:
        uses: Counter[str] = Counter()
        first: dict[str, Axiom] = {}
        for axiom in self._ontology.logical_axioms() if obsolete else ():
            for iri in obsolete.intersection(_mentioned(axiom)):
                uses[iri] += 1
                first.setdefault(iri, axiom)
        for iri, count in uses.items():
            subject = _subject(first[iri], other_than=iri)
            about = f" about {self._shown(subject)}" if subject else ""
            more = f", and {count - 1:,} more" if count > 1 else ""
            yield CheckInstance(entity=self._entity(iri), message=f"in {axiom_name(first[iri])}{about}{more}")

    # ---- beyond the reasoner's language

    def _not_reasoned(self, left_out: Iterable[NotReasoned]) -> Iterator[Check]:
        """The axioms beyond the reasoner's language, by the construct that puts them there."""
        by_kind: defaultdict[str, list[CheckInstance]] = defaultdict(list)
        for kind, axiom in left_out:
            subject = _subject(axiom)
            entity = None if subject is None else self._entity(subject)
            by_kind[kind].append(CheckInstance(entity=entity, message=f"in {axiom_name(axiom)}"))
        for kind, instances in sorted(by_kind.items()):
            yield Check(
                name=f"not reasoned over: {kind}",
                level=CheckLevel.INFO,
                advice="What would follow from it may be missing; answers say where.",
                instances=tuple(instances),
            )

    # ---- entities

    def _entity(self, iri: str) -> NamedEntity:
        name = shown_name(iri, self._notes.get(iri, _NONE), self._language)
        return NamedEntity(name=name, iri=iri, identifier=self._curies.curie(iri) or iri)

    def _shown(self, iri: str) -> str:
        return self._entity(iri).shown


_NONE = Notes()


class _Owners:
    """Which entities have a name, in their order. Nearly all names have one owner, so that is kept as it is."""

    def __init__(self) -> None:
        self.first: dict[str, str] = {}
        self.shared: dict[str, dict[str, None]] = {}
        """The names of several."""

    def add(self, name: str, iri: str) -> None:
        first = self.first.setdefault(name, iri)
        if first != iri:
            self.shared.setdefault(name, {first: None})[iri] = None

    def of(self, name: str) -> Sequence[str]:
        if name in self.shared:
            return tuple(self.shared[name])
        return (self.first[name],) if name in self.first else ()


def _mentioned(axiom: Axiom) -> Iterable[str]:
    # Most axioms of a large ontology, without the cost of walking them.
    if isinstance(axiom, SubClassOf) and isinstance(axiom.sub, Class):
        sup = axiom.sup
        if isinstance(sup, Class):
            return axiom.sub.iri, sup.iri
        if isinstance(sup, ObjectSomeValuesFrom) and isinstance(sup.filler, Class):
            role = sup.property
            return axiom.sub.iri, sup.filler.iri, role.iri if isinstance(role, ObjectProperty) else role.property.iri
    return (entity.iri for entity in entities(axiom))


def _subject(axiom: Axiom, other_than: str = "") -> str | None:
    """The class or relation that an axiom mentions first."""
    found = (entity.iri for entity in entities(axiom) if isinstance(entity, Class | ObjectProperty))
    return next((iri for iri in found if iri != other_than), None)
