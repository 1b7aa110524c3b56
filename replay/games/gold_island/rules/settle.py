"""GI-END, GI-SETTLE, GI-SCORE: the last turn, the settlement and the score."""

from replay.action import Reveal
from replay.games.gold_island.actions import Draw
from replay.games.gold_island.phrases import everybody, the_place
from replay.games.gold_island.rules.common import TURN_EVENTS, AnyStep, RevealStep, at, who
from replay.games.gold_island.settlement import (
    KEPT_HIDDEN,
    OF_THE_SETTLEMENT,
    closes_last_turn,
    named_by,
    place_of_permit,
)
from replay.games.gold_island.state import TURNED_UP, Isle, Permit, State
from replay.games.gold_island.told_fields import subject
from replay.games.gold_island.words import LAST_ROUND_AT
from replay.rule import OK, Answers, broken, derived, resting, rule
from replay.saying import counted, number

_END = "Game End and Victory Conditions"


@rule("GI-END-1", cite=at(_END, "169-171"), judges=TURN_EVENTS, rests_on=("GI-Q18",))
def nobody_acts_after_the_end(step: AnyStep) -> Answers:
    """Nobody acts after the last turn."""
    before, by = step.before, step.action.by
    if before.phase == "play" or (isinstance(step.action, Draw) and before.closed_for == by):
        return OK
    after = broken(f"{who(step)} acted after the last turn", by=by, phase=before.phase)
    return resting(after, *(("GI-Q18",) if _ended_with_the_seven(before) else ()))


def _ended_with_the_seven(state: State) -> bool:
    """Whether the last round began only because a seven on the volcano counted."""
    starter = state.owned.get(state.end.by) if state.end is not None else None
    if starter is None or state.table.readings["GI-Q18"] != "with-seven":
        return False
    return starter.placed < LAST_ROUND_AT


last_round = derived(
    "GI-END-2",
    "The last round starts when a player places their sixth permit on treasure islands: every other player gets "
    "exactly one more turn.",
    at(_END, "169"),
)


@rule("GI-SETTLE-1", cite=at("Game preparation; " + _END, "27, 36, 46-48, 171-181"), judges=Reveal)
def face_down_until_the_end(step: RevealStep) -> Answers:
    """Permits, chests and the gold-island card stay face down until the last turn is over."""
    action = step.action
    kind, _, owner = named_by(action.what)
    if kind not in OF_THE_SETTLEMENT or step.before.phase != "play" or closes_last_turn(step.before, action):
        return OK
    if _official_looked(action) or (kind == "permit" and action.to == [owner]):
        return OK
    to = "" if action.to is None else f" to {everybody(step.before.table, action.to)}"
    shown = subject(step.before.table, action.what)
    return broken(f"{shown} shown{to} before the last turn was over", what=action.what)


def _official_looked(action: Reveal) -> bool:
    """Whether an official had something opened, or looked at it alone."""
    return action.to == [] or action.dispute is not None


@rule("GI-SETTLE-2", cite=at(_END, "181"), judges=Reveal)
def gold_island_is_turned_last(step: RevealStep) -> Answers:
    """The gold-island card is turned up last, after all islands are settled."""
    kind, island, _ = named_by(step.action.what)
    isle = step.before.islands.get(island)
    if step.before.phase != "over" or isle is None or not isle.stack:
        return OK
    late = kind == "chest" and not isle.chest_up
    if kind in ("permits", "permit") and len(isle.stack) > 1:
        late = any(permit.told != TURNED_UP for permit, _ in permits_told(step, isle))
    turned = subject(step.before.table, step.action.what)
    return broken(f"{turned} turned up after the gold island", what=step.action.what) if late else OK


def permits_told(step: RevealStep, isle: Isle) -> list[tuple[Permit, int]]:
    """The permits that a reveal names, each with its value."""
    kind, _, seat = named_by(step.action.what)
    value = step.action.value
    if kind == "permits":
        told = zip(isle.stack, value if isinstance(value, list) else [], strict=False)
        return [(permit, number) for permit, number in told if type(number) is int]
    place = place_of_permit(isle, seat) if kind == "permit" else None
    return [(isle.stack[place], value)] if place is not None and type(value) is int else []


@rule("GI-SETTLE-3", cite=at(_END, "171-177"), judges=Reveal)
def single_permits_first(step: RevealStep) -> Answers:
    """Islands with a single permit are settled before those with several."""
    kind, island, _ = named_by(step.action.what)
    if kind != "chest" or step.after.phase != "settle" or not step.before.several_up:
        return OK
    isle = step.before.islands.get(island)
    if isle is None or len(isle.stack) != 1:
        return OK
    return broken(
        f"an island with several permits was turned up before {the_place(island)}, which has one", island=island
    )


@rule("GI-SETTLE-4", cite=at(_END, "177"), judges=Reveal)
def as_many_values_as_permits(step: RevealStep) -> Answers:
    """A stack shows one value for each of its permits."""
    kind, island, _ = named_by(step.action.what)
    if kind != "permits" or not isinstance(step.action.value, list):
        return OK
    isle = step.before.islands.get(island)
    lying, told = len(isle.stack) if isle is not None else 0, len(step.action.value)
    why = f"the stack on {the_place(island)} has {counted(lying, 'permit')}, not {number(told)}"
    return OK if lying == told else broken(why, lying=lying, told=told)


@rule("GI-SETTLE-5", cite=at("Game preparation K", "48"), judges=Reveal)
def kept_hidden_from_the_others(step: RevealStep) -> Answers:
    """Island cards and permits in front of a player stay hidden from the others until the last turn is over."""
    action = step.action
    kind, owner, _ = named_by(action.what)
    if kind not in KEPT_HIDDEN or step.before.phase != "play" or closes_last_turn(step.before, action):
        return OK
    if _official_looked(action) or (action.to is not None and set(action.to) <= {owner}):
        return OK
    others = [seat for seat in action.to or () if seat != owner]
    seen = "the whole table" if action.to is None else everybody(step.before.table, others)
    shown = subject(step.before.table, action.what)
    return broken(f"{shown} shown to {seen} before the last turn was over", what=action.what)


DERIVED_SCORES = (
    derived(
        "GI-SCORE-1",
        "A chest without permits goes back in the box; a single permit wins its chest unseen.",
        at(_END, "173-175"),
    ),
    derived(
        "GI-SCORE-2",
        "Of several permits, the highest wins the chest; of equal ones, the one lower in the stack.",
        at(_END, "177-179"),
    ),
    derived(
        "GI-SCORE-3",
        "Second, third and fourth place get coins: one, two and three gold less than the chest.",
        at(_END, "179"),
    ),
    derived("GI-SCORE-4", "Whoever won the gold island gets the three-gold coin on its card.", at(_END, "181")),
    derived("GI-SCORE-5", "A player without a permit on the gold island is out.", at(_END, "60, 181")),
    derived(
        "GI-SCORE-6",
        "The others add up chests, coins and their relic's gold; the highest total wins, and the higher permit on the "
        "gold island breaks a tie.",
        at(_END, "183-185"),
    ),
)

RULES = (
    nobody_acts_after_the_end,
    last_round,
    face_down_until_the_end,
    gold_island_is_turned_last,
    single_permits_first,
    as_many_values_as_permits,
    kept_hidden_from_the_others,
    *DERIVED_SCORES,
)
