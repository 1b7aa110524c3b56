"""A quick check, without playing a record out, of whether hindsight has anything to write into it."""

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import Gamble, Move, Redraw, Setup, Use, number_of
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.words import LIGHT, PORT, VOLCANOES, card_of, kind_of, property_of
from replay.step import Placed
from replay.table import Table

_PICKS_UP = ("pirate", "double-pirate")


def nothing_to_tell(table: Table, line: list[Placed]) -> bool:
    """Whether all permits and colours turned up are already known from when they were placed.

    A full record, or a scribe's record before the end, need not be played out twice: if every permit was noted
    when placed, following the ships is enough. True is certain; False only means that a closer look is needed.
    """
    ships: dict[str | None, str] = {}
    tops: dict[str | None, str] = {}
    stacks: dict[str, list[int | str]] = {}
    colours = table.kit.firm_colours
    for _, action in line:
        kind = type(action)
        if kind is Move:
            _follow_ship(ships, action)  # type: ignore[arg-type]  # it is a Move
            tops[action.by] = action.card  # type: ignore[attr-defined]  # it is a Move
        elif kind is Use:
            ship = ships.get(action.by, PORT)
            if not _is_plain(action, ship, stacks, colours, tops):  # type: ignore[arg-type]  # it is a Use
                return False
            tops[action.by] = action.card  # type: ignore[attr-defined]  # it is a Use
        elif kind is Gamble or kind is Redraw:
            tops[action.by] = action.card if kind is Gamble else UNKNOWN  # type: ignore[attr-defined]  # it has one
        elif kind is Reveal:
            if not _agrees(action, stacks, colours):  # type: ignore[arg-type]  # it is a Reveal
                return False
        elif kind is Setup and action.position is not None:  # type: ignore[attr-defined]  # it is a Setup
            return False
    return True


def _follow_ship(ships: dict[str | None, str], move: Move) -> None:
    if move.path is not None:
        at_sea = [place for place in move.path if kind_of(place) is None]
        if at_sea:
            ships[move.by] = at_sea[-1]
    elif move.to is not None:
        ships[move.by] = PORT if kind_of(move.to) is not None else move.to
    elif card_of(move.card).flag == LIGHT:
        ships[move.by] = PORT


def _is_plain(
    use: Use, ship: str, stacks: dict[str, list[int | str]], colours: dict[str, str], tops: dict[str | None, str]
) -> bool:
    """Whether a second card places a permit that is named, or surely none at all."""
    ashore = use.permit is not None or use.relic is not None or use.shown is not None
    if ship == PORT or ship in VOLCANOES or (not ashore and use.pirates is None):
        return True
    if use.permit is None:
        # A pile shuffled in the meantime has no top card, and a card of unknown property picks up pirates.
        card = tops.get(use.copy, UNKNOWN) if property_of(use.card) == "monument" else use.card
        return not ashore and property_of(card) in _PICKS_UP
    if use.shown not in (None, UNKNOWN) and colours.get(ship) != use.shown:
        return False
    stacks.setdefault(ship, []).append(number_of(use.permit))
    return True


def _agrees(reveal: Reveal, stacks: dict[str, list[int | str]], colours: dict[str, str]) -> bool:
    kind, of, _ = named_by(reveal.what)
    if kind == "permits" and isinstance(reveal.value, list):
        stack = stacks.get(of, [])
        return len(stack) == len(reveal.value) and UNKNOWN not in stack and stack == reveal.value
    return kind != "permit" and (kind != "colour" or colours.get(of) == reveal.value)
