"""Tool calls by form, as the analyses count them."""

from collections import Counter
from collections.abc import Iterable

from entailed.agent import Step, StepKind
from entailed.benchmark.methods.searching import Searched
from entailed.service.results import AskResult, DescribeResult, SelectResult


def calls_by_form(steps: Iterable[Step]) -> dict[str, int]:
    """How often each form was called; a call that was refused as a repeat counts as `repeated`."""
    return dict(Counter(form for step in steps if (form := _form(step))))


def _form(step: Step) -> str:
    match step.kind:
        case StepKind.CALLED:
            return form_of(step.payload)
        case StepKind.MALFORMED | StepKind.REPEATED as kind:
            return kind.value
        case _:
            return ""


def form_of(payload: object) -> str:
    """The form of a call, by its result; one that cannot be read has none."""
    match payload:
        case AskResult():
            return "ASK"
        case SelectResult():
            return "SELECT"
        case DescribeResult():
            return "DESCRIBE"
        case Searched():
            return "search"
        case _:
            return "malformed"
