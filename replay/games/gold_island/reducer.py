"""Follow the table: apply what happened, allowed or not. No rule is checked here."""

from collections.abc import Callable
from typing import Any, TypeVar, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import (
    Draw,
    Gamble,
    GoldAction,
    Move,
    Redraw,
    Reshuffle,
    Setup,
    Take,
    Use,
    colours_of,
    number_of,
    text_of,
    texts_of,
)
from replay.games.gold_island.effects import apply_effects, move_pirates, with_owned
from replay.games.gold_island.hands import draw_cards, leave_hand
from replay.games.gold_island.position import begin
from replay.games.gold_island.settlement import revealed
from replay.games.gold_island.state import End, Owned, State, Turn, empty_isle, hand_limit
from replay.games.gold_island.strides import Stride, steps_to_judge
from replay.games.gold_island.words import LIGHT, LIGHTHOUSE, POKER, PORT, card_of, kind_of
from replay.zones import Cards

InTurn = TypeVar("InTurn", Move, Use, Draw, Take, Redraw, Gamble)


def reduce(state: State, action: GoldAction | Reveal) -> State:
    """The table after an event. Pure and total; an event by nobody at the table changes nothing."""
    match action:
        case Move():
            return _in_turn(state, action, _moved)
        case Draw():
            return _in_turn(state, action, _drawn)
        case Use():
            return _in_turn(state, action, _used)
        case Take():
            return _in_turn(state, action, _taken)
        case Redraw():
            return _in_turn(state, action, _redrawn)
        case Gamble():
            return _in_turn(state, action, _gambled)
        case Reshuffle():
            return _reshuffled(state, action)
        case Setup():
            return begin(state.table, action)
        case Reveal():
            return revealed(state, action)
        case _:
            assert_never(action)


def _in_turn(state: State, action: InTurn, follow: Callable[[State, InTurn, str], State]) -> State:
    """What a player does in their turn, which begins with it if it has not yet."""
    seat = action.by
    if seat is None or seat not in state.owned:
        return state
    return follow(_turn_begun(state, seat), action, seat)


def _reshuffled(state: State, action: Reshuffle) -> State:
    seat = action.by
    if seat is None or seat not in state.owned:
        return state
    owned = state.owned[seat]
    shuffled = replace(owned, draw=owned.draw + len(owned.discard), discard=())
    return replace(state, owned=with_owned(state, seat, shuffled), shuffled=_without(state.shuffled, seat))


def _turn_begun(state: State, seat: str) -> State:
    """If another seat acts, its turn begins, and a turn already played counts as over."""
    turn = state.turn
    if state.phase != "play":
        return state if state.closed_for is None else replace(state, closed_for=None)
    if turn is not None and turn.seat == seat:
        return state
    return replace(state, turn=Turn(seat), end=end_without(state.end, turn))


def end_without(end: End | None, turn: Turn | None) -> End | None:
    """The last round once this turn counts as over."""
    if end is None or turn is None or not (turn.moved or turn.used):
        return end
    return End(end.by, tuple(seat for seat in end.left if seat != turn.seat))


