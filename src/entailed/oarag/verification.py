"""How far the reasoner confirms an answer, whatever the model says of it.

An answer is turned into claims, each is checked, and the weakest decides. The claims come from the words of the
question, where these are read by rule; then an answer can be *entailed*. Otherwise they come from the queries of the
run, or for an answer in words from the model: then the reasoner can derive the claims, but not that they are what was
asked or said, and the answer is *supported* at most, or *related* where part of what it says was left unchecked.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from entailed.agent.grounding import GroundingLevel, weakest
from entailed.oarag.answer_claims import StatedClaims
from entailed.oarag.claims import Claim, ClaimChecker
from entailed.oarag.evidence import Evidence
from entailed.oarag.frames import Frame, frames_for_options, named_concepts, select_frame
from entailed.oarag.questions import (
    AnswerValue,
    FreeText,
    ListOfNames,
    OneOption,
    Question,
    SeveralOptions,
    YesNoMaybe,
)
from entailed.oarag.reading import Reading, Statement, Triple, read_question
from entailed.oarag.spans import NEGATION, Span, Thing, bears_on, find_span
from entailed.service import Mention, OntologyService, quote
from entailed.service.results import LinkedName, SelectResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What the reasoner confirms of an answer."""

    level: GroundingLevel | None
    """None where nothing could be checked."""
    reason: str
    """Why, in a sentence or two."""
    claims: tuple[Claim, ...] = ()

    @property
    def notices(self) -> tuple[str, ...]:
        """What qualifies the checks: inferred equivalences, unsatisfiable and obsolete concepts, other readings."""
        return tuple(dict.fromkeys(notice for claim in self.claims for notice in claim.check.notices))


class _Cap(NamedTuple):
    level: GroundingLevel
    reason: str
    """A sentence."""


_READ_BY_RUN = "that the question asks for this is the model's reading, not the reasoner's"
_SAYS_NO = "The question or the answer denies something, which the claims cannot say."


def verify(
    question: Question,
    value: AnswerValue,
    *,
    service: OntologyService,
    evidence: Sequence[Evidence],
    stated: StatedClaims | None = None,
) -> Verification:
    """Check what an answer claims.

    Args:
        question: What was asked.
        value: The answer, in the question's form.
        service: The ontology.
        evidence: The informative results of the run, cited or not.
        stated: What an answer in words states, as the model reads it; None where the model was not asked.
    """
    verifier = _Verifier(question, service, evidence)
    match question:
        case SeveralOptions() | OneOption():
            return verifier.options(question, (value,) if isinstance(value, str) else value)
        case ListOfNames():
            return verifier.names((value,) if isinstance(value, str) else value)
        case YesNoMaybe():
            return verifier.yes_or_no(str(value))
        case FreeText():
            return verifier.text(str(value), stated)


