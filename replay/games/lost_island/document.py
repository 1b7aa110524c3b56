"""The state as plain data, as the game's page shows it."""

from typing import Any

from replay.games.lost_island.state import Fuse, State


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
        "blast": None if fuse is None else _blast(state, fuse),
    }


def _blast(state: State, fuse: Fuse) -> dict[str, Any]:
    blast: dict[str, Any] = {"cell": fuse.cell, "value": fuse.value, "queue": list(fuse.queue)}
    if state.reads("SL-Q18", "all"):
        blast["gone"] = {piece: fuse.gone[piece] for piece in sorted(fuse.gone)}
    return blast


def _by_seat(seats: tuple[str, ...], by_piece: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {seat: {} for seat in seats}
    for piece in sorted(by_piece):
        found[piece[:-2]][piece[-1]] = by_piece[piece]
    return found


def _ringed(state: State, seat: str) -> list[str]:
    return sorted(piece[-1] for piece in state.rings if piece[:-2] == seat)
