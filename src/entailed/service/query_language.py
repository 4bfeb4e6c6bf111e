"""The query language as values, and its parser. The grammar is in `query.lark`."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError

from entailed.errors import QuerySyntaxError
from entailed.service.spelling import quote

MAX_QUERY_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Describe:
    """`DESCRIBE "A"`."""

    subject: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """`ASK { "A" "r" "B" }`."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HasFiller:
    """`?x "r" "B"`: the wanted concepts are related by r to some B."""

    relation: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IsFiller:
    """`"A" "r" ?o`: A is related by r to some of each wanted concept."""

    subject: str
    relation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IsRelation:
    """`"A" ?r "B"`: the wanted relations hold between A and B."""

    subject: str
    object: str


Condition: TypeAlias = HasFiller | IsFiller | IsRelation


@dataclass(frozen=True, slots=True, kw_only=True)
class Select:
    """`SELECT ?v WHERE { conditions }`; either one `IsRelation`, or any number of the other two."""

    variable: str
    """Without the question mark."""
    conditions: tuple[Condition, ...]
    values: tuple[str, ...] | None
    """The names of `VALUES`; None where there is no such list."""
    limit: int | None
    offset: int


Query: TypeAlias = Describe | Ask | Select

_EXAMPLES = {
    "DESCRIBE": 'DESCRIBE "name"',
    "ASK": 'ASK { "name" "relation" "name" }',
    "SELECT": 'SELECT ?x WHERE { ?x "relation" "name" . ?x "is a" "name" }',
}


def parse(text: str) -> Query:
    """Read a query.

    Lenient where the meaning is plain: either kind of quotes, code fences, a query wrapped in quotes or backticks,
    prefix declarations, `;` lists, and `DESCRIBE` of a bare name.

    Raises:
        QuerySyntaxError: The text is none of the forms, or longer than `MAX_QUERY_CHARACTERS`.
    """
    if len(text) > MAX_QUERY_CHARACTERS:
        problem = f"the query has {len(text):,} characters; at most {MAX_QUERY_CHARACTERS:,} are read."
        raise QuerySyntaxError(problem, query=text[:80], column=MAX_QUERY_CHARACTERS + 1, example=_EXAMPLES["SELECT"])
    query = _unwrapped(text)
    try:
        return _ToQuery(query).transform(_parser().parse(query))  # type: ignore[no-any-return]
    except UnexpectedInput as error:
        raise _syntax_error(query, error) from error
    except VisitError as error:
        if isinstance(error.orig_exc, QuerySyntaxError):
            raise error.orig_exc from None
        raise


@cache
def _parser() -> Lark:
    return Lark(grammar_text(), parser="lalr", maybe_placeholders=False)


def grammar_text() -> str:
    """The grammar, in lark's notation."""
    return files("entailed.service").joinpath("query.lark").read_text(encoding="utf-8")


# ---- what models wrap around a query

_FENCE = re.compile(r"\A```(?:(?!(?:DESCRIBE|ASK|SELECT|PREFIX|BASE)\b)\w+)?(.*?)(?:```)?\Z", re.DOTALL | re.IGNORECASE)
_WRAPPED = re.compile(r"""\A(["'`])\s*((?:DESCRIBE|ASK|SELECT)\b.*)\1\Z""", re.DOTALL | re.IGNORECASE)
_BARE_DESCRIBE = re.compile(r"""\A(DESCRIBE)\s+([^\s"'<{?$][^"'<{}?$]*)\Z""", re.IGNORECASE)


def _unwrapped(text: str) -> str:
    query = _FENCE.sub(r"\1", text.strip()).strip()
    query = _WRAPPED.sub(r"\2", query).strip().removesuffix(";").strip()
    if bare := _BARE_DESCRIBE.match(query):
        return f"{bare[1]} {quote(bare[2].strip())}"
    return query


# ---- from the parse tree to values

_ESCAPED = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_PREFIX = re.compile(r"PREFIX\s+([^\s:]*):\s*<([^>]*)>", re.IGNORECASE)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def _unescaped(text: str) -> str:
    """Undo SPARQL's string escapes; a backslash before anything else stands for what follows it."""

    def plain(match: re.Match[str]) -> str:
        escape = match[1]
        if len(escape) > 1:
            code = int(escape[1:], 16)
            return chr(code) if code <= 0x10FFFF else "\ufffd"
        return _PLAIN.get(escape, escape)

    # A character beyond U+FFFF may be written as two \u escapes; half of such a pair is no character.
    return _ESCAPED.sub(plain, text).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class _Variable(str):
    """A variable's name, told apart from the name of an entity."""


class _Limit(int):
    pass


class _Offset(int):
    pass


class _Values(tuple[_Variable, tuple[str, ...]]):
    pass


