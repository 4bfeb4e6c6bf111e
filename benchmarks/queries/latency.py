"""How long one question takes on an index, in this process and in its memory.

    entailed index ONTOLOGY -o DIR
    python benchmarks/queries/latency.py DIR [QUESTIONS]

Questions are drawn at random. "any" takes any classes and any relation, so that most answers are empty or few;
"related" draws from what is entailed, and so from far up in the hierarchy: half of the ASK are entailed then, the
SELECT ask for what is related to a filler that some class is related to. The proofs are of entailments. "by number"
asks the closure itself; "by IRI" is a whole query: parsed, identifiers linked, verdict, notices. Each question is asked
once; the first hundred of each kind are not counted, since they bring the index into memory.
"""

import random
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median, quantiles
from typing import TypeAlias

from entailed.service import OntologyService
from entailed.service.index_folder import open_closure
from entailed.service.strings import StringTable

WARM_UP = 100

Question: TypeAlias = tuple[int, int, int]
"""A source, a role and a filler."""
Names: TypeAlias = tuple[str, str, str]


def timed(questions: Iterable[Callable[[], object]]) -> list[float]:
    """Microseconds for each question after the warm-up."""
    found = []
    for question in questions:
        start = time.perf_counter()
        question()
        found.append((time.perf_counter() - start) * 1e6)
    return found[WARM_UP:]


def main(folder: Path, count: int) -> None:
    """Print one line for each kind of question."""
    choose = random.Random(1)
    closure = open_closure(folder / "closure")
    service = OntologyService(folder)
    iris = StringTable.open(folder / "class_entities" / "iris")
    role_iris = StringTable.open(folder / "role_entities" / "iris")
    sources = (closure.bundles.starts[1:] > closure.bundles.starts[:-1])[closure.representative].nonzero()[0].tolist()

    def entailed_link() -> Question:
        source = choose.choice(sources)
        role, target = choose.choice(list(zip(*closure.links_from(source), strict=True)))
        role = choose.choice(closure.superrole[role].nonzero()[0].tolist())
        return source, role, int(choose.choice(closure.subsumers.of(target).tolist()))

    def question() -> Question:
        source, role, filler = entailed_link()
        return (source, role, filler) if choose.random() < 0.5 else (source, role, choose.choice(sources))

    def any_question() -> Question:
        source, filler = (choose.randrange(2, closure.class_count) for _ in range(2))
        return source, choose.randrange(closure.role_count), filler

    def named(source: int, role: int, filler: int) -> Names:
        return f"<{iris[source]}>", f"<{role_iris[role]}>", f"<{iris[filler]}>"

    def ask(a: str, r: str, b: str) -> str:
        return f'ASK {{ "{a}" "{r}" "{b}" }}'

    def select(a: str, r: str, b: str) -> str:
        return f'SELECT ?x WHERE {{ ?x "{r}" "{b}" }}'

    total = count + WARM_UP
    anything = [any_question() for _ in range(total)]
    asked = [question() for _ in range(total)]
    wanted = [entailed_link() for _ in range(total)]
    asked_by_name = [ask(*named(*n)) for n in asked]
    wanted_by_name = [select(*named(*n)) for n in wanted]
    proofs = [named(*entailed_link()) for _ in range(min(total, 1000 + WARM_UP))]
    kinds: dict[str, Iterable[Callable[[], object]]] = {
        "ASK by number, any": (lambda n=n: closure.has_link(*n) for n in anything),
        "ASK by number, related": (lambda n=n: closure.has_link(*n) for n in asked),
        "SELECT by number, any": (lambda n=n: closure.sources(n[1], n[2]) for n in anything),
        "SELECT by number, related": (lambda n=n: closure.sources(n[1], n[2]) for n in wanted),
        "ASK by IRI, related": (lambda q=q: service.query(q) for q in asked_by_name),
        "SELECT by IRI, related": (lambda q=q: service.query(q) for q in wanted_by_name),
        "proof by IRI": (lambda n=n: service.explain(*n) for n in proofs),
    }
    print(f"{folder}: {closure.class_count:,} classes")
    print(f"{'':28}{'median':>12}{'p95':>12}{'p99':>12}   µs")
    for kind, questions in kinds.items():
        found = timed(questions)
        cuts = quantiles(found, n=100)
        print(f"{kind:28}{median(found):>12,.1f}{cuts[94]:>12,.1f}{cuts[98]:>12,.1f}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5000)
