"""A state being changed: the moves of pieces, coins, rings and the flag that make up every action."""

from typing import Literal

from msgspec.structs import astuple, replace

from replay.action import UNKNOWN
from replay.games.lost_island.outcome import Outcome
from replay.games.lost_island.state import Evidence, Fought, Met, Shown, State, Turned, Unnoted, Zones
from replay.games.lost_island.words import (
    HIDDEN,
    LOOT,
    STONE,
    UNKNOWN_WORDS,
    is_land,
    is_noted,
    owner,
    stone_face,
)
from replay.zones import put, without

Arrival = Literal["walk", "landing", "storm"]
"""How an explorer arrives: on its own feet, out of its boat, or blown by a storm."""
Turning = Literal["stone", "tile", "taken"]
"""How a tile is turned: by an explorer that arrives, by the action Reveal, or while it is taken away."""

_FIELDS = len(State.__struct_fields__)


class Draft(Zones, kw_only=True, gc=False):
    """A state that may still be changed. `done` turns it into a state again.

    It shares dicts with the state it was made from, so they are replaced, never changed in place.
    """

    base: State
    """The state the draft was made from."""
    shown: tuple[Shown, ...] = ()
    fought: Fought | None = None
    met: tuple[Met, ...] = ()
    turned: tuple[Turned, ...] = ()

    def done(self, *, turn_ended: bool = False, quiet: bool = False) -> State:
        """The state, with the win if there is one (`quiet`: nothing happened on the island)."""
        if not quiet:
            self.begun = True
            if self.winner is None and self.fuse is None and self.flag != HIDDEN:
                self.winner = self._winner(turn_ended)
                if self.winner is not None:
                    self.phase, self.won_in = "over", None if turn_ended else self.turn.n
        if self.shown or self.turned or self.fought is not None or self.met:
            self.evidence = Evidence(self.shown, self.fought, self.met, self.turned)
        return State(*astuple(self)[:_FIELDS])

    def _winner(self, turn_ended: bool) -> str | None:
        """The seat that is alone on the island with the flag."""
        where = self.where
        if self.flag in where:
            seat = owner(self.flag)
        elif where and self.reads("SL-Q35", "there"):
            seat = owner(next(iter(where)))
        else:
            return None
        for piece in where:
            if piece[:-2] != seat:
                return None
        return None if not turn_ended and self.reads("SL-Q36", "turn-end") else seat

    # pieces

    def go_home(self, piece: str) -> None:
        """The piece joins the back of its boat; its ring is out of the game. The flag is left to the caller."""
        self.where = self.where.copy()
        del self.where[piece]
        self.boats = put(self.boats, piece[:-2], piece[-1])
        self.use_ring(piece)

    def arrive(self, piece: str, cell: str, face: str | None, way: Arrival = "walk") -> None:
        """The piece arrives on a cell: a stone is turned, the flag and coins are picked up."""
        self.where = self.where.copy()
        self.where[piece] = cell
        tile = self.tiles.get(cell)
        if tile == STONE:
            self._turn_stone(piece, cell, stone_face(face or UNKNOWN))
        elif tile in UNKNOWN_WORDS:
            self.unnoted += (Unnoted(cell, "entered", owner(piece)),)
        if self.flag == cell:
            self.flag = piece
        if cell in self.loot and not (cell in self.turn.fresh and self._fresh_coins_stay(way)):
            self.earn(owner(piece), self.take_loot(cell))

    def _fresh_coins_stay(self, way: Arrival) -> bool:
        """Whether coins laid this turn stay when somebody arrives on them in this way."""
        if way == "storm":
            return self.reads("SL-Q7", "stay")
        if way == "landing" and not self.reads("SL-Q50", "same"):
            return self.reads("SL-Q50", "stay")
        return not self.reads("SL-Q6", "take")

    def _turn_stone(self, piece: str, cell: str, face: str) -> None:
        self.note_turned(cell, True, face, "stone", owner(piece))
        self.set_tile(cell, f"stone-{face}")
        if face == "flag":
            self.flag = piece
        elif face in LOOT:
            if self.reads("SL-Q4", "later"):
                self.lay_loot(cell, LOOT[face])
            else:
                self.earn(owner(piece), self.from_supply(LOOT[face]))

    # tiles, coins, rings, the flag

    def set_tile(self, cell: str, tile: str) -> None:
        """A cell has this tile now."""
        self.tiles = self.tiles.copy()
        self.tiles[cell] = tile

    def note_turned(self, cell: str, stone: bool, face: str | None, how: Turning, seat: str) -> None:
        """Note as evidence that a seat turned the tile, and remember a face that was not noted."""
        noted = face if is_noted(face) else None
        self.turned += (Turned(cell, stone, noted, self.tiles[cell]),)
        if noted is None:
            self.unnoted += (Unnoted(cell, how, seat),)

    def from_supply(self, count: int) -> int:
        """Take this many coins from the supply, or as many as there are."""
        taken = max(0, min(count, self.supply_coins))
        self.supply_coins -= taken
        return taken

    def earn(self, seat: str, coins: int) -> None:
        """A seat gets coins."""
        self.coins = {**self.coins, seat: self.coins[seat] + coins}

    def lay_loot(self, cell: str, count: int) -> None:
        """Coins from the supply are laid on a cell and are fresh this turn."""
        laid = self.from_supply(count)
        if laid:
            self.loot = {**self.loot, cell: self.loot.get(cell, 0) + laid}
        if cell not in self.turn.fresh:
            self.turn = replace(self.turn, fresh=(*self.turn.fresh, cell))

    def take_loot(self, cell: str) -> int:
        """Take the coins on a cell away, and return how many there were."""
        self.loot = self.loot.copy()
        return self.loot.pop(cell)

    def pay(self, seat: str, price: int) -> None:
        """A seat pays a price, or as much of it as it has."""
        paid = max(0, min(price, self.coins.get(seat, 0)))
        if not paid:
            return
        self.earn(seat, -paid)
        if self.reads("SL-Q26", "out"):
            self.lost_coins += paid
        else:
            self.supply_coins += paid

    def use_ring(self, piece: str) -> None:
        """If the piece wears a ring, that ring is out of the game."""
        if piece in self.rings:
            self.rings = self.rings - {piece}
            self.lost_rings += 1

    def nearest(self, cell: str) -> list[str]:
        """The land cells nearest to a cell, other than itself, in cell order."""
        return nearest(self.base, self.tiles, cell)

    def put_flag(self, cell: str) -> None:
        """The flag is put on a cell; an explorer standing there becomes its bearer."""
        here = self.pieces_at(cell)
        self.flag = here[0] if here else cell

    # what an event shows

    def show(self, piece: str, value: int | str | None, seers: tuple[str, ...]) -> None:
        """A value is shown to some seats; the record learns it if the event names it."""
        before = self.seen.get(piece, ())
        seats = self.table.seats
        others = without(seats if seers is seats else tuple([other for other in seats if other in seers]), piece[:-2])
        if not before:
            now = others
        elif others == before:
            now = before
        else:
            now = tuple([other for other in seats if other in before or other in others])
        if now != before:
            self.seen = {**self.seen, piece: now}
        if value is None or value == "?":
            return
        self.shown += (Shown(piece, value, others),)
        if isinstance(value, int) and 1 <= value <= 6 and piece not in self.values:
            self.values = {**self.values, piece: value}

    def fight(self, attacker: str, defender: str, result: Outcome, numbers: tuple[int | None, int | None]) -> None:
        """Note as evidence how a battle ended."""
        worn = int(defender in self.rings)
        counts = 0 if self.reads("SL-Q25", "attack") else worn
        self.fought = Fought(attacker, int(attacker in self.rings), defender, counts, result, numbers, worn)


def draft_of(state: State) -> Draft:
    """A draft of the state after this one."""
    draft = Draft(*astuple(state), base=state)
    draft.evidence = None
    return draft


def nearest(state: State, tiles: dict[str, str], cell: str) -> list[str]:
    """The land cells nearest to a cell, other than itself, in cell order, as the table measures."""
    if cell not in tiles:
        return []
    king = state.reads("SL-Q32", "king")
    board = state.board
    far = {
        other: board.steps(cell, other, king=king) for other in board.cells if other != cell and is_land(tiles[other])
    }
    least = min(far.values(), default=0)
    return [other for other, steps in far.items() if steps == least]