class _Verifier:
    def __init__(self, question: Question, service: OntologyService, evidence: Sequence[Evidence]) -> None:
        self._question = question
        self._service = service
        self._evidence = evidence
        self._mentions = service.find_mentions(question.text)
        self._reading = read_question(question.text, self._mentions)
        self._named = named_concepts(self._mentions)
        self._checker = ClaimChecker(service, evidence)

    # ---- options and names: what fills the gap of the question

    def options(self, question: SeveralOptions | OneOption, chosen: tuple[str, ...]) -> Verification:
        frames = self._frames_by_rule()
        by_rule = bool(frames)
        if not by_rule:
            frames = frames_for_options(self._evidence, self._named, self._iris(question.options))
        derived = {frame: self._derived(frame, question.options) for frame in frames}
        if not chosen:
            return self._nothing_claimed("An empty answer is at most related: what is not entailed may hold.", derived)
        if not frames:
            return self._by_text(chosen, [option for option in question.options if option not in chosen])
        frame = max(frames, key=lambda f: _fit(derived[f], chosen))
        if by_rule:
            caps = [*_caps_of_others(question, derived[frame], chosen), *_caps_of_direction(derived.values())]
        else:
            caps = self._caps_of_reading(frame, derived[frame], chosen)
        return self._concluded([triple.filled(option) for option in chosen for triple in frame], caps)

    def names(self, names: tuple[str, ...]) -> Verification:
        frames = self._frames_by_rule()
        by_rule = bool(frames)
        if not by_rule:
            frames = self._frames_of_searches()
        if not names:
            return self._nothing_claimed("An empty answer is at most related: what is not entailed may hold.", {})
        if not frames:
            return self._by_text(names, [])
        derived = {frame: self._derived(frame, names) for frame in frames}
        frame = max(frames, key=lambda f: len(derived[f]))
        caps = list(_caps_of_direction(derived.values())) if by_rule else self._caps_of_reading(frame, names, names)
        return self._concluded([triple.filled(name) for name in names for triple in frame], caps)

    def _frames_of_searches(self) -> list[Frame]:
        """The searches that were about all that the question names."""
        linked = [isinstance(m.linked, LinkedName) for m in self._mentions if m.kind == "concept"]
        if not linked or not all(linked):
            return []
        selects = (item for item in self._evidence if isinstance(item.result, SelectResult))
        return [frame for item in selects if self._named <= _asked(item) and (frame := select_frame(item.query))]

    def _frames_by_rule(self) -> list[Frame]:
        """What the question asks for, where its words leave nothing open."""
        frames = self._reading.alternatives if self._reading.literal else ()
        return [frame for frame in frames if all(triple.is_open for triple in frame)]

    def _derived(self, frame: Frame, names: Sequence[str]) -> tuple[str, ...]:
        """The names for which the reasoner derives the frame."""
        return tuple(name for name in names if self._checker.derives([triple.filled(name) for triple in frame]))

    def _iris(self, names: Sequence[str]) -> frozenset[str]:
        linked = (link(name) for link in (self._service.link_concept, self._service.link_relation) for name in names)
        return frozenset(name.entity.iri for name in linked if isinstance(name, LinkedName))

    def _caps_of_reading(self, frame: Frame, derived: Sequence[str], chosen: Sequence[str]) -> list[_Cap]:
        """What a frame is worth that no rule read from the question."""
        shown = " and ".join(self._shown(triple, chosen[0]) for triple in frame)
        if NEGATION.search(self._question.text):
            return [_Cap(GroundingLevel.RELATED, _SAYS_NO)]
        if others := [name for name in derived if name not in chosen]:
            return [_Cap(GroundingLevel.RELATED, f"The reasoner derives {shown} for others: {', '.join(others)}.")]
        return [_Cap(GroundingLevel.SUPPORTED, f"The reasoner derives {shown} for the answer; {_READ_BY_RUN}.")]

    def _shown(self, triple: Triple, name: str) -> str:
        """A triple by the names of what it links to, its gap as dots; `name` is something that fills it."""
        check = self._checker.verdict(triple.filled(name))
        places = ((triple.subject, check.subject), (triple.relation, check.relation), (triple.object, check.object))
        return " ".join("…" if text is None else quote(link.entity.name if link else text) for text, link in places)

    def _by_text(self, chosen: Sequence[str], others: Sequence[str]) -> Verification:
        """The level of an answer that no query was about: whether text speaks of it alone, or anything at all."""
        concepts = self._things()
        things = [Thing.of(name, self._service.link_concept(name)) for name in chosen]
        spans = [self._span(thing, concepts) for thing in things]
        also = [name for name in others if self._span(Thing.of(name, self._service.link_concept(name)), concepts)]
        if all(spans) and not also and not NEGATION.search(self._question.text):
            shown = ", ".join(dict.fromkeys(span.evidence for span in spans if span))
            reason = f"No query settles the question; a sentence of {shown} speaks of it and of the answer."
            return Verification(level=GroundingLevel.SUPPORTED, reason=reason)
        return self._unsettled("No query of the run settles the question.", [*things, *concepts])

    def _span(self, thing: Thing, concepts: Sequence[Thing]) -> Span | None:
        found = (find_span(self._evidence, thing, concept) for concept in concepts if concept.iri != thing.iri)
        return next(filter(None, found), None)

    # ---- statements: yes or no, and answers in words

    def yes_or_no(self, value: str) -> Verification:
        statements = self._statements_by_rule()
        if not statements:
            reason = "The question says more than its names and relations do, so that no verdict settles it."
            return self._unsettled(reason, self._things())
        caps = [_Cap(GroundingLevel.RELATED, "Maybe claims nothing that could be derived.")] if value == "maybe" else []
        return self._concluded(statements, caps, denied=value == "no")

    def text(self, value: str, stated: StatedClaims | None) -> Verification:
        word = value.strip(" .!").casefold()
        if word in ("yes", "no") and self._statements_by_rule():
            return self.yes_or_no(word)
        mentions = self._service.find_mentions(value)
        said = read_question(value, mentions)
        if names := self._only_names(said, mentions):
            return self.names(names)
        about = named_concepts(mentions)
        caps = []
        statements = [statement for statement in _closed(said) if not self._is_trivial(statement)]
        if not statements and stated is not None:
            statements = [statement for statement in stated.statements if self._is_claim(statement, about)]
            if NEGATION.search(value):
                caps.append(_Cap(GroundingLevel.RELATED, _SAYS_NO))
            caps += _caps_of_claims(stated, len(statements))
        if not statements:
            return Verification(level=None, reason="No claim could be told from the answer, so nothing was checked.")
        if self._named and not any(self._concepts(triple) & self._named for triple in statements):
            caps.append(_Cap(GroundingLevel.RELATED, "The answer says nothing of what the question names."))
        return self._concluded(statements, caps)

    def _statements_by_rule(self) -> list[Statement]:
        """The statement that the question asks about, where its words leave nothing open."""
        return _closed(self._reading)

    def _only_names(self, said: Reading, mentions: Sequence[Mention]) -> tuple[str, ...]:
        """The names that an answer in words consists of; none where it says more, or the question asks for none."""
        names = tuple(mention.linked.text for mention in mentions if mention.kind == "concept")
        return names if self._frames_by_rule() and said.literal and len(names) == len(mentions) else ()

    def _is_claim(self, statement: Statement, about: frozenset[str]) -> bool:
        """Whether an answer about these concepts can claim it: of them, beside them only what the question names."""
        concepts = self._concepts(statement)
        return concepts <= about | self._named and bool(concepts & about) and not self._is_trivial(statement)

    def _is_trivial(self, statement: Statement) -> bool:
        """Whether it says of a thing that it is itself."""
        check = self._checker.verdict(statement)
        return check.subject is not None and check.object is not None and check.subject.entity == check.object.entity

    def _concepts(self, statement: Statement) -> frozenset[str]:
        check = self._checker.verdict(statement)
        return frozenset(name.entity.iri for name in (check.subject, check.object) if name is not None)

    # ---- the level of the answer

    def _concluded(
        self, statements: Sequence[Statement], caps: Sequence[_Cap], *, denied: bool = False
    ) -> Verification:
        claims = tuple(self._checker.claim(statement, denied=denied) for statement in statements)
        level = weakest(*(claim.level for claim in claims))
        weak = next(claim for claim in claims if claim.level is level)
        reason = f"{_shown_statement(weak.statement)}: {weak.reason}."
        if level is GroundingLevel.ENTAILED:
            # Without names: what an ontology's author wrote has no place in a sentence that vouches for something.
            reason = "The ontology contradicts what the answer denies." if denied else "The reasoner derives it."
        for cap in caps:
            if weakest(cap.level, level) is not level:
                level, reason = cap.level, cap.reason
        nothing = level is GroundingLevel.UNRELATED and not self._evidence
        return Verification(level=None if nothing else level, reason=reason, claims=claims)

    def _nothing_claimed(self, reason: str, derived: dict[Frame, tuple[str, ...]]) -> Verification:
        if names := list(dict.fromkeys(chain.from_iterable(derived.values()))):
            reason += f" The reasoner derives: {', '.join(names)}."
        return self._unsettled(reason, self._things())

    def _things(self) -> list[Thing]:
        """What the question names."""
        return [Thing.of(m.linked.text, m.linked) for m in self._mentions if m.kind == "concept"]

    def _unsettled(self, reason: str, things: Sequence[Thing]) -> Verification:
        if not self._evidence:
            return Verification(level=None, reason=reason)
        if any(bears_on(item, things) for item in self._evidence):
            return Verification(level=GroundingLevel.RELATED, reason=reason)
        return Verification(level=GroundingLevel.UNRELATED, reason=f"{reason} No result has to do with it.")


