"""One walk through a line: every state, and what hindsight needs from it (values shown, bombs lit)."""

import msgspec

from replay.action import NEVER_REDUCED, Action, Reveal
from replay.games.lost_island.actions import TURN_ACTIONS, Battle, Blast, Flip, Setup
from replay.games.lost_island.blasts import beyond
from replay.games.lost_island.questions import doubts
from replay.games.lost_island.reckoning import Entry, Screen
from replay.games.lost_island.reducer import follow
from replay.games.lost_island.references import Told, meaning
from replay.games.lost_island.setup import start
from replay.games.lost_island.state import Fuse, State
from replay.games.lost_island.telling import Telling, retell
from replay.games.lost_island.words import AXIS_WAYS, UNKNOWN_WORDS, bomb_of
from replay.step import Placed, Step, unreduced
from replay.table import Table


class Lit(msgspec.Struct):
    """A bomb that was still in progress after the event that lit it."""

    seq: int
    fuse: Fuse
    """The explorers it had yet to meet; at the end of the walk, those it still has to."""
    first: Fuse
    state: State
    """The state after the event that lit it: those it has yet to meet stay where they are."""
    order: list[str]
    """The directions that the event names."""
    told: bool
    """Whether the log says of anybody that the bomb met them."""
    stayed: set[str] = set()
    """The cells of those it met who stayed."""
    over: int | None = None
    """The event that ended it."""
    dropped: bool = False
    """Whether that event simply went on with the game."""

    def rests_on(self, queue: tuple[str, ...]) -> tuple[str, ...]:
        """The questions with another answer to which it might not have had to meet these explorers."""
        board, origin = self.state.board, self.fuse.cell
        cells = [self.state.where[piece] for piece in queue if piece in self.state.where]
        behind = {cell for survivor in self.stayed for cell in beyond(board, origin, survivor)}
        found = []
        if not any(cell in board.around.get(origin, ()) for cell in cells):
            found.append("SL-Q11")
        if all(cell in behind for cell in cells):
            found.append("SL-Q12")
        if self.state.reads("SL-Q13", "both") and not any(cell in self._first_side() for cell in cells):
            found.append("SL-Q13")
        return tuple(found)

    def _first_side(self) -> tuple[str, ...]:
        """The cells on the side that the order names first; all cells if it is not a two-sided bomb."""
        bomb = bomb_of(self.state.tiles.get(self.fuse.cell, ""))
        if bomb is None or bomb.shape != "line":
            return self.state.board.cells
        way = next((way for way in self.order if any(way in ways for ways in AXIS_WAYS.values())), None)
        return () if way is None else self.state.board.line(self.fuse.cell, way)


