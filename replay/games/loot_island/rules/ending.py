"""Rules for the end, healers and the count (LI-END, LI-HEAL, LI-VAL, LI-WIN)."""

from collections import Counter

from replay.action import UNKNOWN
from replay.games.loot_island.actions import Healer, Healers, Setup
from replay.games.loot_island.kit import healer_of, same_healer
from replay.games.loot_island.reducer import find_healer
from replay.games.loot_island.rules.common import (
    ASSUMED,
    broken_or_open,
    broken_unless,
    cubes_in_doubt,
    en,
    landings_in_doubt,
    nl_fr,
    were,
)
from replay.games.loot_island.state import State, count_chests, healer_count, kit_of, nothing_left_to_find
from replay.games.loot_island.unseen import has_unseen, unseen_things
from replay.games.loot_island.words import amount_of, one_healer, only_these, say, some_healers, some_treasures, who
from replay.rule import OK, Answers, Rule, broken, derived, resting, rule, unsure
from replay.saying import counted, listed
from replay.step import Step

_VALUES = en("Treasure values")


@rule("LI-END-1", cite=nl_fr("Einde/Fin 1"), judges=Healers, may_open=True, rests_on=("LI-Q18", "LI-Q20"))
def explore_to_the_end(step: Step[State, Healers]) -> Answers:
    """The final exploration is finished before the healers are turned up."""
    state = step.before
    left = [place for place, _ in state.loot.queue] if state.loot is not None else []
    if nothing_left_to_find(state) or not (left or state.open):
        return OK
    at = state.loot.at if state.loot is not None else None
    doubt = landings_in_doubt(state, (at, *left))
    if not left:
        untaken = were(some_treasures(state.table, state.open), len(state.open))
        return resting(broken_or_open(doubt, f"{untaken} not taken", untaken=list(state.open)))
    answers = broken_or_open(doubt, f"{were(listed(left), len(left))} not explored", unexplored=left)
    return resting(answers, *_rests_on_what_is_left(state, left))


def _rests_on_what_is_left(state: State, left: list[str]) -> list[str]:
    """The questions that decide whether the landings left were due at all."""
    if state.open:
        return []
    found = [] if any(state.stacks[place] for place in left) else ["LI-Q18"]
    single = all(count_chests(kit_of(state), state.columns[place]) == 1 for place in left)
    if state.event == "B11" and single:
        found.append("LI-Q20")
    return found


@rule("LI-HEAL-1", cite=nl_fr("Einde/Fin 3"), judges=Healers, rests_on=("LI-Q28",))
def as_many_healers_as_players(step: Step[State, Healers]) -> Answers:
    """As many healers are turned up as there are players."""
    table, cards = step.before.table, step.action.cards
    if cards is None or "healers-open" in table.variants or "healers-dealt" in table.variants:
        return OK
    due = healer_count(table)
    if len(cards) == due:
        return OK
    shown = were(counted(len(cards), "healer"), len(cards))
    return broken(f"{shown} turned up instead of {amount_of(due)}", shown=len(cards), due=due)


def _healers_named(step: Step[State, Setup | Healers]) -> list[str]:
    action = step.action
    told = action.cards if isinstance(action, Healers) else action.healers
    if told is None:
        return []
    if isinstance(told, tuple):
        return [name for name in told if name != UNKNOWN]
    names: list[str] = []
    for cards in told.values():
        if isinstance(cards, str):
            names.append(cards)
        elif isinstance(cards, tuple):
            names += cards
    return [name for name in names if name != UNKNOWN]


@rule("LI-HEAL-2", cite=en("Components list"), judges=(Setup, Healers), may_open=True)
def different_healers_of_the_kit(step: Step[State, Setup | Healers]) -> Answers:
    """Every healer is a card of the kit, and no healer and no price is named more often than the kit has it."""
    kit = kit_of(step.after)
    names = _healers_named(step)
    if len({same_healer(kit, name) for name in names}) == len(names) and all(name in kit.healers for name in names):
        return OK
    strange = [name for name in names if healer_of(kit, name) is None] if isinstance(step.action, Healers) else []
    if strange:  # at the set-up this is LI-CARD-3
        why = f"no healer in the kit is called {listed([say(step.after.table, name) for name in strange])}"
        return broken_unless(kit.healers_assumed, ASSUMED, why, healers=strange)
    cards = Counter(same_healer(kit, name) for name in names if name in kit.healers)
    prices = Counter((found.per, found.fixed) for name in names if (found := healer_of(kit, name)) is not None)
    owned = Counter((healer.per, healer.fixed) for healer in kit.healers.values())
    twice = [name for name, number in cards.items() if number > 1]
    dear = [f"healer-{per}+{fixed}" for (per, fixed), number in prices.items() if number > owned[per, fixed]]
    if not twice and not dear:
        return OK
    why = f"{one_healer(step.after.table, (twice or dear)[0])} was named more often than the kit has it"
    return broken_unless(kit.healers_assumed, ASSUMED, why, healers=names)


