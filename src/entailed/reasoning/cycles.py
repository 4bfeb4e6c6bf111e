"""Concepts that told inclusions make equivalent, so that each group is saturated once."""

import numpy as np

from entailed.reasoning.rows import IntArray


def told_equivalents(starts: IntArray, supers: IntArray) -> IntArray:
    """Find the cycles of told inclusions.

    Args:
        starts: Shape (n + 1,); the told subsumers of concept C are `supers[starts[C]:starts[C + 1]]`.
        supers: Told subsumers.

    Returns:
        Shape (n,): by concept, the lowest number in its cycle; its own where it is in none.

    Source: Gabow (2000), "Path-based depth-first search for strong and biconnected components".
    """
    begin, told = starts.tolist(), supers.tolist()
    count = len(begin) - 1
    lowest = list(range(count))
    met = [0] * count  # the order in which concepts were met; -1 once their cycle is complete
    order = 0
    path: list[int] = []
    bounds: list[int] = []  # the concepts of the path that may be the first of their cycle
    for root in range(count):
        if met[root] or begin[root] == begin[root + 1]:
            continue
        walk = [(root, iter((root,)))]  # entered by the loop below like any other concept
        while walk:
            concept, rest = walk[-1]
            for sup in rest:
                if not met[sup]:
                    order += 1
                    met[sup] = order
                    path.append(sup)
                    bounds.append(sup)
                    walk.append((sup, iter(told[begin[sup] : begin[sup + 1]])))
                    break
                while 0 < met[sup] < met[bounds[-1]]:
                    bounds.pop()
            else:
                walk.pop()
                if walk and bounds[-1] == concept:
                    bounds.pop()
                    cycle = [path.pop()]
                    while cycle[-1] != concept:
                        cycle.append(path.pop())
                    least = min(cycle)
                    for member in cycle:
                        lowest[member] = least
                        met[member] = -1
    return np.array(lowest, dtype=np.int32)
