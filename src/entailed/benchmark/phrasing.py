"""Questions in words, in several phrasings of which a seed chooses."""

import random
from collections.abc import Sequence

from entailed.benchmark.items import Restriction, Slot, Term
from entailed.benchmark.verbalisation import verb

_CLOSINGS = (
    "Choose every option that follows from the ontology, and no other.",
    "Mark exactly the options that the ontology implies; that something sounds likely is not enough.",
    "Select all options for which this holds by what the ontology says, and only these.",
)

_OPEN = (
    'Find one or more kinds of "{root}" in the ontology that meet all of these conditions: {conditions}.',
    'Which kinds of "{root}" does the ontology have for which all of the following holds: {conditions}? '
    "Give one or more.",
    'Name at least one concept under "{root}" of which the ontology implies all of this: {conditions}.',
)


def masked_question(subject: Term, restriction: Restriction, slot: Slot, chance: random.Random) -> str:
    """Ask for what is masked in A ⊑ ∃r.B."""
    return f"{chance.choice(_masked(subject, restriction, slot))} {chance.choice(_CLOSINGS)}"


def open_question(root: Term, restrictions: Sequence[Restriction], chance: random.Random) -> str:
    """Ask for what is under the root and meets all conditions."""
    conditions = "; ".join(_condition(restriction) for restriction in restrictions)
    return chance.choice(_OPEN).format(root=root.name, conditions=conditions)


def _masked(subject: Term, restriction: Restriction, slot: Slot) -> tuple[str, ...]:
    a, b, says = subject.name, restriction.filler.name, verb(restriction.relation.name)
    match slot:
        case Slot.FILLER:
            return (
                f'Every "{a}" {says} some … – which of these concepts can stand at the end?',
                f'What is true of every "{a}": which of these does it have to go with in "{says} some …"?',
                f'In "{a} {says} …", which of these concepts complete the statement?',
            )
        case Slot.SUBJECT:
            return (
                f'Which of these concepts have this in common: every one of them {says} some "{b}"?',
                f'For which of these concepts is it true that each instance {says} some "{b}"?',
                f'In "… {says} {b}", which of these concepts complete the statement?',
            )
        case Slot.RELATION:
            return (
                f'How is every "{a}" related to some "{b}"?',
                f'Which relation leads from "{a}" to "{b}"?',
                f'In "{a} … {b}", which of these relations completes the statement?',
            )


def _condition(restriction: Restriction) -> str:
    return f'{verb(restriction.relation.name)} some "{restriction.filler.name}"'
