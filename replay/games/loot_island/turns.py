"""Rounds and turns: the event that opens a round, refilling hands, and passing."""

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Event, Pass, Refill
from replay.games.loot_island.draft import Draft, draft_of
from replay.games.loot_island.geometry import turned
from replay.games.loot_island.hands import leave
from replay.games.loot_island.kit import readable, treasures
from replay.games.loot_island.moves import next_in_turn
from replay.games.loot_island.plan import round_queue
from replay.games.loot_island.state import NOTHING_ODD, Plan, State, has_aaron, kit_of, reading, target_of
from replay.zones import but_one

LAST_ROUND = 5


def offered(state: State) -> int:
    """How many treasures A2 lays out (LI-Q21)."""
    return len(state.table.seats) + (has_aaron(state.table) and reading(state, 21) == "with-aaron")


def event_opened(state: State, action: Event) -> State:
    """A round begins: the event is turned up, the ship moves, the tiles turn face up, and immediate effects happen."""
    draft = draft_of(state)
    if state.phase in ("final", "healer", "over") or state.round >= LAST_ROUND:
        return draft.finished()  # the game is at its end, and no round follows
    draft.round += 1
    if draft.memory.failed:
        draft.remember(failed=False)
    if state.event is not None:
        draft.spent = (*state.spent, state.event)
    draft.event = action.card
    if draft.round > 1:
        draft.events = but_one(state.events, action.card)
        draft.move_ship()
        draft.islands = dict.fromkeys(state.islands, "up")
    draft.passed, draft.turns, draft.turn, draft.loot, draft.done = (), 0, None, None, False
    _at_once(draft, action)
    if draft.round == 1:
        draft.phase, draft.turn = "actions", draft.first
    else:
        draft.phase = "preparation"
    return draft.finished()


def _at_once(draft: Draft, action: Event) -> None:
    told = action.draw or {}
    for seat in (*draft.table.clockwise(draft.first), AARON) if told else ():
        cards = told.get(seat, ())
        draft.draw(seat, cards)
        if cards and action.card == "A1":
            draft.curse(seat, 2)
    match action.card:
        case "A2":
            told_open = action.reveal if action.reveal is not None else (UNKNOWN,) * offered(draft.before)
            shown = treasures(draft.kit, told_open)
            draft.turn_up(shown)
            draft.offer = (*draft.offer, *shown)
        case "B1":
            draft.move_ship()
        case "B2":
            draft.facing = turned(draft.facing)
        case "B3" if action.island is not None:
            draft.islands = {**draft.islands, action.island: "down"}


def drawing_order(state: State) -> tuple[str, ...]:
    """The order of refilling: clockwise from the holder of the tile, Aaron last."""
    seats = state.table.clockwise(state.first)
    return (*seats, AARON) if has_aaron(state.table) else seats


def refill_due(state: State, held: int, left: int) -> int:
    """How many cards somebody draws in a refill, given how many they hold and how many are left."""
    return min(left, max(0, target_of(state) - held))


def refilled(state: State, action: Refill) -> State:
    """Players discard from their hands, then draw up to the target (LI-Q31)."""
    draft = draft_of(state)
    order = drawing_order(state)
    if state.table.readings["LI-Q31"] == "all-discard-first":
        for seat in order:
            _discard(draft, action, seat)
        for seat in order:
            _draw_up(draft, action, seat)
    else:
        for seat in order:
            _discard(draft, action, seat)
            _draw_up(draft, action, seat)
    if state.phase == "preparation":
        draft.phase = "actions"
        draft.turn = next((seat for seat in state.table.clockwise(state.first) if seat not in state.passed), None)
    return draft.finished()


def discarded(state: State, action: Refill, seat: str) -> tuple[str, ...]:
    """The cards an actor discards in a refill; Aaron discards the whole hand."""
    if seat == AARON:
        return state.hands[AARON]
    return readable(kit_of(state), (action.discard or {}).get(seat, ()))


