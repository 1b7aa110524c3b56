"""A step as a sentence: what happened, and what it did to whom."""

from typing import Any, assert_never

from msgspec import UNSET

from replay.action import UNKNOWN, Reveal
from replay.games.loot_island.actions import (
    AARON,
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
    copies_of,
)
from replay.games.loot_island.effects import effects_of
from replay.games.loot_island.geometry import coast_ahead
from replay.games.loot_island.loot import looted_landing
from replay.games.loot_island.plan import cleaned_coasts
from replay.games.loot_island.state import State, actor_of
from replay.games.loot_island.turns import chosen
from replay.games.loot_island.view import EVENT_WORDS
from replay.step import Step


def tell(step: Step[State, Any]) -> str:
    """What happened, in one sentence."""
    action: LootAction | Reveal = step.action
    match action:
        case Setup():
            return _setup(step)
        case Event():
            return _event(step)
        case Refill():
            return _refill(step)
        case Recall():
            return f"{_who(action)} takes back a disc from {action.landing}."
        case Play():
            return _play(step)
        case Island():
            return _island(step)
        case Pass():
            return _pass(step)
        case Loot():
            return _loot(step)
        case Take():
            return _take(step)
        case Cleanup():
            return _cleanup(step)
        case Healers():
            return _healers(step)
        case Healer():
            return f"{action.by} chooses {action.card}{_ending(step)}."
        case Reveal():
            return f"Revealed: {action.what} is {_plain(action.value)}."
        case _:
            assert_never(action)


def _plain(value: Any) -> str:
    return " ".join(str(item) for item in value) if isinstance(value, list) else str(value)


def _row(names: Any) -> str:
    """Names in a row; the unknown ones are counted."""
    known = [str(name) for name in names if name != UNKNOWN]
    hidden = sum(name == UNKNOWN for name in names)
    words = [*known, *([f"{hidden} unseen"] if hidden else [])]
    return " ".join(words) or "nothing"


def _who(action: Recall | Play | Island) -> str:
    return f"{action.by}, for Aaron," if action.for_ is not None else action.by


def _changes(step: Step[State, Any]) -> str:
    """Cubes taken and shed: `; cubes: blue −1, red +2`."""
    words = []
    for seat in step.after.table.seats:
        change = step.after.cubes[seat] - step.before.cubes.get(seat, 0)
        if change:
            words.append(f"{seat} {'+' if change > 0 else '−'}{abs(change)}")
    return f"; cubes: {', '.join(words)}" if words else ""


def _hands(what: str, numbers: dict[str, int]) -> str:
    """`; drawn: blue 2, red 1`."""
    words = [f"{seat} {number}" for seat, number in numbers.items() if number > 0]
    return f"; {what}: {', '.join(words)}" if words else ""


def _drawn(step: Step[State, Any], left: dict[str, int]) -> str:
    """Cards drawn into each hand, given how many left it first; and whether the deck was renewed for them."""
    before, after = step.before, step.after
    numbers = {
        seat: len(cards) - max(0, len(before.hands.get(seat, ())) - left.get(seat, 0))
        for seat, cards in after.hands.items()
    }
    drawn = sum(number for number in numbers.values() if number > 0)
    renewed = before.discard and after.deck + drawn > before.deck
    return _hands("drawn", numbers) + ("; the discard pile becomes the new deck" if renewed else "")


def _refill(step: Step[State, Refill]) -> str:
    discard = step.action.discard or {}
    away = {seat: len(discard.get(seat, ())) for seat in step.after.table.seats}
    left = {**away, AARON: len(step.before.hands.get(AARON, ()))}
    return f"Hands are refilled{_hands('put away', away)}{_drawn(step, left)}."


def _setup(step: Step[State, Setup]) -> str:
    state = step.after
    begins = "The record begins in the middle of the game" if step.action.position is not None else "The game is set up"
    return f"{begins}: {state.first} is first, the ship lies at {state.corner} facing {state.facing}."


def _event(step: Step[State, Event]) -> str:
    action, state = step.action, step.after
    words = EVENT_WORDS.get(action.card, "not an event of this game")
    coast = coast_ahead(state.corner, state.facing)
    more = f"; {_row(action.reveal)} are laid out" if action.reveal and action.card == "A2" else ""
    more += f"; {action.island} is closed" if action.island and action.card == "B3" else ""
    return (
        f"Round {state.round} opens with {action.card}, {words}; the ship explores {coast}"
        f"{more}{_drawn(step, {})}{_changes(step)}."
    )


def _play(step: Step[State, Play]) -> str:
    action = step.action
    source = f", moving a disc from {action.from_}" if action.from_ else ""
    copied = [name for name in copies_of(action) if name]
    copy = f", copying {_row(copied)}" if copied else ""
    effects = effects_of(step.before, action)
    first = {0: "", 1: ", the 1 at the beginning"}.get(effects.inserted, ", the 1s at the beginning")
    drawn = _drawn(step, {effects.actor: len(action.cards)})
    return f"{_who(action)} lays {_row(action.cards)} at {action.landing}{first}{source}{copy}{drawn}{_changes(step)}."


