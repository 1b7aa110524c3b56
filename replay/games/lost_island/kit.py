"""The kit: what the pictures in the rulebook show, and how many tiles there are of each face."""

from collections.abc import Mapping
from typing import Any

import msgspec

from records.text import counted
from replay.games.lost_island.board import Board, board_of
from replay.games.lost_island.words import LETTERS, STONE_FACES, is_ordinary_face
from replay.kit import box_text, box_with, check_form, of_another_game, read_form, shipped, without_basis

GROUPS = ("stone", "ordinary")


class Kit(msgspec.Struct, frozen=True):
    """The kit as the game reads it."""

    id: str
    board: Board
    columns: str
    rows: int
    colours: tuple[str, ...]
    coins: int
    rings: int
    printed: bool
    """Whether the places of the stones were copied from a real board."""
    stones: tuple[str, ...]
    starts: dict[str, dict[str, str]]
    """The cells of the first explorers around each stone, by letter."""
    seating: tuple[str, ...]
    """The stone at which each seat starts, for this number of players."""
    tiles: dict[str, dict[str, int | str]]
    deal: dict[str, dict[str, int]]
    """The tiles used in dealt games."""

    def limit(self, group: str, face: str) -> int | None:
        """How many tiles of a group show a face; None if the kit does not say."""
        counts = self.tiles.get(group, {})
        count = counts.get(face)
        if isinstance(count, int):
            return count
        known = face not in counts and bool(counts) and all(isinstance(other, int) for other in counts.values())
        return 0 if known else None


class KitFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a kit file."""

    game: str
    id: str
    columns: str
    rows: int
    colours: list[str]
    coins: int
    rings: int
    places: str
    stones: list[str]
    starts: dict[str, list[str]]
    seating: dict[str, list[str]]
    tiles: dict[str, dict[str, int | str]]
    totals: dict[str, int] = {}
    deal: dict[str, dict[str, int]] = {}


def read_kit(named: str | dict[str, Any], players: int) -> Kit:
    """The kit named in a header, or written into it; what that leaves out comes from the box."""
    content = shipped(__package__, named) if isinstance(named, str) else _over_box(named)
    file = read_form(without_basis(content), KitFile, _faults)
    return Kit(
        id=file.id,
        board=board_of(file.columns, file.rows),
        columns=file.columns,
        rows=file.rows,
        colours=tuple(file.colours),
        coins=file.coins,
        rings=file.rings,
        printed=file.places == "printed",
        stones=tuple(file.stones),
        starts={stone: dict(zip(LETTERS, cells, strict=False)) for stone, cells in file.starts.items()},
        seating=tuple(_seating(file, players)),
        tiles=file.tiles,
        deal=file.deal,
    )


def check_kit(content: dict[str, Any]) -> list[str]:
    """What is missing or wrong in a kit file, in words."""
    return check_form(without_basis(_over_box(content)), KitFile, _faults)


def kit_template() -> str:
    """A kit to copy and correct, as TOML: the box with its comments."""
    return box_text(__package__)


def _over_box(content: dict[str, Any]) -> dict[str, Any]:
    return box_with(__package__, content, "tiles", "deal")


def _seating(file: KitFile, players: int) -> list[str]:
    """The places for this number of players, or for the nearest number in the kit."""
    numbers = sorted((int(number) for number in file.seating), key=lambda number: (abs(number - players), number))
    return file.seating[str(numbers[0])] if numbers else []


def _faults(file: KitFile) -> list[str]:
    if file.game != "lost-island":
        return of_another_game(file.game, "lost-island")
    if not 1 <= file.rows <= 99 or not file.columns.isascii() or not file.columns.islower():
        return ["a board needs columns named by lower-case letters, and 1 to 99 rows"]
    if len(set(file.columns)) != len(file.columns) or not file.columns.isalpha():
        return ["each column needs a letter of its own"]
    cells = board_of(file.columns, file.rows).place
    faults = [f"stones: {stone} is not a cell of the board" for stone in file.stones if stone not in cells]
    for stone, start in file.starts.items():
        faults += [
            f"starts.{stone}: {cell} is not a cell of the board" for cell in (stone, *start) if cell not in cells
        ]
    for number, stones in file.seating.items():
        if not number.isdecimal():
            faults.append(f"seating: {number!r} is not a number of players")
        faults += [f"seating.{number}: there are no starts at {stone}" for stone in stones if stone not in file.starts]
    if file.places not in ("assumed", "printed"):
        faults.append(f"places is {file.places!r}; allowed: assumed, printed")
    if file.coins < 0 or file.rings < 0:
        faults.append("coins and rings cannot be negative")
    return faults + _tile_faults(file)


def _face_faults(place: str, group: str, faces: Mapping[str, int | str]) -> list[str]:
    faults = []
    for face, count in faces.items():
        if not (face in STONE_FACES if group == "stone" else is_ordinary_face(face)):
            faults.append(f"{place}: no tile shows {face!r}")
        if count != "?" and (not isinstance(count, int) or count < 0):
            faults.append(f'{place}.{face} is {count!r}; write a number or "?"')
    return faults


def _tile_faults(file: KitFile) -> list[str]:
    faults = [f"tiles.{group}: the groups are {' and '.join(GROUPS)}" for group in file.tiles if group not in GROUPS]
    for group, faces in file.tiles.items():
        faults += _face_faults(f"tiles.{group}", group, faces)
    for group, dealt in file.deal.items():
        faults += _face_faults(f"deal.{group}", group, dealt)
    for group, counts in file.tiles.items():
        known = [count for count in counts.values() if isinstance(count, int)]
        total = file.totals.get(group)
        if total is not None and sum(known) > total:
            faults.append(f"tiles.{group} has {counted(sum(known), 'tile')}, but totals.{group} says {total}")
    return faults
