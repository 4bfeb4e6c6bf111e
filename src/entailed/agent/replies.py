"""What a model meant by one ReAct reply.

The first marker at a line start decides: `Action:` makes the reply an action and everything after that action is
dropped (later actions and answers were planned without seeing its result); `Answer:` or `Final Answer:` makes the
whole rest the answer, whatever words stand in it; `Observation:` is the model playing the tool, and is dropped with
all that follows. An action that comes before an answer therefore runs, and the answer is ignored.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

from entailed.llm import Message, Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """The model calls a tool."""

    tool: str
    argument: str
    thought: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalAnswer:
    """The model is done."""

    text: str
    thought: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """The model reasons and neither acts nor answers yet."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """The reply is none of the forms."""

    problem: str
    """What is wrong, as a clause that can be told to the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """The reply holds no text."""


Move: TypeAlias = Action | FinalAnswer | Thought | Malformed | Blank


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A reply as it was understood."""

    move: Move
    kept: str
    """The part of the reply that belongs in the history: no reasoning block, nothing after the first action."""


# Bold markers, headings and the numbers of the original ReAct format (`Action 2:`) are tolerated around the word.
_MARKER = re.compile(
    r"^[ \t]*(?:[#>]+[ \t]*)?(?P<bold>[*_]{1,3})?"
    r"(?P<word>thought|action[ \t]input|action|observation|(?:final[ \t])?answer)"
    r"(?:[ \t]\d+)?(?(bold)[*_]{0,3})[ \t]*[:：](?(bold)[*_]{0,3})",
    re.MULTILINE | re.IGNORECASE,
)
_REASONING = re.compile(r"^[ \t]*<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.MULTILINE | re.DOTALL | re.IGNORECASE)
# Some chat templates open the block in the prompt, so that the reply holds its end only.
_REASONING_TAIL = re.compile(r"\A.*^[ \t]*</think(?:ing)?>", re.MULTILINE | re.DOTALL | re.IGNORECASE)
_TOOL = re.compile(r"\s*(?:```\w*\s*\n)?[\s*`]*([A-Za-z][\w-]*)[*`]*")
_CALL = re.compile(r"\s*\(")
_FENCED = re.compile(r"\A\s*```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)


def without_reasoning(text: str) -> str:
    """The text without `<think>` blocks; one that is never closed runs to the end."""
    return _REASONING_TAIL.sub("", _REASONING.sub("", text))


def said(reply: Reply) -> Message:
    """The reply as a turn of the conversation, without its reasoning block."""
    return Message(role="assistant", content=without_reasoning(reply.text).strip() or "(no reply)")


def parse_reply(text: str) -> Turn:
    """Read one reply; see the module for what decides between its parts."""
    text = without_reasoning(text).strip()
    if not text:
        return Turn(move=Blank(), kept="")
    for marker in _MARKER.finditer(text):
        match _word(marker):
            case "action":
                return _action(text, marker)
            case "answer":
                return _answer(text, marker)
            case "observation":
                return _no_move(text[: marker.start()].rstrip())
    return _no_move(text)


def _word(marker: re.Match[str]) -> str:
    word = marker["word"].lower()
    return "answer" if word.endswith("answer") else "input" if word.endswith("input") else word


def _no_move(kept: str) -> Turn:
    thought = _thought(kept)
    if thought and any(_word(marker) == "thought" for marker in _MARKER.finditer(kept)):
        return Turn(move=Thought(text=thought), kept=kept)
    problem = "it holds neither an Action nor an Answer" if kept else "only the tool writes an Observation"
    return Turn(move=Malformed(problem=problem), kept=kept)


def _answer(text: str, marker: re.Match[str]) -> Turn:
    answer = _unwrapped(text[marker.end() :])
    if not answer:
        return Turn(move=Malformed(problem="its Answer is empty"), kept=text)
    return Turn(move=FinalAnswer(text=answer, thought=_thought(text[: marker.start()])), kept=text)


def _action(text: str, marker: re.Match[str]) -> Turn:
    block = text[marker.end() : _block_end(text, marker)]
    tool = _TOOL.match(block)
    if tool is None:
        return Turn(move=Malformed(problem="its Action names no tool"), kept=text[: marker.end()])
    argument, used = _argument(block, tool.end())
    move = Action(tool=tool[1], argument=argument, thought=_thought(text[: marker.start()]))
    return Turn(move=move, kept=text[: marker.end() + used].rstrip())


def _block_end(text: str, action: re.Match[str]) -> int:
    later = (marker for marker in _MARKER.finditer(text, action.end()) if _word(marker) != "input")
    return next((marker.start() for marker in later), len(text))


def _argument(block: str, start: int) -> tuple[str, int]:
    """The argument of the action in `block`, and how much of the block it takes up."""
    call = _CALL.match(block, start)
    if call is not None:
        end = _closing_parenthesis(block, call.end())
        return _unfenced(block[call.end() : end]), min(end + 1, len(block))
    marker = next((marker for marker in _MARKER.finditer(block, start)), None)
    begin = start if marker is None else marker.end()
    return _unfenced(block[begin:].lstrip(" \t:")), len(block)


def _closing_parenthesis(block: str, start: int) -> int:
    """Where the call that opened before `start` closes; parentheses inside quotes do not count."""
    depth, quote, position = 1, "", start
    while position < len(block):
        sign = block[position]
        if quote:
            if sign == "\\":
                position += 1
            elif sign == quote:
                quote = ""
        elif sign in "\"'":
            quote = sign
        elif sign in "()":
            depth += 1 if sign == "(" else -1
            if depth == 0:
                return position
        position += 1
    last = block.rfind(")", start)
    return last if last >= 0 else len(block)


def _unfenced(argument: str) -> str:
    fenced = _FENCED.match(argument)
    return fenced[1].strip() if fenced else _unwrapped(argument)


def _unwrapped(text: str) -> str:
    """The text without an end of a fence, code span or bold passage that began before it."""
    text = text.strip()
    for mark in ("```", "**", "`"):
        if text.endswith(mark) and text.count(mark) % 2:
            text = text.removesuffix(mark).rstrip()
    return text


def _thought(text: str) -> str:
    return _MARKER.sub("", text).strip(" \t\n`*")