def _island(step: Step[State, Island]) -> str:
    action = step.action
    done = [] if action.use else ["without using it"]
    if action.landing is not None:
        done.append(f"at {action.landing}")
    if action.reveal is not UNSET:
        actor = AARON if action.for_ is not None and AARON in step.after.kept else action.by
        kept = len(step.after.kept[actor]) > len(step.before.kept.get(actor, ()))
        fate = "kept" if kept else "buried"
        done.append(f"turning up {action.reveal} ({fate})" if action.reveal else "with no treasure left")
    if step.after.corner != step.before.corner:
        coast = coast_ahead(step.after.corner, step.after.facing)
        done.append(f"which moves to {step.after.corner} and explores {coast}")
    how = f", {', '.join(done)}" if done else ""
    drawn = _drawn(step, {actor_of(step.before, action): len(action.cards)})
    return f"{_who(action)} pays {_row(action.cards)} for {action.island}{how}{drawn}{_changes(step)}{_leaving(step)}."


def _leaving(step: Step[State, Island]) -> str:
    """What B9 does to the user of a tile."""
    by, before, after = step.action.by, step.before, step.after
    if after.done and not before.done:
        return "; Aaron is done for this round"
    return "; and passes" if by in after.passed and by not in before.passed else ""


def _pass(step: Step[State, Pass]) -> str:
    action, state = step.action, step.before
    gained = ""
    if state.event == "A2":
        name = chosen(state.table.kit.treasure, state.offer, action.take)
        gained = f"{'takes' if action.keep else 'buries'} {name}" if name else ""
    if state.passed:
        return f"{action.by} passes{' and ' if gained else ''}{gained}{_changes(step)}."
    tile = f"{'keeps' if state.first == action.by else 'takes'} the first-player tile"
    also = f", {tile} and {gained}" if gained else f", and {tile}"
    return f"{action.by} passes, the first to do so{also}{_changes(step)}."


def _loot(step: Step[State, Loot]) -> str:
    landing = looted_landing(step.before, step.action)
    sizes = dict(step.before.loot.queue) if step.before.loot is not None else {}
    size = sizes.get(landing or "", "no")
    short = "; the treasures run out" if step.after.cutoff and not step.before.cutoff else ""
    return f"At {landing or 'no landing'}, {size} loot: {_row(step.action.reveal)}{_aaron(step)}{short}."


def _aaron(step: Step[State, Any]) -> str:
    """What Aaron took without a line of its own."""
    before, after = step.before, step.after
    if AARON not in after.kept or not any(AARON in stack for stack in before.stacks.values()):
        return ""
    crowns = after.kept[AARON][len(before.kept.get(AARON, ())) :]
    turned = step.action.reveal if isinstance(step.action, Loot) else ()
    gone = len(before.open) + len(turned) - len(after.open) - len(crowns) - isinstance(step.action, Take)
    discarded = after.treasure_discard[len(after.treasure_discard) - gone :] if gone > 0 else ()
    words = [f"Aaron keeps {_row(crowns)}"] if crowns else []
    if discarded and after.loot is not None:
        words.append(f"Aaron buries {_row(discarded)}")
    return "".join(f"; {word}" for word in words)


def _take(step: Step[State, Take]) -> str:
    action = step.action
    if action.by == AARON:
        return _told_of_aaron(step)
    name = chosen(step.before.table.kit.treasure, step.before.open, action.treasure) or "a treasure that was not named"
    return f"{action.by} {'keeps' if action.keep else 'buries'} {name}{_changes(step)}{_aaron(step)}."


def _told_of_aaron(step: Step[State, Take]) -> str:
    """What the table says Aaron took."""
    name, given = step.action.treasure, step.before.memory.given
    if step.after.kept == step.before.kept and step.after.treasure_discard == step.before.treasure_discard:
        took = name or (given[0] if given else "nothing that was named")
        return f"Aaron took {took}{'' if given else ', but was not expected to'}."
    back = f"; {given[0]} is face up again" if given else ""
    return f"Aaron took {name}{back}{_aaron(step) if not given else ''}."


def _cleanup(step: Step[State, Cleanup]) -> str:
    coasts = cleaned_coasts(step.before)
    cleaned = f"Coast {coasts[0]} is" if len(coasts) == 1 else f"Coasts {' and '.join(coasts)} are"
    after = "the final exploration follows" if step.after.phase == "final" else f"round {step.before.round} ends"
    return f"{cleaned} cleaned up; {after}{_changes(step)}."


def _healers(step: Step[State, Healers]) -> str:
    out = f"; out with 13 cubes or more: {_row(step.after.out)}" if step.after.out else ""
    short = "; no treasure is left" if step.after.cutoff and not step.before.cutoff else ""
    return f"The healers are turned up: {_row(step.after.healers)}{short}{out}{_ending(step)}."


def _ending(step: Step[State, Any]) -> str:
    if step.after.result is None:
        return ""
    scores, winner = step.after.result["scores"], step.after.result["winner"]
    words = [f"{seat} {_points(points)}" for seat, points in scores.items()]
    end = "who wins is not certain" if winner == UNKNOWN else f"{winner or 'nobody'} wins"
    return f"; the count: {', '.join(words)}; {end}"


def _points(points: Any) -> str:
    """A score in words: one that is not certain with its ends."""
    if isinstance(points, dict):
        low, high = points["min"], points["max"]
        return f"{low} to {high}" if low is not None else f"{high} at most, or out"
    return "out" if points is None else str(points)
