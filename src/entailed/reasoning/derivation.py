"""Saturation that remembers: ELK's rules over OWL class expressions, each conclusion with the inference that gave it.

Slow beside `kernel`, and meant for the few hundred axioms of a module. The rules are those of the kernel, under the
names they bear in Kazakov, Krötzsch, Simančík 2014, "The Incredible ELK", table 3, and one for individuals, which
`existence` sees to there; `proof_checker` knows them too and shares no code with this module.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence

from entailed.owl import model as owl
from entailed.reasoning.inference import Existence, Inference, Link, Rule, Statement, Subsumption
from entailed.reasoning.told_axioms import BOTTOM, ToldAxioms

TOP = owl.Class(owl.OWL_THING)


class Derivation:
    """Derives statements about one concept from a set of axioms, and remembers how."""

    def __init__(self, axioms: Iterable[owl.Axiom], goal: Subsumption) -> None:
        """Saturate until the goal is derived, or nothing new follows.

        Args:
            axioms: Those outside EL+ are passed over.
            goal: What is to be derived; ∃r.B on its right is recognised.
        """
        self.goal = goal
        self.inference_of: dict[Statement, Inference] = {}
        """The first inference of every statement derived; its premises were derived before it."""
        self._axioms = ToldAxioms(axioms, goal.sup)
        self._agenda: deque[Subsumption | Link] = deque()
        self._subsumers: defaultdict[owl.ClassExpression, dict[owl.ClassExpression, None]] = defaultdict(dict)
        self._out: defaultdict[owl.ClassExpression, list[Link]] = defaultdict(list)
        self._into: defaultdict[owl.ClassExpression, list[Link]] = defaultdict(list)
        self._nominals_above: defaultdict[owl.ClassExpression, list[owl.ObjectOneOf]] = defaultdict(list)
        self._under_nominal: defaultdict[owl.ClassExpression, list[owl.ClassExpression]] = defaultdict(list)
        self._open_context(goal.sub)
        self._saturate()
        if not self.succeeded:  # individuals exist though nothing leads to them; few goals need one of these
            for nominal in self._axioms.nominals():
                self._open_context(nominal)
            self._saturate()

    @property
    def succeeded(self) -> bool:
        """Whether the goal follows."""
        return self.goal in self.inference_of

    def _saturate(self) -> None:
        while self._agenda and not self.succeeded:
            match statement := self._agenda.popleft():
                case Subsumption():
                    self._after_subsumption(statement)
                case Link():
                    self._after_link(statement)

    def _derive(
        self,
        rule: Rule,
        conclusion: Statement,
        premises: Sequence[Statement] = (),
        axioms: Sequence[owl.Axiom] = (),
    ) -> None:
        if conclusion in self.inference_of:
            return
        self.inference_of[conclusion] = Inference(
            rule=rule, conclusion=conclusion, premises=tuple(premises), axioms=tuple(axioms)
        )
        match conclusion:
            case Existence():
                return
            case Subsumption(sub, sup):
                self._subsumers[sub][sup] = None
            case Link(source, roles, target):
                self._into[target].append(conclusion)
                if len(roles) == 1:
                    self._out[source].append(conclusion)
        self._agenda.append(conclusion)

    def _open_context(self, concept: owl.ClassExpression, leading: Link | None = None) -> None:
        """Begin to derive what holds of a concept: the subject of the goal, a nominal, or what a link leads to."""
        self._derive(Rule.EXISTENCE, Existence(concept), (Existence(leading.source), leading) if leading else ())
        self._derive(Rule.REFLEXIVITY, Subsumption(concept, concept))
        self._derive(Rule.TOP, Subsumption(concept, TOP))
        for role, axioms in self._axioms.reflexive.items():
            self._derive(Rule.SELF, Link(concept, (role,), concept), axioms=axioms)
            for range_, axiom in self._axioms.ranges[role]:
                self._derive(Rule.RANGE, Subsumption(concept, range_), axioms=(*axioms, axiom))

    # ---- what follows from a subsumption

    def _after_subsumption(self, new: Subsumption) -> None:
        concept, sup = new.sub, new.sup
        self._take_apart(new)
        for more, axiom in self._axioms.told[sup]:
            self._derive(Rule.TOLD, Subsumption(concept, more), (new,), (axiom,))
        known = self._subsumers[concept]
        for conjunction in self._axioms.conjunctions[sup]:
            if all(operand in known for operand in conjunction.operands):
                parts = [Subsumption(concept, operand) for operand in conjunction.operands]
                self._derive(Rule.CONJUNCTION, Subsumption(concept, conjunction), parts)
        for union in self._axioms.unions[sup]:
            self._derive(Rule.DISJUNCTION, Subsumption(concept, union), (new,))
        for axiom, operands in self._axioms.disjoint[sup]:
            for other in operands:
                if other != sup and other in known:
                    pair = (Subsumption(concept, other), new)
                    self._derive(Rule.DISJOINTNESS, Subsumption(concept, BOTTOM), pair, (axiom,))
        for other in self._complements(sup):
            if other in known:
                pair = (Subsumption(concept, other), new)
                self._derive(Rule.DISJOINTNESS, Subsumption(concept, BOTTOM), pair)
        for link in list(self._into[concept]):
            if len(link.roles) == 1:
                self._through_link(link, new)
        if sup == BOTTOM:
            self._derive(Rule.BOTTOM, Subsumption(self.goal.sub, BOTTOM), (Existence(concept), new))
        if isinstance(sup, owl.ObjectOneOf) and len(sup.individuals) == 1 and sup != concept:
            self._identify(concept, sup)
        self._share(new)

    def _take_apart(self, new: Subsumption) -> None:
        match new.sup:
            case owl.ObjectIntersectionOf(operands):
                for operand in operands:
                    self._derive(Rule.CONJUNCT, Subsumption(new.sub, operand), (new,))
            case owl.ObjectSomeValuesFrom(owl.ObjectProperty() as role, filler):
                self._link(new, role, filler)
            case owl.ObjectHasValue(owl.ObjectProperty() as role, individual):
                self._link(new, role, owl.ObjectOneOf((individual,)))
            case owl.ObjectMinCardinality(n, owl.ObjectProperty() as role, filler) if n > 0:
                self._link(new, role, filler)
            case owl.ObjectExactCardinality(n, owl.ObjectProperty() as role, filler) if n > 0:
                self._link(new, role, filler)

    def _link(self, new: Subsumption, role: owl.ObjectProperty, target: owl.ClassExpression) -> None:
        """The link that an expression asks for, and the same link to the target within the ranges of its role.

        As in the kernel, ranges act on told links.
        """
        link = Link(new.sub, (role,), target)
        self._derive(Rule.LINK, link, (new,))
        above = self._axioms.superroles(role)
        ranges = [
            (range_, (*axioms, axiom)) for sup, axioms in above.items() for range_, axiom in self._axioms.ranges[sup]
        ]
        if ranges:
            narrowed = owl.ObjectIntersectionOf((target, *(range_ for range_, _ in ranges)))
            used = [axiom for _, axioms in ranges for axiom in axioms]
            self._derive(Rule.RANGE, Link(new.sub, (role,), narrowed), (link,), used)

    def _complements(self, expression: owl.ClassExpression) -> Iterator[owl.ClassExpression]:
        if isinstance(expression, owl.ObjectComplementOf):
            yield expression.operand
        yield owl.ObjectComplementOf(expression)

    def _through_link(self, link: Link, at_target: Subsumption) -> None:
        """R∃+ and R⊥ for a link and something known of its target."""
        if at_target.sup == BOTTOM:
            self._derive(Rule.BOTTOM, Subsumption(link.source, BOTTOM), (link, at_target))
        above = self._axioms.superroles(link.roles[0])
        for existential, role in self._axioms.existentials[at_target.sup]:
            if role in above:
                self._derive(Rule.FILLER, Subsumption(link.source, existential), (link, at_target), above[role])

    # ---- what follows from a link

    def _after_link(self, new: Link) -> None:
        if len(new.roles) > 1:
            for following in list(self._out[new.target]):
                self._compose(new, following)
            return
        self._open_context(new.target, leading=new)
        (role,) = new.roles
        for sup, axioms in self._axioms.superroles(role).items():
            for domain, axiom in self._axioms.domains[sup]:
                self._derive(Rule.DOMAIN, Subsumption(new.source, domain), (new,), (*axioms, axiom))
        for sup_at_target in list(self._subsumers[new.target]):
            self._through_link(new, Subsumption(new.target, sup_at_target))
        for following in list(self._out[new.target]):
            self._compose(new, following)
        for leading in list(self._into[new.source]):
            self._compose(leading, new)
        self._share(new)

    def _compose(self, first: Link, second: Link) -> None:
        for roles, axioms in self._axioms.compositions(first.roles, second.roles[0]):
            self._derive(Rule.CHAIN, Link(first.source, roles, second.target), (first, second), axioms)

    # ---- individuals

    def _identify(self, concept: owl.ClassExpression, nominal: owl.ObjectOneOf) -> None:
        """Begin to share what is known of a concept and of the only instance that it can have."""
        self._open_context(nominal)
        self._nominals_above[concept].append(nominal)
        self._under_nominal[nominal].append(concept)
        for one in (concept, nominal):
            for sup in list(self._subsumers[one]):
                self._share(Subsumption(one, sup))
            for link in list(self._out[one]):
                self._share(link)

    def _share(self, new: Subsumption | Link) -> None:
        """R{} both ways."""
        concept = new.subject
        for nominal in self._nominals_above[concept]:
            known = (Existence(concept), Subsumption(concept, nominal), new)
            self._derive(Rule.NOMINAL, _said_of(nominal, new), known)
        for other in self._under_nominal[concept]:
            self._derive(Rule.NOMINAL, _said_of(other, new), (Subsumption(other, concept), new))


def _said_of(concept: owl.ClassExpression, statement: Subsumption | Link) -> Subsumption | Link:
    """A statement with another subject."""
    if isinstance(statement, Subsumption):
        return Subsumption(concept, statement.sup)
    return Link(concept, statement.roles, statement.target)
