"""What a list says about records, from the index: only rows that hold for the record as it is now."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cli.desk.index.index_current import looking_here
from cli.desk.index.index_file import Index
from cli.desk.index.index_links import judged_by_another, links_of
from cli.desk.index.linked_heads import heads_first
from records.record import Head
from records.store import Info, Made, Store

LOOK_MOST = 32
LOOK_EVENTS = 6000
"""A list looks by itself at no more records and events than this; more wait for `qm index` or another question."""
_IDS_AT_ONCE = 500
_ROUND_MOST = 200
"""More tables than this are no round in which somebody could sit twice by mistake."""
_COLUMNS = (
    "over",
    "won",
    "last_play",
    "hindsight",
    "turn",
    "signed",
    "unsigned",
    "last_do",
    "last_by",
    "last_at",
    "broken",
    "open",
    "settled",
    "disputes",
    "disputes_open",
    "halted",
    "closed",
    "waiting",
    "damaged",
)
_AS_THEY_ARE = ("broken", "open", "settled", "disputes", "disputes_open", "halted", "waiting", "damaged")


class Status(NamedTuple):
    """How far a record has come, and what the rules say about it."""

    over: bool
    won: str
    last_play: int
    hindsight: bool
    """Whether later events may have told something about earlier ones."""
    turn: str
    signed: int
    unsigned: tuple[str, ...]
    last: tuple[str, str, str]
    """The last event: what, who, when."""
    broken: int
    open: int
    settled: int
    disputes: int
    disputes_open: int
    halted: int
    closed: bool
    waiting: int
    damaged: str

    def fields(self) -> dict[str, Any]:
        """As JSON."""
        do, by, at = self.last
        told = {"do": do, **({"by": by} if by else {}), **({"at": at} if at else {})}
        return {
            "over": self.over,
            "turn": self.turn or None,
            "signed": self.signed,
            "unsigned": list(self.unsigned),
            "last": told if do else None,
            "findings": {"broken": self.broken, "open": self.open, "settled": self.settled},
            "disputes": {"all": self.disputes, "open": self.disputes_open},
        }

    def words(self) -> str:
        """`Ann's turn`, `over, 2 of 4 signed`, `stopped by a claim`; empty if there is nothing to say."""
        claim = "stopped by a claim" if self.halted else "a claim is open" if self.disputes_open else ""
        if self.damaged:
            return "cannot be judged"
        if self.over:
            seats = self.signed + len(self.unsigned)
            return ", ".join(filter(None, (f"over, {self.signed} of {seats} signed", claim)))
        return ", ".join(filter(None, (f"turn: {self.turn}" if self.turn else "", claim)))


def statuses_now(index: Index, store: Store, infos: Sequence[Info]) -> dict[str, Status]:
    """The status of each record of a list whose row holds for it as it is now.

    Those that have changed are looked at first, unless they are too many to be waited for.
    """
    heads = {info.id: info.head for info in infos}
    links = links_of(index, heads)
    moved = set(judged_by_another(links, heads_first(heads, store)))
    ids = {*moved, *index.outdated(Made(0, info.id, info.head) for info in infos)}
    ids -= index.deadly()
    sizes = [*(heads[one].size for one in ids), *(link.head.size for link in links if link.record in ids)]
    if 0 < len(ids) <= LOOK_MOST and sum(sizes) <= LOOK_EVENTS:
        index.write(looking_here(index, store)([one for one in heads if one in ids]))
        moved = set()
    return statuses_held(index, {one: head for one, head in heads.items() if one not in moved})


def statuses_held(index: Index, heads: Mapping[str, Head]) -> dict[str, Status]:
    """The status of each of these records whose row holds for its head; nothing is looked at."""
    ids = list(heads)
    wanted = ", ".join(f'"{name}"' for name in _COLUMNS)
    found = {}
    for start in range(0, len(ids), _IDS_AT_ONCE):
        some = ids[start : start + _IDS_AT_ONCE]
        places = ", ".join("?" * len(some))
        sql = f"SELECT record, size, root, rules, game, {wanted} FROM records WHERE record IN ({places})"
        for record_id, *row in index.rows(sql, some):
            if index.is_current(heads[record_id], tuple(row)):
                found[record_id] = _status(dict(zip(_COLUMNS, row[4:], strict=True)))
    return found


def _status(row: Mapping[str, Any]) -> Status:
    return Status(
        over=bool(row["over"]),
        won=row["won"],
        last_play=row["last_play"],
        hindsight=bool(row["hindsight"]),
        closed=bool(row["closed"]),
        turn=row["turn"],
        signed=row["signed"],
        unsigned=tuple(row["unsigned"].splitlines()),
        last=(row["last_do"], row["last_by"], row["last_at"]),
        **{name: row[name] for name in _AS_THEY_ARE},
    )


def with_procedure_findings(index: Index, ids: Iterable[str]) -> set[str]:
    """Those of these records of which a rule about the record itself or its procedure says something."""
    every, found = list(ids), set[str]()
    for start in range(0, len(every), _IDS_AT_ONCE):
        some = every[start : start + _IDS_AT_ONCE]
        places = ", ".join("?" * len(some))
        sql = f"SELECT DISTINCT record FROM findings WHERE rule LIKE 'QM-%' AND record IN ({places})"
        found.update(row[0] for row in index.rows(sql, some))
    return found


def of_one_round(index: Index, ids: Iterable[str]) -> set[str]:
    """The records of the rounds in which these records are, as far as the index knows them."""
    found: set[str] = set()
    rounds: set[tuple[str, str]] = set()
    for record_id in ids:
        rounds.update(
            index.rows(
                "SELECT event_word, round_word FROM records"
                " WHERE record = ? AND event_word IS NOT NULL AND round_word IS NOT NULL",
                (record_id,),
            )
        )
    for event, number in sorted(rounds):
        rows = index.rows(
            "SELECT record FROM records WHERE event_word = ? AND round_word = ? LIMIT ?", (event, number, _ROUND_MOST)
        )
        found.update(row[0] for row in rows)
    return found
