"""What is odd about the seating, said on stderr beside an answer."""

from contextlib import suppress

from cli.desk.seating import Seated, warnings_of
from cli.terminal.screen import Screen
from records.errors import Damaged, QuartermasterError
from records.store import Filter, Info, Store


def seated(store: Store, wanted: Filter) -> list[Seated]:
    """The records of a store with their headers; a damaged one is another command's business."""
    found = []
    try:
        for info in store.records(wanted):
            found.append(seat_of(info))
    except Damaged:
        pass
    return found


def seat_of(info: Info) -> Seated:
    """A record of a list, as its seating is looked at."""
    return Seated(info.id, info.header)


def warn(screen: Screen, store: Store, ids: list[str]) -> None:
    """Say what is odd about records that were just written. Whatever goes wrong here, they are written."""
    with suppress(QuartermasterError):
        _warn(screen, store, ids)


def _warn(screen: Screen, store: Store, ids: list[str]) -> None:
    infos = [store.info(record_id) for record_id in ids]
    every = {info.id: seat_of(info) for info in infos}
    for event in {info.header.event for info in infos if info.header.event is not None}:
        every |= {one.id: one for one in seated(store, Filter(event=event))}
    told = warnings_of(every.values())
    for record_id in ids:
        for words in told.get(record_id, []):
            screen.words(f"look: {words}" if len(ids) == 1 else f"look: {record_id}: {words}")
