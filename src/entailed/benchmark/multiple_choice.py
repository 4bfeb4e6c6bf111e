"""Multiple-choice items: an axiom A ⊑ ∃r.B with one part masked (OA-RAG paper, section 5.1.1).

Where the paper leaves a choice, it is made so that the options alone do not give the answer away: wrong concepts are
siblings of the *right options*, drawn the more often the more axioms they are right of, and relations are masked as
often as makes them right and wrong in one proportion. Every item is drawn by itself: options evened out over items
would be known by where they are missing.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
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
_DRAWN = 100
"""How many classes are drawn for the options that siblings leave open."""
_ABOUND = 10
"""Relations that fewer axioms state are no options, where there are enough others: they could hardly ever be right."""
_SAMPLE, _STEPS = 30, 100
"""Of the estimate of how often to mask a relation: axioms looked at for each, and steps of the chain."""


class _Statement(NamedTuple):
    """A ⊑ ∃r.B."""

    subject: Iri
    pair: Pair


class _Options(NamedTuple):
    right: Sequence[Iri]
    wrong: Sequence[Iri]


def multiple_choice(source: Source, asking: Asking, *, per_slot: int) -> Iterator[Item]:
    """Items for each slot, as many as are wanted or as the ontology gives; no axiom is used twice.

    Args:
        source: The ontology.
        asking: What the items share.
        per_slot: How many axioms have their filler, their subject and their relation masked.
    """
    maker = _Maker(source, random.Random(f"multiple choice {asking.seed}"))  # noqa: S311 (no secret)
    for number in range(1, per_slot + 1):
        for slot in Slot:  # in turn, so that the slots share what a small ontology gives
            made = maker.next(slot)
            if made is None:
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
    """Makes items one by one; knows what was used."""

    def __init__(self, source: Source, chance: random.Random) -> None:
        self._source = source
        self._chance = chance
        statements = [
            _Statement(subject, pair)
            for subject, pairs in source.stated.items()
            for pair in pairs
            if source.can_be_named(subject, *pair)
        ]
        chance.shuffle(statements)
        self._all = tuple(statements)
        self._of_relation: defaultdict[Iri, list[_Statement]] = defaultdict(list)
        for statement in self._all:
            self._of_relation[statement.pair.relation].append(statement)
        self._right_often = {slot: self._expected(slot) for slot in (Slot.SUBJECT, Slot.FILLER)}
        """How often a class is right where every axiom gives one item, relative to others."""
        abound = sorted(iri for iri, found in self._of_relation.items() if len(found) >= _ABOUND)
        self._relations = abound if len(abound) > OPTIONS else sorted(self._of_relation)
        self._masked_often = self._balanced()
        self._used: set[_Statement] = set()
        self._candidates = {
            Slot.SUBJECT: iter(self._all),
            Slot.RELATION: self._by_relation(),
            Slot.FILLER: iter(self._all),
        }

    def _expected(self, slot: Slot) -> Counter[Iri]:
        expected: Counter[Iri] = Counter()
        for statement in self._all:
            near = self._near(statement, slot)
            expected.update(dict.fromkeys(near, 1 / len(near)))
        return expected

    def next(self, slot: Slot) -> tuple[str, Masked, Sequence[Iri]] | None:
        """A question, what it was made from, and its right options; None where no axiom is left that gives one."""
        source, chance = self._source, self._chance
        for statement in self._candidates[slot]:
            if statement in self._used:
                continue
            options = self._relation_options(statement) if slot is Slot.RELATION else self._concepts(statement, slot)
            if options is None:
                continue
            self._used.add(statement)
            shown = [*options.right, *options.wrong]
            chance.shuffle(shown)
            masked = Masked(
                subject=source.names.term(statement.subject),
                restriction=source.restriction(statement.pair),
                slot=slot,
                options=tuple(map(source.names.term, shown)),
            )
            return masked_question(masked.subject, masked.restriction, slot, chance), masked, options.right
        return None

    # ---- concepts

    def _near(self, statement: _Statement, slot: Slot) -> Sequence[Iri]:
        """What was masked, and the classes near it for which the statement holds as well."""
        taxonomy = self._source.taxonomy
        if slot is Slot.SUBJECT:
            near = within(FARTHEST, statement.subject, taxonomy.children)
        else:
            near = within(FARTHEST, statement.pair.filler, taxonomy.parents)
        return [iri for iri in near if self._source.can_be_named(iri)]

    def _concepts(self, statement: _Statement, slot: Slot) -> _Options | None:
        near = [iri for iri in self._near(statement, slot) if self._holds(statement, slot, iri)]
        right = self._chance.sample(near, min(self._chance.randint(1, MOST_RIGHT), len(near)))
        wrong = self._wrong_concepts(statement, slot, right)
        return _Options(right, wrong) if len(right) + len(wrong) == OPTIONS else None

    def _wrong_concepts(self, statement: _Statement, slot: Slot, right: Sequence[Iri]) -> Sequence[Iri]:
        """Siblings of the right options in turn, and where there are too few, what may be right of another axiom."""
        wrong: dict[Iri, None] = {}
        for iri in (*self._siblings_in_turn(right, slot), *self._others(slot)):
            if len(right) + len(wrong) == OPTIONS:
                break
            if iri not in right and self._source.can_be_named(iri) and not self._holds(statement, slot, iri):
                wrong[iri] = None
        return list(wrong)

    def _siblings_in_turn(self, right: Sequence[Iri], slot: Slot) -> Iterator[Iri]:
        often = self._right_often[slot]
        of_each = [list(self._source.taxonomy.siblings(iri)) for iri in right]
        for siblings in of_each:
            # By weighted chance (Efraimidis and Spirakis 2006); those that are never right come last.
            self._chance.shuffle(siblings)
            siblings.sort(key=lambda iri: -(self._chance.random() ** (1 / often[iri])) if often[iri] else 0)
        for turn in zip_longest(*of_each):
            yield from filter(None, turn)

    def _others(self, slot: Slot) -> Iterator[Iri]:
        for _ in range(_DRAWN):
            yield self._chance.choice(self._near(self._chance.choice(self._all), slot))

    def _holds(self, statement: _Statement, slot: Slot, option: Iri) -> bool:
        subject, (relation, filler) = statement
        match slot:
            case Slot.SUBJECT:
                return self._source.holds(option, statement.pair)
            case Slot.RELATION:
                return self._source.holds(subject, Pair(option, filler))
            case Slot.FILLER:
                return self._source.holds(subject, Pair(relation, option))

    # ---- relations

    def _balanced(self) -> dict[Iri, float]:
        """How often to mask each relation, so that it is right once for every five times that it is wrong.

        Where one relation includes another, the two are not alike: the one cannot be wrong where the other is right.
        That makes the frequencies the stationary ones of a chain that steps from what is right to what is wrong.
        """
        often = dict.fromkeys(self._relations, 1.0)
        wrong_beside = {
            right: Counter(
                other
                for statement in self._of_relation[right][:_SAMPLE]
                for other in (self._wrong_relations(statement) or ())
            )
            for right in self._relations
        }
        for _ in range(_STEPS):
            stepped = dict.fromkeys(self._relations, 1e-9)
            for right, wrong in wrong_beside.items():
                for other, times in wrong.items():
                    stepped[other] += often[right] * times / wrong.total()
            often = {iri: (often[iri] + stepped[iri]) / 2 for iri in often}
        return often

    def _by_relation(self) -> Iterator[_Statement]:
        """Statements of a relation that is drawn anew for each: most ontologies have one that abounds."""
        left = {iri: list(self._of_relation[iri]) for iri in self._relations}
        while relations := [iri for iri in self._relations if left[iri]]:
            drawn = self._chance.choices(relations, [self._masked_often[iri] for iri in relations])
            yield left[drawn[0]].pop()

    def _wrong_relations(self, statement: _Statement) -> Sequence[Iri] | None:
        wrong = [other for other in self._relations if not self._holds(statement, Slot.RELATION, other)]
        return self._chance.sample(wrong, OPTIONS - 1) if len(wrong) >= OPTIONS - 1 else None

    def _relation_options(self, statement: _Statement) -> _Options | None:
        wrong = self._wrong_relations(statement)
        return _Options([statement.pair.relation], wrong) if wrong else None
