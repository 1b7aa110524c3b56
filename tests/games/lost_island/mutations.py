"""One illegal change for each rule of Stratego Lost Island, made to dealt games.

Each function gets a moment (the lines so far, the state, the next line) and gives the line that breaks its rule there,
or None if the moment does not allow it.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from replay.action import body_of
from replay.games.lost_island.blasts import queue_of
from replay.games.lost_island.outcome import battle_outcome, bomb_fate
from replay.games.lost_island.rules.fights import shores
from replay.games.lost_island.rules.power import in_line, is_clear
from replay.games.lost_island.shrinking import removable, ring_of
from replay.games.lost_island.state import State
from replay.games.lost_island.suggest import free_actions, landing_cells, shrinkable
from replay.games.lost_island.words import bomb_of
from tests.games.lost_island.moments import Change, Moment
from tests.helpers.tools import Body


def _move(m: Moment, wanted: Callable[[str, str], bool]) -> Body | None:
    """A move of one of the seat's own explorers to a wanted cell."""
    pairs = [(piece, cell) for piece in m.own() for cell in m.state.tiles if wanted(m.state.where[piece], cell)]
    chosen = m.pick(pairs)
    return chosen and {"do": "move", "by": m.seat, "piece": chosen[0], "to": chosen[1]}


def _taken(state: State) -> set[str]:
    return set(state.where.values())


def turn_1(m: Moment) -> Body | None:
    return {"do": "end", "by": m.state.table.next_seat(m.seat)}


def turn_2(m: Moment) -> Body | None:
    if m.state.turn.used < 2:
        return None
    options = free_actions(replace(m.state, turn=replace(m.state.turn, used=0)))
    moves = [body_of(option) for option in options if type(option).__name__ in ("Move", "Swim")]
    return m.rng.choice(moves) if moves else None


def turn_3(m: Moment) -> Body | None:
    options = [body_of(option) for option in free_actions(m.state) if type(option).__name__ == "Move"]
    return m.rng.choice(options) if options and m.state.turn.step == "power-ups" else None


def piece_1(m: Moment) -> Body | None:
    piece = m.pick(m.others())
    return piece and {"do": "move", "by": m.seat, "piece": piece, "to": m.rng.choice(list(m.state.tiles))}


def piece_2(m: Moment) -> Body | None:
    letter = m.pick(m.state.boats[m.seat])
    return letter and {"do": "move", "by": m.seat, "piece": f"{m.seat}.{letter}", "to": "c3"}


def move_1(m: Moment) -> Body | None:
    return _move(m, lambda here, cell: not m.state.board.side_by_side(here, cell))


def move_2(m: Moment) -> Body | None:
    return _move(m, lambda here, cell: m.state.board.side_by_side(here, cell) and not m.state.is_land(cell))


def move_3(m: Moment) -> Body | None:
    return _move(m, lambda here, cell: here != cell and cell in _taken(m.state))


def _flip(m: Moment, wanted: Callable[[str, str], bool], beside: bool = True) -> Body | None:
    near = {side for piece in m.own() for side in m.state.board.sides[m.state.where[piece]]}
    cell = m.pick(c for c, tile in m.state.tiles.items() if (c in near) == beside and wanted(c, tile))
    return cell and {"do": "flip", "by": m.seat, "cell": cell, "tile": "plain"}


def flip_1(m: Moment) -> Body | None:
    return _flip(m, lambda cell, tile: tile == "?", beside=False)


def flip_2(m: Moment) -> Body | None:
    return _flip(m, lambda cell, tile: tile not in ("?", "stone"))


def flip_3(m: Moment) -> Body | None:
    return _flip(m, lambda cell, tile: cell in _taken(m.state))


def flip_4(m: Moment) -> Body | None:
    return _flip(m, lambda cell, tile: cell == m.state.flag)


def flip_5(m: Moment) -> Body | None:
    return _flip(m, lambda cell, tile: tile == "stone")


