"""The compiled part of the reasoner: saturation over integer arrays.

Importing this module imports numba, so only `saturation` does, and only when an ontology is classified.

The rules are those of ELK (Kazakov, Krötzsch, Simančík 2014, "The Incredible ELK", table 3), each named where it is
applied. A *context* holds what is known of one concept X: its subsumers S(X), the links into it X ← (r, W) and out of
it, and its *propagations* (s, E): "whoever is linked here by a role under s is subsumed by E". A visit to a context
*settles* it, until nothing local is left, with its subsumers marked in an array so that membership costs one look; then
it *tells* the contexts that are linked to it what follows for them, by messages to their inboxes. The order of visits
does not matter to the outcome. What a reflexive role relates to itself is no link. A context begins with all that is
known of one of its told subsumers, so that the rules are applied to the difference only.
"""

# Where a variable may stand for one array or another, numba counts references to them, by atomic operations. In
# `settle`, which does nearly all of the work, no array is ever replaced by a larger one: it returns where room is
# short. Without that, half of the time goes into counting.
#
# All of it is in one file, because numba's cache notices a change of the file of a function, and not of what it calls.

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
STATE = int64[::1]

# Pools of pairs in linked lists, of which every context has one each.
SUBSUMERS, OUT, INTO, PROPAGATIONS, CONTINUING, INBOX = range(6)
NEW_LINKS = 6  # a pool too, and the stack of the context at hand
POOLS = 7

# What is known of a context, in one row, because what is asked of it is asked together: by the numbers above, where its
# lists begin; then how long some of them are; then the concept with a name whose links out it began with, if there is
# one, and how many it has beside these.
SUBSUMER_COUNT, OUT_COUNT, CONTINUING_COUNT, INHERITS_FROM, OWN_COUNT = range(6, 11)
COLUMNS = 11

# Numbers that change: by the numbers above, how many rows of each pool are used; then these.
NEW_SUBSUMERS = 7  # how many are on the stack
FREE = 8  # the first message that has been read, whose row may be used again
QUEUE_HEAD = 9
QUEUE_LENGTH = 10
VISIT = 11
TABLED = 12  # the visit whose links out are in the table
POSTED = 13
TRIED = 14
STATES = 15

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
    reflexive: NDArray[np.bool_]
    """By r, whether it relates everything to itself; closed under superroles. What its domains say is told of ⊤."""


class Contexts(NamedTuple):
    """What is known of the contexts, and what is under way: arrays that are never replaced."""

    rows: NDArray[np.int32]
    """(concepts, COLUMNS)."""
    state: NDArray[np.int64]
    wanted: NDArray[np.int64]
    """By pool, how many rows the next step may add to it."""
    queue: NDArray[np.int32]
    """A ring with room for all contexts, each of which waits in it at most once."""
    waiting: NDArray[np.bool_]
    started: NDArray[np.bool_]
    unsatisfiable: NDArray[np.bool_]
    reached: NDArray[np.bool_]
    """By some link."""
    mark: NDArray[np.int32]
    """By concept, the context that it was last seen to subsume."""
    disjoint_mark: NDArray[np.int32]
    """By disjointness axiom, the context under one of whose concepts it was last seen."""
    new_subsumers: NDArray[np.int32]
    """A stack, of the context at hand."""


class Pools(NamedTuple):
    """Pairs in linked lists: arrays that are replaced by larger ones where room is short."""

    subsumers: NDArray[np.int32]
    out: NDArray[np.int32]
    into: NDArray[np.int32]
    """Empty before something is to be told back along links; see `tell`."""
    propagations: NDArray[np.int32]
    continuing: NDArray[np.int32]
    """Those links out that some chain may continue."""
    new_links: NDArray[np.int32]


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


@njit(types.boolean(STATE, STATE, int64, ROWS), cache=True, nogil=True)
def lacks(state, wanted, which, pool):
    """Whether a pool has no room for the rows that the next step may add."""
    return state[which] + wanted[which] > pool.shape[0]


