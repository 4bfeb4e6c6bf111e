"""Open items: what is under a root and meets several conditions (OA-RAG paper, section 5.1.2 and Appendix C)."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from entailed.benchmark.gold_taxonomy import within
from entailed.benchmark.items import Conditions, Item
from entailed.benchmark.phrasing import open_question
from entailed.benchmark.source import Asking, Pair, Source
from entailed.errors import EntailedError
from entailed.oarag import ListOfNames
from entailed.owl import Iri

MOST_LIFTED = 2
"""How many levels above a stated filler the filler of a condition may be."""
CONDITIONS = (2, 3, 4)
_TRIES_PER_CLASS = 20
_CLASSES_PER_QUESTION = 3000
"""How many classes are tried for a question before there are held to be no more."""
_ALL_BUT = 0.9
"""A class above a greater share of all classes is no branch: it says nothing of what is below it."""


def open_questions(source: Source, asking: Asking, *, root: Iri, count: int) -> Iterator[Item]:
    """Items with 2, 3 and 4 conditions in nearly equal numbers, as many as are wanted or as the branch gives.

    Args:
        source: The ontology.
        asking: What the items share.
        root: The class under which answers are asked for.
        count: How many questions; of 200, 67, 67 and 66 have 2, 3 and 4 conditions.
    """
    chance = random.Random(f"open questions {asking.seed}")  # noqa: S311 (no secret)
    maker = _Maker(source, root, chance)
    for place, conditions in enumerate(CONDITIONS):
        for number in range(1, len(range(place, count, len(CONDITIONS))) + 1):
            made = maker.next(conditions)
            if made is None:
                break
            yield Item(
                id=f"{asking.data_set}-oq-{conditions}-{number:03}",
                data_set=asking.data_set,
                question=ListOfNames(text=open_question(made.root, made.restrictions, chance), persona=asking.persona),
                gold=tuple(answer.name for answer in made.answers),
                construction=made,
            )


class _Maker:
    """Makes items one by one; knows what was asked."""

    def __init__(self, source: Source, root: Iri, chance: random.Random) -> None:
        self._source = source
        self._root = source.names.term(root)
        self._chance = chance
        self._under_root = source.gold.subclasses(root)
        self._branch = sorted(self._under_root & source.names.unambiguous - {root})
        self._asked: set[tuple[Pair, ...]] = set()
        self._conditions = cache(self._conditions_of)

    def next(self, conditions: int) -> Conditions | None:
        for _ in range(_CLASSES_PER_QUESTION if self._branch else 0):
            possible = self._conditions(self._chance.choice(self._branch))
            for _ in range(_TRIES_PER_CLASS if len(possible) >= conditions else 0):
                chosen = tuple(sorted(self._chance.sample(possible, conditions)))
                if chosen in self._asked or self._imply_each_other(chosen):
                    continue
                self._asked.add(chosen)
                answers = self._answers(chosen)
                if self._source.can_be_named(*answers):
                    return Conditions(
                        root=self._root,
                        restrictions=tuple(map(self._source.restriction, chosen)),
                        answers=tuple(map(self._source.names.term, answers)),
                    )
        return None

    def _conditions_of(self, iri: Iri) -> Sequence[Pair]:
        """What is stated of a class and its superclasses, with the fillers lifted too."""
        source = self._source
        lifted = (
            Pair(relation, higher)
            for above in source.gold.superclasses(iri)
            for relation, filler in source.stated.get(above, ())
            for higher in within(MOST_LIFTED, filler, source.taxonomy.parents)
        )
        return sorted({pair for pair in lifted if source.can_be_named(*pair)})

    def _imply_each_other(self, conditions: Sequence[Pair]) -> bool:
        implies = self._source.gold.implies
        return any(implies(one, other) for one in conditions for other in conditions if one != other)

    def _answers(self, conditions: Sequence[Pair]) -> Sequence[Iri]:
        having = (self._source.gold.having(*condition) for condition in conditions)
        return sorted(self._under_root.intersection(*having))


# ---- the root


def chosen_root(source: Source, name: str | None) -> Iri:
    """The branch that is named by label or IRI, or else the one that most questions can be asked of.

    That is, of the branches right under what covers over nine tenths of all classes, the one with most classes of
    which at least two restrictions are stated, be it of their superclasses.

    Raises:
        EntailedError: Nothing is named so, several classes are, or no branch lends itself.
    """
    if name is not None:
        found = [iri for iri in source.gold.classes if name in (iri, source.names.labels[iri])]
        if len(found) != 1 or not source.can_be_named(*found):
            raise EntailedError(
                f"`{name}` names no class that questions can name, or more than one. Give another root."
            )
        return found[0]
    above = {iri: source.gold.superclasses(iri) for iri in source.gold.classes}
    below = Counter(sup for iri in above for sup in above[iri])
    narrow = {iri for iri in above if below[iri] <= _ALL_BUT * len(above)}
    askable = [iri for iri in above if sum(len(source.stated.get(sup, ())) for sup in above[iri]) >= CONDITIONS[0]]
    asked_under = Counter(sup for iri in askable for sup in above[iri])
    branches = [
        iri for iri in narrow if asked_under[iri] and source.can_be_named(iri) and not narrow & (above[iri] - {iri})
    ]
    if not branches:
        raise EntailedError("no branch has classes with restrictions to ask for. Choose the branch with `--root`.")
    return max(branches, key=lambda iri: (asked_under[iri], iri))