def tile_1(m: Moment) -> Body | None:
    return {**m.line, "tile": "treasure"} if m.line["do"] == "flip" else None


def tile_2(m: Moment) -> Body | None:
    return {**m.line, "stone": "storm"} if m.line.get("stone") else None


def tile_3(m: Moment) -> Body | None:
    found = "stone-flag" in (*m.state.tiles.values(), *m.state.lost_tiles)
    return {**m.line, "stone": "flag"} if m.line.get("stone") and found else None


def tile_4(m: Moment) -> Body | None:
    turned = {*m.state.tiles.values(), *m.state.lost_tiles}
    spent = m.pick(face for face in turned if bomb_of(face) or face == "loot-3")
    return {**m.line, "tile": spent} if m.line["do"] == "flip" and spent else None


def loot_1(m: Moment) -> Body | None:
    fresh = [cell for cell in m.state.turn.fresh if m.state.loot.get(cell)]
    return _move(m, lambda here, cell: cell in fresh and m.state.board.side_by_side(here, cell))


def _swim(m: Moment, wanted: Callable[[str, str], bool]) -> Body | None:
    moved = _move(m, wanted)
    return moved and {**moved, "do": "swim"}


def swim_1(m: Moment) -> Body | None:
    return _swim(m, lambda here, cell: here == cell or not m.state.is_land(cell))


def swim_2(m: Moment) -> Body | None:
    return _swim(m, lambda here, cell: here != cell and m.state.is_land(cell) and cell not in shores(m.state, here))


def swim_3(m: Moment) -> Body | None:
    return _swim(m, lambda here, cell: here != cell and cell in _taken(m.state))


def _battle(m: Moment, pairs: list[tuple[str, str]]) -> Body | None:
    chosen = m.pick(pairs)
    return chosen and {"do": "battle", "by": m.seat, "piece": chosen[0], "target": chosen[1], "result": "draw"}


def battle_1(m: Moment) -> Body | None:
    return _battle(m, [(one, other) for one in m.own() for other in m.own() if one != other])


def battle_2(m: Moment) -> Body | None:
    far = [
        (one, other)
        for one in m.own()
        for other in m.others()
        if not m.state.board.side_by_side(m.state.where[one], m.state.where[other])
    ]
    return _battle(m, far)


def battle_3(m: Moment) -> Body | None:
    if m.line["do"] != "battle":
        return None
    rings = m.state.rings
    one, other = m.line["values"]
    right = battle_outcome(one, int(m.line["piece"] in rings), other, int(m.line["target"] in rings))
    return {**m.line, "result": m.pick({"attacker", "defender", "draw"} - {right})}


def log_1(m: Moment) -> Body | None:
    if m.line["do"] != "battle" or m.line["piece"] in m.state.values:
        return None
    return {key: value for key, value in m.line.items() if key not in ("values", "result")}


def log_2(m: Moment) -> Body | None:
    """A stone is said to show something where no stone is turned."""
    if m.line["do"] not in ("move", "swim", "reinforce") or "stone" in m.line:
        return None
    tile = m.state.tiles[m.line["to"]]
    return {**m.line, "stone": "loot-1" if tile != "stone-loot-1" else "loot-2"}


def set_9(m: Moment) -> Body | None:
    return {"do": "setup"}


def _reinforce(m: Moment, cell: str | None, **more: Any) -> Body | None:
    return None if cell is None else {"do": "reinforce", "by": m.seat, "to": cell, **more}


def rein_1(m: Moment) -> Body | None:
    return _reinforce(m, m.pick(landing_cells(m.state, m.seat))) if m.state.turn.reinforced else None


def rein_2(m: Moment) -> Body | None:
    return _reinforce(m, m.pick(landing_cells(m.state, m.seat)), pay=True) if m.state.turn.recruited else None


def rein_3(m: Moment) -> Body | None:
    boat = m.state.boats[m.seat]
    cell = m.pick(landing_cells(m.state, m.seat))
    return _reinforce(m, cell, piece=f"{m.seat}.{m.rng.choice(boat[1:])}") if len(boat) > 1 else None


