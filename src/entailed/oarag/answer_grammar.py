"""The replies of the stages of OA-RAG as grammars: an answer in the question's form, and what it claims."""

import json
from collections.abc import Iterable, Sequence
from string import ascii_uppercase

from entailed.llm.gbnf import Rules, json_list, json_text, one_of, render, start
from entailed.oarag.questions import FreeText, ListOfNames, OneOption, Question, SeveralOptions, YesNoMaybe

_MAX_REASONING_CHARACTERS = 800
_MAX_TEXT_CHARACTERS = 600
_MAX_NAME_CHARACTERS = 120
_MAX_ITEMS = 20

# No brackets and no `<`: reasoning that begins like JSON or like a tag would hide the answer behind it.
_REASONING = rf"[^<{{}}\[\]\x00-\x1F\x7F]{{1,{_MAX_REASONING_CHARACTERS}}}"


def answer_rules(question: Question) -> Rules:
    """The JSON object that answers the question; the first rule derives it."""
    match question:
        case SeveralOptions(options=options):
            value, item = json_list("answer-item", len(options)), _letter(options)
        case OneOption(options=options):
            value, item = "answer-item", _letter(options)
        case ListOfNames():
            value, item = json_list("answer-item", _MAX_ITEMS), json_text(_MAX_NAME_CHARACTERS)
        case YesNoMaybe():
            value, item = "answer-item", one_of(f'"{word}"' for word in ("yes", "no", "maybe"))
        case FreeText():
            value, item = "answer-item", json_text(_MAX_TEXT_CHARACTERS)
    return {"answer": rf'"{{\"answer\": " {value} "}}"', "answer-item": item}


def reasoned_answer_grammar(question: Question) -> str:
    """GBNF of the answer, with or without a line of reasoning above it."""
    answer = answer_rules(question)
    return render({"root": rf'({_REASONING} "\n")? {start(answer)}', **answer})


def claims_grammar(concepts: Iterable[str], relations: Iterable[str], most: int) -> str:
    """GBNF of claims, as triples over names that are offered, and whether they are complete."""
    return render(
        {
            "root": rf'"{{\"claims\": " {json_list("claim", most)} ", \"complete\": " ("true" | "false") "}}"',
            "claim": r'"{\"subject\": " concept ", \"relation\": " relation ", \"object\": " concept "}"',
            "concept": one_of(map(_json, concepts)),
            "relation": one_of(map(_json, relations)),
        }
    )


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _letter(options: Sequence[str]) -> str:
    return one_of(f'"{letter}"' for letter in ascii_uppercase[: len(options)])
