"""Rules for the set-up and the order of events (LI-SET, LI-SEQ)."""

from replay.action import UNKNOWN, Action
from replay.games.loot_island.actions import (
    ACTIONS,
    Event,
    Healers,
    Island,
    Loot,
    Pass,
    Play,
    Setup,
)
from replay.games.loot_island.geometry import CORNERS, FACINGS
from replay.games.loot_island.rules.common import en, were
from replay.games.loot_island.rules.gate import PHASES, out_of_phase
from replay.games.loot_island.state import COLORS, State, hand_size, has_aaron, healer_count, reading
from replay.games.loot_island.words import FACINGS as FACING_WORDS
from replay.games.loot_island.words import PHASES as PHASE_WORDS
from replay.games.loot_island.words import amount_of, as_typed, who
from replay.rule import OK, Answers, Cite, Rule, broken, derived, resting, rule
from replay.saying import counted, listed
from replay.step import Step

EVENTS_A = tuple(f"A{number}" for number in range(1, 5))
EVENTS_B = tuple(f"B{number}" for number in range(1, 15))


@rule("LI-SET-1", cite=en("Setup 11"), judges=Setup)
def two_to_five_players(step: Step[State, Setup]) -> Answers:
    """Two to five players take part, each in a different colour of the five."""
    seats = [player.seat for player in step.after.table.players]
    if not 2 <= len(seats) <= 5:
        sit = f"{counted(len(seats), 'player')} {'sits' if len(seats) == 1 else 'sit'}"
        return broken(f"{sit} at the table", seats=seats)
    strange = [seat for seat in seats if seat not in COLORS]
    if strange:
        return broken(f"this game has no seats called {listed(strange)}", seats=seats)
    if len(set(seats)) < len(seats):
        return broken("two players have the same colour", seats=seats)
    return OK


@rule("LI-SET-2", cite=en("Setup 2"), judges=Setup)
def ship_on_a_corner(step: Step[State, Setup]) -> Answers:
    """The ship lies on one of the four corners, its bow along one of the two coasts that meet there."""
    ship = step.action.ship
    if ship is None:
        return broken("nobody said where the ship lies")
    if ship.corner not in CORNERS or ship.facing not in FACINGS:
        facing = FACING_WORDS.get(ship.facing, as_typed(ship.facing))
        return broken(
            f"the ship is put at {as_typed(ship.corner)}, facing {facing}", corner=ship.corner, facing=ship.facing
        )
    return OK


@rule("LI-SET-3", cite=en("Setup 10"), judges=Setup)
def first_player_plays(step: Step[State, Setup]) -> Answers:
    """The first player is one of the players."""
    first = step.action.first
    if first in step.after.table.seats:
        return OK
    why = (
        "nobody was made first player"
        if first is None
        else f"{as_typed(first)} was made first player, but does not play"
    )
    return broken(why, first=first, seats=list(step.after.table.seats))


@rule("LI-SET-4", cite=en("Setup 5"), judges=Setup)
def hands_are_full(step: Step[State, Setup]) -> Answers:
    """Each player is dealt seven cards, or six in a two-player game."""
    due = hand_size(step.after.table)
    for seat, cards in (step.action.hands or {}).items():
        if isinstance(cards, tuple) and len(cards) != due:
            name = who(step.after.table, seat)
            why = f"{name} was dealt {counted(len(cards), 'card')} instead of {amount_of(due)}"
            return broken(why, seat=seat, dealt=len(cards), due=due)
    return OK


@rule("LI-SET-5", cite=en("Setup 7"), judges=Setup)
def four_b_events(step: Step[State, Setup]) -> Answers:
    """Four different B cards form the event deck."""
    events = step.action.events
    if events is None:
        return OK
    if len(events) != 4:
        return broken(f"the event deck has {counted(len(events), 'card')}", events=list(events))
    known = [card for card in events if card != UNKNOWN]
    strange = [card for card in known if card not in EVENTS_B]
    if strange:
        no_b = "is no B event" if len(strange) == 1 else "are no B events"
        return broken(f"{listed([as_typed(name) for name in strange])} {no_b}", events=list(events))
    if len(set(known)) < len(known):
        return broken("an event is in the deck twice", events=list(events))
    return OK