def rein_4(m: Moment) -> Body | None:
    return _reinforce(m, m.pick(_taken(m.state))) if m.state.boats[m.seat] else None


def rein_5(m: Moment) -> Body | None:
    near = landing_cells(m.state, m.seat)
    free = {cell for cell in m.state.tiles if m.state.is_land(cell)} - _taken(m.state)
    return _reinforce(m, m.pick(free - set(near))) if near else None


def rein_6(m: Moment) -> Body | None:
    return _reinforce(m, "c3") if not m.state.boats[m.seat] else None


def _queue(m: Moment) -> tuple[str, ...]:
    bomb = bomb_of(m.line.get("tile", "")) if m.line["do"] == "flip" else None
    return queue_of(m.state, m.state.where, bomb, m.action) if bomb else ()


def bomb_1(m: Moment) -> Body | None:
    return {**m.line, "axis": "up", "order": None, "hits": {}} if m.line.get("axis") else None


def bomb_2(m: Moment) -> Body | None:
    """One direction is worked through twice."""
    return {**m.line, "order": [*m.line["order"], m.line["order"][0]]} if m.line.get("order") else None


def bomb_3(m: Moment) -> Body | None:
    queue = _queue(m)
    stranger = m.pick(piece for piece in m.state.where if piece not in queue)
    bomb = m.line["do"] == "flip" and bomb_of(m.line.get("tile", ""))
    return {**m.line, "hits": {**m.line.get("hits", {}), stranger: "out"}} if bomb and stranger else None


def bomb_4(m: Moment) -> Body | None:
    """Nobody is met, and the game goes on."""
    queue = _queue(m)
    return {**m.line, "hits": {}} if queue and len(m.line.get("hits", {})) == len(queue) else None


def bomb_5(m: Moment) -> Body | None:
    hits = m.line.get("hits", {}) if m.line["do"] == "flip" else {}
    piece = m.pick(hits)
    if piece is None:
        return None
    bomb = bomb_of(m.line["tile"])
    assert bomb is not None
    right = bomb_fate(hits[piece], int(piece in m.state.rings), bomb.value)
    return {**m.line, "hits": {**hits, piece: "out" if right == "stay" else "stay"}}


def bomb_6(m: Moment) -> Body | None:
    queue, hits = _queue(m), m.line.get("hits", {})
    if len(hits) < 2 or len(hits) != len(queue):
        return None
    return {**m.line, "hits": {piece: hit for piece, hit in hits.items() if piece != queue[0]}}


def storm_1(m: Moment) -> Body | None:
    return {**m.line, "dir": "ne"} if m.line.get("tile") == "storm" and m.line["do"] == "flip" else None


def pay_1(m: Moment) -> Body | None:
    piece = m.pick(m.own())
    return {"do": "ring", "by": m.seat, "piece": piece} if piece and not m.state.coins[m.seat] else None


def ring_1(m: Moment) -> Body | None:
    piece = m.pick(m.others())
    return piece and {"do": "ring", "by": m.seat, "piece": piece}


def ring_2(m: Moment) -> Body | None:
    piece = m.pick(piece for piece in m.own() if piece in m.state.rings)
    return piece and {"do": "ring", "by": m.seat, "piece": piece}


def _spy(m: Moment, pairs: list[tuple[str, str]]) -> Body | None:
    chosen = m.pick(pairs)
    return chosen and {"do": "spy", "by": m.seat, "from": chosen[0], "target": chosen[1]}


def spy_1(m: Moment) -> Body | None:
    return _spy(m, [(one, other) for one in m.own() for other in m.own()])


def spy_2(m: Moment) -> Body | None:
    where = m.state.where
    pairs = [(one, two) for one in m.own() for two in m.others() if not in_line(m.state, where[one], where[two])]
    return _spy(m, pairs)


