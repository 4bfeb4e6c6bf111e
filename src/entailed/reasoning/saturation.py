"""From concept inclusions to their closure: lays the inclusions out as arrays, runs the kernel, orders the outcome."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from entailed.reasoning.closure import Closure
from entailed.reasoning.inclusions import BOTTOM, TOP, ConceptInclusions, superroles
from entailed.reasoning.rows import Rows, grouped


class Work(NamedTuple):
    """How much a saturation did: for tests and benchmarks, which count work and not seconds."""

    contexts_visited: int
    messages_posted: int
    pairs_tried: int
    """Pairs of a link and a propagation that were looked at."""
    subsumers: int
    links: int


class Saturation(NamedTuple):
    """The closure of an ontology and the work it took."""

    closure: Closure
    work: Work


def saturate(inclusions: ConceptInclusions) -> Saturation:
    """Derive every subsumption between named concepts and every link from one.

    Compiles the kernel on first use, which takes several seconds; the compiled code is cached on disk.
    """
    from entailed.reasoning import kernel  # imports numba, which answering queries must not need

    superrole = _superrole_matrix(inclusions)
    named = len(inclusions.classes)
    told = grouped(inclusions.subsumptions, inclusions.concept_count, 1)
    told_links = grouped(inclusions.links, inclusions.concept_count, 2)
    both_ways = [row for c, d, e in inclusions.conjunctions for row in ((c, d, e), (d, c, e))]
    listed = [(c, number) for number, concepts in enumerate(inclusions.disjointness) for c in concepts]
    compositions = _compositions(inclusions, superrole)
    continues = np.zeros(max(1, inclusions.role_count), np.bool_)
    continues[[s for _, s in compositions]] = True
    seeds = kernel.fillers_first(inclusions.concept_count, told, told_links, np.array(inclusions.seeds, dtype=np.int32))
    subsumer_rows, link_rows, counts = kernel.saturate(
        inclusions.concept_count,
        superrole,
        told,
        told_links,
        grouped(both_ways, inclusions.concept_count, 2),
        grouped(inclusions.existentials, inclusions.concept_count, 2),
        grouped(_inherited_domains(inclusions, superrole), max(1, inclusions.role_count), 1),
        grouped(listed, inclusions.concept_count, 1),
        len(inclusions.disjointness),
        grouped(
            [(r * inclusions.role_count + s, t) for (r, s), targets in compositions.items() for t in targets],
            max(1, inclusions.role_count) ** 2,
            1,
        ),
        continues,
        np.array(inclusions.reflexive_roles, dtype=np.int32),
        seeds,
    )
    visited, posted, tried = map(int, counts)
    work = Work(visited, posted, tried, len(subsumer_rows), len(link_rows))
    return Saturation(_closure(inclusions, superrole, subsumer_rows, link_rows, named, kernel), work)


def _closure(
    inclusions: ConceptInclusions,
    superrole: NDArray[np.bool_],
    subsumer_rows: NDArray[np.int32],
    link_rows: NDArray[np.int32],
    named: int,
    kernel: Any,
) -> Closure:
    unsatisfiable = np.zeros(inclusions.concept_count, np.bool_)
    unsatisfiable[subsumer_rows[subsumer_rows[:, 1] == BOTTOM, 0]] = True
    unsatisfiable[BOTTOM] = True
    # Queries name concepts, so complex ones matter only as contexts that links lead to.
    kept = (subsumer_rows[:, 1] < named) & ~unsatisfiable[subsumer_rows[:, 0]]
    subsumers = Rows.sorted(subsumer_rows[kept], inclusions.concept_count)
    kept = (link_rows[:, 0] < named) & ~unsatisfiable[link_rows[:, 0]] & (link_rows[:, 1] < len(inclusions.roles))
    links = Rows.sorted(link_rows[kept], named)
    representative, rows, count = kernel.direct_subsumers(
        subsumers.starts[: named + 1], subsumers.columns[0][: subsumers.starts[named]], named
    )
    nominals = list(inclusions.nominals.values())
    return Closure(
        class_count=named,
        role_count=len(inclusions.roles),
        consistent=not (unsatisfiable[TOP] or unsatisfiable[nominals].any()),
        unsatisfiable=unsatisfiable[:named],
        superrole=superrole[: len(inclusions.roles), : len(inclusions.roles)],
        subsumers=subsumers,
        subsumees=subsumers.turned_round(named),
        links=links,
        links_into=links.turned_round(inclusions.concept_count, by_column=1),
        representative=representative,
        parents=Rows.sorted(rows[:count], named),
        children=Rows.sorted(rows[:count, ::-1], named),
    )


def _superrole_matrix(inclusions: ConceptInclusions) -> NDArray[np.bool_]:
    matrix = np.zeros((max(1, inclusions.role_count),) * 2, np.bool_)
    for role, above in enumerate(superroles(inclusions.role_count, inclusions.role_inclusions)):
        matrix[role, above] = True
    return matrix


def _inherited_domains(inclusions: ConceptInclusions, superrole: NDArray[np.bool_]) -> list[tuple[int, int]]:
    return [(int(sub), d) for role, d in inclusions.domains for sub in np.flatnonzero(superrole[:, role])]


def _compositions(inclusions: ConceptInclusions, superrole: NDArray[np.bool_]) -> dict[tuple[int, int], Sequence[int]]:
    """By (r, s), the most specific t with r ∘ s ⊑ t, counting what r and s inherit from their superroles."""
    found: dict[tuple[int, int], set[int]] = {}
    for left, right, target in inclusions.role_chains:
        for r in np.flatnonzero(superrole[:, left]):
            for s in np.flatnonzero(superrole[:, right]):
                found.setdefault((int(r), int(s)), set()).add(target)
    return {pair: _most_specific(targets, superrole) for pair, targets in found.items()}


def _most_specific(roles: set[int], superrole: NDArray[np.bool_]) -> list[int]:
    """Drop each role that includes another of them, keeping one of those that include each other."""
    kept: list[int] = []
    for role in sorted(roles):
        if not any(superrole[k, role] for k in kept):
            kept = [k for k in kept if not superrole[role, k]]
            kept.append(role)
    return kept
