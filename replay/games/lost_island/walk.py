"""One walk through a line: every state, and what hindsight needs from it (values shown, tiles turned, bombs lit)."""

import msgspec

from replay.action import NEVER_REDUCED, Action, Reveal
from replay.games.lost_island.actions import TURN_ACTIONS, Battle, Flip, Setup
from replay.games.lost_island.questions import doubts
from replay.games.lost_island.reckoning import Entry, Screen
from replay.games.lost_island.reducer import follow
from replay.games.lost_island.references import Told, resolve
from replay.games.lost_island.setup import start
from replay.games.lost_island.state import Fuse, State
from replay.games.lost_island.tile_ledger import TileLedger
from replay.step import Placed, unreduced
from replay.table import Table


class Lit(msgspec.Struct):
    """A bomb that was still in progress after the event that lit it."""

    seq: int
    fuse: Fuse
    """The explorers it had yet to meet; at the end of the walk, those it still has to."""
    first: Fuse
    over: int | None = None
    """The event that ended it."""
    dropped: bool = False
    """Whether that event simply went on with the game."""


class Walk:
    """What a line says, event by event. `line` has the references of its reveals spelled out."""

    def __init__(self, table: Table, line: list[Placed]) -> None:
        self.table = table
        self.line = line
        self.start = start(table)
        self.states: list[State] = []
        self.entries: list[Entry] = []
        self.lost_rings: dict[int, int] = {}
        """Rings out of the game before each event that showed something."""
        self.readings: dict[int, dict[str, str]] = {}
        """How the table read the open questions at such an event."""
        self.tiles = TileLedger(table)
        self.bombs: list[Lit] = []
        self._screen = Screen()
        self._go()

    @property
    def accepted(self) -> dict[str, int]:
        """The accepted values of the whole line."""
        return self._screen.accepted

    @property
    def since(self) -> dict[str, int]:
        """The event that showed an accepted value first."""
        return self._screen.since

    def _go(self) -> None:
        state = self.start
        told: dict[int, Told] = {}
        changed: dict[int, Reveal] = {}
        refers = any(type(action) is Reveal and action.what.startswith("@") for _, action in self.line)
        for place, (seq, action) in enumerate(self.line):
            if type(action) in NEVER_REDUCED:
                state = unreduced(state, action)
                self.states.append(state)
                continue
            if type(action) is Reveal and action.what.startswith("@"):
                action = changed[place] = resolve(action, told)
            after = follow(state, action)
            self._enter(seq, state, action, after)
            if refers:
                told[seq] = Told(action, after.evidence)
            self.states.append(after)
            state = after
        if changed:
            self.line = [Placed(seq, changed.get(place, action)) for place, (seq, action) in enumerate(self.line)]

    def _enter(self, seq: int, before: State, action: Action, after: State) -> None:
        evidence, kind = after.evidence, type(action)
        if evidence is not None and (evidence.shown or evidence.fought is not None or evidence.met):
            rule = "SL-BATTLE-3" if kind is Battle else "SL-BOMB-5"
            self.lost_rings[seq] = before.lost_rings
            self.readings[seq] = before.table.readings
            doubted = before.doubted and bool(doubts(before.table.readings, rule, before.lost_rings))
            self.entries.append(self._screen.entry(seq, evidence, doubted))
        if kind is Setup:
            self.tiles.begin(after)
        elif evidence is not None and evidence.turned:
            self.tiles.turned(seq, evidence.turned)
        elif isinstance(action, Reveal):
            self.tiles.told(seq, action)
        if before.fuse is not None or after.fuse is not None:
            self._watch_bomb(seq, before, action, after)

    def _watch_bomb(self, seq: int, before: State, action: Action, after: State) -> None:
        burning = self.bombs[-1] if self.bombs and self.bombs[-1].over is None else None
        if burning is not None and after.fuse is not before.fuse:
            dropped = isinstance(action, TURN_ACTIONS)
            if dropped or isinstance(action, Setup) or after.fuse is None:
                burning.over, burning.dropped = seq, dropped
            elif after.fuse is not None:
                burning.fuse = after.fuse
        if after.fuse is not None and isinstance(action, Flip | Setup):
            self.bombs.append(Lit(seq, after.fuse, after.fuse))
