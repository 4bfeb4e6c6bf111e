"""Which concepts the texts of an ontology mention, and behind which relation: one pass over all of them.

The little words and the word forms are those of English. In other languages names are found all the same, and relations
where they stand by name.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial, reduce
from itertools import count
from typing import NamedTuple

import numpy as np

from entailed.reasoning.rows import IntArray, Rows, distinct
from entailed.search import stems, words
from entailed.service.mentions import MIN_CHARACTERS, TOO_COMMON
from entailed.service.phrases import BoolArray, PhraseTrie, without_overlap
from entailed.service.vocabulary import NameSource

MOST_WORDS = 50
"""Longer names are not looked for."""
_BETWEEN = frozenset(words("a all an any at each every its least of one only some that the this"))
"""Words that may stand between a relation and its filler."""
_MOST_BETWEEN = 5
_OPENERS = frozenset(words("a an each every example for the"))
"""Words that may stand before the name with which a sentence opens."""
_MOST_OPENERS = 3
_NEGATIONS = frozenset(words("cannot except excluding lack lacking lacks neither never no nor not without"))
_NEGATION_REACH = 4
"""The words behind a negation that it bears on; never beyond the sentence."""
_RELATIVES = frozenset(words("that which who whose"))
_PRONOUNS = frozenset(words("it these they this those"))
_COPULAS = frozenset(words("are be been is was were"))
_CONJUNCTIONS = frozenset(words("and but or"))
_LITTLE_WORDS = frozenset(words("a an and as at be by for from has have in is it of on or that the to with"))
"""Words that do not tell one relation from another when they stand anywhere in a sentence."""


class Sentence(NamedTuple):
    """A sentence of a definition, or a name."""

    subject: int
    """The concept whose text it is."""
    text: str
    name: NameSource | None
    """LABEL or EXACT; None for a sentence of a definition."""
    goes_on: bool = False
    """It is not the first of its definition."""


class RelationName(NamedTuple):
    """A name of a relation."""

    role: int
    text: str


class Scan(NamedTuple):
    """What was found. Relation phrases are numbered: of words, of stems, and a last number for none."""

    linked: tuple[IntArray, IntArray, IntArray]
    """Concepts mentioned directly behind a relation phrase, the positions of the sentences, the phrases; none where
    what leads to the concept is something other than what the sentence describes."""
    bare: tuple[IntArray, IntArray, IntArray]
    """Concepts mentioned in any other place, the positions of the sentences, and the relation phrase that leads on to
    another concept behind the mention; none where nothing does."""
    relation_names: IntArray
    """A row for each name: the role, the phrase of its words, the phrase of its stems."""
    near: Rows
    """By phrase of stems, the sentences that hold its stems anywhere."""


def scan(read: Sequence[Sentence], relations: Sequence[RelationName]) -> Scan:
    """Find the concepts that sentences mention by the names among them.

    In the singular or the plural; of the names that begin at one word the longest counts, and then for every concept
    that has it. What a negation bears on is not mentioned, and a concept is not mentioned by its own texts.
    """
    text = _Text(read, relations)
    names = _ConceptNames(read, text)
    phrases = _RelationPhrases(relations, text)
    said_of_others = names.said_of_others(text)

    def mentioned(at: IntArray) -> tuple[IntArray, IntArray, IntArray]:
        """The concepts named at some positions, their sentences, and which of the positions each comes from."""
        number = np.repeat(np.arange(len(at)), np.diff(names.concepts.starts)[names.keys[at]])
        concepts = names.concepts.columns[0][names.concepts.positions(names.keys[at])]
        sentences = text.sentence[at][number]
        kept = (text.subjects[sentences] != concepts) & ~said_of_others[sentences]
        return concepts[kept], sentences[kept], number[kept]

    at, phrase, denied = _linked(text, names, phrases)
    elsewhere = ~text.negated
    elsewhere[at] = False
    bare = without_overlap(names.lengths, text.starts)
    bare = bare[elsewhere[bare]]
    leads_on = _next_in_sentence(text, bare, at, phrase, none=phrases.count)
    fillers, sentences, number = mentioned(at[~denied])
    bare_fillers, bare_sentences, bare_number = mentioned(bare)
    return Scan(
        linked=(fillers, sentences, phrase[~denied][number]),
        bare=(bare_fillers, bare_sentences, leads_on[bare_number]),
        relation_names=phrases.names,
        near=phrases.sentences_near(text),
    )


def _linked(text: "_Text", names: "_ConceptNames", phrases: "_RelationPhrases") -> tuple[IntArray, IntArray, BoolArray]:
    """Where a concept's name stands directly behind a relation phrase, the phrase, and whether it is negated.

    The phrase is none where it begins a relative clause about something other than what the sentence describes.
    """
    at = without_overlap(phrases.lengths, text.starts)
    found = np.where(_said_of_a_filler(text, at), phrases.count, phrases.phrases[at])
    ends = at + phrases.lengths[at]
    for _ in range(_MOST_BETWEEN):
        ends += (names.lengths[ends] == 0) & text.passed_over[ends]  # a name, too, may begin with such a word
    followed = (text.sentence[ends] == text.sentence[at]) & (names.lengths[ends] > 0)
    return ends[followed], found[followed], text.negated[at[followed]]


def _next_in_sentence(text: "_Text", places: IntArray, at: IntArray, phrases: IntArray, *, none: int) -> IntArray:
    """By place, the phrase that leads to the next of some positions in the same sentence."""
    following = np.searchsorted(at, places, side="right")
    sentence_of_next = np.append(text.sentence[at], -1)[following]
    found: IntArray = np.where(sentence_of_next == text.sentence[places], np.append(phrases, none)[following], none)
    return found


def _said_of_a_filler(text: "_Text", at: IntArray) -> BoolArray:
    """By relation phrase, whether it begins a relative clause about something other than what the sentence describes.

    "It has part some bone that derives from a cow": the bone does, and the subject may not. It is said of the subject
    at the beginning of a definition, "a bone that derives from a cow", and behind "it is a bone"; and where "and that
    derives from a cow" takes up the subject.
    """
    before = at - 1
    before -= text.is_one_of(_COPULAS)[before]
    in_clause = text.is_one_of(_RELATIVES)[before] & ~text.is_one_of(_CONJUNCTIONS)[before - 1]
    sentence = text.sentence[at]
    led_elsewhere = ~text.speaks_of_subject[sentence]
    led_elsewhere[1:] |= sentence[1:] == sentence[:-1]
    found: BoolArray = in_clause & led_elsewhere & (text.sentence[before] == sentence)
    return found


class _Text:
    """All sentences as word numbers, one after the other, and a last word of its own that belongs to none."""

    def __init__(self, read: Sequence[Sentence], relations: Sequence[RelationName]) -> None:
        numbers: defaultdict[str, int] = defaultdict(count().__next__)
        rows = _numbered((sentence.text for sentence in read), numbers)
        self.relations = _numbered((name.text for name in relations), numbers)
        end = numbers["."]  # no word of a text
        self.vocabulary = list(numbers)
        self.starts = rows.starts
        self.words = np.append(rows.columns[0], end)
        self.sentence = np.append(np.repeat(np.arange(len(read)), np.diff(rows.starts)), len(read))
        self.room = np.append(rows.starts, len(self.words))[self.sentence + 1] - np.arange(len(self.words))
        """By position, how many words its sentence has from there on."""
        self.subjects = np.array([sentence.subject for sentence in read], np.int32)
        self.is_name = np.array([sentence.name is not None for sentence in read], np.bool_)
        self.goes_on = np.array([sentence.goes_on for sentence in read], np.bool_)
        """By sentence, whether it is not the first of a definition."""
        self.speaks_of_subject = np.append(~self.goes_on, np.False_)
        """By sentence, whether it begins with what its subject is: "a bone", and in a later sentence "it is a bone"."""
        first = np.minimum(rows.starts[:-1], len(self.words) - 2)
        it_is = self.is_one_of(_PRONOUNS)[first] & self.is_one_of(_COPULAS)[first + 1]
        self.speaks_of_subject[:-1] |= it_is
        self.passed_over = self.is_one_of(_BETWEEN)
        self.may_open = self.is_one_of(_OPENERS)
        self.negated = self._shortly_behind(self.is_one_of(_NEGATIONS), _NEGATION_REACH)

    def is_one_of(self, wanted: Iterable[str]) -> BoolArray:
        """By position, whether its word is one of these."""
        found: BoolArray = self.are_among(wanted)[self.words]
        return found

    def are_among(self, wanted: Iterable[str]) -> BoolArray:
        """By word number, whether it is one of these."""
        wanted = frozenset(wanted)
        return np.fromiter((word in wanted for word in self.vocabulary), np.bool_, len(self.vocabulary))

    def _shortly_behind(self, marked: BoolArray, reach: int) -> BoolArray:
        found = np.zeros(len(marked), np.bool_)
        for distance in range(1, min(reach, len(marked) - 1) + 1):
            same_sentence = self.sentence[distance:] == self.sentence[:-distance]
            found[distance:] |= marked[:-distance] & same_sentence
        return found


def _numbered(texts: Iterable[str], numbers: defaultdict[str, int]) -> Rows:
    """The words of each text as numbers; a new word gets the next."""
    found: list[int] = []
    starts = [0]
    for text in texts:
        found.extend(map(numbers.__getitem__, words(text)))
        starts.append(len(found))
    return Rows(np.array(starts, np.int64), (np.array(found, np.int64),))


class _ConceptNames:
    """Where the names of concepts stand in the text, and which concepts have them."""

    def __init__(self, read: Sequence[Sentence], text: _Text) -> None:
        singular = _singulars(text.vocabulary)
        named = np.array([s.name is not None and _is_distinctive(s.text) for s in read], np.bool_)
        named &= np.diff(text.starts) <= MOST_WORDS
        is_label = np.array([s.name in (NameSource.LABEL, NameSource.LOCAL_NAME) for s in read], np.bool_)
        rows = _selected(Rows(text.starts, (singular[text.words],)), np.flatnonzero(named))
        trie = PhraseTrie(rows, len(text.vocabulary))
        self.concepts = _strongest(trie.keys, text.subjects[named], is_label[named], trie.key_count)
        """By key."""
        # The whole of a name is the concept itself; what stands in it is mentioned.
        whole_names = np.zeros(len(text.words), np.bool_)
        whole_names[text.starts[:-1][text.is_name]] = True
        self.lengths, self.keys = trie.longest(singular[text.words], text.room, but_whole=whole_names)

    def said_of_others(self, text: _Text) -> BoolArray:
        """By sentence, whether it goes on from another and opens with the name of another concept than they describe.

        Such a sentence explains a word or tells of an example, and what it says is not said of the concept described.
        """
        at = text.starts[:-1].copy()
        for _ in range(_MOST_OPENERS):
            at += (self.lengths[at] == 0) & text.may_open[at]
        found: BoolArray = text.goes_on & (text.sentence[at] == np.arange(len(at))) & (self.lengths[at] > 0)
        for sentence in np.flatnonzero(found):
            found[sentence] = text.subjects[sentence] not in self.concepts.of(self.keys[at[sentence]])
        return found


def _selected(rows: Rows, keys: IntArray) -> Rows:
    """The rows of some keys, which are numbered anew."""
    starts = np.concatenate(([0], np.cumsum(np.diff(rows.starts)[keys])))
    return Rows(starts, (rows.columns[0][rows.positions(keys)],))


def _is_distinctive(name: str) -> bool:
    return len(name) >= MIN_CHARACTERS and name.casefold() not in TOO_COMMON


def _strongest(keys: IntArray, concepts: IntArray, is_label: BoolArray, key_count: int) -> Rows:
    """By key, the concepts that have it as a label, or else those that have it as an exact synonym."""
    has_label = np.zeros(key_count, np.bool_)
    has_label[keys[is_label]] = True
    kept = (is_label | ~has_label[keys]) & (keys >= 0)
    return Rows.sorted(np.column_stack((keys[kept], concepts[kept])), key_count)


def _singulars(vocabulary: Sequence[str]) -> IntArray:
    """By word number, the number of the word without its plural ending, where that word occurs too."""
    numbers = {word: number for number, word in enumerate(vocabulary)}
    return np.array([numbers.get(_singular(word), number) for word, number in numbers.items()], np.int64)


def _singular(word: str) -> str:
    is_plural = len(word) > MIN_CHARACTERS and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if is_plural else word


class _RelationPhrases:
    """Where the names of relations stand in the text, as they are or in another form of their words."""

    def __init__(self, relations: Sequence[RelationName], text: _Text) -> None:
        found = stems(text.vocabulary)
        numbers = {stem: number for number, stem in enumerate(dict.fromkeys(found))}
        self._stem_of = np.array([numbers[stem] for stem in found], np.int64)
        self._stem_count = len(numbers)
        self._stems = Rows(text.relations.starts, (self._stem_of[text.relations.columns[0]],))
        by_words = PhraseTrie(text.relations, len(text.vocabulary))
        by_stems = PhraseTrie(self._stems, len(numbers))
        first_of_stems = by_words.key_count
        self.count = first_of_stems + by_stems.key_count
        """Of phrases."""
        roles = np.array([name.role for name in relations], np.int32)
        self.names = np.column_stack((roles, by_words.keys, first_of_stems + by_stems.keys)).astype(np.int32)
        exact = by_words.longest(text.words, text.room)
        alike = by_stems.longest(self._stem_of[text.words], text.room)
        self.lengths = alike.lengths
        self.phrases = np.where(exact.lengths == alike.lengths, exact.keys, first_of_stems + alike.keys)

    def sentences_near(self, text: _Text) -> Rows:
        """By phrase of stems, the sentences that hold all of them that tell something, in any place."""
        little = np.zeros(self._stem_count, np.bool_)
        little[self._stem_of[text.are_among(_LITTLE_WORDS)]] = True
        wanted = np.zeros(self._stem_count, np.bool_)
        wanted[self._stems.columns[0]] = True
        stem_at = self._stem_of[text.words]
        at = np.flatnonzero(wanted[stem_at])
        holding = Rows.sorted(np.column_stack((stem_at[at], text.sentence[at])), self._stem_count)
        rows = [np.zeros((0, 2), np.int64)]
        for name, phrase in enumerate(self.names[:, 2]):
            of_name = self._stems.of(name)
            telling = distinct(of_name[~little[of_name]])
            if len(telling):
                near = reduce(partial(np.intersect1d, assume_unique=True), map(holding.of, telling))
                rows.append(np.column_stack((np.full(len(near), phrase), near)))
        return Rows.sorted(np.concatenate(rows), self.count)