def _fit(derived: Sequence[str], chosen: Sequence[str]) -> tuple[bool, bool, bool, bool]:
    """How well a frame speaks for an answer: derived for just what was chosen, all of it, some of it, or anything."""
    found, wanted = set(derived), set(chosen)
    return found == wanted, found >= wanted, bool(found & wanted), bool(found)


def _caps_of_others(question: Question, derived: Sequence[str], chosen: Sequence[str]) -> Iterator[_Cap]:
    """What it means for an answer that options are derived which it does not choose."""
    others = [option for option in derived if option not in chosen]
    shown = ", ".join(others)
    if others and isinstance(question, OneOption) and set(chosen) <= set(derived):
        yield _Cap(GroundingLevel.SUPPORTED, f"One option was asked for, and the reasoner derives others too: {shown}.")
    elif others:
        yield _Cap(GroundingLevel.RELATED, f"The reasoner derives what the answer leaves out: {shown}.")


def _caps_of_direction(derived: Iterable[Sequence[str]]) -> Iterator[_Cap]:
    """What it means that the question can be read in two directions."""
    if len({frozenset(names) for names in derived if names}) > 1:
        yield _Cap(GroundingLevel.SUPPORTED, "The question leaves the direction of the relation open.")


def _caps_of_claims(stated: StatedClaims, checked: int) -> Iterator[_Cap]:
    """What claims are worth that a model takes from its answer."""
    found = len(stated.statements) + stated.unread
    if checked < found:
        said = f"{found - checked} of the {found} claims that the model takes from its answer could not be checked."
        yield _Cap(GroundingLevel.RELATED, said)
    if not stated.complete:
        yield _Cap(GroundingLevel.RELATED, "The model does not say that its claims are all that the answer states.")
    read = "The reasoner derives the claims; that the answer says no more is the model's reading."
    yield _Cap(GroundingLevel.SUPPORTED, read)


def _closed(reading: Reading) -> list[Statement]:
    """The statements of a literal reading without a gap."""
    triples = list(chain(*reading.alternatives)) if reading.literal else []
    return [] if any(triple.is_open for triple in triples) else [triple.filled() for triple in triples]


def _asked(item: Evidence) -> frozenset[str]:
    return frozenset(name.entity.iri for name in item.linked)


def _shown_statement(statement: Statement) -> str:
    return " ".join(map(quote, (statement.subject, statement.relation, statement.object)))
