"""A state being changed: the moves of pieces, coins, rings and the flag from which every action is made."""

from replay.games.lost_island.outcome import Outcome
from replay.games.lost_island.state import Evidence, Fought, Fuse, Met, Shown, State, Turn, Turned
from replay.games.lost_island.words import (
    HIDDEN,
    LOOT,
    STONE,
    is_land,
    is_noted,
    owner,
)


class Draft:
    """A working copy of a state. `done` makes a state of it again."""

    __slots__ = (
        "base",
        "boats",
        "coins",
        "flag",
        "fought",
        "fuse",
        "loot",
        "lost_coins",
        "lost_rings",
        "lost_tiles",
        "met",
        "rings",
        "seen",
        "shown",
        "supply_coins",
        "supply_rings",
        "tiles",
        "turn",
        "turned",
        "values",
        "where",
    )

    def __init__(self, state: State) -> None:
        self.base = state
        self.turn: Turn = state.turn
        self.tiles = state.tiles.copy()
        self.loot = state.loot.copy()
        self.where = state.where.copy()
        self.boats = state.boats.copy()
        self.rings = state.rings
        self.coins = state.coins.copy()
        self.supply_coins = state.supply_coins
        self.supply_rings = state.supply_rings
        self.lost_coins = state.lost_coins
        self.lost_rings = state.lost_rings
        self.lost_tiles = state.lost_tiles
        self.flag = state.flag
        self.values = state.values
        self.seen = state.seen
        self.fuse: Fuse | None = state.fuse
        self.shown: list[Shown] = []
        self.fought: Fought | None = None
        self.met: list[Met] = []
        self.turned: list[Turned] = []

    def done(self, *, turn_ended: bool = False, quiet: bool = False) -> State:
        """The state, with the win that it may bring (`quiet`: nothing happened on the island)."""
        base = self.base
        phase, winner = base.phase, base.winner
        if winner is None and self.fuse is None and self.flag != HIDDEN and not quiet:
            winner = self._winner(turn_ended)
            phase = phase if winner is None else "over"
        evidence = None
        if self.shown or self.fought is not None or self.met or self.turned:
            evidence = Evidence(tuple(self.shown), self.fought, tuple(self.met), tuple(self.turned))
        return State(
            base.table,
            phase,
            winner,
            self.turn,
            self.tiles,
            self.loot,
            self.where,
            self.boats,
            self.rings,
            self.coins,
            self.supply_coins,
            self.supply_rings,
            self.lost_coins,
            self.lost_rings,
            self.lost_tiles,
            self.flag,
            self.values,
            self.seen,
            self.fuse,
            evidence,
            base.doubted,
        )

    def _winner(self, turn_ended: bool) -> str | None:
        """The seat that is alone on the island with the flag."""
        if self.base.reads("SL-Q36", "turn-end") and not turn_ended:
            return None
        if self.flag in self.where:
            seat = owner(self.flag)
        elif self.where and self.base.reads("SL-Q35", "there"):
            seat = owner(next(iter(self.where)))
        else:
            return None
        return seat if all(owner(piece) == seat for piece in self.where) else None

    # pieces

    def pieces_at(self, cell: str) -> list[str]:
        """The explorers on a cell, in seating order, then by letter."""
        found = [piece for piece, place in self.where.items() if place == cell]
        return sorted(found, key=self.base.rank) if len(found) > 1 else found

    def go_home(self, piece: str) -> None:
        """The piece joins the back of its boat; its ring is out of the game. The flag is the caller's business."""
        del self.where[piece]
        seat = owner(piece)
        self.boats[seat] = (*self.boats[seat], piece[-1])
        self.use_ring(piece)

    def arrive(self, piece: str, cell: str, face: str | None, *, storm: bool = False) -> None:
        """The piece comes to stand on a cell: a stone is turned, the flag and coins are picked up."""
        self.where[piece] = cell
        seat = owner(piece)
        if self.tiles.get(cell) == STONE:
            self._turn_stone(piece, cell, face)
        if self.flag == cell:
            self.flag = piece
        if cell in self.loot:
            reads = self.base.reads
            stays = cell in self.turn.fresh and (reads("SL-Q7", "stay") if storm else not reads("SL-Q6", "take"))
            if not stays:
                self.coins[seat] += self.loot.pop(cell)

    def _turn_stone(self, piece: str, cell: str, face: str | None) -> None:
        self.note_turned(cell, True, face)
        self.tiles[cell] = f"stone-{face or '?'}"
        if face == "flag":
            self.flag = piece
        elif face in LOOT:
            if self.base.reads("SL-Q4", "later"):
                self.lay_loot(cell, LOOT[face])
            else:
                self.coins[owner(piece)] += self.from_supply(LOOT[face])

    # tiles, coins, rings, the flag

    def note_turned(self, cell: str, stone: bool, face: str | None) -> None:
        """Keep in evidence that the tile was turned."""
        self.turned.append(Turned(cell, stone, face if is_noted(face) else None, self.tiles[cell]))

    def from_supply(self, count: int) -> int:
        """Take coins from the supply: so many, or what there is."""
        taken = max(0, min(count, self.supply_coins))
        self.supply_coins -= taken
        return taken

    def lay_loot(self, cell: str, count: int) -> None:
        """Coins from the supply come to lie on a cell and are fresh this turn."""
        laid = self.from_supply(count)
        if laid:
            self.loot[cell] = self.loot.get(cell, 0) + laid
        if cell not in self.turn.fresh:
            self.turn = _with(self.turn, fresh=(*self.turn.fresh, cell))

    def pay(self, seat: str, price: int) -> None:
        """A seat pays what it has of a price."""
        paid = max(0, min(price, self.coins.get(seat, 0)))
        if not paid:
            return
        self.coins[seat] -= paid
        if self.base.reads("SL-Q26", "out"):
            self.lost_coins += paid
        else:
            self.supply_coins += paid

    def use_ring(self, piece: str) -> None:
        """A ring that the piece wears is out of the game."""
        if piece in self.rings:
            self.rings = self.rings - {piece}
            self.lost_rings += 1

    def nearest(self, cell: str) -> list[str]:
        """The land cells nearest to a cell, other than itself, in cell order."""
        return nearest(self.base, self.tiles, cell)

    def put_flag(self, cell: str) -> None:
        """The flag is put on a cell; whoever stands there becomes its bearer."""
        here = self.pieces_at(cell)
        self.flag = here[0] if here else cell

    # what an event shows

    def show(self, piece: str, value: int | str | None, seers: tuple[str, ...]) -> None:
        """A value is shown to some seats; the record learns it where the event names it."""
        seat = owner(piece)
        before = self.seen.get(piece, ())
        now = tuple(other for other in self.base.table.seats if other != seat and (other in before or other in seers))
        if now != before:
            self.seen = {**self.seen, piece: now}
        if value is None or value == "?":
            return
        self.shown.append(Shown(piece, value, tuple(other for other in now if other in seers)))
        if isinstance(value, int) and 1 <= value <= 6 and piece not in self.values:
            self.values = {**self.values, piece: value}

    def fight(self, attacker: str, defender: str, result: Outcome, numbers: tuple[int | None, int | None]) -> None:
        """Keep in evidence how a battle ended."""
        rings = self.rings
        self.fought = Fought(attacker, int(attacker in rings), defender, int(defender in rings), result, numbers)


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


def _with(turn: Turn, *, fresh: tuple[str, ...]) -> Turn:
    return Turn(turn.n, turn.seat, turn.used, turn.step, turn.reinforced, turn.recruited, turn.won, fresh)
