"""The compiled part of the reasoner: saturation over integer arrays.

Importing this module imports numba, so only `saturation` does, and only when an ontology is classified.

The rules are those of ELK (Kazakov, Krötzsch, Simančík 2014, "The Incredible ELK", table 3), each named where it is
applied. A *context* holds what is known of one concept X: its subsumers S(X), the links into it X ← (r, W) and out of
it, and its *propagations* (s, E): "whoever is linked here by a role under s is subsumed by E". A visit to a context
*settles* it, until nothing local is left, with its subsumers marked in an array so that membership costs one look; then
it *tells* the contexts that are linked to it what follows for them, by messages to their inboxes. The order of visits
does not matter to the outcome. A context begins with all that is known of one of its told subsumers, so that the rules
are applied to the difference only.
"""

# Where a variable may stand for one array or another, numba counts references to them, by atomic operations. In
# `settle`, which does nearly all of the work, no array is ever replaced by a larger one: it returns where room is
# short. Without that, half of the time goes into counting.

from typing import NamedTuple

import numpy as np
from numba import int32, int64, njit, types
from numpy.typing import NDArray

BOTTOM = 0
TOP = 1
NONE = -1

# Signatures are spelled out where helpers could be called with several widths of integers: numba would compile each
# anew. Rows are copied in loops, because slices of two dimensions take seconds to compile.
ROWS = int32[:, ::1]
TABLE = int64[:, ::1]

# What is known of a context, in one row, because what is asked of it is asked together: where its lists begin, in
# pools that all contexts share, and how long two of them are.
SUBSUMERS, OUT, INTO, PROPAGATIONS, CONTINUING, INBOX = range(6)
SUBSUMER_COUNT, OUT_COUNT = 6, 7
CONTINUING_COUNT = 8
COLUMNS = 9

# Numbers that change: how many cells of each pool are used, by the same numbers as above; then these.
FREE = 6  # the first message cell that may be used again
SUBSUMERS_TO_ADD = 7
LINKS_TO_ADD = 8
QUEUE_HEAD = 9
QUEUE_LENGTH = 10
VISIT = 11
TABLED = 12  # the visit whose links out are in the table
WANTED = 13  # rows that the next step may add to a pool
POSTED = 14
TRIED = 15
STATES = 16

# Columns of the starts by concept.
TOLD, LINKS, CONJUNCTIONS, EXISTENTIALS, DISJOINTNESS = range(5)


class Told(NamedTuple):
    """What is told, as the rules look it up.

    `starts` of shape (concepts + 1, 5) says for each concept C where its rows begin in each of the five arrays below it
    here; the rows end where those of C + 1 begin.
    """

    starts: NDArray[np.int32]
    told: NDArray[np.int32]
    """By C, the D with C ⊑ D."""
    links: NDArray[np.int32]
    """By C, the (r, D) with C ⊑ ∃r.D."""
    conjunctions: NDArray[np.int32]
    """By C, the (D, E) with C ⊓ D ⊑ E, ordered; every conjunction stands under both its parts."""
    existentials: NDArray[np.int32]
    """By C, the (r, D) with ∃r.C ⊑ D."""
    disjointness: NDArray[np.int32]
    """By C, the numbers of the disjointness axioms that list it."""
    superrole: NDArray[np.bool_]
    """(roles, roles); [r, s] when r ⊑* s."""
    domain_starts: NDArray[np.int64]
    """By r, where its rows in `domains` begin."""
    domains: NDArray[np.int32]
    """By r, the D with ∃r.⊤ ⊑ D; closed under subroles."""
    composition_starts: NDArray[np.int64]
    """By r * roles + s, where its rows in `compositions` begin."""
    compositions: NDArray[np.int32]
    """By r * roles + s, the t with r ∘ s ⊑ t; closed under subroles on the left."""
    continues: NDArray[np.bool_]
    """By s, whether some chain has s as its second role."""
    stepwise: NDArray[np.bool_]
    """By s, whether links that s ∘ s ⊑ s made need not be composed with, since their steps are."""
    reflexive_roles: NDArray[np.int32]
    """The roles that relate everything to itself."""