@njit(cache=True, nogil=True)
def grown(contexts, pools):
    """The pools, with room for the next step."""
    rows = contexts.state[:POOLS] + contexts.wanted
    return Pools(
        roomier(pools.subsumers, rows[SUBSUMERS]),
        roomier(pools.out, rows[OUT]),
        roomier(pools.into, rows[INTO]),
        roomier(pools.propagations, rows[PROPAGATIONS]),
        roomier(pools.continuing, rows[CONTINUING]),
        roomier(pools.new_links, rows[NEW_LINKS]),
    )


@njit(cache=True, nogil=True)
def with_room(contexts, pools, which, rows):
    """The pools, with room for so many rows more in one of them."""
    usual = contexts.wanted[which]
    contexts.wanted[which] = rows
    pools = grown(contexts, pools)
    contexts.wanted[which] = usual
    return pools


@njit(types.void(ROWS, STATE, ROWS, int64, int64, int64, int64), cache=True, nogil=True)
def chain(rows, state, pool, which, context, first, second):
    """Prepend a pair to a linked list of a context; its pool has room."""
    cell = state[which]
    pool[cell, 0] = first
    pool[cell, 1] = second
    pool[cell, 2] = rows[context, which]
    rows[context, which] = cell
    state[which] = cell + 1


@njit(types.void(int64, ROWS, STATE, ROWS, ROWS), cache=True, nogil=True)
def chain_back(x, rows, state, out, into):
    """List the links out of x by their targets too; the pool has room."""
    cell = rows[x, OUT]
    while cell != NONE:
        chain(rows, state, into, INTO, out[cell, 1], out[cell, 0], x)
        cell = out[cell, 2]


@njit(ROWS(ROWS, STATE, ROWS, int64, int64, int64), cache=True, nogil=True)
def post(rows, state, messages, context, role, concept):
    """Post "subsumer `concept`" (role NONE) or "link by `role` to `concept`"; return the messages, perhaps moved."""
    cell = state[FREE]
    if cell != NONE:
        state[FREE] = messages[cell, 2]
    else:
        cell = state[INBOX]
        messages = roomier(messages, cell + 1)
        state[INBOX] += 1
    messages[cell, 0] = role
    messages[cell, 1] = concept
    messages[cell, 2] = rows[context, INBOX]
    rows[context, INBOX] = cell
    state[POSTED] += 1
    return messages


@njit(types.void(int32[::1], STATE, types.boolean[::1], int64), cache=True, nogil=True)
def enqueue(queue, state, waiting, context):
    """Append a context to the work list unless it waits there already."""
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


@njit(types.boolean(int64, ROWS, STATE, TABLE), cache=True, nogil=True)
def is_tabled(x, rows, state, table):
    """Whether the links out of x are in the table, and there is room for one more."""
    return state[TABLED] == state[VISIT] and rows[x, OUT_COUNT] * 2 <= table.shape[0]


@njit(TABLE(int64, ROWS, STATE, ROWS, TABLE), cache=True, nogil=True)
def tabled(x, rows, state, out, table):
    """Put the links out of x into the table, or a larger one; return it."""
    size = table.shape[0]
    while size < 4 * rows[x, OUT_COUNT]:
        size *= 2
    if size > table.shape[0]:
        table = np.zeros((size, 2), np.int64)
    visit = state[VISIT]
    state[TABLED] = visit
    cell = rows[x, OUT]
    while cell != NONE:
        key = out[cell, 0] * rows.shape[0] + out[cell, 1]
        slot = slot_of(table, visit, key)
        table[slot, 0] = visit
        table[slot, 1] = key
        cell = out[cell, 2]
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


@njit(types.void(int32[::1], STATE, int32[::1], int64, int64), cache=True, nogil=True)
def add(new_subsumers, state, mark, x, concept):
    """Have a concept added to the subsumers of x, unless it is among them; marked at once, it comes here once only."""
    if mark[concept] != x:
        mark[concept] = x
        new_subsumers[state[NEW_SUBSUMERS]] = concept
        state[NEW_SUBSUMERS] += 1


@njit(types.void(ROWS, STATE, int64, int64), cache=True, nogil=True)
def link(new_links, state, role, target):
    """Have a link of the context at hand added, unless it is there; the stack has room."""
    top = state[NEW_LINKS]
    new_links[top, 0] = role
    new_links[top, 1] = target
    state[NEW_LINKS] = top + 1


