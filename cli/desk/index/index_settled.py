"""Tables of a tournament of which nothing more is to be told than its own log says, so that nobody need read them."""

from collections import Counter
from collections.abc import Mapping

from cli.desk.index.index_file import Index
from records.record import Head
from replay.games.tournament.state import State

_IDS_AT_ONCE = 500
_NOTHING_OPEN = "disputes_open = 0 AND waiting = 0 AND damaged = '' AND unpinned = 0"


def collected_at(state: State) -> dict[str, str]:
    """The records of collected tables, each with the head that its result names; none that several tables name."""
    named = Counter(table.record for table in state.tables.values())
    return {
        table.record: table.head
        for table in state.tables.values()
        if table.record is not None and table.head is not None and table.is_done and table.how == "record"
        if named[table.record] == 1
    }


def settled_among(index: Index, heads: Mapping[str, Head]) -> set[str]:
    """Those of these records whose row holds for this very head, and says that nothing is open or waits there.

    A row of another size, root or version of the rules says nothing.
    """
    ids, found = list(heads), set[str]()
    for start in range(0, len(ids), _IDS_AT_ONCE):
        some = ids[start : start + _IDS_AT_ONCE]
        places = ", ".join("?" * len(some))
        sql = f"SELECT record, size, root, rules, game FROM records WHERE {_NOTHING_OPEN} AND record IN ({places})"
        found.update(record for record, *row in index.rows(sql, some) if index.is_current(heads[record], tuple(row)))
    return found
