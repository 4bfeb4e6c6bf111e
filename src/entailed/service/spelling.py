"""When two spellings are the same name, and how a name is written inside a query."""

import unicodedata

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def normalise(name: str) -> str:
    """A name with compatibility characters, spaces and underscores made uniform; case and punctuation stay.

    >>> normalise(" part_of  the\u00a0ﬁeld ")
    'part of the field'
    """
    return " ".join(unicodedata.normalize("NFKC", name).replace("_", " ").split())


def fold(name: str) -> str:
    """The normalised name without case: names are looked up by it (OA-RAG paper, section 4.2.2).

    >>> fold("DNA_Binding")
    'dna binding'
    """
    return normalise(name).casefold()


def quote(name: str) -> str:
    r"""A name as a query writes it, in double quotes with SPARQL's escapes.

    >>> print(quote('5" pipe'))
    "5\" pipe"
    """
    return '"' + "".join(_ESCAPES.get(character, character) for character in name) + '"'
