"""The state as a document, and the paths at which it can be observed."""

from typing import Any

from replay.game import PathDoc, Seen
from replay.games.lost_island.state import State
from replay.games.lost_island.words import LETTERS

PATHS: tuple[PathDoc, ...] = (
    PathDoc(
        "explorers.<seat>.<letter>",
        'the cell of an explorer, or "boat"',
        ("SL-MOVE-12", "SL-BATTLE-12", "SL-BOMB-13", "SL-STORM-11", "SL-STORM-12", "SL-SHRINK-13", "SL-MINE-11"),
    ),
    PathDoc("boats.<seat>", "the letters in a boat, front to back", ("SL-BOAT-11", "SL-BOAT-12")),
    PathDoc("rings.<seat>", "the letters that wear a ring", ("SL-RING-11", "SL-RING-12", "SL-RING-14", "SL-FLAG-17")),
    PathDoc(
        "coins.<seat>",
        "coins of a seat",
        ("SL-SET-11", "SL-STONE-13", "SL-LOOT-12", "SL-LOOT-13", "SL-LOOT-14", "SL-STORM-13"),
    ),
    PathDoc("supply.coins", "coins beside the board", ("SL-SET-11", "SL-LOOT-11", "SL-LOOT-14")),
    PathDoc("supply.rings", "rings beside the board", ("SL-SET-11",)),
    PathDoc("lost.coins", "coins out of the game", ("SL-SHRINK-12",)),
    PathDoc("lost.rings", "rings out of the game", ("SL-RING-11", "SL-RING-14")),
    PathDoc("lost.tiles", "the tiles taken away, in order", ("SL-SHRINK-11",)),
    PathDoc("loot.<cell>", "coins that lie on a cell, 0 where there are none", ("SL-LOOT-11", "SL-LOOT-12")),
    PathDoc(
        "tiles.<cell>",
        "the tile of a cell",
        ("SL-MOVE-11", "SL-STONE-11", "SL-BOMB-15", "SL-STORM-14", "SL-SHRINK-11"),
    ),
    PathDoc(
        "flag",
        'the piece that carries the flag, the cell where it lies, or "hidden"',
        ("SL-STONE-12", *(f"SL-FLAG-{number}" for number in range(11, 18))),
    ),
    PathDoc("turn.seat", "whose turn it is", ("SL-TURN-11", "SL-TURN-12")),
    PathDoc("turn.n", "the number of the turn", ("SL-TURN-11", "SL-TURN-12")),
    PathDoc("turn.used", "action points spent", ("SL-BATTLE-15",)),
    PathDoc("turn.won", "whether the seat on turn has won a battle this turn", ("SL-BATTLE-12",)),
    PathDoc("phase", '"play" or "over"', ("SL-END-11",)),
    PathDoc("winner", "the winning seat, or null", ("SL-END-11",)),
    PathDoc("values.<seat>.<letter>", 'the value of an explorer, "?" where the record does not know it'),
    PathDoc("seen.<seat>.<letter>", "the seats that have been shown an explorer's value"),
    PathDoc(
        "blast.queue",
        "the explorers that the bomb in progress has still to meet",
        ("SL-BOMB-11", "SL-BOMB-12", "SL-BOMB-16"),
    ),
    PathDoc("onIsland.<seat>", "how many explorers a seat has on the island", ("SL-BATTLE-12", "SL-BOMB-13")),
    PathDoc("inBoat.<seat>", "how many explorers a seat has in the boat", ("SL-BOAT-11",)),
    PathDoc("islandTiles", "how many tiles the island has", ("SL-SHRINK-11",)),
)
"""What `observe` understands. The derived rules named first are cited when the table counted something else."""


