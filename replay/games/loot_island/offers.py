"""What may be logged next by somebody who taps: what is legal, and what only the table can know."""

from typing import Any

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.geometry import CORNERS, FACINGS
from replay.games.loot_island.offers_loot import exploring
from replay.games.loot_island.offers_turn import turns_of
from replay.games.loot_island.rules.order import EVENTS_B
from replay.games.loot_island.setup import put_away_due
from replay.games.loot_island.state import (
    COLORS,
    State,
    hand_size,
    has_aaron,
    healer_count,
    target_of,
    treasures_left,
)
from replay.games.loot_island.suggest import suggest
from replay.games.loot_island.treasure_words import may_come_up
from replay.games.loot_island.turns import offered as laid_out
from replay.games.loot_island.turns import refill_due
from replay.notation.alphabet import Scope
from replay.offers import Offer, ToAsk, When, given, offered, unseen
from replay.saying import person
from replay.table import Table


def openings(table: Table) -> list[Offer]:
    """How the table is set up. Hands, event deck and healers were not seen, unless a variant shows them."""
    body: dict[str, Any] = {"do": "setup", "hands": {seat: unseen(hand_size(table)) for seat in table.seats}}
    ships = tuple({"corner": corner, "facing": facing} for corner in CORNERS for facing in FACINGS)
    asks = [ToAsk(("first",), of=table.seats, unseen="none"), ToAsk(("ship",), of=ships)]
    events = EVENTS_B if "events-known" in table.variants else None
    asks += [ToAsk(("events",), of=events, n=(4, 4), question="Which events?")] if events else []
    if events is None:
        body["events"] = unseen(4)
    if "healers-dealt" in table.variants:
        body["healers"] = {seat: unseen(2) for seat in table.seats}
    elif "healers-open" in table.variants:
        number = healer_count(table)
        asks.append(ToAsk(("healers",), of=tuple(table.kit.healers), n=(number, number), question="Which healers?"))
    else:
        body["healers"] = unseen(healer_count(table))
    if has_aaron(table):
        colors = tuple(color for color in COLORS if color not in table.seats)
        asks.append(ToAsk(("aaron", "color"), of=colors, question="Which colour has Aaron?"))
        asks.append(_cards_of_aaron(table, ("aaron", "hand"), 6))
    return [Offer(body, (*asks, *_put_away(table)), "sets the table up")]


def _cards_of_aaron(table: Table, at: tuple[str, ...], number: int) -> ToAsk:
    return ToAsk(at, of=tuple(table.kit.map), n=(number, number), unseen="?", question="Which cards has Aaron?")


def _put_away(table: Table) -> list[ToAsk]:
    """In the variant `opening-hand`, what each player puts away: how much depends on who goes first."""
    if "opening-hand" not in table.variants:
        return []
    asks = []
    for first in table.seats:
        when = When(("first",), among=(first,))
        for seat, number in put_away_due(table, first).items():
            at = ("discards", seat)
            what = f"Which cards does {person(table, seat)} put away?"
            some = ToAsk(at, of=tuple(table.kit.map), n=(number, number), when=(when,), unseen="?", question=what)
            asks.append(some if number else given(at, [], when))
    return asks


def offers(state: State) -> list[Offer]:
    """What may come next."""
    match state.phase:
        case "ready":
            return _events(state)
        case "preparation":
            return [_refill(state)]
        case "actions":
            return turns_of(state)
        case "loot" | "final":
            return exploring(state)
        case _:
            return [offered(action) for action in suggest(state)]


def _events(state: State) -> list[Offer]:
    return [_event(state, getattr(action, "card", "")) for action in suggest(state)]


def _event(state: State, card: str) -> Offer:
    """An event with what it turns up or makes players choose."""
    table = state.table
    body: dict[str, Any] = {"do": "event", "card": card}
    if card == "A1":
        draws = [
            ToAsk(("draw", seat), of=(unseen(2),), extra=True, question=f"{person(table, seat)} draws")
            for seat in table.seats
        ]
        return Offer({**body, "draw": {}}, tuple(draws))
    if card == "A2":
        number = min(laid_out(state), treasures_left(state))
        there = tuple(may_come_up(Scope(table, state)))
        return Offer(body, (ToAsk(("reveal",), of=there, n=(number, number), unseen="?"),))
    if card == "B3":
        return Offer(body, (ToAsk(("island",), of=tuple(table.kit.in_play)),))
    return Offer(body)


def _refill(state: State) -> Offer:
    """Everybody draws up; who discarded before draws as many more."""
    table, target = state.table, target_of(state)
    asks: list[ToAsk] = []
    for seat in table.seats:
        hand = state.hands[seat]
        of = tuple(table.kit.map) if UNKNOWN in hand else hand
        what = f"{person(table, seat)} discards"
        asks.append(ToAsk(("discard", seat), of=of, n=(1, len(hand)), extra=True, unseen="?", question=what))
    left = len(state.discard) + state.deck
    for seat in table.clockwise(state.first):
        hand = state.hands[seat]
        for gone in range(len(hand) + 1):
            due = refill_due(state, len(hand) - gone, left)
            asks.append(given(("draw", seat), unseen(due), When(("discard", seat), count=gone)))
    if AARON in state.hands:
        asks.append(_cards_of_aaron(table, ("aaron",), target))
    return Offer({"do": "refill", "discard": {}}, tuple(asks), "everybody refills their hand")
