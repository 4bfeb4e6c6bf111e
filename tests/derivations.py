"""Random texts that a GBNF grammar derives: what a model without any sense may write under it."""

import re
from collections.abc import Callable
from random import Random

Derive = Callable[[Random], str]

_TOKEN = re.compile(
    r"""\s*(?:"(?P<literal>(?:[^"\\]|\\.)*)"|\[(?P<klass>(?:[^\]\\]|\\.)+)\]|(?P<name>[a-zA-Z][a-zA-Z0-9-]*)"""
    r"""|\{(?P<least>\d+),(?P<most>\d+)\}|(?P<sign>[()|?]))"""
)
_CHARACTER = re.compile(r"\\x[0-9A-F]{2}|\\u[0-9A-F]{4}|\\U[0-9A-F]{8}|\\.|.", re.DOTALL)
_UNLIKELY = "\x00\n\r\x7f\x85\u00a0\u2028\u3000\ufeff😀é中\"'\\`<>{}[]():;#*"


class Derivations:
    """A grammar, read once."""

    def __init__(self, grammar: str) -> None:
        self._rules: dict[str, Derive] = {}
        for line in grammar.splitlines():
            name, _, body = line.partition(" ::= ")
            assert name not in self._rules
            self._tokens = list(_TOKEN.finditer(body.rstrip()))
            assert "".join(match[0] for match in self._tokens) == body.rstrip(), f"cannot be read: {body}"
            self._rules[name] = self._alternatives()
            assert not self._tokens

    def sample(self, random: Random) -> str:
        return self._rules["root"](random)

    def _alternatives(self) -> Derive:
        choices = [self._sequence()]
        while self._tokens and self._tokens[0]["sign"] == "|":
            self._tokens.pop(0)
            choices.append(self._sequence())
        return lambda random: random.choice(choices)(random)

    def _sequence(self) -> Derive:
        parts: list[Derive] = []
        while self._tokens and self._tokens[0]["sign"] not in (")", "|"):
            parts.append(self._repeated(self._one()))
        return lambda random: "".join(part(random) for part in parts)

    def _repeated(self, one: Derive) -> Derive:
        if self._tokens and (self._tokens[0]["least"] or self._tokens[0]["sign"] == "?"):
            token = self._tokens.pop(0)
            least, most = (0, 1) if token["sign"] else (int(token["least"]), int(token["most"]))
            few = min(most, least + 3)
            return lambda random: "".join(
                one(random)
                for _ in range(random.choice([least, few, random.randint(least, few), random.randint(least, most)]))
            )
        return one

    def _one(self) -> Derive:
        token = self._tokens.pop(0)
        if token["literal"] is not None:
            text = "".join(map(_character, _CHARACTER.findall(token["literal"])))
            return lambda random: text
        if token["klass"] is not None:
            return _character_class(token["klass"])
        if token["name"] is not None:
            return lambda random: self._rules[token["name"]](random)
        assert token["sign"] == "("
        inner = self._alternatives()
        assert self._tokens.pop(0)["sign"] == ")"
        return inner


def _character(written: str) -> str:
    if written[0] != "\\":
        return written
    if written[1] in "xuU" and len(written) > 2:
        return chr(int(written[2:], 16))
    return {"n": "\n", "r": "\r", "t": "\t"}.get(written[1], written[1])


def _character_class(written: str) -> Derive:
    negated = written.startswith("^")
    signs = _CHARACTER.findall(written.removeprefix("^"))
    ranges = []
    while signs:
        first = last = _character(signs.pop(0))
        if len(signs) > 1 and signs[0] == "-":
            signs.pop(0)
            last = _character(signs.pop(0))
        ranges.append((first, last))
    pool = [chr(code) for code in range(0x20, 0x250)] + list(_UNLIKELY)
    allowed = [sign for sign in pool if negated is not any(first <= sign <= last for first, last in ranges)]
    unlikely = [sign for sign in allowed if sign in _UNLIKELY] or allowed
    return lambda random: random.choice(random.choice([allowed, unlikely]))
