"""OBO documents as lines: frames, clauses, and the small grammar of the values in them.

The format has one statement to a line. Reading it so means that a line which breaks the rules costs that line at most,
and that every remark on the source can name its line; see docs/decisions/0013-obo-line-by-line.md.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from entailed.owl.quoted_text import QUOTED
from entailed.owl.report import Findings


class MalformedError(Exception):
    """The value of a clause is none that its tag may have; the text says what is wrong with it."""


class Clause(NamedTuple):
    """One line of a frame or of the header."""

    tag: str
    value: str
    """As written, escapes included, without the trailing comment and qualifiers."""
    qualifiers: str
    """What stands between the braces at the end; empty for none."""
    line: int


class Frame(NamedTuple):
    """The header, or one of the bracketed parts below it."""

    kind: str
    """`Term`, `Typedef` or `Instance`; empty for the header."""
    line: int
    """Where its heading stands; 0 for the header."""
    body: str


# ---- frames

_KINDS = {"term": "Term", "typedef": "Typedef", "instance": "Instance"}


def frames(document: str, findings: Findings) -> Iterator[Frame]:
    """The header and then the frames, in order. A frame of unknown kind is counted and left out."""
    header, *parts = f"\n{_one_clause_to_a_line(document)}".split("\n[")
    yield Frame("", 0, header[1:])
    line = header.count("\n") + 1
    for part in parts:
        heading, _, body = part.partition("\n")
        name, closed, rest = heading.partition("]")
        kind = _KINDS.get(name.strip().lower(), "")
        if not kind:
            findings.add("skipped", f"a frame [{name.strip()[:40]}], which OBO does not have", line=line)
        else:
            if kind != name or not closed or rest.strip()[:1] not in ("", "!"):
                findings.add("repaired", f"the heading of a frame, read as [{kind}]", line=line)
            yield Frame(kind, line, body)
        line += part.count("\n") + 1


_CONTINUED = re.compile(r"^(?:.*\\\n)+.*", re.MULTILINE)


def _one_clause_to_a_line(document: str) -> str:
    """Any kind of line end becomes a newline; a line that a backslash continues is joined, and its number kept."""
    if "\r" in document:
        document = document.replace("\r\n", "\n").replace("\r", "\n")
    if "\\\n" in document:
        document = _CONTINUED.sub(lambda lines: lines[0].replace("\\\n", "") + "\n" * lines[0].count("\n"), document)
    return document


def entities(frame: Frame, findings: Findings) -> Iterator[tuple[str, list[Clause]]]:
    """The identifier and the other clauses of a frame; where a heading was forgotten, one such pair for each `id`."""
    identifier = ""
    rest: list[Clause] = []
    for clause in clauses(frame, findings):
        if clause.tag != "id":
            rest.append(clause)
            continue
        if identifier:
            findings.add("repaired", f"a second `id` in a frame, read as a new [{frame.kind}]", line=clause.line)
            yield identifier, rest
            rest = []
        if len(clause.value.split()) > 1:
            findings.add("repaired", "a blank in an `id`", line=clause.line)
        identifier = unescaped(clause.value)
    if identifier:
        yield identifier, rest
    else:
        findings.add("skipped", f"a [{frame.kind}] frame without an `id`", line=frame.line)


# ---- clauses


def clauses(frame: Frame, findings: Findings) -> Iterator[Clause]:
    """The clauses of a frame; comments and empty lines are left out."""
    for line, written in enumerate(frame.body.split("\n"), frame.line + 1):
        tag, colon, value = written.partition(":")
        if not colon or " " in tag or tag[:1] == "!":
            tag, written = tag.strip(), written.strip()
            if not written or written[0] == "!":
                continue
            if not colon or " " in tag:
                findings.add("skipped", "a line without a tag", line=line)
                continue
        qualifiers = ""
        if ("!" in value or "{" in value) and tag != "owl-axioms":
            value, qualifiers = _without_tail(tag, value)
        yield Clause(tag, value.strip(), qualifiers, line)


_FREE_TEXT = frozenset(("name", "comment", "remark", "namespace", "created_by", "saved-by"))
"""Tags in whose values a quotation mark is a character like any other."""

# Each text has one way to match these, so that a failure costs no more than its length. Possessive quantifiers would
# say it plainly, but lose characters in Python 3.11.2.
_INSIDE = rf'[^"\\{{}}=]*=[^"\\{{}}]*(?:(?:{QUOTED}|\\.)[^"\\{{}}]*)*'
_END = r"\}\s*(?:!.*)?$"
# A `!` within a word belongs to it, as in some addresses; braces that hold no `=`, or do not end the line, are text.
_CHARACTER = rf'\\.?|(?<![\s"\]}}])!|\{{(?!{_INSIDE}{_END})'
_FREE = re.compile(rf"((?:[^\\!{{]+|{_CHARACTER})*)(?:\{{({_INSIDE}){_END})?")
_QUOTED = re.compile(rf'((?:[^"\\!{{]+|{QUOTED}|"|{_CHARACTER})*)(?:\{{({_INSIDE}){_END})?')


def _without_tail(tag: str, value: str) -> tuple[str, str]:
    """A value up to its qualifiers or its comment, and the qualifiers."""
    if '"' not in value and "{" not in value and " !" in value:  # the label behind an identifier
        return value[: value.index(" !")], ""
    found = (_FREE if tag in _FREE_TEXT else _QUOTED).match(value)
    return (found[1], found[2] or "") if found else (value, "")


# ---- values

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_MEANT = {"n": "\n", "t": "\t", "W": " "}
_WORD = re.compile(r"(?:[^\s\\]|\\.?)+")
_ITEM = re.compile(rf'(?:[^",\\]+|{QUOTED}|\\.?|")+')
_QUOTED_VALUE = re.compile(rf'({QUOTED})([^"\[]*)(?:\[(.*))?$')


class Quoted(NamedTuple):
    """A value that begins with a quoted text."""

    text: str
    words: list[str]
    """What follows the text, before any list in brackets."""
    bracketed: str | None
    """What stands in the brackets at the end; None where there are none."""
    problem: str = ""
    """How it breaks the grammar; empty where it does not."""


def unescaped(text: str) -> str:
    """A text with its escapes resolved."""
    return _ESCAPE.sub(lambda escape: _MEANT.get(escape[1], escape[1]), text) if "\\" in text else text


def words(value: str) -> list[str]:
    """Identifiers, or other words, that are separated by blanks."""
    return value.split() if "\\" not in value else [unescaped(word) for word in _WORD.findall(value)]


def items(value: str) -> list[str]:
    """The parts of a list separated by commas, still as written; empty ones are left out."""
    parts = value.split(",") if '"' not in value and "\\" not in value else _ITEM.findall(value)
    return [item for part in parts if (item := part.strip())]


def quoted(value: str) -> Quoted:
    """Take a value apart that begins with a quoted text.

    Raises:
        MalformedError: it does not begin with one, or the text has no end.
    """
    if found := _QUOTED_VALUE.match(value):
        text, between, bracketed = found.groups()
        problem = "" if bracketed is None or bracketed.endswith("]") else "a list without its closing bracket"
        return Quoted(unescaped(text[1:-1]), words(between), bracketed and bracketed.removesuffix("]"), problem)
    head, opens, bracketed = value.removesuffix("]").rpartition("[") if value.endswith("]") else (value, "", "")
    text, end, between = head[1:].rpartition('"')
    if value[:1] != '"' or not end:
        raise MalformedError("has no quoted text")
    problem = "a quotation mark within a quoted text, without the backslash that belongs before it"
    return Quoted(unescaped(text), words(between), bracketed if opens else None, problem)


def described(item: str) -> tuple[str, str | None]:
    """A cross-reference and the quoted description behind it, if there is one."""
    identifier, opens, description = item.partition('"')
    if opens and identifier.strip() and not identifier.endswith("\\") and description.endswith('"'):
        return unescaped(identifier.strip()), unescaped(description[:-1])
    return unescaped(item), None