def spy_3(m: Moment) -> Body | None:
    where, state = m.state.where, m.state
    pairs = [(one, two) for one in m.own() for two in m.others() if in_line(state, where[one], where[two])]
    return _spy(m, [(one, two) for one, two in pairs if not is_clear(state, where[one], where[two])])


def mine_1(m: Moment) -> Body | None:
    return {"do": "miner", "by": m.seat} if m.state.fuse is None else None


def mine_2(m: Moment) -> Body | None:
    seat = m.pick(seat for seat, boat in m.state.boats.items() if boat)
    return {**m.line, "piece": f"{seat}.{m.state.boats[seat][0]}"} if m.line["do"] == "miner" and seat else None


def shrink_1(m: Moment) -> Body | None:
    return {"do": "end", "by": m.seat} if m.line["do"] == "shrink" else None


def _shrink(m: Moment, cells: Any) -> Body | None:
    cell = m.pick(cells)
    if m.line["do"] not in ("shrink", "end") or cell is None:
        return None
    return {"do": "shrink", "by": m.seat, "cell": cell, "tile": "plain"}


def shrink_2(m: Moment) -> Body | None:
    return _shrink(m, shrinkable(m.state)) if not m.own() else None


def shrink_3(m: Moment) -> Body | None:
    return _shrink(m, [cell for cell, tile in m.state.tiles.items() if tile.startswith("stone")])


def shrink_4(m: Moment) -> Body | None:
    return _shrink(m, [m.state.flag] if m.state.flag in m.state.tiles else [])


def shrink_5(m: Moment) -> Body | None:
    cells = removable(m.state)
    outer = min((ring_of(m.state, cell) for cell in cells), default=0)
    return _shrink(m, [cell for cell in cells if ring_of(m.state, cell) > outer])


def shrink_6(m: Moment) -> Body | None:
    cells = removable(m.state)
    outer = min((ring_of(m.state, cell) for cell in cells), default=0)
    ring = [cell for cell in cells if ring_of(m.state, cell) == outer]
    free = [cell for cell in ring if cell not in _taken(m.state)]
    return _shrink(m, set(ring) - set(free)) if free else None


def shrink_7(m: Moment) -> Body | None:
    return _shrink(m, [cell for cell, tile in m.state.tiles.items() if tile == "water"])


def flag_1(m: Moment) -> Body | None:
    if "flagTo" not in m.line:
        return None
    far = max(m.state.tiles, key=lambda cell: (m.state.board.steps(m.line["cell"], cell), cell))
    return {**m.line, "flagTo": far}


def obs_1(m: Moment) -> Body | None:
    return {"do": "observe", "facts": {f"coins.{m.seat}": m.state.coins[m.seat] + 1}}


def _reveal(piece: str | None, value: int) -> Body | None:
    return None if piece is None else {"do": "reveal", "what": f"values.{piece}", "value": value}


def hid_1(m: Moment) -> Body | None:
    return _reveal(m.pick(m.state.where), m.rng.choice((0, 7)))


def hid_2(m: Moment) -> Body | None:
    piece = m.pick(m.state.values)
    return piece and _reveal(piece, m.pick({1, 2, 3, 4, 5, 6} - {m.state.values[piece]}))


def hid_3(m: Moment) -> Body | None:
    known = {piece: value for piece, value in m.state.values.items() if piece[:-2] == m.seat}
    unknown = [piece for piece in m.own() if piece not in known]
    return _reveal(m.pick(unknown), m.pick(known.values())) if known else None


IN_FULL: dict[str, Change] = {
    f"SL-{name.upper().replace('_', '-')}": change
    for name, change in list(globals().items())
    if name[-1].isdigit() and callable(change) and name not in ("log_1", "hid_3", "loot_1")
}
"""Changes to records in which every value is known."""
AS_SEEN: dict[str, Change] = {"SL-LOG-1": log_1, "SL-HID-3": hid_3}
"""Changes that need unknown values."""
FORBIDDEN_COINS: dict[str, Change] = {"SL-LOOT-1": loot_1}
