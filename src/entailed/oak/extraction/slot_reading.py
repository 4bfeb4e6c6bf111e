"""Slots filled from a question by a model: only with values whose words stand in the question."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from entailed.agent import JsonProblem, fenced, find_json_object
from entailed.errors import OperatorError
from entailed.llm import ChatModel, FinishReason, Message, Reply
from entailed.llm.gbnf import json_list, json_text, render
from entailed.oak.extraction.grammar import json_object, value_grammar
from entailed.oak.extraction.numbers import find_numbers
from entailed.oak.extraction.prompt import described, property_words
from entailed.oak.extraction.quotes import QuotedText
from entailed.oak.extraction.reply import ClaimedValue, claimed_values
from entailed.oak.extraction.stated_values import Unreadable, read_value
from entailed.oak.graph.facts import Value
from entailed.oak.operators.values import RuntimeSlots, SlotSpec
from entailed.oak.schema.model import Property, ValueType
from entailed.oak.templates import fill
from entailed.service.spelling import fold

_MOST_CHARACTERS = 300
_MOST_VALUES = 20
_REPLY_TOKENS = 1_024


class ModelSlotReader:
    """Fills slots by asking a model."""

    def __init__(self, model: ChatModel, *, constrained: bool = False) -> None:
        """Take a model, and say whether its replies are held to the slots, where it can be held to anything."""
        self._model = model
        self._constrained = constrained

    def __call__(self, *, query: str, slots: Mapping[str, SlotSpec], context: str, attempts: int) -> RuntimeSlots:
        """The values that a question states or leaves no doubt about; see `Operators.extract_runtime_slots`.

        Raises:
            OperatorError: no reply could be read.
            ModelError: the model gave no reply.
        """
        declared = {name: Property.model_validate(spec) for name, spec in slots.items()}
        messages = _messages(query, declared, context)
        grammar = slot_grammar(declared) if self._constrained and declared else None
        problem = JsonProblem(problem="it was not asked")
        for _ in range(attempts):
            reply = self._model.complete(messages, max_tokens=_REPLY_TOKENS, grammar=grammar)
            read = _read(reply)
            if not isinstance(read, JsonProblem):
                return _filled(read, declared, QuotedText(query))
            problem = read
            again = Message(role="user", content=fill("extract_again", problem=problem.problem))
            messages = [*messages, Message(role="assistant", content=reply.text or "(nothing)"), again]
        raise OperatorError(
            f"{self._model.name} filled no slots in {attempts} attempts: {problem.problem}. "
            "Allow more attempts, or pass the values as arguments."
        )


def _messages(query: str, slots: Mapping[str, Property], context: str) -> list[Message]:
    listed = "\n".join(
        described(f"{name}: {property_words(slot)}{', required' if slot.required else ''}", slot.description)
        for name, slot in slots.items()
    )
    system = fill("slots", slots=listed, context=f"\n{context.strip()}\n" if context.strip() else "")
    return [Message(role="system", content=system), Message(role="user", content=fenced(query))]


def slot_grammar(slots: Mapping[str, Property]) -> str:
    """GBNF of the JSON object that fills slots, of which there is at least one."""
    members = {}
    for name, slot in slots.items():
        one = json_object({"value": value_grammar(slot), "words": json_text(_MOST_CHARACTERS)})
        members[name] = f'("null" | {json_list(one, _MOST_VALUES) if slot.multivalued else one})'
    return render({"root": json_object(members)})


def _read(reply: Reply) -> Mapping[str, Any] | JsonProblem:
    if reply.finish_reason is not FinishReason.STOP:
        return JsonProblem(problem=f"the reply is not complete (finish reason: {reply.finish_reason})")
    return find_json_object(reply.text)


def _filled(stated: Mapping[str, Any], slots: Mapping[str, Property], question: QuotedText) -> RuntimeSlots:
    values: dict[str, Value | list[Value] | None] = {}
    words: dict[str, str] = {}
    for name, slot in slots.items():
        read = [
            (value, claimed.words)
            for claimed in claimed_values(stated.get(name), Counter())
            if (value := _value(claimed, slot, question)) is not None
        ]
        if read:
            values[name] = [value for value, _ in read] if slot.multivalued else read[0][0]
            words[name] = " … ".join(dict.fromkeys(said for _, said in (read if slot.multivalued else read[:1])))
    missing = [name for name, slot in slots.items() if slot.required and name not in values]
    return RuntimeSlots(values=values, words=words, missing=missing)


def _value(claimed: ClaimedValue, slot: Property, question: QuotedText) -> Value | None:
    """The value as the words state it, or else as they imply it; None where there are no such words, or they do not."""
    for place in question.find(claimed.words):
        readings = read_value(claimed.value, slot, question, place)
        if not isinstance(readings, Unreadable):
            return _typed(readings[0].value, slot)
        # "A couple of nights" implies a number; a date that is written in two ways at once implies none.
        if not readings.of_stated_date:
            return _typed(claimed.value, slot)
    return None


def _typed(value: Value, slot: Property) -> Value | None:
    """A value as its slot has it; None where it is none."""
    if slot.enum is not None:
        return next((entry for entry in slot.enum if fold(entry) == fold(str(value))), None)
    try:
        match slot.type:
            case ValueType.STRING:
                return str(value).strip() or None
            case ValueType.INTEGER | ValueType.NUMBER:
                return _number(value, slot)
            case ValueType.BOOLEAN:
                return {"true": True, "yes": True, "false": False, "no": False}.get(fold(str(value)))
            case ValueType.DATE:
                return date.fromisoformat(str(value)).isoformat()
            case ValueType.DATETIME:
                return datetime.fromisoformat(str(value)).isoformat()
    except ValueError:
        return None


def _number(value: Value, slot: Property) -> Value | None:
    numbers = () if isinstance(value, bool) else find_numbers(str(value))
    if len(numbers) != 1:
        return None
    number = numbers[0].value
    if number == int(number):
        return int(number)
    return float(number) if slot.type is ValueType.NUMBER else None
