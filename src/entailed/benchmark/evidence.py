"""Gold evidence: the axioms, or the sentences in their place, without which an item's answer does not follow.

Proofs come from the reasoner under test, whose labels are never used: a justification is checked by what it says.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from entailed.benchmark.gold_queries import statements
from entailed.benchmark.items import Conditions, GoldEvidence, Item, Masked
from entailed.oarag.questions import options_of
from entailed.owl import Axiom, ClassExpression, Iri
from entailed.owl import model as owl
from entailed.owl.functional_syntax import axiom_text
from entailed.owl.signature import entities
from entailed.reasoning import Subsumption, prove
from entailed.reasoning.locality import local_guard


class EvidenceFinder:
    """Justifications from a set of axioms."""

    def __init__(
        self, axioms: Iterable[Axiom], *, groups: Sequence[Iri] = (), said: Mapping[Axiom, GoldEvidence] | None = None
    ) -> None:
        """Prepare.

        Args:
            axioms: What evidence is made of.
            groups: Grouping relations, which statements may hold within.
            said: The axioms that are said by a sentence, which is then the evidence.
        """
        self._groups = groups
        self._said = said or {}
        self._axioms = list(axioms)
        self._names = [_names(axiom) for axiom in self._axioms]
        mentions = Counter(name for names in self._names for name in names)
        self._cost = mentions.__getitem__
        self._always: list[int] = []
        self._watching: defaultdict[Iri, list[int]] = defaultdict(list)
        for number, axiom in enumerate(self._axioms):
            guard = local_guard(axiom, (), self._cost)
            if guard is None:
                self._always.append(number)
            for name in guard or ():
                self._watching[name].append(number)

    def of(self, item: Item) -> tuple[GoldEvidence, ...]:
        """What an item's answer rests on, each axiom once; nothing where there is no proof.

        For a multiple-choice item that is every right option; for an open one, the first of its answers, since any
        answer answers it.
        """
        needed: dict[Axiom, None] = {}
        for subject, parts in _goals(item):
            module = self._module([subject, *(name for part in parts for name in part)])
            for part in parts:
                proof = next(filter(None, (prove(goal, module) for goal in self._readings(subject, part))), None)
                if proof is None:
                    return ()
                needed |= dict.fromkeys(proof.axioms)
        return tuple(dict.fromkeys(map(self._evidence, needed)))

    def _evidence(self, axiom: Axiom) -> GoldEvidence:
        if axiom in self._said:
            return self._said[axiom]
        about = next((e.iri for e in entities(axiom) if isinstance(e, owl.Class | owl.ObjectProperty)), "")
        return GoldEvidence(about, axiom_text(axiom))

    def _readings(self, subject: Iri, part: tuple[Iri, ...]) -> Iterable[Subsumption]:
        """The statement itself, and the same within each group."""
        *relations, filler = part
        itself: ClassExpression = owl.Class(filler)
        for relation in relations:
            itself = owl.ObjectSomeValuesFrom(owl.ObjectProperty(relation), itself)
        yield Subsumption(owl.Class(subject), itself)
        for group in self._groups if relations else ():
            yield Subsumption(owl.Class(subject), owl.ObjectSomeValuesFrom(owl.ObjectProperty(group), itself))

    def _module(self, names: Iterable[Iri]) -> list[Axiom]:
        """The ⊥-module of some names (see `reasoning.locality`), in the order of the axioms."""
        signature = {*names, *self._groups}
        found: set[int] = set()
        watching: defaultdict[Iri, list[int]] = defaultdict(list)
        agenda = [*self._always]
        pending = list(signature)
        while agenda or pending:
            if not agenda:
                name = pending.pop()
                agenda += [*self._watching.get(name, ()), *watching.pop(name, ())]
                continue
            number = agenda.pop()
            guard = None if number in found else local_guard(self._axioms[number], signature, self._cost)
            if guard is None:
                found.add(number)
                pending += self._names[number] - signature
                signature |= self._names[number]
            for name in guard or ():
                watching[name].append(number)
        return [self._axioms[number] for number in sorted(found)]


def plain(axioms: Iterable[Axiom]) -> Iterable[Axiom]:
    """The axioms without annotations, each once."""
    return dict.fromkeys(replace(axiom, annotations=()) for axiom in axioms)


def _goals(item: Item) -> Iterable[tuple[Iri, list[tuple[Iri, ...]]]]:
    """Subjects, each with what has to follow of it: a class, or a relation and a filler."""
    match item.construction:
        case Masked() as masked:
            for option, (subject, *part) in zip(options_of(item.question), statements(masked), strict=True):
                if option in item.gold:
                    yield subject.iri, [tuple(term.iri for term in part)]
        case Conditions(root=root, restrictions=restrictions, answers=answers):
            parts = [(relation.iri, filler.iri) for relation, filler in restrictions]
            yield answers[0].iri, [(root.iri,), *parts]


def _names(axiom: Axiom) -> frozenset[Iri]:
    kinds = (owl.Class, owl.ObjectProperty, owl.DataProperty)
    return frozenset(entity.iri for entity in entities(axiom) if isinstance(entity, kinds))
