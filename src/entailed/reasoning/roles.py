"""What follows among roles alone: the role hierarchy, what reflexive roles add to it, and compositions."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Inclusion = tuple[int, int]
Chain = tuple[int, int, int]


def superroles(role_count: int, inclusions: Iterable[Inclusion]) -> list[list[int]]:
    """For every role, the roles that include it, itself first."""
    direct: list[list[int]] = [[] for _ in range(role_count)]
    for sub, sup in inclusions:
        direct[sub].append(sup)
    above = []
    for role in range(role_count):
        agenda = [role]
        reached = {role}
        for r in agenda:  # grows while it is walked
            agenda.extend(sup for sup in dict.fromkeys(direct[r]) if sup not in reached)
            reached.update(direct[r])
        above.append(agenda)
    return above


def inclusions_by_reflexivity(
    role_count: int, inclusions: Sequence[Inclusion], chains: Sequence[Chain], reflexive: Iterable[int]
) -> list[Inclusion]:
    """The inclusions that chains give when one of their roles is reflexive: r ∘ s ⊑ t and s reflexive give r ⊑ t."""
    found: dict[Inclusion, None] = {}
    loops = set(reflexive)
    while loops:
        before = len(loops), len(found)
        above = superroles(role_count, [*inclusions, *found])
        loops.update(sup for role in list(loops) for sup in above[role])
        for left, right, target in chains:
            if right in loops:
                found[left, target] = None
            if left in loops:
                found[right, target] = None
        if before == (len(loops), len(found)):
            break
    return list(found)


def superrole_matrix(role_count: int, inclusions: Iterable[Inclusion]) -> NDArray[np.bool_]:
    """Shape (roles, roles), at least (1, 1); [r, s] when r ⊑* s."""
    matrix = np.zeros((max(1, role_count),) * 2, np.bool_)
    for role, above in enumerate(superroles(role_count, inclusions)):
        matrix[role, above] = True
    return matrix


def compositions(chains: Iterable[Chain], superrole: NDArray[np.bool_]) -> dict[tuple[int, int], Sequence[int]]:
    """By (r, s), the most specific t with r ∘ s ⊑ t, counting what r and s inherit from their superroles."""
    found: dict[tuple[int, int], set[int]] = {}
    for left, right, target in chains:
        for r in np.flatnonzero(superrole[:, left]):
            for s in np.flatnonzero(superrole[:, right]):
                found.setdefault((int(r), int(s)), set()).add(target)
    return {pair: _most_specific(targets, superrole) for pair, targets in found.items()}


def stepwise(composed: dict[tuple[int, int], Sequence[int]], superrole: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """By s, whether composing with an s-link that transitivity made gives nothing that its steps do not give.

    So it is where s ∘ s ⊑ s, and whatever r ∘ s gives is kept by further steps: for every t with r ∘ s ⊑ t there is a
    u ⊑* t with t ∘ s ⊑ u.
    """
    found = np.zeros(len(superrole), np.bool_)
    targets_of: defaultdict[int, set[int]] = defaultdict(set)
    for (_, s), given in composed.items():
        targets_of[s].update(given)
    for s, targets in targets_of.items():
        kept = all(any(superrole[u, t] for u in composed.get((t, s), ())) for t in targets)
        found[s] = s in composed.get((s, s), ()) and kept
    return found


def _most_specific(roles: set[int], superrole: NDArray[np.bool_]) -> list[int]:
    """Drop each role that includes another of them, keeping one of those that include each other."""
    if len(roles) == 1:
        return list(roles)
    kept: list[int] = []
    for role in sorted(roles):
        if not any(superrole[k, role] for k in kept):
            kept = [k for k in kept if not superrole[role, k]]
            kept.append(role)
    return kept