@njit(ROWS(ROWS, int64), cache=True, nogil=True)
def roomier(pool, rows):
    """`pool` itself if it has so many rows, otherwise a copy that has them, of twice the length at least."""
    if rows <= pool.shape[0]:
        return pool
    bigger = np.empty((max(rows, pool.shape[0] * 2), pool.shape[1]), np.int32)
    for row in range(pool.shape[0]):
        for column in range(pool.shape[1]):
            bigger[row, column] = pool[row, column]
    return bigger


@njit(types.void(ROWS, int64[::1], ROWS, int64, int64, int64, int64), cache=True, nogil=True)
def chain(contexts, state, pool, which, context, first, second):
    """Prepend a pair to a linked list of a context; its pool has room."""
    cell = state[which]
    pool[cell, 0] = first
    pool[cell, 1] = second
    pool[cell, 2] = contexts[context, which]
    contexts[context, which] = cell
    state[which] = cell + 1


@njit(ROWS(ROWS, int64[::1], ROWS, int64, int64, int64), cache=True, nogil=True)
def post(contexts, state, messages, context, role, concept):
    """Post "subsumer `concept`" (role NONE) or "link by `role` to `concept`" to a context, reusing read messages."""
    cell = state[FREE]
    if cell != NONE:
        state[FREE] = messages[cell, 2]
    else:
        cell = state[INBOX]
        messages = roomier(messages, cell + 1)
        state[INBOX] += 1
    messages[cell, 0] = role
    messages[cell, 1] = concept
    messages[cell, 2] = contexts[context, INBOX]
    contexts[context, INBOX] = cell
    state[POSTED] += 1
    return messages


@njit(types.void(int32[::1], int64[::1], types.boolean[::1], int64), cache=True, nogil=True)
def enqueue(queue, state, waiting, context):
    """Append a context to the work list, which has room for all of them, unless it waits there already."""
    if not waiting[context]:
        waiting[context] = True
        queue[(state[QUEUE_HEAD] + state[QUEUE_LENGTH]) % queue.size] = context
        state[QUEUE_LENGTH] += 1


@njit(int64(TABLE, int64, int64), cache=True, nogil=True)
def slot_of(table, visit, key):
    """Where `key` is in an open-addressing table of rows (visit, key), or a slot that is free in this visit."""
    mask = np.uint64(table.shape[0] - 1)
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = (mixed ^ (mixed >> np.uint64(32))) & mask
    while table[slot, 0] == visit and table[slot, 1] != key:
        slot = (slot + np.uint64(1)) & mask
    return np.int64(slot)


@njit(TABLE(TABLE, int64, ROWS, int64, int64, int64), cache=True, nogil=True)
def tabled(table, visit, pool, cell, count, concept_count):
    """Put the list of `count` links that begins at `cell` into a table, or a larger one; return it."""
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
    return table


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


@njit(types.void(int32[::1], int64[::1], int32[::1], int64, int64), cache=True, nogil=True)
def add(new_subsumers, state, mark, x, concept):
    """Have a concept added to the subsumers of x, unless it is among them; marked at once, it comes here once only."""
    if mark[concept] != x:
        mark[concept] = x
        new_subsumers[state[SUBSUMERS_TO_ADD]] = concept
        state[SUBSUMERS_TO_ADD] += 1


@njit(types.void(ROWS, int64[::1], int64, int64), cache=True, nogil=True)
def link(new_links, state, role, target):
    """Have a link of the context at hand added, unless it is there; there is room for it."""
    new_links[state[LINKS_TO_ADD], 0] = role
    new_links[state[LINKS_TO_ADD], 1] = target
    state[LINKS_TO_ADD] += 1


@njit(types.void(int64, ROWS, ROWS, ROWS, ROWS, int32[::1], int32[::1]), cache=True, nogil=True)
def recall(x, starts, disjoint_row, contexts, subsumers, mark, disjoint_mark):
    """Mark what is known of x: its subsumers, and the disjointness axioms that list them."""
    cell = contexts[x, SUBSUMERS]
    while cell != NONE:
        c = subsumers[cell, 0]
        mark[c] = x
        for k in range(starts[c, DISJOINTNESS], starts[c + 1, DISJOINTNESS]):
            disjoint_mark[disjoint_row[k, 0]] = x
        cell = subsumers[cell, 2]


