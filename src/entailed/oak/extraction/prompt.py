"""What a model is told before it reads a chunk: the schema in words, and the form of its reply."""

from entailed.agent import fenced
from entailed.llm import Message
from entailed.oak.schema.model import Property, Schema
from entailed.oak.templates import fill


def extraction_messages(schema: Schema, text: str) -> list[Message]:
    """The conversation that asks for what a text states."""
    system = fill("extract", entity_types=_entity_types(schema), relations=_relations(schema))
    return [Message(role="system", content=system), Message(role="user", content=fenced(text))]


def _entity_types(schema: Schema) -> str:
    lines = []
    for name, type_ in schema.entity_types.items():
        lines.append(described(name, type_.description))
        key = schema.key_of(name)
        lines += [
            described(f"  {property}: {property_words(declared, is_key=property in key)}", declared.description)
            for property, declared in schema.properties_of(name).items()
        ]
    return "\n".join(lines)


def _relations(schema: Schema) -> str:
    lines = [
        described(f"{name}: from {relation.source} to {relation.target}", relation.description)
        for name, relation in schema.relations.items()
    ]
    return "\n".join(lines) or "(none)"


def property_words(declared: Property, *, is_key: bool = False) -> str:
    """What a value is, in a few words.

    >>> property_words(Property(unit="kg", minimum=0), is_key=True)
    'string, key, in kg, at least 0'
    """
    words: list[str] = [declared.type]
    if is_key:
        words.append("key")
    if declared.multivalued:
        words.append("one or several")
    if declared.unit:
        words.append(f"in {declared.unit}")
    if declared.enum is not None:
        words.append(f"one of {' | '.join(declared.enum)}")
    if declared.minimum is not None:
        words.append(f"at least {declared.minimum:g}")
    if declared.maximum is not None:
        words.append(f"at most {declared.maximum:g}")
    return ", ".join(words)


def described(words: str, description: str) -> str:
    """Words, and on the same line what describes them."""
    return f"{words} - {' '.join(description.split())}" if description else words
