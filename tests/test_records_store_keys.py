"""A retry that was answered before writes nothing and gets the same answer."""

import pytest

from records.errors import Conflict, NotFound, Refused
from records.limits import KEY_CHARS_MAX
from records.store import Store
from tests.helpers.store_samples import ID, NOW, assert_whole, create, numbers, play, record_id


def test_a_retry_is_answered_as_before_even_though_the_record_grew(store: Store) -> None:
    create(store)
    first = store.append(ID, [play(1), play(2)], at=NOW, expect=1, keys=["k1", "k2"])
    store.append(ID, [play(3)], at=NOW, keys=["k3"])
    store.append(ID, [play(4)], at=NOW)
    again = store.append(ID, [play(1), play(2)], at=NOW + 9, expect=1, keys=["k1", "k2"])
    assert again.repeated
    assert (again.first, again.last, again.head) == (first.first, first.last, first.head)
    assert numbers(store, ID) == [1, 2, 3, 4]
    assert store.info(ID).changed == NOW
    assert_whole(store)


def test_an_immediate_retry_gets_the_current_head(store: Store) -> None:
    create(store)
    first = store.append(ID, [play(1)], at=NOW, keys=["k"])
    again = store.append(ID, [play(1)], at=NOW, keys=["k"])
    assert (again.head, again.repeated, first.repeated) == (first.head, True, False)
    assert store.head(ID).size == 2


@pytest.mark.parametrize(
    ("bodies", "keys"),
    [
        ([play(9)], ["k1"]),  # another event
        ([play(1), play(3)], ["k1", "k3"]),  # only some are known
        ([play(2), play(1)], ["k2", "k1"]),  # another order
        ([play(1), play(2), play(3)], ["k1", "k2", "k3"]),  # one too many
        ([play(2), play(2)], ["k1", "k2"]),
        ([play(3), play(1)], ["k3", "k1"]),  # would begin before the first event
    ],
)
def test_a_key_that_was_used_for_something_else_is_a_conflict(
    store: Store, bodies: list[object], keys: list[str]
) -> None:
    create(store)
    store.append(ID, [play(1), play(2)], at=NOW, keys=["k1", "k2"])
    with pytest.raises(Conflict, match="key"):
        store.append(ID, bodies, at=NOW, keys=keys)
    assert numbers(store, ID) == [1, 2]


def test_part_of_a_batch_may_be_repeated_as_it_was(store: Store) -> None:
    create(store)
    store.append(ID, [play(1), play(2), play(3)], at=NOW, keys=["k1", "k2", "k3"])
    again = store.append(ID, [play(2), play(3)], at=NOW, keys=["k2", "k3"])
    assert (again.first, again.last, again.repeated) == (2, 3, True)


def test_some_events_of_a_batch_may_go_without_a_key(store: Store) -> None:
    create(store)
    store.append(ID, [play(1), play(2), play(3)], at=NOW, keys=[None, "k", None])
    again = store.append(ID, [play(1), play(2), play(3)], at=NOW, keys=[None, "k", None])
    assert (again.first, again.last, again.repeated) == (1, 3, True)
    with pytest.raises(Conflict):
        store.append(ID, [play(1), play(2), play(4)], at=NOW, keys=[None, "k", None])
    assert store.append(ID, [play(4)], at=NOW, keys=[None]).repeated is False
    assert numbers(store, ID) == [1, 2, 3, 4]


def test_a_key_belongs_to_its_record(store: Store) -> None:
    one, two = create(store, 1), create(store, 2)
    assert not store.append(one, [play(1)], at=NOW, keys=["k"]).repeated
    assert not store.append(two, [play(2)], at=NOW, keys=["k"]).repeated
    with pytest.raises(NotFound):
        store.append(record_id(3), [play(1)], at=NOW, keys=["k"])


def test_a_failed_append_leaves_no_key_behind(store: Store) -> None:
    create(store)
    with pytest.raises(Conflict):
        store.append(ID, [play(1)], at=NOW, expect=7, keys=["k"])
    assert not store.append(ID, [play(2)], at=NOW, keys=["k"]).repeated


@pytest.mark.parametrize(
    "keys", [["a"], ["a", "b", "c"], ["a", "a"], ["", "b"], ["x" * (KEY_CHARS_MAX + 1), "b"], ["a\0", "b"]]
)
def test_ill_formed_keys_are_refused(store: Store, keys: list[str]) -> None:
    create(store)
    with pytest.raises(Refused):
        store.append(ID, [play(1), play(2)], at=NOW, keys=keys)
    assert store.head(ID).size == 1


def test_keys_are_told_apart_letter_by_letter(store: Store) -> None:
    create(store)
    for number, key in enumerate(["a", "A", "a ", "ä", "x" * KEY_CHARS_MAX, "%", "_"], 1):
        assert not store.append(ID, [play(number)], at=NOW, keys=[key]).repeated
    assert numbers(store, ID) == [1, 2, 3, 4, 5, 6, 7]


def test_a_key_is_found_without_an_append(store: Store) -> None:
    create(store)
    store.append(ID, [play(1), play(2)], at=NOW, keys=["k1", "k2"])
    assert [store.find_key(ID, key) for key in ("k1", "k2", "k3")] == [1, 2, None]
    with pytest.raises(NotFound):
        store.find_key(record_id(9), "k1")
