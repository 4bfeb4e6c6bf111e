"""What the texts of an ontology mention, on disk: the ground of the fallback."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from entailed.reasoning import TOP, Closure
from entailed.reasoning.rows import IntArray, Rows
from entailed.search import Builds, words
from entailed.service.arrays import map_array
from entailed.service.mention_scan import MOST_WORDS, RelationName, Sentence, scan
from entailed.service.phrases import BoolArray
from entailed.service.results import Tier
from entailed.service.sentences import sentences
from entailed.service.strings import StringTable
from entailed.service.vocabulary import NameSource, Notes, names_of, value_text


class Mentions(NamedTuple):
    """Mentions of some concepts as evidence that these are fillers of some relation: one array for each column."""

    tiers: NDArray[np.int8]
    sentences: IntArray
    """The number of the sentence."""
    subjects: IntArray
    """The concept that the sentence describes."""
    fillers: IntArray
    """The concept that is mentioned."""

    def at_least(self, tier: Tier) -> "Mentions":
        """Those of a tier and of stronger ones."""
        return self.where(self.tiers >= tier)

    def where(self, kept: BoolArray) -> "Mentions":
        """Some of them, marked by position."""
        return Mentions(self.tiers[kept], self.sentences[kept], self.subjects[kept], self.fillers[kept])

    def and_those(self, others: "Mentions") -> "Mentions":
        """All of these and of others."""
        return Mentions(*(np.concatenate(columns) for columns in zip(self, others, strict=True)))


class MentionIndex:
    """Mentions of concepts in definitions, labels and exact synonyms, by concept mentioned.

    Those behind a relation phrase stand apart from the others, which are six times as many and often not needed.
    """

    def __init__(self, folder: Path, closure: Closure) -> None:
        """Open the index that `write` made.

        Args:
            folder: Where it is.
            closure: What follows for the concepts.

        Raises:
            OSError: A file is missing.
            ValueError: A file is damaged.
        """

        def column(name: str) -> NDArray[Any]:
            return map_array(folder / f"{name}.npy")

        self._closure = closure
        self._sentences = StringTable.open(folder / "sentences")
        self._subjects = column("subjects")
        self._linked = Rows(column("linked"), (column("linked_sentences"), column("linked_phrases")))
        self._are_names = column("are_names")
        self._all_bare = Rows(column("bare"), (column("bare_sentences"), column("bare_lead_on")))
        self._near = Rows(column("near"), (column("near_sentences"),))
        self._names = column("relation_names")

    @staticmethod
    def begin(
        folder: Path, classes: Sequence[str], roles: Sequence[str], notes: Mapping[str, Notes], builds: Builds
    ) -> None:
        """Begin an index in a folder, which is created; it is whole once the builds are over.

        Args:
            folder: Where the index goes.
            classes: The IRIs of the classes, by number.
            roles: The IRIs of the relations, by number.
            notes: What the ontology says of them.
            builds: Where it is built.
        """
        texts = chain(_texts(classes, notes), _relation_names(roles, notes))
        lines = (f"{number}\t{what}\t{' '.join(text.split())}" for number, what, text in texts)
        builds.begin(folder, build_mention_index, lines, str(len(classes)))

    @staticmethod
    def write(folder: Path, read: Sequence[Sentence], relations: Sequence[RelationName], class_count: int) -> None:
        """Write the index of some sentences into a folder, which is created."""
        found = scan(read, relations)
        linked = Rows.sorted(np.column_stack(found.linked), class_count)
        bare = Rows.sorted(np.column_stack(found.bare), class_count)
        folder.mkdir(parents=True)
        StringTable.write(folder / "sentences", (sentence.text for sentence in read))
        columns: dict[str, NDArray[Any]] = {
            "subjects": np.array([sentence.subject for sentence in read], np.int32),
            "are_names": np.array([sentence.name is not None for sentence in read], np.bool_),
            "linked": linked.starts,
            "linked_sentences": linked.columns[0].astype(np.int32),
            "linked_phrases": linked.columns[1].astype(np.int32),
            "bare": bare.starts,
            "bare_sentences": bare.columns[0].astype(np.int32),
            "bare_lead_on": bare.columns[1].astype(np.int32),
            "near": found.near.starts,
            "near_sentences": found.near.columns[0].astype(np.int32),
            "relation_names": found.relation_names,
        }
        for name, values in columns.items():
            np.save(folder / f"{name}.npy", values)

    def sentence(self, number: int) -> str:
        """The text of a sentence."""
        return self._sentences[number]

    def linked(self, fillers: IntArray, roles: BoolArray) -> Mentions:
        """The mentions of some concepts behind a relation phrase, as evidence for a relation.

        Args:
            fillers: The concepts.
            roles: By role, whether it is the relation or implies it.
        """
        _, by_words, by_stems = self._names[roles[self._names[:, 0]]].T
        of_phrase = np.full(len(self._near.starts), Tier.OTHER_RELATION, np.int8)  # one more for no phrase
        of_phrase[by_stems] = Tier.STEMS
        of_phrase[by_words] = Tier.LABEL
        at = self._linked.positions(fillers)
        sentences, phrases = (column[at] for column in self._linked.columns)
        return self._mentions(of_phrase[phrases], sentences, fillers, self._linked)

    @cached_property
    def _bare(self) -> Rows:
        """Those without a relation phrase before them, but for those of what subsumes the concept described.

        "A raw piece of oak" says what a thing is, and not what it is related to.
        """
        subjects = self._subjects[self._all_bare.columns[0]]
        return self._all_bare.where(~_subsume(self._closure, self._all_bare.keys, subjects))

    def bare(self, fillers: IntArray, roles: BoolArray) -> Mentions:
        """The mentions of some concepts without a relation phrase before them, as evidence for a relation.

        Without those of what subsumes the concept described.

        Args:
            fillers: The concepts.
            roles: By role, whether it is the relation or implies it.
        """
        _, by_words, by_stems = self._names[roles[self._names[:, 0]]].T
        at = self._bare.positions(fillers)
        sentences, lead_on = (column[at] for column in self._bare.columns)
        tiers = np.where(self._are_names[sentences], np.int8(Tier.NAME), np.int8(Tier.MENTION))
        is_near = np.zeros(len(self._subjects), np.bool_)
        is_near[self._near.columns[0][self._near.positions(by_stems)]] = True
        leads_on = np.zeros(len(self._near.starts), np.bool_)  # one more for no phrase
        leads_on[by_words] = leads_on[by_stems] = True
        # Where the relation leads on to another concept, what stands before it is rather what is related to that.
        tiers[is_near[sentences] & ~leads_on[lead_on]] = Tier.SENTENCE
        return self._mentions(tiers, sentences, fillers, self._bare)

    def _mentions(self, tiers: NDArray[np.int8], sentences: IntArray, fillers: IntArray, rows: Rows) -> Mentions:
        times = rows.starts[fillers + 1] - rows.starts[fillers]
        return Mentions(tiers, sentences, self._subjects[sentences], np.repeat(fillers, times))


def _subsume(closure: Closure, sups: IntArray, subs: IntArray) -> BoolArray:
    """By pair of concepts, whether the first subsumes the second: by bisection, for all pairs at once."""
    column = closure.subsumers.columns[0]
    sups, subs = closure.representative[sups], closure.representative[subs]
    low, high = closure.subsumers.starts[subs], closure.subsumers.starts[subs + 1]
    ends = high
    while (low < high).any():
        middle = (low + high) // 2
        is_below = (low < high) & (column[np.minimum(middle, len(column) - 1)] < sups)
        low, high = np.where(is_below, middle + 1, low), np.where(is_below | (low >= high), high, middle)
    found: BoolArray = (low < ends) & (column[np.minimum(low, len(column) - 1)] == sups)
    return found


# ---- texts on their way to the process that reads them


class _Text(StrEnum):
    """What a text is that is no name of a class."""

    DEFINITION = "definition"
    RELATION = "name of a relation"


def _texts(classes: Sequence[str], notes: Mapping[str, Notes]) -> Iterator[tuple[int, str, str]]:
    """The names and definitions of the classes that are not obsolete: whose, what, and the text."""
    for number, iri in enumerate(classes[TOP + 1 :], TOP + 1):
        of_class = notes.get(iri, Notes())
        if not of_class.obsolete:
            for name, source in names_of(of_class, iri):
                if source.is_name:
                    yield number, source.name, name
            for definition in of_class.definitions:
                yield number, _Text.DEFINITION, value_text(definition.value)


def _relation_names(roles: Sequence[str], notes: Mapping[str, Notes]) -> Iterator[tuple[int, str, str]]:
    for number, iri in enumerate(roles):
        for name, source in names_of(notes.get(iri, Notes()), iri):
            if source.is_name and 0 < len(words(name)) <= MOST_WORDS:
                yield number, _Text.RELATION, name


def build_mention_index(folder: str, lines: str, class_count: str) -> None:
    """Build the index of the texts in a file, which may be done by another process."""
    read: list[Sentence] = []
    relations: list[RelationName] = []
    with Path(lines).open(encoding="utf-8", newline="\n") as file:
        for line in file:
            number, what, text = line.removesuffix("\n").split("\t")
            match what:
                case _Text.RELATION:
                    relations.append(RelationName(int(number), text))
                case _Text.DEFINITION:
                    read.extend(
                        Sentence(int(number), sentence, None, goes_on=place > 0)
                        for place, sentence in enumerate(sentences(text))
                    )
                case _:
                    read.append(Sentence(int(number), text, NameSource[what]))
    MentionIndex.write(Path(folder), read, relations, int(class_count))
