"""The compiled part of the reasoner around the saturation: orders what is told, and what has been derived.

As with `kernel`, importing this module imports numba.
"""

import numpy as np
from numba import int32, int64, njit

from entailed.reasoning.kernel import NONE

MOST_COMPARED = 128
"""Links of one source, to see which follow from others of its own."""


@njit(int32[::1](int64[::1], int32[:, ::1]), cache=True, nogil=True)
def told_equivalents(told_start, told_row):
    """Find the cycles of told inclusions, so that the concepts of each are saturated as one.

    Args:
        told_start: Starts by concept.
        told_row: Told subsumers; those of C are `told_row[told_start[C]:told_start[C + 1], 0]`.

    Returns:
        By concept, the lowest number in its cycle; its own where it is in none.

    Source: Gabow (2000), "Path-based depth-first search for strong and biconnected components".
    """
    count = told_start.size - 1
    lowest = np.arange(count).astype(np.int32)
    met = np.zeros(count, np.int64)  # the order in which concepts were met; -1 once their cycle is complete
    order = 0
    path = np.empty(count, np.int32)
    path_length = 0
    bounds = np.empty(count, np.int32)  # the concepts of the path that may be the first of their cycle
    bound_count = 0
    walk = np.empty((count, 2), np.int32)  # concepts, and how many of their subsumers were looked at
    for root in range(count):
        if met[root] != 0 or told_start[root] == told_start[root + 1]:
            continue
        steps = 0
        following = root
        while True:
            if following != NONE:
                order += 1
                met[following] = order
                path[path_length] = following
                path_length += 1
                bounds[bound_count] = following
                bound_count += 1
                walk[steps, 0] = following
                walk[steps, 1] = 0
                steps += 1
            concept = walk[steps - 1, 0]
            following = NONE
            for k in range(told_start[concept] + walk[steps - 1, 1], told_start[concept + 1]):
                walk[steps - 1, 1] += 1
                sup = told_row[k, 0]
                if met[sup] == 0:
                    following = sup
                    break
                while 0 < met[sup] < met[bounds[bound_count - 1]]:
                    bound_count -= 1
            if following != NONE:
                continue
            steps -= 1
            if bounds[bound_count - 1] == concept:
                bound_count -= 1
                first = path_length - 1
                least = concept
                while path[first] != concept:
                    least = min(least, path[first])
                    first -= 1
                for k in range(first, path_length):
                    lowest[path[k]] = least
                    met[path[k]] = -1
                path_length = first
            if steps == 0:
                break
    return lowest


@njit(cache=True, nogil=True)
def fillers_first(count, told, links, seeds):
    """Order the seeds so that each comes after the fillers its told axioms lead to, cycles apart.

    Then a new link mostly meets a context that is done, and its source need not be woken again later. Concepts that
    are no seeds are put in where they are reached, if they are the filler of a link.
    """
    told_start, told_value = told
    link_start, link_value = links
    order = np.empty(count, np.int32)
    done = 0
    wanted = np.zeros(count, np.bool_)
    wanted[seeds] = True
    wanted[link_value[:, 1]] = True
    state = np.zeros(count, np.int8)  # 0 unseen, 1 on the stack, 2 ordered
    stack = np.empty((count, 2), np.int32)
    for seed in seeds:
        if state[seed] != 0:
            continue
        stack[0, 0] = seed
        stack[0, 1] = 0
        top = 1
        state[seed] = 1
        while top > 0:
            concept = stack[top - 1, 0]
            child = stack[top - 1, 1]
            supers = told_start[concept + 1] - told_start[concept]
            if child < supers:
                following = told_value[told_start[concept] + child, 0]
            elif child < supers + link_start[concept + 1] - link_start[concept]:
                following = link_value[link_start[concept] + child - supers, 1]
            else:
                top -= 1
                state[concept] = 2
                if wanted[concept]:
                    order[done] = concept
                    done += 1
                continue
            stack[top - 1, 1] = child + 1
            if state[following] == 0:
                state[following] = 1
                stack[top, 0] = following
                stack[top, 1] = 0
                top += 1
    return order[:done]


