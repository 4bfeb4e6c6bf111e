"""Evidence first: link the names of a question and run the queries it implies, without any model.

Where the reasoner alone decides the question, its answer is given; otherwise the results are ranked evidence. "Not
entailed" is never turned into a "no", because the ontology is incomplete (open world); what it contradicts is.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from entailed.agent import Step
from entailed.agent.grounding import Grounding
from entailed.llm import Usage
from entailed.oarag.answers import Answer, one_line
from entailed.oarag.decision import Decision, decide
from entailed.oarag.evidence import Evidence, gather
from entailed.oarag.queries import Queries, QueryTool
from entailed.oarag.questions import AnswerValue, FreeText, ListOfNames, Question, options_of
from entailed.oarag.reading import Reading, read_question
from entailed.oarag.unknown_names import unresolved_names
from entailed.oarag.verification import Verification, verify
from entailed.service import Mention, OntologyService, quote
from entailed.service.results import AskResult, DescribeResult, LinkedName, SelectResult, UnresolvedName, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the queries that a question implies brought to light."""

    decision: Decision
    steps: tuple[Step, ...]
    """The queries, in the order they ran."""
    ranked: tuple[Step, ...]
    """The same, the most telling results first."""


def run_implied_queries(
    question: Question,
    service: OntologyService,
    *,
    max_queries: int,
    on_step: Callable[[Step], None] | None = None,
) -> Findings:
    """Find the names in a question and its options, and run the queries they imply.

    Args:
        question: What is asked.
        service: The ontology.
        max_queries: The most queries to run.
        on_step: Told of each query as it is run.
    """
    mentions = service.find_mentions(question.text)
    reading = read_question(question.text, mentions)
    queries = Queries(QueryTool(service=service), max_queries, on_step or (lambda step: None))
    decision = decide(question, reading, queries, service)
    if decision.value is None:
        for query in _related_queries(question, mentions, reading):
            queries.run(query)
    steps = tuple(queries.steps)
    return Findings(decision=decision, steps=steps, ranked=tuple(sorted(steps, key=_rank)))


def answer_without_model(
    question: Question,
    *,
    service: OntologyService,
    max_queries: int,
    earlier: Sequence[Evidence] = (),
    last_number: int = 0,
    on_step: Callable[[Step], None] | None = None,
) -> Answer:
    """Answer a question where the reasoner alone decides it, and return ranked evidence otherwise.

    Args:
        question: What is asked.
        service: The ontology.
        max_queries: The most queries to run.
        earlier: Evidence found for other questions.
        last_number: The highest number that such evidence was given, carried or not.
        on_step: Told of each query as it is run.

    Returns:
        An answer whose value is None unless the question says nothing beside its names and relations, each of them
        stands for one entity, and what the value claims is entailed.
    """
    findings = run_implied_queries(question, service, max_queries=max_queries, on_step=on_step)
    decision = findings.decision
    evidence = gather(findings.ranked, earlier, last_number=last_number)
    verification = _verified(question, decision.value, service, evidence)
    found = any(step.informative for step in findings.steps)
    reasons = [
        "No model was used.",
        decision.reason if found else _nothing_found(question, service),
        *verification.notices,
        *unresolved_names(question, service),
    ]
    return Answer(
        question=question,
        value=in_form(question, decision.value),
        grounding=Grounding(reported=None, verified=verification.level, reason=" ".join(reasons)),
        claims=verification.claims,
        evidence=tuple(replace(item, cited=item.query in decision.by) for item in evidence),
        steps=findings.steps,
        usage=Usage(),
        model=None,
    )


def in_form(question: Question, decided: AnswerValue | None) -> AnswerValue | None:
    """What was decided as an answer to the question: a list of names is one line where words are asked for."""
    return one_line(decided) if isinstance(decided, tuple) and isinstance(question, FreeText) else decided


def _verified(
    question: Question, value: AnswerValue | None, service: OntologyService, evidence: Sequence[Evidence]
) -> Verification:
    """The check of what was decided; names that answer a question in words are checked as the list they are."""
    if value is None:
        return Verification(level=None, reason="")
    if isinstance(value, tuple) and isinstance(question, FreeText):
        question = ListOfNames(text=question.text)
    return verify(question, value, service=service, evidence=evidence)


def _related_queries(question: Question, mentions: Sequence[Mention], reading: Reading) -> Iterator[str]:
    """Queries whose results bear on the question, the most telling first: how its names are related, what they are."""
    concepts = [mention.linked for mention in mentions if mention.kind == "concept"]
    names = list({name.entity.iri: quote(name.text) for name in concepts if isinstance(name, LinkedName)}.values())
    options = [quote(option) for option in options_of(question)]
    pairs = [(name, option) for name in names for option in options] or list(pairwise(names))
    if not reading.alternatives:
        yield from (f"SELECT ?r WHERE {{ {first} ?r {second} }}" for first, second in pairs)
    yield from (f"DESCRIBE {name}" for name in names)
    for concept in concepts:
        if isinstance(concept, UnresolvedName):
            yield from (f"DESCRIBE {quote(candidate.entity.identifier)}" for candidate in concept.candidates)
    if not reading.alternatives:
        yield from (f"SELECT ?r WHERE {{ {second} ?r {first} }}" for first, second in pairs)
    yield from (f"DESCRIBE {option}" for option in options)


def _rank(step: Step) -> int:
    """Entailments first, then lists, records, text matches, and what is not entailed."""
    match step.payload:
        case AskResult(verdict=Verdict.ENTAILED):
            return 0
        case SelectResult(rows=rows) if rows:
            return 1
        case DescribeResult():
            return 2
        case SelectResult():
            return 3
        case _:
            return 4


_SUGGESTIONS = 5


def _nothing_found(question: Question, service: OntologyService) -> str:
    """Why there is no evidence, and which names of the ontology come near to what was asked."""
    texts = [*options_of(question), *re.findall(r"\w{4,}", question.text)]
    unknown = [linked for text in texts if isinstance(linked := service.link_concept(text), UnresolvedName)]
    near = dict.fromkeys(name.candidates[0].entity.name for name in unknown if name.candidates)
    found = "No query found anything: the question holds no name that the ontology knows, or nothing is said of it."
    return f"{found} Near names: {', '.join(list(near)[:_SUGGESTIONS])}." if near else found