def document(state: State) -> dict[str, Any]:
    """The state as plain data, as the game's page shows it."""
    seats = state.table.seats
    turn = state.turn
    fuse = state.fuse
    return {
        "game": "lost-island",
        "seats": list(seats),
        "phase": state.phase,
        "winner": state.winner,
        "turn": {
            "n": turn.n,
            "seat": turn.seat,
            "used": turn.used,
            "step": turn.step,
            "reinforced": turn.reinforced,
            "recruited": turn.recruited,
            "won": turn.won,
            "fresh": list(turn.fresh),
        },
        "tiles": dict(state.tiles),
        "loot": {cell: state.loot[cell] for cell in sorted(state.loot)},
        "explorers": _by_seat(seats, state.where),
        "boats": {seat: list(state.boats[seat]) for seat in seats},
        "rings": {seat: _ringed(state, seat) for seat in seats},
        "coins": {seat: state.coins[seat] for seat in seats},
        "supply": {"coins": state.supply_coins, "rings": state.supply_rings},
        "lost": {"coins": state.lost_coins, "rings": state.lost_rings, "tiles": list(state.lost_tiles)},
        "flag": state.flag,
        "values": _by_seat(seats, state.values),
        "seen": _by_seat(seats, {piece: list(seers) for piece, seers in state.seen.items()}),
        "blast": None if fuse is None else {"cell": fuse.cell, "value": fuse.value, "queue": list(fuse.queue)},
    }


def _by_seat(seats: tuple[str, ...], by_piece: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {seat: {} for seat in seats}
    for piece in sorted(by_piece):
        found[piece[:-2]][piece[-1]] = by_piece[piece]
    return found


def _ringed(state: State, seat: str) -> list[str]:
    return sorted(piece[-1] for piece in state.rings if piece[:-2] == seat)


def look(state: State, path: str) -> Seen | None:
    """The value at an observable path; None for a path that the game does not know."""
    head, _, rest = path.partition(".")
    if not rest:
        return _whole(state, head)
    if head in ("turn", "supply", "lost", "blast"):
        return _counter(state, path)
    if head in ("tiles", "loot"):
        if rest not in state.tiles:
            return None
        return Seen(state.tiles[rest] if head == "tiles" else state.loot.get(rest, 0))
    if head in ("explorers", "values", "seen"):
        return _of_piece(state, head, rest)
    return _of_seat(state, head, rest)


def _whole(state: State, path: str) -> Seen | None:
    match path:
        case "flag":
            return Seen(state.flag)
        case "phase":
            return Seen(state.phase)
        case "winner":
            return Seen(state.winner)
        case "islandTiles":
            return Seen(sum(state.is_land(cell) for cell in state.tiles))
        case _:
            return None


def _counter(state: State, path: str) -> Seen | None:
    match path:
        case "turn.seat":
            return Seen(state.turn.seat)
        case "turn.n":
            return Seen(state.turn.n)
        case "turn.used":
            return Seen(state.turn.used)
        case "turn.won":
            return Seen(state.turn.won)
        case "supply.coins":
            return Seen(state.supply_coins)
        case "supply.rings":
            return Seen(state.supply_rings)
        case "lost.coins":
            return Seen(state.lost_coins)
        case "lost.rings":
            return Seen(state.lost_rings)
        case "lost.tiles":
            return Seen(list(state.lost_tiles))
        case "blast.queue":
            return Seen(list(state.fuse.queue) if state.fuse else [])
        case _:
            return None


def _of_piece(state: State, head: str, rest: str) -> Seen | None:
    seat, _, letter = rest.rpartition(".")
    if seat not in state.table.seats or letter not in LETTERS:
        return None
    if head == "explorers":
        return Seen(state.where.get(rest, "boat"))
    if head == "values":
        return Seen(state.values.get(rest, "?"))
    return Seen(list(state.seen.get(rest, ())))


def _of_seat(state: State, head: str, seat: str) -> Seen | None:
    if seat not in state.table.seats:
        return None
    match head:
        case "boats":
            return Seen(list(state.boats[seat]))
        case "rings":
            return Seen(_ringed(state, seat))
        case "coins":
            return Seen(state.coins[seat])
        case "onIsland":
            return Seen(state.on_island(seat))
        case "inBoat":
            return Seen(len(state.boats[seat]))
        case _:
            return None
