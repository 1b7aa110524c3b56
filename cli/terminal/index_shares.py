"""What a worker does for the index, perhaps in another process."""

from collections.abc import Sequence

from cli.desk.index.index_entries import IndexEntry, looked_at, unread_entry
from cli.desk.index.index_sql import DEADLY
from cli.machine.collector import collecting_rarely
from cli.machine.several import store_of
from records.store import Store


def entries_share(ids: Sequence[str], url: str, program: str) -> list[IndexEntry]:
    """The entries of some records."""
    store = store_of(url)
    with collecting_rarely():
        return [looked_at(store, record_id, program) for record_id in ids]


def given_up(store: Store, record_id: str) -> IndexEntry:
    """The entry of a record that no process survives: perhaps there was no memory left, so it is asked again."""
    return unread_entry(store.info(record_id), DEADLY, "every process that looked at it died")
