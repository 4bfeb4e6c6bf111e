"""What IRIs and language tags look like, and what is made of those that cannot be written as they stand."""

import re

from entailed.owl.model import Iri
from entailed.owl.report import Findings

NOT_IN_IRI = re.compile(r"[\x00-\x20<>\"{}|\\^`]")
_NOT_IN_LANGUAGE = re.compile(r"[^A-Za-z0-9-]+")


def is_address(name: str) -> bool:
    """Whether something can be fetched from the web under a name."""
    return name.startswith(("http://", "https://"))


def repaired_iri(iri: str, findings: Findings, *, line: int | None = None) -> Iri:
    """The IRI that was meant: without the white space around it, and with other such characters percent-encoded.

    Every reader passes through here what it makes an IRI of, so that each ontology that was read can be written.

    >>> repaired_iri(" http://example.org/red wine", Findings())
    'http://example.org/red%20wine'
    """
    if not NOT_IN_IRI.search(iri):
        return iri
    findings.add("repaired", "an IRI with characters that none may hold: they were percent-encoded", line=line)
    return NOT_IN_IRI.sub(lambda found: f"%{ord(found[0]):02X}", iri.strip())


def repaired_language(tag: str, findings: Findings, *, line: int | None = None) -> str:
    """The language tag that was meant; empty where nothing in it can be part of one.

    >>> repaired_language("en_US", Findings())
    'en-US'
    """
    if not _NOT_IN_LANGUAGE.search(tag):
        return tag
    findings.add("repaired", "a language tag with characters that none may hold: read with hyphens", line=line)
    return _NOT_IN_LANGUAGE.sub("-", tag).strip("-")