@njit(cache=True, nogil=True)
def settle(
    x,
    told,
    most_compositions,
    contexts,
    state,
    subsumers,
    out,
    into,
    propagations,
    continuing,
    linked,
    new_subsumers,
    new_links,
    mark,
    disjoint_mark,
    started,
    unsatisfiable,
    reached,
    queue,
    waiting,
):
    """Apply the rules to x and to what is to be added to it, as far as that concerns x alone.

    Returns whether all is done; otherwise some array has to be larger first, by `state[WANTED]` at most, or the links
    of x have to be put into the table.
    """
    starts, told_row, link_row, conjunction_row, existential_row, disjoint_row = told[:6]
    superrole, domain_starts, domain_row, composition_starts, composition_row, continues, stepwise = told[6:13]
    role_count = superrole.shape[0]
    concept_count = contexts.shape[0]
    while state[SUBSUMERS_TO_ADD] > 0 or state[LINKS_TO_ADD] > 0:
        if state[SUBSUMERS_TO_ADD] > 0:
            c = new_subsumers[state[SUBSUMERS_TO_ADD] - 1]
            existential_low = starts[c, EXISTENTIALS]
            existential_high = starts[c + 1, EXISTENTIALS]
            link_low = starts[c, LINKS]
            link_high = starts[c + 1, LINKS]
            state[WANTED] = max(existential_high - existential_low, link_high - link_low)
            if (
                state[SUBSUMERS] == subsumers.shape[0]
                or state[PROPAGATIONS] + state[WANTED] > propagations.shape[0]
                or state[LINKS_TO_ADD] + state[WANTED] > new_links.shape[0]
            ):
                return False
            state[SUBSUMERS_TO_ADD] -= 1
            contexts[x, SUBSUMER_COUNT] += 1
            chain(contexts, state, subsumers, SUBSUMERS, x, c, NONE)
            if c == BOTTOM:
                unsatisfiable[x] = True
            for k in range(starts[c, TOLD], starts[c + 1, TOLD]):  # R⊑
                add(new_subsumers, state, mark, x, told_row[k, 0])
            low = starts[c, CONJUNCTIONS]
            high = starts[c + 1, CONJUNCTIONS]
            if high - low <= 8 * contexts[x, SUBSUMER_COUNT]:  # R⊓
                for k in range(low, high):
                    if mark[conjunction_row[k, 0]] == x:
                        add(new_subsumers, state, mark, x, conjunction_row[k, 1])
            else:  # R⊓ for a concept in thousands of definitions: look each known subsumer up instead
                cell = contexts[x, SUBSUMERS]
                while cell != NONE:
                    d = subsumers[cell, 0]
                    k = first_at_least(conjunction_row, low, high, d)
                    while k < high and conjunction_row[k, 0] == d:
                        add(new_subsumers, state, mark, x, conjunction_row[k, 1])
                        k += 1
                    cell = subsumers[cell, 2]
            for k in range(starts[c, DISJOINTNESS], starts[c + 1, DISJOINTNESS]):  # R disjointness
                if disjoint_mark[disjoint_row[k, 0]] == x:
                    add(new_subsumers, state, mark, x, BOTTOM)
                disjoint_mark[disjoint_row[k, 0]] = x
            for k in range(link_low, link_high):  # R∃−
                link(new_links, state, link_row[k, 0], link_row[k, 1])
            for k in range(existential_low, existential_high):  # what R∃+ needs
                chain(contexts, state, propagations, PROPAGATIONS, x, existential_row[k, 0], existential_row[k, 1])
            continue

        r = new_links[state[LINKS_TO_ADD] - 1, 0]
        y = new_links[state[LINKS_TO_ADD] - 1, 1]
        state[WANTED] = most_compositions * contexts[y, CONTINUING_COUNT]
        if (
            state[TABLED] != state[VISIT]
            or contexts[x, OUT_COUNT] * 2 > linked.shape[0]
            or state[OUT] == out.shape[0]
            or state[INTO] == into.shape[0]
            or state[CONTINUING] == continuing.shape[0]
            or state[LINKS_TO_ADD] + state[WANTED] > new_links.shape[0]
        ):
            return False
        state[LINKS_TO_ADD] -= 1
        by_steps = r >= role_count  # how such a link is told apart from others on its way
        if by_steps:
            r -= role_count
        key = r * concept_count + y
        slot = slot_of(linked, state[VISIT], key)
        if linked[slot, 0] == state[VISIT]:
            continue
        linked[slot, 0] = state[VISIT]
        linked[slot, 1] = key
        contexts[x, OUT_COUNT] += 1
        chain(contexts, state, out, OUT, x, r, y)
        reached[y] = True
        if state[INTO] != NONE:
            chain(contexts, state, into, INTO, y, r, x)
        if not started[y]:
            enqueue(queue, state, waiting, y)
        for k in range(domain_starts[r], domain_starts[r + 1]):  # R domain
            add(new_subsumers, state, mark, x, domain_row[k, 0])
        if unsatisfiable[y]:  # R⊥
            add(new_subsumers, state, mark, x, BOTTOM)
        cell = contexts[y, PROPAGATIONS]
        while cell != NONE:  # R∃+
            state[TRIED] += 1
            if superrole[r, propagations[cell, 0]]:
                add(new_subsumers, state, mark, x, propagations[cell, 1])
            cell = propagations[cell, 2]
        cell = contexts[y, CONTINUING]
        while cell != NONE:  # R∘, x → y → z
            q = continuing[cell, 0]
            pair = r * role_count + q
            for k in range(composition_starts[pair], composition_starts[pair + 1]):
                t = composition_row[k, 0]
                if t == r and t == q and stepwise[t]:
                    t += role_count
                link(new_links, state, t, continuing[cell, 1])
            cell = continuing[cell, 2]
        if continues[r] and not by_steps:
            contexts[x, CONTINUING_COUNT] += 1
            chain(contexts, state, continuing, CONTINUING, x, r, y)
    return True


