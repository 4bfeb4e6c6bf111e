"""An index folder opened for reading: the closure, the names and the cards, and what to tell a reader about them."""

import copy
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path

from entailed.errors import IndexFolderError
from entailed.owl import Axiom, Curies
from entailed.owl.model import OWL_TOP_OBJECT_PROPERTY, Class, EquivalentClasses, SubClassOf
from entailed.reasoning import TOP, Closure
from entailed.reasoning.rows import IntArray
from entailed.search import TextIndex
from entailed.service.axiom_store import AxiomStore
from entailed.service.cards import CardRecord
from entailed.service.damage import names_damage
from entailed.service.entities import Entities
from entailed.service.index_folder import WITHOUT_MAPPINGS, open_closure
from entailed.service.linking import Link, Linker
from entailed.service.manifest import REBUILD, Manifest, read_manifest
from entailed.service.mappings import IndexedMapping, MappingTable
from entailed.service.mention_index import MentionIndex
from entailed.service.names import NameTable
from entailed.service.results import (
    IS_A,
    ConceptCard,
    LinkedBy,
    LinkedName,
    NamedEntity,
    StatedMapping,
    StatedRelation,
    UnresolvedName,
)
from entailed.service.spelling import fold, quote
from entailed.service.strings import StringTable
from entailed.service.vocabulary import NameSource, local_name

MAPPINGS_NOTED = 3
"""Mappings of one class that a verdict comes with."""
SUBCLASS_OF = -1
"""The number that stands for classification among the role numbers."""
_IS_A_NAMES = {"is a", "is-a", "isa", "subclass of", "subclassof", "rdfs:subclassof", IS_A.iri.casefold()}


