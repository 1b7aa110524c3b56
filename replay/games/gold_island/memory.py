"""What a player may look up while the game is on: what lies before them now, and nothing they only remember.

In the basic game players have to memorise the island cards and chests that they saw, and permits lie face down once
they are placed. So no view for a seat is a notebook, unless the table agreed on notes. Once the game is over, or its
record closed, a seat is shown all that it had seen.
"""

from collections.abc import Collection
from typing import Any

import msgspec
from msgspec.structs import replace

from replay.action import UNKNOWN, Action, Amend, Close, Insert, Reveal, body_of
from replay.game import Completed, Memory, Whole
from replay.games.gold_island.actions import Gamble, Position, Setup, Take, Use, texts_of
from replay.games.gold_island.hindsight import complete
from replay.games.gold_island.reducer import reduce
from replay.games.gold_island.rules.permits import placed_values
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.setup import start
from replay.games.gold_island.state import State
from replay.games.gold_island.words import SEVEN
from replay.step import Placed, Step, follow
from replay.table import Table

Steps = tuple[Step[State, Any], ...]

_INNER: dict[str, type[Action]] = {"setup": Setup, "take": Take, "gamble": Gamble, "use": Use}


class _Now(msgspec.Struct, frozen=True):
    """What lies before a seat at the end of the record."""

    seat: str
    placed: frozenset[int]
    """The values of the permits that it has placed."""
    cards: frozenset[str]
    """The island cards that it holds."""
    notes: bool
    """Whether the table keeps notes of island cards and chests."""

    def permit(self, value: Any) -> Any:
        """A permit that the seat received: it can be looked at until it is placed."""
        return UNKNOWN if value in self.placed else value

    def card(self, name: Any) -> Any:
        """An island card that the seat received: it can be looked at while the seat holds it."""
        return name if self.notes or name in self.cards else UNKNOWN


def _states(table: Table, line: list[Placed]) -> dict[int, State]:
    """The state after each event, with what later ones told about it; only reveals tell anything."""
    told = any(type(action) is Reveal for _, action in line)
    completed = complete(table, line, False) if told else Completed(line)
    if completed.states is not None:
        return {seq: state for (seq, _), state in zip(line, completed.states, strict=True)}
    state, found = start(table), {}
    for seq, action in completed.line:
        found[seq] = state = follow(reduce, state, action)
    return found


def _now(line: list[Placed], states: dict[int, State], seat: str) -> _Now | None:
    """What lies before the seat now; None if the game is over or the record closed."""
    if not states or any(isinstance(action, Close) for _, action in line):
        return None
    return _at_hand(states[next(reversed(states))], seat)


def _at_hand(state: State, seat: str) -> _Now | None:
    """What lies before the seat in a state that is not masked; None if the game is over."""
    if state.phase == "over":
        return None
    placed = frozenset(placed_values(state, seat))
    return _Now(seat, placed, frozenset(state.owned[seat].cards), "notes" in state.table.variants)


def forget(table: Table, line: list[Placed], seen: list[Placed], seat: str, states: Whole = None) -> list[Placed]:
    """The line as a seat saw it, without what it may not look up again while the game is on."""
    if seat not in table.seats:
        return seen
    now = _now(line, _states(table, line) if states is None else states, seat)
    if now is None:
        return seen
    return [Placed(seq, _forgotten(now, action)) for seq, action in seen]


def _forgotten(now: _Now, action: Action) -> Action:
    if isinstance(action, Amend | Insert):
        return _inside(now, action)
    changed: dict[str, Any] = {}
    if isinstance(action, Setup):
        changed = _of_setup(now, action)
    elif isinstance(action, Use):
        changed = _of_use(now, action)
    elif isinstance(action, Take | Gamble) and action.by == now.seat:
        changed["permit"] = now.permit(action.permit)
        if isinstance(action, Take) and action.card is not None:
            changed["card"] = now.card(action.card)
    changed = {name: value for name, value in changed.items() if value != getattr(action, name)}
    return replace(action, **changed, said=None, salt=None) if changed else action


