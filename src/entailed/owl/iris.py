"""What IRIs look like."""

import re

from entailed.owl.model import Iri

NOT_IN_IRI = re.compile(r"[\x00-\x20<>\"{}|\\^`]")


def is_address(name: str) -> bool:
    """Whether something can be fetched from the web under a name."""
    return name.startswith(("http://", "https://"))


def percent_encoded(text: str) -> Iri:
    """The IRI that was meant: without the white space around it, and with other such characters escaped.

    >>> percent_encoded(" http://example.org/red wine")
    'http://example.org/red%20wine'
    """
    return NOT_IN_IRI.sub(lambda found: f"%{ord(found[0]):02X}", text.strip())
