"""The compiled part of the reasoner: saturation and transitive reduction over integer arrays.

Importing this module imports numba, so only `saturation` does, and only when an ontology is classified.

The rules are those of ELK (Kazakov, Krötzsch, Simančík 2014, "The Incredible ELK", table 3), each named where it is
applied. A *context* holds what is known of one concept X: its subsumers S(X), the links into it X ← (r, W) and out of
it, and its *propagations* (s, E): "whoever is linked here by a role under s is subsumed by E". A context is worked on
until nothing local is left, with its subsumers marked in an array so that membership costs one look; what follows for
other contexts is posted to their inboxes. The posting order does not matter to the outcome. A context begins with all
that is known of one of its told subsumers, so that the rules are applied to the difference only.
"""

# Growing arrays are passed in and handed back by the helpers below: compiled classes would read better, but numba
# cannot cache them, and every first use would pay for compilation.

import numpy as np
from numba import boolean, int32, int64, njit, types

BOTTOM = 0
TOP = 1
NONE = -1

# Signatures are spelled out: left to itself, numba would compile a helper anew for every mixture of integer widths.
# Rows are copied and sorted in loops, because slices of two dimensions and `argsort` take seconds to compile.
ROWS = int32[:, ::1]
GROWN = types.Tuple((ROWS, int64))
TABLE = int64[:, ::1]
FILLED = types.Tuple((TABLE, int64))


@njit(ROWS(ROWS, int64), cache=True, nogil=True)
def roomier(pool, used):
    """`pool` itself while it has room for one more row after `used`, otherwise a copy of twice the length."""
    if used < pool.shape[0]:
        return pool
    bigger = np.empty((pool.shape[0] * 2, pool.shape[1]), np.int32)
    for row in range(used):
        for column in range(pool.shape[1]):
            bigger[row, column] = pool[row, column]
    return bigger


@njit(GROWN(ROWS, int64, int64, int64), cache=True, nogil=True)
def push(stack, top, first, second):
    """Put a pair on a stack; return the stack, perhaps moved, and its new top."""
    stack = roomier(stack, top)
    stack[top, 0] = first
    stack[top, 1] = second
    return stack, top + 1


@njit(GROWN(int64[::1], ROWS, int64, int64, int64, int64), cache=True, nogil=True)
def chain(heads, pool, used, context, first, second):
    """Prepend a pair to the linked list of `context`; return the pool, perhaps moved, and its new length."""
    pool = roomier(pool, used)
    pool[used, 0] = first
    pool[used, 1] = second
    pool[used, 2] = heads[context]
    heads[context] = used
    return pool, used + 1


@njit(ROWS(int64[::1], ROWS, int64[::1], int64, int64, int64), cache=True, nogil=True)
def post(inboxes, messages, counts, context, role, concept):
    """Post "subsumer `concept`" (role NONE) or "link by `role` to `concept`" to a context, reusing read messages.

    `counts` holds the number of message cells ever used and the head of the list of free ones.
    """
    cell = counts[1]
    if cell != NONE:
        counts[1] = messages[cell, 2]
    else:
        cell = counts[0]
        messages = roomier(messages, cell)
        counts[0] += 1
    messages[cell, 0] = role
    messages[cell, 1] = concept
    messages[cell, 2] = inboxes[context]
    inboxes[context] = cell
    return messages


@njit(int32[::1](int32[::1], int64[::1], boolean[::1], int64), cache=True, nogil=True)
def enqueue(queue, ends, waiting, context):
    """Append a context to the work list unless it waits there already; `ends` holds head and tail."""
    if waiting[context]:
        return queue
    waiting[context] = True
    if ends[1] == queue.size:
        if ends[0] * 2 > queue.size:  # most of it has been read: move the rest to the front
            rest = ends[1] - ends[0]
            for k in range(rest):
                queue[k] = queue[ends[0] + k]
            ends[0] = 0
            ends[1] = rest
        else:
            queue = np.concatenate((queue, np.empty_like(queue)))
    queue[ends[1]] = context
    ends[1] += 1
    return queue


@njit(int64(TABLE, int64, int64), cache=True, nogil=True)
def slot_of(table, visit, key):
    """Where `key` is in an open-addressing table of rows (visit, key), or a slot that is free in this visit."""
    mask = np.uint64(table.shape[0] - 1)
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = (mixed ^ (mixed >> np.uint64(32))) & mask
    while table[slot, 0] == visit and table[slot, 1] != key:
        slot = (slot + np.uint64(1)) & mask
    return np.int64(slot)


