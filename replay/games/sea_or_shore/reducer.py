"""Follow the table: apply what happened, allowed or not. Pure and total; no rule is checked here."""

from typing import assert_never

from msgspec.structs import replace

from replay.action import UNKNOWN, Reveal
from replay.games.sea_or_shore.actions import Act, Lay, Pass, Round, SeaAction, Setup, Show, Turn
from replay.games.sea_or_shore.scoring import round_ended
from replay.games.sea_or_shore.setup import counted, next_round, set_up, treasures_to_decks
from replay.games.sea_or_shore.state import Deck, Laid, Pending, State
from replay.games.sea_or_shore.trick import (
    Group,
    card_values,
    earner,
    groups_of,
    is_unresolved,
    laid_open,
    more_doubt,
    questions_of,
)
from replay.zones import Cards, blur, put, take

Hands = dict[str, Cards]


def reduce(state: State, action: SeaAction) -> State:
    """The state after an action. After the end only another setup changes it; between the rounds also `round` does."""
    if state.phase in ("over", "deal") and not _begins(state, action):
        return state
    match action:
        case Lay():
            return _laid(state, action)
        case Act():
            return _acted(state, action)
        case Show():
            return _shown(state, action)
        case Turn():
            return _turned(state, action)
        case Pass():
            return _passed(state, action)
        case Setup():
            return set_up(state, action)
        case Round():
            return next_round(state, action)
        case Reveal():
            return state  # hindsight writes the value into the event it names
        case _:
            assert_never(action)


def _begins(state: State, action: SeaAction) -> bool:
    """Whether an action begins a game or, between the rounds, a round."""
    return type(action) is Setup or (type(action) is Round and state.phase == "deal")


def take_from(hands: Hands, seat: str, card: str) -> None:
    """A card leaves a hand; `hands` is changed in place."""
    hand = hands[seat]
    hands[seat] = take(hand, card)
    if card in hand or card == UNKNOWN:
        return
    for other, cards in hands.items():
        if card in cards:  # it was thought to be there; forgetting it keeps one contradiction to one finding
            hands[other] = blur(cards, card)


def _passed(state: State, action: Pass) -> State:
    cards = action.cards or {}
    hands = dict(state.hands)
    seats = state.table.seats
    for seat in seats:
        take_from(hands, seat, cards.get(seat, UNKNOWN))
    for index, seat in enumerate(seats):
        right = seats[index - 1]
        hands[right] = (*hands[right], cards.get(seat, UNKNOWN))
    past = replace(state.past, passed=True)
    if state.phase != "pass":
        return replace(state, hands=hands, past=past)
    return replace(state, hands=hands, phase="lay", turn=state.starter, past=past)


def _laid(state: State, action: Lay) -> State:
    seat = action.by
    lays = (*state.lays, Laid(seat, action.shows, action.add))
    additions = state.additions
    if action.add:
        additions = {**additions, seat: additions[seat] - action.add}
    if state.phase == "act":
        return replace(state, lays=lays, additions=additions)
    return replace(state, lays=lays, additions=additions, phase="lay", turn=_next_to_lay(state.table.seats, seat, lays))


def _next_to_lay(seats: tuple[str, ...], seat: str, lays: tuple[Laid, ...]) -> str | None:
    """The first seat clockwise from this one that has not laid; mostly it is the next one."""
    laid = {lay.seat for lay in lays}
    here = seats.index(seat)
    for place in range(here + 1 - len(seats), here):
        if seats[place] not in laid:
            return seats[place]
    return None


def _shown(state: State, action: Show) -> State:
    seats = state.table.seats
    lays, additions = state.lays, state.additions
    if action.add:
        lays, additions = _late_additions(state, action.add)
    hands = dict(state.hands)
    cards = action.cards
    played: dict[str, str | None] = {}
    for seat in seats:
        card = cards.get(seat, UNKNOWN)
        if card == UNKNOWN:
            card = laid_open(state.lays, seat)
        played[seat] = card
        take_from(hands, seat, card)
    shown = replace(
        state, lays=lays, additions=additions, hands=hands, played=played, phase="act", turn=None, acted=-1, pending=()
    )
    return _resolved(shown, action.steals)


def _late_additions(state: State, add: dict[str, int]) -> tuple[tuple[Laid, ...], dict[str, int]]:
    lays, additions = list(state.lays), dict(state.additions)
    for seat, count in add.items():
        additions[seat] -= count
        at = next((index for index in range(len(lays) - 1, -1, -1) if lays[index].seat == seat), None)
        if at is None:
            lays.append(Laid(seat, UNKNOWN, count))
        else:
            lays[at] = replace(lays[at], add=lays[at].add + count)
    return tuple(lays), additions


def _resolved(state: State, steals: dict[str, str]) -> State:
    """Treasures first, in order of distance, then steals by others, then additions, then actions to carry out."""
    thieves = [seat for seat in state.table.clockwise(state.starter) if seat in steals] if steals else []
    if is_unresolved(state):
        piles = dict(state.piles)
        _steal(piles, steals, thieves)
        past = replace(state.past, doubt=more_doubt(state, steals))
        return replace(state, piles=piles, unresolved=True, unresolved_ever=True, past=past)
    values = card_values(state)
    groups = groups_of(state, values)
    piles, decks = state.piles, state.decks
    winners = [group for group in groups if group.deck is not None]
    if winners or steals:
        piles, decks = dict(piles), dict(decks)
        for group in winners:
            assert group.deck is not None
            if group.winner in steals:
                _steal(piles, steals, [group.winner])
            else:
                up = decks[group.deck].up
                assert up is not None
                piles[group.winner] = (*piles[group.winner], up)
                decks[group.deck] = Deck(None, decks[group.deck].down)
        won = {group.winner for group in winners}
        _steal(piles, steals, [seat for seat in thieves if seat not in won])
    contested = [group for group in groups if len(group.seats) > 1]
    additions, supply = _earned(state, contested, values)
    pending = tuple(Pending(group.winner, group.pair) for group in groups if group.deck is None)
    resolved = replace(state, piles=piles, decks=decks, additions=additions, supply=supply, pending=pending)
    if steals and (doubt := state.past.doubt) is not None:  # which treasure was on top may be in doubt, too
        resolved = replace(resolved, past=replace(state.past, doubt=replace(doubt, is_told=False)))
    came_up = questions_of(state, contested, values) if contested else ()
    if not came_up or state.came_up.issuperset(came_up):
        return resolved
    return replace(resolved, came_up=state.came_up.union(came_up))