@njit(cache=True, nogil=True)
def tell(
    x,
    propagations_told,
    continuing_told,
    is_empty,
    told,
    contexts,
    state,
    into,
    propagations,
    continuing,
    messages,
    queue,
    waiting,
):
    """Post to the contexts that are linked to x what follows for them from what was added to x.

    Args:
        propagations_told: The head of the list of propagations as of the last time, and of continuing links likewise.
        is_empty: Whether x has become unsatisfiable.

    Returns the messages, perhaps moved.
    """
    superrole, role_count = told.superrole, told.superrole.shape[0]
    cell = contexts[x, INTO]
    while cell != NONE:
        r = into[cell, 0]
        w = into[cell, 1]
        before = state[POSTED]
        if is_empty:  # R⊥
            messages = post(contexts, state, messages, w, NONE, BOTTOM)
        new = contexts[x, PROPAGATIONS]
        while new != propagations_told:  # R∃+
            state[TRIED] += 1
            if superrole[r, propagations[new, 0]]:
                messages = post(contexts, state, messages, w, NONE, propagations[new, 1])
            new = propagations[new, 2]
        new = contexts[x, CONTINUING]
        while new != continuing_told:  # R∘, w → x → y
            s = continuing[new, 0]
            pair = r * role_count + s
            for k in range(told.composition_starts[pair], told.composition_starts[pair + 1]):
                t = told.compositions[k, 0]
                if t == r and t == s and told.stepwise[t]:
                    t += role_count
                messages = post(contexts, state, messages, w, t, continuing[new, 1])
            new = continuing[new, 2]
        if state[POSTED] > before:
            enqueue(queue, state, waiting, w)
        cell = into[cell, 2]
    return messages


