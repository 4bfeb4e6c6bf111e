"""Evidence first: link the names of a question and run the queries it implies, without any model.

Where the reasoner alone decides the question, its answer is given; otherwise the results are ranked evidence. "Not
entailed" is never turned into a "no": the ontology is incomplete (open world).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from entailed.agent import Step
from entailed.llm import Usage
from entailed.oarag.answers import Answer
from entailed.oarag.decision import decide
from entailed.oarag.evidence import gather
from entailed.oarag.grounding import Grounding, GroundingLevel
from entailed.oarag.queries import Queries, QueryTool
from entailed.oarag.questions import Question, options_of
from entailed.oarag.reading import Reading, read_question
from entailed.service import Mention, OntologyService, quote
from entailed.service.results import AskResult, DescribeResult, LinkedName, SelectResult, UnresolvedName, Verdict


def answer_without_model(
    question: Question,
    *,
    service: OntologyService,
    max_queries: int = 24,
    on_step: Callable[[Step], None] | None = None,
) -> Answer:
    """Answer a question where the reasoner alone decides it, and return ranked evidence otherwise.

    Args:
        question: What is asked.
        service: The ontology.
        max_queries: The most queries to run.
        on_step: Told of each query as it is run.

    Returns:
        An answer whose value is None unless the question says nothing beside its names and relations, each of them
        stands for one entity, and what the value claims is entailed; it is then verified so.
    """
    mentions = service.find_mentions(question.text)
    reading = read_question(question.text, mentions)
    queries = Queries(QueryTool(service=service), max_queries, on_step or (lambda step: None))
    decision = decide(question, reading, queries)
    if decision.value is None:
        for query in _related_queries(question, mentions, reading):
            queries.run(query)
    evidence = gather(sorted(queries.steps, key=_rank))
    reasons = ["No model was used.", decision.reason if evidence else _nothing_found(question, service)]
    ambiguous = [mention.linked.text for mention in mentions if _is_ambiguous(mention)]
    if ambiguous:
        reasons.append(f"Ambiguous, so that nothing was checked with it: {', '.join(ambiguous)}.")
    verified = None if decision.value is None else GroundingLevel.ENTAILED
    return Answer(
        question=question,
        value=decision.value,
        grounding=Grounding(reported=None, verified=verified, reason=" ".join(reasons)),
        evidence=tuple(replace(item, cited=item.query in decision.by) for item in evidence),
        steps=tuple(queries.steps),
        usage=Usage(),
        model=None,
    )


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


def _is_ambiguous(mention: Mention) -> bool:
    return isinstance(mention.linked, UnresolvedName) and mention.linked.reason == "ambiguous"


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
