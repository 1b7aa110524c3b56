"""Loot as a sentence: what is turned up, who takes it, and what Aaron takes without a line of its own."""

from typing import Any

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Loot, Take
from replay.games.loot_island.followed import clauses, cubes_changed, own, told
from replay.games.loot_island.loot import looted_landing
from replay.games.loot_island.state import State
from replay.games.loot_island.turns import chosen
from replay.games.loot_island.words import one_treasure, some_treasures, who
from replay.saying import listed
from replay.step import Step


def tell_loot(step: Step[State, Loot]) -> str:
    """What is turned up at a landing."""
    table, shown = step.after.table, step.action.reveal
    landing = looted_landing(step.before, step.action)
    sizes = dict(step.before.loot.queue) if step.before.loot is not None else {}
    size = sizes.get(landing or "")
    place = f" at {landing}" if landing else ""
    if not shown:
        said = f"No treasure is turned up{place}"
    elif size is None:
        said = f"Though no loot is due{place}, {some_treasures(table, shown)} {_is(len(shown))} turned up"
    else:
        said = f"The {size} loot{place} is turned up: {some_treasures(table, shown)}"
    short = ["the treasures run out"] if step.after.cutoff and not step.before.cutoff else []
    return "; ".join([said, *_aaron(step), *short])


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _aaron(step: Step[State, Any]) -> list[str]:
    """What Aaron took without a line of its own."""
    before, after = step.before, step.after
    if AARON not in after.kept or not any(AARON in stack for stack in before.stacks.values()):
        return []
    crowns = after.kept[AARON][len(before.kept.get(AARON, ())) :]
    turned = step.action.reveal if isinstance(step.action, Loot) else ()
    gone = len(before.open) + len(turned) - len(after.open) - len(crowns) - isinstance(step.action, Take)
    discarded = after.treasure_discard[len(after.treasure_discard) - gone :] if gone > 0 else ()
    done = [f"keeps {some_treasures(after.table, crowns)}"] if crowns else []
    if discarded and after.loot is not None:
        done.append(f"buries {some_treasures(after.table, discarded)}")
    return [f"Aaron {listed(done)}"] if done else []


def tell_take(step: Step[State, Take]) -> str:
    """Who takes which treasure, and what it does to their cubes."""
    action, table = step.action, step.after.table
    if action.by == AARON:
        return _told_of_aaron(step)
    name = chosen(table.kit.treasure, step.before.open, action.treasure) or UNKNOWN
    found = cubes_changed(step)
    done = [f"{'keeps' if action.keep else 'buries'} {one_treasure(table, name)}", *own(found, action.by)]
    return told(who(table, action.by), done, [*clauses(step, found, action.by), *_aaron(step)])


def _told_of_aaron(step: Step[State, Take]) -> str:
    """What the table says Aaron took."""
    name, given, table = step.action.treasure, step.before.memory.given, step.after.table
    if step.after.kept == step.before.kept and step.after.treasure_discard == step.before.treasure_discard:
        took = one_treasure(table, name or (given[0] if given else UNKNOWN))
        return f"Aaron takes {took}{'' if given else ', though nobody expected it'}"
    then = [f"{one_treasure(table, given[0])} is face up again"] if given else _aaron(step)
    return "; ".join([f"Aaron takes {one_treasure(table, name or UNKNOWN)}", *then])
