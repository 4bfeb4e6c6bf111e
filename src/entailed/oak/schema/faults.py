"""What can be wrong with a schema, in its own words."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import NamedTuple

from entailed.oak.schema.yaml_values import Location


class FaultKind(StrEnum):
    """Which rule a schema breaks. The last four are found by a reasoner, the others before it is asked."""

    NAME = "name"
    """Something is not declared, or declared twice."""
    HIERARCHY = "hierarchy"
    """A type or relation is above itself."""
    KEY = "key"
    DATA = "data"
    """Types, ranges and enumerations of values."""
    ENDPOINTS = "endpoints"
    """Relations that belong together lead between types that do not."""
    CARDINALITY = "cardinality"
    NON_SIMPLE = "non-simple"
    """OWL lets nobody count over a transitive relation, or one that holds wherever a transitive one does."""
    DISJOINTNESS = "disjointness"
    RESTRICTION = "restriction"
    CHARACTERISTIC = "characteristic"
    UNSATISFIABLE = "unsatisfiable"
    """By the declarations of types and relations alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """Something that a schema declares, as a sentence, and where."""

    text: str
    at: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaFault:
    """Something wrong with a schema."""

    kind: FaultKind
    message: str
    """A sentence, and what to do where that is plain; names as the schema has them."""
    at: Location
    because: tuple[Declaration, ...] = ()
    """The declarations it follows from, when a reasoner found it: without any one of them it would not."""
    consequences: tuple[str, ...] = ()
    """Types and relations that can have no instance either, because of this."""


class Finding(NamedTuple):
    """A fault as the check of one kind gives it; the fields are those of `SchemaFault`."""

    at: Location
    message: str
    because: tuple[Declaration, ...] = ()


def quoted(names: Iterable[str]) -> str:
    """Names in a sentence.

    >>> quoted(["Hotel", "City", "Room"])
    '`Hotel`, `City` and `Room`'
    """
    *others, last = (f"`{name}`" for name in names)
    return f"{', '.join(others)} and {last}" if others else last


def meant(stated: str, known: Iterable[str]) -> str:
    """The end of a sentence about a word that is not among those known.

    >>> meant("intger", ["string", "integer"])
    ': is `integer` meant?'
    >>> meant("Hotel", ["City"])
    '. There are: City.'
    """
    words = list(known)
    by_folded = {word.casefold(): word for word in words}
    close = get_close_matches(stated.casefold(), by_folded, n=1)
    if close:
        return f": is `{by_folded[close[0]]}` meant?"
    return f". There are: {', '.join(words)}." if words else ". There are none."
