"""What is derived from events is kept in the same transaction as the events, for exactly the size they make."""

import pytest

from records.errors import Conflict
from records.event import event_of
from records.store import Store
from tests.helpers.store_samples import ID, NOW, assert_whole, create, play


def test_notes_are_kept_beside_the_events_they_were_made_from(store: Store) -> None:
    create(store)
    store.append(ID, [play(1)], at=NOW, expect=1, notes=[("state", b"one"), ("digest", b"1")])
    store.append(ID, [play(2), play(3)], at=NOW, expect=2, keys=["a", "b"], notes=[("state", b"three")])
    assert store.notes(ID, "state") == [(2, b"one"), (4, b"three")]
    assert store.notes(ID, "digest") == [(2, b"1")]
    assert_whole(store)


def test_nothing_is_kept_of_events_that_were_not_written(store: Store) -> None:
    create(store)
    store.append(ID, [play(1)], at=NOW, expect=1, notes=[("state", b"theirs")])
    with pytest.raises(Conflict):
        store.append(ID, [play(2)], at=NOW, expect=1, notes=[("state", b"ours")])
    assert store.notes(ID, "state") == [(2, b"theirs")], "the other state of the same size stays"


def test_a_retry_keeps_nothing(store: Store) -> None:
    create(store)
    store.append(ID, [play(1)], at=NOW, keys=["k"], notes=[("state", b"first")])
    assert store.append(ID, [play(1)], at=NOW, keys=["k"], notes=[("state", b"again")]).repeated
    assert store.notes(ID, "state") == [(2, b"first")]


def test_events_that_were_read_already_are_stored_like_their_facts(store: Store) -> None:
    create(store)
    body = play(1)
    answer = store.append(ID, [event_of(body, 1), event_of({"do": "close", "result": "x"}, 2)], at=NOW)
    assert [event.body() for event in store.load(ID).events] == [body, {"do": "close", "result": "x"}]
    assert answer.last == 2
    assert store.info(ID).closed
    store.append(ID, [event_of({"do": "amend", "target": 2, "action": None}, 3)], at=NOW)
    assert not store.info(ID).closed
