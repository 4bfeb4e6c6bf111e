"""How far an answer is what functions returned, and how far the facts behind that are what documents say.

*Entailed*: it is the result of a function, over facts that verified words state. *Supported*: it is a part of results,
or names them in words, or a fact behind it is what a model takes words to mean, or other places state otherwise.
*Related*: functions ran, and the answer is not in what they returned, or rests on their finding nothing. *Unrelated*:
none ran. That a function with these arguments is what the question asks for is the model's own reading: arguments that
are not in the words of the question are told, and no more.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from entailed.agent import GroundingLevel
from entailed.oak.answering.answers import FunctionEvidence
from entailed.oak.answering.comparison import AnswerValue, Match, compare, unstated, values_of
from entailed.oak.answering.results import written_arguments
from entailed.oak.operators.facts_read import FactsRead
from entailed.oak.operators.values import Lookup


class Verification(NamedTuple):
    """A level, and why it is that one, as a sentence."""

    level: GroundingLevel
    reason: str


def verify(
    answer: AnswerValue, evidence: Sequence[FunctionEvidence], *, names: Collection[str], question: str
) -> Verification:
    """Check an answer against all that functions returned.

    Args:
        answer: Of the model.
        evidence: In the order of the calls.
        names: Properties that name entities.
        question: That was asked.
    """
    if not evidence:
        return Verification(GroundingLevel.UNRELATED, "No function gave a result: this is the model's own knowledge.")
    if not values_of(answer):
        return Verification(
            GroundingLevel.RELATED, "An empty answer is related at most: what no document states may still hold."
        )
    checked = [
        _checked(item, compare(answer, [item.value], names=names, question=question), question) for item in evidence
    ]
    best = min(checked, key=lambda verification: list(GroundingLevel).index(verification.level))
    found = [item for item in evidence if not _nothing_found(item)]
    if best.level is GroundingLevel.RELATED and len(found) > 1:
        together = compare(answer, [item.value for item in found], names=names, question=question)
        if together is not Match.ABSENT and all(item.shown_whole for item in found):
            reason = "It is put together from the results of several calls."
            return Verification(GroundingLevel.SUPPORTED, reason)
    return best


def _checked(evidence: FunctionEvidence, match: Match, question: str) -> Verification:
    """How far one call carries an answer."""
    match match:
        case Match.ABSENT:
            return Verification(GroundingLevel.RELATED, f"It is not in what {_ran(evidence)} returned.")
        case _ if nothing := _nothing_found(evidence):
            reason = f"What {_ran(evidence)} returned rests on finding nothing, as {nothing}"
            return Verification(GroundingLevel.RELATED, f"{reason}: what no document states may still hold.")
        case _ if match is not Match.EQUAL and not evidence.shown_whole:
            reason = f"It is picked from what {_ran(evidence)} returned, of which the model was shown a part."
            return Verification(GroundingLevel.RELATED, reason)
        case Match.MENTIONED:
            reason = f"It is put in words, and names what {_ran(evidence)} returned."
            return Verification(GroundingLevel.SUPPORTED, reason)
        case Match.CONTAINED:
            reason = f"It is a part of what {_ran(evidence)} returned, and the choice or rounding is the model's."
            return Verification(GroundingLevel.SUPPORTED, reason)
    reads = [read for step in evidence.operators for read in step.read]
    result = f"It is what {_ran(evidence)} returned"
    if not reads:
        return Verification(GroundingLevel.RELATED, f"{result}, which rests on no fact of the graph.")
    own = unstated(evidence.given, question)
    remark = f" The question does not say {written_arguments(own)} in so many words." if own else ""
    doubts = list(_doubts(reads))
    if doubts:
        return Verification(GroundingLevel.SUPPORTED, f"{result}, but {'; '.join(doubts)}.{remark}")
    return Verification(GroundingLevel.ENTAILED, f"{result}, and verified words state every fact that it read.{remark}")


def _ran(evidence: FunctionEvidence) -> str:
    return f"{evidence.call} [{evidence.id}]"


def _nothing_found(evidence: FunctionEvidence) -> str:
    """The first empty set that a call came to, in words; empty where there is none.

    Any of them counts, whatever else was found: "all but those in Atlantis" rests on there being no Atlantis too.
    """
    for step in evidence.operators:
        match step.call.result:
            case Lookup(matched="nothing"):
                return f"no entity is named `{step.call.arguments['name']}`"
        if step.account and not step.account.kept:
            return f"`{step.call.operator}` found no entity"
    return ""


def _doubts(reads: Sequence[FactsRead]) -> Iterator[str]:
    """What speaks against the facts that were read; of several calls that read the same, the worst."""
    subjects = dict.fromkeys(read.subject for read in reads)
    for subject in subjects:
        most = max((read for read in reads if read.subject == subject), key=lambda read: read.unverified)
        if most.unverified:
            yield f"{most.unverified:,} of {most.facts:,} facts of `{subject}` are what a model takes the words to mean"
    for subject in subjects:
        conflicting = max(read.conflicting for read in reads if read.subject == subject)
        if conflicting:
            yield f"other places state other values of `{subject}` for {conflicting:,} of the entities it read"
