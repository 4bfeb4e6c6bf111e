"""From concept inclusions to their closure: lays the inclusions out as arrays, runs the kernel, orders the outcome."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entailed.reasoning.closure import Closure
from entailed.reasoning.existence import Derived, ExistenceConclusions
from entailed.reasoning.inclusions import BOTTOM, TOP, ConceptInclusions
from entailed.reasoning.roles import compositions, stepwise, superrole_matrix
from entailed.reasoning.rows import IntArray, Rows, distinct, grouped


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
    grouped: Closure | None
    """The closure with other links: X –r→ Y for every X ⊑ ∃g.∃r.Y and grouping role g; None without such a role."""


def saturate(inclusions: ConceptInclusions, grouping_roles: Sequence[str] = ()) -> Saturation:
    """Derive every subsumption between named concepts and every link from one.

    Args:
        inclusions: What is told.
        grouping_roles: Names of roles that only hold attributes together, such as SNOMED CT's role group.

    Compiles the kernel on first use, which takes several seconds; the compiled code is cached on disk.
    """
    superrole = superrole_matrix(inclusions.role_count, inclusions.role_inclusions)
    existence = ExistenceConclusions()
    derived, counts = _derive(inclusions, superrole)
    while (more := existence.conclude(inclusions, derived)) is not None:
        inclusions = more
        superrole = superrole_matrix(inclusions.role_count, inclusions.role_inclusions)
        derived, further = _derive(inclusions, superrole)
        counts += further
    visited, posted, tried = map(int, counts)
    work = Work(visited, posted, tried, derived.subsumers.count, derived.links.count)
    grouping = [role for role, name in enumerate(inclusions.roles) if name in grouping_roles]
    closure = _closure(inclusions, superrole, derived, keep_links=bool(grouping))
    return Saturation(closure, work, _within_groups(closure, derived, grouping) if grouping else None)


def _derive(inclusions: ConceptInclusions, superrole: NDArray[np.bool_]) -> tuple[Derived, IntArray]:
    """Apply the rules of the kernel once; return what follows, and the counts of work done."""
    from entailed.reasoning import kernel, kernel_order  # they import numba, which answering queries must not need

    count = inclusions.concept_count
    roles = max(1, inclusions.role_count)
    same = _equivalents(inclusions)
    listed = _columns([(c, number) for number, concepts in enumerate(inclusions.disjointness) for c in concepts], 2)
    listed[:, 0] = same[listed[:, 0]]
    listed, times = np.unique(listed, axis=0, return_counts=True)
    empty = [(c, BOTTOM) for c in listed[times > 1, 0].tolist()]  # disjoint with itself
    told = grouped(_renamed([*inclusions.subsumptions, *empty], same, 0, 1), count)
    told_links = grouped(_renamed(inclusions.links, same, 0, 2), count)
    conjunctions = _renamed(inclusions.conjunctions, same, 0, 1, 2)
    composed = compositions(inclusions.role_chains, superrole)
    continues = np.zeros(roles, np.bool_)
    continues[[s for _, s in composed]] = True
    domains_below = [(int(sub), d) for role, d in inclusions.domains for sub in np.flatnonzero(superrole[:, role])]
    seeds = distinct(same[inclusions.seeds])
    both_ways = np.concatenate([conjunctions, conjunctions[:, [1, 0, 2]]])
    composed_rows = [(r * roles + s, t) for (r, s), targets in composed.items() for t in targets]
    by_concept = {
        "told": told,
        "links": told_links,
        "conjunctions": grouped(both_ways, count),
        "existentials": grouped(_renamed(inclusions.existentials, same, 0, 2), count),
        "disjointness": grouped(listed, count),
    }
    domain_starts, domains = grouped(_renamed(domains_below, same, 1), roles)
    composition_starts, composed_roles = grouped(_columns(composed_rows, 2), roles**2)
    subsumers, links, unsatisfiable, counts = kernel.saturate(
        kernel.Told(
            starts=np.stack([starts for starts, _ in by_concept.values()], axis=1).astype(np.int32),
            **{name: rows for name, (_, rows) in by_concept.items()},
            superrole=superrole,
            domain_starts=domain_starts,
            domains=domains,
            composition_starts=composition_starts,
            compositions=composed_roles,
            continues=continues,
            stepwise=stepwise(composed, superrole),
            reflexive_roles=np.array(inclusions.reflexive_roles, dtype=np.int32),
        ),
        len(inclusions.disjointness),
        kernel_order.fillers_first(count, told, told_links, seeds),
    )
    unsatisfiable[BOTTOM] = True
    starts, subsumer = subsumers
    link_starts, *role_and_target = links
    return Derived(same, Rows(starts, (subsumer,)), Rows(link_starts, tuple(role_and_target)), unsatisfiable), counts


def _equivalents(inclusions: ConceptInclusions) -> IntArray:
    from entailed.reasoning import kernel_order

    told = _columns(inclusions.subsumptions, 2)
    # Everything is under ⊤ and over ⊥: neither joins a group, and their numbers stay their own.
    told = told[(told[:, 0] != BOTTOM) & (told[:, 1] != TOP)]
    equivalents: IntArray = kernel_order.told_equivalents(*grouped(told, inclusions.concept_count))
    return equivalents


def _columns(rows: Sequence[tuple[int, ...]], columns: int) -> NDArray[np.int32]:
    return np.fromiter(chain.from_iterable(rows), np.int32, len(rows) * columns).reshape(-1, columns)


def _renamed(rows: Sequence[tuple[int, ...]], same: IntArray, *columns: int) -> NDArray[np.int32]:
    """Rows with each concept replaced by the one that stands for its group; `columns` hold concepts, also the last."""
    array = _columns(rows, columns[-1] + 1)
    for column in columns:
        array[:, column] = same[array[:, column]]
    return array


def _closure(
    inclusions: ConceptInclusions, superrole: NDArray[np.bool_], derived: Derived, *, keep_links: bool
) -> Closure:
    from entailed.reasoning import kernel_order

    same, count, unsatisfiable = derived.same, inclusions.concept_count, derived.unsatisfiable
    named = len(inclusions.classes)
    # Queries name concepts, so complex ones matter only as contexts that links lead to.
    subsumers = derived.subsumers.where((derived.subsumers.columns[0] < named) & ~unsatisfiable[derived.subsumers.keys])
    of_named = subsumers.first(named)
    lowest, above, direct = kernel_order.direct_subsumers(of_named.starts, of_named.columns[0], named)
    # `same` knows of told equivalences, `lowest` of derived ones between those that stand for a told group.
    standing_for = np.arange(count, dtype=np.int32)
    standing_for[:named] = lowest[same[:named]]
    stands = standing_for == np.arange(count)
    subsumees = _regrouped(subsumers.where(stands[subsumers.keys] & stands[subsumers.columns[0]]), named)
    subsumers = _regrouped(subsumees, count)
    role_names = len(inclusions.roles)
    links_by_role = _links_by_role(
        _standing(
            (derived.links if keep_links else derived.take_links()).first(named),
            stands & ~unsatisfiable,
            standing_for,
            role_names,
        ),
        subsumers,
        superrole[:role_names, :role_names],
    )
    nominals = same[list(inclusions.nominals.values())]
    return Closure(
        class_count=named,
        role_count=role_names,
        consistent=not (unsatisfiable[TOP] or unsatisfiable[nominals].any()),
        unsatisfiable=unsatisfiable[same[:named]],
        superrole=superrole[:role_names, :role_names],
        representative=standing_for[:named],
        members=Rows.sorted(np.stack([standing_for[:named], np.arange(named, dtype=np.int32)], axis=1), named),
        subsumers=subsumers,
        subsumees=subsumees,
        links=_regrouped(links_by_role, named),
        links_by_role=links_by_role,
        parents=Rows.sorted(above[:direct], named),
        children=Rows.sorted(above[:direct, ::-1], named),
    )


def _standing(links: Rows, kept: NDArray[np.bool_], standing_for: IntArray, roles: int) -> Rows:
    """By source, roles and targets: of the links whose source is kept, by roles that have a name."""
    role, target = links.columns
    links = Rows(links.starts, (role, standing_for[target]))
    return links.where(kept[links.keys] & (role < roles))


def _links_by_role(links: Rows, subsumers: Rows, superrole: NDArray[np.bool_]) -> Rows:
    """By role, targets and sources, in order: of the links from which the others follow. Uses up the targets given."""
    from entailed.reasoning import kernel, kernel_order

    role, target = links.columns
    strongest = kernel_order.strongest(
        links.starts, role, target, subsumers.starts, subsumers.columns[0], np.ascontiguousarray(superrole)
    )
    target[~strongest] = kernel.NONE
    del role, target  # the largest arrays of all
    links = _regrouped(links, len(subsumers.starts) - 1)
    return _regrouped(links, len(superrole)).distinct()


def _regrouped(rows: Rows, keys: int) -> Rows:
    """The same rows with their last column as the first, by which they are grouped; the rest stays in order.

    Done once for each column, this sorts them: their order is that of the columns then. Rows with NONE in their last
    column are left out, so that no copy need be made to drop them.
    """
    from entailed.reasoning import kernel_order

    *others, last = rows.columns
    starts, columns = kernel_order.regrouped(last, (rows.keys, *others), keys)
    return Rows(starts, tuple(columns))


def _within_groups(closure: Closure, derived: Derived, grouping: Sequence[int]) -> Closure:
    """The closure with the links that start inside a group in place of those that start at a concept itself."""
    rows = derived.links.array()
    rows = rows[rows[:, 1] < closure.role_count]
    is_grouping: NDArray[np.bool_] = np.any(closure.superrole[:, grouping], axis=1)
    of_group = is_grouping[rows[:, 1]]
    count = len(derived.same)
    into_groups = rows[of_group & (rows[:, 0] < closure.class_count)]
    into_groups = into_groups[~closure.unsatisfiable[into_groups[:, 0]]]
    inside = Rows.sorted(rows[~of_group], count)
    at = inside.positions(into_groups[:, 2])
    sources = np.repeat(into_groups[:, 0], np.diff(inside.starts)[into_groups[:, 2]])
    found = np.stack([closure.representative[sources], inside.columns[0][at], inside.columns[1][at]], axis=1)
    named = found[:, 2] < closure.class_count
    found[named, 2] = closure.representative[found[named, 2]]
    by_role = _links_by_role(Rows.sorted(found, closure.class_count), closure.subsumers, closure.superrole)
    return replace(closure, links=_regrouped(by_role, closure.class_count), links_by_role=by_role)
