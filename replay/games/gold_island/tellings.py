"""What the events of a game tell about others when it is seen from its end, without playing it out."""

from typing import NamedTuple

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import Gamble, Setup, Take, Use, number_of, stolen, text_of, texts_of
from replay.games.gold_island.settlement import named_by
from replay.step import Placed


class Parts(NamedTuple):
    """The events of a game that tell something about others, by what they are."""

    setup: Setup
    plays: list[Placed]
    """Every take, gamble and second card."""
    reveals: list[Placed]


_PLAYS = frozenset({Take, Gamble, Use})
_TELLING = _PLAYS | {Setup, Reveal}


def parts_of(line: list[Placed]) -> Parts:
    """These events of a line."""
    told = [placed for placed in line if type(placed.action) in _TELLING]
    setup = next((action for _, action in told if isinstance(action, Setup)), Setup())
    plays = [placed for placed in told if type(placed.action) in _PLAYS]
    return Parts(setup, plays, [placed for placed in told if type(placed.action) is Reveal])


def chests(parts: Parts) -> dict[str, int]:
    """Chests as last turned up, if a seer had noted them and setup does not always say the same."""
    noted = {action.island for _, action in parts.plays if type(action) is Use and type(action.value) is int}
    setup = parts.setup
    if setup.position is not None:
        noted |= {island for island, part in (setup.position.islands or {}).items() if part.peeked}
    if not noted:
        return {}
    told = [
        (named_by(action.what).of, action.value)
        for _, action in parts.reveals
        if type(action) is Reveal and action.what.startswith("chest.") and type(action.value) is int
    ]
    known = setup.chests or {}
    otherwise = {island for island, value in told if known.get(island) != value}
    return {island: value for island, value in told if island in noted and island in otherwise}


def gained_later(parts: Parts) -> frozenset[int]:
    """The events that place a permit which the player is known to have received only later."""
    later: set[tuple[str | None, int]] = set()
    found = set()
    for seq, action in reversed(parts.plays):
        if type(action) is Use:
            if (action.by, action.permit) in later:
                found.add(seq)
        else:
            value = number_of(action.permit)  # type: ignore[attr-defined]  # a take and a gamble have it
            if type(value) is int:
                later.add((action.by, value))
    return frozenset(found)


def named_though_gold(parts: Parts) -> frozenset[str]:
    """All islands whose cards were named, if the gold island is among them."""
    gold: set[str] = set()
    named: set[str] = set()
    _names_of_setup(parts.setup, gold, named)
    for _, action in parts.reveals:
        assert isinstance(action, Reveal), "no other event is among them"
        what = named_by(action.what).kind
        if what == "gold":
            gold.add(text_of(action.value))
        elif what == "islandCards":
            named.update(texts_of(action.value))
    for _, action in parts.plays:
        if type(action) is Take:
            named.add(text_of(action.card))
        elif type(action) is Use and action.rob:
            for cards in action.rob.values():
                named.update(stolen(cards))
    return frozenset((gold & named) - {UNKNOWN})


def _names_of_setup(setup: Setup, gold: set[str], named: set[str]) -> None:
    gold.add(text_of(setup.gold))
    part = setup.position.islandCards if setup.position is not None else None
    if setup.position is None:
        named.update(text_of(card) for card in (setup.islandCards or {}).values())
    elif part:
        gold.add(text_of(part.gold))
        named.update(part.named or ())
        named.update(card for cards in (part.held or {}).values() for card in texts_of(cards))


def chest_closers(parts: Parts, chests: dict[str, int]) -> dict[int, int]:
    """Which reveal showed a chest, for the events that depended on it."""
    if not chests:
        return {}
    told = {
        named_by(action.what).of: seq
        for seq, action in parts.reveals
        if type(action) is Reveal and action.what.startswith("chest.")
    }
    return {seq: told[action.island] for seq, action in parts.plays if type(action) is Use and action.island in chests}