class Walk:
    """What a line says, event by event. `line` has the references of its reveals spelled out."""

    def __init__(self, table: Table, line: list[Placed], states: list[State] | None = None) -> None:
        """`states` are those after each event, if the line was folded already."""
        self.line = line
        self.start = start(table)
        self.states: list[State] = []
        self.entries: list[Entry] = []
        self.bombs: list[Lit] = []
        self.is_settled = True
        """Whether no event leaves a face open or tells something about an earlier one."""
        self._screen = Screen()
        if states is None:
            self._fold()
        else:
            self._follow(states)

    @property
    def accepted(self) -> dict[str, int]:
        """The accepted values of the whole line."""
        return self._screen.accepted

    @property
    def since(self) -> dict[str, int]:
        """The event that showed an accepted value first."""
        return self._screen.since

    def _follow(self, states: list[State]) -> None:
        before = self.start
        for (seq, action), after in zip(self.line, states, strict=True):
            if type(action) not in NEVER_REDUCED:
                self.enter(seq, before, action, after)
            before = after
        self.states = states

    def _fold(self) -> None:
        state, states = self.start, self.states
        told: dict[int, Told] = {}
        changed: dict[int, Reveal] = {}
        for place, (seq, action) in enumerate(self.line):
            before = state
            if type(action) not in NEVER_REDUCED:
                if type(action) is Reveal:
                    if not told and action.what.startswith("@"):
                        told = self._told()
                    meant = meaning(action, told)
                    self.is_settled = self.is_settled and meant.is_plain
                    if meant.reveal is not action:
                        action = changed[place] = meant.reveal
                state = follow(before, action)
                self.enter(seq, before, action, state)
            else:
                state = unreduced(before, action)
            if told:
                told[seq] = Told(action, before)
            states.append(state)
        if changed:
            self.line = [Placed(seq, changed.get(place, action)) for place, (seq, action) in enumerate(self.line)]

    def _told(self) -> dict[int, Told]:
        """The events folded so far, for a reveal that names one of them."""
        before = (self.start, *self.states)[:-1]
        return {seq: Told(action, state) for (seq, action), state in zip(self.line, before, strict=False)}

    def enter(self, seq: int, before: State, action: Action, after: State) -> None:
        """Take in what an event shows, and how the bombs go on."""
        evidence = after.evidence
        if evidence is not None and (evidence.shown or evidence.fought is not None or evidence.met):
            rule = "SL-BATTLE-3" if type(action) is Battle else "SL-BOMB-5"
            doubted = tuple(doubts(before.table.readings, rule, before.lost_rings))
            self.entries.append(self._screen.entry(seq, evidence, doubted))
        if type(action) is Setup or after.unnoted is not before.unnoted:
            self.is_settled = self.is_settled and not _leaves_a_face_open(before, action, after)
        if before.fuse is not None or after.fuse is not None:
            self._watch_bomb(seq, before, action, after)

    def _watch_bomb(self, seq: int, before: State, action: Action, after: State) -> None:
        burning = self.bombs[-1] if self.bombs and self.bombs[-1].over is None else None
        if burning is not None and after.fuse is not before.fuse:
            if isinstance(action, Blast):
                burning.told = True
                burning.stayed |= _survivors(after)
            dropped = isinstance(action, TURN_ACTIONS)
            if dropped or isinstance(action, Setup) or after.fuse is None:
                burning.over, burning.dropped = seq, dropped
            else:
                burning.fuse = after.fuse
        if after.fuse is not None and isinstance(action, Flip | Setup):
            flip = action if isinstance(action, Flip) else None
            order, hits = (flip.order or [], flip.hits) if flip is not None else ([], {})
            self.bombs.append(Lit(seq, after.fuse, after.fuse, after, order, bool(hits), _survivors(after)))


def _leaves_a_face_open(before: State, action: Action, after: State) -> bool:
    if type(action) is Setup and any(tile in UNKNOWN_WORDS for tile in after.tiles.values()):
        return True
    return after.unnoted is not before.unnoted and bool(after.unnoted)


def tells_back(step: Step[State, Action]) -> bool:
    """Whether a step may tell something about an earlier one: without any, a walk has the states of a plain fold."""
    action = step.action
    if type(action) is Reveal:
        return action.what.startswith("@") or not meaning(action, {}).is_plain
    return _leaves_a_face_open(step.before, action, step.after)


def _survivors(state: State) -> set[str]:
    """The cells of those whom a bomb met in the last event and who stayed."""
    met = state.evidence.met if state.evidence is not None else ()
    return {state.where[one.piece] for one in met if one.fate == "stay" and one.piece in state.where}


class Walks(msgspec.Struct):
    """A line walked as it went, and with what later events told; both are the same if they told nothing."""

    forward: Walk
    whole: Walk
    telling: Telling | None = None


def walks(table: Table, line: list[Placed]) -> Walks:
    """Walk a line; a second time if an event tells something about an earlier one."""
    walk = Walk(table, line)
    if walk.is_settled:
        return Walks(walk, walk)
    told = retell(table, walk.start, line)
    forward = Walk(table, told.line, told.forward)
    return Walks(forward, forward if told.whole is told.line else Walk(table, told.whole, told.states), told)