class _ToQuery(Transformer[Token, Any]):
    def __init__(self, query: str) -> None:
        super().__init__()
        self._query = query
        self._namespaces: dict[str, str] = {}

    def prologue(self, parts: list[Token]) -> None:
        declared = filter(None, map(_PREFIX.match, parts))
        self._namespaces = {found[1]: found[2] for found in declared}

    def start(self, parts: list[Any]) -> Query:
        return parts[1]  # type: ignore[no-any-return]  # after the prologue

    def name(self, parts: list[Token]) -> str:
        token = parts[0]
        match token.type:
            case "LONG_STRING":
                return _unescaped(token[3:-3])
            case "STRING":
                return _unescaped(token[1:-1])
            case "TYPE":
                return "is a"
        prefix, colon, local = token.partition(":")
        if token.type == "CURIE" and colon and prefix in self._namespaces:
            return f"<{self._namespaces[prefix]}{local}>"
        return str(token)

    def variable(self, parts: list[Token]) -> _Variable:
        return _Variable(parts[0][1:])

    def limit(self, parts: list[Token]) -> _Limit:
        return _Limit(parts[0])

    def offset(self, parts: list[Token]) -> _Offset:
        return _Offset(parts[0])

    def slice(self, parts: list[int]) -> list[int]:
        return parts

    def describe(self, parts: list[str]) -> Describe:
        return Describe(subject=parts[0])

    def ask(self, parts: list[str]) -> Ask:
        return Ask(subject=parts[0], relation=parts[1], object=parts[2])

    def values(self, parts: list[Any]) -> _Values:
        return _Values((parts[0], tuple(parts[1:])))

    def pattern(self, parts: list[Any]) -> list[tuple[Any, Any, Any]]:
        subject, rest = parts[0], parts[1:]
        return [(subject, relation, object_) for relation, object_ in zip(rest[::2], rest[1::2], strict=True)]

    def select(self, parts: list[Any]) -> Select:
        wanted, *body, slice_ = parts
        triples = [triple for part in body if isinstance(part, list) for triple in part]
        lists = [part for part in body if isinstance(part, _Values)]
        found = {term for triple in triples for term in triple if isinstance(term, _Variable)}
        found |= {variable for variable, _ in lists}
        variable = wanted if isinstance(wanted, _Variable) else min(found, default=_Variable("x"))
        if found - {variable}:
            other = min(found - {variable})
            raise self._error(f"the query has a second variable, ?{other}; every condition is about one.", f"?{other}")
        if not triples:
            raise self._error("a SELECT needs at least one condition.", "{")
        if len(lists) > 1:
            raise self._error("a SELECT takes one VALUES list.", "VALUES")
        conditions = tuple(self._condition(triple) for triple in triples)
        if any(isinstance(c, IsRelation) for c in conditions) and (len(conditions) > 1 or lists):
            raise self._error("a condition that asks for relations must stand alone.", f"?{variable}")
        limits = [part for part in slice_ if isinstance(part, _Limit)]
        offsets = [part for part in slice_ if isinstance(part, _Offset)]
        return Select(
            variable=str(variable),
            conditions=conditions,
            values=lists[0][1] if lists else None,
            limit=int(limits[0]) if limits else None,
            offset=int(offsets[0]) if offsets else 0,
        )

    def _condition(self, triple: tuple[Any, Any, Any]) -> Condition:
        match [isinstance(term, _Variable) for term in triple]:
            case [True, False, False]:
                return HasFiller(relation=triple[1], object=triple[2])
            case [False, False, True]:
                return IsFiller(subject=triple[0], relation=triple[1])
            case [False, True, False]:
                return IsRelation(subject=triple[0], object=triple[2])
            case [False, False, False]:
                raise self._error("this condition has no variable; use ASK to check it.", quote(triple[0]))
        raise self._error("a condition may hold the variable once.", f"?{triple[0]}")

    def _error(self, problem: str, at: str) -> QuerySyntaxError:
        column = max(self._query.find(at), 0) + 1
        return QuerySyntaxError(problem, query=self._query, column=column, example=_EXAMPLES["SELECT"])


# ---- mistakes

_PROLOGUE = re.compile(r"(?:\s|#[^\n]*|PREFIX\s+[^\s:]*:\s*<[^>]*>|BASE\s+<[^>]*>)*", re.IGNORECASE)
_KEYWORD = re.compile(r"(DESCRIBE|ASK|SELECT)\b", re.IGNORECASE)
_UNSUPPORTED = re.compile(
    r"\s*(FILTER|OPTIONAL|UNION|MINUS|BIND|GRAPH|SERVICE|GROUP|ORDER|HAVING|CONSTRUCT|INSERT|DELETE)\b", re.IGNORECASE
)


def _syntax_error(query: str, error: UnexpectedInput) -> QuerySyntaxError:
    begin = len(_PROLOGUE.match(query)[0])  # type: ignore[index]  # it matches the empty text too
    keyword = _KEYWORD.match(query, begin)
    form = keyword[1].upper() if keyword else "SELECT"
    ended = isinstance(error, UnexpectedEOF) or (isinstance(error, UnexpectedToken) and error.token.type == "$END")
    position = len(query) if ended or error.pos_in_stream is None else error.pos_in_stream
    if not query:
        problem = "the query is empty."
    elif keyword is None and begin < len(query) and not _UNSUPPORTED.match(query, begin):
        problem = f"a query begins with DESCRIBE, ASK or SELECT, and this one with {_excerpt(query, begin)}."
        position = begin
    elif unsupported := _UNSUPPORTED.match(query, position):
        problem = f"{unsupported[1].upper()} is not part of this query language."
    elif position == len(query):
        problem = "the query ends too early."
    elif isinstance(error, UnexpectedCharacters):
        problem = f'unexpected {_excerpt(query, position)}; a name stands in double quotes, with \\" for a quote in it.'
    else:
        problem = f"unexpected {_excerpt(query, position)}."
        if form == "ASK":
            problem += " ASK checks one statement: subject, relation, object."
    return QuerySyntaxError(problem, query=query, column=position + 1, example=_corrected(query, form))


def _excerpt(query: str, position: int) -> str:
    return "«" + query[position : position + 20].split("\n")[0] + "»"


def _corrected(query: str, form: str) -> str:
    """The query as it was probably meant, where that can be told; otherwise an example of its form."""
    quoted = re.match(r"""\s*DESCRIBE\s+(["'])(.{,200})\1\s*\Z""", query, re.DOTALL | re.IGNORECASE)
    if quoted:
        return f"DESCRIBE {quote(_unescaped(quoted[2]))}"
    return _EXAMPLES[form]
