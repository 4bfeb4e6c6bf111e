"""From concept inclusions to their closure: lays the inclusions out as arrays, runs the kernel, orders the outcome."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entailed.reasoning.closure import BUNDLE, Closure
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
    work = Work(*map(int, counts))
    grouping = [role for role, name in enumerate(inclusions.roles) if name in grouping_roles]
    closure = _closure(inclusions, superrole, derived)
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
    told_links = grouped(_renamed(inclusions.links, same, 0, 2), count)
    conjunctions = _renamed(inclusions.conjunctions, same, 0, 1, 2)
    composed = compositions(inclusions.role_chains, superrole)
    continues = np.zeros(roles, np.bool_)
    continues[[s for _, s in composed]] = True
    reflexive = _reflexive(inclusions, superrole)
    domains_below = [(int(sub), d) for role, d in inclusions.domains for sub in np.flatnonzero(superrole[:, role])]
    everywhere = [(TOP, domain) for role, domain in domains_below if reflexive[role]]
    told = grouped(_renamed([*inclusions.subsumptions, *empty, *everywhere], same, 0, 1), count)
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
    subsumers, links, inherits_from, unsatisfiable, counts = kernel.saturate(
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
            reflexive=reflexive,
        ),
        len(inclusions.classes),
        len(inclusions.disjointness),
        kernel_order.fillers_first(count, told, told_links, seeds),
        # Queries name concepts; others matter only as contexts that links lead to, and where individuals may be equal.
        count if inclusions.nominals else len(inclusions.classes),
    )
    unsatisfiable[BOTTOM] = True
    (starts, subsumer), (link_starts, role, target) = subsumers, links
    own_links = Rows(link_starts, (role, target))
    return Derived(same, Rows(starts, (subsumer,)), own_links, inherits_from, unsatisfiable), counts


def _reflexive(inclusions: ConceptInclusions, superrole: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """By role, whether it relates everything to itself."""
    reflexive: NDArray[np.bool_] = np.any(superrole[inclusions.reflexive_roles], axis=0)
    return reflexive


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


def _closure(inclusions: ConceptInclusions, superrole: NDArray[np.bool_], derived: Derived) -> Closure:
    from entailed.reasoning import kernel_order

    same, count, unsatisfiable = derived.same, inclusions.concept_count, derived.unsatisfiable
    named, role_names = len(inclusions.classes), len(inclusions.roles)
    reflexive = _reflexive(inclusions, superrole)[:role_names]
    superrole = np.ascontiguousarray(superrole[:role_names, :role_names])
    subsumers = derived.subsumers.where((derived.subsumers.columns[0] < named) & ~unsatisfiable[derived.subsumers.keys])
    of_named = subsumers.first(named)
    lowest, above, direct = kernel_order.direct_subsumers(of_named.starts, of_named.columns[0], named)
    # `same` knows of told equivalences, `lowest` of derived ones between those that stand for a told group.
    standing_for = np.arange(count, dtype=np.int32)
    standing_for[:named] = lowest[same[:named]]
    stands = standing_for == np.arange(count)
    subsumees = _regrouped(subsumers.where(stands[subsumers.keys] & stands[subsumers.columns[0]]), named)
    subsumers = _regrouped(subsumees, count)
    links = derived.links.first(named)
    links = links.where(~unsatisfiable[links.keys] & (links.columns[0] < role_names))
    role, target = links.columns
    parents = Rows.sorted(above[:direct], named)
    nominals = same[list(inclusions.nominals.values())]
    return Closure(
        class_count=named,
        role_count=role_names,
        consistent=not (unsatisfiable[TOP] or unsatisfiable[nominals].any()),
        unsatisfiable=unsatisfiable[same[:named]],
        superrole=superrole,
        reflexive=reflexive,
        representative=standing_for[:named],
        members=Rows.sorted(np.stack([standing_for[:named], np.arange(named, dtype=np.int32)], axis=1), named),
        subsumers=subsumers,
        subsumees=subsumees,
        parents=parents,
        children=Rows.sorted(above[:direct, ::-1], named),
        descents=_descents(parents, _from_the_top(subsumers, named)),
        **_links((standing_for[links.keys], role, standing_for[target]), subsumers, superrole, named)._asdict(),
    )


class _Links(NamedTuple):
    """The fields of a closure that hold its links."""

    links: Rows
    bundles: Rows
    bundle_roles: IntArray
    bundle_targets: IntArray


def _links(links: Sequence[IntArray], subsumers: Rows, superrole: NDArray[np.bool_], named: int) -> _Links:
    """The links of a closure: without most of those that follow from others.

    Args:
        links: Sources, which are representatives; roles; and targets.
        subsumers: The subsumers in the closure.
        superrole: Shape (roles, roles).
        named: Number of named concepts.
    """
    from entailed.reasoning import kernel_order

    source, role, target = links
    starts, columns = kernel_order.regrouped(target, (source, role), len(subsumers.starts) - 1)
    by_source = _regrouped(_regrouped(Rows(starts, tuple(columns)), len(superrole)).distinct(), named)
    kept = kernel_order.strongest(
        _from_the_top(subsumers, named),
        (by_source.starts, *by_source.columns),
        (subsumers.starts, subsumers.columns[0]),
        superrole,
    )
    by_source = by_source.where(kept)
    by_role = _regrouped(_regrouped(by_source, len(subsumers.starts) - 1), len(superrole))
    role, target = by_source.columns
    own_starts, roles, targets = kernel_order.bundled(by_source.starts, role, target, BUNDLE)
    starts, bundles = kernel_order.gathered(own_starts, subsumers.starts[: named + 1], subsumers.columns[0])
    return _Links(by_role, Rows(starts, (bundles,)), roles, targets)


def _from_the_top(subsumers: Rows, named: int) -> IntArray:
    """The named concepts, those with fewest subsumers first: superconcepts before what they subsume."""
    return np.argsort(np.diff(subsumers.starts[: named + 1]), kind="stable")


def _descents(parents: Rows, from_the_top: IntArray) -> Rows:
    """By level, representatives and those directly below them."""
    from entailed.reasoning import kernel_order

    levels = kernel_order.levels(from_the_top, parents.starts, parents.columns[0])
    (above,), below = parents.columns, parents.keys
    rows = np.stack([levels[below] - 1, above, below], axis=1, dtype=np.intp)
    return Rows.sorted(rows, int(levels.max()))


def _regrouped(rows: Rows, keys: int) -> Rows:
    """The same rows with their last column as the first, by which they are grouped; the rest stays in order.

    Done once for each column, this sorts them: their order is that of the columns then.
    """
    from entailed.reasoning import kernel_order

    *others, last = rows.columns
    starts, columns = kernel_order.regrouped(last, (rows.keys, *others), keys)
    return Rows(starts, tuple(columns))


def _within_groups(closure: Closure, derived: Derived, grouping: Sequence[int]) -> Closure:
    """The closure with the links that start inside a group in place of those that start at a concept itself."""
    # A group that is left out in the closure has nothing that the more specific one, from which it follows, has not.
    is_grouping: NDArray[np.bool_] = np.any(closure.superrole[:, grouping], axis=1)
    role, group, source = closure.links.array().T
    into = is_grouping[role]
    source, group = source[into], group[into]
    if closure.reflexive[is_grouping].any():  # then everything is in a group with itself
        everything = distinct(closure.representative[~closure.unsatisfiable])
        source, group = np.append(source, everything), np.append(group, everything)
    found = derived.links_from(distinct(group))
    found = found[found[:, 1] < closure.role_count]
    loops = product(distinct(group).tolist(), np.flatnonzero(closure.reflexive).tolist())
    found = np.concatenate([found, _columns([(context, role, context) for context, role in loops], 3)])
    inside = Rows.sorted(found[~is_grouping[found[:, 1]]], len(derived.same))
    at = inside.positions(group)
    role, target = (column[at] for column in inside.columns)
    is_named = target < closure.class_count
    target[is_named] = closure.representative[target[is_named]]
    sources = np.repeat(source, np.diff(inside.starts)[group])
    links = _links((sources, role, target), closure.subsumers, closure.superrole, closure.class_count)
    return replace(closure, reflexive=np.zeros_like(closure.reflexive), **links._asdict())
