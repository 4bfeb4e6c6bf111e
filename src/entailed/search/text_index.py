"""BM25 over short documents, on disk. The only module that knows tantivy."""

import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple
from weakref import finalize

import tantivy

_MEMORY_BYTES = 64_000_000
"""What the writer may hold before it flushes a segment."""


class Hit(NamedTuple):
    """A document and its BM25 score."""

    document: int
    score: float


class TextIndex:
    """An index of documents numbered from 0, each a sequence of analysed terms. Safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        """Open an index for reading.

        Raises:
            OSError: The folder holds no index, or a damaged one.
        """
        if folder.is_dir() and not os.access(folder, os.W_OK):
            folder = self._linked(folder)
        try:
            self._index = tantivy.Index.open(str(folder))
            self._register(self._index)
            self._searcher = self._index.searcher()
        except ValueError as error:
            raise OSError(str(error)) from error
        self._schema = self._index.schema

    def _linked(self, folder: Path) -> Path:
        """A folder of links to the files of one that cannot be written to: tantivy locks what it reads."""
        links = Path(mkdtemp(prefix="text-index-"))
        finalize(self, shutil.rmtree, links, ignore_errors=True)
        for path in folder.resolve().iterdir():
            if path.suffix != ".lock":
                (links / path.name).symlink_to(path)
        return links

    @classmethod
    def build(cls, folder: Path, documents: Iterable[Sequence[str]]) -> None:
        """Write an index into an empty folder, which is created."""
        folder.mkdir(parents=True)
        schema = tantivy.SchemaBuilder()
        schema.add_text_field("terms", tokenizer_name="terms", index_option="freq")
        schema.add_unsigned_field("document", stored=True)
        index = tantivy.Index(schema.build(), path=str(folder))
        cls._register(index)
        # One thread, so that documents keep their order and equal scores fall the same way every time.
        writer = index.writer(_MEMORY_BYTES, 1)
        for number, terms in enumerate(documents):
            document = tantivy.Document(terms=" ".join(terms))
            document.add_unsigned("document", number)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()

    @staticmethod
    def _register(index: tantivy.Index) -> None:
        index.register_tokenizer("terms", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())

    def best(self, terms: Iterable[str], count: int) -> list[Hit]:
        """The documents that score best under BM25 (k1 1.2, b 0.75), best first, equal ones in document order.

        Args:
            terms: Analysed in the same way as the documents. Repeats count once.
            count: The most documents to return.
        """
        clauses = [
            (tantivy.Occur.Should, tantivy.Query.term_query(self._schema, "terms", term))
            for term in dict.fromkeys(terms)
        ]
        if not clauses:
            return []
        hits = self._searcher.search(tantivy.Query.boolean_query(clauses), count).hits
        found = [Hit(self._searcher.doc(address)["document"][0], float(score)) for score, address in hits]
        return sorted(found, key=lambda hit: (-hit.score, hit.document))


def stems(found: Sequence[str]) -> list[str]:
    """The stem of each word, by the Snowball stemmer for English. A word is one without spaces.

    >>> stems(["regulates", "regulation", "negatively", "negative"])
    ['regul', 'regul', 'negat', 'negat']
    """
    analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).filter(tantivy.Filter.stemmer("english"))
    return [str(stem) for stem in analyzer.build().analyze(" ".join(found))]
