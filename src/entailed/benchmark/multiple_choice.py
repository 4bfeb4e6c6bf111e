"""Multiple-choice items: an axiom A ⊑ ∃r.B with one part masked (OA-RAG paper, section 5.1.1).

Where the paper leaves a choice, it is made so that the options alone cannot give the answer away. The six options of an
item are the right options of several axioms, each of which has its own right and all others wrong; which of these
axioms is asked about is drawn last, each with the same chance. So no option is the better guess, be it for its words,
its length, how often it was right before or the company it is in: the six would be the same for another question.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from entailed.benchmark.gold_taxonomy import within
from entailed.benchmark.items import Item, Masked, Slot
from entailed.benchmark.phrasing import masked_question
from entailed.benchmark.source import Asking, Pair, Source
from entailed.oarag import SeveralOptions
from entailed.owl import Iri

OPTIONS = 6
MOST_RIGHT = 3
FARTHEST = 2
"""How many levels of the taxonomy a right option may be from what was masked."""
_TRIES = 30
"""How many sets of siblings are begun before options from anywhere are taken too; then as many of these."""
_DRAWN = 100
"""How many classes are drawn for the options that siblings leave open."""
_AXIOMS = 10
"""How many axioms of which an option is right are looked at."""


class _Statement(NamedTuple):
    """A ⊑ ∃r.B."""

    subject: Iri
    pair: Pair


class _Part(NamedTuple):
    """One of the axioms that six options come from."""

    statement: _Statement
    right: Sequence[Iri]


def multiple_choice(source: Source, asking: Asking, *, per_slot: int) -> Iterator[Item]:
    """Items for each slot, as many as are wanted or as the ontology gives; no axiom is asked about twice.

    Args:
        source: The ontology.
        asking: What the items share.
        per_slot: How many axioms have their filler, their subject and their relation masked.
    """
    maker = _Maker(source, random.Random(f"multiple choice {asking.seed}"), per_slot)  # noqa: S311 (no secret)
    slots = list(Slot)
    for number in range(1, per_slot + 1):
        for slot in tuple(slots):  # in turn, so that the slots share what a small ontology gives
            made = maker.next(slot)
            if made is None:
                slots.remove(slot)
                continue
            text, masked, right = made
            options = tuple(option.name for option in masked.options)
            yield Item(
                id=f"{asking.data_set}-mcq-{slot}-{number:03}",
                data_set=asking.data_set,
                question=SeveralOptions(text=text, options=options, persona=asking.persona),
                gold=tuple(option.name for option in masked.options if option.iri in right),
                construction=masked,
            )


class _Maker:
    """Makes items one by one; knows what was asked."""

    def __init__(self, source: Source, chance: random.Random, per_slot: int) -> None:
        self._source = source
        self._chance = chance
        self._all = [
            _Statement(subject, pair)
            for subject, pairs in source.stated.items()
            for pair in pairs
            if source.can_be_named(subject, *pair)
        ]
        self._asked: set[_Statement] = set()
        self._by_option: dict[Slot, defaultdict[Iri, list[_Statement]]] = {slot: defaultdict(list) for slot in Slot}
        for slot in Slot:
            for statement in self._all:
                for option in self._near(statement, slot):
                    self._by_option[slot][option].append(statement)
        for found in self._by_option[Slot.RELATION].values():
            if len(found) < per_slot:
                found += self._inherited(found)

    def next(self, slot: Slot) -> tuple[str, Masked, Sequence[Iri]] | None:
        """A question, what it was made from, and its right options; None where no six options were found."""
        source, chance = self._source, self._chance
        tries = (self._parts(slot, anywhere=attempt >= _TRIES) for attempt in range(2 * _TRIES))
        parts = next((found for found in tries if found), None)
        if parts is None:
            return None
        asked = chance.choice(parts)
        self._asked.add(asked.statement)
        shown = [option for part in parts for option in part.right]
        chance.shuffle(shown)
        masked = Masked(
            subject=source.names.term(asked.statement.subject),
            restriction=source.restriction(asked.statement.pair),
            slot=slot,
            options=tuple(map(source.names.term, shown)),
        )
        return masked_question(masked.subject, masked.restriction, slot, chance), masked, asked.right

    # ---- what options come from

    def _near(self, statement: _Statement, slot: Slot) -> Sequence[Iri]:
        """What is masked, and the classes near it for which the statement holds as well."""
        taxonomy = self._source.taxonomy
        match slot:
            case Slot.SUBJECT:
                near = within(FARTHEST, statement.subject, taxonomy.children)
            case Slot.FILLER:
                near = within(FARTHEST, statement.pair.filler, taxonomy.parents)
            case Slot.RELATION:
                near = (statement.pair.relation,)
        return [iri for iri in near if self._source.can_be_named(iri)]

    def _inherited(self, statements: Sequence[_Statement]) -> Sequence[_Statement]:
        """What follows for classes near below: it is asked too of a relation that few axioms state."""
        below = (
            _Statement(subject, statement.pair)
            for statement in statements
            for subject in self._near(statement, Slot.SUBJECT)
        )
        return list(dict.fromkeys(statement for statement in below if statement not in statements))

    def _holds(self, statement: _Statement, slot: Slot, option: Iri) -> bool:
        subject, (relation, filler) = statement
        match slot:
            case Slot.SUBJECT:
                return self._source.holds(option, statement.pair)
            case Slot.RELATION:
                return self._source.holds(subject, Pair(option, filler))
            case Slot.FILLER:
                return self._source.holds(subject, Pair(relation, option))

    # ---- six options

    def _parts(self, slot: Slot, *, anywhere: bool) -> Sequence[_Part] | None:
        """Axioms whose right options are six, each wrong for all axioms but its own; None where this try finds none."""
        parts: list[_Part] = []
        shown: list[Iri] = []
        for option in self._proposed(slot, shown, anywhere=anywhere):
            part = self._part(slot, option, parts, OPTIONS - len(shown))
            if part is not None:
                parts.append(part)
                shown += part.right
            if len(shown) == OPTIONS:
                return parts
        return None

    def _proposed(self, slot: Slot, shown: Sequence[Iri], *, anywhere: bool) -> Iterator[Iri]:
        if slot is Slot.RELATION:
            yield from self._relations()
            return
        yield from self._drawn(slot, 1)
        yield from self._siblings_of(shown, slot)
        yield from self._drawn(slot, _DRAWN if anywhere else 0)

    def _relations(self) -> Sequence[Iri]:
        """By weighted chance (Efraimidis and Spirakis 2006): what is left of each lasts the longer."""
        left = {iri: len(self._left(Slot.RELATION, iri)) for iri in sorted(self._by_option[Slot.RELATION])}
        return sorted(filter(left.get, left), key=lambda iri: -(self._chance.random() ** (1 / left[iri])))

    def _drawn(self, slot: Slot, count: int) -> Iterator[Iri]:
        for _ in range(count if self._all else 0):
            statement = self._chance.choice(self._all)
            yield statement.subject if slot is Slot.SUBJECT else statement.pair.filler

    def _siblings_of(self, shown: Sequence[Iri], slot: Slot) -> Iterator[Iri]:
        """Siblings of each option in turn, of those too that are taken meanwhile."""
        proposed = set()
        more = True
        while more:
            more = False
            for option in tuple(shown):
                siblings = self._source.taxonomy.siblings(option)
                new = [iri for iri in siblings if iri in self._by_option[slot] and iri not in proposed]
                if new:
                    more = True
                    proposed.add(iri := self._chance.choice(new))
                    yield iri

    def _part(self, slot: Slot, option: Iri, parts: Sequence[_Part], room: int) -> _Part | None:
        """An axiom of which an option is right, with up to two more of its right options."""
        left = self._left(slot, option)
        for statement in self._chance.sample(left, min(_AXIOMS, len(left))):
            if any(self._holds(statement, slot, shown) for part in parts for shown in part.right):
                continue
            own = [
                iri
                for iri in self._near(statement, slot)
                if self._holds(statement, slot, iri)
                and not any(self._holds(part.statement, slot, iri) for part in parts)
            ]
            if option in own:
                own.remove(option)
                more = min(self._chance.randint(1, MOST_RIGHT), room, len(own) + 1) - 1
                return _Part(statement, (option, *self._chance.sample(own, more)))
        return None

    def _left(self, slot: Slot, option: Iri) -> Sequence[_Statement]:
        return [statement for statement in self._by_option[slot].get(option, ()) if statement not in self._asked]
