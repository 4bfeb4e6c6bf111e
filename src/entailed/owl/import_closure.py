"""A document with everything that it imports."""

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from entailed.errors import ReadError
from entailed.owl import model as owl
from entailed.owl.documents import Document, read_again
from entailed.owl.formats import Declared
from entailed.owl.signature import signature

OpenImport: TypeAlias = Callable[[owl.Iri], Document | None]
"""Reads the document that an import names; None where there is none. May raise `ReadError`."""


class ImportClosure(NamedTuple):
    """What belongs to an ontology."""

    given: list[Document]
    """Each file once."""
    imported: list[Document]
    """What they import, and what that imports, and so on."""
    unresolved: dict[owl.Iri, str]
    """Imports that are missing, and why."""


def import_closure(given: Sequence[Document], open_import: OpenImport) -> ImportClosure:
    """Read what documents import, what that imports, and so on; what cannot be read does not stop the rest."""
    documents = {document.path.resolve(): document for document in given}
    count = len(documents)
    unresolved: dict[owl.Iri, str] = {}
    seen = {iri for document in given for iri in (document.ontology.iri, document.ontology.version_iri)}
    pending = deque(iri for document in given for iri in document.ontology.imports)
    while pending:
        iri = pending.popleft()
        if iri in seen:
            continue
        seen.add(iri)
        try:
            document = open_import(iri)
        except ReadError as error:
            unresolved[iri] = f"which cannot be read: {error}"
            continue
        if document is None:
            unresolved[iri] = "which was not found"
        elif document.path.resolve() not in documents:
            documents[document.path.resolve()] = document
            pending += document.ontology.imports
    whole = _with_declarations(documents.values())
    return ImportClosure(whole[:count], whole[count:], unresolved)


# ---- declarations in other documents


def _with_declarations(documents: Collection[Document]) -> list[Document]:
    """The documents, of which some are read again because others declare what they use.

    In RDF, it is the declaration of a property that says whether a statement relates individuals or annotates, and the
    declaration may be in another document.
    """
    if len(documents) == 1:
        return list(documents)
    declared = _declarations(documents)
    return [
        read_again(document, document.reader, declared)
        if document.reader and document.reader.needs_declarations and _contradicts(document.ontology, declared)
        else document
        for document in documents
    ]


def _declarations(documents: Iterable[Document]) -> Declared:
    kinds: dict[owl.Iri, set[type[owl.Entity]]] = defaultdict(set)
    for document in documents:
        for axiom in document.ontology.axioms:
            if isinstance(axiom, owl.Declaration):
                kinds[axiom.entity.iri].add(type(axiom.entity))
    return {iri: frozenset(found) for iri, found in kinds.items()}


def _contradicts(ontology: owl.Ontology, declared: Declared) -> bool:
    """Whether a property was taken for one of another kind than is declared."""
    mentioned = signature(ontology)
    properties: tuple[owl.Entity, ...] = (
        *mentioned.object_properties,
        *mentioned.data_properties,
        *mentioned.annotation_properties,
    )
    return any(type(entity) not in declared.get(entity.iri, {type(entity)}) for entity in properties)
