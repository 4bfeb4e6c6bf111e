"""The replies of the stages of OA-RAG as grammars: an answer in the question's form, and what it rests on."""

import json
from collections.abc import Collection, Iterable, Sequence
from string import ascii_uppercase

from entailed.llm.gbnf import Rules, one_of, render, start
from entailed.oarag.grounding import GroundingLevel
from entailed.oarag.questions import FreeText, ListOfNames, OneOption, Question, SeveralOptions, YesNoMaybe

_MAX_REASONING_CHARACTERS = 800
_MAX_TEXT_CHARACTERS = 600
_MAX_NAME_CHARACTERS = 120
_MAX_ITEMS = 20

# No brackets and no `<`: reasoning that begins like JSON or like a tag would hide the answer behind it.
_REASONING = rf"[^<{{}}\[\]\x00-\x1F\x7F]{{1,{_MAX_REASONING_CHARACTERS}}}"
_VISIBLE = r"[!#-\[\]-~\xA1-\u167F\u3001-\uD7FF]"
"""A first character that is no space, of which Unicode has many, and that JSON does not escape."""


def answer_rules(question: Question) -> Rules:
    """The JSON object that answers the question; the first rule derives it."""
    match question:
        case SeveralOptions(options=options):
            value, item = _list("answer-item", len(options)), _letter(options)
        case OneOption(options=options):
            value, item = "answer-item", _letter(options)
        case ListOfNames():
            value, item = _list("answer-item", _MAX_ITEMS), _text(_MAX_NAME_CHARACTERS)
        case YesNoMaybe():
            value, item = "answer-item", one_of(f'"{word}"' for word in ("yes", "no", "maybe"))
        case FreeText():
            value, item = "answer-item", _text(_MAX_TEXT_CHARACTERS)
    return {"answer": rf'"{{\"answer\": " {value} "}}"', "answer-item": item}


def reasoned_answer_grammar(question: Question) -> str:
    """GBNF of the answer, with or without a line of reasoning above it."""
    answer = answer_rules(question)
    return render({"root": rf'({_REASONING} "\n")? {start(answer)}', **answer})


def attribution_grammar(known: Collection[str]) -> str:
    """GBNF of the evidence that is cited, by its numbers, and the grounding level."""
    cited = _list("evidence", len(known))
    return render(
        {
            "root": rf'"{{\"evidence\": " {cited} ", \"grounding\": " level "}}"',
            "evidence": one_of(f'"{number}"' for number in known),
            "level": one_of(f'"{level}"' for level in GroundingLevel),
        }
    )


def claims_grammar(concepts: Iterable[str], relations: Iterable[str], most: int) -> str:
    """GBNF of claims, as triples over names that are offered, and whether they are complete."""
    return render(
        {
            "root": rf'"{{\"claims\": " {_list("claim", most)} ", \"complete\": " ("true" | "false") "}}"',
            "claim": r'"{\"subject\": " concept ", \"relation\": " relation ", \"object\": " concept "}"',
            "concept": one_of(map(_json, concepts)),
            "relation": one_of(map(_json, relations)),
        }
    )


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _letter(options: Sequence[str]) -> str:
    return one_of(f'"{letter}"' for letter in ascii_uppercase[: len(options)])


def _list(item: str, most: int) -> str:
    return f'"[" ({item} (", " {item}){{0,{most - 1}}})? "]"'


def _text(most: int) -> str:
    character = r'([^"\\\x00-\x1F\x7F] | "\\" ["\\])'
    return rf'"\"" {_VISIBLE} {character}{{0,{most - 1}}} "\""'
