"""The arguments of functional syntax: what tokens, and values made before, stand for where a form asks for a kind."""

import re
from collections.abc import Callable
from types import UnionType
from typing import Any, NamedTuple, TypeAlias, get_args

from entailed.owl import model as owl
from entailed.owl.annotations import OWL, RDF, RDFS, XSD
from entailed.owl.functional_syntax import part_text
from entailed.owl.iris import repaired_iri, repaired_language
from entailed.owl.report import Findings


class MisfitError(Exception):
    """Something stands where it cannot; the text says what."""


class Import(NamedTuple):
    """An `Import(…)` of a document."""

    iri: owl.Iri


class RulePart(NamedTuple):
    """An atom of a rule, or a list of atoms, as text with whole IRIs."""

    text: str


Kind: TypeAlias = Callable[[Any], Any]
"""Takes an argument, a token or a value made before, and gives the value that a form asks for."""

_STANDARD_PREFIXES = {"owl": OWL, "rdf": RDF, "rdfs": RDFS, "xsd": XSD}
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class _Entities(dict[Any, Any]):
    """Entities of one kind by the token that names them; each is made once."""

    def __init__(self, kind: type, iri: Kind) -> None:
        super().__init__()
        self._kind = kind
        self._iri = iri

    def __missing__(self, token: Any) -> Any:
        entity = self[token] = self._kind(self._iri(token))
        return entity

    def or_made(self, made: UnionType | type) -> Kind:
        """A kind that takes the names of these entities, and values made before."""
        types = frozenset(get_args(made) or (made,))
        return lambda argument: argument if argument.__class__ in types else self[argument]


def kinds_of_arguments(prefixes: dict[str, owl.Iri], findings: Findings) -> dict[str, Kind]:
    """The kinds by name. They know the prefixes that are in `prefixes` when they are called."""

    def iri(token: Any) -> owl.Iri:
        if not isinstance(token, str) or token[0] in '"(=':
            raise MisfitError(f"{shown(token)} stands where a name should")
        if token[0] == "<" and token[-1] == ">":
            full: str = token[1:-1]
        else:
            prefix, colon, local = token.partition(":")
            namespace = prefixes.get(prefix, _STANDARD_PREFIXES.get(prefix))
            if not colon:
                raise MisfitError(f"{shown(token)} stands where a name should")
            if namespace is None:
                raise MisfitError(f"the prefix of {shown(token)} is not declared")
            full = namespace + local
        return repaired_iri(full, findings)

    def literal(token: Any) -> owl.Literal:
        if token.__class__ is not str or token[0] != '"':
            raise MisfitError(f"{shown(token)} stands where a literal should")
        end = token.rindex('"')
        value, tail = token[1:end], token[end + 1 :]
        if "\\" in value:
            value = _ESCAPED.sub(r"\1", value)
        if not tail:
            return owl.Literal(value)
        if tail[0] == "@":
            return owl.Literal(value, language=repaired_language(tail[1:], findings))
        return owl.Literal(value, iri(tail[2:]))

    def facet_part(token: Any) -> owl.Literal | owl.Iri:
        return literal(token) if isinstance(token, str) and token[0] == '"' else iri(token)

    def individual(token: Any) -> owl.Individual:
        if isinstance(token, str) and token.startswith("_:"):
            return owl.AnonymousIndividual(token)
        return individuals[token]  # type: ignore[no-any-return]

    def annotation_value(token: Any) -> owl.AnnotationValue:
        if isinstance(token, str) and token[0] == '"':
            return literal(token)
        found = annotation_subject(token)
        return owl.IriValue(found) if isinstance(found, str) else found

    def annotation_subject(token: Any) -> owl.Iri | owl.AnonymousIndividual:
        return owl.AnonymousIndividual(token) if isinstance(token, str) and token.startswith("_:") else iri(token)

    def number(token: Any) -> int:
        if isinstance(token, str) and token.isdecimal() and len(token) < 10:
            return int(token)
        raise MisfitError(f"{shown(token)} stands where a number should")

    def rule_part(argument: Any) -> str:
        match argument:
            case RulePart(text):
                return text
            case str() if argument[0] == '"':
                return part_text(literal(argument))
            case str() if argument.startswith("_:"):
                return argument
            case str():
                return f"<{iri(argument)}>"
        return part_text(argument)

    classes, roles, data_properties, annotation_properties, datatypes, individuals = (
        _Entities(kind, iri) for kind in get_args(owl.Entity)
    )
    return {
        "iri": iri,
        "number": number,
        "literal": literal,
        "named-class": classes.__getitem__,
        "named-role": roles.__getitem__,
        "data-property": data_properties.__getitem__,
        "annotation-property": annotation_properties.__getitem__,
        "datatype": datatypes.__getitem__,
        "named-individual": individuals.__getitem__,
        "entity": _made(owl.Entity),
        "class": classes.or_made(owl.ClassExpression),
        "role": roles.or_made(owl.ObjectInverseOf),
        "role-or-chain": roles.or_made(owl.ObjectProperty | owl.ObjectInverseOf | owl.ObjectPropertyChain),
        "range": datatypes.or_made(owl.DataRange),
        "individual": individual,
        "annotation-value": annotation_value,
        "annotation-subject": annotation_subject,
        "facet-part": facet_part,
        "roles": _listed(roles.or_made(owl.ObjectInverseOf)),
        "data-properties": _listed(data_properties.__getitem__),
        "rule-part": rule_part,
    }


def shown(argument: Any) -> str:
    """An argument as an error names it."""
    return f"`{argument[:80]}`" if isinstance(argument, str) else f"`{type(argument).__name__}(…)`"


def _made(union: UnionType) -> Kind:
    types = frozenset(get_args(union))

    def made(argument: Any) -> Any:
        if argument.__class__ in types:
            return argument
        raise MisfitError(f"{shown(argument)} stands where an entity with its kind should")

    return made


def _listed(kind: Kind) -> Kind:
    """Of arguments in parentheses of their own."""

    def listed(argument: Any) -> tuple[Any, ...]:
        if argument.__class__ is tuple:
            return tuple(map(kind, argument))
        raise MisfitError(f"{shown(argument)} stands where names in parentheses should")

    return listed
