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
from replay.games.loot_island.effects import laid_by
from replay.games.loot_island.followed import cards_drawn, clauses, cubes_changed, deeds, own, renewed, told
from replay.games.loot_island.geometry import coast_ahead
from replay.games.loot_island.kit import tile_of
from replay.games.loot_island.plan import cleaned_coasts
from replay.games.loot_island.state import State, actor_of
from replay.games.loot_island.tell_loot import tell_loot, tell_take
from replay.games.loot_island.turns import chosen
from replay.games.loot_island.view import EVENT_WORDS
from replay.games.loot_island.words import (
    everybody,
    one_healer,
    one_treasure,
    revealed,
    say,
    some_cards,
    some_healers,
    some_treasures,
    the_coasts,
    the_event,
    the_tile,
    who,
    whose,
)
from replay.hindsight import reference
from replay.saying import listed, sentence
from replay.step import Step
from replay.table import Table


def tell(step: Step[State, Any]) -> str:
    """What happened, in one sentence."""
    action: LootAction | Reveal = step.action
    match action:
        case Play():
            said = _play(step)
        case Pass():
            said = _pass(step)
        case Take():
            said = tell_take(step)
        case Island():
            said = _island(step)
        case Loot():
            said = tell_loot(step)
        case Cleanup():
            said = _cleanup(step)
        case Event():
            said = _event(step)
        case Refill():
            said = _refill(step)
        case Recall():
            said = f"{who(step.after.table, action.by)} takes {_disc(step)} back from {action.landing}."
        case Setup():
            said = _setup(step)
        case Healers():
            said = _healers(step)
        case Healer():
            table = step.after.table
            said = told(who(table, action.by), [f"chooses {one_healer(table, action.card)}"], _ending(step))
        case Reveal():
            said = _reveal(step)
        case _:
            assert_never(action)
    return sentence(said)


def _disc(step: Step[State, Recall]) -> str:
    return "Aaron's disc" if step.action.for_ is not None else "a disc"


def _for(action: Play | Island) -> str:
    return " for Aaron" if action.for_ is not None else ""


def _setup(step: Step[State, Setup]) -> str:
    state = step.after
    begins = "The record begins in the middle of the game" if step.action.position is not None else "The game is set up"
    coast = the_coasts([coast_ahead(state.corner, state.facing)])
    ship = f"the ship lies at the {say(state.table, state.corner)} with its bow along {coast}"
    return f"{begins}: {who(state.table, state.first)} goes first, and {ship}."


def _event(step: Step[State, Event]) -> str:
    action, state = step.action, step.after
    table = state.table
    opens = f"Round {state.round} opens with {_event_words(step)}"
    then = [f"the ship explores {the_coasts([coast_ahead(state.corner, state.facing)])}"]
    if action.reveal and action.card == "A2":
        shown = some_treasures(table, action.reveal)
        then.append(f"{shown} {'is' if len(action.reveal) == 1 else 'are'} laid out")
    if action.island and action.card == "B3":
        then.append(f"{the_tile(table, action.island)} is closed")
    drawn = cards_drawn(step, {})
    return "; ".join([opens, *then, *clauses(step, deeds(step, drawn)), *renewed(step, drawn)])


def _event_words(step: Step[State, Event]) -> str:
    card = step.action.card
    words = f" ({EVENT_WORDS[card]})" if card in EVENT_WORDS else ""
    return f"{the_event(step.after.table, card)}{words}"


def _refill(step: Step[State, Refill]) -> str:
    discard = step.action.discard or {}
    away = {seat: len(discard.get(seat, ())) for seat in step.after.table.seats}
    left = {**away, AARON: len(step.before.hands.get(AARON, ()))}
    drawn = cards_drawn(step, left)
    then = [*clauses(step, deeds(step, drawn, away)), *renewed(step, drawn)]
    return "Hands are refilled" + (f": {'; '.join(then)}" if then else "")


def _play(step: Step[State, Play]) -> str:
    action, table = step.action, step.after.table
    laid = laid_by(step)
    source = f" with a disc from {action.from_}" if action.from_ else ""
    done = [f"lays {some_cards(table, action.cards)} at {_spot(action, laid.inserted)}{_for(action)}{source}"]
    if action.copy is not None and (copied := [name for name in copies_of(action) if name]):
        done.append(f"copies {_copied(table, copied)}")
    drawn = cards_drawn(step, {laid.actor: len(action.cards)})
    found = deeds(step, drawn)
    if not found:
        return told(who(table, action.by), done)
    done += own(found, action.by)
    return told(who(table, action.by), done, [*clauses(step, found, action.by), *renewed(step, drawn)])


def _copied(table: Table, names: list[str]) -> str:
    return listed(["an unseen card" if name == UNKNOWN else f"the {say(table, name)}" for name in names])


def _spot(action: Play, inserted: int) -> str:
    """Where in the column the cards go: 1s may go to its beginning."""
    if not inserted:
        return action.landing
    if inserted == len(action.cards):
        return f"the beginning of {action.landing}"
    return f"{action.landing} ({'the 1' if inserted == 1 else 'the 1s'} at the beginning)"


