"""Calls and answers that were decoded under a grammar can be read."""

import json
from random import Random
from typing import Any

from derivations import Derivations
from entailed.agent import JsonProblem
from entailed.agent.replies import Action, FinalAnswer, parse_reply
from entailed.agent.reply_grammar import reply_grammar
from entailed.llm.gbnf import render, start
from entailed.oak.answering.call_arguments import read_arguments
from entailed.oak.answering.call_grammar import answer_rules, arguments_rules
from entailed.oak.answering.comparison import read_answer
from entailed.oak.functions.files import parse_function

_HEAD = 'from typing import Any, Literal\n\n\ndef f({}) -> int:\n    """Does."""\n    return 1\n'
KINDS = (
    "a: str, b: int, c: float, d: bool, e: Literal['x', 'y (\"z\")'], f: list[int], h: int | None, "
    "i: Any, j: list[str] = [], k: Literal[1] = 1"
)


def function_of(parameters: str, name: str = "f") -> Any:
    return parse_function(_HEAD.format(parameters).replace("def f", f"def {name}"), name=name, source="f.py")


def test_every_call_binds_all_kinds_of_parameters() -> None:
    function = function_of(KINDS)
    rules = arguments_rules(function)
    grammar = Derivations(render({"root": start(rules), **rules}))
    random = Random(1)
    seen: set[str] = set()
    for _ in range(300):
        text = grammar.sample(random)
        given = read_arguments(text, function)
        assert not isinstance(given, JsonProblem), text
        seen |= function.bound(given).keys() & given.keys()
    assert seen == set("abcdefhijk")


def test_a_mapping_binds() -> None:
    function = function_of("a: dict[str, list[float]]")
    rules = arguments_rules(function)
    grammar = Derivations(render({"root": start(rules), **rules}))
    random = Random(1)
    for _ in range(50):
        function.bound(json.loads(grammar.sample(random)))  # where a key comes twice, a call is refused


def test_parameters_that_all_have_defaults_may_be_left_out() -> None:
    function = function_of("a: int = 1, b: str = 'x'")
    rules = arguments_rules(function)
    grammar = Derivations(render({"root": start(rules), **rules}))
    random = Random(1)
    found = [read_arguments(grammar.sample(random), function) for _ in range(100)]
    assert {tuple(given) for given in found if not isinstance(given, JsonProblem)} == {(), ("a",), ("b",)}


def test_a_reply_is_a_call_of_a_function_or_an_answer() -> None:
    functions = {name: function_of("a: str, b: int = 1", name) for name in ("find_it", "find")}
    grammar = Derivations(reply_grammar({name: arguments_rules(f) for name, f in functions.items()}, answer_rules()))
    random = Random(1)
    called: set[str] = set()
    for _ in range(300):
        text = grammar.sample(random)
        match parse_reply(text).move:
            case Action(tool=tool, argument=argument):
                called.add(tool)
                assert not isinstance(read_arguments(argument, functions[tool]), JsonProblem), text
            case FinalAnswer(text=answer):
                assert not isinstance(read_answer(answer), JsonProblem), text
            case other:
                raise AssertionError(other)
    assert called == {"find_it", "find"}
