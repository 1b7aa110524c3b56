"""A state being changed: the moves of pieces, coins, rings and the flag that make up every action."""

from msgspec.structs import astuple, replace

from replay.action import UNKNOWN
from replay.games.lost_island.outcome import Outcome
from replay.games.lost_island.state import Evidence, Fought, Met, Shown, State, Turned, Zones
from replay.games.lost_island.words import HIDDEN, LOOT, STONE, is_land, owner
from replay.zones import put

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
        if self.winner is None and self.fuse is None and self.flag != HIDDEN and not quiet:
            self.winner = self._winner(turn_ended)
            if self.winner is not None:
                self.phase = "over"
        if self.shown or self.turned or self.fought is not None or self.met:
            self.evidence = Evidence(self.shown, self.fought, self.met, self.turned)
        return State(*astuple(self)[:_FIELDS])

    def _winner(self, turn_ended: bool) -> str | None:
        """The seat that is alone on the island with the flag."""
        if not turn_ended and self.reads("SL-Q36", "turn-end"):
            return None
        if self.flag in self.where:
            seat = owner(self.flag)
        elif self.where and self.reads("SL-Q35", "there"):
            seat = owner(next(iter(self.where)))
        else:
            return None
        for piece in self.where:
            if piece[:-2] != seat:
                return None
        return seat

    # pieces

    def go_home(self, piece: str) -> None:
        """The piece joins the back of its boat; its ring is out of the game. The flag is left to the caller."""
        self.where = self.where.copy()
        del self.where[piece]
        seat = owner(piece)
        self.boats = put(self.boats, seat, piece[-1])
        self.use_ring(piece)

    def arrive(self, piece: str, cell: str, face: str | None, *, storm: bool = False) -> None:
        """The piece arrives on a cell: a stone is turned, the flag and coins are picked up."""
        self.where = self.where.copy()
        self.where[piece] = cell
        if self.tiles.get(cell) == STONE:
            self._turn_stone(piece, cell, face)
        if self.flag == cell:
            self.flag = piece
        if cell in self.loot:
            reads = self.reads
            stays = cell in self.turn.fresh and (reads("SL-Q7", "stay") if storm else not reads("SL-Q6", "take"))
            if not stays:
                self.earn(owner(piece), self.take_loot(cell))

    def _turn_stone(self, piece: str, cell: str, face: str | None) -> None:
        self.note_turned(cell, True, face)
        self.set_tile(cell, f"stone-{face or '?'}")
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

    def note_turned(self, cell: str, stone: bool, face: str | None) -> None:
        """Note as evidence that the tile was turned."""
        self.turned += (Turned(cell, stone, face if face != UNKNOWN else None, self.tiles[cell]),)

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
        seat = owner(piece)
        before = self.seen.get(piece, ())
        others = tuple([other for other in self.table.seats if other in seers and other != seat])
        if not before:
            now = others
        else:
            now = tuple([other for other in self.table.seats if other in before or other in others])
        if now != before:
            self.seen = {**self.seen, piece: now}
        if value is None or value == "?":
            return
        self.shown += (Shown(piece, value, others),)
        if isinstance(value, int) and 1 <= value <= 6 and piece not in self.values:
            self.values = {**self.values, piece: value}

    def fight(self, attacker: str, defender: str, result: Outcome, numbers: tuple[int | None, int | None]) -> None:
        """Note as evidence how a battle ended."""
        rings = self.rings
        self.fought = Fought(attacker, int(attacker in rings), defender, int(defender in rings), result, numbers)


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
