"""Items as JSON lines, one item a line; `docs/benchmark-data.md` describes the keys."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from entailed.benchmark.items import Conditions, Construction, GoldEvidence, Item, Masked, Restriction, Slot, Term
from entailed.errors import ReadError
from entailed.oarag import (
    AnswerValue,
    FreeText,
    ListOfNames,
    OneOption,
    Question,
    QuestionKind,
    SeveralOptions,
    YesNoMaybe,
)
from entailed.oarag.questions import options_of

_KINDS: dict[QuestionKind, type[Question]] = {
    QuestionKind.OPTIONS: SeveralOptions,
    QuestionKind.ONE_OPTION: OneOption,
    QuestionKind.NAMES: ListOfNames,
    QuestionKind.YES_NO: YesNoMaybe,
    QuestionKind.TEXT: FreeText,
}


def write_items(path: Path, items: Iterable[Item]) -> None:
    """Write items in their order; equal items give equal bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(item_json(item), ensure_ascii=False) + "\n" for item in items)
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def read_items(path: Path) -> tuple[Item, ...]:
    """Read what `write_items` wrote. Blank lines are passed over.

    Raises:
        ReadError: The file cannot be read, a line is no item, or two items have the same id.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")  # not splitlines: a name may hold U+2028
    except OSError as error:
        raise ReadError(f"it cannot be read: {error.strerror}.", source=str(path), advice=_ADVICE) from error
    except UnicodeDecodeError as error:
        raise ReadError("it is not in UTF-8.", source=str(path), advice=_ADVICE) from error
    items = tuple(_item(path, number, line) for number, line in enumerate(lines, start=1) if line.strip())
    again = next((name for name, times in Counter(item.id for item in items).items() if times > 1), None)
    if again is not None:
        raise ReadError(f"several items have the id `{again}`.", source=str(path), advice=_ADVICE)
    return items


_ADVICE = "Build the data set again with `entailed bench build`."


def _item(path: Path, number: int, line: str) -> Item:
    try:
        return item_from_json(json.loads(line))
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        problem = f"not an item: {type(error).__name__} {error}."
        raise ReadError(problem, source=str(path), line=number, advice=_ADVICE) from error


# ---- an item


def item_json(item: Item) -> dict[str, Any]:
    """An item as JSON; keys without a value are left out."""
    question = {
        "kind": next(kind for kind, type_ in _KINDS.items() if type_ is type(item.question)),
        "text": item.question.text,
        "options": list(options_of(item.question)),
        "context": item.question.context,
        "persona": item.question.persona,
    }
    written: dict[str, Any] = {
        "id": item.id,
        "data_set": item.data_set,
        "question": {key: value for key, value in question.items() if value},
        "gold": item.gold if isinstance(item.gold, str) else list(item.gold),
    }
    if item.construction is not None:
        written["construction"] = _construction_json(item.construction)
    if item.evidence:
        written["evidence"] = [evidence._asdict() for evidence in item.evidence]
    return written


def item_from_json(value: Any) -> Item:
    """The item that `item_json` wrote.

    Raises:
        KeyError: A key is missing.
        TypeError: A value is of the wrong type.
        ValueError: A value is not one of those that are possible.
    """
    if not isinstance(value, dict):
        raise TypeError("an object is expected")
    construction = value.get("construction")
    return Item(
        id=_text(value["id"]),
        data_set=_text(value["data_set"]),
        question=_question(value["question"]),
        gold=_gold(value["gold"]),
        construction=None if construction is None else _construction(construction),
        evidence=tuple(
            GoldEvidence(_text(found["about"]), _text(found["text"])) for found in value.get("evidence", ())
        ),
    )


def _question(value: dict[str, Any]) -> Question:
    rest: dict[str, Any] = {key: _text(value[key]) for key in ("context", "persona") if key in value}
    if "options" in value:
        rest["options"] = tuple(map(_text, value["options"]))
    return _KINDS[QuestionKind(value["kind"])](text=_text(value["text"]), **rest)


def _gold(value: object) -> AnswerValue:
    return tuple(map(_text, value)) if isinstance(value, list) else _text(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a text is expected and {value!r:.80} found")
    return value


# ---- what it was made from


def _construction_json(construction: Construction) -> dict[str, Any]:
    match construction:
        case Masked():
            return {
                "subject": construction.subject._asdict(),
                "restriction": _restriction_json(construction.restriction),
                "slot": construction.slot,
                "options": [option._asdict() for option in construction.options],
            }
        case Conditions():
            return {
                "root": construction.root._asdict(),
                "restrictions": [_restriction_json(restriction) for restriction in construction.restrictions],
                "answers": [answer._asdict() for answer in construction.answers],
            }


def _construction(value: dict[str, Any]) -> Construction:
    if "slot" in value:
        return Masked(
            subject=_term(value["subject"]),
            restriction=_restriction(value["restriction"]),
            slot=Slot(value["slot"]),
            options=tuple(map(_term, value["options"])),
        )
    return Conditions(
        root=_term(value["root"]),
        restrictions=tuple(map(_restriction, value["restrictions"])),
        answers=tuple(map(_term, value["answers"])),
    )


def _restriction_json(restriction: Restriction) -> dict[str, Any]:
    return {"relation": restriction.relation._asdict(), "filler": restriction.filler._asdict()}


def _restriction(value: dict[str, Any]) -> Restriction:
    return Restriction(_term(value["relation"]), _term(value["filler"]))


def _term(value: dict[str, Any]) -> Term:
    return Term(_text(value["name"]), _text(value["iri"]))
