"""Records, events and ids for the tests of the store."""

from typing import Any

from records.store import Store
from records.store.check import check_store

HEADER: dict[str, Any] = {
    "quartermaster": 1,
    "game": "loot-island",
    "players": [{"seat": "blue", "name": "Ann"}, {"seat": "red", "name": "Bob"}],
}
NOW = 1_763_229_600_000_000


def record_id(number: int = 1) -> str:
    """An id; a higher number sorts later."""
    return f"01JCQ7Z{number:019}"


ID = record_id()


def play(number: int, **more: Any) -> dict[str, Any]:
    """An event that says which one it is."""
    return {"do": "play", "by": ("blue", "red")[number % 2], "cards": [f"red-{number % 9}"], "n": number, **more}


def create(store: Store, number: int = 1, *, events: int = 0, at: int = NOW, **header: Any) -> str:
    """A new record with this many events; returns its id."""
    new = record_id(number)
    store.create({**HEADER, **header}, record_id=new, at=at)
    if events:
        store.append(new, [play(index) for index in range(1, events + 1)], at=at)
    return new


def numbers(store: Store, of: str) -> list[int]:
    """The numbers of a record's events, in order."""
    return [event.fields["n"] for event in store.load(of).events]


def assert_whole(store: Store, *ids: str) -> None:
    """Assert that these records are whole (all of them, if none is named)."""
    for each in ids or [info.id for info in store.records()]:
        assert check_store(store, each) is None, each
