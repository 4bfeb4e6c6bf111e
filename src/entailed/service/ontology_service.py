"""The ontology service: names in, verdicts and cards out (OA-RAG paper, section 4.2)."""

from pathlib import Path

from entailed.reasoning.dl_engines import Engine
from entailed.service import evaluation
from entailed.service.checks import Check
from entailed.service.completion import complete
from entailed.service.contradictions import contradiction
from entailed.service.damage import names_damage
from entailed.service.explanations import Explanation, explain
from entailed.service.export import EntailedTriples
from entailed.service.fallback import Fallback
from entailed.service.index_folder import read_checks
from entailed.service.linking import Link
from entailed.service.manifest import Manifest
from entailed.service.mentions import Mention, find_mentions
from entailed.service.opened_index import OpenedIndex
from entailed.service.query_language import Ask, Describe, Select, parse
from entailed.service.results import AskResult, LinkedName, NamedEntity, QueryResult, UnresolvedName
from entailed.service.spelling import quote


class OntologyService:
    """Answers queries from an index folder. Immutable, and safe to share between threads and processes."""

    def __init__(self, folder: Path, *, fallback: Fallback = "mentions") -> None:
        """Open an index folder.

        Args:
            folder: Of the index.
            fallback: Where text is looked for when nothing satisfies a SELECT and the query does not say.

        Raises:
            IndexFolderError: There is no index, or it is damaged or of another version.
        """
        self._index = OpenedIndex(folder)
        self._fallback: Fallback = fallback

    @property
    def folder(self) -> Path:
        """Of the index."""
        return self._index.folder

    @property
    def manifest(self) -> Manifest:
        """What the index says of itself."""
        return self._index.manifest

    @property
    @names_damage
    def checks(self) -> tuple[Check, ...]:
        """What a curator of the ontology should look at, the worst first."""
        return read_checks(self._index.folder)

    @names_damage
    def query(self, text: str, *, fallback: Fallback | None = None) -> QueryResult:
        """Answer a query of the query language.

        Args:
            text: The query.
            fallback: Where text is looked for when nothing satisfies a SELECT; None for what the service says.

        Raises:
            QuerySyntaxError: The text is none of its forms.
        """
        match query := parse(text):
            case Describe():
                return evaluation.describe(self._index, query, text)
            case Ask():
                return evaluation.ask(self._index, query, text)
            case Select():
                return evaluation.select(self._index, query, text, fallback or self._fallback)

    @names_damage
    def ask(self, subject: str, relation: str, object_: str) -> AskResult:
        """Whether every subject is related by the relation to some object, all by name; the query ASK."""
        text = f"ASK {{ {quote(subject)} {quote(relation)} {quote(object_)} }}"
        return evaluation.ask(self._index, Ask(subject=subject, relation=relation, object=object_), text)

    @names_damage
    def link_concept(self, name: str) -> LinkedName | UnresolvedName:
        """The class that a name stands for."""
        return _name_of(self._index.link_concept(name))

    @names_damage
    def link_relation(self, name: str) -> LinkedName | UnresolvedName:
        """The relation that a name stands for; "is a" and "subclass of" are classification."""
        return _name_of(self._index.link_relation(name))

    @names_damage
    def find_mentions(self, text: str) -> tuple[Mention, ...]:
        """The concept and relation names in running text: longest match, left to right, not overlapping."""
        return find_mentions(
            text,
            self._index.class_names,
            self._index.role_names,
            concept=self.link_concept,
            relation=self.link_relation,
        )

    @names_damage
    def complete(self, result: AskResult, *, engine: Engine | None = None, timeout_s: float = 60.0) -> AskResult:
        """Have an incomplete verdict decided by a reasoner for the whole of OWL 2 DL, on the module of its names.

        Args:
            result: Of an ASK to this service.
            engine: Unless given, rustdl, and HermiT where rustdl's verdict is in doubt and HermiT is installed.
            timeout_s: The verdict stays incomplete after this.

        Raises:
            DLCheckError: The engine is not installed.
        """
        return complete(self._index, result, engine=engine, timeout_s=timeout_s)

    def triples(self, *, nonredundant: bool = False) -> EntailedTriples:
        """What follows, as triples for an RDF store or a data frame.

        Args:
            nonredundant: Leave out what follows from other triples.
        """
        return EntailedTriples(self._index, nonredundant=nonredundant)

    @names_damage
    def explain(self, subject: str, relation: str, object_: str) -> Explanation:
        """Why a statement follows: its proof. Where it does not, the axioms that were left out and bear on it.

        Args:
            subject: The name of a concept.
            relation: The name of a relation; "is a"; or "equivalent to", which asks for both inclusions at once.
            object_: The name of a concept.
        """
        return explain(self._index, subject, relation, object_)

    @names_damage
    def contradiction(self, result: AskResult) -> Explanation | None:
        """Why a statement that is not entailed cannot be true either: the proof that nothing fulfils it.

        None where there is no such proof: most statements are neither entailed nor ruled out.

        Args:
            result: Of an ASK to this service.
        """
        return contradiction(self._index, result)

    @names_damage
    def replacement(self, name: str) -> NamedEntity | None:
        """The one class that is said to replace an obsolete class; None for other names."""
        link = self._index.link_concept(name)
        return None if isinstance(link, UnresolvedName) else self._index.replacement(link.entity)


def _name_of(link: Link | UnresolvedName) -> LinkedName | UnresolvedName:
    return link.name if isinstance(link, Link) else link
