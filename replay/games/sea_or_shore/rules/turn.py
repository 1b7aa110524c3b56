"""Rules of the end of a trick and of the game, and the observation of the table."""

from collections.abc import Iterator
from typing import Any

from replay.action import UNKNOWN, Observe, Reveal
from replay.games.sea_or_shore.actions import ACTIONS, Round, Setup, Turn
from replay.games.sea_or_shore.hindsight import Facts
from replay.games.sea_or_shore.rules.common import wrong_treasures
from replay.games.sea_or_shore.state import State, look
from replay.observe import as_facts, differences, in_words
from replay.rule import Answer, Broken, Cite, Open, rule
from replay.step import Step


@rule("SS-TURN-1", cite="TRICK END", judges=Turn)
def a_trick_ends_after_the_unveiling(step: Step[State, Turn]) -> Iterator[Answer]:
    """A trick ends after the unveiling."""
    phase = step.before.phase
    if phase != "act":
        yield Broken(f"the trick was ended in the phase {phase!r}", {"phase": phase})


@rule("SS-TURN-2", cite="TRICK END", judges=Turn, may_open=True)
def one_new_treasure_for_each_deck(step: Step[State, Turn]) -> Iterator[Answer]:
    """One treasure of each deck is turned up; none after the last trick."""
    treasures = step.action.treasures
    facts = {"treasures": treasures}
    if step.before.is_last_trick:
        if treasures:
            yield Broken("treasures were turned up after the last trick", facts)
    elif treasures is None:
        yield Open("the new treasures were not noted", facts)
    elif (why := wrong_treasures(step.before, treasures)) is not None:
        yield Broken(why, facts)
    elif UNKNOWN in treasures:
        yield Open("a new treasure was not noted", facts)


@rule("SS-TURN-3", cite="Contents", judges=(Setup, Round, Turn), may_open=True)
def no_treasure_too_often(step: Step[State, Any]) -> Iterator[Answer]:
    """No treasure comes up more often in a round than it exists."""
    action = step.action
    if not action.treasures or (isinstance(action, Turn) and step.before.is_last_trick):
        return
    kit, opened = step.before.table.kit, step.after.opened
    for treasure in dict.fromkeys(action.treasures):
        copies = kit.copies.get(treasure, 0)
        if treasure != UNKNOWN and opened.get(treasure, 0) > copies:
            facts = {"treasure": treasure, "opened": opened[treasure], "copies": copies}
            why = f"{treasure} came up {opened[treasure]} times in this round, the kit has {copies}"
            yield Open(f"{why}, but that is assumed", facts) if kit.assumed else Broken(why, facts)


@rule("SS-TURN-4", cite="TRICK END", judges=Turn)
def the_treasure_on_top_comes_up(step: Step[State, Turn]) -> Iterator[Answer]:
    """The treasure turned up is the one known to lie on top."""
    if step.before.is_last_trick:
        return
    for name, deck in step.before.decks.items():
        down = deck.down if deck.up is None else (*deck.down, deck.up)
        top = down[0] if down else UNKNOWN
        up = step.after.decks[name].up
        if UNKNOWN not in (top, up) and top != up:
            yield Broken(f"{up} came up on {name}, {top} lay on top", {"deck": name, "up": up, "top": top})


@rule("SS-FLOW-1", cite="GAME END", judges=ACTIONS)
def nothing_is_played_after_the_end(step: Step[State, Any]) -> Iterator[Answer]:
    """After the last trick of round 2 nothing is played."""
    if step.before.phase == "over":
        yield Broken("the game was over", {"phase": "over"})


_NOT_YET_KNOWN = ("additions", "supply", "piles", "decks", "pending")


@rule("SS-OBS-1", cite=Cite("What was counted at the table"), judges=(Observe, Reveal), may_open=True)
def the_table_shows_what_follows(step: Step[State, Any]) -> Iterator[Answer]:
    """The table shows what follows from the log."""
    state, action = step.before, step.action
    if isinstance(action, Reveal):
        facts = step.facts
        if isinstance(facts, Facts) and step.seq in facts.contradictions:
            named, told = facts.contradictions[step.seq]
            yield Broken(f"{action.what} was logged as {named!r}, revealed as {told!r}", {"named": named, "told": told})
        return
    differing = differences(lambda path: look(state, path), action.facts)
    certain = [item for item in differing if item.known and not _may_lag(state, item.path)]
    if certain:
        yield Broken(in_words(certain), as_facts(certain))
    elif differing:
        yield Open(in_words(differing), as_facts(differing))


def _may_lag(state: State, path: str) -> bool:
    """Whether a trick that could not be resolved leaves the state behind the table at this path."""
    zone = path.split(".", 1)[0]
    if zone in ("points", "result"):
        return state.unresolved_ever
    return state.unresolved and zone in _NOT_YET_KNOWN


RULES = (
    a_trick_ends_after_the_unveiling,
    one_new_treasure_for_each_deck,
    no_treasure_too_often,
    the_treasure_on_top_comes_up,
    nothing_is_played_after_the_end,
    the_table_shows_what_follows,
)