@njit(int64(int64, int64, int64, types.boolean[::1]), cache=True, nogil=True)
def role_of_composed(left, right, target, stepwise):
    """The role of a link that r ∘ s ⊑ t makes: t, but beyond all roles where it need not be composed with."""
    return target + stepwise.size if left == right == target and stepwise[target] else target


@njit(types.void(int64, ROWS, ROWS, ROWS, ROWS, int32[::1], int32[::1]), cache=True, nogil=True)
def recall(x, starts, disjoint_row, rows, subsumers, mark, disjoint_mark):
    """Mark what is known of x: its subsumers, and the disjointness axioms that list them."""
    cell = rows[x, SUBSUMERS]
    while cell != NONE:
        c = subsumers[cell, 0]
        mark[c] = x
        for k in range(starts[c, DISJOINTNESS], starts[c + 1, DISJOINTNESS]):
            disjoint_mark[disjoint_row[k, 0]] = x
        cell = subsumers[cell, 2]


@njit(cache=True, nogil=True)
def settle(x, told, most_compositions, contexts, pools, linked):
    """Apply the rules to x and to what is to be added to it, as far as that concerns x alone.

    Args:
        most_compositions: How many roles a composition makes at most.
        linked: The table of what x is linked to, so that membership costs one look here too.

    Returns whether all is done; otherwise the pools have to be `grown` first, or the links of x `tabled`.
    """
    starts, told_row, link_row, conjunction_row, existential_row, disjoint_row = told[:6]
    superrole, domain_starts, domain_row, composition_starts, composition_row, continues, stepwise, reflexive = told[6:]
    rows, state, wanted, queue, waiting, started, unsatisfiable, reached, mark, disjoint_mark, new_subsumers = contexts
    subsumers, out, into, propagations, continuing, new_links = pools
    role_count = superrole.shape[0]
    while state[NEW_SUBSUMERS] > 0 or state[NEW_LINKS] > 0:
        if state[NEW_SUBSUMERS] > 0:
            c = new_subsumers[state[NEW_SUBSUMERS] - 1]
            existential_low = starts[c, EXISTENTIALS]
            existential_high = starts[c + 1, EXISTENTIALS]
            link_low = starts[c, LINKS]
            link_high = starts[c + 1, LINKS]
            wanted[PROPAGATIONS] = existential_high - existential_low
            wanted[NEW_LINKS] = link_high - link_low
            if (
                lacks(state, wanted, SUBSUMERS, subsumers)
                or lacks(state, wanted, PROPAGATIONS, propagations)
                or lacks(state, wanted, NEW_LINKS, new_links)
            ):
                return False
            state[NEW_SUBSUMERS] -= 1
            rows[x, SUBSUMER_COUNT] += 1
            chain(rows, state, subsumers, SUBSUMERS, x, c, NONE)
            if c == BOTTOM:
                unsatisfiable[x] = True
            for k in range(starts[c, TOLD], starts[c + 1, TOLD]):  # R⊑
                add(new_subsumers, state, mark, x, told_row[k, 0])
            low = starts[c, CONJUNCTIONS]
            high = starts[c + 1, CONJUNCTIONS]
            if high - low <= 8 * rows[x, SUBSUMER_COUNT]:  # R⊓
                for k in range(low, high):
                    if mark[conjunction_row[k, 0]] == x:
                        add(new_subsumers, state, mark, x, conjunction_row[k, 1])
            else:  # R⊓ for a concept in thousands of definitions: look each known subsumer up instead
                cell = rows[x, SUBSUMERS]
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
            for k in range(existential_low, existential_high):  # what R∃+ needs, and R∃+ from x to itself
                if reflexive[existential_row[k, 0]]:
                    add(new_subsumers, state, mark, x, existential_row[k, 1])
                chain(rows, state, propagations, PROPAGATIONS, x, existential_row[k, 0], existential_row[k, 1])
            continue

        r = new_links[state[NEW_LINKS] - 1, 0]
        y = new_links[state[NEW_LINKS] - 1, 1]
        wanted[NEW_LINKS] = most_compositions * rows[y, CONTINUING_COUNT]
        if (
            not is_tabled(x, rows, state, linked)
            or lacks(state, wanted, OUT, out)
            or lacks(state, wanted, INTO, into)
            or lacks(state, wanted, CONTINUING, continuing)
            or lacks(state, wanted, NEW_LINKS, new_links)
        ):
            return False
        state[NEW_LINKS] -= 1
        by_steps = r >= role_count
        if by_steps:
            r -= role_count
        key = r * rows.shape[0] + y
        slot = slot_of(linked, state[VISIT], key)
        if linked[slot, 0] == state[VISIT]:
            continue
        linked[slot, 0] = state[VISIT]
        linked[slot, 1] = key
        rows[x, OUT_COUNT] += 1
        rows[x, OWN_COUNT] += 1
        chain(rows, state, out, OUT, x, r, y)
        reached[y] = True
        if state[INTO] != NONE:
            chain(rows, state, into, INTO, y, r, x)
        if not started[y]:
            enqueue(queue, state, waiting, y)
        for k in range(domain_starts[r], domain_starts[r + 1]):  # R domain
            add(new_subsumers, state, mark, x, domain_row[k, 0])
        if unsatisfiable[y]:  # R⊥
            add(new_subsumers, state, mark, x, BOTTOM)
        cell = rows[y, PROPAGATIONS]
        while cell != NONE:  # R∃+
            state[TRIED] += 1
            if superrole[r, propagations[cell, 0]]:
                add(new_subsumers, state, mark, x, propagations[cell, 1])
            cell = propagations[cell, 2]
        cell = rows[y, CONTINUING]
        while cell != NONE:  # R∘, x → y → z
            s = continuing[cell, 0]
            pair = r * role_count + s
            for k in range(composition_starts[pair], composition_starts[pair + 1]):
                t = role_of_composed(r, s, composition_row[k, 0], stepwise)
                link(new_links, state, t, continuing[cell, 1])
            cell = continuing[cell, 2]
        if continues[r] and not by_steps:
            rows[x, CONTINUING_COUNT] += 1
            chain(rows, state, continuing, CONTINUING, x, r, y)
    return True


