"""The paths at which a state can be observed."""

from typing import Any

from replay.action import UNKNOWN
from replay.counting import Counting
from replay.games.lost_island.document import document
from replay.games.lost_island.questions import OBSERVED, doubts
from replay.games.lost_island.rules.derived import VARIANT_OF
from replay.games.lost_island.state import State, Unnoted
from replay.games.lost_island.words import LETTERS, STONE_UNKNOWN, UP_UNKNOWN
from replay.observe import Difference, Match
from replay.paths import Lookup, PathDoc, Seen
from replay.saying import listed

PATHS: tuple[PathDoc, ...] = (
    PathDoc(
        "explorers.<seat>.<letter>",
        'the cell of an explorer, or "boat"',
        (
            "SL-MOVE-12",
            *(f"SL-BATTLE-{number}" for number in range(11, 15)),
            "SL-RING-12",
            "SL-RING-13",
            "SL-BOMB-13",
            "SL-BOMB-14",
            "SL-BOMB-17",
            "SL-STORM-11",
            "SL-STORM-12",
            "SL-SHRINK-13",
            "SL-MINE-11",
            "SL-VAR-11",
            "SL-VAR-12",
            "SL-VAR-13",
        ),
    ),
    PathDoc("boats.<seat>", "the letters in a boat, front to back", ("SL-BOAT-11", "SL-BOAT-12")),
    PathDoc("rings.<seat>", "the letters that wear a ring", ("SL-RING-11", "SL-RING-14", "SL-FLAG-17")),
    PathDoc(
        "coins.<seat>",
        "coins of a seat",
        ("SL-SET-11", "SL-STONE-13", "SL-LOOT-12", "SL-LOOT-13", "SL-LOOT-14", "SL-STORM-13", "SL-VAR-14"),
    ),
    PathDoc("supply.coins", "coins beside the board", ("SL-SET-11", "SL-LOOT-11", "SL-LOOT-14", "SL-VAR-14")),
    PathDoc("supply.rings", "rings beside the board", ("SL-SET-11",)),
    PathDoc("lost.coins", "coins out of the game", ("SL-SHRINK-12",)),
    PathDoc("lost.rings", "rings out of the game", ("SL-RING-11", "SL-RING-14")),
    PathDoc("lost.tiles", "the tiles taken away, in order", ("SL-SHRINK-11", "SL-VAR-15", "SL-VAR-17")),
    PathDoc("loot.<cell>", "coins that lie on a cell, 0 if there are none", ("SL-LOOT-11", "SL-LOOT-12")),
    PathDoc(
        "tiles.<cell>",
        "the tile of a cell",
        ("SL-MOVE-11", "SL-STONE-11", "SL-BOMB-15", "SL-STORM-14", "SL-SHRINK-11", "SL-VAR-17"),
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
    PathDoc("values.<seat>.<letter>", 'the value of an explorer, "?" if the record does not know it'),
    PathDoc("seen.<seat>.<letter>", "the seats that have been shown an explorer's value", ("SL-VAR-16",)),
    PathDoc(
        "blast.queue",
        "the explorers the bomb in progress has yet to meet",
        ("SL-BOMB-11", "SL-BOMB-12", "SL-BOMB-16", "SL-VAR-18"),
    ),
    PathDoc("onIsland.<seat>", "how many explorers a seat has on the island", ("SL-BATTLE-12", "SL-BOMB-13")),
    PathDoc("inBoat.<seat>", "how many explorers a seat has in the boat", ("SL-BOAT-11",)),
    PathDoc("islandTiles", "how many tiles the island has", ("SL-SHRINK-11", "SL-VAR-17")),
)
"""What `observe` understands. The derived rules named last are cited if the table counted something else."""


def _extras(state: State) -> dict[str, Any]:
    """What can be counted, but is missing from the document or has another form there."""
    seats = state.table.seats
    pieces = [f"{seat}.{letter}" for seat in seats for letter in LETTERS]
    return {
        **{f"explorers.{piece}": state.where.get(piece, "boat") for piece in pieces},
        **{f"values.{piece}": state.values.get(piece, UNKNOWN) for piece in pieces},
        **{f"seen.{piece}": list(state.seen.get(piece, ())) for piece in pieces},
        **{f"loot.{cell}": state.loot.get(cell, 0) for cell in state.tiles},
        **{f"onIsland.{seat}": state.on_island(seat) for seat in seats},
        **{f"inBoat.{seat}": len(state.boats[seat]) for seat in seats},
        "islandTiles": sum(state.is_land(cell) for cell in state.tiles),
        "blast.queue": list(state.fuse.queue) if state.fuse else [],
    }


LOOK = Lookup(PATHS, document, _extras)


def _questioned(state: State, path: str) -> list[str]:
    """The questions about a path on which the table has a reading that we cannot follow."""
    zone = path.split(".")[0]
    return [id for id in doubts(state.table.readings, "SL-OBS-1") if id not in OBSERVED or zone in OBSERVED[id]]


def _doubt(state: State, path: str) -> str | None:
    """Why a difference at a path proves nothing: a reading we do not follow, or a face that nobody noted."""
    questions = _questioned(state, path)
    if questions:
        return f"the table has its own reading of {listed(questions)}"
    cells = dict.fromkeys(tile.cell for tile in state.unnoted if _may_change(state, tile, path))
    return f"nobody noted what {listed(list(cells))} showed" if cells else None


_FLAG_ZONES = ("flag", "phase", "winner")
_COIN_ZONES = ("coins", "loot", "supply")
_PIECE_ZONES = ("explorers", "boats", "rings", "onIsland", "inBoat", "blast", "lost")
"""What a bomb or a storm changes: a tile that somebody turned may have been one."""


def _may_change(state: State, tile: Unnoted, path: str) -> bool:
    """Whether the face of a tile, had it been noted, could change the value at a path."""
    zone = path.split(".")[0]
    if path == "lost.tiles":
        return False  # compared entry by entry
    if tile.how == "stone":
        return zone in _FLAG_ZONES or path in (f"coins.{tile.seat}", "supply.coins", f"loot.{tile.cell}")
    if tile.how == "tile":
        return zone in (*_FLAG_ZONES, *_COIN_ZONES, *_PIECE_ZONES)
    if tile.how == "entered":
        return False  # whoever turned it, or the position, is asked
    storms = state.plays("shrink-storms") and zone in (*_FLAG_ZONES, *_COIN_ZONES, *_PIECE_ZONES)
    return storms or (state.plays("bonus-loot") and path in (f"coins.{tile.seat}", "supply.coins"))


def _bears(state: State, item: Difference, id: str) -> bool:
    """A rule of a variant is cited only where that is played."""
    return id not in VARIANT_OF or state.plays(VARIANT_OF[id])


def _match(state: State, path: str, seen: Seen, told: Any) -> Match | None:
    """Tiles have their own words for an unknown face; `"?"` is the back of a face-down tile."""
    if _questioned(state, path):
        return "unknown"
    if path == "lost.tiles" and isinstance(told, list) and len(told) == len(seen.value):
        unlike = [mine for mine, other in zip(seen.value, told, strict=True) if mine != other]
        if all(mine in (UNKNOWN, STONE_UNKNOWN) for mine in unlike):
            return "unknown" if unlike else "same"
        return "differs"
    if path.startswith("tiles."):
        if seen.value in (UP_UNKNOWN, STONE_UNKNOWN):
            return "unknown"
        return "same" if seen.value == told else "differs"
    return None


COUNTING = Counting(match=_match, doubt=_doubt, bears=_bears)
