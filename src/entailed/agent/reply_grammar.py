"""The reply of the ReAct loop as a grammar: one Thought, then one tool call or the answer.

A reply that was decoded under it always parses: no marker can stand inside the Thought, which is a single line, and
nothing follows the call or the answer.
"""

from collections.abc import Mapping

from entailed.llm.gbnf import LINE, Rules, literal, render, start

MAX_THOUGHT_CHARACTERS = 600
"""A small model that is not told to stop goes on until its reply is cut, and a cut reply is lost."""


def reply_grammar(arguments: Mapping[str, Rules], answer: Rules) -> str:
    """GBNF of a reply.

    Args:
        arguments: What may stand between the parentheses of a call, by the name of the tool; without tools, the reply
            is the answer.
        answer: What may stand after `Answer:`.

    The names of all rules differ from each other, and from `root` and `thought`.
    """
    moves = [f"{literal(f'Action: {tool}(')} {start(rules)} {literal(')')}" for tool, rules in arguments.items()]
    moves.append(f"{literal('Answer: ')} {start(answer)}")
    rules = {
        "root": rf'"Thought: " thought "\n" ({" | ".join(moves)})',
        "thought": f"{LINE}{{1,{MAX_THOUGHT_CHARACTERS}}}",
    }
    for more in (*arguments.values(), answer):
        rules |= more
    return render(rules)
