"""The books of the second model: the grid, the table at the beginning, and what moves on it."""

import tomllib
from pathlib import Path
from typing import Any

from tests.helpers.tools import Body

KITS = Path(__file__).parents[3] / "replay" / "games" / "lost_island"
CELLS = [f"{column}{row}" for column in "abcdef" for row in range(1, 7)]
STEPS = {
    "n": (0, 1),
    "e": (1, 0),
    "s": (0, -1),
    "w": (-1, 0),
    "ne": (1, 1),
    "se": (1, -1),
    "sw": (-1, -1),
    "nw": (-1, 1),
}


def go(cell: str, way: str, steps: int = 1) -> str | None:
    """The cell this many steps that way, if the grid has it."""
    column, row = ord(cell[0]) + STEPS[way][0] * steps, int(cell[1:]) + STEPS[way][1] * steps
    found = f"{chr(column)}{row}"
    return found if found in CELLS else None


def line(cell: str, way: str) -> list[str]:
    """All cells that way, nearest first."""
    return [spot for steps in range(1, 6) if (spot := go(cell, way, steps)) is not None]


def sides(cell: str) -> list[str]:
    return [spot for way in "nesw" if cell in CELLS and (spot := go(cell, way)) is not None]


def ring(cell: str) -> int:
    column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
    return 1 + min(column, row, 5 - column, 5 - row)


class Illegal(Exception):
    """The page forbids a step."""


