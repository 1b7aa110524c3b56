"""Rules for rounds, the ship and refilling (LI-EVT, LI-SHIP, LI-REF)."""

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Event, Refill
from replay.games.loot_island.rules.common import broken_or_open, en, hand_in_doubt
from replay.games.loot_island.rules.order import EVENTS_A, EVENTS_B
from replay.games.loot_island.state import State, reading, target_of
from replay.games.loot_island.turns import drawing_order, held_after_discards
from replay.games.loot_island.words import amount_of, only, only_these, the_event, who
from replay.rule import OK, Answers, Cite, Rule, broken, derived, resting, rule
from replay.saying import counted, listed
from replay.step import Step


def _right_letter(step: Step[State, Event]) -> bool:
    return step.action.card in (EVENTS_A if step.before.round == 0 else EVENTS_B)


def _comes_again(step: Step[State, Event]) -> bool:
    return step.action.card in step.before.spent or step.action.card == step.before.event


@rule("LI-EVT-1", cite=en("Setup 7; Phase 1.3"), judges=Event)
def a_then_b(step: Step[State, Event]) -> Answers:
    """Round 1 has an A event (A1 to A4), rounds 2 to 5 have a B event (B1 to B14)."""
    if _right_letter(step):
        return OK
    opens = step.before.round + 1
    why = f"round {opens} opens with {the_event(step.after.table, step.action.card)}"
    return broken(why, card=step.action.card, round=opens)


@rule("LI-EVT-2", cite=en("Phase 1.3"), judges=Event)
def no_event_twice(step: Step[State, Event]) -> Answers:
    """Used events go back to the box, so no event comes twice."""
    if not _right_letter(step) or not _comes_again(step):
        return OK
    why = f"{the_event(step.after.table, step.action.card)} was already used"
    return broken(why, card=step.action.card, used=list(step.before.spent))


@rule("LI-EVT-3", cite=en("Variants: Events"), judges=Event)
def one_of_those_shown(step: Step[State, Event]) -> Answers:
    """If the four events were shown at set-up, each new event is one of them."""
    state = step.before
    if "events-known" not in state.table.variants or state.round == 0 or UNKNOWN in state.events:
        return OK
    if not _right_letter(step) or _comes_again(step) or step.action.card in state.events:
        return OK
    left = only_these(listed(state.events), len(state.events))
    why = f"{the_event(state.table, step.action.card)} is not one of those shown; {left} left"
    return broken(why, shown=list(state.events))


_DONE_FOR = {"draw": "cards are drawn", "reveal": "treasures are laid out", "island": "a tile is turned"}


@rule("LI-EVT-4", cite=en("Events"), judges=Event)
def fields_fit_the_card(step: Step[State, Event]) -> Answers:
    """Cards are drawn only for A1, treasures laid out only for A2, and a tile turned only for B3."""
    action = step.action
    told = {"draw": ("A1", action.draw), "reveal": ("A2", action.reveal), "island": ("B3", action.island)}
    for field, (card, value) in told.items():
        if value is not None and action.card != card:
            why = f"{_DONE_FOR[field]} for event {card}, but this is {the_event(step.after.table, action.card)}"
            return broken(why, field=field, card=action.card)
    return OK


@rule("LI-REF-1", cite=en("Phase 1.4"), judges=Refill, may_open=True, rests_on=("LI-Q31",))
def refill_to_the_target(step: Step[State, Refill]) -> Answers:
    """After discarding, each player draws exactly up to the target hand size, as long as the cards last."""
    counts = refill_counts(step.before, step.action)
    for seat, drawn, due, _ in counts:
        if seat != AARON and drawn != due:
            why = f"{who(step.before.table, seat)} drew {counted(drawn, 'card')} instead of {amount_of(due)}"
            ran_out = any(due < wanted for _, _, due, wanted in counts)
            doubt = hand_in_doubt(step.before, seat)
            answers = broken_or_open(doubt, why, seat=seat, drawn=drawn, due=due)
            return resting(answers, *(("LI-Q31",) if ran_out else ()))
    return OK


def refill_counts(state: State, action: Refill) -> list[tuple[str, int, int, int]]:
    """Seat, cards drawn, cards due, and cards due if there were enough, in the order of drawing."""
    order = drawing_order(state)
    held = {seat: held_after_discards(state, action, seat) for seat in order}
    logged_away = action.discard or {}
    gone = {seat: len(state.hands[seat]) if seat == AARON else len(logged_away.get(seat, ())) for seat in order}
    left = state.deck + len(state.discard)
    target, at_once = target_of(state), reading(state, 31) == "all-discard-first"
    if at_once:
        left += sum(gone.values())
    counts = []
    for seat in order:
        if not at_once:
            left += gone[seat]
        wanted = max(0, target - held[seat])
        due = min(left, wanted)
        logged = action.aaron if seat == AARON else (action.draw or {}).get(seat)
        drawn = due if logged is None else len(logged)
        counts.append((seat, drawn, due, wanted))
        left = max(0, left - drawn)
    return counts


@rule("LI-REF-2", cite=Cite("Événements B5", language="FR"), judges=Refill, rests_on=("LI-Q10", "LI-Q11"))
def no_hand_above_the_target(step: Step[State, Refill]) -> Answers:
    """If the table agreed to cut hands down, nobody keeps more cards than the target hand size."""
    state = step.before
    cut = reading(state, 11) == "cut" or (reading(state, 10) == "reduce" and state.event == "B5")
    if not cut:
        return OK
    for seat in state.table.seats:
        held = held_after_discards(state, step.action, seat)
        if held > target_of(state):
            why = f"{who(state.table, seat)} kept {counted(held, 'card')}, but {only(target_of(state))}"
            return broken(why, seat=seat, kept=held)
    return OK


RULES: tuple[Rule, ...] = (
    a_then_b,
    no_event_twice,
    one_of_those_shown,
    fields_fit_the_card,
    derived("LI-EVT-5", "An event applies only in its own round.", en("Phase 1.3")),
    derived("LI-SHIP-1", "At the start of rounds 2 to 5 the ship moves one corner the way it faces.", en("Phase 1.1")),
    derived(
        "LI-SHIP-2",
        "The exploration coast is the one the bow points along when the loot phase begins.",
        en("Phase 3"),
    ),
    derived(
        "LI-SHIP-3",
        "Nearest the bow is a coast's first landing if the ship faces clockwise, its second if it faces the other way.",
        en("Phase 3"),
    ),
    refill_to_the_target,
    no_hand_above_the_target,
    derived("LI-REF-3", "At the start of rounds 2 to 5 all tiles are turned face up.", en("Phase 1.2")),
)
