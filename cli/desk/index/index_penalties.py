"""The penalties that stand in all records of a store, from its index."""

from cli.desk.index.index_file import Index
from cli.desk.index.index_sql import COLUMNS
from cli.desk.penalty_counts import Penalty, numbered
from records.store.read_half import fold

_SHOWN = [name for name in COLUMNS["penalties"] if name not in ("number", "size", "root", "rules")]


def penalties_of(index: Index, player: str | None, event: str | None) -> list[Penalty]:
    """The penalties of everybody or of one person or seat, in all records or those whose event contains a text."""
    listed = ", ".join(f'p."{name}"' for name in _SHOWN)
    rows = index.rows(
        f"SELECT {listed}, r.event_word FROM penalties p JOIN records r ON r.record = p.record"
        " ORDER BY r.begun, r.record, p.number"
    )
    part = fold(event)
    entries = [dict(zip(_SHOWN, row, strict=False)) for row in rows if part is None or part in (row[-1] or "")]
    return numbered(entries, player)
