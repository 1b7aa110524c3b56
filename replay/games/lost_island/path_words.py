"""What players call the places of the table, for what changed and what was counted."""

from typing import Any

from replay.action import UNKNOWN
from replay.games.lost_island.words import HIDDEN, LETTERS, a_face, looks_like_piece, say
from replay.path_words import PathWord
from replay.saying import counted
from replay.table import Table


def _cell(table: Table, value: Any) -> str:
    """Where an explorer is; one without a cell is in its boat."""
    return "in the boat" if value in ("boat", None) else f"on {value}"


def _letter(table: Table, value: Any) -> str:
    return f"explorer {value}" if value in LETTERS else str(value)


def _coins(table: Table, value: Any) -> str:
    return counted(value or 0, "coin") if value is None or type(value) is int else str(value)


def _tile(table: Table, value: Any) -> str:
    return a_face(table, value) if isinstance(value, str) else str(value)


def _discard(table: Table, value: Any) -> str:
    return say(table, value) if isinstance(value, str) else str(value)


def _flag(table: Table, value: Any) -> str:
    if value == HIDDEN:
        return say(table, HIDDEN)
    return f"with {say(table, value)}" if looks_like_piece(str(value)) else f"on {value}"


def _value(table: Table, value: Any) -> str:
    return "not known" if value in (UNKNOWN, None) else str(value)


def _bomb(table: Table, value: Any) -> str:
    return f"on {value['cell']}" if isinstance(value, dict) else "none" if value is None else str(value)


def _won(table: Table, value: Any) -> str:
    return "yes" if value else "not yet"


PATH_WORDS: tuple[PathWord, ...] = (
    PathWord("explorers.<seat>.<letter>", "{seat's} explorer {letter}", value=_cell),
    PathWord("boats.<seat>", "{seat's} boat", "explorer", _letter, ordered=True),
    PathWord("rings.<seat>", "{seat's} explorers with a ring", "explorer", _letter),
    PathWord("coins.<seat>", "{seat's} purse", "coin"),
    PathWord("supply.coins", "the supply", "coin"),
    PathWord("supply.rings", "the supply", "ring"),
    PathWord("lost.coins", "out of the game", "coin"),
    PathWord("lost.rings", "out of the game", "ring"),
    PathWord("lost.tiles", "tiles taken away", "tile", _discard),
    PathWord("loot.<cell>", "coins on {cell}", "coin", _coins),
    PathWord("tiles.<cell>", "{cell}", value=_tile),
    PathWord("flag", "the flag", value=_flag),
    PathWord("turn.seat", "to act"),
    PathWord("turn.n", "turn", quiet=True),
    PathWord("turn.used", "taken this turn", "action", quiet=True),
    PathWord("turn.won", "a battle won this turn", value=_won, quiet=True),
    PathWord("phase", "the game"),
    PathWord("winner", "the winner"),
    PathWord("values.<seat>.<letter>", "the value of {seat's} explorer {letter}", value=_value),
    PathWord("seen.<seat>.<letter>", "who has seen the value of {seat's} explorer {letter}", "player"),
    PathWord("blast", "bomb in progress", value=_bomb),
    PathWord("blast.cell", "place of the bomb", value=_cell),
    PathWord("blast.value", "value of the bomb"),
    PathWord("blast.queue", "still to meet the bomb", "explorer"),
    PathWord("onIsland.<seat>", "{seat's} people on the island", "explorer"),
    PathWord("inBoat.<seat>", "{seat's} boat", "explorer"),
    PathWord("islandTiles", "the island", "tile"),
)
"""Left out: what the turn keeps for its rules (`step`, `reinforced`, `recruited`, `fresh`), which the sentences say."""