def held_after_discards(state: State, action: Refill, seat: str) -> int:
    """How many cards a hand holds after its discards."""
    if seat == AARON:
        return 0
    cards = (action.discard or {}).get(seat, ())
    if len(cards) <= len(state.slots.get(seat, ())):
        return len(state.hands[seat]) - len(cards)  # each of them was in the hand, or can have been
    return len(leave(state, seat, readable(kit_of(state), cards)).cards)


def _discard(draft: Draft, action: Refill, seat: str) -> None:
    cards = discarded(draft.before, action, seat)
    if not cards:
        return
    if seat == AARON:
        # The whole hand goes: known cards stay in sight, unknown ones stay unknown.
        draft.hands = {**draft.hands, AARON: ()}
        draft.slots = {**draft.slots, AARON: ()}
    else:
        draft.leave_hand(seat, cards)
    draft.discard += cards


def _draw_up(draft: Draft, action: Refill, seat: str) -> None:
    logged = action.aaron if seat == AARON else (action.draw or {}).get(seat)
    if logged is None:
        due = refill_due(draft.before, len(draft.hands[seat]), draft.cards_left())
        logged = (UNKNOWN,) * due
    draft.draw(seat, logged)


def passed(state: State, action: Pass) -> State:
    """A player passes; under A2 they gain a treasure."""
    if _goes_on(state, action.by):
        left = (*state.passed, action.by)
        return replace(
            state,
            first=state.first if state.passed else action.by,
            turn=next_in_turn(state.table.seats, left, action.by),
            turns=state.turns + 1,
            passed=left,
            tick=state.tick + 1,
            just=NOTHING_ODD,
        )
    draft = draft_of(state)
    if state.event == "A2":
        name = chosen(draft.kit.treasure, state.offer, action.take)
        if name is not None:
            draft.offer = but_one(state.offer, name)
            draft.gain(action.by, name, action.keep, action.shed, relief=reading(state, 36) == "yes")
    pass_turn(draft, action.by)
    if state.phase == "actions":
        draft.turns += 1
    return draft.finished()


def _goes_on(state: State, by: str) -> bool:
    """Whether a pass leaves others to act, and does nothing but hand on the turn and perhaps the tile."""
    if state.phase != "actions" or state.event in _WITH_A_PASS:
        return False
    passed, seats = state.passed, state.table.seats
    return by in seats and by not in passed and len(passed) + 1 < len(seats)


_WITH_A_PASS = ("A2", "B8")
"""The events by which a pass does something else."""


def pass_turn(draft: Draft, by: str) -> None:
    """A player is done for this phase; the last one ends it. A pass in another phase ends nothing."""
    if by not in draft.passed and by in draft.table.seats:
        if not draft.passed:
            _take_tile(draft, by)
        draft.passed = (*draft.passed, by)
    if draft.phase != "actions":
        return
    if len(draft.passed) == len(draft.table.seats):
        end_of_actions(draft)
    else:
        draft.next_turn(by)


def _take_tile(draft: Draft, by: str) -> None:
    """The first to pass takes the first-player tile; B8 curses the others (LI-Q14)."""
    held = draft.first == by
    draft.first = by
    if draft.event == "B8" and not (held and draft.table.readings["LI-Q14"] == "no"):
        for seat in draft.table.seats:
            if seat != by:
                draft.curse(seat, 2)


def end_of_actions(draft: Draft) -> None:
    """All have passed: what A2 left over goes away, and the loot is planned."""
    draft.turn = None
    if draft.table.readings["LI-Q38"] == "discard":
        draft.bury(draft.offer)
    draft.offer = ()
    if draft.memory.explored:
        draft.remember(explored=())
    if draft.cutoff:
        draft.phase, draft.loot = "final", Plan()
    else:
        draft.phase = "loot"
        draft.loot = Plan(round_queue(draft))


def chosen(listed: object, there: tuple[str, ...], name: str | None) -> str | None:
    """The treasure that is taken: the one named, or the only one there; None if it is not known which."""
    assert isinstance(listed, dict)
    if name is not None and name in listed:
        return name
    if name is not None and UNKNOWN in there:
        return UNKNOWN
    return there[0] if len(there) == 1 else None
