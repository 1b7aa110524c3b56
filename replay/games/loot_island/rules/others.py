"""Rules for Aaron, the variants, and what is revealed (LI-AAR, LI-VAR, LI-REV)."""

from typing import Any

from replay.action import UNKNOWN, Reveal
from replay.games.loot_island.actions import AARON, Event, Healers, Island, Loot, Play, Recall, Refill, Setup, Take
from replay.games.loot_island.ending import eliminated
from replay.games.loot_island.kit import same_healer, treasures
from replay.games.loot_island.loot import aaron_could_take
from replay.games.loot_island.reducer import shown_seat
from replay.games.loot_island.rules.common import broken_or_open, en, hand_in_doubt
from replay.games.loot_island.rules.rounds import refill_counts
from replay.games.loot_island.setup import put_away_due
from replay.games.loot_island.state import State, actor_of, has_aaron, kit_of, reading
from replay.games.loot_island.words import (
    a_thing,
    amount_of,
    cube_count,
    one_healer,
    one_treasure,
    revealed,
    say,
    some_healers,
    who,
)
from replay.hindsight import reference
from replay.rule import OK, Answers, Cite, Rule, broken, derived, resting, rule, unsure
from replay.saying import counted, listed
from replay.step import Step
from replay.table import Table

_AARON = en("Rules for a 2-player game")
_RECORD = Cite("The form of a record")


@rule("LI-AAR-1", cite=_AARON, judges=(Recall, Play, Island))
def only_two_act_for_aaron(step: Step[State, Recall | Play | Island]) -> Answers:
    """Players act for Aaron only in a two-player game."""
    if step.action.for_ is None or has_aaron(step.before.table):
        return OK
    players = counted(len(step.before.table.seats), "player")
    return broken(f"there are {players}, so Aaron does not take part")


@rule("LI-AAR-2", cite=_AARON, judges=(Event, Play, Island), rests_on=("LI-Q25",))
def aaron_neither_sheds_nor_draws(step: Step[State, Event | Play | Island]) -> Answers:
    """Aaron neither takes nor sheds cubes, and draws no cards in the action phase or for A1."""
    state, action = step.before, step.action
    if isinstance(action, Island):
        if action.for_ is None or actor_of(state, action) != AARON or not (action.shed or action.draw):
            return OK
        done = [f"shed {cube_count(action.shed)}"] if action.shed else []
        done += [_drew(action.draw)] if action.draw else []
        return broken(f"Aaron {listed(done)}", shed=action.shed, draw=list(action.draw or ()))
    if action.draw and action.draw.get(AARON):
        allowed = isinstance(action, Event) and has_aaron(state.table) and reading(state, 25) == "yes"
        return OK if allowed else broken(f"Aaron {_drew(action.draw[AARON])}", draw=list(action.draw[AARON]))
    if isinstance(action, Play) and action.shed and action.shed.get(AARON):
        return broken(f"Aaron shed {cube_count(action.shed[AARON])}", shed=action.shed[AARON])
    return OK


def _drew(cards: tuple[str, ...]) -> str:
    return f"drew {counted(len(cards), 'card')}"


@rule("LI-AAR-3", cite=en("Rules for a 2-player game, Phase 1"), judges=Refill)
def aarons_hand_is_replaced(step: Step[State, Refill]) -> Answers:
    """At each refill Aaron's cards are replaced by six new ones, or five under B5."""
    given = step.action.aaron
    if given is None:
        return OK
    if not has_aaron(step.before.table):
        return broken("Aaron does not take part in this game") if given else OK
    _, drawn, due, _ = refill_counts(step.before, step.action)[-1]
    if drawn == due:
        return OK
    return broken(f"Aaron has {counted(drawn, 'new card')} instead of {amount_of(due)}", drawn=drawn, due=due)


@rule("LI-AAR-4", cite=en("Events B9; Rules for a 2-player game"), judges=(Play, Island), rests_on=("LI-Q23",))
def aaron_is_done(step: Step[State, Play | Island]) -> Answers:
    """Once B9 has made Aaron pass, nobody plays for Aaron again that round."""
    if step.action.for_ is None or not step.before.done:
        return OK
    return resting(broken("Aaron has already passed"), "LI-Q23")


@rule("LI-AAR-8", cite=en("Rules for a 2-player game, Phase 3"), judges=Take)
def aarons_take_is_the_one_by_rule(step: Step[State, Take]) -> Answers:
    """A take that is logged for Aaron is the one that Aaron makes."""
    if step.action.by != AARON:
        return OK
    memory, name = step.before.memory, step.action.treasure
    if name is None or not memory.given or not aaron_could_take(step.before, name):
        return OK
    first, guess = memory.given[0], memory.guessed[0]
    if guess or treasures(kit_of(step.before), (name,))[0] in (first, UNKNOWN):
        return OK
    table = step.before.table
    why = f"Aaron takes {one_treasure(table, first)}, not {one_treasure(table, name)}"
    return broken(why, treasure=name, due=first)


def _aaron_chose_blindly(step: Step[State, Island | Loot | Take]) -> Answers:
    if not step.after.just.blind:
        return OK
    return unsure("Aaron took a treasure, but one of those turned up was never named")


@rule("LI-VAR-2", cite=en("Variants: Healer cards 2"), judges=(Setup, Healers), rests_on=("LI-Q30",))
def two_healers_each(step: Step[State, Setup | Healers]) -> Answers:
    """With dealt healers, each player is dealt two and lays down one of them at the end."""
    table = step.after.table
    if "healers-dealt" not in table.variants:
        return OK
    if isinstance(step.action, Setup):
        return _dealt_two(step.after, step.action)
    return _laid_one(step.before, step.action)