class OpenedIndex:
    """What an index folder holds. Immutable, and safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        """Open an index folder.

        Raises:
            IndexFolderError: There is no index, or it is damaged or of another version.
        """
        self.folder = folder
        self.manifest: Manifest = read_manifest(folder)
        try:
            self._open_parts(folder)
        except (OSError, ValueError, KeyError) as error:
            raise IndexFolderError(f"the index is damaged ({error}).", folder=folder, advice=REBUILD) from error

    @names_damage
    def _open_parts(self, folder: Path) -> None:
        self._curies = curies = Curies(self.manifest.prefixes.items())
        self._open_closures(folder)
        self.classes = Entities(folder / "class_entities", curies)
        self.roles = Entities(folder / "role_entities", curies)
        self.class_names = NameTable(folder / "class_names")
        self.role_names = NameTable(folder / "role_names")
        self.cards = StringTable.open(folder / "cards")
        self.card_search = TextIndex(folder / "card_search")
        """BM25 over whole cards, by class number."""
        self.axioms = AxiomStore(folder / "axioms", self.classes.iris, self.roles.iris)
        self._universal_role = self.roles.identified(OWL_TOP_OBJECT_PROPERTY)
        self._concept_linker = Linker("concept", self.classes, self.class_names, equivalent=self.closure.are_equivalent)
        self._relation_linker = Linker("relation", self.roles, self.role_names)
        self._mappings = MappingTable(folder / "mappings") if (folder / "mappings").exists() else None
        self.without_mappings: OpenedIndex | None = None
        """The same index, in which only what the ontologies state themselves is reasoned with; None for itself."""
        if (alone := folder / WITHOUT_MAPPINGS).exists():
            self.without_mappings = copy.copy(self)
            self.without_mappings._open_closures(alone)

    def _open_closures(self, folder: Path) -> None:
        self.closure: Closure = open_closure(folder / "closure")
        self.grouped = open_closure(folder / "grouped") if self.manifest.grouping_roles else None
        self.mentions = MentionIndex(self.folder / "mentions", self.closure)

    def name_of(self, iri: str) -> str:
        """The name to show of a class or relation, and the local name of any other IRI."""
        for entities in (self.classes, self.roles):
            number = entities.identified(iri)
            if number is not None:
                return entities.name(number)
        return local_name(iri)

    def link_concept(self, name: str) -> Link | UnresolvedName:
        """The class that a name stands for."""
        return self._concept_linker.link(name)

    def link_relation(self, name: str) -> Link | UnresolvedName:
        """The relation that a name stands for; "is a" and "subclass of" are classification."""
        if fold(name).strip("<>") in _IS_A_NAMES:
            return Link(LinkedName(text=name, entity=IS_A, linked_by=LinkedBy.LABEL), SUBCLASS_OF, ())
        return self._relation_linker.link(name)

    # ---- cards

    def record(self, concept: int) -> CardRecord:
        """What the ontology states of a class."""
        return CardRecord.from_line(self.cards[concept])

    def card(self, concept: int) -> ConceptCard:
        """The card of a class: what is stated of it, and its place in the inferred taxonomy."""
        record = self.record(concept)
        return ConceptCard(
            entity=self.classes.named(concept),
            equivalents=self.equivalents(concept),
            definitions=tuple(record.definitions),
            parents=self.listed(self.closure.direct_superconcepts(concept)),
            children=self.listed(self.closure.direct_subconcepts(concept)),
            relations=tuple(
                StatedRelation(relation=self.roles.named(role), filler=self.classes.named(filler))
                for role, filler in record.relations
            ),
            comments=tuple(record.comments),
            annotations=tuple((label, tuple(values)) for label, values in record.annotations),
            mappings=self.mappings_of(concept),
        )

    def equivalents(self, concept: int) -> tuple[NamedEntity, ...]:
        """The other members of a satisfiable class's equivalence group."""
        if self.closure.unsatisfiable[concept]:
            return ()
        equivalents = self.closure.equivalents(concept)
        return self.listed(equivalents[equivalents != concept])

    def worth_listing(self, concepts: IntArray) -> IntArray:
        """The classes without owl:Thing, owl:Nothing and obsolete ones, which say nothing to a reader."""
        return self.classes.current(concepts[concepts > TOP])

    def relations_worth_listing(self, roles: IntArray) -> IntArray:
        """The relations without owl:topObjectProperty, which relates everything."""
        return roles if self._universal_role is None else roles[roles != self._universal_role]

    def listed(self, concepts: IntArray) -> tuple[NamedEntity, ...]:
        """Classes as they are shown in a list: those worth listing, by name."""
        return tuple(self.classes.named(int(c)) for c in self.classes.by_name(self.worth_listing(concepts)))

    # ---- mappings between ontologies

    def mappings_of(self, concept: int) -> tuple[StatedMapping, ...]:
        """The mappings that have a class at either end."""
        return tuple(map(self._stated, self._mappings.of(concept))) if self._mappings else ()

    def mappings_stating(self, axiom: Axiom) -> tuple[StatedMapping, ...]:
        """The mappings for which an axiom is reasoned with; none for an axiom of the ontologies."""
        match axiom:
            case EquivalentClasses((Class(iri), Class())) | SubClassOf(Class(iri), Class()) if self._mappings:
                number = self.classes.identified(iri)
                rows = [] if number is None else self._mappings.of(number)
                return tuple(self._stated(row) for row in rows if row.axiom == axiom)
        return ()

    def mapped(self, concepts: IntArray) -> IntArray:
        """The classes that a mapping names."""
        return self._mappings.mapped(concepts) if self._mappings else concepts[:0]

    def mappings_within(self, concepts: IntArray) -> tuple[StatedMapping, ...]:
        """The mappings that are reasoned with and have classes of a set at both ends."""
        stated = dict.fromkeys(m for concept in concepts.tolist() for m in self.mappings_of(concept) if m.reasoned)
        iris = {self.classes.iris[concept] for concept in concepts.tolist()}
        return tuple(mapping for mapping in stated if {mapping.subject.iri, mapping.object.iri} <= iris)

    def unused_mappings(self, concepts: Iterable[Link]) -> Iterator[str]:
        """One sentence for each of the first mappings that lead from the classes elsewhere and entail nothing."""
        for link in concepts:
            unused = (mapping for mapping in self.mappings_of(link.entity) if not mapping.reasoned)
            for mapping in islice(unused, MAPPINGS_NOTED):
                other = mapping.object if mapping.subject == link.name.entity else mapping.subject
                yield f"{other.shown} may serve in the place of {link.name.entity.shown}: {mapping.text}."

    @cached_property
    def missing_imports(self) -> tuple[str, ...]:
        """One sentence for each import that the index lacks: what it states is not known here."""
        missing: list[str] = self.manifest.report["missing_imports"]  # type: ignore[assignment]
        return tuple(f"The import of <{iri}> is missing, which may state more." for iri in missing)

    def _stated(self, row: IndexedMapping) -> StatedMapping:
        mapping = row.mapping
        return StatedMapping(
            subject=self._class_of(mapping.subject),
            predicate=self._curies.curie(mapping.predicate) or mapping.predicate,
            object=self._class_of(mapping.object),
            source=mapping.source,
            line=mapping.line,
            justification=mapping.justification,
            confidence=mapping.confidence,
            reasoned=row.axiom is not None,
        )

    def _class_of(self, iri: str) -> NamedEntity:
        number = self.classes.identified(iri)
        if number is None:
            raise IndexFolderError(f"a mapping names <{iri}>, which is no class.", folder=self.folder, advice=REBUILD)
        return self.classes.named(number)

    # ---- what a reader should know beside an answer

    def notices(self, concepts: Iterable[Link], relations: Iterable[Link] = ()) -> Iterator[str]:
        """One sentence for each thing about the names of a query that qualifies its answer."""
        concepts = tuple(concepts)
        for link in (*concepts, *relations):
            if link.name.also:
                others = ", ".join(candidate.entity.shown for candidate in link.name.also)
                yield f"{quote(link.name.text)} was read as {link.name.entity.shown}; it may also mean {others}."
        for link in concepts:
            yield from self._notices_on(link)

    def _notices_on(self, link: Link) -> Iterator[str]:
        entity = link.name.entity
        if self._is_alternative(link):
            yield f"{link.name.text} is an alternative identifier of {entity.shown}."
        if self.classes.is_obsolete(link.entity):
            yield f"{entity.shown} is obsolete. {self._successors(link.entity)}"
        alone = self.without_mappings or self
        if self.closure.unsatisfiable[link.entity]:
            why = "" if alone.closure.unsatisfiable[link.entity] else " because of mappings between the ontologies"
            yield (
                f"{entity.shown} is unsatisfiable{why}: it can have no instance, and everything is vacuously true "
                "of it."
            )
        elif equivalents := self.equivalents(link.entity):
            how = "" if alone.equivalents(link.entity) == equivalents else ", with mappings between the ontologies,"
            others = ", ".join(other.shown for other in equivalents)
            yield f"{entity.shown} is inferred{how} to be equivalent to {others}."

    def _is_alternative(self, link: Link) -> bool:
        """Whether a name is an identifier of its class, though not the one in its IRI nor another that it goes by."""
        if link.name.linked_by is not LinkedBy.IDENTIFIER or self.classes.identified(link.name.text) is not None:
            return False
        same = (name for name in self.class_names.named(link.name.text) if name.entity == link.entity)
        return all(name.source is not NameSource.IDENTIFIER for name in same)

    def _successors(self, concept: int) -> str:
        record = self.record(concept)
        names = [self._name_or_text(text) for text in (*record.replaced_by, *record.consider)]
        if not names:
            return "Nothing is said to replace it."
        return f"{'It is replaced by' if record.replaced_by else 'Consider'} {', '.join(names)}."

    def replacement(self, concept: int) -> NamedEntity | None:
        """The one class that is said to replace an obsolete one."""
        named = self.record(concept).replaced_by if self.classes.is_obsolete(concept) else []
        (number,) = map(self.classes.identified, named) if len(named) == 1 else (None,)
        return None if number is None else self.classes.named(number)

    def _name_or_text(self, text: str) -> str:
        number = self.classes.identified(text)
        return text if number is None else self.classes.named(number).shown
