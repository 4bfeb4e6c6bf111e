"""The ontology service: names in, verdicts and cards out (OA-RAG paper, section 4.2)."""

from pathlib import Path

from entailed.reasoning.dl_engines import Engine
from entailed.service import evaluation
from entailed.service.completion import complete
from entailed.service.explanations import Explanation, explain
from entailed.service.export import EntailedTriples
from entailed.service.index_folder import Manifest
from entailed.service.linking import Link
from entailed.service.mentions import Mention, find_mentions
from entailed.service.opened_index import OpenedIndex
from entailed.service.query_language import Ask, Describe, Select, parse
from entailed.service.results import AskResult, LinkedName, QueryResult, UnresolvedName


class OntologyService:
    """Answers queries from an index folder. Immutable, and safe to share between threads and processes."""

    def __init__(self, folder: Path) -> None:
        """Open an index folder.

        Raises:
            IndexFolderError: There is no index, or it is damaged or of another version.
        """
        self._index = OpenedIndex(folder)

    @property
    def manifest(self) -> Manifest:
        """What the index says of itself."""
        return self._index.manifest

    def query(self, text: str) -> QueryResult:
        """Answer a query of the query language.

        Raises:
            QuerySyntaxError: The text is none of its forms.
        """
        match query := parse(text):
            case Describe():
                return evaluation.describe(self._index, query, text)
            case Ask():
                return evaluation.ask(self._index, query, text)
            case Select():
                return evaluation.select(self._index, query, text)

    def link_concept(self, name: str) -> LinkedName | UnresolvedName:
        """The class that a name stands for."""
        return _name_of(self._index.link_concept(name))

    def link_relation(self, name: str) -> LinkedName | UnresolvedName:
        """The relation that a name stands for; "is a" and "subclass of" are classification."""
        return _name_of(self._index.link_relation(name))

    def find_mentions(self, text: str) -> tuple[Mention, ...]:
        """The concept and relation names in running text: longest match, left to right, not overlapping."""
        return find_mentions(
            text,
            self._index.class_names,
            self._index.role_names,
            concept=self.link_concept,
            relation=self.link_relation,
        )

    def complete(self, result: AskResult, *, engine: Engine | None = None, timeout_s: float = 60.0) -> AskResult:
        """Have an incomplete verdict decided by a reasoner for the whole of OWL 2 DL, on the module of its names.

        Args:
            result: Of an ASK to this service.
            engine: Unless given, rustdl, and HermiT where rustdl's verdict is in doubt and HermiT is installed.
            timeout_s: The verdict stays incomplete after this.

        Raises:
            DLCheckError: The module is too large, or the engine is not installed.
        """
        return complete(self._index, result, engine=engine, timeout_s=timeout_s)

    def triples(self, *, nonredundant: bool = False) -> EntailedTriples:
        """What follows, as triples for an RDF store or a data frame.

        Args:
            nonredundant: Leave out what follows from other triples.
        """
        return EntailedTriples(self._index, nonredundant=nonredundant)

    def explain(self, subject: str, relation: str, object_: str) -> Explanation:
        """Why a statement follows: its proof. Where it does not, the axioms that were left out and bear on it."""
        return explain(self._index, subject, relation, object_)


def _name_of(link: Link | UnresolvedName) -> LinkedName | UnresolvedName:
    return link.name if isinstance(link, Link) else link