@njit(FILLED(TABLE, int64, ROWS, int64, int64), cache=True, nogil=True)
def tabled(table, visit, pool, cell, concept_count):
    """Put the list of links that begins at `cell` into a table, or a larger one; return it and their number."""
    count = 0
    at = cell
    while at != NONE:
        count += 1
        at = pool[at, 2]
    size = table.shape[0]
    while size < 4 * count:
        size *= 2
    if size > table.shape[0]:
        table = np.zeros((size, 2), np.int64)
    while cell != NONE:
        key = pool[cell, 0] * concept_count + pool[cell, 1]
        slot = slot_of(table, visit, key)
        table[slot, 0] = visit
        table[slot, 1] = key
        cell = pool[cell, 2]
    return table, count


@njit(int64(ROWS, int64, int64, int64), cache=True, nogil=True)
def first_at_least(rows, low, high, value):
    """The first position in `low:high` of rows sorted by their first column that holds `value` or more."""
    while low < high:
        middle = (low + high) // 2
        if rows[middle, 0] < value:
            low = middle + 1
        else:
            high = middle
    return low


@njit(int32[::1](int64[::1], ROWS), cache=True, nogil=True)
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
    walk = np.empty((1 << 10, 2), np.int32)  # concepts, and how many of their subsumers were looked at
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
                walk, steps = push(walk, steps, following, 0)
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
    stack = np.empty((1 << 10, 2), np.int32)
    for seed in seeds:
        if state[seed] != 0:
            continue
        top = 0
        stack, top = push(stack, top, seed, 0)
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
                stack, top = push(stack, top, following, 0)
    return order[:done]


