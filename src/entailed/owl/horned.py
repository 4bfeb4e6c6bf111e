"""OWL/XML and Manchester syntax, through `py-horned-owl`; the only module that imports it.

The library writes what it parsed as functional syntax, which is then read like any other: its text is taken apart much
faster than its objects, and it is sorted, so that two readings of a file are equal.
"""

import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any, Literal, TypeAlias

import pyhornedowl

from entailed.errors import ReadError
from entailed.owl import model as owl
from entailed.owl.functional_reader import read_functional
from entailed.owl.iris import repaired_iri
from entailed.owl.nesting import refuse_deep_nesting
from entailed.owl.quoted_text import QUOTED_OR_OPEN
from entailed.owl.report import Findings

Serialization: TypeAlias = Literal["owx", "omn"]
_ADVICE = "Correct it there, or convert the file with another tool."


def read_horned(text: str, serialization: Serialization, *, source: str, findings: Findings) -> owl.Ontology:
    """Parse a document.

    Raises:
        ReadError: the library does not accept the text, with the line where the library says one; or an expression is
            nested too deeply.
    """
    if serialization == "omn":
        refuse_deep_nesting(text, source=source)
    text = _with_repaired_iris(text, serialization, findings)
    try:
        parsed = pyhornedowl.open_ontology_from_string(text, serialization=serialization)
        written = parsed.save_to_string("ofn")
    except ValueError as error:
        raise _read_error(str(error), text, source) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # the library has no name for it, and it is no `Exception`
            raise
        raise ReadError(f"the parser failed on it: {error}.", source=source, advice=_ADVICE) from error
    _count_lost_annotations(parsed, written, findings)
    try:
        return read_functional(written, source=source, findings=findings)
    except ReadError as error:  # its line is not one of the source
        raise ReadError(error.problem, source=source, advice=_ADVICE) from error


# ---- what the library would drop or change without a word

_MANCHESTER = re.compile(
    rf'{QUOTED_OR_OPEN}|#[^\n]*|(?<=<)(?P<iri>[A-Za-z][\w+.-]*:[^<>"\n]*)(?=>)',
    re.DOTALL,
)
_MARKUP = re.compile(
    r"""
      <!--.*?--> | <!\[CDATA\[.*?\]\]> | <\?.*?\?>
    | <(?:[\w.-]+:)?(?:IRI|AbbreviatedIRI|Import)\b[^<>]*(?<!/)>(?P<iri>[^<]*)
    | <[\w:.-]+(?P<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))+)
    """,
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""(?P<name>[\w:.-]+)\s*=\s*(?P<quote>["'])(?P<value>.*?)(?P=quote)""", re.DOTALL)


def _with_repaired_iris(text: str, serialization: Serialization, findings: Findings) -> str:
    is_xml = serialization == "owx"
    parts: list[str] = []
    line, counted, copied = 1, 0, 0
    for start, end in _xml_iris(text) if is_xml else _manchester_iris(text):
        line += text.count("\n", counted, start)
        counted = start
        iri = unescape(text[start:end]) if is_xml else text[start:end]
        repaired = repaired_iri(iri, findings, line=line)
        if repaired != iri:
            parts += text[copied:start], escape(repaired) if is_xml else repaired
            copied = end
    return "".join((*parts, text[copied:]))


def _manchester_iris(text: str) -> Iterator[tuple[int, int]]:
    """Where IRIs begin and end."""
    return (match.span("iri") for match in _MANCHESTER.finditer(text) if match["iri"])


def _xml_iris(text: str) -> Iterator[tuple[int, int]]:
    """Where IRIs begin and end, in a document that is well-formed."""
    for match in _MARKUP.finditer(text):
        if match["iri"]:
            yield match.span("iri")
        elif match["attributes"]:
            for attribute in _ATTRIBUTE.finditer(text, *match.span("attributes")):
                if attribute["name"].endswith("IRI"):
                    yield attribute.span("value")


def _count_lost_annotations(parsed: Any, written: str, findings: Findings) -> None:
    """The annotations of a `HasKey` are parsed and not written."""
    if "HasKey(" not in written:
        return
    lost = sum(len(item.ann) for item in parsed.get_components() if type(item.component).__name__ == "HasKey")
    if lost:
        findings.add("skipped", "annotations of a `HasKey` axiom", count=lost)


# ---- errors

_PLACE = re.compile(r"line_col: Pos\(\((\d+), (\d+)\)\)")
_OFFSET = re.compile(r"Byte(?:Position|Span)\((\d+)")
_EXPECTED = re.compile(r"positives: \[([^\]]*)\]")


def _read_error(message: str, text: str, source: str) -> ReadError:
    """Turn the library's debug print into a line number and a sentence."""
    if place := _PLACE.search(message):
        line, column = int(place[1]), int(place[2])
        here = text.split("\n")[line - 1][column - 1 :].strip()
        found = f"`{here[:80]}`" if here else "the end of the line"
        expected = _EXPECTED.search(message)
        problem = f"cannot go on at {found}" + (f"; expected one of {expected[1]}." if expected else ".")
        return ReadError(problem, source=source, line=line, advice=_ADVICE)
    offset = _OFFSET.search(message)
    line_of_offset = text.encode().count(b"\n", 0, int(offset[1])) + 1 if offset and int(offset[1]) else None
    problem = message.removeprefix("Failed to open ontology: ") + "."
    return ReadError(problem, source=source, line=line_of_offset, advice=_ADVICE)
