"""The RFC 6962 tree over a record's canonical lines: leaves, root, proofs, and their verifiers.

Leaf i is the i-th line (the header is leaf 0). There is one tree and no second chain.
"""

import hashlib
from collections.abc import Iterable, Sequence

from records.errors import Damaged

Hash = bytes

_sha256 = hashlib.sha256
EMPTY_ROOT: Hash = hashlib.sha256(b"").digest()


def leaf_hash(data: bytes) -> Hash:
    """SHA-256 of 0x00 and the canonical bytes of a line."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: Hash, right: Hash) -> Hash:
    """SHA-256 of 0x01 and two child hashes."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Peaks:
    """The perfect subtrees of a growing tree, largest first: all that appending and the root need."""

    __slots__ = ("hashes", "size")

    def __init__(self, size: int = 0, hashes: Sequence[Hash] = ()) -> None:
        assert len(hashes) == size.bit_count(), "one peak for each bit of the size"
        self.size = size
        self.hashes = list(hashes)

    def add(self, leaf: Hash) -> None:
        """Append one leaf hash."""
        grown = self.size
        while grown & 1:
            leaf = node_hash(self.hashes.pop(), leaf)
            grown >>= 1
        self.hashes.append(leaf)
        self.size += 1

    def root(self) -> Hash:
        """The root of the tree so far."""
        if not self.hashes:
            return EMPTY_ROOT
        root = self.hashes[-1]
        for peak in reversed(self.hashes[:-1]):
            root = node_hash(peak, root)
        return root

    def packed(self) -> bytes:
        """The peaks in a row of 32 bytes each."""
        return b"".join(self.hashes)

    @classmethod
    def unpacked(cls, size: int, packed: bytes) -> "Peaks":
        """The inverse of `packed`."""
        if len(packed) != 32 * size.bit_count():
            raise Damaged(f"the stored tree of size {size} has {len(packed)} bytes of peaks", mend="run `qm verify`")
        return cls(size, [packed[at : at + 32] for at in range(0, len(packed), 32)])


def grow(size: int, packed: bytes, leaves: Iterable[Hash]) -> bytes:
    """Packed peaks of a tree of `size` after more leaves: what `Peaks.add` does, without unpacking for one leaf."""
    for leaf in leaves:
        node, grown = leaf, size
        while grown & 1:
            node = _sha256(b"\x01" + packed[-32:] + node).digest()
            packed = packed[:-32]
            grown >>= 1
        packed += node
        size += 1
    return packed


def root_of_peaks(packed: bytes) -> Hash:
    """The root over packed peaks."""
    root = packed[-32:] or EMPTY_ROOT
    for at in range(len(packed) - 64, -1, -32):
        root = _sha256(b"\x01" + packed[at : at + 32] + root).digest()
    return root


def root_of(leaves: Sequence[Hash]) -> Hash:
    """The root over leaf hashes, level by level: pairs are joined, an odd last one moves up as it is."""
    if not leaves:
        return EMPTY_ROOT
    level = list(leaves)
    while len(level) > 1:
        odd = level[-1:] if len(level) % 2 else []
        level = [node_hash(left, right) for left, right in zip(level[::2], level[1::2], strict=False)] + odd
    return level[0]


def _split(size: int) -> int:
    return 1 << (size - 1).bit_length() - 1


def inclusion_proof(leaves: Sequence[Hash], index: int) -> list[Hash]:
    """The hashes that lead from leaf `index` to the root, nearest first."""
    assert 0 <= index < len(leaves)
    if len(leaves) == 1:
        return []
    split = _split(len(leaves))
    if index < split:
        return [*inclusion_proof(leaves[:split], index), root_of(leaves[split:])]
    return [*inclusion_proof(leaves[split:], index - split), root_of(leaves[:split])]


def consistency_proof(leaves: Sequence[Hash], old_size: int) -> list[Hash]:
    """The hashes that show that the tree of `old_size` is a prefix of this one."""
    assert 0 < old_size <= len(leaves)
    return _subproof(leaves, old_size, True)


def _subproof(leaves: Sequence[Hash], old_size: int, whole: bool) -> list[Hash]:
    if old_size == len(leaves):
        return [] if whole else [root_of(leaves)]
    split = _split(len(leaves))
    if old_size <= split:
        return [*_subproof(leaves[:split], old_size, whole), root_of(leaves[split:])]
    return [*_subproof(leaves[split:], old_size - split, False), root_of(leaves[:split])]


def root_from_inclusion(index: int, size: int, leaf: Hash, proof: Sequence[Hash]) -> Hash:
    """The root that a leaf and its inclusion proof lead to. A proof of the wrong length is refused."""
    if not 0 <= index < size:
        raise Damaged(f"a tree of {size} lines has no line {index}")
    inner = (index ^ (size - 1)).bit_length()
    border = (index >> inner).bit_count()
    if len(proof) != inner + border:
        raise Damaged(f"the proof has {len(proof)} hashes, line {index} of {size} needs {inner + border}")
    _check_lengths([leaf, *proof])
    root = leaf
    for level, sibling in enumerate(proof[:inner]):
        root = node_hash(sibling, root) if index >> level & 1 else node_hash(root, sibling)
    for sibling in proof[inner:]:
        root = node_hash(sibling, root)
    return root


def verify_inclusion(index: int, size: int, leaf: Hash, proof: Sequence[Hash], root: Hash) -> None:
    """Raise `Damaged` unless the proof shows that `leaf` is line `index` of the tree with this root."""
    if root_from_inclusion(index, size, leaf, proof) != root:
        raise Damaged(f"line {index} does not belong to the tree of {size} lines with that root")


def verify_consistency(old_size: int, new_size: int, old_root: Hash, new_root: Hash, proof: Sequence[Hash]) -> None:
    """Raise `Damaged` unless the proof shows that the old tree is a prefix of the new one."""
    if old_size < 1 or new_size < old_size:
        raise Damaged(f"a tree of {new_size} lines cannot extend one of {old_size}")
    if old_size == new_size:
        if proof or old_root != new_root:
            raise Damaged("two trees of one size have two roots: a fork")
        return
    hashes = list(proof)
    if old_size & (old_size - 1) == 0:
        hashes.insert(0, old_root)
    inner = ((old_size - 1) ^ (new_size - 1)).bit_length()
    shift = (old_size & -old_size).bit_length() - 1
    inner -= shift
    border = ((old_size - 1) >> (inner + shift)).bit_count()
    if len(hashes) != 1 + inner + border:
        raise Damaged(f"the consistency proof has {len(proof)} hashes")
    _check_lengths([old_root, new_root, *hashes])
    mask = (old_size - 1) >> shift
    old = new = hashes[0]
    for level, sibling in enumerate(hashes[1 : inner + 1]):
        if mask >> level & 1:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
        else:
            new = node_hash(new, sibling)
    for sibling in hashes[inner + 1 :]:
        old, new = node_hash(sibling, old), node_hash(sibling, new)
    if old != old_root or new != new_root:
        raise Damaged("the record was changed before its known head: the old tree is no prefix of the new one")


def _check_lengths(hashes: Sequence[Hash]) -> None:
    if any(len(item) != 32 for item in hashes):
        raise Damaged("a hash in the proof does not have 32 bytes")
