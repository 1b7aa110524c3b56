"""The beginning of a game: the state that a `setup` describes."""

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Seal, Setup
from replay.games.loot_island.geometry import CORNERS, FACINGS, RING
from replay.games.loot_island.hands import knowledge
from replay.games.loot_island.kit import Kit, readable, readable_healers
from replay.games.loot_island.position import position
from replay.games.loot_island.state import NOTHING_YET, State, hand_size, has_aaron, healer_count
from replay.table import Table


def start(table: Table) -> State:
    """The state before any event: as after a `setup` that says nothing."""
    return set_up(table, Setup(), 0)


def starter(action: Setup) -> str | None:
    """Who starts, if the set-up says so. A position begins in the middle: who started before it is not known."""
    return action.first if action.position is None else None


def set_up(table: Table, action: Setup, tick: int) -> State:
    """The state after a `setup`, as the event of this tick."""
    if action.position is not None:
        return position(table, action.position, tick)
    kit: Kit = table.kit
    first = action.first if action.first in table.seats else table.seats[0]
    hands = {seat: _hand(table, action, seat) for seat in table.seats}
    discard = _put_away(table, action, first)
    if has_aaron(table):
        given = action.aaron.hand if action.aaron is not None else None
        hands[AARON] = readable(kit, given) if given is not None else (UNKNOWN,) * 6
    actors = tuple(hands)
    pile, healers, dealt = _healers(table, action)
    ship = action.ship
    return State(
        table=table,
        round=0,
        phase="ready",
        corner=ship.corner if ship is not None and ship.corner in CORNERS else "NW",
        facing=ship.facing if ship is not None and ship.facing in FACINGS else "cw",
        first=first,
        turn=None,
        turns=0,
        passed=(),
        event=None,
        events=action.events if action.events is not None else (UNKNOWN,) * 4,
        spent=(),
        islands=dict.fromkeys(kit.in_play, "up"),
        hands=hands,
        cubes=dict.fromkeys(table.seats, 3),
        compasses=dict.fromkeys(actors, 3),
        kept=dict.fromkeys(actors, ()),
        columns=dict.fromkeys(RING, ()),
        stacks=dict.fromkeys(RING, ()),
        deck=max(0, kit.map_total - sum(len(hand) for hand in hands.values()) - len(discard)),
        discard=discard,
        treasure_deck=kit.piles,
        treasure_discard=(),
        open=(),
        offer=(),
        loot=None,
        pile=pile,
        healers=healers,
        order=(),
        taken={},
        dealt=dealt,
        out=(),
        cutoff=False,
        color=action.aaron.color if action.aaron is not None and has_aaron(table) else None,
        done=False,
        result=None,
        memory=NOTHING_YET,
        **knowledge(kit, hands, (), discard, tick),
    )


def _hand(table: Table, action: Setup, seat: str) -> tuple[str, ...]:
    given = (action.hands or {}).get(seat)
    if given is None or isinstance(given, Seal):
        return (UNKNOWN,) * hand_size(table)
    return readable(table.kit, given)


def put_away_due(table: Table, first: str) -> dict[str, int]:
    """How many cards each player puts away at the start: none, except in the variant `opening-hand`."""
    due = dict.fromkeys(table.seats, 0)
    if "opening-hand" in table.variants:
        for place, seat in enumerate(table.clockwise(first), 1):
            dealt = hand_size(table) if place == 1 else 6 + place
            if place == 2 and has_aaron(table) and table.readings["LI-Q29"] == "plus-one":
                dealt = 7
            due[seat] = dealt - hand_size(table)
    return due


def _put_away(table: Table, action: Setup, first: str) -> tuple[str, ...]:
    if "opening-hand" not in table.variants:
        return ()
    cards: tuple[str, ...] = ()
    due = put_away_due(table, first)
    for seat in table.clockwise(first):
        given = (action.discards or {}).get(seat)
        cards += readable(table.kit, given) if given is not None else (UNKNOWN,) * due[seat]
    return cards


def _healers(table: Table, action: Setup) -> tuple[tuple[str, ...], tuple[str, ...], dict[str, tuple[str, ...]] | None]:
    """The healers as (face down, open, dealt)."""
    given = action.healers
    if "healers-dealt" in table.variants:
        told = given if isinstance(given, dict) else {}
        dealt = {}
        for seat in table.seats:
            cards = told.get(seat)
            dealt[seat] = readable_healers(table.kit, cards) if isinstance(cards, tuple) else (UNKNOWN,) * 2
        return (), (), dealt
    cards = readable_healers(table.kit, given) if isinstance(given, tuple) else (UNKNOWN,) * healer_count(table)
    return ((), cards, None) if "healers-open" in table.variants else (cards, (), None)
