"""An index folder opened for reading: the closure, the names and the cards, and what to tell a reader about them."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from entailed.errors import IndexFolderError
from entailed.owl import Curies
from entailed.reasoning import TOP, Closure
from entailed.reasoning.rows import IntArray
from entailed.search import TextIndex
from entailed.service.axiom_store import AxiomStore
from entailed.service.cards import CardRecord
from entailed.service.entities import Entities
from entailed.service.index_folder import REBUILD, Manifest, open_closure, read_manifest
from entailed.service.linking import Link, Linker
from entailed.service.names import NameTable
from entailed.service.results import (
    IS_A,
    ConceptCard,
    LinkedBy,
    LinkedName,
    NamedEntity,
    StatedRelation,
    UnresolvedName,
)
from entailed.service.spelling import fold, quote
from entailed.service.strings import StringTable
from entailed.service.vocabulary import local_name

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

    def _open_parts(self, folder: Path) -> None:
        curies = Curies(self.manifest.prefixes.items())
        self.closure: Closure = open_closure(folder / "closure")
        self.grouped = open_closure(folder / "grouped") if self.manifest.grouping_roles else None
        self.classes = Entities(folder / "class_entities", curies)
        self.roles = Entities(folder / "role_entities", curies)
        self.class_names = NameTable(folder / "class_names")
        self.role_names = NameTable(folder / "role_names")
        self.cards = StringTable.open(folder / "cards")
        self.axioms = AxiomStore(folder / "axioms", self.classes.iris, self.roles.iris)
        self._concept_linker = Linker("concept", self.classes, self.class_names)
        self._relation_linker = Linker("relation", self.roles, self.role_names)

    @cached_property
    def card_search(self) -> TextIndex:
        """BM25 over whole cards, by class number."""
        return TextIndex(self.folder / "card_search")

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

    def listed(self, concepts: IntArray) -> tuple[NamedEntity, ...]:
        """Classes as they are shown in a list: those worth listing, by name."""
        return tuple(self.classes.named(int(c)) for c in self.classes.by_name(self.worth_listing(concepts)))

    # ---- what a reader should know beside an answer

    def notices(self, concepts: Iterable[Link], relations: Iterable[Link] = ()) -> Iterator[str]:
        """One sentence for each thing about the names of a query that qualifies its answer."""
        concepts = tuple(concepts)
        for link in (*concepts, *relations):
            if link.name.also:
                others = ", ".join(shown(candidate.entity) for candidate in link.name.also)
                yield f"{quote(link.name.text)} was read as {shown(link.name.entity)}; it may also mean {others}."
        for link in concepts:
            yield from self._notices_on(link)

    def _notices_on(self, link: Link) -> Iterator[str]:
        entity = link.name.entity
        if link.name.linked_by is LinkedBy.IDENTIFIER and self.classes.identified(link.name.text) is None:
            yield f"{link.name.text} is an alternative identifier of {shown(entity)}."
        if self.classes.is_obsolete(link.entity):
            yield f"{shown(entity)} is obsolete. {self._successors(link.entity)}"
        if self.closure.unsatisfiable[link.entity]:
            yield f"{shown(entity)} is unsatisfiable: it can have no instance, and everything is vacuously true of it."
        elif equivalents := self.equivalents(link.entity):
            yield f"{shown(entity)} is inferred to be equivalent to {', '.join(map(shown, equivalents))}."

    def _successors(self, concept: int) -> str:
        record = self.record(concept)
        names = [self._name_or_text(text) for text in (*record.replaced_by, *record.consider)]
        if not names:
            return "Nothing is said to replace it."
        return f"{'It is replaced by' if record.replaced_by else 'Consider'} {', '.join(names)}."

    def _name_or_text(self, text: str) -> str:
        number = self.classes.identified(text)
        return text if number is None else shown(self.classes.named(number))


def shown(entity: NamedEntity) -> str:
    """An entity in running text."""
    return f"{entity.name} ({entity.identifier})"