@njit(cache=True, nogil=True)
def tell(x, propagations_told, continuing_told, is_empty, told, contexts, pools, messages):
    """Post to the contexts that are linked to x what follows for them from what was added to x.

    Args:
        propagations_told: The head of the list of propagations as of the last time, and of continuing links likewise.
        is_empty: Whether x has become unsatisfiable.

    Returns the messages, perhaps moved.
    """
    superrole, composition_starts, compositions = told.superrole, told.composition_starts, told.compositions
    rows, state, into, propagations, continuing = (
        contexts.rows,
        contexts.state,
        pools.into,
        pools.propagations,
        pools.continuing,
    )
    role_count = superrole.shape[0]
    cell = rows[x, INTO]
    while cell != NONE:
        r = into[cell, 0]
        w = into[cell, 1]
        before = state[POSTED]
        if is_empty:  # R⊥
            messages = post(rows, state, messages, w, NONE, BOTTOM)
        new = rows[x, PROPAGATIONS]
        while new != propagations_told:  # R∃+
            state[TRIED] += 1
            if superrole[r, propagations[new, 0]]:
                messages = post(rows, state, messages, w, NONE, propagations[new, 1])
            new = propagations[new, 2]
        new = rows[x, CONTINUING]
        while new != continuing_told:  # R∘, w → x → y
            s = continuing[new, 0]
            pair = r * role_count + s
            for k in range(composition_starts[pair], composition_starts[pair + 1]):
                t = role_of_composed(r, s, compositions[k, 0], told.stepwise)
                messages = post(rows, state, messages, w, t, continuing[new, 1])
            new = continuing[new, 2]
        if state[POSTED] > before:
            enqueue(contexts.queue, state, contexts.waiting, w)
        cell = into[cell, 2]
    return messages


