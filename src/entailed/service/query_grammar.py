"""The queries that a model may write under constrained decoding: rules of `query.lark` rendered as GBNF."""

from collections.abc import Sequence
from functools import cache
from itertools import groupby

from lark import Lark
from lark.grammar import Rule, Symbol
from lark.lexer import PatternStr

from entailed.service.query_language import grammar_text

_BEGIN = "written"

MAX_NAME_CHARACTERS = 120
MAX_REPEATS = 7
"""How often a list may go on. Without an end to names and lists, a model that repeats itself would never stop."""

_TERMINALS = {
    "STRING": rf'"\"" ([^"\\\x00-\x1F\x7F] | "\\" ["\\]){{1,{MAX_NAME_CHARACTERS}}} "\""',
    "INTEGER": "[1-9] [0-9]{0,2}",
}
"""Narrower than what is read: one kind of quotes, the two escapes that a name can need."""


def query_grammar() -> dict[str, str]:
    """GBNF rules, the first of which derives the queries; every one is well-formed.

    `concept` and `relation` derive any name in double quotes. To allow certain names only, replace these two rules.
    """
    return dict(_rendered())


@cache
def _rendered() -> tuple[tuple[str, str], ...]:
    lark = Lark(grammar_text(), parser="lalr", start=_BEGIN, maybe_placeholders=False)
    terminals = _TERMINALS | {
        terminal.name: f'"{terminal.pattern.value}"'
        for terminal in lark.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    by_origin = groupby(lark.rules, key=lambda rule: rule.origin)
    return tuple((_name(origin), _body(list(rules), terminals)) for origin, rules in by_origin)


def _body(rules: list[Rule], terminals: dict[str, str]) -> str:
    """The right-hand side of a rule. A list, which lark makes left-recursive, becomes a repetition.

    llama.cpp refuses left recursion.
    """

    def sequence(symbols: Sequence[Symbol]) -> str:
        return ' " " '.join(terminals[one.name] if one.is_term else _name(one) for one in symbols)

    once = " | ".join(sequence(rule.expansion) for rule in rules if rule.expansion[0] != rule.origin)
    again = " | ".join(sequence(rule.expansion[1:]) for rule in rules if rule.expansion[0] == rule.origin)
    return f'({once}) (" " ({again})){{0,{MAX_REPEATS}}}' if again else once


def _name(symbol: Symbol) -> str:
    return symbol.name.strip("_").replace("_", "-")
