"""From a question as a person writes it to a `Question`."""

import re
from collections.abc import Sequence
from enum import StrEnum

from entailed.oarag.questions import FreeText, ListOfNames, OneOption, Question, SeveralOptions, YesNoMaybe


class QuestionKind(StrEnum):
    """How a question is to be answered."""

    OPTIONS = "options"
    """Any number of the options."""
    ONE_OPTION = "one-option"
    NAMES = "names"
    YES_NO = "yes-no"
    TEXT = "text"


_YES_NO = re.compile(r"\s*(is|are|does|do|can|has|have)\b", re.IGNORECASE)
_NAMES = re.compile(r"\s*(which|what|find|list|name)\b", re.IGNORECASE)


def make_question(
    text: str, *, options: Sequence[str] = (), kind: QuestionKind | str | None = None, context: str = ""
) -> Question:
    """The question in the form that is asked for.

    Args:
        text: The question in words.
        options: What to choose from.
        kind: The form of the answer; None for the one that the options, or else the first word, suggest.
        context: Text that the question comes with.

    Raises:
        ValueError: There is no such kind, options and kind do not go together, or a text is empty.
    """
    if kind is None:
        kind = _suggested(text, options)
    elif kind not in list(QuestionKind):
        raise ValueError(f"there is no kind of question `{kind}`: choose one of {', '.join(QuestionKind)}")
    if bool(options) != (kind in (QuestionKind.OPTIONS, QuestionKind.ONE_OPTION)):
        raise ValueError(
            f"a question of kind `{kind}` takes no options: leave them out, or choose the kind `options`"
            if options
            else f"a question of kind `{kind}` needs options: give them"
        )
    match QuestionKind(kind):
        case QuestionKind.OPTIONS:
            return SeveralOptions(text=text, options=tuple(options), context=context)
        case QuestionKind.ONE_OPTION:
            return OneOption(text=text, options=tuple(options), context=context)
        case QuestionKind.NAMES:
            return ListOfNames(text=text, context=context)
        case QuestionKind.YES_NO:
            return YesNoMaybe(text=text, context=context)
        case QuestionKind.TEXT:
            return FreeText(text=text, context=context)


def _suggested(text: str, options: Sequence[str]) -> QuestionKind:
    if options:
        return QuestionKind.OPTIONS
    if _YES_NO.match(text):
        return QuestionKind.YES_NO
    return QuestionKind.NAMES if _NAMES.match(text) else QuestionKind.TEXT
