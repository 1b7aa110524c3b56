"""A step as a sentence."""

from typing import Any, assert_never

from msgspec import UNSET

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import (
    Draw,
    Gamble,
    GoldAction,
    Move,
    Redraw,
    Reshuffle,
    Setup,
    Take,
    Use,
    colours_of,
    stolen,
    texts_of,
)
from replay.games.gold_island.effects import ASHORE, PICK_UP, ROBBERY, SEER
from replay.games.gold_island.reducer import has_won, what_is_taken
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.state import State
from replay.games.gold_island.words import LIGHT, LOWER, PORT, UPPER, card_of
from replay.step import Step


def tell(step: Step[State, Any]) -> str:
    """What happened, in one sentence."""
    action: GoldAction | Reveal = step.action
    match action:
        case Setup():
            return _setup(step, action)
        case Redraw():
            return f"{action.by} exchanges {_and(action.discard)}."
        case Move():
            return _move(step, action)
        case Take():
            return _take(step, action)
        case Gamble():
            return _gamble(step, action)
        case Use():
            return _use(step, action)
        case Draw():
            return _draw(step, action)
        case Reshuffle():
            return f"{action.by} shuffles their discard pile."
        case Reveal():
            return _reveal(action)
        case _:
            assert_never(action)


def _and(names: Any) -> str:
    words = [str(name) for name in names]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _cards(names: tuple[str, ...]) -> str:
    known = [name for name in names if name != UNKNOWN]
    if not known:
        return f"{len(names)} card{'' if len(names) == 1 else 's'}"
    hidden = len(names) - len(known)
    return _and([*known, *([f"{hidden} unseen"] if hidden else [])])


def _setup(step: Step[State, Any], action: Setup) -> str:
    seats = _and(step.after.owned)
    first = step.after.turn.seat if step.after.turn is not None else None
    words = f"{seats} continue from a position" if action.position is not None else f"The table is set up for {seats}"
    return f"{words}; {first} starts." if first is not None else f"{words}."


def _move(step: Step[State, Any], action: Move) -> str:
    owned = step.after.owned.get(action.by or "")
    if action.path:
        return f"{action.by} moves with {action.card}: {', '.join(action.path)}."
    if action.to is not None:
        return f"{action.by} moves with {action.card} to {action.to}."
    if card_of(action.card).flag == LIGHT and owned is not None:
        return f"{action.by} comes home with {action.card}."
    return f"{action.by} moves with {action.card}; the log does not say where to."


def _take(step: Step[State, Any], action: Take) -> str:
    captain = step.before.owned[action.by].captain if action.by in step.before.owned else ""
    permit, pirate, card = what_is_taken(action, captain)
    taken = []
    if permit is not None:
        taken.append(f"a permit ({permit})" if permit != UNKNOWN else "a permit")
    if pirate is not None:
        taken.append(f"a {pirate} pirate")
    if card is not None:
        taken.append(f"the island card for {card}" if card != UNKNOWN else "an island card")
    dropped = f" and puts back {_and(colours_of(action.drop))}" if action.drop is not None else ""
    return f"{action.by} takes {_and(taken) or 'nothing'}{dropped}."


def _gamble(step: Step[State, Any], action: Gamble) -> str:
    won = has_won(action)
    prize = []
    if action.permit is not UNSET and action.permit is not None:
        prize.append(f"a permit ({action.permit})" if type(action.permit) is int else "a permit")
    elif won and action.permit is UNSET:
        before, after = step.before.owned.get(action.by or ""), step.after.owned.get(action.by or "")
        prize += ["a permit"] if before is not None and after is not None and after.held > before.held else []
    if action.pirate is not None:
        prize.append(f"a {action.pirate} pirate")
    outcome = f"wins {_and(prize) or 'nothing, as nothing is left'}" if won or prize else "wins nothing"
    return f"{action.by} gambles, turns {action.card} and {outcome}."


def _use(step: Step[State, Any], action: Use) -> str:
    how = f"{action.by} plays {action.card}"
    if action.copy is not None:
        how += f" and uses {action.copy}'s top card"
    done = [_effect(step, action, effect) for effect in step.after.effects]
    return f"{how}: {'; '.join(done)}." if done else f"{how} without effect."


def _effect(step: Step[State, Any], action: Use, effect: str) -> str:
    ship = step.before.owned[action.by].ship if action.by in step.before.owned else PORT
    if effect == ROBBERY:
        robbed = [f"{_cards(stolen(cards))} from {victim}" for victim, cards in (action.rob or {}).items()]
        return f"steals {_and(robbed) or 'nothing'}"
    if effect == SEER:
        seen = f" and sees {action.value}" if type(action.value) is int else ""
        return f"looks at the chest on {action.island}{seen}"
    pirates = _and(action.pirates or ()) or "nobody"
    if effect == PICK_UP:
        return f"picks up {pirates} at {ship}"
    assert effect == ASHORE, "there are four effects"
    if ship == UPPER:
        return f"puts {pirates} ashore at {ship} and fetches the seven"
    if ship == LOWER:
        relic = f"the relic {action.relic}" if action.relic else "an unnamed relic"
        return f"puts {pirates} ashore at {ship} and takes {relic}"
    permit = f"a permit ({action.permit})" if type(action.permit) is int else "a permit"
    return f"puts {pirates} ashore at {ship} and places {permit}"


def _draw(step: Step[State, Any], action: Draw) -> str:
    before, after = step.before.owned.get(action.by or ""), step.after.owned.get(action.by or "")
    number = len(after.hand) - len(before.hand) if before is not None and after is not None else 0
    names = texts_of(action.cards) if isinstance(action.cards, list) else (UNKNOWN,) * max(0, number)
    shuffled = before is not None and after is not None and len(after.discard) < len(before.discard)
    return f"{action.by} draws {_cards(names)}{', after shuffling their discard pile' if shuffled else ''}."


def _reveal(action: Reveal) -> str:
    """What was turned up or shown, and to whom if not to the whole table."""
    if action.to is None:
        return _told(action)
    if action.what == "gold" and action.to:
        looked = f"{_and(action.to)} {'looks' if len(action.to) == 1 else 'look'} at the gold-island card"
        return f"{looked}: {action.value}." if action.value != UNKNOWN else f"{looked}."
    seen = _and(action.to) if action.to else "nobody at the table"
    return f"Shown to {seen}: {_told(action)}"


def _told(action: Reveal) -> str:
    kind, of, seat = named_by(action.what)
    value = _and(action.value) if isinstance(action.value, list) else action.value
    told = {
        "chest": f"The chest on {of} holds {value}.",
        "permits": f"The permits on {of} are, from the bottom, {value}.",
        "permit": f"{seat}'s permit on {of} is a {value}.",
        "gold": f"The gold island is {value}.",
        "relic": f"The relic {of} is worth {value}.",
        "colour": f"{of} shows {value}.",
        "hand": f"{of} shows their hand: {value}.",
        "held": f"{of} shows their remaining permits: {value}.",
        "islandCards": f"{of} shows their island cards: {value}.",
    }
    return told.get(kind, f"Revealed: {action.what} is {value}.")
