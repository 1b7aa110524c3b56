"""What a step did to hands and cubes, in words: `draws one card`, `Bob and Cleo each take two cubes`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from replay.games.loot_island.state import State
from replay.games.loot_island.words import everybody, who
from replay.saying import counted, listed
from replay.step import Step

Deed = tuple[str, str]
"""What somebody does, for one and for many: (`draws one card`, `draw one card`)."""
Deeds = dict[str, list[Deed]]
"""What everybody does, without those who do nothing."""


def cards_drawn(step: Step[State, Any], left: Mapping[str, int]) -> dict[str, int]:
    """How many cards came into the hands that drew any, given how many left each hand first."""
    before, after = step.before.hands, step.after.hands
    if sum(map(len, after.values())) == sum(map(len, before.values())) - sum(left.values()):
        return {}  # none lost more than `left`, so one that drew would make the sum larger
    drawn = {
        actor: len(cards) - max(0, len(before.get(actor, ())) - left.get(actor, 0)) for actor, cards in after.items()
    }
    return {actor: number for actor, number in drawn.items() if number > 0}


def deeds(step: Step[State, Any], drawn: Mapping[str, int], away: Mapping[str, int] | None = None) -> Deeds:
    """What everybody put away, drew, took and shed."""
    before, after = step.before.cubes, step.after.cubes
    if not drawn and not away and before == after:
        return {}
    found: Deeds = {}
    for actor in step.after.hands:
        done = _deed("put", away.get(actor, 0), "card", " away") if away else []
        if actor in drawn:
            done += _deed("draw", drawn[actor], "card")
        if change := after.get(actor, 0) - before.get(actor, 0):
            done += _cubes(change)
        if done:
            found[actor] = done
    return found


def _cubes(change: int) -> list[Deed]:
    return _deed("take", change, "cube") or _deed("shed", -change, "cube")


def _deed(verb: str, amount: int, unit: str, more: str = "") -> list[Deed]:
    if amount <= 0:
        return []
    what = f"{counted(amount, unit)}{more}"
    return [(f"{verb}s {what}", f"{verb} {what}")]


def cubes_changed(step: Step[State, Any]) -> Deeds:
    """Only what everybody took and shed in cubes."""
    before, after = step.before.cubes, step.after.cubes
    if before == after:
        return {}
    changed = {seat: _cubes(after[seat] - before.get(seat, 0)) for seat in step.after.table.seats}
    return {seat: done for seat, done in changed.items() if done}


def own(found: Deeds, actor: str) -> list[str]:
    """What the one does who acts."""
    return [one for one, _ in found.get(actor, ())]


def clauses(step: Step[State, Any], found: Deeds, but: str = "") -> list[str]:
    """What all others do, those who do the same together: `Bob and Cleo each take two cubes`."""
    if not found:
        return []
    table = step.after.table
    together: dict[tuple[Deed, ...], list[str]] = {}
    for actor, done in found.items():
        if actor != but:
            together.setdefault(tuple(done), []).append(actor)
    said = []
    for alike, actors in together.items():
        if len(actors) == 1:
            said.append(f"{who(table, actors[0])} {listed([one for one, _ in alike])}")
        else:
            said.append(f"{everybody(table, actors)} each {listed([many for _, many in alike])}")
    return said


def renewed(step: Step[State, Any], drawn: Mapping[str, int]) -> list[str]:
    """Whether the deck ran out and was made anew by those who drew."""
    before, after = step.before, step.after
    if not drawn or not before.discard or after.deck + sum(drawn.values()) <= before.deck:
        return []
    return ["the discard pile becomes the new deck"]


def told(subject: str, done: Sequence[str], then: Iterable[str] = ()) -> str:
    """One sentence: what somebody does, and what followed."""
    return "; ".join([f"{subject} {listed(done)}", *then]) + "."
