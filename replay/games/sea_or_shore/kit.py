"""The kit: how many copies of each treasure exist."""

from collections import Counter
from typing import Any

import msgspec

from replay.games.sea_or_shore.words import COLOURS, column, points_of
from replay.kit import box_with, is_assumed, of_another_game, refused, shipped


class Kit(msgspec.Struct, frozen=True):
    """What a box holds, as far as the rules need it."""

    id: str
    copies: dict[str, int]
    """Copies of each treasure in play with this number of players."""
    assumed: bool
    """Whether the copies rest on an assumption."""

    @property
    def least(self) -> int:
        """The fewest points on a treasure."""
        return min(points_of(treasure) for treasure, copies in self.copies.items() if copies > 0)

    @property
    def most(self) -> int:
        """The most points on a treasure."""
        return max(points_of(treasure) for treasure, copies in self.copies.items() if copies > 0)


def read_kit(kit: str | dict[str, Any], players: int) -> Kit:
    """The kit `box` or `demo`, or one written out in the header, which takes what it leaves out from `box`."""
    raw = shipped(__package__, kit) if isinstance(kit, str) else box_with(__package__, kit)
    faults = check_kit(raw)
    if faults:
        raise refused(faults[0])
    treasure = raw["treasure"]
    copies = Counter(f"{colour}-{points}" for colour in COLOURS for points in treasure["values_per_colour"])
    if column(players) == 3:
        copies -= Counter(f"{colour}-{points}" for colour in COLOURS for points in treasure["left_out_at_3_players"])
    return Kit(str(raw.get("id", "own")), dict(copies), is_assumed(treasure))


def check_kit(raw: dict[str, Any]) -> list[str]:
    """What is missing from a kit or contradicts the box, in words."""
    faults = of_another_game(raw.get("game", "sea-or-shore"), "sea-or-shore")
    treasure = raw.get("treasure")
    if not isinstance(treasure, dict):
        return [*faults, "the table [treasure] is missing"]
    for name, length in (("values_per_colour", 8), ("left_out_at_3_players", 3)):
        values = treasure.get(name, [2, 3, 4] if name == "left_out_at_3_players" else None)
        if not isinstance(values, list) or not all(type(value) is int for value in values):
            faults.append(f"treasure.{name} must be a list of points")
        elif len(values) != length:
            faults.append(f"treasure.{name} has {len(values)} entries, but the box has {length} of each colour")
    if not faults:
        treasure.setdefault("left_out_at_3_players", [2, 3, 4])
        for points in (2, 3, 4):
            if points not in treasure["values_per_colour"]:
                faults.append(
                    f"treasure.values_per_colour has no {points}, which the rulebook removes with three players"
                )
    return faults


def kit_template() -> str:
    """A kit file to fill in with the box open on the table."""
    return (
        "# Sea or Shore: the kit of one box. Go through the 32 treasure cards, eight of each colour.\n"
        'game = "sea-or-shore"\n'
        'id = "my-box"\n\n'
        "[treasure]\n"
        "# The points printed on the eight treasures of one colour (the same for every colour).\n"
        "values_per_colour = [1, 2, 2, 3, 3, 4, 4, 5]\n"
        "# Removed from each colour with three players.\n"
        "left_out_at_3_players = [2, 3, 4]\n"
    )