@njit(cache=True, nogil=True)
def regrouped(keys, columns, count):
    """Group rows by a key, those of one key in the order they had: a counting sort.

    Args:
        keys: The key of each row, below `count`.
        columns: The other columns.
        count: Number of keys.

    Returns:
        Starts by key, and the other columns in the new order.
    """
    place = np.zeros(count + 2, np.int64)  # one further on, so that filling moves every start to where it belongs
    for key in keys:
        place[key + 2] += 1
    for key in range(count):
        place[key + 2] += place[key + 1]
    moved = [np.empty(place[count + 1], np.int32) for _ in columns]
    for row in range(keys.size):
        at = place[keys[row] + 1]
        place[keys[row] + 1] += 1
        for column in range(len(columns)):
            moved[column][at] = columns[column][row]
    return place[: count + 1], moved


@njit(cache=True, nogil=True)
def position(role, target, low, high, wanted_role, wanted_target):
    """The first place in `low:high` of links in order that holds the wanted one or a later one."""
    while low < high:
        middle = (low + high) // 2
        if role[middle] < wanted_role or (role[middle] == wanted_role and target[middle] < wanted_target):
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True, nogil=True)
def strongest(sources, links, subsumers, superrole):
    """Which links do not follow from another one: of a superconcept, or of the source and stronger.

    A link follows from one to something more specific, or by a subrole. What to compare with is chosen by what it
    saves: other links of the source, and those of superconcepts to the same context; where the source has very many
    links, only the same links of superconcepts.

    Args:
        sources: The sources, superconcepts before what they subsume.
        links: Starts by source, roles and targets; those of one source in order.
        subsumers: Starts by context, and the named subsumers, itself included; of equivalent concepts one.
        superrole: (roles, roles) bool; [r, s] when r ⊑* s.

    Returns:
        By link, whether to keep it.
    """
    link_start, role, target = links
    subsumer_start, subsumer = subsumers
    kept = np.ones(role.size, np.bool_)
    first = np.full(subsumer_start.size - 1, NONE, np.int64)  # the first link to a context, of the source at hand
    following = np.empty(role.size, np.int64)  # from each of its links, the next one to the same context
    for x in sources:
        low, high = link_start[x], link_start[x + 1]
        if high - low > MOST_COMPARED:
            for k in range(subsumer_start[x], subsumer_start[x + 1]):
                above = subsumer[k]
                for i in range(link_start[above], link_start[above + 1] if above != x else link_start[above]):
                    j = position(role, target, low, high, role[i], target[i])
                    if j < high and role[j] == role[i] and target[j] == target[i]:
                        kept[j] = False
            continue
        for j in range(low, high):
            following[j] = first[target[j]]
            first[target[j]] = j
        for k in range(subsumer_start[x], subsumer_start[x + 1]):
            above = subsumer[k]
            for i in range(link_start[above], link_start[above + 1] if above != x else link_start[above]):
                j = first[target[i]]
                while j != NONE and kept[i]:
                    if superrole[role[i], role[j]]:
                        kept[j] = False
                    j = following[j]
        for i in range(low, high):
            z = target[i]
            j = first[z]
            while j != NONE:
                if superrole[role[i], role[j]] and not (superrole[role[j], role[i]] and role[j] <= role[i]):
                    kept[j] = False
                j = following[j]
            for k in range(subsumer_start[z], subsumer_start[z + 1]):
                y = subsumer[k]
                j = first[y] if y != z else NONE
                while j != NONE:
                    if superrole[role[i], role[j]]:
                        kept[j] = False
                    j = following[j]
        for j in range(low, high):
            first[target[j]] = NONE
    return kept


@njit(cache=True, nogil=True)
def levels(from_the_top, parent_start, parent):
    """How many steps lead to each concept from one without parents, at most.

    Args:
        from_the_top: The concepts, parents before children.
        parent_start: Starts by concept.
        parent: The parents.
    """
    level = np.zeros(parent_start.size - 1, np.int32)
    for x in from_the_top:
        for k in range(parent_start[x], parent_start[x + 1]):
            level[x] = max(level[x], level[parent[k]] + 1)
    return level