def _without(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple(other for other in seats if other != seat)


def _draws(state: State, seat: str, draw: int, discard: Cards, count: int) -> tuple[int, Cards, tuple[str, ...]]:
    """Both piles after a seat drew cards, and whose pile was shuffled as soon as their draw pile was empty."""
    if count <= 0:
        return draw, discard, state.shuffled
    draw, discard = draw_cards(draw, discard, count)
    shuffled = _without(state.shuffled, seat) if state.shuffled else ()
    if draw <= 0 and discard and state.table.readings["GI-Q12"] == "at-once":
        return len(discard), (), (*shuffled, seat)
    return draw, discard, shuffled


def _redrawn(state: State, action: Redraw, seat: str) -> State:
    owned = state.owned[seat]
    hand, discard = owned.hand, owned.discard
    for card in action.discard:
        hand, discard = leave_hand(hand, card), (*discard, card)
    cards = texts_of(action.cards) if isinstance(action.cards, list) else (UNKNOWN,) * len(action.discard)
    draw, discard, shuffled = _draws(state, seat, owned.draw, discard, len(cards))
    owned = replace(owned, hand=hand + cards, draw=draw, discard=discard)
    turn = None if state.turn is None else replace(state.turn, redrawn=True)
    return replace(state, turn=turn, owned=with_owned(state, seat, owned), shuffled=shuffled)


def _moved(state: State, action: Move, seat: str) -> State:
    owned = state.owned[seat]
    captain, ship, walked, known = owned.captain, owned.ship, False, True
    walk: tuple[Stride, ...] = ()
    entered: list[str] | None = None
    if action.path is not None:
        walk = steps_to_judge(captain, ship, action.card, action.path)
        entered = []
        for place in action.path:
            if kind_of(place) is None:
                ship = place
            else:
                captain, walked = place, True
                entered.append(place)
        strangers = list(action.path)
    elif action.to is not None:
        walked = kind_of(action.to) is not None
        captain, ship = (action.to, PORT) if walked else (LIGHTHOUSE, action.to)
        strangers = [action.to]
    else:
        known = card_of(action.card).flag == LIGHT
        if known:
            captain, ship = LIGHTHOUSE, PORT
        strangers = []
    field = (captain if walked and captain != LIGHTHOUSE else None) if known else UNKNOWN
    hand, discard = leave_hand(owned.hand, action.card), (*owned.discard, action.card)
    owned = replace(owned, captain=captain, ship=ship, hand=hand, discard=discard)
    turn = None if state.turn is None else _turn_moved(state.turn, action.card, field, entered)
    return replace(
        state,
        turn=turn,
        walk=walk,
        owned=with_owned(state, seat, owned),
        islands=with_unknown_islands(state, strangers),
    )


def _turn_moved(turn: Turn, card: str, field: str | None, entered: list[str] | None) -> Turn:
    """The turn after its movement. A lighthouse card passes no field."""
    if card_of(card).flag == LIGHT:
        entered = []
    return Turn(turn.seat, True, field, turn.used, turn.redrawn, None if entered is None else tuple(entered))


def with_unknown_islands(state: State, places: list[str]) -> Any:
    """The islands, with an empty entry for every unknown sea place."""
    islands = state.islands
    new = [place for place in places if place not in islands and kind_of(place) is None and place != PORT]
    if not new:
        return islands
    return {**islands, **{place: empty_isle(state, place) for place in new}}


def _taken(state: State, action: Take, seat: str) -> State:
    owned = state.owned[seat]
    permit, pirate, card = what_is_taken(action, owned.captain)
    changed: dict[str, Any] = {}
    if permit is not None:
        owned = _with_permit(owned, permit)
    if pirate is not None:
        owned, changed["houses"] = _with_pirate(state, owned, pirate, colours_of(action.drop))
    elif action.drop is not None:
        owned, changed["houses"] = _dropped(state, owned, colours_of(action.drop))
    if card is not None:
        owned = replace(owned, cards=(*owned.cards, card))
        changed["deck"] = state.deck - 1
        if card != UNKNOWN and card not in state.named:
            changed["named"] = (*state.named, card)
    turn = None if state.turn is None else replace(state.turn, field=None, acted=True)
    return replace(state, turn=turn, owned=with_owned(state, seat, owned), **changed)


def what_is_taken(action: Take, field: str) -> tuple[int | str | None, str | None, str | None]:
    """Permit, pirate and island card of a `take`: as given, or else what the captain's field offers."""
    if action.permit is None and action.pirate is None and action.card is None:
        kind = kind_of(field)
        if kind == "permit":
            return UNKNOWN, None, None
        if kind == "island-card":
            return None, None, UNKNOWN
        return None, kind.removeprefix("pirate-") if kind and kind.startswith("pirate-") else None, None
    permit = None if action.permit is None else number_of(action.permit)
    return permit, action.pirate, None if action.card is None else text_of(action.card)


def _with_permit(owned: Owned, value: int | str) -> Owned:
    return replace(owned, gained=(*owned.gained, value), held=owned.held + 1, nest=owned.nest - 1)


def _with_pirate(state: State, owned: Owned, colour: str, drop: tuple[str, ...]) -> tuple[Owned, dict[str, int]]:
    crew = move_pirates(move_pirates(owned.crew, (colour,), 1), drop, -1)
    houses = move_pirates(move_pirates(state.houses, (colour,), -1), drop, 1)
    return replace(owned, crew=crew), houses


def _dropped(state: State, owned: Owned, drop: tuple[str, ...]) -> tuple[Owned, dict[str, int]]:
    return replace(owned, crew=move_pirates(owned.crew, drop, -1)), move_pirates(state.houses, drop, 1)


def _gambled(state: State, action: Gamble, seat: str) -> State:
    owned = state.owned[seat]
    draw, discard = draw_cards(owned.draw, owned.discard, 1)
    discard, shuffled = (*discard, action.card), _without(state.shuffled, seat) if state.shuffled else ()
    if draw <= 0 and state.table.readings["GI-Q12"] == "at-once":
        draw, discard, shuffled = len(discard), (), (*shuffled, seat)
    permit = permit_won(state, action, owned)
    owned = replace(owned, draw=draw, discard=discard)
    houses = state.houses
    if permit is not None:
        owned = _with_permit(owned, permit)
    drop = colours_of(action.drop)
    if action.pirate is not None:
        owned, houses = _with_pirate(state, owned, action.pirate, drop)
    elif drop:
        owned, houses = _dropped(state, owned, drop)
    turn = None if state.turn is None else replace(state.turn, field=None, acted=True)
    return replace(state, turn=turn, owned=with_owned(state, seat, owned), houses=houses, shuffled=shuffled)


def has_won(action: Gamble) -> bool | None:
    """Whether the turned card shows the icon; None if neither card nor icon was seen."""
    if action.card != UNKNOWN:
        return action.card.endswith(POKER)
    return action.won


def permit_won(state: State, action: Gamble, owned: Owned) -> int | str | None:
    """The permit taken in a `gamble`; None if there is none."""
    if action.permit is None:
        return None
    if action.permit is not UNSET:
        return number_of(action.permit)
    together = state.table.readings["GI-Q17"] == "both-or-none"
    if not has_won(action) or owned.nest <= 0 or (together and action.pirate is None):
        return None
    return UNKNOWN


def _used(state: State, action: Use, seat: str) -> State:
    owned = state.owned[seat]
    played = replace(owned, hand=leave_hand(owned.hand, action.card), discard=(*owned.discard, action.card))
    turn = None if state.turn is None else replace(state.turn, used=True, used_since=state.turn.moved)
    after = replace(state, turn=turn, owned=with_owned(state, seat, played))
    return apply_effects(state, after, action, seat)


def _drawn(state: State, action: Draw, seat: str) -> State:
    owned = state.owned[seat]
    if isinstance(action.cards, list):
        cards = texts_of(action.cards)
    else:
        missing = max(0, hand_limit(state, seat) - len(owned.hand))
        cards = (UNKNOWN,) * (missing if action.count is None else max(0, action.count))
    draw, discard, shuffled = _draws(state, seat, owned.draw, owned.discard, len(cards))
    owned = replace(owned, hand=owned.hand + cards, draw=draw, discard=discard)
    if shuffled != state.shuffled:
        state = replace(state, shuffled=shuffled)
    return _turn_ended(state, with_owned(state, seat, owned), seat)


def _turn_ended(state: State, owned: dict[str, Owned], seat: str) -> State:
    if state.phase != "play":
        return replace(state, owned=owned)
    end = state.end
    if end is None:
        return replace(state, owned=owned, turn=Turn(state.table.next_seat(seat)))
    left = tuple(other for other in end.left if other != seat)
    if left:
        return replace(state, owned=owned, end=End(end.by, left), turn=Turn(left[0]))
    return replace(state, owned=owned, end=End(end.by, left), turn=None, phase="settle")
