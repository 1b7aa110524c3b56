"""Aligning a record with a copy, and searching for what was done to it when only a root is known."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.tree import root_of
from records.verify import KINDS
from records.verify.align import differences
from records.verify.search import find_added, find_moved

hashes = st.lists(st.integers(0, 9).map(lambda number: bytes([number] * 32)), max_size=14)


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(hashes, hashes)
def test_two_lists_are_the_same_if_and_only_if_there_is_no_difference(ours: list[bytes], theirs: list[bytes]) -> None:
    assert (differences(ours, theirs) == []) == (ours == theirs)
    for item in differences(ours, theirs):
        assert item.kind in KINDS
        assert item.here is None or 0 <= item.here < len(ours)
        assert item.there is None or 0 <= item.there < len(theirs)


distinct = st.integers(2, 14).map(lambda size: [bytes([number] * 32) for number in range(size)])


@settings(max_examples=300, deadline=None)
@given(distinct, st.data())
def test_one_edit_is_one_difference_at_its_place(leaves: list[bytes], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(leaves) - 1))
    new = bytes([99] * 32)
    assert differences([*leaves[:at], new, *leaves[at + 1 :]], leaves) == [("changed", at, at)]
    assert differences([*leaves[:at], new, *leaves[at:]], leaves) == [("added", at, None)]
    assert differences([*leaves[: at + 1], *leaves[at:]], leaves) == [("doubled", at + 1, None)]
    gone = "cut" if at == len(leaves) - 1 else "removed"
    assert differences([*leaves[:at], *leaves[at + 1 :]], leaves) == [(gone, None, at)]
    to = data.draw(st.integers(0, len(leaves) - 1).filter(lambda place: abs(place - at) > 1 or len(leaves) < 4))
    moved = [*leaves[:at], *leaves[at + 1 :]]
    moved.insert(to, leaves[at])
    kinds = {item.kind for item in differences(moved, leaves)}
    assert kinds == ({"moved"} if to != at else set())


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 4).map(lambda number: bytes([number] * 32)), min_size=3, max_size=20), st.data())
def test_what_was_added_or_swapped_is_found_from_the_root_alone(leaves: list[bytes], data: st.DataObject) -> None:
    root = root_of(leaves)
    at = data.draw(st.integers(0, len(leaves)))
    extra = [bytes([80 + number] * 32) for number in range(data.draw(st.integers(1, 3)))]
    assert find_added([*leaves[:at], *extra, *leaves[at:]], len(extra), root) == at
    first = data.draw(st.integers(1, len(leaves) - 2))
    second = data.draw(st.integers(first + 1, len(leaves) - 1))
    swapped = [*leaves]
    swapped[first], swapped[second] = leaves[second], leaves[first]
    if swapped != leaves:
        pair = find_moved(swapped, root)
        assert pair is not None
        swapped[pair[0]], swapped[pair[1]] = swapped[pair[1]], swapped[pair[0]]
        assert swapped == leaves
    assert find_added(leaves, 1, bytes(32)) is None
    assert find_moved(leaves, bytes(32)) is None


def test_a_search_in_a_very_long_record_is_left_out() -> None:
    leaves = [bytes(32)] * 10_001
    assert find_added(leaves, 1, b"") is None
    assert find_moved(leaves, b"") is None
