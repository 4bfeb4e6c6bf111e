"""Names that a question relies on and the ontology does not know, or knows twice."""

from collections.abc import Iterator

from entailed.oarag.pieces import unknown_in_quotes
from entailed.oarag.questions import Question, options_of
from entailed.service import OntologyService, quote
from entailed.service.results import UnresolvedName

_NEAR = 3
_LONGEST_NAME = 60
"""Characters; what is near to a longer text is near by chance."""


def unresolved_names(question: Question, service: OntologyService) -> list[str]:
    """A sentence for each option, quoted name or ambiguous name of a question that stands for no single concept."""
    options = options_of(question)
    unknown = [name for option in options if (name := _unresolved(option, service)) is not None]
    if options and len(unknown) == len(options) and all(name.reason == "unknown" for name in unknown):
        near = [name for name in unknown if len(name.text) <= _LONGEST_NAME and name.candidates]
        said = ["The ontology knows none of the options.", *map(_near_names, near)]
    else:
        said = [unresolved_reason(name) for name in unknown]
    return [*said, *(unresolved_reason(name) for name in _in_question(question.text, service))]


def _unresolved(name: str, service: OntologyService) -> UnresolvedName | None:
    """The name, where it is neither a concept's nor a relation's."""
    linked = service.link_concept(name)
    if isinstance(linked, UnresolvedName) and not isinstance(service.link_relation(name), UnresolvedName):
        return None
    return linked if isinstance(linked, UnresolvedName) else None


def _in_question(text: str, service: OntologyService) -> Iterator[UnresolvedName]:
    mentions = service.find_mentions(text)
    found = {mention.linked.text: mention.linked for mention in mentions if isinstance(mention.linked, UnresolvedName)}
    for start, end in unknown_in_quotes(text, mentions):
        name = text[start:end]
        if (unknown := _unresolved(name, service)) is not None:
            found.setdefault(name, unknown)
    yield from found.values()


def unresolved_reason(name: UnresolvedName) -> str:
    """Why a name stands for nothing, and what it might have meant, as a sentence."""
    if name.reason == "ambiguous":
        candidates = ", ".join(f"{c.entity.name} ({c.entity.identifier})" for c in name.candidates)
        return f"{quote(name.text)} is ambiguous: {candidates}."
    near = f" {_near_names(name)}" if name.candidates and len(name.text) <= _LONGEST_NAME else ""
    return f"No {name.kind} is named {quote(name.text)}.{near}"


def _near_names(name: UnresolvedName) -> str:
    near = ", ".join(quote(candidate.entity.name) for candidate in name.candidates[:_NEAR])
    return f"Near {quote(name.text)}: {near}."
