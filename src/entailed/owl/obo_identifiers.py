"""OBO identifiers as IRIs, by section 5.9 of the OBO 1.4 specification."""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from entailed.owl.annotations import OBO
from entailed.owl.iris import repaired_iri
from entailed.owl.model import Iri
from entailed.owl.report import Findings

_IRI = re.compile(r"(https?|ftp|urn):")
_PREFERRED = re.compile(r"(RO|BFO):")


def is_iri(text: str) -> bool:
    """Whether an identifier is an IRI already, and stays as it is."""
    return _IRI.match(text) is not None


class Identifiers:
    """Translates the identifiers of one OBO document.

    Args:
        ontology: The value of the `ontology` header; identifiers without a prefix live in its namespace.
        idspaces: The `idspace` headers, prefix to namespace.
        typedefs: For every typedef, its identifier and the identifiers in its `xref` clauses.
        findings: Takes that an IRI had to be repaired, once for each identifier.
    """

    def __init__(
        self,
        *,
        ontology: str,
        idspaces: Mapping[str, Iri],
        typedefs: Iterable[tuple[str, Iterable[str]]],
        findings: Findings,
    ) -> None:
        self._local = ontology if is_iri(ontology) else OBO + ontology
        self._idspaces = idspaces
        self._findings = findings
        self._iris: dict[str, Iri] = {}
        self._expanded: dict[str, str] = {}
        for identifier, xrefs in typedefs:
            if expanded := _expanded(identifier, list(xrefs)):
                self._expanded[identifier] = expanded

    def iri(self, identifier: str) -> Iri:
        """The IRI for an identifier, its escapes already resolved."""
        found = self._iris.get(identifier)
        if found is None:
            iri = self._iri(self._expanded.get(identifier, identifier))
            found = self._iris[identifier] = repaired_iri(iri, self._findings)
        return found

    def is_shorthand(self, identifier: str) -> bool:
        """Whether it is a bare name, such as `part_of`, that stands for an identifier in the typedef's xrefs."""
        return ":" not in identifier and identifier in self._expanded

    def _iri(self, identifier: str) -> Iri:
        if is_iri(identifier):
            return identifier
        prefix, colon, local = identifier.partition(":")
        if not colon:
            return f"{self._local}#{quote(identifier, safe='')}"
        if not (local.isascii() and local.isalnum()):
            local = quote(local, safe="")
        if prefix in self._idspaces:
            return self._idspaces[prefix] + local
        # An underscore in the local part would make the usual form ambiguous when it is read back.
        return f"{OBO}{prefix}#_{local}" if "_" in local else f"{OBO}{prefix}_{local}"


def _expanded(identifier: str, xrefs: list[str]) -> str | None:
    """The identifier a typedef stands for: RO and BFO always, any other only for a name without a prefix."""
    for xref in xrefs:
        if _PREFERRED.match(xref):
            return xref
    if ":" in identifier:
        return None
    return next((xref for xref in xrefs if ":" in xref and not is_iri(xref)), None)