def _inside(now: _Now, action: Amend | Insert) -> Action:
    """A correction carries an event of its own."""
    body = action.action
    kind = _INNER.get(str((body or {}).get("do")))
    if kind is None:
        return action
    try:
        inner = msgspec.convert(body, kind)
    except msgspec.ValidationError:
        return action  # already withheld
    seen = _forgotten(now, inner)
    return action if seen is inner else replace(action, action=body_of(seen), said=None, salt=None)


def _of_setup(now: _Now, action: Setup) -> dict[str, Any]:
    seat, changed = now.seat, dict[str, Any]()
    if action.permits and seat in action.permits:
        changed["permits"] = {**action.permits, seat: now.permit(action.permits[seat])}
    if action.islandCards and seat in action.islandCards:
        changed["islandCards"] = {**action.islandCards, seat: now.card(action.islandCards[seat])}
    if action.position is not None:
        changed["position"] = _of_position(now, action.position)
    return changed


def _of_position(now: _Now, position: Position) -> Position:
    body, seat = msgspec.to_builtins(position), now.seat
    permits = body.get("permits", {}).get(seat, {})
    if "gained" in permits:
        permits["gained"] = [value if value == SEVEN else now.permit(value) for value in permits["gained"]]
    held = (body.get("islandCards") or {}).get("held", {})
    if seat in held:
        held[seat] = [now.card(card) for card in held[seat]]
    in_play = body.get("phase", "play") == "play"
    for island in (body.get("islands") or {}).values():
        if not now.notes:
            island.pop("peeked", None)
        if in_play and "stack" in island:
            island["stack"] = [[owner, UNKNOWN] for owner, _ in island["stack"]]
    return msgspec.convert(body, Position)


def _of_use(now: _Now, action: Use) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    if action.by == now.seat:
        changed["permit"] = None if action.permit is None else UNKNOWN
        if not now.notes:
            changed["value"] = None if action.value is None else UNKNOWN
    if action.rob and not now.notes and now.seat in (action.by, *action.rob):
        changed["rob"] = {victim: _stolen(now, action, cards) for victim, cards in action.rob.items()}
    return changed


def _stolen(now: _Now, action: Use, cards: Any) -> Any:
    """What the thief holds can be looked at; of what was stolen from a seat nothing is left to look at."""
    if not isinstance(cards, list):
        return cards
    return [now.card(card) if action.by == now.seat else UNKNOWN for card in cards]


def keep_in_view(table: Table, line: list[Placed], steps: Steps, seat: str, states: Whole = None) -> Steps:
    """The steps of a masked line with what the seat can look at, as the whole record has it, and nothing else.

    A theft that is masked would hide the island cards that are still there; and a state remembers which cards and
    chests were seen.
    """
    whole = _states(table, line) if states is None else states
    now = _now(line, whole, seat)
    if now is None or not steps:
        return steps
    told: set[str] = set()
    found: list[Step[State, Any]] = []
    before = steps[0].before
    for step in steps:
        told |= _told(step.action)
        after = before if step.after is step.before else _in_view(now, step.after, whole[step.seq], told)
        found.append(Step(step.seq, before, step.action, after, step.facts))
        before = after
    return tuple(found)


def _told(action: Action) -> set[str]:
    """The island cards that a reveal named."""
    if not isinstance(action, Reveal) or named_by(action.what).kind not in ("islandCards", "@"):
        return set()
    values = action.value if isinstance(action.value, list) else [action.value]
    return set(texts_of(values)) - {UNKNOWN}


def _in_view(now: _Now, seen: State, whole: State, told: Collection[str] = ()) -> State:
    own = tuple(now.card(card) for card in whole.owned[now.seat].cards)
    owned = {**seen.owned, now.seat: replace(seen.owned[now.seat], cards=own)}
    if now.notes:
        return replace(seen, owned=owned)
    for other, each in seen.owned.items():
        if other != now.seat:
            owned[other] = replace(each, cards=tuple(card if card in told else UNKNOWN for card in each.cards))
    islands = {name: replace(isle, peeked={}, notes=()) for name, isle in seen.islands.items()}
    return replace(seen, owned=owned, named=(), islands=islands)


MEMORY = Memory(at_hand=_at_hand, forget=_forgotten, in_view=_in_view)
"""One more step at a time, while nothing was revealed."""
