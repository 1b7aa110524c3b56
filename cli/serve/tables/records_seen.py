"""A record as far as a view may know it, with the names that its people want shown."""

import msgspec

from cli.serve.tables.table_view import View
from records.record import Record
from records.store import Store
from replay.reel import Played


def record_in(store: Store, view: View, *, names: bool = True) -> Record:
    """The first lines of a record. Its head is that of those lines: names for display are not part of it.

    Without `names` those that are kept beside the record are left out; every seat is there all the same.
    """
    table, events = view.table, tuple(view.events)  # read once: a view may grow while it is looked at in a thread
    own = {player.seat: player.name for player in table.header.players}
    players = list(table.seating.players)
    if not names:
        players = [msgspec.structs.replace(player, name=own.get(player.seat)) for player in players]
    header = msgspec.structs.replace(table.header, players=players)
    lines = tuple(store.read(table.record_id, 0, len(events) + 1))
    return Record(header, events, lines)


def found_in(store: Store, view: View) -> Played:
    """The same with its game and its table."""
    return Played(record_in(store, view), view.game, view.table.seating)
