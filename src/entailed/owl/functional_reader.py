"""OWL 2 functional syntax, read.

Every construct is a keyword with its arguments in parentheses. Tokens are taken one by one while a stack holds what is
open; whenever a parenthesis closes, `functional_forms` says what the keyword makes of its arguments. Nothing recurses
and nothing is read twice. Axioms stay in the order of the document.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import length_hint
from typing import Any, NamedTuple, get_args

from entailed.errors import ReadError
from entailed.owl import model as owl
from entailed.owl.functional_arguments import Import, Kind, MisfitError, kinds_of_arguments, shown
from entailed.owl.functional_forms import FORMS, Form
from entailed.owl.nesting import DEEPEST, TOO_DEEP
from entailed.owl.quoted_text import QUOTED, QUOTED_OR_OPEN
from entailed.owl.report import Findings


def read_functional(document: str, *, source: str, findings: Findings) -> owl.Ontology:
    """Read a document. Imports and annotations may stand after axioms, as published files have them.

    Raises:
        ReadError: the text is not functional syntax, with the line; or an expression is nested too deeply.
    """
    match FunctionalReader(source=source, findings=findings).read(document):
        case [owl.Ontology() as ontology]:
            return ontology
    raise ReadError("it does not hold one `Ontology(…)`.", source=source, advice="Is the file cut short?")


_TOKEN = re.compile(
    rf"""
      [A-Za-z]+\s*\(                                                      # a keyword, and what opens its arguments
    | \)
    | <[^<>\n]*>
    | {QUOTED_OR_OPEN} (?: @[A-Za-z0-9_-]+ | \^\^(?:<[^<>\n]*>|[^\s()<>"=]+) )?
    | [^\s()<>"=\#]+                                                      # an abbreviated IRI, a node or a number
    | \#[^\n]*
    | \S
    """,
    re.VERBOSE | re.DOTALL,
)
_CLOSED = re.compile(QUOTED, re.DOTALL)
_ONTOLOGY = "Ontology("
_PARTS = frozenset({*get_args(owl.Axiom), owl.Annotation, Import})
"""What an ontology consists of, beside its name."""


class _Maker(NamedTuple):
    """A form with its kinds at hand."""

    form: Form
    fixed: tuple[Kind, ...]
    rest: Kind | None
    least: int
    """Number of arguments that may not be missing."""

    @classmethod
    def of(cls, form: Form, kinds: dict[str, Kind]) -> "_Maker":
        *names, last = form.arguments.split()
        rest = kinds[last[:-1]] if last.endswith("*") else None
        fixed = [kinds[name] for name in names] + ([] if rest else [kinds[last.removesuffix("?")]])
        return cls(form, tuple(fixed), rest, len(names) if last[-1] in "*?" else len(fixed))

    def make(self, arguments: list[Any]) -> Any:
        """The value of the construct."""
        form, fixed, rest, least = self
        if form.annotated:
            count = 0
            while count < len(arguments) and arguments[count].__class__ is owl.Annotation:
                count += 1
            annotations = tuple(arguments[:count])
            del arguments[:count]
        if not least <= len(arguments) or (rest is None and len(arguments) > len(fixed)):
            raise MisfitError(f"{len(arguments)} arguments stand where these should: {form.arguments}")
        values = [kind(argument) for kind, argument in zip(fixed, arguments, strict=False)]
        if rest is not None:
            values.append(tuple(map(rest, arguments[len(fixed) :])))
        return form.make(*values, annotations=annotations) if form.annotated else form.make(*values)


class FunctionalReader:
    """Reads documents, or axioms by themselves; every entity is made once."""

    def __init__(
        self,
        *,
        source: str,
        findings: Findings,
        prefixes: Iterable[tuple[str, owl.Iri]] = (),
        declares_prefixes: bool = True,
    ) -> None:
        """Take the prefixes that hold from the beginning, and whether what is read may declare others."""
        self._source = source
        self._declares_prefixes = declares_prefixes
        self._findings = findings
        self._prefixes = dict(prefixes)
        kinds = kinds_of_arguments(self._prefixes, findings)
        self._iri = kinds["iri"]
        self._makers = {f"{keyword}(": _Maker.of(form, kinds) for keyword, form in FORMS.items()}

    def read(self, text: str) -> list[Any]:
        """What stands in the text side by side: the one ontology of a document, or axioms.

        Raises:
            ReadError: the text is not functional syntax, with the line; or an expression is nested too deeply.
        """
        tokens = _TOKEN.findall(text)
        upcoming = iter(tokens)
        try:
            return self._read(upcoming)
        except MisfitError as misfit:
            line = _line(text, len(tokens) - length_hint(upcoming) - 1)
            raise ReadError(f"{misfit}.", source=self._source, line=line, advice="Correct it there.") from misfit

    def _read(self, tokens: Iterator[str]) -> list[Any]:
        makers = self._makers
        open_: list[tuple[str, list[Any]]] = []
        keyword: str = ""
        arguments: list[Any] = []
        symbol = ""
        for symbol in tokens:
            if symbol == ")":
                if not open_:
                    raise MisfitError("`)` closes nothing")
                maker = makers.get(keyword)
                value = maker.make(arguments) if maker else self._of_the_document(keyword, arguments)
                keyword, arguments = open_.pop()
                if keyword == _ONTOLOGY:
                    _check_part(value, arguments)
                if value is not None:
                    arguments.append(value)
            elif symbol[-1] == "(" and symbol[0] != "#":
                open_.append((keyword, arguments))
                if len(open_) > DEEPEST:
                    raise MisfitError(TOO_DEEP)
                keyword, arguments = symbol if symbol in makers else f"{symbol[:-1].rstrip()}(", []
            elif symbol[0] != "#":
                arguments.append(symbol)
        if symbol[:1] == '"' and not _CLOSED.match(symbol):
            raise MisfitError("a literal is not closed")
        if open_:
            raise MisfitError(f"the end comes before `{keyword}…)` is closed")
        return arguments

    def _of_the_document(self, keyword: str, arguments: list[Any]) -> Any:
        """What is made of a keyword that has no form; None for a prefix, which is noted."""
        match keyword, arguments:
            case "(", _:
                return tuple(arguments)
            case "Ontology(", _:
                return self._ontology(arguments)
            case "Prefix(", _ if not self._declares_prefixes:
                raise MisfitError("a `Prefix` stands where none may be declared")
            case "Prefix(", [str(name), "=", str(namespace)] if name[-1] == ":" and namespace[0] == "<":
                self._prefixes[name[:-1]] = self._iri(namespace)
                return None
            case "Prefix(", _:
                raise MisfitError("a `Prefix` is a name that ends with a colon, `=`, and an IRI")
        raise MisfitError(f"`{keyword[:-1]}` is no keyword of functional syntax")

    def _ontology(self, arguments: list[Any]) -> owl.Ontology:
        named = next((n for n, part in enumerate(arguments) if part.__class__ is not str), len(arguments))
        names, parts = list(map(self._iri, arguments[:named])), arguments[named:]
        if len(names) > 2 or (parts and parts[-1].__class__ is str):
            raise MisfitError(f"{shown(arguments[-1])} stands where an axiom should")
        imports = [part.iri for part in parts if part.__class__ is Import]
        annotations = [part for part in parts if part.__class__ is owl.Annotation]
        head = len(imports) + len(annotations)
        order = [part.__class__ for part in parts[:head]]
        if order != [Import] * len(imports) + [owl.Annotation] * len(annotations):
            what = "an import after an annotation or an axiom, or an annotation after an axiom: the order was corrected"
            self._findings.add("repaired", what)
        axioms = [part for part in parts if part.__class__ not in (Import, owl.Annotation)] if head else parts
        return owl.Ontology(
            iri=names[0] if names else None,
            version_iri=names[1] if len(names) == 2 else None,
            imports=tuple(imports),
            annotations=tuple(annotations),
            axioms=tuple(dict.fromkeys(axioms)),
            prefixes=tuple(self._prefixes.items()),
        )


def _check_part(value: Any, before: list[Any]) -> None:
    """Check what is to be put into an ontology, and what was put there last."""
    if value.__class__ not in _PARTS:
        raise MisfitError(f"{shown(value)} stands where an axiom should")
    only_names = len(before) <= 2 and all(part.__class__ is str for part in before)
    if not only_names and before[-1].__class__ is str:
        raise MisfitError(f"{shown(before[-1])} stands where an axiom should")


def _line(text: str, number: int) -> int:
    """The line of a token, by its number from 0."""
    token = next(islice(_TOKEN.finditer(text), number, None))
    return text.count("\n", 0, token.start()) + 1
