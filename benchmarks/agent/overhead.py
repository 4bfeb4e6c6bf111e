"""How long our own code takes for one question: a scripted model, which answers at once, over any ontology.

    python benchmarks/agent/overhead.py path/to/ontology.obo [questions]

Each question is made from an entailed triple and put through all three stages: a draft, eight queries (a record, a
check of each of four options, two searches and a misspelt name), the answer, and what it rests on. The first question,
which loads what is loaded once, is not counted. It runs in one thread: processor time is what a quiet machine takes.
"""

import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import entailed
from entailed.oarag import SeveralOptions
from entailed.service import EntailedTriple, TripleKind, quote

LIMIT_MS = 30.0
OPTIONS = "ABCD"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"


def questions(service: entailed.OntologyService, number: int) -> Iterator[tuple[SeveralOptions, list[str]]]:
    """Questions with the replies of a model that goes about them thoroughly."""
    triples: list[EntailedTriple] = list(service.triples(nonredundant=True))
    labels = {triple.subject: triple.object.value for triple in triples if triple.predicate == LABEL}
    relations = [t for t in triples if t.kind is TripleKind.RELATION and t.subject in labels and t.object in labels]
    chance = random.Random(1)
    for triple in chance.sample(relations, number):
        subject, relation, right = labels[triple.subject], triple.predicate, labels[triple.object]
        others = chance.sample([label for label in set(labels.values()) if label != right], len(OPTIONS) - 1)
        options = (right, *sorted(others))
        name, role = quote(subject), f"<{relation}>"
        actions = [
            f"DESCRIBE {name}",
            *(f"ASK {{ {name} {role} {quote(option)} }}" for option in options),
            f"SELECT ?o WHERE {{ {name} {role} ?o }}",
            f'SELECT ?x WHERE {{ ?x {role} {quote(right)} . ?x "is a" {name} }}',
            f"DESCRIBE {quote(subject[1:])}",
        ]
        yield (
            SeveralOptions(text=f"Which of these is {subject} related to?", options=options),
            [
                'One of these.\n{"answer": ["B"]}',
                *(f"Thought: look.\nAction: query({action})" for action in actions),
                'Thought: settled.\nAnswer: {"answer": ["A"]}',
                'The second result says so.\n{"answer": ["A"]}',
                '{"evidence": ["E2"], "grounding": "entailed"}',
            ],
        )


def main() -> None:
    path, number = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    ontology = entailed.open(Path(path))
    spent_ms = []
    for question, replies in questions(ontology.service, number + 1):
        began = time.process_time()
        answer = ontology.ask(question, model=entailed.ScriptedModel(replies))
        spent_ms.append((time.process_time() - began) * 1000)
        assert answer.usage.calls == len(replies)
    median, p95 = statistics.median(spent_ms[1:]), statistics.quantiles(spent_ms[1:], n=20)[-1]
    verdict = "within" if median <= LIMIT_MS else "beyond"
    print(f"median {median:.1f} ms, 95th percentile {p95:.1f} ms: {verdict} the {LIMIT_MS:g} ms a question may cost")


if __name__ == "__main__":
    main()
