"""What may be done next, as far as the state knows it: for completion, and for the dealer."""

from itertools import combinations
from typing import Literal

from msgspec.structs import replace

from replay.action import UNKNOWN, Action
from replay.games.loot_island.actions import (
    AARON,
    Cleanup,
    Event,
    Healer,
    Healers,
    Island,
    Loot,
    Pass,
    Play,
    Recall,
    Refill,
    Setup,
    Take,
)
from replay.games.loot_island.geometry import RING, Landing, other_landing
from replay.games.loot_island.kit import WILD, card_of, tile_of
from replay.games.loot_island.plan import due
from replay.games.loot_island.rules.order import EVENTS_A, EVENTS_B
from replay.games.loot_island.state import (
    State,
    column_color,
    column_value,
    disc_limit,
    has_aaron,
    kit_of,
    nothing_left_to_find,
    on_island,
    price_of,
    reading,
    treasures_left,
)

ForAaron = Literal["aaron"] | None

MOST = 400
"""More suggestions than anyone would read."""


def suggest(state: State) -> list[Action]:
    """Legal next actions. Hidden cards are left out, and anything left to chance is `"?"`."""
    if state.tick == 0:
        return [Setup(first=seat) for seat in state.table.seats]
    match state.phase:
        case "ready":
            return _events(state)
        case "preparation":
            return [Refill()]
        case "actions":
            return _turn(state)[:MOST]
        case "loot" | "final":
            return _exploring(state)
        case "healer":
            return (
                [Healer(by=state.order[0], card=card) for card in dict.fromkeys(state.healers)] if state.order else []
            )
        case _:
            return []


def _events(state: State) -> list[Action]:
    used = {*state.spent, state.event}
    if state.round == 0:
        return [Event(card=card) for card in EVENTS_A]
    known = state.events if "events-known" in state.table.variants and UNKNOWN not in state.events else EVENTS_B
    return [Event(card=card) for card in sorted(known, key=EVENTS_B.index) if card not in used]


def _exploring(state: State) -> list[Action]:
    plan = state.loot
    if plan is not None and plan.takers and state.open:
        taking = plan.takers[0]
        names = dict.fromkeys(state.open)
        return [Take(by=taking, treasure=name, keep=keep) for name in names for keep in (True, False)]
    if plan is not None and plan.queue:
        if nothing_left_to_find(state):
            return [Healers()]
        landing, size = plan.queue[0]
        return [Loot(reveal=(UNKNOWN,) * min(due(state, landing, size), treasures_left(state)))]
    return [Cleanup()] if state.phase == "loot" else [Healers()]


def actors_for(state: State, seat: str) -> tuple[str, ...]:
    """Whose cards a player may use: their own, and Aaron's if Aaron takes part and is not done."""
    return (seat, AARON) if has_aaron(state.table) and not state.done else (seat,)


def _turn(state: State) -> list[Action]:
    recalls = recalls_due(state)
    if recalls:
        return recalls
    seat = state.turn
    if seat is None:
        return []
    taking = dict.fromkeys(state.offer) if state.event == "A2" else {}
    moves: list[Action] = [Pass(by=seat, take=name) for name in taking] or [Pass(by=seat)]
    for actor in actors_for(state, seat):
        moves += _plays(state, seat, actor)
        moves += _islands(state, seat, actor)
    return moves


def recalls_due(state: State) -> list[Action]:
    """Under B4, before the first turn, the discs that players with three on the island may take back."""
    if state.event != "B4" or state.turns:
        return []
    actors = (*state.table.seats, AARON) if has_aaron(state.table) else state.table.seats
    moves: list[Action] = []
    for actor in actors:
        if on_island(state, actor) >= 3:
            for_: ForAaron = "aaron" if actor == AARON else None
            by = state.first if actor == AARON else actor
            moves += [Recall(by=by, landing=place, for_=for_) for place in RING if actor in state.stacks[place]]
    return moves


