"""Whatever constrained decoding lets a model write is a usable reply."""

from random import Random

from derivations import Derivations
from entailed.agent import Action, FinalAnswer, parse_reply
from entailed.agent.reply_grammar import reply_grammar
from entailed.llm.gbnf import one_of

ARGUMENTS = {"look": {"name": r'"\"" [^"\\\x00-\x1F]{0,9} "\""'}, "count": {"number": "[0-9]{1,3}"}}
ANSWER = {"answer": one_of(["yes", "no"])}


def test_every_reply_is_an_action_or_an_answer_and_nothing_of_it_is_lost():
    grammar = Derivations(reply_grammar(ARGUMENTS, ANSWER))
    random = Random(1)
    tools = set()
    for _ in range(3000):
        text = grammar.sample(random)
        turn = parse_reply(text)
        thought, said = text.split("\n")
        assert thought.startswith("Thought: ")
        match turn.move:
            case Action(tool=tool, argument=argument):
                tools.add(tool)
                assert said == f"Action: {tool}({argument})"
            case FinalAnswer(text=answer):
                assert said == f"Answer: {answer}"
            case other:
                raise AssertionError(f"{other} from {text!r}")
    assert tools == {"look", "count"}


def test_without_tools_only_the_answer_is_left():
    grammar = Derivations(reply_grammar({}, ANSWER))
    random = Random(2)
    assert {type(parse_reply(grammar.sample(random)).move) for _ in range(50)} == {FinalAnswer}