@rule("LI-SET-6", cite=en("Setup 6"), judges=Setup, rests_on=("LI-Q28",))
def a_healer_for_each(step: Step[State, Setup]) -> Answers:
    """As many healers are set out as there are players."""
    table, given = step.after.table, step.action.healers
    if "healers-open" not in table.variants or given is None:
        return OK
    due = healer_count(table)
    if len(given) == due:
        return OK
    laid = were(counted(len(given), "healer"), len(given))
    return broken(f"{laid} set out instead of {amount_of(due)}", shown=len(given), due=due)


@rule("LI-SET-7", cite=en("Rules for a 2-player game, Game setup"), judges=Setup)
def aaron_with_two(step: Step[State, Setup]) -> Answers:
    """Aaron takes part in a two-player game and in no other, in a colour that neither player has, with six cards."""
    table, aaron = step.after.table, step.action.aaron
    if not has_aaron(table):
        players = counted(len(table.seats), "player")
        return OK if aaron is None else broken(f"Aaron takes part, but there are {players}")
    if aaron is None:
        return broken("there are two players, but Aaron was not set up")
    if aaron.color not in COLORS or aaron.color in table.seats:
        why = (
            f"Aaron's colour is {as_typed(aaron.color)}" if aaron.color is not None else "Aaron's colour was not noted"
        )
        return broken(why, color=aaron.color)
    if aaron.hand is not None and len(aaron.hand) != 6:
        return broken(f"Aaron has {counted(len(aaron.hand), 'card')} instead of six", dealt=len(aaron.hand))
    return OK


@rule("LI-SEQ-1", cite=en("Game overview and sequence of play"), judges=ACTIONS, rests_on=("LI-Q32",))
def everything_has_its_phase(step: Step[State, Action]) -> Answers:
    """Every action belongs to a phase; round 5 is the last, and once the treasures run out no more are turned up."""
    state = step.before
    if not out_of_phase(state, step.action):
        return OK
    if type(step.action) is Loot and state.cutoff:
        answers = broken("the treasures ran out, so no more are turned up", phase=state.phase)
    elif type(step.action) is Event and state.phase == "ready":
        answers = broken(f"round {state.round} was the last", round=state.round)
    else:
        phases = PHASES[type(step.action)]
        due = " or ".join(PHASE_WORDS[phase] for phase in phases)
        now = "the game is over" if state.phase == "over" else f"this is {PHASE_WORDS[state.phase]}"
        why = f"it belongs to {due}, but {now}"
        answers = broken(why, phase=state.phase, due=list(phases))
    return resting(answers, "LI-Q32") if _ends_by_agreement(state, step.action) else resting(answers)


def _ends_by_agreement(state: State, action: Action) -> bool:
    """Whether it is a question of LI-Q32: a treasure tile found nothing in this round, so when does the game end?"""
    if not state.memory.failed:
        return False
    return isinstance(action, Play | Island | Pass) or (
        isinstance(action, Healers) and reading(state, 32) == "end-of-phase"
    )


@rule("LI-SEQ-2", cite=Cite("The form of a record"), judges=ACTIONS)
def setup_comes_first(step: Step[State, Action]) -> Answers:
    """The set-up comes first, and there is only one."""
    begun = step.before.tick > 0
    if type(step.action) is Setup:
        return broken("the game was already set up") if begun else OK
    return OK if begun else broken("the game has not been set up")


RULES: tuple[Rule, ...] = (
    two_to_five_players,
    ship_on_a_corner,
    first_player_plays,
    hands_are_full,
    four_b_events,
    a_healer_for_each,
    aaron_with_two,
    derived(
        "LI-SET-8", "Every player begins with 3 cubes and 3 discs; Aaron has 3 discs and no cubes.", en("Setup 11")
    ),
    derived(
        "LI-SET-9",
        "The treasure deck is made of the piles for this number of players, I on top and IV at the bottom.",
        en("Setup 3"),
    ),
    derived("LI-SET-10", "All small islands for this number of players lie face up.", en("Setup 9")),
    everything_has_its_phase,
    setup_comes_first,
)
