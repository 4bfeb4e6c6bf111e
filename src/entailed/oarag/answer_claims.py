"""What an answer in words claims, taken apart by the model that gave it; each claim is checked afterwards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from entailed.agent import JsonProblem, fenced, find_json_object
from entailed.errors import BudgetSpentError
from entailed.llm import ChatModel, FinishReason, Message
from entailed.oarag.answer_grammar import claims_grammar
from entailed.oarag.evidence import Evidence
from entailed.oarag.frames import select_frame
from entailed.oarag.pieces import IS_A
from entailed.oarag.reading import Statement
from entailed.oarag.templates import fill
from entailed.service.results import AskResult, ConceptCard, DescribeResult, SelectResult
from entailed.service.spelling import fold

MAX_CLAIMS = 12
MAX_NAMES = 80
"""Names of either kind that are offered: the window holds them beside the conversation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedClaims:
    """What an answer in words states, as the model that gave it says."""

    statements: tuple[Statement, ...]
    unread: int
    """Further claims: not triples over names that were offered, or more than are checked."""
    complete: bool
    """The model says that these claims are all that the answer states."""


def claims_of_answer(
    model: ChatModel,
    conversation: Sequence[Message],
    evidence: Sequence[Evidence],
    *,
    max_tokens: int,
    constrained: bool = False,
) -> StatedClaims | JsonProblem:
    """Ask, in the conversation of the answer, for its claims as triples over names in the evidence.

    Args:
        model: Gave the answer.
        conversation: The answer included.
        evidence: Whose names the claims may use; a claim with another name is counted, and not read.
        max_tokens: For the reply.
        constrained: Hold decoding to the form of such claims.

    Returns:
        The problem where the reply holds no list of claims, or the budget does not last for it.

    Raises:
        ModelError: The model gave no reply.
    """
    facts = [fact for item in evidence for fact in _facts(item)]
    concepts = _offered(name for subject, _, object_ in facts for name in (subject, object_))
    relations = _offered((IS_A, *(relation for _, relation, _ in facts)))
    prompt = fill("claims", concepts=_quoted(concepts), relations=_quoted(relations))
    grammar = claims_grammar(concepts.values(), relations.values(), MAX_CLAIMS) if constrained and concepts else None
    messages = [*conversation, Message(role="user", content=prompt)]
    try:
        reply = model.complete(messages, max_tokens=max_tokens, grammar=grammar)
    except BudgetSpentError as error:
        return JsonProblem(problem=str(error).removesuffix("."))
    if reply.finish_reason is not FinishReason.STOP:
        return JsonProblem(problem=f"the reply is not complete (finish reason: {reply.finish_reason})")
    found = find_json_object(reply.text)
    if isinstance(found, JsonProblem):
        return found
    claims = found.get("claims")
    if not isinstance(claims, list):
        return JsonProblem(problem='"claims" is no list')
    read = [_statement(claim, concepts, relations) for claim in claims]
    statements = tuple(dict.fromkeys(statement for statement in read if statement is not None))
    return StatedClaims(
        statements=statements[:MAX_CLAIMS],
        unread=read.count(None) + len(statements[MAX_CLAIMS:]),
        complete=found.get("complete") is True,
    )


def _statement(claim: object, concepts: dict[str, str], relations: dict[str, str]) -> Statement | None:
    """A claim over the names that were offered; None where it is none."""
    match claim:
        case {"subject": str(subject), "relation": str(relation), "object": str(object_)}:
            names = concepts.get(fold(subject)), relations.get(fold(relation)), concepts.get(fold(object_))
        case _:
            return None
    if names[0] is None or names[1] is None or names[2] is None:
        return None
    return Statement(subject=names[0], relation=names[1], object=names[2])


def _offered(names: Iterable[str | None]) -> dict[str, str]:
    """The first of the names, by their folded spelling."""
    found: dict[str, str] = {}
    for name in names:
        if name is not None and len(found) < MAX_NAMES:
            found.setdefault(fold(name), name)
    return found


def _quoted(names: dict[str, str]) -> str:
    return fenced("\n".join(names.values()))


def _facts(item: Evidence) -> Iterator[tuple[str | None, str | None, str | None]]:
    """The names in a result, as subject, relation and object where it states a fact; None fills an empty place."""
    match item.result:
        case AskResult(subject=subject, relation=relation, object=object_):
            names = [name.entity.name if name else None for name in (subject, relation, object_)]
            yield names[0], names[1], names[2]
        case SelectResult(rows=rows, selects=selects, fallback=fallback):
            yield from ((triple.subject, triple.relation, triple.object) for triple in select_frame(item.query))
            found = [*rows, *(row.entity for row in fallback or ())]
            if selects == "relations":
                yield from ((None, entity.name, None) for entity in found)
            else:
                yield from ((entity.name, None, None) for entity in found)
        case DescribeResult(card=ConceptCard() as card):
            yield from ((card.entity.name, IS_A, parent.name) for parent in card.parents)
            yield from ((card.entity.name, fact.relation.name, fact.filler.name) for fact in card.relations)
            yield (card.entity.name, None, None)