@njit(ROWS(ROWS, int64[::1], ROWS), cache=True, nogil=True)
def by_target(contexts, state, out):
    """List the links into each context, from those out of each; return the pool of these lists."""
    state[INTO] = 0
    count = 0
    for x in range(contexts.shape[0]):
        count += contexts[x, OUT_COUNT]
    into = np.empty((count + (1 << 16), 3), np.int32)
    for x in range(contexts.shape[0]):
        cell = contexts[x, OUT]
        while cell != NONE:
            chain(contexts, state, into, INTO, out[cell, 1], out[cell, 0], x)
            cell = out[cell, 2]
    return into


@njit(cache=True, nogil=True)
def laid_out(contexts, which, pool, count):
    """Both columns of one list of every context, one list after the other; `count` is the length of all."""
    first = np.empty(count, np.int32)
    second = np.empty(count, np.int32)
    at = 0
    for x in range(contexts.shape[0]):
        cell = contexts[x, which]
        while cell != NONE:
            first[at] = pool[cell, 0]
            second[at] = pool[cell, 1]
            at += 1
            cell = pool[cell, 2]
    return first, second


@njit(cache=True, nogil=True)
def saturate(told, disjointness_count, seeds):
    """Apply the rules until nothing new follows.

    Args:
        told: What is told, over concepts of which 0 is ⊥ and 1 is ⊤.
        disjointness_count: Number of disjointness axioms.
        seeds: The concepts to saturate, in the order in which to begin; fillers are added when they are reached.

    Returns:
        Starts and subsumers by context; starts, roles and targets of links by source; whether each context is
        unsatisfiable; and counts of work done: contexts visited, messages posted, link-propagation pairs tried.
    """
    starts, told_row, disjoint_row = told.starts, told.told, told.disjointness
    n = starts.shape[0] - 1
    most_compositions = 0
    for pair in range(told.composition_starts.size - 1):
        most_compositions = max(most_compositions, told.composition_starts[pair + 1] - told.composition_starts[pair])

    contexts = np.full((n, COLUMNS), NONE, np.int32)
    for c in range(n):
        contexts[c, SUBSUMER_COUNT] = contexts[c, OUT_COUNT] = contexts[c, CONTINUING_COUNT] = 0
    subsumers = np.empty((1 << 16, 3), np.int32)
    out = np.empty((1 << 16, 3), np.int32)
    into = np.empty((1, 3), np.int32)
    propagations = np.empty((1 << 16, 3), np.int32)
    continuing = np.empty((1 << 16, 3), np.int32)  # those links out that some chain may continue
    messages = np.empty((1 << 16, 3), np.int32)
    state = np.zeros(STATES, np.int64)
    state[FREE] = NONE
    state[INTO] = NONE  # links are not listed by target before something is to be told back along them
    linked = np.zeros((1 << 8, 2), np.int64)  # what x is linked to, so that membership costs one look here too
    queue = np.empty(n, np.int32)
    waiting = np.zeros(n, np.bool_)
    started = np.zeros(n, np.bool_)
    unsatisfiable = np.zeros(n, np.bool_)
    reached = np.zeros(n, np.bool_)  # by some link
    mark = np.full(n, NONE, np.int32)
    disjoint_mark = np.full(disjointness_count, NONE, np.int32)
    new_subsumers = np.empty(n, np.int32)
    new_links = np.empty((1 << 10, 2), np.int32)
    next_seed = 0

    while True:
        if state[QUEUE_LENGTH] > 0:
            x = queue[state[QUEUE_HEAD]]
            state[QUEUE_HEAD] = (state[QUEUE_HEAD] + 1) % n
            state[QUEUE_LENGTH] -= 1
            waiting[x] = False
        else:
            while next_seed < seeds.size and started[seeds[next_seed]]:
                next_seed += 1
            if next_seed == seeds.size:
                break
            x = seeds[next_seed]
        state[VISIT] += 1

        if not started[x] and not reached[x] and told.reflexive_roles.size == 0:
            # What follows for a told subsumer that is done follows for x. The lists of the largest become the ends of
            # the lists of x: only ever prepended to, they can be shared.
            largest = NONE
            for k in range(starts[x, TOLD], starts[x + 1, TOLD]):
                d = told_row[k, 0]
                done = started[d] and not waiting[d] and not unsatisfiable[d]
                if done and (largest == NONE or contexts[d, SUBSUMER_COUNT] > contexts[largest, SUBSUMER_COUNT]):
                    largest = d
            if largest != NONE:
                for column in range(COLUMNS):
                    if column != INTO and column != INBOX:
                        contexts[x, column] = contexts[largest, column]
                if state[INTO] != NONE:
                    into = roomier(into, state[INTO] + contexts[x, OUT_COUNT] + 1)
                    cell = contexts[x, OUT]
                    while cell != NONE:
                        chain(contexts, state, into, INTO, out[cell, 1], out[cell, 0], x)
                        cell = out[cell, 2]
        recall(x, starts, disjoint_row, contexts, subsumers, mark, disjoint_mark)
        propagations_told = contexts[x, PROPAGATIONS]
        continuing_told = contexts[x, CONTINUING]
        was_unsatisfiable = unsatisfiable[x]

        if not started[x]:  # R0, R⊤
            started[x] = True
            add(new_subsumers, state, mark, x, x)
            add(new_subsumers, state, mark, x, TOP)
            new_links = roomier(new_links, told.reflexive_roles.size)
            for r in told.reflexive_roles:
                link(new_links, state, r, x)
        cell = contexts[x, INBOX]
        contexts[x, INBOX] = NONE
        while cell != NONE:
            if messages[cell, 0] == NONE:
                add(new_subsumers, state, mark, x, messages[cell, 1])
            else:
                new_links = roomier(new_links, state[LINKS_TO_ADD] + 1)
                link(new_links, state, messages[cell, 0], messages[cell, 1])
            following = messages[cell, 2]
            messages[cell, 2] = state[FREE]
            state[FREE] = cell
            cell = following

        while not settle(
            x,
            told,
            most_compositions,
            contexts,
            state,
            subsumers,
            out,
            into,
            propagations,
            continuing,
            linked,
            new_subsumers,
            new_links,
            mark,
            disjoint_mark,
            started,
            unsatisfiable,
            reached,
            queue,
            waiting,
        ):
            subsumers = roomier(subsumers, state[SUBSUMERS] + 1)
            out = roomier(out, state[OUT] + 1)
            into = roomier(into, state[INTO] + 1)
            propagations = roomier(propagations, state[PROPAGATIONS] + state[WANTED])
            continuing = roomier(continuing, state[CONTINUING] + 1)
            new_links = roomier(new_links, state[LINKS_TO_ADD] + state[WANTED])
            if state[TABLED] != state[VISIT] or contexts[x, OUT_COUNT] * 2 > linked.shape[0]:
                linked = tabled(linked, state[VISIT], out, contexts[x, OUT], contexts[x, OUT_COUNT], n)
                state[TABLED] = state[VISIT]

        is_empty = unsatisfiable[x] and not was_unsatisfiable
        if reached[x] and (
            is_empty or contexts[x, PROPAGATIONS] != propagations_told or contexts[x, CONTINUING] != continuing_told
        ):
            if state[INTO] == NONE:
                into = by_target(contexts, state, out)
            messages = tell(
                x,
                propagations_told,
                continuing_told,
                is_empty,
                told,
                contexts,
                state,
                into,
                propagations,
                continuing,
                messages,
                queue,
                waiting,
            )

    subsumer_starts = np.zeros(n + 1, np.int64)
    link_starts = np.zeros(n + 1, np.int64)
    for x in range(n):
        subsumer_starts[x + 1] = subsumer_starts[x] + contexts[x, SUBSUMER_COUNT]
        link_starts[x + 1] = link_starts[x] + contexts[x, OUT_COUNT]
    subsumer, _ = laid_out(contexts, SUBSUMERS, subsumers, subsumer_starts[n])
    role, target = laid_out(contexts, OUT, out, link_starts[n])
    work = np.array([state[VISIT], state[POSTED], state[TRIED]])
    return (subsumer_starts, subsumer), (link_starts, role, target), unsatisfiable, work