class Book:
    """What lies where on a table, and how explorers, coins and tiles move there."""

    def __init__(self, header: Body, *, strict: bool = False) -> None:
        """A strict book ends at the first fault: what comes after it need not make sense."""
        self.strict = strict
        options = header.get("options", {})
        self.seats = [player["seat"] for player in header["players"]]
        self.variants = options.get("variants", [])
        self.kit = tomllib.loads((KITS / f"{options.get('kit', 'box')}.toml").read_text("utf-8"))
        self.faults: list[str] = []
        self.where: dict[str, str] = {}
        self.boats: dict[str, list[str]] = {}
        self.coins = dict.fromkeys(self.seats, 1)
        self.supply, self.spare_rings = 24 - len(self.seats), 24
        self.rings: set[str] = set()
        self.lost_coins = self.lost_rings = 0
        self.lost_tiles: list[str] = []
        self.loot: dict[str, int] = {}
        self.tiles: dict[str, str] = {}
        self.faces: dict[str, int] = {}
        self.values: dict[str, int] = {}
        self.flag = "hidden"
        self.winner: str | None = None
        self.bomb: tuple[str, int, list[str]] | None = None
        self.turn, self.n = self.seats[0], 0
        self._new_turn(self.turn)

    def _new_turn(self, seat: str) -> None:
        self.turn, self.n, self.used, self.bought = seat, self.n + 1, 0, False
        self.reinforced = self.recruited = self.won = False
        self.fresh: set[str] = set()

    def demand(self, holds: bool, why: str) -> None:
        if not holds:
            self.faults.append(why)
            if self.strict:
                raise Illegal(why)

    def judge_win(self) -> None:
        if self.bomb is None and self.flag in self.where and self.winner is None:
            seat = self.flag[:-2]
            if all(piece[:-2] == seat for piece in self.where):
                self.winner = seat

    # the beginning

    def setup(self, body: Body) -> None:
        stones = body.get("stones") or self.kit["stones"]
        self.demand(len(set(stones)) == 4 and set(stones) <= set(CELLS), "stones")
        self.demand(
            "landscape" in self.variants or self.kit["places"] != "printed" or set(stones) == set(self.kit["stones"]),
            "printed places",
        )
        self.tiles = {cell: "stone" if cell in stones else "?" for cell in CELLS}
        for index, seat in enumerate(self.seats):
            home = self.kit["seating"][str(len(self.seats))][index]
            start = body.get("start", {}).get(seat) or dict(zip("abc", self.kit["starts"][home], strict=True))
            boat = body.get("boats", {}).get(seat) or [letter for letter in "abcdef" if letter not in start]
            self.demand(len(start) == 3 and sorted([*start, *boat]) == list("abcdef"), "three and three")
            if not {"landscape", "free-landing"} & set(self.variants):
                rounds = [{go(stone, way) for way in STEPS} for stone in stones]
                self.demand(any(set(start.values()) <= cells for cells in rounds), "around one stone")
            for letter, cell in start.items():
                self.demand(self.tiles.get(cell) == "?" and cell not in self.where.values(), "a start of its own")
                self.where[f"{seat}.{letter}"] = cell
            self.boats[seat] = list(boat)
            for letter, value in body.get("values", {}).get(seat, {}).items():
                self.show(f"{seat}.{letter}", value)
        self.demand(body.get("first", self.seats[0]) in self.seats, "first")
        if body.get("first") in self.seats:
            self.turn = body["first"]

    def show(self, piece: str, value: Any) -> None:
        others = [known for other, known in self.values.items() if other[:-2] == piece[:-2] and other != piece]
        self.demand(value in range(1, 7) and self.values.get(piece, value) == value and value not in others, "a value")
        self.values.setdefault(piece, value)

    # pieces

    def home(self, piece: str) -> str:
        cell = self.where.pop(piece)
        self.boats[piece[:-2]].append(piece[-1])
        self.use_ring(piece)
        return cell

    def use_ring(self, piece: str) -> None:
        if piece in self.rings:
            self.rings.remove(piece)
            self.lost_rings += 1

    def land(self, cell: str) -> bool:
        return self.tiles.get(cell, "water") not in ("water", "deep")

    def free(self, cell: str) -> bool:
        return self.land(cell) and cell not in self.where.values()

    def take(self, coins: int) -> int:
        taken = min(coins, self.supply)
        self.supply -= taken
        return taken

    def turn_up(self, cell: str, face: Any, *, stone: bool) -> None:
        group = "stone" if stone else "ordinary"
        known = self.kit["tiles"][group]
        bomb = (
            isinstance(face, str) and face.startswith("bomb-") and face.split("-")[1] in ("cross", "diagonal", "line")
        )
        allowed = ("flag", "loot-1", "loot-2", "loot-3") if stone else ("plain", "storm", "loot-1", "loot-2", "loot-3")
        self.demand(face in allowed or (bomb and not stone), "no such face")
        word = f"stone-{face}" if stone else str(face)
        self.faces[word] = self.faces.get(word, 0) + 1
        limit = known.get(face, 0 if all(isinstance(count, int) for count in known.values()) else "?")
        self.demand(not isinstance(limit, int) or self.faces[word] <= limit, "more than the kit has")
        turned = [seen for seen, count in self.faces.items() if seen.startswith("stone-") for _ in range(count)]
        self.demand(len(turned) < 4 or "stone-flag" in turned, "no flag among the four")
        self.tiles[cell] = word

    def arrive(self, piece: str, cell: str, face: Any, how: str = "walk") -> None:
        self.where[piece] = cell
        if self.tiles.get(cell) == "stone":
            self.demand(face is not None, "the face is noted")
            self.turn_up(cell, face, stone=True)
            if face == "flag":
                self.flag = piece
            elif str(face).startswith("loot-"):
                self.coins[piece[:-2]] += self.take(int(face[-1]))
        elif how != "storm":
            self.demand(face is None or f"stone-{face}" == self.tiles.get(cell), "no stone is turned")
        if self.flag == cell:
            self.flag = piece
        if cell in self.loot and (how == "storm" or cell not in self.fresh):
            self.coins[piece[:-2]] += self.loot.pop(cell)

    def own(self, body: Body, by: str, key: str = "piece") -> str | None:
        """The cell of the explorer that acts, if it is one that may."""
        piece = body.get(key)
        self.demand(piece in self.where and piece[:-2] == by, "an explorer of one's own on the island")
        return self.where.get(piece) if isinstance(piece, str) else None

    def document(self) -> Body:
        """What can be counted, in the form of the game's own document."""
        by_seat = {
            seat: {piece[-1]: self.where[piece] for piece in sorted(self.where) if piece[:-2] == seat}
            for seat in self.seats
        }
        return {
            "phase": "over" if self.winner else "play",
            "winner": self.winner,
            "tiles": self.tiles,
            "loot": {cell: coins for cell, coins in sorted(self.loot.items()) if coins},
            "explorers": by_seat,
            "boats": self.boats,
            "rings": {seat: sorted(piece[-1] for piece in self.rings if piece[:-2] == seat) for seat in self.seats},
            "coins": self.coins,
            "supply": {"coins": self.supply, "rings": self.spare_rings},
            "lost": {"coins": self.lost_coins, "rings": self.lost_rings, "tiles": self.lost_tiles},
            "flag": self.flag,
        }
