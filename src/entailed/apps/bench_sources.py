"""What the methods of a run need beside a model, opened once and shared by all."""

from collections.abc import Iterable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Self

import typer

from entailed.apps.environment import cache_folder
from entailed.apps.opening import opened
from entailed.apps.printing import ERR
from entailed.benchmark.data_folder import DataSetItems
from entailed.benchmark.documents import DocumentSearch
from entailed.benchmark.methods import METHODS, Need, make_method
from entailed.benchmark.methods.asking import CONTEXT_WINDOW
from entailed.benchmark.ontology_search import OntologySearch
from entailed.benchmark.predictions import Method
from entailed.llm import ChatModel
from entailed.search import OnnxEncoder
from entailed.service import OntologyService
from entailed.service.cached import content_hash

_LANGUAGE = "en"
"""The default, which settings do not mention."""


class Sources:
    """Ontologies, their search, and documents; what no method needs is never opened."""

    def __init__(
        self,
        *,
        ontology: str | None,
        language: str,
        documents: Path | None,
        encoder: Path | None,
        document_encoder: Path | None,
    ) -> None:
        """Open nothing yet.

        Args:
            ontology: For tests that have none of their own.
            language: Of labels.
            documents: A corpus as JSON lines.
            encoder: A folder, for the text of ontologies.
            document_encoder: A folder, for documents.
        """
        self._stack = ExitStack()
        self._ontology = ontology
        self._language = language
        self._documents = documents
        self._encoder = encoder
        self._document_encoder = document_encoder
        self._hash = cache(content_hash)
        self._opened_encoder = cache(OnnxEncoder)
        self._service = cache(self._opened_service)
        self._search = cache(self._opened_search)
        self._document_search = cache(self._opened_documents)

    def __enter__(self) -> Self:
        """What is opened is open until the end of the `with`."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close what was opened."""
        self._stack.close()

    def check(self, methods: Iterable[str], tests: Iterable[DataSetItems]) -> None:
        """Say what is missing, before anything takes long.

        Raises:
            BadParameter: A method is none of ours, or needs what is not given.
        """
        for method in methods:
            if method not in METHODS:
                raise typer.BadParameter(f"there is no method `{method}`: choose from {', '.join(METHODS)}.")
            needs = METHODS[method].needs
            if Need.DOCUMENTS in needs and self._documents is None:
                raise typer.BadParameter(f"`{method}` searches documents: give them with --documents.")
            if needs & {Need.SERVICE, Need.SEARCH} and any(self._named(test) is None for test in tests):
                raise typer.BadParameter(f"`{method}` needs an ontology, and test 3 has none: give it with --ontology.")

    def service(self, test: DataSetItems) -> OntologyService | None:
        """The ontology of a test; None where it has none and none is given."""
        name = self._named(test)
        return self._service(name) if name else None

    def method(self, name: str, model: ChatModel, test: DataSetItems, context_window: int) -> Method:
        """A method with what it needs."""
        needs, ontology = METHODS[name].needs, self._named(test)
        return make_method(
            name,
            model=model,
            service=self._service(ontology) if Need.SERVICE in needs and ontology else None,
            search=self._search(ontology) if Need.SEARCH in needs and ontology else None,
            documents=self._document_search(self._documents) if Need.DOCUMENTS in needs and self._documents else None,
            context_window=context_window,
        )

    def settings(self, method: str, context_window: int) -> str:
        """What the answers of a method depend on beside its name, where it is not what the paper has."""
        needs = METHODS[method].needs
        said = self._settings_of_all(context_window)
        if Need.SEARCH in needs:
            said.append(self._named_encoder(self._encoder) if self._encoder else "BM25 alone")
        if Need.DOCUMENTS in needs and self._documents:
            found_by = self._named_encoder(self._document_encoder) if self._document_encoder else "BM25"
            said.append(f"{self._named_by_content(self._documents)} by {found_by}")
        return ", ".join(said)

    def endpoint_settings(self, path: Path, context_window: int) -> str:
        """The same for a fine-tuned model, described by a file."""
        return ", ".join([self._named_by_content(path), *self._settings_of_all(context_window)])

    def _settings_of_all(self, context_window: int) -> list[str]:
        """The language counts for all methods: by its labels answers are scored."""
        window = [] if context_window == CONTEXT_WINDOW else [f"window {context_window:,}"]
        return window if self._language == _LANGUAGE else [*window, f"labels in {self._language}"]

    def _named_by_content(self, path: Path) -> str:
        return _with_hash(path.name, self._hash(path))

    def _named_encoder(self, folder: Path) -> str:
        return f"encoder {_with_hash(folder.name, self._opened_encoder(folder).identity)}"

    def given_ontology(self, method: str, test: DataSetItems) -> str:
        """Which ontology was given for a test without one, where the method makes use of it."""
        needs = METHODS[method].needs if method in METHODS else frozenset()
        service = self.service(test) if test.ontology is None and needs & {Need.SERVICE, Need.SEARCH} else None
        return _with_hash(Path(self._ontology or "").name, service.manifest.source_sha256) if service else ""

    def _named(self, test: DataSetItems) -> str | None:
        return self._ontology if test.ontology is None else str(test.ontology)

    def _opened_service(self, name: str) -> OntologyService:
        return self._stack.enter_context(opened(name, ERR, self._language))

    def _opened_search(self, name: str) -> OntologySearch:
        with ERR.status("preparing the search of the ontology's text"):
            search = OntologySearch(
                self._service(name),
                cache_folder() / "search",
                encoder=self._opened_encoder(self._encoder) if self._encoder else None,
            )
        _say(search.notice)
        return search

    def _opened_documents(self, path: Path) -> DocumentSearch:
        with ERR.status("preparing the search of the documents"):
            search = DocumentSearch(
                path,
                cache_folder() / "search",
                encoder=self._opened_encoder(self._document_encoder) if self._document_encoder else None,
            )
        _say(search.notice)
        return search


def _with_hash(name: str, hash_: str) -> str:
    """A name with what tells it from another thing of that name."""
    return f"{name} {hash_[:8]}"


def _say(notice: str) -> None:
    if notice:
        ERR.print(notice, style="dim", soft_wrap=True)
