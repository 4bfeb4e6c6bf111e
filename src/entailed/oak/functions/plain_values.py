"""Values that go into the sandbox or come out of it: copied, counted, and of plain types only."""

from dataclasses import is_dataclass
from typing import Any

_DEEPEST = 30
_LARGEST_INTEGER = 2**63


class NotPlainError(ValueError):
    """A value is none that may go in or come out; the text continues a sentence about it."""


def plain_copy(value: Any, *, most_items: int, most_characters: int, objects: bool = False) -> Any:
    """A copy of a value; what is in it twice counts twice, as it would where it is written out.

    Args:
        value: Anything.
        most_items: How many values it may be, those within others counted too.
        most_characters: Of all its texts.
        objects: Whether dataclasses may be in it, as they are. Code in the sandbox cannot make them, and only hands
            back those that it was given.

    Raises:
        NotPlainError: it is larger or deeper than allowed, or holds something else than None, truth values, numbers,
            texts, and lists and mappings (by text) of such.
    """
    items, characters = 0, 0

    def copy(part: Any, depth: int) -> Any:
        nonlocal items, characters
        items += 1
        if items > most_items or depth > _DEEPEST:
            raise NotPlainError(f"has more than {most_items:,} values, or is nested deeper than {_DEEPEST} levels.")
        match part:
            case None | bool():
                return part
            case str():
                characters += len(part)
                if characters > most_characters:
                    raise NotPlainError(f"has more than {most_characters:,} characters.")
                return part
            case int():
                if not -_LARGEST_INTEGER <= part < _LARGEST_INTEGER:
                    raise NotPlainError("has an integer of more than 64 bits.")
                return part
            case float():
                if not abs(part) < float("inf"):
                    raise NotPlainError(f"has the number `{part}`, which is none.")
                return part
            case list() | tuple():
                return [copy(item, depth + 1) for item in part]
            case dict():
                return {_key(copy(key, depth + 1)): copy(item, depth + 1) for key, item in part.items()}
        if objects and is_dataclass(part) and not isinstance(part, type):
            return part
        raise NotPlainError(
            f"has a value of the type `{type(part).__name__}`. "
            "What goes in and comes out are None, truth values, numbers, texts, and lists and dicts of such."
        )

    return copy(value, 0)


def _key(key: Any) -> str:
    if isinstance(key, str):
        return key
    raise NotPlainError(f"has the key {str(key)[:100]}. Keys are texts.")
