"""Finding the one thing that was done to a record when only a root is known: undo each candidate and compare roots.

A hit is proof, not a guess, because no other lines have that root. Limits keep the search short.
"""

from collections.abc import Sequence

from records.tree import Hash, Peaks, node_hash, root_of

ADDED_LINES_MAX = 1_000
SWAP_LINES_MAX = 256
NEIGHBOUR_LINES_MAX = 10_000


def find_added(leaves: Sequence[Hash], extra: int, root: Hash) -> int | None:
    """Where the run of `extra` lines begins that must go for the rest to have the root; None if no run explains it."""
    if len(leaves) > ADDED_LINES_MAX:
        return None
    before = Peaks()
    for at in range(len(leaves) - extra + 1):
        peaks = Peaks(before.size, before.hashes)
        for leaf in leaves[at + extra :]:
            peaks.add(leaf)
        if peaks.root() == root:
            # Of lines that say the same, the later ones are the doubles.
            while at + extra < len(leaves) and leaves[at] == leaves[at + extra]:
                at += 1
            return at
        before.add(leaves[at])
    return None


def find_moved(leaves: Sequence[Hash], root: Hash) -> tuple[int, int] | None:
    """The two lines that, swapped back, give the root; neighbours in a long record, any two in a short one."""
    if len(leaves) > NEIGHBOUR_LINES_MAX:
        return None
    tree = _Tree(leaves)
    reach = len(leaves) if len(leaves) <= SWAP_LINES_MAX else 2
    for first in range(1, len(leaves)):
        for second in range(first + 1, min(first + reach, len(leaves))):
            if (
                leaves[first] != leaves[second]
                and tree.root_with({first: leaves[second], second: leaves[first]}) == root
            ):
                return first, second
    return None


class _Tree:
    """All nodes of a tree, level by level, so that the root after changing two leaves takes a few hashes."""

    def __init__(self, leaves: Sequence[Hash]) -> None:
        self._levels = [list(leaves)]
        while len(self._levels[-1]) > 1:
            below = self._levels[-1]
            level = [node_hash(below[at], below[at + 1]) for at in range(0, len(below) - 1, 2)]
            if len(below) % 2:
                level.append(below[-1])
            self._levels.append(level)
        assert self._levels[-1][0] == root_of(leaves), "pairing level by level gives the RFC 6962 tree"

    def root_with(self, changed: dict[int, Hash]) -> Hash:
        """The root if these leaves were others."""
        for level in self._levels[:-1]:
            above: dict[int, Hash] = {}
            for at in changed:
                left, right = at & ~1, at | 1
                if right >= len(level):
                    above[at >> 1] = changed[left]
                else:
                    above[at >> 1] = node_hash(changed.get(left, level[left]), changed.get(right, level[right]))
            changed = above
        return changed[0]
