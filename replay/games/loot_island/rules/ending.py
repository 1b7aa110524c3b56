"""Rules for the end, healers and the count (LI-END, LI-HEAL, LI-VAL, LI-WIN)."""

from records.text import counted
from replay.action import UNKNOWN
from replay.games.loot_island.actions import Healer, Healers, Setup
from replay.games.loot_island.kit import healer_of, same_healer
from replay.games.loot_island.reducer import find_healer
from replay.games.loot_island.rules.common import ASSUMED, broken_unless, en, listed, nl_fr, were
from replay.games.loot_island.state import State, healer_count, kit_of
from replay.rule import OK, Answers, Rule, broken, derived, rule
from replay.step import Step

_VALUES = en("Treasure values")


@rule("LI-END-1", cite=nl_fr("Einde/Fin 1"), judges=Healers)
def explore_to_the_end(step: Step[State, Healers]) -> Answers:
    """The final exploration is finished before the healers are turned up."""
    state = step.before
    left = [place for place, _ in state.loot.queue] if state.loot is not None else []
    if left:
        return broken(f"{were(left)} not explored", unexplored=left)
    return broken(f"{were(state.open)} not taken", untaken=list(state.open)) if state.open else OK


@rule("LI-HEAL-1", cite=nl_fr("Einde/Fin 3"), judges=Healers)
def as_many_healers_as_players(step: Step[State, Healers]) -> Answers:
    """As many healers are turned up as there are players."""
    table, cards = step.before.table, step.action.cards
    if cards is None or "healers-open" in table.variants or "healers-dealt" in table.variants:
        return OK
    due = healer_count(table)
    return (
        OK
        if len(cards) == due
        else broken(f"{counted(len(cards), 'healer')} turned up, not {due}", shown=len(cards), due=due)
    )


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
    """Every healer is a card of the kit, and none is named twice."""
    kit = kit_of(step.after)
    names = _healers_named(step)
    cards = [same_healer(kit, name) for name in names]
    if len(set(cards)) < len(cards):
        return broken("the same healer was named twice", healers=names)
    strange = [name for name, card in zip(names, cards, strict=True) if card not in kit.healers]
    if not strange:
        return OK
    why = f"the kit has no healer called {listed(strange)}"
    return broken_unless(kit.healers_assumed, ASSUMED, why, healers=strange)


@rule("LI-HEAL-3", cite=nl_fr("Einde/Fin 3"), judges=Healer)
def fewest_cubes_choose_first(step: Step[State, Healer]) -> Answers:
    """Players choose in order of cubes, fewest first, ties clockwise from the tile; those who are out or have no cubes
    do not choose."""
    order = step.before.order
    if order[:1] == (step.action.by,):
        return OK
    return broken(
        f"{order[0] if order else 'nobody'} chooses now, not {step.action.by}", by=step.action.by, order=list(order)
    )


@rule("LI-HEAL-4", cite=nl_fr("Einde/Fin 3"), judges=Healer)
def a_healer_still_there(step: Step[State, Healer]) -> Answers:
    """A player chooses a healer that is still there."""
    if find_healer(step.before, step.action.card) is not None:
        return OK
    there = step.before.healers
    return broken(f"{step.action.card} is not among {listed(there)}", card=step.action.card, there=list(there))


def rests_on_a_guess(state: State) -> bool:
    """Whether the count depends on a healer whose cost is assumed or not known."""
    for name in state.taken.values():
        healer = healer_of(kit_of(state), name)
        if healer is None or healer.assumed:
            return True
    return False


RULES: tuple[Rule, ...] = (
    explore_to_the_end,
    derived(
        "LI-END-2",
        "In the final exploration every landing with enough cards is a small loot, all round the island from the bow.",
        nl_fr("Einde/Fin 1"),
        questions=("LI-Q3", "LI-Q4", "LI-Q20"),
    ),
    derived("LI-END-3", "A player with 13 or more cubes at the end is out.", nl_fr("Einde/Fin 2")),
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
        nl_fr("Einde/Fin"),
        questions=("LI-Q1",),
    ),
    derived("LI-WIN-3", "If all players are out, nobody wins.", nl_fr("Einde/Fin")),
)