def _island(step: Step[State, Island]) -> str:
    action, table = step.action, step.after.table
    drawn = cards_drawn(step, {actor_of(step.before, action): len(action.cards)})
    found = deeds(step, drawn)
    paid = f"pays {some_cards(table, action.cards)} for {the_tile(table, action.island)}{_for(action)}"
    done = [paid, *_done_with_tile(step), *own(found, action.by), *_leaves(step)]
    then = [*clauses(step, found, action.by), *renewed(step, drawn)]
    if step.after.done and not step.before.done:
        then.append("Aaron is done for this round")
    return told(who(table, action.by), done, then)


def _done_with_tile(step: Step[State, Island]) -> list[str]:
    action, before, after = step.action, step.before, step.after
    if not action.use:
        return ["does not use it"]
    done = []
    if action.landing is not None:
        done.append(_moves_disc(step, action.landing))
    if action.reveal is not UNSET:
        done += _turned(step, action.reveal)
    if after.corner != before.corner:
        coast = the_coasts([coast_ahead(after.corner, after.facing)])
        done.append(f"moves the ship to the {say(after.table, after.corner)} to explore {coast}")
    return done


def _moves_disc(step: Step[State, Island], landing: str) -> str:
    """What happens to a disc: a new one at a landing, or one that goes to the other end of its stack."""
    before, after, actor = step.before.stacks[landing], step.after.stacks[landing], actor_of(step.before, step.action)
    aarons = actor == AARON
    if actor in after and actor not in before:
        source = f" from {step.action.from_}" if step.action.from_ else ""
        return f"puts {'a disc of Aaron' if aarons else 'a disc'}{source} at {landing}"
    if actor not in before or tile_of(step.after.table.kit, step.action.island).kind != "bottom":
        return f"chooses {landing}"
    end = "bottom" if after[0] == actor else "top"
    return f"moves {'the disc of Aaron' if aarons else 'their disc'} at {landing} to the {end}"


def _turned(step: Step[State, Island], name: str | None) -> list[str]:
    if name is None:
        return ["finds no treasures left"]
    actor = AARON if step.action.for_ is not None and AARON in step.after.kept else step.action.by
    kept = len(step.after.kept[actor]) > len(step.before.kept.get(actor, ()))
    return [f"turns up {one_treasure(step.after.table, name)}", "keeps it" if kept else "buries it"]


def _leaves(step: Step[State, Island]) -> list[str]:
    """What B9 does to the user of a tile."""
    by = step.action.by
    return ["passes"] if by in step.after.passed and by not in step.before.passed else []


def _pass(step: Step[State, Pass]) -> str:
    action, state, table = step.action, step.before, step.after.table
    done = ["passes"]
    if not state.passed:
        done = ["passes first", f"{'keeps' if state.first == action.by else 'takes'} the first-player tile"]
    name = chosen(table.kit.treasure, state.offer, action.take) if state.event == "A2" else None
    if name:
        done.append(f"{'takes' if action.keep else 'buries'} {one_treasure(table, name)}")
    found = cubes_changed(step)
    return told(who(table, action.by), [*done, *own(found, action.by)], clauses(step, found, action.by))


def _cleanup(step: Step[State, Cleanup]) -> str:
    cleared = cleaned_coasts(step.before)
    cleaned = f"{the_coasts(cleared)} {'is' if len(cleared) == 1 else 'are'} cleaned up"
    after = "the final exploration follows" if step.after.phase == "final" else f"round {step.before.round} ends"
    return "; ".join([f"{cleaned}, and {after}", *clauses(step, cubes_changed(step))])


def _healers(step: Step[State, Healers]) -> str:
    state = step.after
    shown = some_healers(state.table, state.healers)
    then = ["no treasures are left"] if state.cutoff and not step.before.cutoff else []
    if state.out:
        out = f"{everybody(state.table, state.out)} {'is' if len(state.out) == 1 else 'are'} out"
        then.append(f"{out}, with 13 cubes or more")
    turned = f"The healers are turned up: {shown}" if state.healers else "No healer is turned up"
    return "; ".join([turned, *then, *_ending(step)])


def _ending(step: Step[State, Any]) -> list[str]:
    if step.after.result is None:
        return []
    table = step.after.table
    scores, winner = step.after.result["scores"], step.after.result["winner"]
    counts = listed([f"{who(table, seat)} {_points(points)}" for seat, points in scores.items()])
    end = "who wins is not certain" if winner == UNKNOWN else f"{who(table, winner)} wins"
    return [f"in the count {counts}", end]


def _points(points: Any) -> str:
    """A score in words: one that is not certain with its ends."""
    if points == UNKNOWN:
        return "has a score that is not known"
    if isinstance(points, dict):
        low, high = points["min"], points["max"]
        return f"has {low} to {high}" if low is not None else f"has {high} at most, or is out"
    return "is out" if points is None else f"has {points}"


def _reveal(step: Step[State, Reveal]) -> str:
    """A hand that is shown, or what an earlier event left open."""
    action, table = step.action, step.after.table
    zone, _, seat = action.what.partition(".")
    shown = action.value if isinstance(action.value, list) else [action.value]
    names = [str(name) for name in shown]
    if zone == "hands":
        return f"{whose(table, seat)} hand is shown: {some_cards(table, names) if names else 'it is empty'}"
    target = reference(action.what)
    about = f"what event {target[0]} left open" if target is not None else action.what.replace(".", " ")
    return f"{about} is revealed: {listed([revealed(table, name) for name in names])}"