def _steal(piles: dict[str, tuple[str, ...]], steals: dict[str, str], thieves: list[str]) -> None:
    for thief in thieves:
        victim = steals[thief]
        if piles[victim]:
            treasure = piles[victim][-1]
            piles[victim] = piles[victim][:-1]
            piles[thief] = (*piles[thief], treasure)


def _earned(state: State, groups: list[Group], values: dict[str, int]) -> tuple[dict[str, int], int]:
    """Additions and supply after the losers got theirs."""
    if not groups:
        return state.additions, state.supply
    readings = state.table.readings
    # The groups come in the order of their winners, so they are in order if that is what counts (SS-Q18).
    earned = [(seat, len(group.seats)) for group in groups if (seat := earner(group, values, readings)) is not None]
    if len(earned) > 1 and readings["SS-Q18"] == "near":
        order = state.table.clockwise(state.starter)
        earned.sort(key=lambda item: order.index(item[0]))
    additions, supply = dict(state.additions), state.supply
    for seat, count in earned:
        if count > supply:
            count = max(0, supply) if readings["SS-Q10"] == "rest" else 0
        additions[seat] += count
        supply -= count
    return additions, supply


def _acted(state: State, action: Act) -> State:
    seat = action.by
    entry = next((entry for entry in state.pending if entry.seat == seat), None)
    if entry is not None:
        rest = tuple(other for other in state.pending if other is not entry)
        acted = max(state.acted, state.table.distance(state.starter, seat)) if state.phase == "act" else state.acted
        state = replace(state, pending=rest, acted=acted)
    match action.action:
        case 1:
            return _stolen_additions(state, action)
        case 2:
            return _swapped(state, action)
        case 3:
            return _ordered(state, action)
        case _:
            return _taken_back(state, action)


def _stolen_additions(state: State, action: Act) -> State:
    additions = dict(state.additions)
    source = action.from_
    if source == "pile" or source is None:
        count = min(2 if action.n is None else action.n, max(0, state.supply))
        additions[action.by] += count
        return replace(state, additions=additions, supply=state.supply - count)
    count = 2 if action.n is None else action.n
    additions[source] -= count
    additions[action.by] += count
    return replace(state, additions=additions)


def moved_cards(state: State, action: Act, cards: list[str] | str | None) -> list[str]:
    """The cards that action 2 moved, `"?"` for each one not named."""
    if isinstance(cards, list):
        return cards
    return [UNKNOWN] * min(2, len(state.hands[action.from_ or action.by]))


def _swapped(state: State, action: Act) -> State:
    assert action.from_ is not None
    took, gave = moved_cards(state, action, action.took), moved_cards(state, action, action.gave)
    hands = dict(state.hands)
    move_cards(hands, action.from_, action.by, took)
    move_cards(hands, action.by, action.from_, gave)
    return replace(state, hands=hands)


def move_cards(hands: Hands, giver: str, taker: str, cards: list[str]) -> None:
    """Cards leave one hand, then join another; `hands` is changed in place."""
    for card in cards:
        take_from(hands, giver, card)
    hands[taker] = (*hands[taker], *cards)


def _ordered(state: State, action: Act) -> State:
    deck = state.decks.get(action.deck or "")
    if deck is None:
        return state
    count = min(3, len(deck.down))
    order = (action.order or [])[:count]
    top = (*order, *(UNKNOWN,) * (count - len(order)))
    decks = {**state.decks, action.deck or "": Deck(deck.up, top + deck.down[count:])}
    return replace(state, decks=decks)


def _taken_back(state: State, action: Act) -> State:
    took, away = action.take or UNKNOWN, action.discard or UNKNOWN
    hands = put(state.hands, action.by, took)
    played = state.played
    owner = next((seat for seat, card in played.items() if card == took and took != UNKNOWN), None)
    if owner is not None:
        played = {**played, owner: None}
    take_from(hands, action.by, away)
    return replace(state, hands=hands, played=played, discard=(*state.discard, away))


def _turned(state: State, action: Turn) -> State:
    """The trick ends, and after the last one the round too."""
    discard = (*state.discard, *(card for card in state.played.values() if card is not None))
    supply = state.supply + sum(lay.add for lay in state.lays)
    last = state.is_last_trick
    ups = None if last else treasures_to_decks(tuple(state.decks), action.treasures)
    decks = {}
    for name, deck in state.decks.items():
        down = deck.down if deck.up is None else (*deck.down, deck.up)
        decks[name] = Deck(None, down) if ups is None else Deck(ups[name], down[1:])
    cleared = replace(
        state, discard=discard, supply=supply, decks=decks, lays=(), played={}, pending=(), acted=-1, turn=None
    )
    if last:
        return round_ended(cleared)
    starter = state.table.next_seat(state.starter)
    return replace(
        cleared,
        trick=state.trick + 1,
        starter=starter,
        turn=starter,
        phase="lay",
        opened=counted(state.opened, action.treasures),
    )
