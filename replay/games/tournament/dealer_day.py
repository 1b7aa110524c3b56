"""A tournament while it is dealt: the lines written so far, the state that follows from them, and chance."""

from random import Random
from typing import Any

import msgspec

from records.canonical import canonical
from records.clock import to_text
from records.record import Head
from records.tree import leaf_hash, root_of
from replay.action import SHARED, Action, name_of
from replay.dealer import Body
from replay.games.tournament.actions import ACTIONS
from replay.games.tournament.reducer import hears
from replay.games.tournament.setup import start
from replay.games.tournament.state import State
from replay.table import Table

BEGIN = 1_767_258_000_000_000  # 2026-01-01T09:00:00Z: the same day must give the same bytes at any time
PACE = 60_000_000

_KINDS: dict[str, type[Action]] = {name_of(kind): kind for kind in (*SHARED, *ACTIONS)}


class Day:
    """A tournament while it is dealt: its lines, and the state that follows from them."""

    def __init__(self, table: Table, rng: Random) -> None:
        self.table = table
        self.rng = rng
        self.lines: list[Body] = []
        self.line: list[tuple[int, Action]] = []
        self.state: State = start(table)
        self._leaves = [table.header.leaf if table.header is not None else b""]

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self.lines)

    def log(self, do: str, **fields: Any) -> int:
        """Write one line and apply it; its number."""
        body = {"do": do, "at": to_text(BEGIN + PACE * self.last), **fields}
        body = {name: value for name, value in body.items() if value is not None}
        self.lines.append(body)
        self._leaves.append(leaf_hash(canonical(body)))
        if do == "amend":
            self._amend(body)
        else:
            action = msgspec.convert(body, _KINDS[do])
            self.line.append((self.last, action))
            self.state = hears(self.state, self.last, action)
        return self.last

    def _amend(self, body: Body) -> None:
        """Follow a correction: what it replaces, and all that came after."""
        given: Body = body["action"]
        line = self.line
        self.line, self.state = [], start(self.table)
        for seq, old in line:
            action = msgspec.convert({"at": old.at, **given}, _KINDS[given["do"]]) if seq == body["target"] else old
            self.line.append((seq, action))
            self.state = hears(self.state, seq, action)

    def head(self) -> str:
        """The head of the lines so far."""
        return Head(len(self._leaves), root_of(self._leaves)).text()

    def chance(self, one_in: int) -> bool:
        """True once in this many times."""
        return self.rng.randrange(one_in) == 0
