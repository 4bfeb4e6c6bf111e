"""The queries that an item comes to: what an agent would ask that understood the question in full."""

from collections.abc import Iterator

from entailed.benchmark.items import Conditions, Masked, Slot, Term
from entailed.service import quote


def open_query(construction: Conditions) -> str:
    """For everything under the root that satisfies all conditions."""
    parts = [f'?x "is a" {quote(construction.root.name)}']
    parts += [f"?x {quote(relation.name)} {quote(filler.name)}" for relation, filler in construction.restrictions]
    # All answers and one more, so that a superfluous one is seen too.
    return f"SELECT ?x WHERE {{ {' . '.join(parts)} }} LIMIT {len(construction.answers) + 1}"


def statements(construction: Masked) -> Iterator[tuple[Term, Term, Term]]:
    """Subject, relation and filler with each option in the place of what is masked, in the order of the options."""
    subject, (relation, filler) = construction.subject, construction.restriction
    for option in construction.options:
        match construction.slot:
            case Slot.SUBJECT:
                yield option, relation, filler
            case Slot.RELATION:
                yield subject, option, filler
            case Slot.FILLER:
                yield subject, relation, option


def text_query(subject: Term, relation: Term, filler: Term) -> str:
    """For text that speaks for one option: nothing follows, so that the answer is what is found in text."""
    return f'SELECT ?x WHERE {{ ?x "is a" {quote(subject.name)} . ?x {quote(relation.name)} {quote(filler.name)} }}'