def playable(state: State, actor: str, landing: str) -> dict[str, list[str]]:
    """The known cards an actor may lay at a landing, by colour, in an allowed order."""
    kit = kit_of(state)
    column, beside = state.columns[landing], state.columns[other_landing(landing)]
    value = column_value(kit, column)
    if value is None or (UNKNOWN in beside and not column):
        return {}
    only, never = column_color(kit, column), column_color(kit, beside) if not column else None
    found: dict[str, list[str]] = {}
    for name in state.hands.get(actor, ()):
        card = card_of(kit, name)
        if card is None or card.color == never or (only is not None and card.color != only):
            continue
        if card.value in (WILD, 1) or card.value >= value:
            found.setdefault(card.color, []).append(name)
    return {color: sorted(names, key=lambda name: _rank(state, name)) for color, names in found.items()}


def _rank(state: State, name: str) -> tuple[int, str]:
    card = card_of(kit_of(state), name)
    assert card is not None
    return (card.value if card.value != WILD else 1_000, name)


def discs_from(state: State, actor: str, landing: str) -> list[Landing | None]:
    """Where the disc for a landing may come from: None is the area, or none is needed."""
    if actor in state.stacks[landing] or on_island(state, actor) < disc_limit(state):
        return [None]
    if state.event == "B4" and on_island(state, actor) == 2 and reading(state, 34) == "blocked":
        return []
    return [place for place in RING if actor in state.stacks[place]]


def _plays(state: State, seat: str, actor: str) -> list[Action]:
    moves: list[Action] = []
    for landing in RING:
        sources = discs_from(state, actor, landing)
        for names in playable(state, actor, landing).values():
            runs = dict.fromkeys(
                [*((name,) for name in names), *(tuple(names[:size]) for size in range(2, len(names) + 1))]
            )
            for source in sources:
                moves += [
                    Play(by=seat, landing=landing, cards=cards, from_=source, for_="aaron" if actor == AARON else None)
                    for cards in runs
                ]
    return moves


def payments(state: State, actor: str) -> list[tuple[str, ...]]:
    """The known cards with which an actor may pay for a small island."""
    kit = kit_of(state)
    hand = [name for name in state.hands.get(actor, ()) if card_of(kit, name) is not None]
    price = price_of(state)
    if price == 1:
        return [(name,) for name in dict.fromkeys(hand)]
    pairs = [(a, b) for a, b in combinations(hand, 2) if _color(state, a) == _color(state, b)]
    if price == 2:
        return list(dict.fromkeys(pairs))
    found = []
    for a, b in pairs:
        rest = list(hand)
        rest.remove(a)
        rest.remove(b)
        found += [(a, b, name) for name in rest]
    return list(dict.fromkeys(found))


def _color(state: State, name: str) -> str:
    card = card_of(kit_of(state), name)
    assert card is not None
    return card.color


def _islands(state: State, seat: str, actor: str) -> list[Action]:
    paid = payments(state, actor)
    if not paid:
        return []
    moves: list[Action] = []
    for name, side in state.islands.items():
        if side == "up":
            moves += [replace(move, cards=paid[0]) for move in island_uses(state, seat, actor, name)]
    return moves


def island_uses(state: State, seat: str, actor: str, name: str) -> list[Island]:
    """The ways of using a tile, before its cards are paid."""
    for_: ForAaron = "aaron" if actor == AARON else None
    tile = tile_of(kit_of(state), name)
    idle = Island(by=seat, island=name, cards=(), use=False, for_=for_)
    match tile.kind:
        case "bottom":
            places = [place for place in RING if actor in state.stacks[place]]
            return [idle, *(Island(by=seat, island=name, cards=(), landing=place, for_=for_) for place in places)]
        case "place":
            return [idle, *_placings(state, seat, actor, name)]
        case "treasure":
            reveal = UNKNOWN if treasures_left(state) else None
            return [idle, Island(by=seat, island=name, cards=(), reveal=reveal, for_=for_)]
        case _:
            return [idle, Island(by=seat, island=name, cards=(), for_=for_)]


def _placings(state: State, seat: str, actor: str, name: str) -> list[Island]:
    for_: ForAaron = "aaron" if actor == AARON else None
    return [
        Island(by=seat, island=name, cards=(), landing=place, from_=source, for_=for_)
        for place in RING
        if actor not in state.stacks[place] and (state.columns[place] or reading(state, 33) == "yes")
        for source in discs_from(state, actor, place)
    ]
