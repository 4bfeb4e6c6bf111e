"""The two checks of test 2: the gold answer still follows from axioms and text together, and not from axioms alone.

OA-RAG paper, Appendix C. The text is read as the axioms that its sentences say.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from entailed.benchmark.gold import GoldReasoner
from entailed.benchmark.gold_queries import statements
from entailed.benchmark.items import Conditions, Excluded, Item, Masked
from entailed.oarag import AnswerValue
from entailed.oarag.questions import options_of
from entailed.owl import Iri


class Reason(StrEnum):
    """Why an item is not in test 2."""

    LOST = "axioms and text together no longer give the same answer"
    DERIVABLE = "the axioms alone give the answer"


def answer_by(gold: GoldReasoner, item: Item) -> AnswerValue:
    """The answer to an item that follows from some axioms."""
    match item.construction:
        case Masked() as masked:
            options = zip(options_of(item.question), statements(masked), strict=True)
            return tuple(option for option, terms in options if gold.entails(*(term.iri for term in terms)))
        case Conditions(answers=answers) as conditions:
            known = {answer.iri: answer.name for answer in answers}
            return tuple(known.get(iri, iri) for iri in sorted(answers_by(gold, conditions)))
    return item.gold


def answers_by(gold: GoldReasoner, conditions: Conditions) -> frozenset[Iri]:
    """What is under the root and meets the conditions."""
    having = (gold.having(relation.iri, filler.iri) for relation, filler in conditions.restrictions)
    return gold.subclasses(conditions.root.iri).intersection(*having)


def excluded(items: Iterable[Item], *, together: GoldReasoner, alone: GoldReasoner) -> Sequence[Excluded]:
    """The items that fail a check.

    Of an open question, any answer that the axioms alone give is one too many: it would answer the question. Of a
    multiple-choice one, part of the right options still leaves the question open.

    Args:
        items: Those of test 1.
        together: Over the revised axioms and what the sentences say.
        alone: Over the revised axioms.
    """
    found = []
    for item in items:
        derived = answer_by(alone, item)
        if answer_by(together, item) != item.gold:
            found.append(Excluded(item.id, Reason.LOST))
        elif derived == item.gold or (derived and isinstance(item.construction, Conditions)):
            found.append(Excluded(item.id, Reason.DERIVABLE))
    return found