@njit(cache=True, nogil=True)
def take_over(x, named, told, contexts):
    """Let x begin with what is known of the largest of its told subsumers that are done; return whether there is one.

    The lists of that one become the ends of the lists of x: only ever prepended to, they can be shared.
    """
    rows = contexts.rows
    largest = NONE
    for k in range(told.starts[x, TOLD], told.starts[x + 1, TOLD]):
        d = told.told[k, 0]
        done = contexts.started[d] and not contexts.waiting[d] and not contexts.unsatisfiable[d]
        if done and (largest == NONE or rows[d, SUBSUMER_COUNT] > rows[largest, SUBSUMER_COUNT]):
            largest = d
    if largest == NONE:
        return False
    for column in range(COLUMNS):
        if column != INTO and column != INBOX:
            rows[x, column] = rows[largest, column]
    if largest < named:  # closures hold links of concepts with a name: what others lend counts as one's own
        rows[x, INHERITS_FROM] = largest
        rows[x, OWN_COUNT] = 0
    return True


@njit(int64(int64, ROWS, ROWS), cache=True, nogil=True)
def message_count(x, rows, messages):
    """How many messages wait in the inbox of x."""
    count = 0
    cell = rows[x, INBOX]
    while cell != NONE:
        count += 1
        cell = messages[cell, 2]
    return count


@njit(cache=True, nogil=True)
def receive(x, contexts, messages, new_links):
    """Take the messages to x from its inbox; the stack has room for all of them."""
    rows, state = contexts.rows, contexts.state
    cell = rows[x, INBOX]
    rows[x, INBOX] = NONE
    while cell != NONE:
        if messages[cell, 0] == NONE:
            add(contexts.new_subsumers, state, contexts.mark, x, messages[cell, 1])
        else:
            link(new_links, state, messages[cell, 0], messages[cell, 1])
        following = messages[cell, 2]
        messages[cell, 2] = state[FREE]
        state[FREE] = cell
        cell = following


@njit(cache=True, nogil=True)
def subsumers_laid_out(contexts, pool, below):
    """Starts by context, and the subsumers of each whose numbers are below a number."""
    rows = contexts.rows
    starts = np.zeros(rows.shape[0] + 1, np.int64)
    count = 0
    for x in range(rows.shape[0]):
        count += rows[x, SUBSUMER_COUNT]
    laid = np.empty(count, np.int32)  # more than needed, but what is not written takes no memory
    at = 0
    for x in range(rows.shape[0]):
        cell = rows[x, SUBSUMERS]
        while cell != NONE:
            if pool[cell, 0] < below:
                laid[at] = pool[cell, 0]
                at += 1
            cell = pool[cell, 2]
        starts[x + 1] = at
    return starts, laid[:at]


@njit(cache=True, nogil=True)
def links_laid_out(contexts, pool):
    """Starts by source, and the roles and targets of its own links."""
    rows = contexts.rows
    starts = np.zeros(rows.shape[0] + 1, np.int64)
    for x in range(rows.shape[0]):
        starts[x + 1] = starts[x] + rows[x, OWN_COUNT]
    role = np.empty(starts[-1], np.int32)
    target = np.empty(starts[-1], np.int32)
    for x in range(rows.shape[0]):
        cell = rows[x, OUT]
        for at in range(starts[x], starts[x + 1]):
            role[at] = pool[cell, 0]
            target[at] = pool[cell, 1]
            cell = pool[cell, 2]
    return starts, role, target


