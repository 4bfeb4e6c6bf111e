"""The OWL expressions of an RF2 release: each is read by itself, so that a wrong one costs nothing but itself."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, get_args

from entailed.errors import ReadError
from entailed.owl import model as owl
from entailed.owl import rf2_identifiers as sct
from entailed.owl.functional_arguments import Import
from entailed.owl.functional_reader import FunctionalReader
from entailed.owl.report import Findings
from entailed.owl.rf2_tables import OWL_EXPRESSIONS, Release


def read_expressions(release: Release, findings: Findings) -> owl.Ontology:
    """The ontology that the members of the OWL ontology and OWL axiom reference sets make up.

    Raises:
        ReadError: a table cannot be read.
    """
    reader = _Reader(release, findings)
    header: list[_Expression] = []
    stated: list[_Expression] = []
    for row in release.active_rows(OWL_EXPRESSIONS):
        members = {sct.OWL_ONTOLOGY: header, sct.OWL_AXIOMS: stated}.get(row.values[4])
        expression = _Expression(row.values[6], row.file, row.line)
        if members is None:
            reader.count_unreadable(expression)
        else:
            members.append(expression)
    return reader.ontology(header, stated)


class _Expression(NamedTuple):
    text: str
    file: str
    line: int

    @property
    def is_prefix(self) -> bool:
        return self.text.startswith("Prefix")


class _Reader:
    def __init__(self, release: Release, findings: Findings) -> None:
        self._prefixes: tuple[tuple[str, owl.Iri], ...] = (("", sct.SNOMED), ("sct", sct.SNOMED))
        self._source = release.source
        self._date = release.date
        self._findings = findings

    def ontology(self, header: Iterable[_Expression], stated: Iterable[_Expression]) -> owl.Ontology:
        """An edition has one header and every extension another: the ontology is the extension, which has it all."""
        versions: dict[owl.Iri, owl.Iri | None] = {}
        imports: list[owl.Iri] = []
        for expression in sorted(header, key=lambda expression: not expression.is_prefix):
            # A reader of its own: the prefixes of an expression that is refused are not those of the next.
            reader = self._reader(declares_prefixes=expression.is_prefix)
            match self._read(expression, reader, owl.Ontology, Import):
                case owl.Ontology(iri=iri, version_iri=version_iri, prefixes=prefixes):
                    self._prefixes = prefixes
                    if iri is not None:
                        versions[iri] = version_iri
                case Import(iri):
                    imports.append(iri)
        extensions = [iri for iri in versions if not iri.endswith(sct.INTERNATIONAL_CORE)]
        iri = next(iter(extensions or versions), None)
        version_iri = None if iri is None else versions[iri]
        return owl.Ontology(
            iri=iri,
            version_iri=version_iri or (f"{iri}/version/{self._date}" if iri and self._date else None),
            imports=tuple(i for i in imports if i.partition("/version/")[0] not in versions),
            axioms=tuple(self._axioms(stated)),
            prefixes=self._prefixes,
        )

    def _axioms(self, stated: Iterable[_Expression]) -> Iterator[owl.Axiom]:
        reader = self._reader(declares_prefixes=False)
        for expression in stated:
            axiom = self._read(expression, reader, *get_args(owl.Axiom))
            if axiom is not None:
                yield axiom

    def _reader(self, *, declares_prefixes: bool) -> FunctionalReader:
        return FunctionalReader(
            source=self._source,
            findings=self._findings,
            prefixes=self._prefixes,
            declares_prefixes=declares_prefixes,
        )

    def _read(self, expression: _Expression, reader: FunctionalReader, *kinds: type) -> Any:
        """What an expression says, if that is one thing of these kinds; None for anything else, which is counted."""
        # The reader gives nothing for a prefix by itself, and the prefixes so far with an ontology.
        text = f"{expression.text} Ontology()" if expression.is_prefix else expression.text
        try:
            match reader.read(text):
                case [value] if isinstance(value, kinds):
                    return value
        except ReadError:
            pass
        self.count_unreadable(expression)
        return None

    def count_unreadable(self, expression: _Expression) -> None:
        """Count an expression that is left out."""
        message = f"an OWL expression that cannot be read, in {expression.file}"
        self._findings.add("skipped", message, line=expression.line)