@njit(cache=True, nogil=True)
def bundled(link_start, role, target, bundle_size):
    """Pack links of one source by one role into bundles.

    Args:
        link_start: Starts by source.
        role: The role of each link; those of one source are in order.
        target: The target of each.
        bundle_size: How many there are in a bundle at most.

    Returns:
        Starts by source of its bundles; their roles; and their targets, (bundles, bundle_size), NONE beyond the last.
    """
    starts = np.zeros(link_start.size, np.int64)
    roles = np.empty(role.size, np.int32)
    size = np.empty(role.size, np.int32)
    used = 0
    for x in range(link_start.size - 1):
        for j in range(link_start[x], link_start[x + 1]):
            if used == starts[x] or roles[used - 1] != role[j] or size[used - 1] == bundle_size:
                roles[used] = role[j]
                size[used] = 0
                used += 1
            size[used - 1] += 1
        starts[x + 1] = used
    targets = np.full((used, bundle_size), NONE, np.int32)
    at = 0
    for bundle in range(used):
        for place in range(size[bundle]):
            targets[bundle, place] = target[at]
            at += 1
    return starts, roles[:used].copy(), targets


@njit(cache=True, nogil=True)
def gathered(own_start, subsumer_start, subsumer):
    """By concept, the bundles of all its subsumers, itself included.

    Args:
        own_start: Starts by concept; those of C itself are numbered from `own_start[C]` up to `own_start[C + 1]`.
        subsumer_start: Starts by concept; the subsumers of C are `subsumer[starts[C]:starts[C + 1]]`.
        subsumer: The subsumers.

    Returns:
        Starts by concept, and the numbers of bundles.
    """
    starts = np.zeros(subsumer_start.size, np.int64)
    for x in range(subsumer_start.size - 1):
        starts[x + 1] = starts[x]
        for k in range(subsumer_start[x], subsumer_start[x + 1]):
            starts[x + 1] += own_start[subsumer[k] + 1] - own_start[subsumer[k]]
    bundles = np.empty(starts[-1], np.int32)
    at = 0
    for k in range(subsumer_start[subsumer_start.size - 1]):
        for bundle in range(own_start[subsumer[k]], own_start[subsumer[k] + 1]):
            bundles[at] = bundle
            at += 1
    return starts, bundles


@njit(cache=True, nogil=True)
def direct_subsumers(subsumer_start, subsumer, named):
    """Reduce the subsumptions among the first `named` concepts to the direct ones.

    Args:
        subsumer_start: Starts by concept; the subsumers of C are `subsumer[starts[C]:starts[C + 1]]`, C included,
            all of them named. Unsatisfiable concepts have none.
        subsumer: The subsumers.
        named: Number of named concepts.

    Returns:
        The representative of each concept (the lowest number of those equivalent to it), an array that begins with
        rows (C, D) of representatives with D directly above C, and the number of these rows.
    """
    size = np.empty(named, np.int64)
    representative = np.empty(named, np.int32)
    most = 1
    for c in range(named):
        representative[c] = c
        size[c] = subsumer_start[c + 1] - subsumer_start[c]
        most = max(most, size[c])
    for c in range(named):
        for k in range(subsumer_start[c], subsumer_start[c + 1]):
            # A subsumer with as many subsumers of its own has the same ones, and so is equivalent.
            if size[subsumer[k]] == size[c] and subsumer[k] < representative[c]:
                representative[c] = subsumer[k]
    rows = np.empty((subsumer.size, 2), np.int32)  # more than needed, but what is not written takes no memory
    used = 0
    covered = np.full(named, NONE, np.int32)
    above = np.empty(most, np.int32)
    for c in range(named):
        if representative[c] != c:
            continue
        count = 0
        for k in range(subsumer_start[c], subsumer_start[c + 1]):  # insertion sort, most specific first
            d = subsumer[k]
            if size[d] < size[c] and representative[d] == d:
                place = count
                while place > 0 and size[above[place - 1]] < size[d]:
                    above[place] = above[place - 1]
                    place -= 1
                above[place] = d
                count += 1
        for k in range(count):
            d = above[k]
            if covered[d] == c:  # what a nearer one covers is not direct
                continue
            rows[used, 0] = c
            rows[used, 1] = d
            used += 1
            for j in range(subsumer_start[d], subsumer_start[d + 1]):
                covered[subsumer[j]] = c
    return representative, rows, used