@njit(cache=True, nogil=True)
def saturate(told, named, disjointness_count, seeds, subsumers_below):
    """Apply the rules until nothing new follows.

    Args:
        told: What is told, over concepts of which 0 is ⊥ and 1 is ⊤.
        named: How many of the concepts have a name; they come first.
        disjointness_count: Number of disjointness axioms.
        seeds: The concepts to saturate, in the order in which to begin; fillers are added when they are reached.
        subsumers_below: Subsumers with numbers below this one are returned; others are millions, and seldom needed.

    Returns:
        Starts and subsumers by context; by source, starts, roles and targets of the links that it does not have from
        one of its subsumers, and that subsumer; whether each context is unsatisfiable; and counts of work done:
        contexts visited, messages posted, link-propagation pairs tried, all subsumers and links.
    """
    n = told.starts.shape[0] - 1
    most_compositions = 0
    for pair in range(told.composition_starts.size - 1):
        most_compositions = max(most_compositions, told.composition_starts[pair + 1] - told.composition_starts[pair])
    rows = np.full((n, COLUMNS), NONE, np.int32)
    for c in range(n):
        rows[c, SUBSUMER_COUNT] = rows[c, OUT_COUNT] = rows[c, CONTINUING_COUNT] = rows[c, OWN_COUNT] = 0
    state = np.zeros(STATES, np.int64)
    state[FREE] = NONE
    state[INTO] = NONE  # links are not listed by target before something is to be told back along them
    contexts = Contexts(
        rows,
        state,
        np.ones(POOLS, np.int64),
        np.empty(n, np.int32),
        np.zeros(n, np.bool_),
        np.zeros(n, np.bool_),
        np.zeros(n, np.bool_),
        np.zeros(n, np.bool_),
        np.full(n, NONE, np.int32),
        np.full(disjointness_count, NONE, np.int32),
        np.empty(n, np.int32),
    )
    empty = np.empty((0, 3), np.int32)
    pools = Pools(empty, empty, empty, empty, empty, empty)
    messages = np.empty((1 << 10, 3), np.int32)
    linked = np.zeros((1 << 8, 2), np.int64)
    next_seed = 0

    while True:
        if state[QUEUE_LENGTH] > 0:
            x = contexts.queue[state[QUEUE_HEAD]]
            state[QUEUE_HEAD] = (state[QUEUE_HEAD] + 1) % n
            state[QUEUE_LENGTH] -= 1
            contexts.waiting[x] = False
        else:
            while next_seed < seeds.size and contexts.started[seeds[next_seed]]:
                next_seed += 1
            if next_seed == seeds.size:
                break
            x = seeds[next_seed]
        state[VISIT] += 1

        is_first = not contexts.started[x]
        may_take_over = is_first and not contexts.reached[x]
        if may_take_over and take_over(x, named, told, contexts) and state[INTO] != NONE:
            pools = with_room(contexts, pools, INTO, rows[x, OUT_COUNT])
            chain_back(x, rows, state, pools.out, pools.into)
        contexts.started[x] = True
        recall(x, told.starts, told.disjointness, rows, pools.subsumers, contexts.mark, contexts.disjoint_mark)
        propagations_told = rows[x, PROPAGATIONS]
        continuing_told = rows[x, CONTINUING]
        was_unsatisfiable = contexts.unsatisfiable[x]

        pools = with_room(contexts, pools, NEW_LINKS, message_count(x, rows, messages))
        if is_first:  # R0, R⊤
            add(contexts.new_subsumers, state, contexts.mark, x, x)
            add(contexts.new_subsumers, state, contexts.mark, x, TOP)
        receive(x, contexts, messages, pools.new_links)
        while not settle(x, told, most_compositions, contexts, pools, linked):
            pools = grown(contexts, pools)
            if not is_tabled(x, rows, state, linked):
                linked = tabled(x, rows, state, pools.out, linked)

        is_empty = contexts.unsatisfiable[x] and not was_unsatisfiable
        has_news = is_empty or rows[x, PROPAGATIONS] != propagations_told or rows[x, CONTINUING] != continuing_told
        if contexts.reached[x] and has_news:
            if state[INTO] == NONE:
                state[INTO] = 0
                count = 0
                for source in range(n):
                    count += rows[source, OUT_COUNT]
                pools = with_room(contexts, pools, INTO, count)
                for source in range(n):
                    chain_back(source, rows, state, pools.out, pools.into)
            messages = tell(x, propagations_told, continuing_told, is_empty, told, contexts, pools, messages)

    subsumers = subsumers_laid_out(contexts, pools.subsumers, subsumers_below)
    links = links_laid_out(contexts, pools.out)
    subsumer_count = link_count = 0
    for x in range(n):
        subsumer_count += rows[x, SUBSUMER_COUNT]
        link_count += rows[x, OUT_COUNT]
    work = np.array([state[VISIT], state[POSTED], state[TRIED], subsumer_count, link_count])
    return subsumers, links, rows[:, INHERITS_FROM].copy(), contexts.unsatisfiable, work
