"""The reducer follows the table: it applies what happened, allowed or not. Pure and total; it checks no rule."""

from typing import assert_never

from replay.action import UNKNOWN, Reveal
from replay.games.loot_island.actions import (
    Cleanup,
    Event,
    Healer,
    Healers,
    Island,
    Loot,
    LootAction,
    Pass,
    Play,
    Recall,
    Refill,
    Setup,
    Take,
)
from replay.games.loot_island.draft import draft_of
from replay.games.loot_island.effects import played
from replay.games.loot_island.ending import choosing_order, count_up, eliminated
from replay.games.loot_island.hands import shown_hand
from replay.games.loot_island.kit import readable, readable_healer, readable_healers, same_healer
from replay.games.loot_island.loot import cleaned_up, looted, taken
from replay.games.loot_island.setup import set_up
from replay.games.loot_island.state import (
    Plan,
    State,
    actor_of,
    healer_count,
    kit_of,
    nothing_left_to_find,
)
from replay.games.loot_island.tiles import island_used
from replay.games.loot_island.turns import event_opened, passed, refilled
from replay.zones import but_one, without


def reduce(state: State, action: LootAction | Reveal) -> State:
    """The state after an action."""
    match action:
        case Play():
            return played(state, action)
        case Pass():
            return passed(state, action)
        case Take():
            return taken(state, action)
        case Island():
            return island_used(state, action)
        case Loot():
            return looted(state, action)
        case Cleanup():
            return cleaned_up(state, action)
        case Event():
            return event_opened(state, action)
        case Refill():
            return refilled(state, action)
        case Recall():
            return _recalled(state, action)
        case Setup():
            return set_up(state.table, action, 1)
        case Healers():
            return _healers_shown(state, action)
        case Healer():
            return _healer_chosen(state, action)
        case Reveal():
            return _revealed(state, action)
        case _:
            assert_never(action)


def _recalled(state: State, action: Recall) -> State:
    draft = draft_of(state)
    draft.disc_home(actor_of(state, action), action.landing)
    return draft.finished()


def _healers_shown(state: State, action: Healers) -> State:
    draft = draft_of(state)
    if state.phase in ("healer", "over"):
        return draft.finished()
    if nothing_left_to_find(state):
        assert state.loot is not None
        draft.cutoff, draft.loot = True, Plan((), state.loot.at, state.loot.takers)
    draft.out = eliminated(state)
    draft.healers = readable_healers(draft.kit, _laid(state, action, draft.out))
    draft.pile = ()
    if state.dealt is not None and isinstance(action.cards, dict):
        laid = action.cards
        draft.dealt = {seat: but_one(held, laid[seat]) if seat in laid else held for seat, held in state.dealt.items()}
    draft.order = choosing_order(state, draft.out)
    draft.phase = "healer"
    draft.turn = None
    return draft.finished() if draft.order else count_up(draft.finished())


def _laid(state: State, action: Healers, out: tuple[str, ...]) -> tuple[str, ...]:
    """The healers on the table now."""
    cards = action.cards
    if isinstance(cards, dict):
        return tuple(cards.values())
    if cards is not None:
        return cards
    if "healers-open" in state.table.variants:
        return state.healers
    if "healers-dealt" in state.table.variants:
        laying = [s for s in state.table.seats if s not in out or state.table.readings["LI-Q30"] == "all"]
        return (UNKNOWN,) * len(laying)
    return (UNKNOWN,) * healer_count(state.table)


def find_healer(state: State, card: str) -> str | None:
    """Which healer on the table a name means: that card, or an unnamed one; None if neither is there."""
    if card in state.healers:
        return card
    kit = kit_of(state)
    wanted = same_healer(kit, card)
    for name in state.healers:
        if name != UNKNOWN and same_healer(kit, name) == wanted:
            return name
    if UNKNOWN in state.healers:
        return UNKNOWN
    return state.healers[0] if card == UNKNOWN and len(state.healers) == 1 else None


def _healer_chosen(state: State, action: Healer) -> State:
    draft = draft_of(state)
    found = find_healer(state, action.card)
    if found is not None:
        draft.healers = without(state.healers, found)
    if action.by in state.cubes:
        chosen = found if action.card == UNKNOWN and found is not None else action.card
        draft.taken = {**state.taken, action.by: readable_healer(draft.kit, chosen)}
    draft.order = tuple(seat for seat in state.order if seat != action.by)
    return draft.finished() if draft.order or state.phase != "healer" else count_up(draft.finished())


def _revealed(state: State, action: Reveal) -> State:
    """A hand that is shown becomes known; every other reveal is left to hindsight."""
    seat = shown_seat(state, action)
    if seat is None:
        return state
    cards = readable(kit_of(state), tuple(action.value))
    before, left = state.hands[seat], shown_hand(state, seat, cards)
    draft = draft_of(state)
    draft.note(seat, left)
    gone = list(before)
    for name in cards:
        if name in gone:
            gone.remove(name)
    draft.see(gone, -1)
    draft.hands = {**state.hands, seat: cards}
    draft.slots = {**state.slots, seat: (draft.tick,) * cards.count(UNKNOWN)}
    return draft.finished()


def shown_seat(state: State, action: Reveal) -> str | None:
    """Whose hand a reveal shows; None if it shows no hand, or its value cannot be one."""
    zone, _, seat = action.what.partition(".")
    if zone != "hands" or seat not in state.hands or not isinstance(action.value, list):
        return None
    return seat if all(isinstance(name, str) for name in action.value) else None
