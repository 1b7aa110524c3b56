"""What may be logged next by somebody who taps: what is legal, and what only the table can know."""

from typing import Any

from replay.action import UNKNOWN, body_of
from replay.games.sea_or_shore.actions import Act, Lay, Round
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.suggest import acts, suggest
from replay.games.sea_or_shore.words import (
    CARDS,
    COLOUR_OF,
    NUMBER_OF,
    cards_each,
    colour_of,
    deck_colours,
    deck_names,
)
from replay.offers import Offer, ToAsk, offered, unseen
from replay.saying import owner, person
from replay.table import Table


def openings(table: Table) -> list[Offer]:
    """The first round: who starts, what lies face up; the hands were not seen."""
    asks = (
        ToAsk(("starter",), of=table.seats, unseen="none"),
        *_turned_up(table, dict.fromkeys(table.kit.copies, 0)),
        *(
            ToAsk(("actions", pair), of=(1, 2, 3, 4), question=f"Which action card belongs to {said}?")
            for pair, said in (("rb", "red and blue"), ("gp", "green and purple"))
        ),
    )
    return [Offer({"do": "setup", **_dealt(table)}, asks, "sets the table up")]


def _dealt(table: Table) -> dict[str, Any]:
    hands = {seat: unseen(cards_each(len(table.seats))) for seat in table.seats}
    return {"treasures": unseen(len(deck_names(len(table.seats)))), "hands": hands}


def _turned_up(table: Table, gone: dict[str, int]) -> list[ToAsk]:
    """The treasure on each deck, one of those that may still lie in it."""
    names = deck_names(len(table.seats))
    asks = []
    for place, deck in enumerate(names):
        left = [name for name, copies in table.kit.copies.items() if copies > gone.get(name, 0)]
        of = tuple(name for name in left if colour_of(name) in deck_colours(deck))
        more = " of the other deck" if place else ""
        asks.append(ToAsk(("treasures", str(place)), of=of, unseen="?", question=f"Which treasure{more} comes up?"))
    return asks


def _won(state: State) -> dict[str, int]:
    """How many of each treasure players have won, so that it cannot come up again."""
    won = [name for pile in state.piles.values() for name in pile]
    return {name: won.count(name) for name in won}


def offers(state: State) -> list[Offer]:
    """What may come next."""
    match state.phase:
        case "pass":
            return [_pass(state)]
        case "lay" if state.turn is not None:
            return [_lay(state, state.turn), _show(state)]
        case "lay":
            return [_show(state)]
        case "act":
            return [*_acts(state), _turn(state)]
        case "deal":
            rounds = [action for action in suggest(state) if isinstance(action, Round)]
            asks = _turned_up(state.table, {})
            return [Offer({**body_of(action), **_dealt(state.table)}, tuple(asks)) for action in rounds]
        case _:
            return []


def _pass(state: State) -> Offer:
    known = {seat: hand for seat, hand in state.hands.items() if UNKNOWN not in hand}
    body = {"do": "pass", "cards": dict.fromkeys(state.table.seats, UNKNOWN)}
    asks = [
        ToAsk(("cards", seat), of=hand, unseen="?", question=f"Which card does {person(state.table, seat)} pass?")
        for seat, hand in known.items()
    ]
    return Offer(body, tuple(asks))


def _lay(state: State, seat: str) -> Offer:
    shown = tuple(action.shows for action in suggest(state) if isinstance(action, Lay))
    asks = [ToAsk(("shows",), of=shown, unseen="?")]
    if state.additions[seat] > 0:
        asks.append(ToAsk(("add",), of=tuple(range(state.additions[seat] + 1)), unseen="none", labels={"0": "none"}))
    return Offer({"do": "lay", "by": seat}, tuple(asks), "lays a card")


def _show(state: State) -> Offer:
    """The covers come off. Additions are told here only of those whose `lay` was not logged."""
    table = state.table
    laid = {lay.seat: lay.shows for lay in state.lays}
    asks = []
    for seat in table.seats:
        what = f"What is {owner(table, seat)} card?"
        asks.append(ToAsk(("cards", seat), of=_candidates(state, seat, laid.get(seat)), unseen="?", question=what))
    for seat in table.seats:
        if seat not in laid and state.additions[seat] > 0:
            some = tuple(range(1, state.additions[seat] + 1))
            asks.append(ToAsk(("add", seat), of=some, extra=True, question=f"{person(table, seat)} adds"))
    return Offer({"do": "show"}, (*asks, *_steals(state)), "the covers come off")


def _steals(state: State) -> list[ToAsk]:
    """Those from whom a winner may steal: the topmost treasure of their pile has the colour of one that is face up."""
    up = {colour_of(deck.up) for deck in state.decks.values() if deck.up not in (None, UNKNOWN)}
    rich = [seat for seat, pile in state.piles.items() if pile and (pile[-1] == UNKNOWN or colour_of(pile[-1]) in up)]
    asks = []
    for seat in state.table.seats:
        victims = tuple(other for other in rich if other != seat)
        if victims:
            what = f"{person(state.table, seat)} steals from"
            asks.append(ToAsk(("steals", seat), of=victims, extra=True, question=what))
    return asks


def _candidates(state: State, seat: str, shows: str | int | None) -> tuple[str, ...]:
    """The cards that a seat may have laid: of their hand, if that is known, with the half that showed, and not seen."""
    hand = state.hands[seat]
    seen = {card for other, cards in state.hands.items() if other != seat for card in cards} | {*state.discard}
    cards = [card for card in CARDS if (card in hand or UNKNOWN in hand) and card not in seen]
    fitting = [card for card in cards if shows in (None, UNKNOWN, COLOUR_OF[card], NUMBER_OF[card], card)]
    return tuple(fitting or CARDS)


def _acts(state: State) -> list[Offer]:
    found = []
    for entry in dict.fromkeys(state.pending):
        for act in acts(state, entry.seat, state.actions[entry.pair]):
            assert isinstance(act, Act)
            found.append(_act(state, act))
    return found


def _act(state: State, act: Act) -> Offer:
    """An action with the cards that nobody else sees."""
    if act.action == 2:
        number = min(2, len(state.hands[act.from_ or ""]))
        return offered(act, took=unseen(number), gave=unseen(number))
    if act.action == 3:
        seen = unseen(min(3, len(state.decks[act.deck or ""].down)))
        return offered(act, saw=seen, order=seen)
    if act.action == 4 and state.table.readings["SS-Q14"] != "hidden":
        hand = state.hands[act.by]
        known = tuple(card for card in CARDS if card not in state.discard) if UNKNOWN in hand else hand
        return offered(act, ToAsk(("discard",), of=tuple(dict.fromkeys((*known, act.take))), unseen="?"))
    return offered(act)


def _turn(state: State) -> Offer:
    if state.is_last_trick:
        return Offer({"do": "turn"}, (), "the trick ends")
    body = {"do": "turn", "treasures": unseen(len(state.decks))}
    return Offer(body, tuple(_turned_up(state.table, _won(state))), "the trick ends")