@rule("LI-HEAL-3", cite=nl_fr("Einde/Fin 3"), judges=Healer, may_open=True, rests_on=("LI-Q1",))
def fewest_cubes_choose_first(step: Step[State, Healer]) -> Answers:
    """Players choose in order of cubes, fewest first, ties clockwise from the tile; those who are out or have no cubes
    do not choose."""
    state, by = step.before, step.action.by
    order = state.order
    if order[:1] == (by,):
        return OK
    first = order[0] if order else None
    doubts = [cubes_in_doubt(state, seat) for seat in (by, first) if seat is not None]
    doubt = next((reason for reason in doubts if reason is not None), None)
    why = f"{who(state.table, first)} chooses now, not {who(state.table, by)}"
    answers = broken_or_open(doubt, why, by=by, order=list(order))
    level = first is not None and state.cubes[by] == state.cubes[first] and state.first in (by, first)
    return resting(answers, *(("LI-Q1",) if level else ()))


@rule("LI-HEAL-4", cite=nl_fr("Einde/Fin 3"), judges=Healer)
def a_healer_still_there(step: Step[State, Healer]) -> Answers:
    """A player chooses a healer that is still there."""
    if find_healer(step.before, step.action.card) is not None:
        return OK
    there, table = step.before.healers, step.before.table
    left = only_these(some_healers(table, there), len(there))
    why = f"{one_healer(table, step.action.card)} is not on the table; {left}"
    return broken(why, card=step.action.card, there=list(there))


@rule("LI-WIN-4", cite=nl_fr("Einde/Fin 4"), judges=(Healers, Healer), may_open=True, may_break=False)
def the_count_was_seen(step: Step[State, Healers | Healer]) -> Answers:
    """The count rests on treasures and healers that were seen."""
    if step.after.phase != "over" or step.before.phase == "over" or not has_unseen(step.after):
        return OK
    things = unseen_things(step.after)
    return unsure(f"{were(listed(things), len(things))} never named")


def rests_on_a_guess(state: State) -> bool:
    """Whether the count depends on a healer whose cost is assumed."""
    healers = kit_of(state).healers
    return any(name in healers and healers[name].assumed for name in state.taken.values())


RULES: tuple[Rule, ...] = (
    explore_to_the_end,
    derived(
        "LI-END-2",
        "In the final exploration every landing with enough cards is a small loot, all round the island from the bow.",
        nl_fr("Einde/Fin 1"),
        questions=("LI-Q3", "LI-Q4", "LI-Q20"),
    ),
    derived("LI-END-3", "A player with 13 or more cubes at the end is out.", nl_fr("Einde/Fin 2")),
    derived(
        "LI-END-4",
        "When the treasures fail, what was turned up is handed out and the healers follow at once: no further loot, no "
        "clean-up.",
        en("General rules: Treasure deck"),
    ),
    as_many_healers_as_players,
    different_healers_of_the_kit,
    fewest_cubes_choose_first,
    a_healer_still_there,
    derived("LI-HEAL-5", "A healer costs a price per cube plus a fixed sum.", nl_fr("Einde/Fin 4")),
    derived(
        "LI-HEAL-6", "A player who would fall below 0 is out; 0 is enough.", nl_fr("Einde/Fin 4"), questions=("LI-Q27",)
    ),
    derived("LI-VAL-1", "Amulets, coins, jewels, crowns and skulls are worth what is printed on them.", _VALUES),
    derived(
        "LI-VAL-2",
        "Each book multiplies the curse of one of its owner's other treasures, in the best pairing.",
        _VALUES,
    ),
    derived("LI-VAL-3", "Jewels give 20 for every three and 8 for two.", _VALUES),
    derived(
        "LI-VAL-4",
        "Crowns give 25, 18, 11 and so on by number of crosses; ties share, rounded down; no cross, no bonus.",
        _VALUES,
        questions=("LI-Q2", "LI-Q26", "LI-Q27"),
    ),
    derived(
        "LI-VAL-5",
        "Sets of one, two or three different skulls give 1, 3 or 6 for each other type of treasure owned.",
        _VALUES,
    ),
    derived("LI-VAL-6", "The first-player tile is worth 5.", nl_fr("Einde/Fin 4")),
    derived("LI-WIN-1", "The player with the highest total wins.", nl_fr("Einde/Fin")),
    derived(
        "LI-WIN-2",
        "A tie goes to the player nearest clockwise to the first-player tile, its holder first.",
        nl_fr("Einde/Fin (silent on whether the holder counts)"),
        questions=("LI-Q1",),
    ),
    derived("LI-WIN-3", "If all players are out, nobody wins.", nl_fr("Einde/Fin")),
    the_count_was_seen,
)
