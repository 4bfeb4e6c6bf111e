"""What is wrong with the form of a file, in words for whoever writes it: from what pydantic found in it."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from entailed.oak.schema.faults import meant
from entailed.oak.schema.model import Characteristic, ValueType
from entailed.oak.schema.yaml_values import Location


def form_faults(error: ValidationError, model: type[BaseModel], *, whole: str) -> Iterator[tuple[Location, str]]:
    """Where a file is not of its form, and a sentence about each place.

    Args:
        error: Of `model`, which was given texts, lists, mappings and None.
        model: What the file was to be.
        whole: How the file as a whole is called, such as `the schema`.
    """
    for found in error.errors(include_url=False):
        location = tuple(step for step in found["loc"] if step != "[key]")
        yield location, _words(found["type"], location, found, model, whole)


def _words(kind: str, location: Location, found: Mapping[str, Any], model: type[BaseModel], whole: str) -> str:
    stated = found["input"]
    at = _called(location, whole)
    match kind:
        case "extra_forbidden":
            fields = _part_at(model, location[:-1]).model_fields
            return f"there is no field {at} here{meant(str(location[-1]), fields)}"
        case "missing":
            return f"{_called(location[:-1], whole)} has no {at}. State one."
        case "string_pattern_mismatch":
            return f"`{stated}` is no name: a name has letters, digits and underscores, up to 63, and a letter first."
        case "enum" if _field(location) == "characteristics":
            return f"`{stated}` is no characteristic of relations{meant(str(stated), Characteristic)}"
        case "enum":
            return f"`{stated}` is no type of values{meant(str(stated), ValueType)}"
        case "literal_error":
            expected = found["ctx"]["expected"].replace("'", "")
            return f"`{stated}` is no {at}: write {expected}."
        case "model_type" | "dict_type":
            return f"{at} has to hold fields with values, and not {_shown(stated)}."
        case "tuple_type" | "frozen_set_type":
            written = f" Write it as [{stated}]." if isinstance(stated, str) else ""
            return f"{at} has to be a list, and not {_shown(stated)}.{written}"
        case "string_type":
            return f"{at} has to be a text, and not {_shown(stated)}."
        case "value_error":
            return f"{at}: {found['ctx']['error']}."
    return f"{at} is {_shown(stated)}: {found['msg'][:1].lower()}{found['msg'][1:]}."


def _shown(stated: Any) -> str:
    match stated:
        case None:
            return "nothing"
        case dict():
            return "fields"
        case list():
            return "a list"
    return f"`{stated}`"


def _called(location: Location, whole: str) -> str:
    match location:
        case ():
            return whole
        case (*_, str(listed), int(position)):
            return f"number {position + 1} of `{listed}`"
    return f"`{location[-1]}`"


def _field(location: Location) -> str:
    """The innermost field of a location, past positions in lists."""
    return next((str(step) for step in reversed(location) if isinstance(step, str)), "")


def _part_at(model: type[BaseModel], location: Location) -> type[BaseModel]:
    """The kind of part that a location within a model leads to."""
    steps = iter(location)
    for step in steps:
        field = model.model_fields.get(str(step))
        if field is None:
            continue  # a position in a list
        model = next(_models(field.annotation), model)
        if get_origin(field.annotation) is dict:
            next(steps, None)  # the name of a part, whatever it is called
    return model


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models that an annotation names."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models(argument)