def _dealt_two(state: State, action: Setup) -> Answers:
    if action.healers is None:
        return OK
    if isinstance(action.healers, tuple):
        return broken("the healers were not dealt to the players", healers=list(action.healers))
    for seat in state.table.seats:
        cards = action.healers.get(seat, ())
        if isinstance(cards, tuple) and len(cards) != 2:
            why = f"{who(state.table, seat)} was dealt {counted(len(cards), 'healer')} instead of two"
            return broken(why, seat=seat, dealt=len(cards))
    return OK


def _laid_one(state: State, action: Healers) -> Answers:
    cards = action.cards
    if cards is None:
        return OK
    if isinstance(cards, tuple):
        return broken("it was not noted who laid which healer", healers=list(cards))
    out = eliminated(state) if reading(state, 30) == "survivors" else ()
    for seat in state.table.seats:
        if (seat in cards) == (seat in out):
            done = "laid down a healer, but is out" if seat in out else "did not lay down a healer"
            return broken(f"{who(state.table, seat)} {done}", seat=seat)
        own = (state.dealt or {}).get(seat, ())
        named = {same_healer(kit_of(state), name) for name in own}
        laid = same_healer(kit_of(state), cards.get(seat, UNKNOWN))
        if laid != UNKNOWN and UNKNOWN not in own and laid not in named:
            done = f"laid down {one_healer(state.table, cards[seat])}, but had {some_healers(state.table, own)}"
            return broken(f"{who(state.table, seat)} {done}", seat=seat, card=cards[seat])
    return OK


@rule("LI-VAR-3", cite=en("Variants: Events"), judges=Setup, may_open=True, may_break=False)
def the_four_are_shown(step: Step[State, Setup]) -> Answers:
    """With known events, all four are shown at set-up."""
    if "events-known" not in step.after.table.variants:
        return OK
    if UNKNOWN in step.after.events:
        return unsure("not all four events were named", events=list(step.after.events))
    return OK


@rule("LI-VAR-4", cite=en("Variants: Initial player's hand"), judges=Setup, rests_on=("LI-Q29",))
def opening_hands(step: Step[State, Setup]) -> Answers:
    """With opening hands, the second player is dealt 8 cards, the third 9, and so on; all keep a normal hand and put
    the rest away."""
    due = put_away_due(step.after.table, step.after.first)
    for seat, cards in (step.action.discards or {}).items():
        if len(cards) != due.get(seat, 0):
            away = f"{who(step.after.table, seat)} put away {counted(len(cards), 'card')}"
            return broken(f"{away} instead of {amount_of(due.get(seat, 0))}", seat=seat, due=due.get(seat, 0))
    return OK


@rule("LI-REV-1", cite=_RECORD, judges=Reveal, may_open=True)
def a_hand_shown_agrees(step: Step[State, Reveal]) -> Answers:
    """A hand that is shown agrees with what is known of it, and what is revealed about an event agrees with the
    event."""
    state, action = step.before, step.action
    clash = step.facts.get(step.seq) if isinstance(step.facts, dict) else None
    if clash is not None:
        return _contradicted(step, *clash)
    if not action.what.startswith("hands."):
        return OK
    seat = shown_seat(state, action)
    if seat is None:
        return broken("what was shown is not a hand of cards at this table", what=action.what)
    held, player = state.hands[seat], who(state.table, seat)
    if len(action.value) != len(held):
        why = f"{player} shows {counted(len(action.value), 'card')}, but holds {amount_of(len(held))}"
        return broken_or_open(hand_in_doubt(state, seat), why, seat=seat, held=len(held))
    shown = list(action.value)
    for name in held:
        if name != UNKNOWN and name not in shown:
            why = f"{player} holds {a_thing(say(state.table, name))}, but does not show it"
            return broken(why, seat=seat, card=name)
        if name != UNKNOWN:
            shown.remove(name)
    return OK


def _contradicted(step: Step[State, Reveal], named: Any, told: Any) -> Answers:
    """A reveal says something else than its event named."""
    table, target = step.before.table, reference(step.action.what)
    about = f"event {target[0]}" if target is not None else "the record"
    why = f"{about} named {_value(table, named)}, but what was revealed is {_value(table, told)}"
    return broken(why, named=named, told=told)


def _value(table: Table, value: Any) -> str:
    if isinstance(value, dict):
        return listed([_value(table, item) for item in value.values()])
    names = value if isinstance(value, list) else [value]
    return listed([revealed(table, str(name)) for name in names])


RULES: tuple[Rule, ...] = (
    only_two_act_for_aaron,
    aaron_neither_sheds_nor_draws,
    aarons_hand_is_replaced,
    aaron_is_done,
    Rule(
        "LI-AAR-5",
        "Aaron takes the treasure with the highest number, keeps it if it is a crown and otherwise buries it, to no "
        "effect.",
        en("Rules for a 2-player game, Phase 3"),
        "derived",
        (Island, Loot, Take),
        _aaron_chose_blindly,
        may_open=True,
        questions=("LI-Q41",),
        rests_on=("LI-Q41",),
    ),
    derived(
        "LI-AAR-6",
        "A 1 that Aaron adds at the end gives each player a cube; one that Aaron inserts copies nothing.",
        en("Effects: Card number 1; Rules for a 2-player game"),
        questions=("LI-Q22",),
    ),
    derived(
        "LI-AAR-7",
        "Aaron's crosses count in the ranking of crowns.",
        en("Rules for a 2-player game, End"),
        questions=("LI-Q26",),
    ),
    aarons_take_is_the_one_by_rule,
    derived("LI-VAR-1", "With open healers, the healers lie face up from the start.", en("Variants: Healer cards 1")),
    two_healers_each,
    the_four_are_shown,
    opening_hands,
    a_hand_shown_agrees,
)
