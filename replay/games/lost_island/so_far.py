"""What a line proves about values and bombs as it goes on: each event is heard once."""

from collections.abc import Sequence

from replay.action import NEVER_REDUCED, Action
from replay.games.lost_island.hindsight import Facts, Findings
from replay.games.lost_island.reducer import follow
from replay.games.lost_island.state import State
from replay.games.lost_island.walk import Walk, tells_back
from replay.step import Placed, Step, unreduced
from replay.table import Table


class SoFar:
    """What `complete` finds without looking ahead, as long as no event tells something about an earlier one."""

    def __init__(self, table: Table) -> None:
        self.is_plain = True
        self._walk = Walk(table, [])
        self._state = self._walk.start
        self._findings = Findings(self._walk)
        self._over = 0
        """How many bombs are over: what is said of those is among the findings."""

    def hear(self, line: Sequence[Placed]) -> None:
        """Take in the next part of the line."""
        for seq, action in line if self.is_plain else ():
            before = self._state
            if type(action) in NEVER_REDUCED:
                self._state = unreduced(before, action)
                continue
            self._state = follow(before, action)
            self.is_plain = not tells_back(Step(seq, before, action, self._state))
            if not self.is_plain:
                return
            self._enter(seq, before, action)

    def _enter(self, seq: int, before: State, action: Action) -> None:
        walk, known = self._walk, len(self._walk.entries)
        walk.enter(seq, before, action, self._state)
        if len(walk.entries) > known:
            self._findings.hear_last(before)
        over = next((place for place, bomb in enumerate(walk.bombs) if place >= self._over and bomb.over is None), None)
        self._findings.say_unmet(walk.bombs[self._over : over])
        self._over = len(walk.bombs) if over is None else over

    @property
    def facts(self) -> Facts:
        """What is proved so far."""
        return self._findings.so_far(self._walk.bombs[self._over :])