@njit(cache=True, nogil=True)
def saturate(
    concept_count,
    superrole,
    told,
    told_links,
    conjunctions,
    existentials,
    domains,
    disjointness,
    disjointness_count,
    compositions,
    continues,
    stepwise,
    reflexive_roles,
    seeds,
):
    """Apply the rules until nothing new follows.

    Args:
        concept_count: Number of concepts; 0 is ⊥ and 1 is ⊤.
        superrole: (roles, roles) bool; [r, s] when r ⊑* s.
        told: By C, the D with C ⊑ D. This and the next five are pairs (starts, rows): the rows of C are
            `rows[starts[C]:starts[C + 1]]`.
        told_links: By C, the (r, D) with C ⊑ ∃r.D.
        conjunctions: By C, the (D, E) with C ⊓ D ⊑ E, ordered; every conjunction stands under both its parts.
        existentials: By C, the (r, D) with ∃r.C ⊑ D.
        domains: By r, the D with ∃r.⊤ ⊑ D; closed under subroles.
        disjointness: By C, the numbers of the disjointness axioms that list it.
        disjointness_count: Number of disjointness axioms.
        compositions: By r * roles + s, the t with r ∘ s ⊑ t; closed under subroles on the left.
        continues: By s, whether some chain has s as its second role.
        stepwise: By s, whether links that s ∘ s ⊑ s made need not be composed with, since their steps are.
        reflexive_roles: The roles that relate everything to itself.
        seeds: The concepts to saturate, in the order in which to begin; fillers are added when they are reached.

    Returns:
        Rows (context, subsumer), rows (source, role, target), and counts of work done: contexts visited, messages
        posted, link-propagation pairs tried.
    """
    told_row = told[1]
    link_row = told_links[1]
    conjunction_row = conjunctions[1]
    existential_row = existentials[1]
    domain_start, domain_row = domains
    disjoint_row = disjointness[1]
    composition_start, composition_row = compositions
    role_count = superrole.shape[0]
    n = concept_count
    starts = np.empty((n + 1, 5), np.int32)  # all that concerns one concept in one place
    for c in range(n + 1):
        starts[c, 0] = told[0][c]
        starts[c, 1] = told_links[0][c]
        starts[c, 2] = conjunctions[0][c]
        starts[c, 3] = existentials[0][c]
        starts[c, 4] = disjointness[0][c]

    subsumer_head = np.full(n, NONE, np.int64)
    subsumers = np.empty((1 << 16, 3), np.int32)
    subsumer_used = 0
    propagation_head = np.full(n, NONE, np.int64)
    propagations = np.empty((1 << 16, 3), np.int32)
    propagation_used = 0
    into_head = np.full(n, NONE, np.int64)
    into = np.empty((1 << 16, 3), np.int32)
    into_used = 0
    out_head = np.full(n, NONE, np.int64)
    out = np.empty((1 << 16, 3), np.int32)
    out_used = 0
    continuing_head = np.full(n, NONE, np.int64)  # those links out that some chain may continue
    continuing = np.empty((1 << 16, 3), np.int32)
    continuing_used = 0
    inboxes = np.full(n, NONE, np.int64)
    messages = np.empty((1 << 16, 3), np.int32)
    message_counts = np.array([0, NONE])
    linked = np.zeros((1 << 8, 2), np.int64)  # what x is linked to, so that membership costs one look here too
    linked_count = 0

    queue = np.empty(1 << 12, np.int32)
    ends = np.zeros(2, np.int64)
    waiting = np.zeros(n, np.bool_)
    started = np.zeros(n, np.bool_)
    unsatisfiable = np.zeros(n, np.bool_)
    size = np.zeros(n, np.int32)  # of S(X)
    mark = np.full(n, NONE, np.int32)
    disjoint_mark = np.full(disjointness_count, NONE, np.int32)
    new_subsumers = np.empty((1 << 10, 2), np.int32)
    new_links = np.empty((1 << 10, 2), np.int32)
    next_seed = 0
    visited = posted = tried = 0

    while True:
        if ends[0] < ends[1]:
            x = queue[ends[0]]
            ends[0] += 1
            waiting[x] = False
        else:
            while next_seed < seeds.size and started[seeds[next_seed]]:
                next_seed += 1
            if next_seed == seeds.size:
                break
            x = seeds[next_seed]
        visited += 1

        # Mark what is known of x; take up what is new.
        if not started[x] and into_head[x] == NONE and reflexive_roles.size == 0:
            # What follows for a told subsumer that is done follows for x. The lists of the largest become the ends of
            # the lists of x: only ever prepended to, they can be shared.
            largest = NONE
            for k in range(starts[x, 0], starts[x + 1, 0]):
                d = told_row[k, 0]
                done = started[d] and not waiting[d] and not unsatisfiable[d]
                if done and (largest == NONE or size[d] > size[largest]):
                    largest = d
            if largest != NONE:
                subsumer_head[x] = subsumer_head[largest]
                size[x] = size[largest]
                propagation_head[x] = propagation_head[largest]
                continuing_head[x] = continuing_head[largest]
                out_head[x] = out_head[largest]
                cell = out_head[x]
                while cell != NONE:
                    into, into_used = chain(into_head, into, into_used, out[cell, 1], out[cell, 0], x)
                    cell = out[cell, 2]
        cell = subsumer_head[x]
        while cell != NONE:
            c = subsumers[cell, 0]
            mark[c] = x
            for k in range(starts[c, 4], starts[c + 1, 4]):
                disjoint_mark[disjoint_row[k, 0]] = x
            cell = subsumers[cell, 2]
        linked, linked_count = tabled(linked, visited, out, out_head[x], n)
        fresh = 0
        fresh_links = 0
        if not started[x]:  # R0, R⊤
            started[x] = True
            new_subsumers, fresh = push(new_subsumers, fresh, x, NONE)
            new_subsumers, fresh = push(new_subsumers, fresh, TOP, NONE)
            for r in reflexive_roles:
                new_links, fresh_links = push(new_links, fresh_links, r, x)
        cell = inboxes[x]
        inboxes[x] = NONE
        while cell != NONE:
            if messages[cell, 0] == NONE:
                new_subsumers, fresh = push(new_subsumers, fresh, messages[cell, 1], NONE)
            else:
                new_links, fresh_links = push(new_links, fresh_links, messages[cell, 0], messages[cell, 1])
            following = messages[cell, 2]
            messages[cell, 2] = message_counts[1]
            message_counts[1] = cell
            cell = following

        while fresh > 0 or fresh_links > 0:
            if fresh > 0:
                fresh -= 1
                c = new_subsumers[fresh, 0]
                if mark[c] == x:
                    continue
                mark[c] = x
                size[x] += 1
                subsumers, subsumer_used = chain(subsumer_head, subsumers, subsumer_used, x, c, NONE)
                if c == BOTTOM:  # R⊥: whoever is linked here is unsatisfiable too
                    unsatisfiable[x] = True
                    cell = into_head[x]
                    while cell != NONE:
                        w = into[cell, 1]
                        messages = post(inboxes, messages, message_counts, w, NONE, BOTTOM)
                        queue = enqueue(queue, ends, waiting, w)
                        posted += 1
                        cell = into[cell, 2]
                for k in range(starts[c, 0], starts[c + 1, 0]):  # R⊑
                    if mark[told_row[k, 0]] != x:
                        new_subsumers, fresh = push(new_subsumers, fresh, told_row[k, 0], NONE)
                low = starts[c, 2]
                high = starts[c + 1, 2]
                if high - low <= 8 * size[x]:  # R⊓
                    for k in range(low, high):
                        if mark[conjunction_row[k, 0]] == x and mark[conjunction_row[k, 1]] != x:
                            new_subsumers, fresh = push(new_subsumers, fresh, conjunction_row[k, 1], NONE)
                else:  # R⊓ for a concept in thousands of definitions: look each known subsumer up instead
                    cell = subsumer_head[x]
                    while cell != NONE:
                        d = subsumers[cell, 0]
                        k = first_at_least(conjunction_row, low, high, d)
                        while k < high and conjunction_row[k, 0] == d:
                            if mark[conjunction_row[k, 1]] != x:
                                new_subsumers, fresh = push(new_subsumers, fresh, conjunction_row[k, 1], NONE)
                            k += 1
                        cell = subsumers[cell, 2]
                for k in range(starts[c, 4], starts[c + 1, 4]):  # R disjointness
                    if disjoint_mark[disjoint_row[k, 0]] == x:
                        new_subsumers, fresh = push(new_subsumers, fresh, BOTTOM, NONE)
                    disjoint_mark[disjoint_row[k, 0]] = x
                for k in range(starts[c, 1], starts[c + 1, 1]):  # R∃−
                    new_links, fresh_links = push(new_links, fresh_links, link_row[k, 0], link_row[k, 1])
                for k in range(starts[c, 3], starts[c + 1, 3]):  # R∃+, from the propagation's side
                    s = existential_row[k, 0]
                    e = existential_row[k, 1]
                    propagations, propagation_used = chain(propagation_head, propagations, propagation_used, x, s, e)
                    cell = into_head[x]
                    while cell != NONE:
                        tried += 1
                        if superrole[into[cell, 0], s]:
                            w = into[cell, 1]
                            messages = post(inboxes, messages, message_counts, w, NONE, e)
                            queue = enqueue(queue, ends, waiting, w)
                            posted += 1
                        cell = into[cell, 2]
                continue

            fresh_links -= 1
            r = new_links[fresh_links, 0]
            y = new_links[fresh_links, 1]
            by_steps = r >= role_count  # how such a link is told apart from others on its way
            if by_steps:
                r -= role_count
            key = r * n + y
            slot = slot_of(linked, visited, key)
            if linked[slot, 0] == visited:
                continue
            linked[slot, 0] = visited
            linked[slot, 1] = key
            linked_count += 1
            into, into_used = chain(into_head, into, into_used, y, r, x)
            out, out_used = chain(out_head, out, out_used, x, r, y)
            if linked_count * 2 > linked.shape[0]:
                linked, linked_count = tabled(linked, visited, out, out_head[x], n)
            if not started[y]:
                queue = enqueue(queue, ends, waiting, y)
            for k in range(domain_start[r], domain_start[r + 1]):  # R domain
                new_subsumers, fresh = push(new_subsumers, fresh, domain_row[k, 0], NONE)
            if unsatisfiable[y]:  # R⊥
                new_subsumers, fresh = push(new_subsumers, fresh, BOTTOM, NONE)
            cell = propagation_head[y]
            while cell != NONE:  # R∃+, from the link's side
                tried += 1
                if superrole[r, propagations[cell, 0]] and mark[propagations[cell, 1]] != x:
                    new_subsumers, fresh = push(new_subsumers, fresh, propagations[cell, 1], NONE)
                cell = propagations[cell, 2]
            cell = continuing_head[y]
            while cell != NONE:  # R∘, x → y → z
                q = continuing[cell, 0]
                pair = r * role_count + q
                for k in range(composition_start[pair], composition_start[pair + 1]):
                    t = composition_row[k, 0]
                    if t == r and t == q and stepwise[t]:
                        t += role_count
                    new_links, fresh_links = push(new_links, fresh_links, t, continuing[cell, 1])
                cell = continuing[cell, 2]
            if continues[r] and not by_steps:
                continuing, continuing_used = chain(continuing_head, continuing, continuing_used, x, r, y)
                cell = into_head[x]
                while cell != NONE:  # R∘, w → x → y
                    q = into[cell, 0]
                    pair = q * role_count + r
                    for k in range(composition_start[pair], composition_start[pair + 1]):
                        w = into[cell, 1]
                        t = composition_row[k, 0]
                        if t == r and t == q and stepwise[t]:
                            t += role_count
                        messages = post(inboxes, messages, message_counts, w, t, y)
                        queue = enqueue(queue, ends, waiting, w)
                        posted += 1
                    cell = into[cell, 2]

    subsumer_rows = np.empty((size.sum(), 2), np.int32)
    link_rows = np.empty((into_used, 3), np.int32)
    row = 0
    link_row_number = 0
    for x in range(n):
        cell = subsumer_head[x]
        while cell != NONE:
            subsumer_rows[row, 0] = x
            subsumer_rows[row, 1] = subsumers[cell, 0]
            row += 1
            cell = subsumers[cell, 2]
        cell = out_head[x]
        while cell != NONE:
            link_rows[link_row_number, 0] = x
            link_rows[link_row_number, 1] = out[cell, 0]
            link_rows[link_row_number, 2] = out[cell, 1]
            link_row_number += 1
            cell = out[cell, 2]
    return subsumer_rows, link_rows, np.array([visited, posted, tried])


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
    rows = np.empty((1 << 12, 2), np.int32)
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
            rows, used = push(rows, used, c, d)
            for j in range(subsumer_start[d], subsumer_start[d + 1]):
                covered[subsumer[j]] = c
    return representative, rows, used
