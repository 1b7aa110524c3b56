"""The RFC 6962 tree: roots, proofs and their verifiers, held to the public vectors."""

import base64
import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.errors import Damaged
from records.tree import (
    EMPTY_ROOT,
    Hash,
    Peaks,
    consistency_proof,
    grow,
    inclusion_proof,
    leaf_hash,
    root_of,
    root_of_peaks,
    verify_consistency,
    verify_inclusion,
)
from tests.helpers.trust_samples import vectors

SIZES = range(1, 34)


def leaves_of(size: int) -> list[Hash]:
    return [leaf_hash(str(number).encode()) for number in range(size)]


def plain_root(leaves: list[Hash]) -> Hash:
    """The root as RFC 6962 defines it, word by word."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return hashlib.sha256(b"\x01" + plain_root(leaves[:split]) + plain_root(leaves[split:])).digest()


def decoded(case: dict[str, Any], key: str) -> list[Hash]:
    return [base64.b64decode(text) for text in case[key] or []]


def test_every_public_vector_is_answered_right() -> None:
    cases = json.loads((vectors() / "merkle.json").read_text())
    wrong = []
    for name, case in cases["inclusion"].items():
        leaf, root = base64.b64decode(case["leafHash"]), base64.b64decode(case["root"])
        if (
            refuses(verify_inclusion, case["leafIdx"], case["treeSize"], leaf, decoded(case, "proof"), root)
            != case["wantErr"]
        ):
            wrong.append(name)
    for name, case in cases["consistency"].items():
        old, new = base64.b64decode(case["root1"]), base64.b64decode(case["root2"])
        if (
            refuses(verify_consistency, case["size1"], case["size2"], old, new, decoded(case, "proof"))
            != case["wantErr"]
        ):
            wrong.append(name)
    assert wrong == []
    assert len(cases["inclusion"]) + len(cases["consistency"]) == 196


def refuses(verify: Any, *arguments: Any) -> bool:
    try:
        verify(*arguments)
    except Damaged:
        return True
    return False


def test_the_empty_tree_and_the_first_leaves_have_the_roots_of_the_standard() -> None:
    assert EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert leaf_hash(b"").hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert root_of([]) == EMPTY_ROOT
    assert root_of([leaf_hash(b"")]) == leaf_hash(b"")


@pytest.mark.parametrize("size", [*SIZES, 64, 65, 100])
def test_peaks_give_the_root_by_definition_and_survive_packing(size: int) -> None:
    leaves = leaves_of(size)
    peaks = Peaks()
    for leaf in leaves:
        peaks = Peaks.unpacked(peaks.size, peaks.packed())
        peaks.add(leaf)
    assert peaks.root() == root_of(leaves) == plain_root(leaves)
    assert len(peaks.hashes) == size.bit_count()


@pytest.mark.parametrize("size", [0, *SIZES, 64, 65, 100])
def test_packed_peaks_grow_to_the_same_root_one_by_one_and_in_batches(size: int) -> None:
    leaves = leaves_of(size)
    one_by_one = b""
    for at, leaf in enumerate(leaves):
        one_by_one = grow(at, one_by_one, [leaf])
    half = size // 2
    assert one_by_one == grow(0, b"", leaves) == grow(half, grow(0, b"", leaves[:half]), leaves[half:])
    assert root_of_peaks(one_by_one) == plain_root(leaves)
    assert Peaks.unpacked(size, one_by_one).root() == plain_root(leaves)


def test_peaks_of_the_wrong_length_are_damage() -> None:
    with pytest.raises(Damaged, match="size 3"):
        Peaks.unpacked(3, b"\0" * 32)


@pytest.mark.parametrize("size", SIZES)
def test_every_line_of_every_size_can_be_proved(size: int) -> None:
    leaves = leaves_of(size)
    for index in range(size):
        verify_inclusion(index, size, leaves[index], inclusion_proof(leaves, index), root_of(leaves))


@pytest.mark.parametrize("size", SIZES)
def test_every_size_is_proved_to_extend_every_smaller_one(size: int) -> None:
    leaves = leaves_of(size)
    for old in range(1, size + 1):
        proof = consistency_proof(leaves, old)
        verify_consistency(old, size, root_of(leaves[:old]), root_of(leaves), proof)


def flipped(item: Hash, bit: int) -> Hash:
    raw = bytearray(item)
    raw[bit // 8] ^= 1 << bit % 8
    return bytes(raw)


places = st.integers(1, 70).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(places, st.data())
def test_a_changed_inclusion_proof_never_passes(place: tuple[int, int], data: st.DataObject) -> None:
    size, index = place
    leaves = leaves_of(size)
    leaf, root, proof = leaves[index], root_of(leaves), inclusion_proof(leaves, index)
    parts = [leaf, root, *proof]
    at, bit = data.draw(st.integers(0, len(parts) - 1)), data.draw(st.integers(0, 255))
    parts[at] = flipped(parts[at], bit)
    assert refuses(verify_inclusion, index, size, parts[0], parts[2:], parts[1])
    assert refuses(verify_inclusion, index, size, leaf, [*proof, root], root)
    assert refuses(verify_inclusion, index, size, leaf, [item[:-1] for item in proof] or [b""], root)
    wrong_index = data.draw(st.integers(-2, size + 2).filter(lambda other: other != index))
    assert refuses(verify_inclusion, wrong_index, size, leaf, proof, root)


@settings(max_examples=300, deadline=None)
@given(places, st.data())
def test_a_changed_consistency_proof_never_passes(place: tuple[int, int], data: st.DataObject) -> None:
    size, index = place
    old = index + 1
    leaves = leaves_of(size)
    proof = consistency_proof(leaves, old)
    parts = [root_of(leaves[:old]), root_of(leaves), *proof]
    at, bit = data.draw(st.integers(0, len(parts) - 1)), data.draw(st.integers(0, 255))
    changed = [*parts]
    changed[at] = flipped(changed[at], bit)
    assert refuses(verify_consistency, old, size, changed[0], changed[1], changed[2:])
    assert refuses(verify_consistency, old, size, parts[0], parts[1], [*proof, parts[0]])
    assert refuses(verify_consistency, size + 1, size, parts[0], parts[1], proof)


@pytest.mark.parametrize("sizes", [(0, 0), (0, 5), (-1, 3), (4, 3)])
def test_sizes_that_cannot_extend_each_other_are_refused(sizes: tuple[int, int]) -> None:
    with pytest.raises(Damaged, match="cannot extend"):
        verify_consistency(*sizes, EMPTY_ROOT, EMPTY_ROOT, [])


def test_two_roots_of_one_size_are_called_a_fork() -> None:
    with pytest.raises(Damaged, match="fork"):
        verify_consistency(3, 3, root_of(leaves_of(3)), EMPTY_ROOT, [])


@pytest.mark.parametrize("size", [0, *SIZES, 64, 100, 127])
def test_a_tree_grown_leaf_by_leaf_in_parts_or_at_once_is_one_tree(size: int) -> None:
    leaves = leaves_of(size)
    peaks = Peaks()
    for leaf in leaves:
        peaks.add(leaf)
    half = size // 2
    in_parts = grow(half, grow(0, b"", leaves[:half]), leaves[half:])
    assert peaks.packed() == grow(0, b"", leaves) == in_parts
    assert peaks.root() == root_of(leaves) == root_of_peaks(in_parts) == plain_root(leaves)
